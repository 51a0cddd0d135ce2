//! The facts of a game whose name alone is known.

use super::ReviewError;
use crate::{Playable, games};
use papan_core::{LineOfPlay, Mistake, Reason, line};

/// The facts that speak against a move: see [`Playable::reasons`]. The lines begin with the move
/// and with the better one; what cannot be played is left out from there on.
pub(super) fn reasons(
    game: &str,
    before: &LineOfPlay,
    played: &[&str],
    better: &[&str],
) -> Result<Vec<Reason>, ReviewError> {
    let ask = Ask {
        before,
        played,
        better,
    };
    games::visit(game, ask)?
}

struct Ask<'a> {
    before: &'a LineOfPlay,
    played: &'a [&'a str],
    better: &'a [&'a str],
}

impl games::Visitor for Ask<'_> {
    type Output = Result<Vec<Reason>, ReviewError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let before = self.before.walk(&game, |_, _| {})?;
        let read = |texts: &[&str]| {
            let mut moves = Vec::new();
            // As far as it goes: a line of an agent may end anywhere.
            let _ = line::walk_from(&game, before, texts.iter().copied(), |_, played| {
                moves.push(played);
            });
            moves
        };
        let (played, better) = (read(self.played), read(self.better));
        Ok(G::reasons(&Mistake {
            game: &game,
            before: &before,
            played: &played,
            better: &better,
        }))
    }
}
