//! The pattern evaluation: the value of a position by the patterns of discs on its edges,
//! corners, rows and diagonals.
//!
//! The weights were trained by `examples/train_othello.rs` from the tournament games of the
//! WTHOR base: the sum over all [`PLACES`] predicts how many discs the side that is not to
//! move wins by, empty squares counted for the winner. That side's view is the useful one,
//! because the search knows its discs before it searches the answer to a move.
//!
//! # The file
//! All numbers are little endian: the line `papan othello patterns`, a version byte, a
//! byte with the number of stages; for each number of discs from 0 to 64 an `i16` in
//! [`UNIT`]ths of a disc; for each stage its weights as signed bytes in the same unit,
//! where -128 and a byte `n` stand for `n + 1` zeros; and a checksum of all before it.

use super::shapes::{LANES, Layout, PLACES};
use papan_core::key;
use std::sync::LazyLock;
use thiserror::Error;

/// The value of one disc.
pub const UNIT: i32 = 8;

/// The number of game stages, each with weights of its own.
pub const STAGES: usize = 10;

/// The stage of a position with `discs` discs.
#[inline]
pub const fn stage(discs: u32) -> usize {
    let stage = discs.saturating_sub(10) as usize / 5;
    if stage < STAGES { stage } else { STAGES - 1 }
}

const MAGIC: &[u8] = b"papan othello patterns\n";
const VERSION: u8 = 1;
const ZEROS: i8 = -128;

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
    tables: Vec<i8>,
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
        let readings = self.layout.readings(other, own);
        -self.sum_weights(&readings, discs)
    }

    /// The value for the side that is not to move, from readings in which its discs count
    /// one.
    #[inline(always)]
    fn sum_weights(&self, readings: &[u16; LANES], discs: u32) -> i32 {
        let size = self.layout.shared.len();
        let table = &self.tables[stage(discs) * size..][..size];
        let mut sum = i32::from(self.constants[discs as usize]);
        for (offset, &reading) in self.layout.offsets.iter().zip(readings).take(PLACES) {
            sum += i32::from(table[*offset as usize + usize::from(reading)]);
        }
        sum
    }

    /// The file that holds these weights: for each stage one for every number below
    /// [`Layout::weights`].
    pub fn write(constants: &[i16; 65], stages: &[Vec<i8>]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, stages.len() as u8]);
        bytes.extend(constants.iter().flat_map(|constant| constant.to_le_bytes()));
        for weights in stages {
            let mut zeros = 0;
            let flush = |bytes: &mut Vec<u8>, zeros: &mut u32| {
                while *zeros > 0 {
                    let run = (*zeros).min(256);
                    match run {
                        1 => bytes.push(0),
                        _ => bytes.extend([ZEROS as u8, (run - 1) as u8]),
                    }
                    *zeros -= run;
                }
            };
            for &weight in weights {
                if weight == 0 {
                    zeros += 1;
                } else {
                    flush(&mut bytes, &mut zeros);
                    bytes.push(weight.max(-127) as u8);
                }
            }
            flush(&mut bytes, &mut zeros);
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
        let (&[version, stages], rest) = rest.split_first_chunk().ok_or(WeightsError::Short)?;
        if version != VERSION || usize::from(stages) != STAGES {
            return Err(WeightsError::Version(version));
        }
        let (constants, rest) = rest.split_at_checked(2 * 65).ok_or(WeightsError::Short)?;
        let constants = std::array::from_fn(|at| {
            i16::from_le_bytes([constants[2 * at], constants[2 * at + 1]])
        });
        let total = STAGES * layout.weights();
        let mut weights: Vec<i8> = Vec::with_capacity(total);
        let mut bytes = rest.iter();
        while let Some(&byte) = bytes.next() {
            match byte as i8 {
                ZEROS => {
                    let &more = bytes.next().ok_or(WeightsError::Short)?;
                    weights.resize(weights.len() + usize::from(more) + 1, 0);
                }
                weight => weights.push(weight),
            }
        }
        if weights.len() != total {
            return Err(WeightsError::Short);
        }
        let expand = |stage: &[i8]| -> Vec<i8> {
            layout
                .shared
                .iter()
                .map(|&weight| stage[weight as usize])
                .collect()
        };
        Ok(Patterns {
            layout,
            constants,
            tables: weights.chunks(layout.weights()).flat_map(expand).collect(),
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
    /// It is of another version or has another number of stages.
    #[error("version {0} is not known")]
    Version(u8),
    /// It ends too soon or has too much.
    #[error("not as many weights as there should be")]
    Short,
    /// Its checksum is not that of its contents.
    #[error("the checksum is wrong")]
    Damaged,
}
