//! Exact values: by how many seeds a perfect game ends.
//!
//! What the rest of a game brings depends on the holes alone, so the solver looks for the
//! gain: how many seeds the seat to move will store from here on, less those of the other
//! one. Positions that differ in their stores, or in the seat to move and the side they are
//! seen from, share an entry of the table. All seeds end in a store, so the gain is at most
//! the seeds in the holes, and even when they are.
//!
//! The search asks whether the gain is at least some bound, which a null window answers
//! fastest, and closes in on the value from both sides.

use super::{
    first_turn::seeds_that_stay,
    places::{ahead, hole_at, seeds_in_holes, stores, successors},
    table::{Bounds, NO_PLACE, TranspositionTable},
};
use papan_congklak::{Capture, Congklak, Hole, MAX_HOLES, Position, Relay};
use papan_core::{Game, Seat, key};
use papan_search::{Limits, Report, Value, Watch, margin};
use thiserror::Error;

/// Why there is no exact value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsolved {
    /// Nobody is to move.
    #[error("the game is over")]
    Over,
    /// It would take about two to this power of positions.
    #[error(
        "out of reach: about 10^{} positions, judged by the seeds in the holes", power_of_ten(*.power)
    )]
    TooLarge {
        /// The logarithm to base two.
        power: u32,
    },
    /// The search was stopped.
    #[error(
        "stopped after {positions} positions: the margin is from {} to {}", .margin[0], .margin[1]
    )]
    Stopped {
        /// What is proven of the margin of the seat to move: at least and at most.
        margin: [i32; 2],
        /// The positions searched.
        positions: u64,
    },
}

/// A power of two as a power of ten.
fn power_of_ten(power: u32) -> u64 {
    // The logarithm of 2 to base ten.
    u64::from(power) * 30_103 / 100_000
}

/// The final margin of the seat to move when both sides play perfectly, with a line of such
/// play. What would take far too long, judged by [`log2_nodes`], is not begun without a time
/// limit.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::Game;
/// use papan_engines::congklak::solve;
/// use papan_search::{Limits, Value};
///
/// let game = Congklak::named("kalah:holes=4,seeds=3").unwrap();
/// let report = solve(&game, &game.start(), &Limits::NONE, &mut |_| ()).unwrap();
/// assert_eq!((report.value, report.exact), (Some(Value::points(6)), true));
/// ```
pub fn solve(
    game: &Congklak,
    position: &Position,
    limits: &Limits,
    progress: &mut dyn FnMut(String),
) -> Result<Report<Hole>, Unsolved> {
    let power = log2_nodes(game, position);
    // Who sets a time limit wants it tried for so long.
    if limits.time.is_none() && power > reach(limits) {
        return Err(Unsolved::TooLarge { power });
    }
    solve_by_null_windows(game, position, limits, progress)
}

/// The same, however long it takes.
fn solve_by_null_windows(
    game: &Congklak,
    position: &Position,
    limits: &Limits,
    progress: &mut dyn FnMut(String),
) -> Result<Report<Hole>, Unsolved> {
    let mover = game.turn(position).ok_or(Unsolved::Over)?;
    let mut solver = Solver::new(game, position, limits);
    let now = margin(game, position, mover);
    let (mut low, mut high) = (-solver.left, most_gain(game, position));
    // The nearest to even first, then step by step towards the value.
    let mut bound = solver.left % 2;
    while low < high {
        bound = bound.clamp(low + 2, high);
        let Some(found) = solver.at_least(position, mover.index(), bound) else {
            return Err(Unsolved::Stopped {
                margin: [now + low, now + high],
                positions: solver.watch.nodes(),
            });
        };
        if found {
            low = bound;
            bound += 2;
        } else {
            high = bound - 2;
            bound -= 2;
        }
        progress(format!(
            "the margin is from {} to {} after {} positions",
            now + low,
            now + high,
            solver.watch.nodes()
        ));
    }
    let line = solver.principal_variation(position, mover.index(), low);
    Ok(Report {
        best: *line.first().ok_or(Unsolved::Over)?,
        value: Some(Value::points(now + low)),
        depth: line.len() as u32,
        principal_variation: line,
        nodes: solver.watch.nodes(),
        time: solver.watch.elapsed(),
        exact: true,
    })
}

