//! Readings of the paper on LeakyAI: what its text leaves open, as values, and the search for
//! those that play the two published games.
//!
//! The figures with the paper's code are lost. A [`Reading`] is a choice for every question
//! that the text does not answer; [`Reading::nth`] counts all of them. Two games of four
//! players were published, one of LeakyAI against three Brute Force players and one of four
//! LeakyAI, with all eight scores: [`Match::scores`] plays both.
//!
//! ```
//! use papan_agents::blokus::readings::{Match, Reading};
//!
//! let scores = Match::new().scores(&Reading::NATURAL);
//! assert_eq!(scores, [20, -51, -15, -4, -27, 20, -26, -11]);
//! let published = [20, -58, -13, -10, -17, -22, -17, -20];
//! assert_eq!(papan_agents::blokus::readings::distance(&scores, &published), 85);
//! ```

pub use super::listing::{FirstTurn, Listing};

use super::leaky::{BruteForce, Leaky};
use papan_blokus::{Large, Move, Position};
use papan_core::Game;
use std::fmt;

/// How the Brute Force player goes through its placements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sweep {
    /// The pieces one after the other, each on every square, row by row.
    Pieces,
    /// The squares row by row, on each every piece.
    Squares,
}

/// In which order LeakyAI tries equally large pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they are listed.
    Listed,
    /// From the end of the list.
    Backward,
}

/// What LeakyAI compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Placements of the largest size that fits: the heights of all their squares, and the
    /// largest flood through a leak that they cover.
    Placements,
    /// The same, only a leak under the held square counts.
    HeldPlacements,
    /// Squares, as the paper's words have it: the height of the square and the size of the
    /// largest piece that can be played there, held by that square. The best square gets
    /// that piece, though a larger one would fit elsewhere.
    Squares,
}

/// The heuristic board: what a square is worth apart from leaks. On any board a colour's own
/// corner is the one nearest to its start square, the upper and the left one where two are
/// equally near; 10, the most on the paper's board, stands for half of the size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heights {
    /// In the own quadrant the distance to the nearer edge of the own corner, from 1; 10
    /// everywhere else.
    Quadrant,
    /// The distance to the nearer edge of the own corner on the whole board, at most 10.
    Nearer,
    /// The distance to the farther edge, at most 10.
    Farther,
    /// The mean of both distances, at most 10.
    Mean,
    /// The ring of the square, 1 at the rim and 10 at the centre: the plan that was dropped.
    Centre,
    /// In the own quadrant the ring, everywhere else 20 less the ring: up to the centre, and
    /// on from there to the other corners.
    Onward,
}

impl Heights {
    /// What a square is worth, from its distances to the edges of the own corner.
    pub(super) fn value(self, size: usize, (down, across): (usize, usize)) -> i64 {
        let most = size.div_ceil(2);
        let ring = |at: usize| at.min(size - 1 - at) + 1;
        let ring = ring(down).min(ring(across));
        let is_own = down < most && across < most;
        let value = match self {
            Heights::Quadrant if is_own => down.min(across) + 1,
            Heights::Quadrant => most,
            Heights::Nearer => (down.min(across) + 1).min(most),
            Heights::Farther => (down.max(across) + 1).min(most),
            Heights::Mean => ((down + across) / 2 + 1).min(most),
            Heights::Centre => ring,
            Heights::Onward if is_own => ring,
            Heights::Onward => 2 * most - ring,
        };
        value as i64
    }
}

/// Which empty squares are leaks, by the sides on which there are pieces of other players. A
/// square beside a piece of one's own can never be played, so those need not be asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leak {
    /// On two sides that touch: right and down, left and up, down and left, right and up.
    Corner,
    /// On two opposite sides.
    Passage,
    /// On any two sides.
    TwoSides,
    /// Right and down, or left and up.
    Diagonal,
}

/// What a square is worth that is a leak with enough room behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gain {
    /// Its height, the flood and the size of the largest piece.
    FloodAndSize,
    /// Its height and the flood.
    Flood,
}

