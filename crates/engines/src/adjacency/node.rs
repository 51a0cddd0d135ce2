//! The game as the search sees it: two kinds of node, for games that fill the board and for
//! those that end before.

use super::{
    filling,
    planes::{Around, mirrored, on_or_around},
};
use papan_adjacency::neighbours;
use papan_core::key;

/// The value of one mark in the search.
pub(super) const UNIT: i32 = 64;

/// A node of the search tree, with values for its mover.
pub(super) trait Node: Copy {
    /// What is computed once for all moves of a node.
    type Hints: Copy;

    /// Whether the value at the horizon is the difference of marks, as at the end.
    const MARKS: bool;

    /// The least depth at which the transposition table is worth its time.
    const TABLE_DEPTH: u32;

    /// The empty squares.
    fn empty(&self) -> u64;

    /// The plies left to play.
    fn plies(&self) -> u32;

    fn hints(&self) -> Self::Hints;

    /// The position after a move.
    fn play(&self, hints: &Self::Hints, square: u32) -> Self;

    /// The score of a move for move ordering: the higher, the sooner it is searched. Quiet
    /// moves have a negative score.
    fn score(&self, hints: &Self::Hints, square: u32) -> i32;

    /// What is decided for ever, for the mover.
    fn settled(&self) -> i32;

    /// A key of all else. With `reflect`, a position and its reflection have the same one;
    /// then it says whether it is that of the reflection.
    fn key(&self, reflect: bool) -> (u64, bool);

    /// The evaluation, for the mover.
    fn evaluate(&self) -> i32;

    /// The result, for the mover, when no ply is left.
    fn result(&self) -> i32;

    /// The value when one ply is left, or at depth 1 where the evaluation counts marks.
    fn last(&self) -> i32;

    /// The same with two plies: the value when it is above `low`, else a number from the
    /// value to `low`.
    fn last_two(&self, low: i32) -> Option<i32>;

    /// An upper bound of the value at depth `depth`.
    fn upper_bound(&self, depth: u32) -> i32;
}

/// A position of a game that will fill the board.
///
/// Who holds a mark beside an empty square does not matter then: it will belong to whoever
/// is the last to play on it or beside it. So a square is decided by the move that fills
/// the last empty square on it or around it, and the empty squares alone are the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FillingNode<'a> {
    pub(super) empty: u64,
    /// The decided squares of the mover less those of the other.
    pub(super) lead: i32,
    pub(super) weights: &'a filling::Weights,
}

/// The squares on which or around which exactly one and exactly two are empty.
#[derive(Clone, Copy)]
pub(super) struct Open {
    one: u64,
    two: u64,
}

#[inline(always)]
fn cross(square: u32) -> u64 {
    let bit = 1u64 << square;
    bit | neighbours(bit)
}

impl<'a> Node for FillingNode<'a> {
    type Hints = Open;

    const MARKS: bool = false;

    const TABLE_DEPTH: u32 = 4;

    #[inline(always)]
    fn empty(&self) -> u64 {
        self.empty
    }

    #[inline(always)]
    fn plies(&self) -> u32 {
        self.empty.count_ones()
    }

    #[inline(always)]
    fn hints(&self) -> Open {
        let (one, two) = on_or_around(self.empty);
        Open { one, two }
    }

    #[inline(always)]
    fn play(&self, hints: &Open, square: u32) -> FillingNode<'a> {
        let gain = (cross(square) & hints.one).count_ones() as i32;
        FillingNode {
            empty: self.empty & !(1 << square),
            lead: -(self.lead + gain),
            weights: self.weights,
        }
    }

    #[inline(always)]
    fn score(&self, hints: &Open, square: u32) -> i32 {
        let gain = (cross(square) & hints.one).count_ones() as i32;
        // Squares that the answer could decide.
        let offered = (cross(square) & hints.two).count_ones() as i32;
        match gain {
            0 => -1 - offered,
            _ => 3 * gain - offered + 8,
        }
    }

    #[inline(always)]
    fn settled(&self) -> i32 {
        self.lead * UNIT
    }

    #[inline(always)]
    fn key(&self, _: bool) -> (u64, bool) {
        (key::mix(0, self.empty), false)
    }

    #[inline(always)]
    fn evaluate(&self) -> i32 {
        self.lead * UNIT + filling::value(self.empty, self.weights)
    }

    #[inline(always)]
    fn result(&self) -> i32 {
        self.lead * UNIT
    }

    #[inline(always)]
    fn last(&self) -> i32 {
        // All that is open around the last empty square.
        let open = (self.empty | neighbours(self.empty)).count_ones() as i32;
        (self.lead + open) * UNIT
    }

    #[inline(always)]
    fn last_two(&self, _: i32) -> Option<i32> {
        // What the first decides, and the rest goes to the other.
        let (one, _) = on_or_around(self.empty);
        let open = (self.empty | neighbours(self.empty)).count_ones() as i32;
        let first = self.empty.trailing_zeros();
        let second = 63 - self.empty.leading_zeros();
        let gain = (cross(first) & one)
            .count_ones()
            .max((cross(second) & one).count_ones()) as i32;
        Some((self.lead + 2 * gain - open) * UNIT)
    }

    #[inline(always)]
    fn upper_bound(&self, depth: u32) -> i32 {
        if depth < self.plies() {
            return i32::MAX;
        }
        let open = (self.empty | neighbours(self.empty)).count_ones() as i32;
        // The other plays as often or once less, and decides the square of his last move
        // at least when he has the last word.
        (self.lead + open - 2 * (self.plies().is_multiple_of(2) as i32)) * UNIT
    }
}