/// The most that the seat to move can gain, without search. Where relays have no end and
/// the own seed is always captured, every move stores a seed: the last one falls into the
/// own store, is captured, or has passed the own store on its way to the other side. So
/// when some seeds of the other side are sure to outlive this turn, the other side stores
/// one of them.
fn most_gain(game: &Congklak, position: &Position) -> i32 {
    let left = seeds_in_holes(game, position);
    let every_move_stores =
        game.rules().relay == Relay::Unlimited && game.rules().capture == Capture::Own;
    match every_move_stores && seeds_that_stay(game, position) > 0 {
        true => left - 2,
        false => left,
    }
}

/// The power of two of the positions that a search without limits may take: hours.
const REACH: u32 = 34;
/// How far the estimate may be wrong, as a power of two.
const SLACK: u32 = 3;

fn reach(limits: &Limits) -> u32 {
    let nodes = limits.nodes.map(|nodes| nodes.max(1).ilog2() + 1);
    nodes.into_iter().fold(REACH, u32::min) + SLACK
}

/// The positions that a solution would take, roughly, as a power of two. The cost grows with
/// the seeds in the holes: kalah took 2^14, 2^18, 2^21, 2^22 and 2^28 positions from the
/// starts with 24, 32, 36, 40 and 48 seeds. With relays, which decide games early, it was
/// 2^12, 2^13, 2^17, 2^17, 2^23 and 2^23 for 40, 50, 48, 60, 72 and 98.
pub fn log2_nodes(game: &Congklak, position: &Position) -> u32 {
    let left = seeds_in_holes(game, position);
    let percent = match game.rules().relay {
        Relay::AtMost(0) => 58,
        _ if most_gain(game, position) < left => 28,
        _ => 36,
    };
    left as u32 * percent / 100
}

struct Solver<'a> {
    game: &'a Congklak,
    table: TranspositionTable,
    watch: Watch,
    /// All seeds, stores included.
    total: i32,
    /// Seeds in the holes at the beginning.
    left: i32,
    /// Where in a side the store is.
    store: u32,
    /// All bits of the holes of a side.
    holes: u128,
}

#[derive(Clone, Copy)]
struct Child {
    position: Position,
    mover: usize,
    place: u8,
    /// What the one who plays it gains by the move itself.
    now: i32,
    /// For move ordering: higher is sooner.
    score: i32,
    key: u64,
}

