//! The evaluation by patterns: a small network over the discs on edges, corners, rows and diagonals.
//!
//! Every place of the [`Layout`] reads its squares as a number, and every reading stands for [`NEURONS`]
//! numbers. Their sums over all places and [facts](super::FACTS), with a constant for each number of discs, are what the
//! neurons are given; what these say, squared, is added up with weights that depend on the number of
//! discs again. So what a corner is worth can depend on what lies elsewhere, which a plain sum of weights cannot
//! express, and it costs little more: sixteen numbers of a byte are added up as fast as one.
//!
//! The network was trained by `training/train_othello.py` on positions that the engine itself has judged. It
//! predicts how many discs the side that is not to move wins by, empty squares counted for the winner.
//! That side's view is the useful one, because the search knows its discs before it searches the answer to a
//! move.
//!
//! # The file
//! All numbers are little endian: the line `papan othello patterns`, a version byte, a byte with the number of
//! neurons; for each number of discs from 0 to 64 the constants of the neurons, their weights in the result
//! in 64ths of a disc, and a constant of the result in [`UNIT`]ths (all `i16`); then for each neuron its number for
//! every weight of the [`Layout`] and every fact, as signed bytes. After a byte of -128 comes a byte `n` that stands
//! for `n` zeros. At the end is a checksum of all before it.

use super::{
    facts::{FACTS, facts},
    shapes::{KINDS, Layout, MOST_READINGS, Readings, SHAPE_OF_PAIRS},
};
use crate::{
    checksum::checksum,
    weights::{self, MissingWeights},
};
use papan_othello::kernel::Kernel;
use std::sync::OnceLock;
use thiserror::Error;

/// The value of one disc.
pub const UNIT: i32 = 32;

/// The neurons of the network: as many as a vector of 256 bits has 16-bit numbers.
pub const NEURONS: usize = 16;

/// What a neuron says at most.
const MOST: i16 = 127;

/// The bits by which the sum of what the neurons say is finer than a [`UNIT`]th of a disc.
const FINER: u32 = 15;

const MAGIC: &[u8] = b"papan othello patterns\n";
const VERSION: u8 = 3;
const ESCAPE: u8 = 128;

/// The evaluation by patterns, for boards of 8x8.
pub struct Patterns {
    layout: &'static Layout,
    /// What each reading gives to the neurons: [`MOST_READINGS`] entries for each shape.
    numbers: Box<[[i8; NEURONS]]>,
    /// What the facts of a position give to them.
    facts: [[i8; NEURONS]; FACTS],
    /// By number of discs.
    stages: [Stage; 65],
}

#[derive(Clone, Copy)]
struct Stage {
    /// What the neurons are given before anything else.
    constants: [i16; NEURONS],
    /// What they count in the result.
    weights: [i16; NEURONS],
    constant: i32,
}

