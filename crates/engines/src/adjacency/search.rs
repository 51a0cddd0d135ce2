//! The search: iterative deepening, principal variation search with null windows, a
//! transposition table, the history heuristic and late move reductions.

use super::{
    node::{Node, UNIT},
    planes::mirrored_square,
    table::{Entry, TranspositionTable},
};
#[cfg(target_arch = "x86_64")]
use papan_core::machine::Vectors;
use papan_core::{Random, bits};
use papan_search::{Bound, Watch};

/// Above every value.
const INFINITE: i32 = 30_000;

/// A move with its score for move ordering, packed so that it sorts by the score.
type Ranked = i32;

/// Packs a score and a square into one number.
#[inline(always)]
fn ranked(score: i32, square: u32) -> Ranked {
    score << 6 | square as i32
}

#[inline(always)]
fn square_of(ranked: Ranked) -> u32 {
    (ranked & 63) as u32
}

/// The result of a search.
pub(super) struct SearchResult {
    pub(super) best: u32,
    pub(super) value: i32,
    pub(super) depth: u32,
}

/// The state of a running search.
pub(super) struct Search<'a> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) watch: &'a mut Watch,
    /// The history heuristic: how often a quiet move to a square caused a cutoff.
    history: [i32; 64],
    /// Whether a position and its reflection share a table entry.
    reflect: bool,
    /// Whether late quiet moves are searched with reduced depth first.
    selective: bool,
    /// Whether iterative deepening goes from the first few depths straight to the last:
    /// with the depths between it takes ten times as long.
    pub(super) skip_to_last_depth: bool,
}

/// The depth after which the search goes straight to the last one.
const SKIP_FROM: u32 = 6;

/// The code of the search, compiled for an instruction set.
trait InstructionSet: Copy {
    fn value<T: Node>(self, search: &mut Search, node: T, depth: u32, low: i32, high: i32) -> i32;
}

#[derive(Clone, Copy)]
struct Portable;

impl InstructionSet for Portable {
    fn value<T: Node>(self, search: &mut Search, node: T, depth: u32, low: i32, high: i32) -> i32 {
        node_value(self, search, node, depth, low, high)
    }
}

#[cfg(target_arch = "x86_64")]
impl InstructionSet for Vectors {
    #[inline(always)]
    fn value<T: Node>(self, search: &mut Search, node: T, depth: u32, low: i32, high: i32) -> i32 {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<T: Node>(
            machine: Vectors,
            search: &mut Search,
            node: T,
            depth: u32,
            low: i32,
            high: i32,
        ) -> i32 {
            node_value(machine, search, node, depth, low, high)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { compiled(self, search, node, depth, low, high) }
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a mut TranspositionTable,
        watch: &'a mut Watch,
        reflect: bool,
        selective: bool,
    ) -> Search<'a> {
        table.forget();
        Search {
            table,
            watch,
            history: [0; 64],
            reflect,
            selective,
            skip_to_last_depth: false,
        }
    }

    /// Iterative deepening, to at most `most` plies, until a limit is reached. Ties are
    /// broken at random. `progress` is called after every depth.
    pub(super) fn deepen<T: Node>(
        &mut self,
        node: T,
        most: u32,
        random: &mut Random,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Vectors::detect() {
            return self.deepen_on(machine, node, most, random, progress);
        }
        self.deepen_on(Portable, node, most, random, progress)
    }

    /// The same with the portable code.
    #[cfg(test)]
    pub(super) fn deepen_portably<T: Node>(
        &mut self,
        node: T,
        most: u32,
        random: &mut Random,
    ) -> SearchResult {
        self.deepen_on(Portable, node, most, random, &mut |_| {})
    }

    fn deepen_on<T: Node, M: InstructionSet>(
        &mut self,
        machine: M,
        node: T,
        most: u32,
        random: &mut Random,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let hints = node.hints();
        let mut moves: Vec<u32> = bits::ones(node.empty()).collect();
        for index in (1..moves.len()).rev() {
            moves.swap(index, random.below(index + 1));
        }
        moves.sort_by_key(|&square| -node.score(&hints, square));
        let mut found = SearchResult {
            best: moves[0],
            value: 0,
            depth: 0,
        };
        let plies = node.plies();
        let most = most.min(plies);
        let mut depth = 0;
        while depth < most {
            depth = match self.skip_to_last_depth && depth >= SKIP_FROM {
                true => most,
                false => depth + 1,
            };
            let value = self.root(machine, node, &mut moves, depth);
            // The best move of the last depth was searched first, so that another one which
            // came to the front before the search was stopped is really better.
            found.best = moves[0];
            let Some(value) = value else {
                break;
            };
            found.value = value;
            found.depth = depth;
            progress(&found);
        }
        found
    }

    /// The value of the root; the best move comes to the front of the list. `None` when the
    /// search was stopped; then the front is the best of the moves searched, the best of the
    /// last depth among them.
    fn root<T: Node, M: InstructionSet>(
        &mut self,
        machine: M,
        node: T,
        moves: &mut [u32],
        depth: u32,
    ) -> Option<i32> {
        let hints = node.hints();
        let (mut low, high) = (-INFINITE, INFINITE);
        let mut best = -INFINITE;
        for index in 0..moves.len() {
            let child = node.play(&hints, moves[index]);
            let mut value;
            if index == 0 {
                value = -machine.value(self, child, depth - 1, -high, -low);
            } else {
                value = -machine.value(self, child, depth - 1, -low - 1, -low);
                if value > low && !self.watch.is_over() {
                    value = -machine.value(self, child, depth - 1, -high, -low);
                }
            }
            if self.watch.is_over() {
                return None;
            }
            if value > best {
                best = value;
                moves[..=index].rotate_right(1);
            }
            low = low.max(value);
        }
        Some(best)
    }