/// What a square is worth that is a leak with too little room behind it: not more than the
/// size of the largest piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrow {
    /// The same as if it were no leak.
    NoLeak,
    /// Nothing: it is left out.
    Nothing,
    /// Its height alone.
    Height,
}

/// On which copy of the board the floods run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// On a new copy for each leak.
    EachLeak,
    /// On one copy for each move, where an earlier flood has filled the room of later ones.
    EachMove,
}

/// Which of equally good ones is taken, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first.
    First,
    /// The last.
    Last,
}

/// A choice for everything that the paper leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The order of the pieces, and by which squares they are held.
    pub listing: Listing,
    /// The turn that is tried first.
    pub first_turn: FirstTurn,
    /// How Brute Force goes through its placements.
    pub sweep: Sweep,
    /// In which order LeakyAI tries equally large pieces.
    pub order: Order,
    /// What LeakyAI compares.
    pub unit: Unit,
    /// The heuristic board.
    pub heights: Heights,
    /// Which squares are leaks.
    pub leak: Leak,
    /// What a leak is worth; [`Unit::Squares`] only.
    pub gain: Gain,
    /// What a leak without room is worth; [`Unit::Squares`] only.
    pub narrow: Narrow,
    /// On which board floods run; [`Unit::Squares`] only.
    pub flood: Flood,
    /// Which of equally good ones is taken.
    pub ties: Ties,
}

impl Reading {
    /// The reading in a natural order: `paper/leaky` and `paper/brute-force`. Nothing of it
    /// is tuned.
    pub const NATURAL: Reading = Reading {
        listing: Listing::Natural,
        first_turn: FirstTurn::Drawn,
        sweep: Sweep::Pieces,
        order: Order::Listed,
        unit: Unit::Placements,
        heights: Heights::Quadrant,
        leak: Leak::Corner,
        gain: Gain::FloodAndSize,
        narrow: Narrow::NoLeak,
        flood: Flood::EachLeak,
        ties: Ties::First,
    };

    /// The rule in the paper's words, otherwise the same: `paper/leaky-text`.
    pub const TEXT: Reading = Reading {
        unit: Unit::Squares,
        ..Reading::NATURAL
    };

    /// The one with the authors' pieces that comes nearest to the published scores:
    /// `paper/leaky-fitted` and `paper/brute-force-fitted`.
    pub const FITTED: Reading = Reading {
        listing: Listing::Authors,
        first_turn: FirstTurn::Turned,
        order: Order::Backward,
        heights: Heights::Onward,
        leak: Leak::Diagonal,
        ..Reading::NATURAL
    };

    /// How many readings there are.
    pub const COUNT: u64 = (SQUARES + PLACEMENTS) as u64;

    /// The reading with this number, below [`Reading::COUNT`].
    ///
    /// ```
    /// use papan_agents::blokus::readings::Reading;
    ///
    /// let number_of = |reading| (0..Reading::COUNT).find(|&number| Reading::nth(number) == reading);
    /// for reading in [Reading::NATURAL, Reading::TEXT, Reading::FITTED] {
    ///     assert!(number_of(reading).is_some());
    /// }
    /// ```
    pub fn nth(number: u64) -> Reading {
        let mut rest = number as usize;
        let mut reading = Reading::NATURAL;
        if rest < SQUARES {
            reading.unit = Unit::Squares;
            reading.gain = pick(&mut rest, [Gain::FloodAndSize, Gain::Flood]);
            reading.narrow = pick(&mut rest, [Narrow::NoLeak, Narrow::Nothing, Narrow::Height]);
            reading.flood = pick(&mut rest, [Flood::EachLeak, Flood::EachMove]);
        } else {
            rest -= SQUARES;
            reading.unit = pick(&mut rest, [Unit::Placements, Unit::HeldPlacements]);
        }
        reading.listing = pick(&mut rest, [Listing::Natural, Listing::Authors]);
        reading.first_turn = pick(&mut rest, [FirstTurn::Drawn, FirstTurn::Turned]);
        reading.sweep = pick(&mut rest, [Sweep::Pieces, Sweep::Squares]);
        reading.order = pick(&mut rest, [Order::Listed, Order::Backward]);
        reading.heights = pick(&mut rest, HEIGHTS);
        reading.leak = pick(
            &mut rest,
            [Leak::Corner, Leak::Passage, Leak::TwoSides, Leak::Diagonal],
        );
        reading.ties = pick(&mut rest, [Ties::First, Ties::Last]);
        reading
    }
}

