//! Othello's evaluation of moves, number by number.

use super::{RowError, Task};
use crate::{data::Row, result::RowResult};
use papan_agents::othello::paper;
use papan_core::{Game, Notation};
use papan_othello::{Move, Othello, Position};
use serde_json::json;

/// Evaluates the move of a node and compares all numbers of the paper's table.
pub(super) fn run(task: &Task, result: &mut RowResult) -> Result<(), RowError> {
    let othello = Othello::new();
    let position = before(task, &othello, task.row)?;
    let played = parse(&othello, &position, task.row)?;
    let Some(row) = paper::row(&othello, &position, played) else {
        return Err(RowError::Other("a pass has no evaluation".to_owned()));
    };
    result.measured = json!({
        "legal": row.legal,
        "player": row.player,
        "total": row.total,
        "value": row.value,
    });
    result.detail("node", task.row.node.as_deref());
    result.detail("after", task.row.after.as_deref());
    result.detail("move", task.row.played.as_deref());
    result.detail("legal", row.legal);
    result.detail("player", row.player);
    result.detail("total", row.total);
    result.detail("value", row.value);
    task.judge_exactly(result);
    Ok(())
}

/// The position in which the move of a row is made: that of the experiment, after the moves
/// of the nodes above, discs turned over as the rules say.
fn before(task: &Task, othello: &Othello, row: &Row) -> Result<Position, RowError> {
    let Some(after) = &row.after else {
        let Some(text) = task.experiment.positions.values().next() else {
            return Err(RowError::Other("no position".to_owned()));
        };
        return Ok(othello.parse_position(text)?);
    };
    // Nodes come after those above them, so that this ends.
    let mut earlier = task
        .experiment
        .rows
        .iter()
        .take_while(|other| other.name != row.name);
    let Some(above) = earlier.find(|other| other.node.as_ref() == Some(after)) else {
        return Err(RowError::Other(format!("there is no earlier node {after}")));
    };
    let mut position = before(task, othello, above)?;
    let played = parse(othello, &position, above)?;
    othello.play(&mut position, played);
    Ok(position)
}

/// The move that the paper writes as a colour and a square from 0 to 63: `w19`.
fn parse(othello: &Othello, position: &Position, row: &Row) -> Result<Move, RowError> {
    let text = row.played.as_deref().unwrap_or_default();
    let square = text.get(1..).and_then(|number| number.parse::<u32>().ok());
    let is_right = |square: &u32| {
        let mover = match position.mover().index() {
            0 => "b",
            _ => "w",
        };
        text.starts_with(mover) && *square < 64
    };
    let Some(square) = square.filter(is_right) else {
        return Err(RowError::Other(format!("'{text}' is no move here")));
    };
    let (column, number) = (square % 8, square / 8 + 1);
    let name = format!("{}{number}", char::from(b'a' + column as u8));
    Ok(othello.parse_move(position, &name)?)
}
