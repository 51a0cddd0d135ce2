//! The search: deeper and deeper, the best line with the full window and all else with an
//! empty one, with a table of positions.

use super::{
    planes::mirrored_square,
    table::{Bound, Memory, Table},
    tree::{Tree, UNIT},
};
#[cfg(target_arch = "x86_64")]
use papan_core::machine::Vectors;
use papan_core::{Random, bits};
use papan_search::Watch;

/// Above every value.
const INFINITE: i32 = 30_000;

/// A move in a list, which sorts by what is promised of it.
type Ranked = i32;

/// Packs a promise and a square into one number.
#[inline(always)]
fn ranked(promise: i32, square: u32) -> Ranked {
    promise << 6 | square as i32
}

#[inline(always)]
fn square_of(ranked: Ranked) -> u32 {
    (ranked & 63) as u32
}

/// What a search found.
pub(super) struct Found {
    pub(super) best: u32,
    pub(super) value: i32,
    pub(super) depth: u32,
}

/// What a running search holds.
pub(super) struct Search<'a> {
    pub(super) table: &'a mut Table,
    pub(super) watch: &'a mut Watch,
    /// How often a quiet move to a square turned out best.
    history: [i32; 64],
    /// Whether positions are looked up together with their reflections.
    reflect: bool,
    /// Whether moves of little promise are looked at less deeply first.
    selective: bool,
    /// Whether the last depth follows the first few at once: with the values between it
    /// takes ten times as long.
    pub(super) straight: bool,
}

/// How deep the search is before it goes straight to the last depth.
const STRAIGHT_FROM: u32 = 6;

/// The code of the search, compiled for a kind of machine.
trait Machine: Copy {
    fn value<T: Tree>(self, search: &mut Search, node: T, depth: u32, low: i32, high: i32) -> i32;
}

#[derive(Clone, Copy)]
struct Portable;

impl Machine for Portable {
    fn value<T: Tree>(self, search: &mut Search, node: T, depth: u32, low: i32, high: i32) -> i32 {
        step(self, search, node, depth, low, high)
    }
}

#[cfg(target_arch = "x86_64")]
impl Machine for Vectors {
    #[inline(always)]
    fn value<T: Tree>(self, search: &mut Search, node: T, depth: u32, low: i32, high: i32) -> i32 {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<T: Tree>(
            machine: Vectors,
            search: &mut Search,
            node: T,
            depth: u32,
            low: i32,
            high: i32,
        ) -> i32 {
            step(machine, search, node, depth, low, high)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { compiled(self, search, node, depth, low, high) }
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a mut Table,
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
            straight: false,
        }
    }

    /// Looks deeper and deeper, `most` plies at the most, until the watch says stop. Of
    /// equal moves chance decides. `progress` hears of every depth.
    pub(super) fn deepen<T: Tree>(
        &mut self,
        node: T,
        most: u32,
        random: &mut Random,
        progress: &mut dyn FnMut(&Found),
    ) -> Found {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Vectors::detect() {
            return self.deepen_on(machine, node, most, random, progress);
        }
        self.deepen_on(Portable, node, most, random, progress)
    }

    /// The same on any machine.
    #[cfg(test)]
    pub(super) fn deepen_portably<T: Tree>(
        &mut self,
        node: T,
        most: u32,
        random: &mut Random,
    ) -> Found {
        self.deepen_on(Portable, node, most, random, &mut |_| {})
    }

