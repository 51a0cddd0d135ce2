//! Which evaluation fits which board.

use super::{
    patterns::{Patterns, UNIT},
    shapes::Readings,
    squares::{Corners, around},
};
use papan_othello::{
    Othello, Position,
    kernel::{Kernel, Task},
};

/// An evaluation for the board of a game: by patterns on 8x8, by mobility and corners on
/// smaller ones.
#[derive(Clone, Copy)]
pub struct BoardEvaluation(Kind);

#[derive(Clone, Copy)]
enum Kind {
    Patterns(&'static Patterns),
    HandWritten(HandWritten),
}

/// Mobility and corners with hand-written weights, for any board.
#[derive(Clone, Copy)]
struct HandWritten {
    squares: u64,
    corners: Corners,
}

impl BoardEvaluation {
    /// The one that comes with the program for the board of `game`.
    ///
    /// # Panics
    /// When it has learned from [weights](crate::weights::OTHELLO) that are not there, which
    /// their [`check`](crate::weights::Weights::check) tells.
    pub fn of(game: &Othello) -> BoardEvaluation {
        BoardEvaluation(match game.size() {
            8 => match Patterns::get() {
                Ok(patterns) => Kind::Patterns(patterns),
                Err(missing) => panic!("{missing}"),
            },
            _ => Kind::HandWritten(HandWritten::of(game)),
        })
    }

    /// Other patterns, for boards of 8x8, to try before they come with the program. They stay
    /// in memory.
    pub fn from_patterns(patterns: Patterns) -> BoardEvaluation {
        BoardEvaluation(Kind::Patterns(Box::leak(Box::new(patterns))))
    }

    /// The value of a position for the side to move, in [`UNIT`]ths of a disc.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::BoardEvaluation;
    /// use papan_othello::Othello;
    ///
    /// let othello = Othello::new();
    /// let evaluation = BoardEvaluation::of(&othello);
    /// // Nobody is ten discs ahead before the first move.
    /// assert!(evaluation.evaluate(&othello, &othello.start()).abs() < 10 * 32);
    /// ```
    pub fn evaluate(self, game: &Othello, position: &Position) -> i32 {
        struct Evaluate<'a>(BoardEvaluation, &'a Position);
        impl Task for Evaluate<'_> {
            type Output = i32;
            #[inline(always)]
            fn run<K: Kernel>(self, kernel: K) -> i32 {
                self.0.value(kernel, self.1.own(), self.1.other())
            }
        }
        game.kernel().run(Evaluate(self, position))
    }

    /// The value for the side to move.
    #[inline(always)]
    pub(super) fn value<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        match self.0 {
            Kind::Patterns(patterns) => patterns.value(kernel, own, other),
            Kind::HandWritten(simple) => simple.value(kernel, own, other),
        }
    }

    /// What the values after all moves of a position have in common.
    #[inline(always)]
    pub(super) fn before_moves(&self, own: u64, other: u64) -> BeforeMoves {
        BeforeMoves(match self.0 {
            Kind::Patterns(patterns) => Before::Patterns(patterns, patterns.readings(own, other)),
            Kind::HandWritten(simple) => Before::HandWritten(simple),
        })
    }
}

/// A position whose moves are evaluated: much cheaper than evaluating what each leads to by itself.
pub(super) struct BeforeMoves(Before);

enum Before {
    Patterns(&'static Patterns, Readings),
    HandWritten(HandWritten),
}

impl BeforeMoves {
    /// The value, for the side to move then, after a move onto `square` that turns `flips` over
    /// and leads to these discs of the side to move (`next`) and of the other (`waiting`).
    #[inline(always)]
    pub(super) fn value_after<K: Kernel>(
        &self,
        kernel: K,
        square: u32,
        flips: u64,
        (next, waiting): (u64, u64),
    ) -> i32 {
        match &self.0 {
            Before::Patterns(patterns, readings) => {
                patterns.value_after(kernel, readings, square, flips, (next, waiting))
            }
            Before::HandWritten(simple) => simple.value(kernel, next, waiting),
        }
    }
}

/// The value of a position for the side to move by the evaluation that fits the board, in
/// [`UNIT`]ths of a disc.
pub fn evaluate(game: &Othello, position: &Position) -> i32 {
    BoardEvaluation::of(game).evaluate(game, position)
}

impl HandWritten {
    fn of(game: &Othello) -> HandWritten {
        HandWritten {
            squares: game.squares(),
            corners: Corners::of(game),
        }
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        let count = |set| kernel.count(set) as i32;
        let difference = |set: u64| count(own & set) - count(other & set);
        let moves = count(kernel.mobility(own, other) & self.squares)
            - count(kernel.mobility(other, own) & self.squares);
        let Corners {
            corners, inside, ..
        } = self.corners;
        // Inside an empty corner a disc invites the other side into it.
        let near_empty = around(corners & !(own | other));
        (UNIT * moves + 6 * UNIT * difference(corners) - 3 * UNIT * difference(inside & near_empty))
            .clamp(-60 * UNIT, 60 * UNIT)
    }
}
