//! What all searches for two seats have in common.

use super::compiled::Look;
use crate::{
    Evaluation, INFINITY, Limits, Observer, Order, TranspositionTable, Watch,
    observer::Visit,
    table::{Bound, Found},
};
use papan_core::{Game, Seat};

/// The state of a running search.
pub(super) struct Frame<'a, G: Game, E, O, W> {
    pub(super) game: &'a G,
    pub(super) evaluation: &'a E,
    pub(super) order: &'a O,
    pub(super) table: Option<&'a mut TranspositionTable<G::Move>>,
    pub(super) observer: &'a mut W,
    pub(super) watch: Watch,
    /// One growing list of moves; every position has the end of it to itself.
    pub(super) moves: Vec<G::Move>,
    /// The promise of each of them, where they are sorted.
    promises: Vec<i32>,
    /// The best line from the position with so many plies to go.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Moves that were too good lately, by plies to go.
    killers: Vec<[Option<G::Move>; 2]>,
    /// Whether a line was broken off before the end of the game.
    pub(super) broken_off: bool,
}

/// What the table said about a position.
pub(super) struct Known<M> {
    key: u64,
    /// The best move when it was looked at last.
    pub(super) best: Option<M>,
    /// Its value, when that decides.
    pub(super) value: Option<i32>,
}

/// What became of a move.
pub(super) enum Child<P> {
    /// The search ends here, with this value for the mover.
    Leaf(i32),
    /// This seat is to move.
    Inner(P, Seat),
}

impl<'a, G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Frame<'a, G, E, O, W> {
    pub(super) fn new(
        game: &'a G,
        evaluation: &'a E,
        order: &'a O,
        table: Option<&'a mut TranspositionTable<G::Move>>,
        observer: &'a mut W,
        limits: &Limits,
    ) -> Self {
        Frame {
            game,
            evaluation,
            order,
            table,
            observer,
            watch: Watch::start(limits),
            moves: Vec::new(),
            promises: Vec::new(),
            lines: Vec::new(),
            killers: Vec::new(),
            broken_off: false,
        }
    }

    /// Makes room for a search of so many plies.
    pub(super) fn prepare(&mut self, depth: u32) {
        self.lines.resize(depth as usize + 1, Vec::new());
        self.killers.resize(depth as usize + 1, [None; 2]);
        self.broken_off = false;
    }

