//! The search as others use it.

use super::{
    evaluation::AdjacencyEvaluation,
    node::{FillingNode, Marks, Node, ShortNode},
    planes::mirrored,
    search::{Search, SearchResult, in_marks},
    solve::{NODES_IN_A_SECOND, nodes_to_fill},
    stable::{Stable, Weights},
    table::TranspositionTable,
    weights::WEIGHTS,
};
use papan_adjacency::{Position, Square, neighbours};
use papan_core::{Random, Seat};
use papan_search::{Limits, Report, Value, Watch};

/// A search with its transposition table. It answers the same whatever it searched before.
pub struct Engine {
    table: TranspositionTable,
}

impl Engine {
    /// An engine that plays as well as it can, with a transposition table of 2 to the power
    /// of `bits` entries of 16 bytes.
    ///
    /// # Panics
    /// When `bits` is not from 4 to 30.
    pub fn new(bits: u32) -> Engine {
        assert!((4..=30).contains(&bits), "a table has 2^4 to 2^30 slots");
        Engine {
            table: TranspositionTable::new(bits),
        }
    }

    /// How many bytes its table takes.
    pub fn memory(&self) -> usize {
        self.table.memory()
    }

    /// Chooses a move in a position of a game that goes on; of equal moves by chance. The
    /// value is in marks.
    ///
    /// # Panics
    /// When no square is empty.
    pub fn think(
        &mut self,
        position: &Position,
        evaluation: AdjacencyEvaluation,
        limits: &Limits,
        random: &mut Random,
    ) -> Report<Square> {
        let own = position.marks(position.mover());
        let other = position.marks(Seat::new(1 - position.mover().index()));
        let plies = position.plies_left();
        let slack = position.empty().count_ones() - plies;
        let mut run = Run {
            table: &mut self.table,
            selective: true,
            skip_to_last_depth: false,
            limits,
            random,
        };
        let quietly = &mut |_: &SearchResult| {};
        match evaluation {
            AdjacencyEvaluation::Stable if slack == 0 => {
                run.skip_to_last_depth = nodes_to_fill(plies) * 3.0 < budget(limits);
                run.search(filling(own, other), false, quietly)
            }
            AdjacencyEvaluation::Stable => {
                let weights = Weights::leaving(slack);
                let evaluation = Stable(&weights);
                run.search(
                    ShortNode {
                        own,
                        other,
                        plies,
                        evaluation,
                    },
                    is_reflected(own, other),
                    quietly,
                )
            }
            AdjacencyEvaluation::Marks => {
                run.selective = false;
                run.search(short(own, other, plies), is_reflected(own, other), quietly)
            }
        }
    }
}

/// The nodes that a search with these limits may search, roughly.
fn budget(limits: &Limits) -> f64 {
    if limits.depth.is_some() {
        return 0.0;
    }
    let by_time = limits
        .time
        .map(|time| time.as_secs_f64() * NODES_IN_A_SECOND);
    let by_nodes = limits.nodes.map(|nodes| nodes as f64);
    by_time.into_iter().chain(by_nodes).fold(f64::MAX, f64::min)
}

/// The root of a game that fills the board.
pub(super) fn filling(own: u64, other: u64) -> FillingNode<'static> {
    let empty = !(own | other);
    let settled = !(empty | neighbours(empty));
    let lead = (own & settled).count_ones() as i32 - (other & settled).count_ones() as i32;
    FillingNode {
        empty,
        lead,
        weights: &WEIGHTS,
    }
}

/// The root of a game that may end before, evaluated by marks.
pub(super) fn short(own: u64, other: u64, plies: u32) -> ShortNode<Marks> {
    ShortNode {
        own,
        other,
        plies,
        evaluation: Marks,
    }
}

/// Whether a position is its own reflection.
pub(super) fn is_reflected(own: u64, other: u64) -> bool {
    mirrored(own) == own && mirrored(other) == other
}

/// One search from limits to report.
pub(super) struct Run<'a> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) selective: bool,
    pub(super) skip_to_last_depth: bool,
    pub(super) limits: &'a Limits,
    pub(super) random: &'a mut Random,
}

impl Run<'_> {
    pub(super) fn search<T: Node>(
        &mut self,
        node: T,
        reflect: bool,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> Report<Square> {
        let mut watch = Watch::start(self.limits);
        let live = self.limits.live.clone();
        let progress = &mut |found: &SearchResult| {
            progress(found);
            if let Some(live) = &live {
                // The game lists the empty squares in order.
                let before = node.empty() & ((1 << found.best) - 1);
                let value = Value::points(in_marks(found.value));
                live.tell_places(vec![before.count_ones() as u16], Some(value), found.depth);
            }
        };
        let plies = node.plies();
        let most = self.limits.depth.unwrap_or(plies).clamp(1, plies.max(1));
        let mut search = Search::new(self.table, &mut watch, reflect, self.selective);
        search.skip_to_last_depth = self.skip_to_last_depth;
        let found = search.deepen(node, most, self.random, progress);
        let line = search.principal_variation(node, found.best, found.depth);
        let square = |index: u32| Square::new(index as usize);
        Report {
            best: square(found.best),
            value: (found.depth > 0).then(|| Value::points(in_marks(found.value))),
            principal_variation: line.into_iter().map(square).collect(),
            depth: found.depth,
            nodes: watch.nodes(),
            time: watch.elapsed(),
            exact: found.depth >= plies,
        }
    }
}
