//! What a position is worth, as a value and as a chance to win.

use crate::{Playable, agents};
use papan_core::spec::SpecError;
use papan_search::{FINISHED, Value};

/// How the points of an agent become a chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// By this number of points ahead one wins about 73 of 100 games: where the logistic curve
    /// 1 / (1 + exp(-points / scale)) is at 1.
    points: f64,
}

impl Scale {
    /// That of an agent in a game.
    pub fn of<G: Playable>(game: &G, agent: &str) -> Result<Scale, SpecError> {
        let unit = agents::unit(game, agent)?;
        Ok(Scale {
            points: G::SCALE * f64::from(unit),
        })
    }

    /// The share of games that one may hope to win with a value, from 0 to 1.
    pub fn chance(self, value: Value, exact: bool) -> f64 {
        match value {
            // The end of a game weighs more than any judgement, in every evaluation.
            Value::Points(points) if exact || points.whole().abs() >= FINISHED => {
                f64::from(1 + points.whole().signum()) / 2.0
            }
            Value::Points(points) => 1.0 / (1.0 + (-points.number() / self.points).exp()),
            Value::Share(share) => share.clamp(0.0, 1.0),
        }
    }
}

/// What a position is worth to a seat, and how much is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// What the agent counts in.
    pub value: Value,
    /// Whether it is proven.
    pub exact: bool,
    /// How many plies ahead was looked.
    pub depth: u32,
}

impl Worth {
    /// The same for the other of two seats.
    pub fn opposite(self) -> Worth {
        Worth {
            value: self.value.opposite(),
            ..self
        }
    }
}