    /// The principal variation, as far as the table has it.
    pub(super) fn principal_variation<T: Node>(&self, node: T, first: u32, depth: u32) -> Vec<u32> {
        let mut line = vec![first];
        let mut node = node.play(&node.hints(), first);
        while (line.len() as u32) < depth && node.plies() > 0 {
            let (key, reflected) = node.key(self.reflect);
            let Some(entry) = self.table.get(key) else {
                break;
            };
            let square = match reflected {
                true => mirrored_square(entry.best),
                false => entry.best,
            };
            let deep = entry.depth + line.len() as u32 == depth;
            let known = deep && entry.bound == Bound::Exact;
            if !known || node.empty() >> square & 1 == 0 {
                break;
            }
            line.push(square);
            node = node.play(&node.hints(), square);
        }
        line
    }
}

/// The value of a node for its mover at `depth`. It is exact between `low` and `high`, else
/// a bound; it means nothing once the search is stopped.
#[inline(always)]
fn node_value<T: Node, M: InstructionSet>(
    machine: M,
    search: &mut Search,
    node: T,
    depth: u32,
    mut low: i32,
    high: i32,
) -> i32 {
    if search.watch.tick() {
        return 0;
    }
    let plies = node.plies();
    let depth = depth.min(plies);
    match depth {
        0 if plies == 0 => return node.result(),
        0 => return node.evaluate(),
        1 if plies == 1 || T::MARKS => return node.last(),
        2 if plies == 2 || T::MARKS => {
            if let Some(value) = node.last_two(low) {
                return value;
            }
        }
        _ => {}
    }
    let hints = node.hints();
    if depth == 1 {
        return at_the_horizon(search, node, &hints, high);
    }
    let bound = node.upper_bound(depth);
    if bound <= low {
        return bound;
    }
    let settled = node.settled();
    let uses_table = depth >= T::TABLE_DEPTH;
    let (key, reflected) = node.key(search.reflect);
    let mut first = 64;
    if let Some(entry) = uses_table.then(|| search.table.get(key)).flatten() {
        let value = entry.value + settled;
        if entry.depth == depth && entry.bound.decides(value, low, high) {
            return value;
        }
        first = match reflected {
            true => mirrored_square(entry.best),
            false => entry.best,
        };
    }
    let mut moves = [0 as Ranked; 64];
    let mut count = 0;
    for square in bits::ones(node.empty()) {
        let score = match square == first {
            true => 1 << 20,
            false => (node.score(&hints, square) << 12) + search.history[square as usize],
        };
        moves[count] = ranked(score, square);
        count += 1;
    }
    let from = low;
    let selective = search.selective && depth >= 3 && depth < plies;
    let mut best = -INFINITE;
    let mut best_square = 0;
    for index in 0..count {
        // The next best of the rest: a cutoff comes early, so sorting all would be too much.
        let mut next = index;
        for other in index + 1..count {
            if moves[other] > moves[next] {
                next = other;
            }
        }
        moves.swap(index, next);
        let square = square_of(moves[index]);
        let child = node.play(&hints, square);
        let mut value;
        if index == 0 {
            value = -machine.value(search, child, depth - 1, -high, -low);
        } else {
            let quiet = moves[index] < 0;
            let reduction = match selective && quiet && index >= 3 {
                true => 1 + u32::from(index >= 12 && depth >= 4),
                false => 0,
            };
            value = -machine.value(search, child, depth - 1 - reduction, -low - 1, -low);
            if value > low && reduction > 0 {
                value = -machine.value(search, child, depth - 1, -low - 1, -low);
            }
            if value > low && value < high {
                value = -machine.value(search, child, depth - 1, -high, -low);
            }
        }
        if search.watch.is_over() {
            return 0;
        }
        if value > best {
            best = value;
            best_square = square;
            if value > low {
                low = value;
                if value >= high {
                    if moves[index] < 0 {
                        let history = &mut search.history[square as usize];
                        *history = (*history + (depth * depth) as i32).min(4_000);
                    }
                    break;
                }
            }
        }
    }
    if !uses_table {
        return best;
    }
    search.table.put(
        key,
        Entry {
            value: best - settled,
            bound: Bound::of(best, from, high),
            depth,
            best: match reflected {
                true => mirrored_square(best_square),
                false => best_square,
            },
        },
    );
    best
}

/// The best evaluation one ply ahead.
#[inline(always)]
fn at_the_horizon<T: Node>(search: &mut Search, node: T, hints: &T::Hints, high: i32) -> i32 {
    let mut best = -INFINITE;
    for square in bits::ones(node.empty()) {
        search.watch.tick();
        best = best.max(-node.play(hints, square).evaluate());
        if best >= high {
            break;
        }
    }
    best
}

/// Rounds a value to marks.
pub(super) fn in_marks(value: i32) -> i32 {
    (value + value.signum() * UNIT / 2) / UNIT
}
