//! The arena's statistics over any results.

use crate::errors::PapanError;
use papan_arena::statistics::{
    Encounter, Estimate as Estimated, PairTally, Sprt, SprtModel, SprtStatus, pool,
};
use pyo3::{prelude::*, types::PyDict};

/// A number that was estimated, with its interval at 95%.
#[pyclass(frozen, get_all, eq, module = "papan", name = "Estimate")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Estimate {
    /// The most likely value.
    value: f64,
    /// The lower end of the interval.
    low: f64,
    /// The upper end of the interval.
    high: f64,
}

#[pymethods]
impl Estimate {
    fn __repr__(&self) -> String {
        format!(
            "Estimate(value={}, low={}, high={})",
            self.value, self.low, self.high
        )
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = (self.value, self.low, self.high);
        numbers.into_pyobject(py)?.call_method0("__iter__")
    }
}

impl From<Estimated> for Estimate {
    fn from(estimated: Estimated) -> Estimate {
        Estimate {
            value: estimated.value,
            low: estimated.low,
            high: estimated.high,
        }
    }
}

/// Floating-point numbers count so far one by one.
const MOST_GAMES: u64 = 1 << 53;

/// The results of a player against another, single games or pairs of them.
fn tally(wins: u64, draws: u64, losses: u64, pairs: Option<[u64; 5]>) -> PyResult<PairTally> {
    let all = [wins, draws, losses]
        .into_iter()
        .chain(pairs.unwrap_or_default());
    if all.clone().any(|games| games > MOST_GAMES) {
        return Err(PapanError::new_err(format!(
            "more than {MOST_GAMES} games of a kind are not counted"
        )));
    }
    let mut tally = PairTally::of_games(wins, draws, losses);
    if let Some(pairs) = pairs {
        let games = 2 * pairs.iter().sum::<u64>();
        if games > tally.games() {
            return Err(PapanError::new_err(format!(
                "{games} games are in pairs, but there are only {}",
                tally.games()
            )));
        }
        tally.pairs = pairs;
    }
    Ok(tally)
}

/// Elo of a player over another, from wins, draws and losses. ``pairs`` counts the pairs of games
/// from the same opening, seats changed, that brought 0, 1/2, 1, 3/2 and 2 points.
///
/// >>> papan.elo(60, 10, 30).value > 0
/// True
#[pyfunction]
#[pyo3(signature = (wins, draws, losses, pairs=None))]
pub(crate) fn elo(
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Option<[u64; 5]>,
) -> PyResult<Estimate> {
    Ok(tally(wins, draws, losses, pairs)?.elo().into())
}

/// The share of points of a player against another, with its interval.
#[pyfunction]
#[pyo3(signature = (wins, draws, losses, pairs=None))]
pub(crate) fn share(
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Option<[u64; 5]>,
) -> PyResult<Estimate> {
    Ok(tally(wins, draws, losses, pairs)?.expectation().into())
}

/// How likely it is that a player is stronger than the other.
#[pyfunction]
#[pyo3(signature = (wins, draws, losses, pairs=None))]
pub(crate) fn superiority(
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Option<[u64; 5]>,
) -> PyResult<f64> {
    Ok(tally(wins, draws, losses, pairs)?.superiority())
}

/// A sequential test whether a player is ``elo0`` or ``elo1`` stronger than another: a dictionary
/// with ``status`` (``accepted``, ``rejected`` or ``running``), ``llr``, ``lower`` and ``upper``.
#[pyfunction]
#[pyo3(signature = (elo0, elo1, wins, draws, losses, pairs=None, alpha=0.05, beta=0.05, model="logistic"))]
#[allow(clippy::too_many_arguments)] // the numbers of a test
pub(crate) fn sprt<'py>(
    py: Python<'py>,
    elo0: f64,
    elo1: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Option<[u64; 5]>,
    alpha: f64,
    beta: f64,
    model: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let model = match model {
        "logistic" => SprtModel::Logistic,
        "normalised" => SprtModel::Normalised,
        _ => {
            return Err(PapanError::new_err(format!(
                "there is no model {model:?}: logistic and normalised are possible"
            )));
        }
    };
    let test = Sprt::new(elo0, elo1, alpha, beta, model)
        .map_err(|error| PapanError::new_err(error.to_string()))?;
    let state = test.state(&tally(wins, draws, losses, pairs)?);
    let found = PyDict::new(py);
    let status = match state.status {
        SprtStatus::AcceptH1 => "accepted",
        SprtStatus::AcceptH0 => "rejected",
        SprtStatus::Running => "running",
    };
    found.set_item("status", status)?;
    found.set_item("llr", state.llr)?;
    found.set_item("lower", state.lower)?;
    found.set_item("upper", state.upper)?;
    Ok(found)
}

/// Ratings of players from games of two to eight at a board: for each game the numbers of the
/// players by seat, their ranks (1 is best, equal ranks are tied) and a number that games of one
/// opening have in common. Bradley-Terry for two, Plackett-Luce for more; the mean is 0.
///
/// Returns the ratings of the players, the advantages of the seats, and the groups of players that
/// no games connect.
#[pyfunction]
#[pyo3(signature = (players, games))]
#[allow(clippy::type_complexity)] // as it is said above
pub(crate) fn fit_ratings(
    py: Python<'_>,
    players: usize,
    games: Vec<(Vec<usize>, Vec<u8>, u64)>,
) -> PyResult<(Vec<Estimate>, Vec<Estimate>, Vec<Vec<usize>>)> {
    let encounters = games
        .into_iter()
        .map(|(players, ranks, opening)| Encounter {
            scores: vec![0; ranks.len()],
            players,
            ranks,
            opening,
        });
    let encounters: Vec<Encounter> = encounters.collect();
    let pool = py
        .detach(|| pool::fit(players, &encounters))
        .map_err(|error| PapanError::new_err(error.to_string()))?;
    let turned = |estimates: Vec<Estimated>| estimates.into_iter().map(Estimate::from).collect();
    Ok((
        turned(pool.ratings.ratings.clone()),
        turned(pool.seats),
        pool.ratings.components.clone(),
    ))
}
