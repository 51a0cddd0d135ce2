//! What there is to play with.

use crate::errors;
use papan_agents::{
    Playable, games,
    levels::{self, COUNT, Level},
    ratings,
};
use pyo3::{prelude::*, types::PyDict};

struct Ask;

impl games::Visitor for Ask {
    type Output = (String, [Level; COUNT]);

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        (game.name(), levels::of(&game))
    }
}

/// How levels play in a game and what they are worth, or in the first game of each family: a
/// dictionary for each.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub(crate) fn all_levels<'py>(
    py: Python<'py>,
    game: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let firsts = games::families().map(|family| family.presets[0]);
    let names: Vec<&str> = game.map_or_else(|| firsts.collect(), |game| vec![game]);
    let mut rows = Vec::new();
    for name in names {
        let (game, levels) = games::visit(name, Ask).map_err(errors::unknown_name)?;
        let rated = ratings::of(&game).map_or(&[][..], |rated| &rated.levels);
        for (index, level) in levels.iter().enumerate() {
            let rating = rated.get(index);
            let row = PyDict::new(py);
            row.set_item("game", &game)?;
            row.set_item("level", index + 1)?;
            row.set_item("agent", level.agent)?;
            row.set_item("nodes", level.nodes)?;
            row.set_item("errors", f64::from(level.errors) / 1000.0)?;
            row.set_item("seconds", level.time.as_secs_f64())?;
            row.set_item("elo", rating.map(|rating| rating.elo))?;
            row.set_item("elo_low", rating.map(|rating| rating.low))?;
            row.set_item("elo_high", rating.map(|rating| rating.high))?;
            row.set_item("current", rating.map(|rating| rating.is_current(&game)))?;
            rows.push(row);
        }
    }
    Ok(rows)
}
