//! Random games from a state.

use crate::{errors::PapanError, state::State, waiting::interruptible};
use pyo3::prelude::*;

/// Random games from a state, played to their end without the interpreter: how many each player
/// won, ties divided, and the number of plies.
///
/// >>> papan.playouts(papan.load_game("kalah").new_initial_state(), 500)["games"]
/// 500
#[pyfunction]
#[pyo3(signature = (state, games=1000, seed=0))]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    state: PyRef<'_, State>,
    games: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if games == 0 {
        return Err(PapanError::new_err("0 games are none to play"));
    }
    let position = state.position.clone();
    drop(state);
    const PIECE: u64 = 10_000;
    let tally = interruptible(py, |stop| {
        let mut whole: Option<papan_core::Tally> = None;
        let mut from = 0;
        while from < games && !stop.is_stopped() {
            let to = (from + PIECE).min(games);
            let part = position.playouts(seed, from..to);
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => *whole += part,
            }
            from = to;
        }
        whole
    })?;
    crate::json::to_python(py, &papan_core::to_json(&tally))
}
