//! The playing engine: NegaScout with iterative deepening and a transposition table.
//!
//! A move that keeps the turn costs less depth than one that gives it away (an extension),
//! so that a line is rarely evaluated in the middle of someone's turn. Once a side has
//! more than half of the seeds the game is decided, and what follows is not searched.

use super::{
    evaluation::{CongklakEvaluation, outlook},
    places::{stores, successors},
};
use papan_congklak::{Congklak, Hole, MAX_HOLES, Position};
use papan_core::{Game, Seat};
use papan_search::{Bound, Found, Limits, Report, TranspositionTable, Value, Watch};

/// An engine with its transposition table. Equal positions and node limits give equal
/// answers, whatever was searched before.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::Game;
/// use papan_engines::congklak::Engine;
/// use papan_search::Limits;
///
/// let game = Congklak::default();
/// let mut engine = Engine::new(1);
/// let report = engine.think(&game, &game.start(), &Limits::nodes(10_000)).unwrap();
/// assert_eq!(report.best.column(), 0); // the only one that keeps the turn
/// ```
pub struct Engine {
    table: TranspositionTable<Hole>,
}

/// Added to the value of a decided game, beyond its margin in hundredths of a seed.
const DECIDED: i32 = 1_000_000;
const INFINITE: i32 = 100_000_000;
/// The depth that a move costs which gives the turn away: one ply, in quarters.
const ORDINARY: i32 = 4;
/// The depth that a move costs which keeps the turn.
const AGAIN: i32 = 1;
/// The node limit once the game is decided and only the margin is open.
const DECIDED_NODES: u64 = 10_000;
/// Deeper than any game.
const DEEPEST: i32 = 1_000;

impl Engine {
    /// An engine whose transposition table takes about `megabytes` MB.
    pub fn new(megabytes: usize) -> Engine {
        Engine {
            table: TranspositionTable::with_megabytes(megabytes),
        }
    }

    /// How many bytes its table takes.
    pub fn memory(&self) -> usize {
        self.table.memory()
    }

    /// The move for the seat to move; nothing when the game is over. The value is in
    /// hundredths of a seed, and beyond a million when the game is decided.
    pub fn think(
        &mut self,
        game: &Congklak,
        position: &Position,
        limits: &Limits,
    ) -> Option<Report<Hole>> {
        let mover = game.turn(position)?;
        self.table.clear();
        let sides = game.sides(position);
        let bytes = sides.iter().flat_map(|side| side.to_le_bytes());
        let total: i32 = bytes.map(i32::from).sum();
        let stores = stores(game, sides);
        let decided = stores.iter().any(|&stored| 2 * stored > total);
        let limits = match decided {
            true => limits.within(&Limits::nodes(DECIDED_NODES)),
            false => limits.clone(),
        };
        let mut search = Search {
            game,
            table: &mut self.table,
            watch: Watch::start(&limits),
            // In a decided game every seed still counts.
            enough: if decided { i32::MAX } else { total },
            cut_at_horizon: false,
            best: None,
        };
        let first = search.children(position, mover.index(), None);
        let mut report = Report::unsearched(first.iter().flatten().next()?.hole);
        let most = limits
            .depth
            .map_or(DEEPEST, |plies| plies as i32 * ORDINARY);
        let mut depth = ORDINARY.min(most);
        loop {
            search.cut_at_horizon = false;
            search.best = None;
            let value = search.value(position, mover.index(), depth, -INFINITE, INFINITE, true);
            let stopped = search.watch.is_over();
            if let Some((hole, worth)) = search.best {
                report.best = hole;
                report.value = Some(Value::points(if stopped { worth } else { value }));
            }
            if !stopped {
                report.depth = (depth / ORDINARY) as u32;
                report.exact = !search.cut_at_horizon && (decided || value.abs() < DECIDED);
            }
            if let Some(live) = search.watch.live() {
                let line = search.principal_variation(position, report.best);
                let value = report.value.map(|value| match value {
                    Value::Points(points) => Value::points(in_seeds(points.whole())),
                    share => share,
                });
                live.tell(game, position, &line, value, report.depth);
            }
            if stopped || !search.cut_at_horizon || depth >= most {
                break;
            }
            depth += ORDINARY;
        }
        report.nodes = search.watch.nodes();
        report.time = search.watch.elapsed();
        report.principal_variation = search.principal_variation(position, report.best);
        Some(report)
    }
}

