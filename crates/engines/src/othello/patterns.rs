//! The pattern evaluation: the value of a position by the patterns of discs on its edges,
//! corners, rows and diagonals.
//!
//! The weights were trained by `examples/train_othello.rs` on positions that the engine itself
//! has judged: the sum over all [`PLACES`] predicts how many discs the side that is not to
//! move wins by, empty squares counted for the winner. That side's view is the useful one,
//! because the search knows its discs before it searches the answer to a move.
//!
//! What a pattern is worth changes slowly in the course of a game. It is learned at [`KNOTS`] numbers of
//! discs, and between two of them lies on the line that joins them: so positions of neighbouring
//! stages learn from each other, and the file stays small.
//!
//! # The file
//! All numbers are little endian: the line `papan othello patterns`, a version byte, a
//! byte with the number of knots; for each number of discs from 0 to 64 an `i16` in
//! [`UNIT`]ths of a disc; for each knot its weights in the same unit, as signed bytes. After a
//! byte of -128 comes a byte `n` that stands for `n` zeros, or a zero and an `i16`, a weight that a
//! byte is too small for. At the end is a checksum of all before it.

use super::shapes::{Layout, PLACES, Readings};
use papan_core::key;
use std::sync::{LazyLock, OnceLock};
use thiserror::Error;

/// The value of one disc.
pub const UNIT: i32 = 32;

/// The numbers of discs at which weights are learned, evenly spaced up to 64.
pub const KNOTS: usize = 12;

/// The number of discs of the first knot.
const FIRST_KNOT: u32 = 9;

/// Positions with this many numbers of discs share a table of weights.
const DISCS_OF_A_STAGE: u32 = 2;

/// One, where weights of two knots are mixed.
const ONE: i32 = 256;

const STAGES: usize = 64 / DISCS_OF_A_STAGE as usize + 1;

/// Between which knots a position with `discs` discs lies: the first of them, and how far it is
/// on the way to the next, from 0 to 1.
///
/// ```
/// use papan_engines::othello::patterns::{KNOTS, between_knots};
///
/// assert_eq!(between_knots(4), (0, 0.0));
/// assert_eq!(between_knots(64), (KNOTS - 2, 1.0));
/// ```
pub fn between_knots(discs: u32) -> (usize, f32) {
    let steps = (KNOTS - 1) as f32 / (64 - FIRST_KNOT) as f32;
    let way = discs.saturating_sub(FIRST_KNOT) as f32 * steps;
    let knot = (way as usize).min(KNOTS - 2);
    (knot, way - knot as f32)
}

const MAGIC: &[u8] = b"papan othello patterns\n";
const VERSION: u8 = 2;
const ESCAPE: u8 = 128;

/// The weights that come with the program.
const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// A key of all that the patterns have learned: another one plays otherwise.
pub fn learned_key() -> u64 {
    static KEY: LazyLock<u64> =
        LazyLock::new(|| key::of_words(WEIGHTS.iter().map(|&byte| byte.into())));
    *KEY
}

/// The evaluation by patterns, for boards of 8x8.
pub struct Patterns {
    layout: &'static Layout,
    constants: [i16; 65],
    knots: Vec<i16>,
    /// The weights of each stage for every place and reading, made when a game gets there.
    stages: [OnceLock<Box<[i16]>>; STAGES],
}