const HEIGHTS: [Heights; 6] = [
    Heights::Quadrant,
    Heights::Nearer,
    Heights::Farther,
    Heights::Mean,
    Heights::Centre,
    Heights::Onward,
];
/// The choices that every unit has.
const COMMON: usize = 2 * 2 * 2 * 2 * HEIGHTS.len() * 4 * 2;
/// Those that compare squares have a gain, a rule for narrow leaks and a board for floods.
const SQUARES: usize = 2 * 3 * 2 * COMMON;
const PLACEMENTS: usize = 2 * COMMON;

/// One of these, by the lowest digit of a number, which is taken away.
fn pick<T: Copy, const CHOICES: usize>(number: &mut usize, choices: [T; CHOICES]) -> T {
    let chosen = choices[*number % CHOICES];
    *number /= CHOICES;
    chosen
}

impl fmt::Display for Reading {
    /// The choices in one line, those that do not matter for the unit left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "listing {:?}, first turn {:?}, sweep {:?}, order {:?}, unit {:?}, heights {:?}, \
             leak {:?}, ties {:?}",
            self.listing,
            self.first_turn,
            self.sweep,
            self.order,
            self.unit,
            self.heights,
            self.leak,
            self.ties
        )?;
        match self.unit {
            Unit::Squares => write!(
                f,
                ", gain {:?}, narrow {:?}, flood {:?}",
                self.gain, self.narrow, self.flood
            ),
            Unit::Placements | Unit::HeldPlacements => Ok(()),
        }
    }
}

/// The scores of red, green, blue and yellow in the game of LeakyAI as red against three
/// Brute Force players, then in the game of four LeakyAI.
pub type BothScores = [i64; 8];

/// The table of both games.
#[derive(Clone, Debug)]
pub struct Match {
    game: Large,
}

impl Match {
    /// The corners are those of the paper: red at top left, green at top right, blue at bottom
    /// left, yellow at bottom right.
    #[expect(clippy::new_without_default, reason = "it is no empty value")]
    pub fn new() -> Match {
        let game = Large::named("blokus-classic:starts=a20+t20+a1+t1");
        Match {
            game: game.expect("a game of the catalogue"),
        }
    }

    /// Plays both games. Who has placed all pieces has 20 points whatever the last one was, as
    /// in the authors' program, which does not note the last piece of its own players.
    pub fn scores(&self, reading: &Reading) -> BothScores {
        let mut leaky = Leaky::new(reading);
        let mut brute_force = BruteForce::new(reading);
        let game = &self.game;
        let first = self.play(|position, colour| match colour {
            0 => leaky.choose(game, position),
            _ => brute_force.choose(game, position),
        });
        let second = self.play(|position, _| leaky.choose(game, position));
        std::array::from_fn(|at| if at < 4 { first[at] } else { second[at - 4] })
    }

    fn play(&self, mut choose: impl FnMut(&Position<7>, usize) -> Move) -> [i64; 4] {
        let mut position = self.game.start();
        while let Some(colour) = position.colour() {
            let chosen = choose(&position, colour);
            self.game.play(&mut position, chosen);
        }
        std::array::from_fn(|colour| match self.game.colour_score(&position, colour) {
            0.. => 20,
            left => left.into(),
        })
    }
}

/// How far scores are from the published ones: the sum of all differences.
pub fn distance(scores: &BothScores, published: &BothScores) -> i64 {
    let pairs = scores.iter().zip(published);
    pairs
        .map(|(score, published)| (score - published).abs())
        .sum()
}
