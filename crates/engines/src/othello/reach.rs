//! What is in reach within the limits of a thought.

use super::confidence::{LADDER, Step};
use papan_othello::Position;
use papan_search::Limits;

/// The limits of a thought: where there is only one move, and time alone limits it, a tenth of the
/// time. It is enough for a value.
pub(super) fn for_what_is_to_choose(position: &Position, limits: &Limits) -> Limits {
    match position.mobility().count_ones() < 2 && keeps_what_it_knows(limits) {
        true => Limits {
            time: limits.time.map(|time| time / 10),
            longest: None,
            ..limits.clone()
        },
        false => limits.clone(),
    }
}

/// Whether a search may build on those before it: only where time alone limits it, since a
/// search by nodes or to a depth must find the same whatever came before.
pub(super) fn keeps_what_it_knows(limits: &Limits) -> bool {
    limits.time.is_some() && limits.nodes.is_none() && limits.depth.is_none_or(|depth| depth >= 60)
}

/// The steps of the [`LADDER`] that are likely to come through within `limits`; some positions take
/// much longer than others.
pub(super) fn steps_in_reach(limits: &Limits, empties: u32) -> &'static [Step] {
    let by_time = limits
        .time
        .map(|time| time.as_micros() as u64 * NODES_EACH_MICROSECOND);
    let nodes = limits.nodes.into_iter().chain(by_time).min();
    let nodes = nodes.unwrap_or(1 << 26) as f64 / 4.0;
    let expected = expected_nodes(empties) as f64;
    let count = LADDER
        .iter()
        .take_while(|step| step.part * expected <= nodes)
        .count();
    // Where the proof comes at once, nothing leads to it sooner.
    match count == LADDER.len() && empties < 14 {
        true => &LADDER[count - 1..],
        false => &LADDER[..count],
    }
}

/// Whether a search of this depth knows the first move well enough for one to the end.
pub(super) fn first_move_known(depth: u32, empties: u32) -> bool {
    depth >= empties.min(20).saturating_sub(8).max(4)
}

/// The nodes that an exact search with `empties` empty squares takes, by and large: fitted to what
/// `examples/count_othello.rs` counts on positions of games of the engine with itself.
pub fn expected_nodes(empties: u32) -> u64 {
    // Each empty square costs a little more than twice as much, from 1,700 for twelve.
    let less = (empties..12).fold(1_700, |nodes: u128, _| nodes * 20 / 43);
    let nodes = (12..empties).fold(less, |nodes, _| nodes * 43 / 20);
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// The nodes that an endgame search does in a microsecond, by and large.
const NODES_EACH_MICROSECOND: u64 = 3;