    /// Plays a move. The last ply is judged at once: a call for each leaf would cost more
    /// than the judgement.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        look: &Look<'_, G::Position>,
        played: G::Move,
    ) -> Child<G::Position> {
        let mut child = *look.position;
        self.game.play(&mut child, played);
        match self.game.turn(&child) {
            None => {
                // What was the best line below a sibling does not follow this move.
                self.clear_line(look.depth - 1);
                Child::Leaf(self.evaluation.finished(self.game, &child, look.mover))
            }
            Some(_) if look.depth == 1 => {
                self.broken_off = true;
                Child::Leaf(self.evaluation.value(self.game, &child, look.mover))
            }
            Some(next) => Child::Inner(child, next),
        }
    }

    /// The last ply of alpha-beta: the same as any other, without anything that only inner
    /// positions need. Most nodes of a search are looked at here. `None` when someone
    /// watches, or when the search may have to end within it.
    #[inline(always)]
    pub(super) fn last_ply(&mut self, look: &Look<'_, G::Position>) -> Option<i32> {
        if W::WATCHES || look.depth > 1 {
            return None;
        }
        let begin = self.list(look.position);
        let end = self.moves.len();
        if !self.watch.has_room((end - begin) as u64) {
            self.moves.truncate(begin);
            return None;
        }
        let (game, evaluation) = (self.game, self.evaluation);
        let (mut best, mut best_index, mut broken_off, mut looked) = (-INFINITY, begin, false, 0);
        for (index, &played) in self.moves[begin..end].iter().enumerate() {
            looked += 1;
            let (value, over) = evaluation.after(game, look.position, played, look.mover);
            broken_off |= !over;
            if value > best {
                (best, best_index) = (value, begin + index);
                if value >= look.beta {
                    break;
                }
            }
        }
        self.watch.add(looked);
        self.broken_off |= broken_off;
        let line = &mut self.lines[1];
        line.clear();
        if best > look.alpha {
            line.push(self.moves[best_index]);
        }
        self.moves.truncate(begin);
        Some(best)
    }

    /// Tells the observer where the search goes.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        look: &Look<'_, G::Position>,
        played: G::Move,
        child: &Child<G::Position>,
        window: (i32, i32),
        again: bool,
    ) {
        self.observer.enter(Visit {
            played,
            mover: look.mover,
            next: match child {
                Child::Leaf(_) => None,
                Child::Inner(_, next) => Some(*next),
            },
            depth: look.depth - 1,
            alpha: window.0,
            beta: window.1,
            again,
        });
    }

    /// Lists the moves of a position and returns where they begin.
    #[inline(always)]
    pub(super) fn list(&mut self, position: &G::Position) -> usize {
        let begin = self.moves.len();
        self.game.moves(position, &mut self.moves);
        begin
    }

    /// Lists the moves with a promise for each: the table's first, then those that were
    /// too good beside here. The last ply is not worth sorting.
    #[inline(always)]
    pub(super) fn list_sorted(
        &mut self,
        look: &Look<'_, G::Position>,
        first: Option<G::Move>,
    ) -> usize {
        let begin = self.list(look.position);
        if O::SORTS && look.depth > 1 {
            self.promises.truncate(begin);
            self.promises.resize(begin, 0);
            let killers = self.killers[look.depth as usize];
            for &played in &self.moves[begin..] {
                let promise = match Some(played) {
                    same if same == first => i32::MAX,
                    same if same == killers[0] => i32::MAX - 1,
                    same if same == killers[1] => i32::MAX - 2,
                    _ => self.order.promise(self.game, look.position, played),
                };
                self.promises.push(promise);
            }
        } else if let Some(first) = first {
            // The others keep their order.
            let rest = &mut self.moves[begin..];
            if let Some(index) = rest.iter().position(|&played| played == first) {
                rest[..=index].rotate_right(1);
            }
        }
        begin
    }

    /// The move number `index` of the stack; the most promising of those from there on.
    #[inline(always)]
    pub(super) fn pick(&mut self, look: &Look<'_, G::Position>, index: usize) -> G::Move {
        if O::SORTS && look.depth > 1 {
            let rest = &self.promises[index..self.moves.len()];
            let mut best = 0;
            for (place, promise) in rest.iter().enumerate() {
                if *promise > rest[best] {
                    best = place;
                }
            }
            self.promises.swap(index, index + best);
            self.moves.swap(index, index + best);
        }
        self.moves[index]
    }

    /// Notes a move that refuted the one before it.
    #[inline(always)]
    pub(super) fn note_killer(&mut self, depth: u32, played: G::Move) {
        let killers = &mut self.killers[depth as usize];
        if O::SORTS && killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
    }

    /// Notes the best line so far: this move and what follows it.
    #[inline(always)]
    pub(super) fn note_line(&mut self, depth: u32, played: G::Move) {
        let (shorter, longer) = self.lines.split_at_mut(depth as usize);
        let line = &mut longer[0];
        line.clear();
        line.push(played);
        if depth > 1 {
            line.extend_from_slice(&shorter[depth as usize - 1]);
        }
    }

    /// A position without moves of its own ends the line above it.
    #[inline(always)]
    pub(super) fn clear_line(&mut self, depth: u32) {
        self.lines[depth as usize].clear();
    }

    /// Asks the table.
    #[inline(always)]
    pub(super) fn probe(&mut self, look: &Look<'_, G::Position>) -> Known<G::Move> {
        let mut known = Known {
            key: 0,
            best: None,
            value: None,
        };
        // The last ply is not worth a place, and whether `last_ply` does it depends on the
        // clock: what is remembered must not.
        let Some(table) = self.table.as_ref().filter(|_| look.depth > 1) else {
            return known;
        };
        let (key, entry) = table.find(self.game, look.position);
        known.key = key;
        let Some(entry) = entry else {
            return known;
        };
        known.best = entry.best;
        let depth = u32::from(entry.depth);
        // A hit from another depth would make the value depend on what was searched before.
        if depth == look.depth || (entry.solved && depth <= look.depth) {
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= look.beta,
                Bound::Upper => entry.value <= look.alpha,
            };
            if decides {
                known.value = Some(entry.value);
                self.broken_off |= !entry.solved;
                self.clear_line(look.depth);
                if let Some(best) = entry.best {
                    self.lines[look.depth as usize].push(best);
                }
                self.observer.known();
            }
        }
        known
    }

    /// Tells the table.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        look: &Look<'_, G::Position>,
        known: &Known<G::Move>,
        value: i32,
        best: Option<G::Move>,
    ) {
        let Some(table) = self.table.as_mut().filter(|_| look.depth > 1) else {
            return;
        };
        let bound = match value {
            _ if value >= look.beta => Bound::Lower,
            _ if value <= look.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        table.store(
            known.key,
            Found {
                value,
                depth: look.depth,
                bound,
                solved: !self.broken_off,
                best,
            },
        );
    }
}
