//! What a search answers.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, time::Duration};

/// The move that a search chose, and how it came to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The move.
    pub best: M,
    /// What it is worth to the seat that plays it, where the searcher has an opinion.
    pub value: Option<Value>,
    /// The principal variation: what the searcher expects to be played, the chosen move first.
    pub principal_variation: Vec<M>,
    /// The depth in plies, of the last iteration that it finished.
    pub depth: u32,
    /// The nodes that it searched, or its simulations.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Whether the value is that of the game itself, proven.
    pub exact: bool,
}

impl<M: Copy> Report<M> {
    /// A move that needed no thought.
    pub fn unsearched(best: M) -> Report<M> {
        Report {
            best,
            value: None,
            principal_variation: vec![best],
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            exact: false,
        }
    }
}

/// What a position is worth to a seat. Written as a plain number.
///
/// ```
/// use papan_search::Value;
///
/// assert_eq!(Value::Points(-4).to_string(), "-4");
/// assert_eq!(Value::Share(0.625).to_string(), "0.625");
/// assert_eq!(Value::Points(3).opposite(), Value::Points(-3));
/// assert_eq!(Value::Share(0.25).opposite(), Value::Share(0.75));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Points of an evaluation, more is better, 0 is even.
    Points(i32),
    /// The share of games won, a draw being half a win.
    Share(f64),
}

impl Value {
    /// The same for the other of two seats.
    pub fn opposite(self) -> Value {
        match self {
            Value::Points(points) => Value::Points(-points),
            Value::Share(share) => Value::Share(1.0 - share),
        }
    }

    /// As a number to compare values of one kind by.
    pub fn number(self) -> f64 {
        match self {
            Value::Points(points) => points.into(),
            Value::Share(share) => share,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(points) => points.fmt(f),
            Value::Share(share) => write!(f, "{share:.3}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Points(points) => points.serialize(serializer),
            Value::Share(share) => share.serialize(serializer),
        }
    }
}

/// A whole number is points; one with a decimal point or an exponent is a share.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("points, or a share of wins")
            }

            fn visit_i64<E: de::Error>(self, points: i64) -> Result<Value, E> {
                let fits = i32::try_from(points);
                let wrong = |_| E::invalid_value(de::Unexpected::Signed(points), &self);
                fits.map(Value::Points).map_err(wrong)
            }

            fn visit_u64<E: de::Error>(self, points: u64) -> Result<Value, E> {
                self.visit_i64(i64::try_from(points).unwrap_or(i64::MAX))
            }

            fn visit_f64<E: de::Error>(self, share: f64) -> Result<Value, E> {
                Ok(Value::Share(share))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