/// A value of the engine in seeds, without what it adds to a decided game.
pub fn in_seeds(points: i32) -> i32 {
    let points = match points.abs() < DECIDED {
        true => points,
        false => points - points.signum() * DECIDED,
    };
    (f64::from(points) / f64::from(CongklakEvaluation::SEED)).round() as i32
}

struct Search<'a> {
    game: &'a Congklak,
    table: &'a mut TranspositionTable<Hole>,
    watch: Watch,
    /// Twice the seeds that one must have more of to have won.
    enough: i32,
    /// Whether an evaluation at the horizon took the place of the rest of a game.
    cut_at_horizon: bool,
    /// The best root move so far, at this depth.
    best: Option<(Hole, i32)>,
}

#[derive(Clone, Copy)]
struct Child {
    position: Position,
    hole: Hole,
    mover: usize,
    score: i32,
}

impl Search<'_> {
    /// The value of a position for `mover`, within the window from `low` to `high`.
    fn value(
        &mut self,
        position: &Position,
        mover: usize,
        depth: i32,
        low: i32,
        high: i32,
        root: bool,
    ) -> i32 {
        let stopped = self.watch.tick();
        let stored = stores(self.game, self.game.sides(position));
        let ahead = (stored[mover] - stored[1 - mover]) * 100;
        if self.game.turn(position).is_none() {
            return ahead + ahead.signum() * DECIDED;
        }
        if stored.iter().any(|&seeds| 2 * seeds > self.enough) {
            return ahead + ahead.signum() * DECIDED;
        }
        if stopped {
            return ahead;
        }
        if depth <= 0 {
            self.cut_at_horizon = true;
            return outlook(self.game, position, Seat::new(mover));
        }
        let (key, known) = self.table.find(self.game, position);
        if let Some(entry) = known
            && !root
            && (i32::from(entry.depth) >= depth || entry.solved)
            && entry.bound.decides(entry.value, low, high)
        {
            self.cut_at_horizon |= !entry.solved;
            return entry.value;
        }
        let cut_before = std::mem::replace(&mut self.cut_at_horizon, false);
        let mut children = self.children(position, mover, known.and_then(|entry| entry.best));
        children.sort_unstable_by_key(|child| child.map(|child| -child.score));
        let mut best = -INFINITE;
        let mut best_hole = None;
        for child in children.iter().flatten() {
            let floor = low.max(best);
            let value = if best_hole.is_none() {
                self.below(child, mover, depth, floor, high)
            } else {
                let scout = self.below(child, mover, depth, floor, floor + 1);
                if scout > floor && scout < high {
                    self.below(child, mover, depth, scout, high)
                } else {
                    scout
                }
            };
            if self.watch.is_over() {
                break;
            }
            if value > best {
                best = value;
                best_hole = Some(child.hole);
                if root {
                    self.best = Some((child.hole, value));
                }
            }
            if best >= high {
                break;
            }
        }
        if self.watch.is_over() {
            return best.max(-INFINITE + 1);
        }
        let found = Found {
            value: best,
            depth: depth as u32,
            bound: Bound::of(best, low, high),
            solved: !self.cut_at_horizon,
            best: best_hole,
        };
        self.table.store(key, found);
        self.cut_at_horizon |= cut_before;
        best
    }

    /// The value of a move for the one who plays it.
    #[inline]
    fn below(&mut self, child: &Child, mover: usize, depth: i32, low: i32, high: i32) -> i32 {
        if child.mover == mover {
            self.value(&child.position, mover, depth - AGAIN, low, high, false)
        } else {
            -self.value(
                &child.position,
                child.mover,
                depth - ORDINARY,
                -high,
                -low,
                false,
            )
        }
    }

    #[inline(always)]
    fn children(
        &self,
        position: &Position,
        mover: usize,
        best: Option<Hole>,
    ) -> [Option<Child>; MAX_HOLES as usize] {
        let mut children = [None; MAX_HOLES as usize];
        for successor in successors(self.game, position, mover) {
            let again = i32::from(successor.mover == mover);
            let remembered = i32::from(best == Some(successor.hole));
            let place = i32::from(successor.place);
            children[usize::from(successor.place)] = Some(Child {
                position: successor.position,
                hole: successor.hole,
                mover: successor.mover,
                score: 100_000 * remembered + 16 * (successor.ahead + 8 * again) + place,
            });
        }
        children
    }

    /// The principal variation by the table, beginning with `first`.
    fn principal_variation(&self, position: &Position, first: Hole) -> Vec<Hole> {
        let mut line = vec![first];
        let mut position = self.game.after(position, first);
        while let Some(mover) = self.game.turn(&position) {
            let (_, known) = self.table.find(self.game, &position);
            let filled = |hole: &Hole| self.game.seeds(&position, mover, hole.column()) > 0;
            let Some(hole) = known.and_then(|entry| entry.best).filter(filled) else {
                break;
            };
            if line.len() >= 200 {
                break;
            }
            line.push(hole);
            self.game.play(&mut position, hole);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::congklak::solve;
    use papan_core::{Notation, Random};
    use papan_search::{Points, margin};

    /// A position of a random game with at most `seeds` seeds in the holes.
    fn late(game: &Congklak, seeds: i32, random: &mut Random) -> Option<Position> {
        let mut position = game.start();
        let mut moves = Vec::new();
        let all: i32 = 2 * i32::from(game.rules().holes) * i32::from(game.rules().seeds);
        while game.turn(&position).is_some() {
            let scores = game.scores(&position);
            if all - scores[Seat::FIRST] - scores[Seat::SECOND] <= seeds {
                return Some(position);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
        None
    }

    /// The text of a position seen from the other side of the table.
    fn turned(text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let row = |text: &str| {
            let (holes, store) = text.split_once(':').unwrap();
            let holes: Vec<&str> = holes.split(',').rev().collect();
            format!("{}:{store}", holes.join(","))
        };
        let mover = if words[2] == "A" { "B" } else { "A" };
        format!("{} {} {mover}", row(words[1]), row(words[0]))
    }

    #[test]
    fn late_positions_are_played_perfectly() {
        let mut random = Random::new(11);
        let mut engine = Engine::new(1);
        let mut exact = 0;
        for item in 0..120 {
            let preset = ["congklak", "congklak-paper", "kalah"][item % 3];
            let game = Congklak::named(preset).unwrap();
            let Some(position) = late(&game, 9, &mut random) else {
                continue;
            };
            let report = engine.think(&game, &position, &Limits::NONE).unwrap();
            let best = solve(&game, &position, &Limits::NONE, &mut |_| ()).unwrap();
            let (Some(Value::Points(found)), Some(Value::Points(expected))) =
                (report.value, best.value)
            else {
                panic!("no value");
            };
            let [found, expected] = [found, expected].map(Points::whole);
            assert_eq!(found.signum(), expected.signum(), "{position:?}");
            if report.exact {
                exact += 1;
                let decided = found.signum() * DECIDED;
                assert_eq!(found - decided, 100 * expected, "{position:?}");
            }
        }
        assert!(exact > 20, "{exact}");
    }

    #[test]
    fn equal_nodes_give_equal_moves_and_any_number_gives_a_legal_one() {
        let mut random = Random::new(2);
        let (mut one, mut other) = (Engine::new(1), Engine::new(1));
        for nodes in 0..200 {
            let game = Congklak::named(["congklak", "kalah"][nodes % 2]).unwrap();
            let Some(position) = late(&game, 40, &mut random) else {
                continue;
            };
            let limits = Limits::nodes(7 * nodes as u64);
            let report = one.think(&game, &position, &limits).unwrap();
            let legal = game.legal_moves(&position);
            assert!(legal.contains(&report.best));
            assert_eq!(report.principal_variation.first(), Some(&report.best));
            // What was searched before makes no difference.
            if nodes % 3 == 0 {
                other.think(&game, &game.start(), &Limits::nodes(500));
            }
            let again = other.think(&game, &position, &limits).unwrap();
            assert_eq!((again.best, again.nodes), (report.best, report.nodes));
        }
    }

    #[test]
    fn both_seats_see_the_same() {
        let game = Congklak::default();
        let mut random = Random::new(4);
        let mut engine = Engine::new(1);
        for _ in 0..50 {
            let Some(position) = late(&game, 30, &mut random) else {
                continue;
            };
            let mover = game.turn(&position).unwrap();
            let turned = game
                .parse_position(&turned(&game.position_text(&position)))
                .unwrap();
            assert_eq!(
                margin(&game, &turned, mover.next(2)),
                margin(&game, &position, mover)
            );
            let limits = Limits::depth(3);
            let here = engine.think(&game, &position, &limits).unwrap();
            let there = engine.think(&game, &turned, &limits).unwrap();
            assert_eq!(there.value, here.value);
            assert_eq!(there.best.column(), 6 - here.best.column());
        }
    }
}
