//! A game played through for showing: the position after each move.

use crate::error::ApiError;
use papan_core::{AnyGame, AnyPosition, Effects, Family, LineOfPlay, Phrase, Scores, Seat};
use serde::Serialize;
use serde_json::Value;

/// What stands on the board after a move; the first of a game has no move.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReplayFrame {
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub(crate) seat: Option<Seat>,
    #[serde(rename = "move")]
    pub(crate) played: Option<String>,
    #[cfg_attr(test, ts(type = "Core.Phrase[]"))]
    pub(crate) phrases: Vec<Phrase>,
    pub(crate) position: String,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(crate) board: Value,
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub(crate) scores: Scores,
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub(crate) turn: Option<Seat>,
}

impl ReplayFrame {
    fn new(position: &dyn AnyPosition) -> ReplayFrame {
        let view = position.view();
        ReplayFrame {
            seat: None,
            played: None,
            phrases: Vec::new(),
            position: view.position,
            board: view.board,
            scores: view.scores,
            turn: view.turn,
        }
    }
}

/// The family of a game, and the module of the page that draws its board.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FamilyShown {
    pub(crate) family: &'static str,
    pub(crate) geometry: &'static str,
}

impl From<&Family> for FamilyShown {
    fn from(family: &Family) -> FamilyShown {
        FamilyShown {
            family: family.name,
            geometry: family.geometry,
        }
    }
}

/// A game played through.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Replay {
    pub(crate) game: String,
    #[serde(flatten)]
    pub(crate) family: FamilyShown,
    /// What the seats are called.
    pub(crate) seats: Vec<String>,
    pub(crate) frames: Vec<ReplayFrame>,
    /// What the last move did.
    #[cfg_attr(test, ts(type = "Core.Effects | null"))]
    pub(crate) effects: Option<Effects>,
    /// Where it ended.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub(crate) position: Box<dyn AnyPosition>,
}

impl Replay {
    /// Plays a line through. An error of a move says which ply it is.
    pub(crate) fn new(game: &dyn AnyGame, line: &LineOfPlay) -> Result<Replay, ApiError> {
        let first = game.first_position(line.start.as_deref())?;
        let mut frames = vec![ReplayFrame::new(&*first)];
        let mut effects = None;
        let position = game.replay(line, &mut |before, text, after| {
            // The move has been played, so that there is something to say about it.
            let told = before.preview(text).ok().map(|(_, effects)| effects);
            frames.push(ReplayFrame {
                seat: before.turn(),
                played: Some(text.to_owned()),
                phrases: told.iter().flat_map(|told| told.phrases.clone()).collect(),
                ..ReplayFrame::new(after)
            });
            effects = told;
        })?;
        Ok(Replay {
            family: game.family().into(),
            game: game.name(),
            seats: seat_names(game),
            frames,
            effects,
            position,
        })
    }
}

/// What the seats of a game are called.
pub(crate) fn seat_names(game: &dyn AnyGame) -> Vec<String> {
    Seat::all(game.seats())
        .map(|seat| game.seat_name(seat))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_has_a_frame_more_than_moves() {
        let othello = papan_agents::games::open("othello").unwrap();
        let replay = Replay::new(&*othello, &LineOfPlay::moves(["d3", "c5"])).unwrap();
        assert_eq!(replay.frames.len(), 3);
        assert_eq!(replay.frames[2].played.as_deref(), Some("c5"));
        assert_eq!(replay.frames[2].scores.as_slice(), [3, 3]);
        assert_eq!(replay.frames[2].phrases[0].code, "flips");
        assert!(replay.effects.is_some());
    }
}
