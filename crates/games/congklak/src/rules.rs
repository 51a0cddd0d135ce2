//! What may differ between congklak and its relatives.

use serde::Serialize;
use thiserror::Error;

/// The most holes a side can have.
pub const MAX_HOLES: u8 = 10;
/// The most seeds a hole can begin with.
pub const MAX_SEEDS: u8 = 10;
/// The most seeds there can be in a position, stores included: counts are bytes, and
/// sums of them must not overflow.
pub const MAX_TOTAL: u32 = 250;

/// One rule set of the family: a value, so that a variant is not a type or a switch.
///
/// The game that is played at home over several rounds, each side refilling its holes
/// from its store and burning those that it cannot fill, would be a `Game` of its own
/// that holds these rules for its rounds: the burnt holes belong to its position, the
/// refilling to its `play`, and the places that sowing passes over to the tables of
/// `sowing.rs`.
///
/// ```
/// use papan_congklak::{Capture, Congklak, Rules};
/// use papan_core::{Game, Notation};
///
/// let rules = Rules { holes: 5, seeds: 5, capture: Capture::Off, ..Rules::CONGKLAK };
/// let game = Congklak::new(rules).unwrap();
/// assert_eq!(game.name(), "congklak:holes=5,seeds=5,capture=off");
/// assert_eq!(game.position_text(&game.start()), "5,5,5,5,5:0 5,5,5,5,5:0 A");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Holes on each side, from 1 to [`MAX_HOLES`].
    pub holes: u8,
    /// Seeds in each hole at the start, from 1 to [`MAX_SEEDS`].
    pub seeds: u8,
    /// Whether a last seed in a filled hole is sown on with all that lies there.
    pub relay: Relay,
    /// What a last seed in an own empty hole captures.
    pub capture: Capture,
    /// Whether a last seed in the own store gives another move.
    pub extra_turn: bool,
    /// When the game is over.
    pub end: End,
    /// Which way the seeds go.
    pub direction: Direction,
}

/// What happens when the last seed falls into a hole that is not empty, on either side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relay {
    /// All of the hole is picked up and sown on, as often as it happens.
    Unlimited,
    /// The same, but at most this many times in one move; then the move ends there.
    /// The hole that the move begins with does not count: `AtMost(0)` is no relay.
    AtMost(u32),
}

/// What is captured when the last seed falls into an empty hole of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// That seed and the opposite hole, the seed alone when the opposite hole is empty.
    Own,
    /// That seed and the opposite hole; nothing when the opposite hole is empty.
    Opposite,
    /// Nothing.
    Off,
}

/// When the game is over. What then lies in the holes goes to the side that they
/// belong to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// When the side to move has no seeds.
    Mover,
    /// When no side has seeds; a side without seeds is passed over until then.
    Pass,
    /// As soon as either side has no seeds.
    Either,
}

/// Which way seeds are sown around the board as it is drawn, A's row on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// A sows to the right into its store on the right, B to the left into its store
    /// on the left.
    Clockwise,
    /// A sows to the left into its store on the left, B to the right into its store
    /// on the right.
    Counterclockwise,
}

impl Rules {
    /// Congklak: two rows of seven holes with seven seeds, relays without limit, extra
    /// turns, and the own seed is captured even when the opposite hole is empty.
    pub const CONGKLAK: Rules = Rules {
        holes: 7,
        seeds: 7,
        relay: Relay::Unlimited,
        capture: Capture::Own,
        extra_turn: true,
        end: End::Mover,
        direction: Direction::Clockwise,
    };

    /// These rules when they can be played, and otherwise what is wrong with them.
    pub fn checked(self) -> Result<Rules, RulesError> {
        let limits = [
            ("holes", self.holes, MAX_HOLES),
            ("seeds", self.seeds, MAX_SEEDS),
        ];
        for (what, value, most) in limits {
            if !(1..=most).contains(&value) {
                return Err(RulesError { what, value, most });
            }
        }
        Ok(self)
    }
}

/// Rules that cannot be played: a number out of its range.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{value} {what} are not possible: from 1 to {most}")]
pub struct RulesError {
    what: &'static str,
    value: u8,
    most: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_named() {
        let error = |holes, seeds| {
            Rules {
                holes,
                seeds,
                ..Rules::CONGKLAK
            }
            .checked()
            .unwrap_err()
            .to_string()
        };
        assert_eq!(error(0, 4), "0 holes are not possible: from 1 to 10");
        assert_eq!(error(11, 4), "11 holes are not possible: from 1 to 10");
        assert_eq!(error(6, 0), "0 seeds are not possible: from 1 to 10");
        assert_eq!(error(6, 255), "255 seeds are not possible: from 1 to 10");
    }
}
