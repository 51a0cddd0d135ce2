//! What a search answers.

use crate::Value;
use std::time::Duration;

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