impl Patterns {
    /// The weights that come with the program.
    pub fn get() -> &'static Patterns {
        static PATTERNS: LazyLock<Patterns> =
            LazyLock::new(|| Patterns::read(WEIGHTS).expect("the tests read these weights"));
        &PATTERNS
    }

    /// The value of the position for the side to move, whose discs are `own`, in
    /// [`UNIT`]ths of a disc.
    ///
    /// ```
    /// use papan_engines::othello::Patterns;
    ///
    /// let (own, other) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
    /// let value = Patterns::get().value(own, other);
    /// // A mirror image is worth the same.
    /// assert_eq!(Patterns::get().value(own.swap_bytes(), other.swap_bytes()), value);
    /// ```
    #[inline(always)]
    pub fn value(&self, own: u64, other: u64) -> i32 {
        let discs = (own | other).count_ones();
        -self.sum(&self.layout.readings(other, own), discs)
    }

    /// The readings from which [`value_after`](Patterns::value_after) follows for every move
    /// of the side to move, whose discs are `own`.
    #[inline(always)]
    pub(super) fn readings(&self, own: u64, other: u64) -> Readings {
        self.layout.readings(own, other)
    }

    /// The value for the side to move after a move that leaves `discs` discs on the board.
    #[inline(always)]
    pub(super) fn value_after(
        &self,
        before: &Readings,
        square: u32,
        flips: u64,
        discs: u32,
    ) -> i32 {
        -self.sum(&self.layout.after(before, square, flips), discs)
    }

    /// The value for the side that is not to move, from readings in which its discs count
    /// one.
    #[inline(always)]
    fn sum(&self, readings: &Readings, discs: u32) -> i32 {
        let stage = (discs / DISCS_OF_A_STAGE) as usize;
        let table = match self.stages[stage].get() {
            Some(table) => table,
            None => self.expand(stage),
        };
        let mut sum = i32::from(self.constants[discs as usize]);
        for lane in 0..PLACES {
            let at = self.layout.offsets[lane] as usize + usize::from(readings.0[lane]);
            sum += i32::from(table[at]);
        }
        sum
    }

    #[cold]
    #[inline(never)]
    fn expand(&self, stage: usize) -> &[i16] {
        self.stages[stage].get_or_init(|| {
            let size = self.layout.weights();
            // The middle of the stage: whole for an odd number of discs.
            let middle = DISCS_OF_A_STAGE * stage as u32 + DISCS_OF_A_STAGE / 2;
            let (knot, part) = between_knots(middle.min(64));
            let low = &self.knots[knot * size..][..size];
            let high = &self.knots[(knot + 1) * size..][..size];
            // In whole numbers, the same on every machine.
            let part = (part * ONE as f32) as i32;
            let mixed = |(&low, &high): (&i16, &i16)| {
                let sum = i32::from(low) * (ONE - part) + i32::from(high) * part;
                ((sum + ONE / 2) >> ONE.ilog2()) as i16
            };
            let mixed: Vec<i16> = low.iter().zip(high).map(mixed).collect();
            let shared = self.layout.shared.iter();
            shared.map(|&weight| mixed[weight as usize]).collect()
        })
    }

    /// The file that holds these weights: for each knot one for every number below
    /// [`Layout::weights`].
    pub fn write(constants: &[i16; 65], knots: &[Vec<i16>]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, knots.len() as u8]);
        bytes.extend(constants.iter().flat_map(|constant| constant.to_le_bytes()));
        for run in knots
            .iter()
            .flat_map(|weights| weights.chunk_by(|a, b| (*a, *b) == (0, 0)))
        {
            match (run, i8::try_from(run[0])) {
                ([0], _) => bytes.push(0),
                ([0, ..], _) => {
                    for zeros in run.chunks(255) {
                        bytes.extend([ESCAPE, zeros.len() as u8]);
                    }
                }
                (_, Ok(weight)) if weight != i8::MIN => bytes.push(weight.cast_unsigned()),
                _ => {
                    bytes.extend([ESCAPE, 0]);
                    bytes.extend(run[0].to_le_bytes());
                }
            }
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The weights in a file.
    pub fn read(bytes: &[u8]) -> Result<Patterns, WeightsError> {
        let layout = Layout::get();
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(WeightsError::Short)?;
        let rest = body.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let (&[version, knots], rest) = rest.split_first_chunk().ok_or(WeightsError::Short)?;
        if version != VERSION || usize::from(knots) != KNOTS {
            return Err(WeightsError::Version(version));
        }
        let (constants, rest) = rest.split_at_checked(2 * 65).ok_or(WeightsError::Short)?;
        let constants = std::array::from_fn(|at| {
            i16::from_le_bytes([constants[2 * at], constants[2 * at + 1]])
        });
        let total = KNOTS * layout.weights();
        let mut knots: Vec<i16> = Vec::with_capacity(total);
        let mut rest = rest.iter().copied();
        let mut next = || rest.next();
        while let Some(byte) = next() {
            match byte {
                ESCAPE => match next().ok_or(WeightsError::Short)? {
                    0 => {
                        let (Some(low), Some(high)) = (next(), next()) else {
                            return Err(WeightsError::Short);
                        };
                        knots.push(i16::from_le_bytes([low, high]));
                    }
                    zeros => knots.resize(knots.len() + usize::from(zeros), 0),
                },
                weight => knots.push(weight.cast_signed().into()),
            }
        }
        if knots.len() != total {
            return Err(WeightsError::Short);
        }
        Ok(Patterns {
            layout,
            constants,
            knots,
            stages: [const { OnceLock::new() }; STAGES],
        })
    }
}

/// FNV-1a: enough to notice a file that was cut or changed.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Why a file has no weights in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// It does not begin as such files do.
    #[error("not a file of Othello patterns")]
    Foreign,
    /// It is of another version or has another number of knots.
    #[error("version {0} is not known")]
    Version(u8),
    /// It ends too soon or has too much.
    #[error("not as many weights as there should be")]
    Short,
    /// Its checksum is not that of its contents.
    #[error("the checksum is wrong")]
    Damaged,
}