impl Patterns {
    /// Those of the [weights](weights::OTHELLO) that come with the program.
    pub fn get() -> Result<&'static Patterns, MissingWeights> {
        static PATTERNS: OnceLock<Patterns> = OnceLock::new();
        match PATTERNS.get() {
            Some(patterns) => Ok(patterns),
            None => {
                let file = weights::OTHELLO.bytes()?;
                let read = || Patterns::read(file).expect("its key is that of a file of patterns");
                Ok(PATTERNS.get_or_init(read))
            }
        }
    }

    /// The value of the position for the side to move, whose discs are `own`, in
    /// [`UNIT`]ths of a disc.
    ///
    /// ```
    /// use papan_engines::othello::Patterns;
    /// use papan_othello::kernel::Portable;
    ///
    /// let (own, other) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
    /// let value = |own, other| Patterns::get().unwrap().value(Portable, own, other);
    /// // A mirror image is worth the same.
    /// assert_eq!(value(own, other), value(own.swap_bytes(), other.swap_bytes()));
    /// ```
    #[inline(always)]
    pub fn value<K: Kernel>(&self, kernel: K, own: u64, other: u64) -> i32 {
        -self.sum(kernel, &self.layout.readings(other, own), own, other)
    }

    /// The readings from which [`value_after`](Patterns::value_after) follows for every move
    /// of the side to move, whose discs are `own`.
    #[inline(always)]
    pub(super) fn readings(&self, own: u64, other: u64) -> Readings {
        self.layout.readings(own, other)
    }

    /// The value for the side to move after a move onto `square` that turns `flips` over
    /// and leads to these discs of the side to move (`next`) and of the other (`waiting`).
    #[inline(always)]
    pub(super) fn value_after<K: Kernel>(
        &self,
        kernel: K,
        before: &Readings,
        square: u32,
        flips: u64,
        (next, waiting): (u64, u64),
    ) -> i32 {
        let readings = self.layout.after(before, square, flips);
        -self.sum(kernel, &readings, next, waiting)
    }

    /// The value for the side that is not to move, from readings in which its discs count
    /// one.
    #[inline(always)]
    fn sum<K: Kernel>(&self, kernel: K, readings: &Readings, own: u64, other: u64) -> i32 {
        let stage = &self.stages[kernel.count(own | other) as usize];
        let mut given = stage.constants;
        // A 16-bit number is always within the table of a shape, so that nothing needs to be checked.
        let (tables, _) = self.numbers.as_chunks::<MOST_READINGS>();
        let tables: &[_; KINDS] = tables.try_into().expect("a table for every shape");
        let (pairs, _) = readings.0.as_chunks::<2>();
        for (&shape, pair) in SHAPE_OF_PAIRS.iter().zip(pairs) {
            for &reading in pair {
                add(&mut given, &tables[shape][usize::from(reading)]);
            }
        }
        for fact in facts(kernel, own, other) {
            add(&mut given, &self.facts[fact]);
        }
        let mut sum = 0;
        for (given, weight) in given.into_iter().zip(stage.weights) {
            let said = i32::from(given.clamp(0, MOST));
            sum += said * said * i32::from(weight);
        }
        stage.constant + (sum >> FINER)
    }

    /// The weights in a file.
    pub fn read(bytes: &[u8]) -> Result<Patterns, WeightsError> {
        let layout = Layout::get();
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(WeightsError::Short)?;
        let rest = body.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let (&[version, neurons], mut rest) =
            rest.split_first_chunk().ok_or(WeightsError::Short)?;
        if version != VERSION || usize::from(neurons) != NEURONS {
            return Err(WeightsError::Version(version));
        }
        let mut stages = [Stage {
            constants: [0; NEURONS],
            weights: [0; NEURONS],
            constant: 0,
        }; 65];
        for stage in &mut stages {
            let mut next = || {
                let (number, after) = rest.split_first_chunk().ok_or(WeightsError::Short)?;
                rest = after;
                Ok(i16::from_le_bytes(*number))
            };
            for number in stage.constants.iter_mut().chain(&mut stage.weights) {
                *number = next()?;
            }
            stage.constant = next()?.into();
        }
        let rows = layout.weights() + FACTS;
        let numbers = unpacked(rest, NEURONS * rows)?;
        let row = |at: usize| std::array::from_fn(|neuron| numbers[neuron * rows + at]);
        let mut tables = vec![[0; NEURONS]; KINDS * MOST_READINGS];
        for (shape, all) in layout.of_shapes.iter().enumerate() {
            let table = &mut tables[shape * MOST_READINGS..];
            for (entry, &weight) in table.iter_mut().zip(&layout.shared[all.clone()]) {
                *entry = row(weight as usize);
            }
        }
        Ok(Patterns {
            layout,
            numbers: tables.into(),
            facts: std::array::from_fn(|fact| row(layout.weights() + fact)),
            stages,
        })
    }
}

#[inline(always)]
fn add(given: &mut [i16; NEURONS], numbers: &[i8; NEURONS]) {
    for (given, &number) in given.iter_mut().zip(numbers) {
        *given += i16::from(number);
    }
}

/// So many numbers of which runs of zeros were packed.
fn unpacked(bytes: &[u8], count: usize) -> Result<Vec<i8>, WeightsError> {
    let mut numbers = Vec::with_capacity(count);
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        match byte {
            ESCAPE => {
                let zeros = *rest.next().ok_or(WeightsError::Short)?;
                numbers.resize(numbers.len() + usize::from(zeros), 0);
            }
            number => numbers.push(number.cast_signed()),
        }
        if numbers.len() > count {
            return Err(WeightsError::Short);
        }
    }
    match numbers.len() == count {
        true => Ok(numbers),
        false => Err(WeightsError::Short),
    }
}

/// Why a file has no weights in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// It does not begin as such files do.
    #[error("not a file of Othello patterns")]
    Foreign,
    /// It is of another version or has another number of neurons.
    #[error("version {0} is not known")]
    Version(u8),
    /// It ends too soon or has too much.
    #[error("not as many weights as there should be")]
    Short,
    /// Its checksum is not that of its contents.
    #[error("the checksum is wrong")]
    Damaged,
}