impl<'a> Solver<'a> {
    fn new(game: &'a Congklak, position: &Position, limits: &Limits) -> Solver<'a> {
        let store = 8 * u32::from(game.rules().holes);
        let left = seeds_in_holes(game, position);
        let [first, second] = stores(game, game.sides(position));
        let bytes = match left {
            ..9 => 1 << 12,
            9..17 => 1 << 18,
            17..25 => 1 << 22,
            25..37 => 1 << 25,
            _ => 1 << 28,
        };
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        Solver {
            game,
            table: TranspositionTable::new(nodes.saturating_mul(32).min(bytes) as usize),
            watch: Watch::start(limits),
            total: left + first + second,
            left,
            store,
            holes: (1 << store) - 1,
        }
    }

    #[inline(always)]
    fn key(&self, sides: [u128; 2], mover: usize) -> u64 {
        let [own, other] = [sides[mover] & self.holes, sides[1 - mover] & self.holes];
        let key = key::mix(own as u64, other as u64);
        if self.store > 64 {
            key::mix(key, ((own >> 64) | ((other >> 64) << 32)) as u64)
        } else {
            key
        }
    }

    /// Whether the seat to move can gain at least `bound`. Nothing when stopped.
    fn at_least(&mut self, position: &Position, mover: usize, bound: i32) -> Option<bool> {
        if self.watch.tick() {
            return None;
        }
        let begin = self.watch.nodes();
        let key = self.key(self.game.sides(position), mover);
        let known = self.table.get(key);
        let raised = |best| Bounds {
            low: bound as i16,
            best,
            ..known
        };
        let mut children = self.children(position, mover, known.best);
        // Often a move is good enough by itself or by what is known of it.
        for child in &mut children {
            let Some(Child { place, now, .. }) = *child else {
                continue;
            };
            let [least, most] = self.bounds(child.as_ref()?, mover);
            if now + least >= bound {
                self.table.put(key, raised(place), 1);
                return Some(true);
            }
            if now + most < bound {
                *child = None;
            }
        }
        children.sort_unstable_by_key(|child| child.map(|child| -child.score));
        for child in children.iter().flatten() {
            if self.reaches(child, mover, bound)? {
                let work = self.watch.nodes() - begin;
                self.table.put(key, raised(child.place), work);
                return Some(true);
            }
        }
        let lowered = Bounds {
            high: (bound - 1) as i16,
            ..known
        };
        let work = self.watch.nodes() - begin;
        self.table.put(key, lowered, work);
        Some(false)
    }

    /// Whether a move gains the one who plays it at least `bound`. Nothing when stopped.
    fn reaches(&mut self, child: &Child, mover: usize, bound: i32) -> Option<bool> {
        if child.mover == mover {
            self.at_least(&child.position, mover, bound - child.now)
        } else {
            let not_more = self.at_least(&child.position, child.mover, child.now - bound + 1)?;
            Some(!not_more)
        }
    }

    /// What is known of the gain after a move, for the one who plays it.
    #[inline(always)]
    fn bounds(&self, child: &Child, mover: usize) -> [i32; 2] {
        let [first, second] = stores(self.game, self.game.sides(&child.position));
        let left = self.total - first - second;
        let Bounds { low, high, .. } = self.table.get(child.key);
        let [low, high] = match child.mover == mover {
            true => [i32::from(low), i32::from(high)],
            false => [-i32::from(high), -i32::from(low)],
        };
        [low.max(-left), high.min(left)]
    }

    #[inline(always)]
    fn children(
        &self,
        position: &Position,
        mover: usize,
        best: u8,
    ) -> [Option<Child>; MAX_HOLES as usize] {
        let before = ahead(self.game, self.game.sides(position), mover);
        let mut children = [None; MAX_HOLES as usize];
        for successor in successors(self.game, position, mover) {
            let now = successor.ahead - before;
            let again = i32::from(successor.mover == mover);
            let remembered = i32::from(successor.place == best);
            let place = i32::from(successor.place);
            children[usize::from(successor.place)] = Some(Child {
                position: successor.position,
                mover: successor.mover,
                place: successor.place,
                now,
                score: 10_000 * remembered + 1_000 * again + 16 * now + place,
                key: self.key(self.game.sides(&successor.position), successor.mover),
            });
        }
        children
    }

    /// The principal variation from a position whose gain is known. It may be short when the
    /// search is stopped.
    fn principal_variation(&mut self, position: &Position, mover: usize, gain: i32) -> Vec<Hole> {
        let mut line = Vec::new();
        let (mut position, mut mover, mut gain) = (*position, mover, gain);
        while self.game.turn(&position).is_some() {
            let mut children = self.children(&position, mover, NO_PLACE);
            let known = self.table.get(self.key(self.game.sides(&position), mover));
            children.sort_unstable_by_key(|child| child.map(|child| child.place != known.best));
            let reached = children.iter().flatten().find(|child| {
                let [least, most] = self.bounds(child, mover);
                child.now + least >= gain
                    || child.now + most >= gain && self.reaches(child, mover, gain) == Some(true)
            });
            let Some(child) = reached else {
                break;
            };
            line.push(hole_at(self.game, Seat::new(mover), child.place));
            let rest = gain - child.now;
            gain = if child.mover == mover { rest } else { -rest };
            (position, mover) = (child.position, child.mover);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Random;

    fn value(game: &Congklak, position: &Position) -> i32 {
        let report = solve(game, position, &Limits::NONE, &mut |_| ()).unwrap();
        let mover = game.turn(position).unwrap();
        // The line leads to the end, and to the value.
        let mut end = *position;
        for &hole in &report.principal_variation {
            game.play(&mut end, hole);
        }
        assert_eq!(game.turn(&end), None);
        let value = margin(game, &end, mover);
        assert_eq!(report.value, Some(Value::points(value)));
        value
    }

    /// The margin for the seat that `position` is seen by, without any trick.
    fn brute_force(game: &Congklak, position: &Position, seat: Seat) -> i32 {
        let Some(mover) = game.turn(position) else {
            return margin(game, position, seat);
        };
        let moves = game.legal_moves(position);
        let after = |hole| {
            let child = game.after(position, hole);
            brute_force(game, &child, seat)
        };
        let values = moves.into_iter().map(after);
        let best = if mover == seat {
            values.max()
        } else {
            values.min()
        };
        best.unwrap()
    }

    #[test]
    fn small_boards_agree_with_brute_force_from_both_seats() {
        let mut random = Random::new(3);
        let mut compared = 0;
        for item in 0..600 {
            let preset = ["congklak", "congklak-paper", "kalah"][item % 3];
            let (holes, seeds) = (2 + random.below(3), 1 + random.below(3));
            let end = ["mover", "pass", "either"][random.below(3)];
            let name = format!("{preset}:holes={holes},seeds={seeds},end={end}");
            let game = Congklak::named(&name).unwrap();
            let mut position = game.start();
            let mut moves = Vec::new();
            while let Some(mover) = game.turn(&position) {
                if seeds_in_holes(&game, &position) <= 8 {
                    let expected = brute_force(&game, &position, mover);
                    assert_eq!(value(&game, &position), expected, "{name} {position:?}");
                    compared += 1;
                    break;
                }
                moves.clear();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[random.below(moves.len())]);
            }
        }
        assert!(compared > 400);
    }

    #[test]
    fn kalah_has_its_published_values() {
        let margins = |holes: usize, capture: &str| {
            [1, 2, 3, 4].map(|seeds| {
                let name = format!("kalah:holes={holes},seeds={seeds},capture={capture}");
                let game = Congklak::named(&name).unwrap();
                value(&game, &game.start())
            })
        };
        assert_eq!(margins(2, "opposite"), [2, -2, -2, -10]);
        assert_eq!(margins(2, "own"), [2, -2, -2, -12]);
        assert_eq!(margins(3, "opposite"), [0, 4, 2, 2]);
        assert_eq!(margins(4, "opposite"), [2, 6, 6, 2]);
        assert_eq!(margins(4, "own"), [2, 6, 8, 2]);
    }

    #[test]
    fn congklak_is_solved_on_small_boards() {
        for (holes, seeds, expected) in [(4, 4, 30), (5, 4, 36), (5, 5, 48), (6, 4, 44)] {
            let game = Congklak::named(&format!("congklak:holes={holes},seeds={seeds}")).unwrap();
            assert_eq!(value(&game, &game.start()), expected);
        }
    }

    #[test]
    fn large_boards_are_refused_and_stopped_searches_say_what_is_proven() {
        let game = Congklak::named("kalah:seeds=6").unwrap();
        let refused = solve(&game, &game.start(), &Limits::NONE, &mut |_| ());
        assert_eq!(refused, Err(Unsolved::TooLarge { power: 41 }));
        let text = refused.unwrap_err().to_string();
        assert!(text.starts_with("out of reach: about 10^12 positions"));
        let game = Congklak::named("kalah:seeds=3").unwrap();
        let stopped =
            solve_by_null_windows(&game, &game.start(), &Limits::nodes(1_000), &mut |_| ());
        let Err(Unsolved::Stopped { margin, positions }) = stopped else {
            panic!("{stopped:?}");
        };
        assert!(margin[0] <= 2 && 2 <= margin[1] && positions == 1_000);
    }
}
