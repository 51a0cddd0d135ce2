//! Positions as a network sees them.

use crate::game::Game;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use papan_core::AnyPosition;
use pyo3::prelude::*;

/// Observations of the players to move, and masks of their legal actions.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<u8>>);

/// The arrays of some positions of a game.
pub(crate) fn of<'py, 'a>(
    py: Python<'py>,
    game: &Game,
    positions: impl ExactSizeIterator<Item = &'a dyn AnyPosition>,
) -> PyResult<Arrays<'py>> {
    let (planes, (rows, columns)) = game.game.planes();
    let (shape, actions) = ([planes.len(), rows, columns], game.game.actions());
    let size: usize = shape.iter().product();
    let count = positions.len();
    let mut observations = vec![0; count * size];
    let mut masks = vec![0; count * actions];
    for (number, position) in positions.enumerate() {
        let seat = position.turn().unwrap_or_default();
        position.observe(seat, &mut observations[number * size..][..size]);
        position.write_mask(&mut masks[number * actions..][..actions]);
    }
    Ok((
        PyArray1::from_vec(py, observations).reshape([count, shape[0], shape[1], shape[2]])?,
        PyArray1::from_vec(py, masks).reshape([count, actions])?,
    ))
}
