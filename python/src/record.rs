//! Games as files have them.

use crate::{errors::PapanError, game::Game, state::State};
use papan_agents::games;
use papan_core::{Record, record::RecordedMove};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use serde_json::{Value, json};

/// The record of a state, or of a dictionary as [`Game::read`] gives it.
pub(crate) fn of(game: &Game, given: &Bound<'_, PyAny>) -> PyResult<Record> {
    let record = match given.cast::<State>() {
        Ok(state) => of_state(&*State::of(state)?)?,
        Err(_) => of_dictionary(game, given)?,
    };
    let name = game.game.name();
    let is_same = match record.game == name {
        true => true,
        // It may be written in another way.
        false => games::open(&record.game).is_ok_and(|other| other.name() == name),
    };
    match is_same {
        true => Ok(record),
        false => Err(PapanError::new_err(format!(
            "this is a game of {} and not of {name}",
            papan_core::shortened(&record.game)
        ))),
    }
}

fn of_state(state: &State) -> PyResult<Record> {
    let line = state.line()?;
    Ok(Record {
        game: state.game.game.name(),
        start: line.start,
        moves: line.moves.into_iter().map(RecordedMove::from).collect(),
        ..Record::default()
    })
}

/// What a dictionary leaves out is as usual: the game is the one that is asked, and a move may be
/// its text alone.
fn of_dictionary(game: &Game, given: &Bound<'_, PyAny>) -> PyResult<Record> {
    let entries = given.cast::<PyDict>().map_err(|_| {
        PyTypeError::new_err("a game is a state, or a dictionary as Game.read gives it")
    })?;
    let module = given.py().import("json")?;
    let text: String = module.call_method1("dumps", (entries,))?.extract()?;
    let failed = |error| PapanError::new_err(format!("this is no game: {error}"));
    let mut value: Value = serde_json::from_str(&text).map_err(failed)?;
    if let Some(entries) = value.as_object_mut() {
        entries
            .entry("game")
            .or_insert_with(|| game.game.name().into());
        let moves = entries.get_mut("moves").and_then(Value::as_array_mut);
        for played in moves.into_iter().flatten() {
            if played.is_string() {
                *played = json!({ "move": played.take() });
            }
        }
    }
    serde_json::from_value(value).map_err(failed)
}