/// How a [`ShortNode`] at the horizon is evaluated.
pub(super) trait EvaluateLeaf: Copy {
    /// Whether it is the difference of marks.
    const MARKS: bool;

    /// The value for the side whose marks are `own`.
    fn value(&self, own: u64, other: u64, plies: u32) -> i32;
}

/// The difference of marks.
#[derive(Clone, Copy)]
pub(super) struct Marks;

impl EvaluateLeaf for Marks {
    const MARKS: bool = true;

    #[inline(always)]
    fn value(&self, own: u64, other: u64, _: u32) -> i32 {
        (own.count_ones() as i32 - other.count_ones() as i32) * UNIT
    }
}

/// A position of a game that may end before the board is full.
#[derive(Clone, Copy)]
pub(super) struct ShortNode<J> {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) plies: u32,
    pub(super) evaluation: J,
}

impl<J: EvaluateLeaf> ShortNode<J> {
    #[inline(always)]
    fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }
}

impl<J: EvaluateLeaf> Node for ShortNode<J> {
    type Hints = ();

    const MARKS: bool = J::MARKS;

    const TABLE_DEPTH: u32 = 3;

    #[inline(always)]
    fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    #[inline(always)]
    fn plies(&self) -> u32 {
        self.plies
    }

    #[inline(always)]
    fn hints(&self) {}

    #[inline(always)]
    fn play(&self, _: &(), square: u32) -> ShortNode<J> {
        let bit = 1u64 << square;
        let turned = neighbours(bit) & self.other;
        ShortNode {
            own: self.other ^ turned,
            other: self.own | turned | bit,
            plies: self.plies - 1,
            evaluation: self.evaluation,
        }
    }

    #[inline(always)]
    fn score(&self, _: &(), square: u32) -> i32 {
        let around = neighbours(1 << square);
        let turned = (around & self.other).count_ones() as i32;
        let open = (around & self.empty()).count_ones() as i32;
        // What is turned where nothing is open stays turned.
        match turned {
            0 => -1 - open,
            _ => 8 * turned - 2 * open,
        }
    }

    #[inline(always)]
    fn settled(&self) -> i32 {
        let stable = !neighbours(self.empty());
        let lead = (self.own & stable).count_ones() as i32;
        (lead - (self.other & stable).count_ones() as i32) * UNIT
    }

    #[inline(always)]
    fn key(&self, reflect: bool) -> (u64, bool) {
        let empty = self.empty();
        let own = self.own & neighbours(empty);
        let plain = key::of_words([own, empty, self.plies.into()]);
        if !reflect {
            return (plain, false);
        }
        let reflection = key::of_words([mirrored(own), mirrored(empty), self.plies.into()]);
        (plain.min(reflection), reflection < plain)
    }

    #[inline(always)]
    fn evaluate(&self) -> i32 {
        self.evaluation.value(self.own, self.other, self.plies)
    }

    #[inline(always)]
    fn result(&self) -> i32 {
        self.lead() * UNIT
    }

    #[inline(always)]
    fn last(&self) -> i32 {
        let (most, _) = Around::of(self.other).most(self.empty());
        (self.lead() + 1 + 2 * most) * UNIT
    }

    #[inline(always)]
    fn last_two(&self, low: i32) -> Option<i32> {
        let empty = self.empty();
        let lead = self.lead();
        let gains = Around::of(self.other);
        // The answer can turn at least as many as now somewhere else: moves never take
        // away marks that the mover has. Only the one square where the most can be turned
        // may be taken from it.
        let (threat, where_most) = Around::of(self.own).most(empty);
        let only = match where_most.is_power_of_two() {
            true => where_most,
            false => 0,
        };
        let answered = |square: u32| {
            let bit = 1u64 << square;
            let own = self.own | bit | (neighbours(bit) & self.other);
            Around::of(own).most(empty ^ bit).0
        };
        let mut best = i32::MIN;
        let mut ceiling = i32::MIN;
        for gain in (0..=4).rev() {
            let squares = gains.exactly(gain) & empty;
            let gain = gain as i32;
            if squares & only != 0 {
                let value = lead + 2 * (gain - answered(only.trailing_zeros()));
                best = best.max(value);
            }
            let mut others = squares & !only;
            if others == 0 {
                continue;
            }
            let bound = lead + 2 * (gain - threat);
            if bound <= best || bound * UNIT <= low {
                ceiling = bound;
                break;
            }
            while others != 0 && best < bound {
                let square = others.trailing_zeros();
                others &= others - 1;
                best = best.max(lead + 2 * (gain - answered(square)));
            }
        }
        if ceiling != i32::MIN && only != 0 {
            // The one square may come after the squares that were left out.
            let gain = (neighbours(only) & self.other).count_ones() as i32;
            best = best.max(lead + 2 * (gain - answered(only.trailing_zeros())));
        }
        Some(best.max(ceiling) * UNIT)
    }

    #[inline(always)]
    fn upper_bound(&self, depth: u32) -> i32 {
        if !J::MARKS && depth < self.plies {
            return i32::MAX;
        }
        // A move turns four at most, and the mark itself counts; the other's as well.
        let (gain, _) = Around::of(self.other).most(self.empty());
        let own_plies = depth.div_ceil(2) as i32;
        let other_plies = depth as i32 - own_plies;
        (self.lead() + 1 + 2 * gain + 9 * (own_plies - 1) - other_plies) * UNIT
    }
}