    fn deepen_on<T: Tree, M: Machine>(
        &mut self,
        machine: M,
        node: T,
        most: u32,
        random: &mut Random,
        progress: &mut dyn FnMut(&Found),
    ) -> Found {
        let hints = node.hints();
        let mut moves: Vec<u32> = bits::ones(node.empty()).collect();
        for index in (1..moves.len()).rev() {
            moves.swap(index, random.below(index + 1));
        }
        moves.sort_by_key(|&square| -node.promise(&hints, square));
        let mut found = Found {
            best: moves[0],
            value: 0,
            depth: 0,
        };
        let plies = node.plies();
        let most = most.min(plies);
        let mut depth = 0;
        while depth < most {
            depth = match self.straight && depth >= STRAIGHT_FROM {
                true => most,
                false => depth + 1,
            };
            let value = self.root(machine, node, &mut moves, depth);
            // The best move of the last depth was searched first, so that another one which
            // came to the front before time was over is really better.
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

    /// The value of all moves together; the best one comes to the front of the list. `None`
    /// when there was no time for all; then the front is the best of those seen, the
    /// best of the last depth among them.
    fn root<T: Tree, M: Machine>(
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

    /// The line of best play that the table still knows.
    pub(super) fn line<T: Tree>(&self, node: T, first: u32, depth: u32) -> Vec<u32> {
        let mut line = vec![first];
        let mut node = node.play(&node.hints(), first);
        while (line.len() as u32) < depth && node.plies() > 0 {
            let (key, reflected) = node.key(self.reflect);
            let Some(memory) = self.table.get(key) else {
                break;
            };
            let square = match reflected {
                true => mirrored_square(memory.best),
                false => memory.best,
            };
            let deep = memory.depth + line.len() as u32 == depth;
            let known = deep && memory.bound == Bound::Exact;
            if !known || node.empty() >> square & 1 == 0 {
                break;
            }
            line.push(square);
            node = node.play(&node.hints(), square);
        }
        line
    }
}

/// The value of a position for its mover, looking `depth` plies ahead. It is exact between
/// `low` and `high`, else a bound; once the watch is over it means nothing.
#[inline(always)]
fn step<T: Tree, M: Machine>(
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
        0 => return node.guess(),
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
    let most = node.most(depth);
    if most <= low {
        return most;
    }
    let settled = node.settled();
    let remembered = depth >= T::REMEMBERED;
    let (key, reflected) = node.key(search.reflect);
    let mut first = 64;
    if let Some(memory) = remembered.then(|| search.table.get(key)).flatten() {
        if memory.depth == depth {
            let value = memory.value + settled;
            let enough = match memory.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if enough {
                return value;
            }
        }
        first = match reflected {
            true => mirrored_square(memory.best),
            false => memory.best,
        };
    }
    let mut moves = [0 as Ranked; 64];
    let mut count = 0;
    for square in bits::ones(node.empty()) {
        let promise = match square == first {
            true => 1 << 20,
            false => (node.promise(&hints, square) << 12) + search.history[square as usize],
        };
        moves[count] = ranked(promise, square);
        count += 1;
    }
    let from = low;
    let selective = search.selective && depth >= 3 && depth < plies;
    let mut best = -INFINITE;
    let mut best_square = 0;
    for index in 0..count {
        // The next best of the rest: a cut comes early, so sorting all would be too much.
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
            let less = match selective && quiet && index >= 3 {
                true => 1 + u32::from(index >= 12 && depth >= 4),
                false => 0,
            };
            value = -machine.value(search, child, depth - 1 - less, -low - 1, -low);
            if value > low && less > 0 {
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
    if !remembered {
        return best;
    }
    search.table.put(
        key,
        Memory {
            value: best - settled,
            bound: match best {
                _ if best >= high => Bound::AtLeast,
                _ if best <= from => Bound::AtMost,
                _ => Bound::Exact,
            },
            depth,
            best: match reflected {
                true => mirrored_square(best_square),
                false => best_square,
            },
        },
    );
    best
}

/// The best guess behind one more ply.
#[inline(always)]
fn at_the_horizon<T: Tree>(search: &mut Search, node: T, hints: &T::Hints, high: i32) -> i32 {
    let mut best = -INFINITE;
    for square in bits::ones(node.empty()) {
        search.watch.tick();
        best = best.max(-node.play(hints, square).guess());
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
