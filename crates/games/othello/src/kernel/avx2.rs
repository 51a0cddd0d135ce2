//! The four directions of a line in the four lanes of a 256-bit vector.
//!
//! `unsafe` here is only the calling of functions that need these instructions; the
//! value [`Avx2`] exists only where the processor has them.

use super::{
    Kernel, Task,
    rays::{DOWN, INNER_COLUMNS, STEPS, UP},
};
use papan_core::machine::{FastDeposit, Vectors};
use std::arch::x86_64::*;

/// The kernel for processors with vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2 {
    /// What allows the calls below.
    _proof: Vectors,
    fast_deposit: bool,
}

impl Avx2 {
    /// The kernel, if the processor can run it.
    pub fn detect() -> Option<Avx2> {
        Some(Avx2 {
            _proof: Vectors::detect()?,
            fast_deposit: FastDeposit::detect().is_some(),
        })
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn mobility(self, own: u64, other: u64) -> u64 {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { mobility(own, other) }
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, other: u64) -> u64 {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { flips(square, own, other) }
    }

    #[inline(always)]
    fn count(self, set: u64) -> u32 {
        // SAFETY: `self` proves that the processor has POPCNT.
        unsafe { _popcnt64(set as i64) as u32 }
    }

    #[inline(always)]
    fn select(self, set: u64, rank: u32) -> u32 {
        if !self.fast_deposit {
            return papan_core::bits::select(set, rank);
        }
        // SAFETY: `self` proves that the processor has BMI1 and BMI2.
        unsafe { _tzcnt_u64(_pdep_u64(1 << rank, set)) as u32 }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: fetching ahead reads nothing, and every x86-64 processor can do it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves that the processor has all of these.
        unsafe { run(self, task) }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T: Task>(kernel: Avx2, task: T) -> T::Output {
    task.run(kernel)
}

/// One value in all four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn all(value: u64) -> __m256i {
    _mm256_set1_epi64x(value as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(values: [u64; 4]) -> __m256i {
    let [a, b, c, d] = values.map(|value| value as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The four lanes together.
#[inline]
#[target_feature(enable = "avx2")]
fn union(value: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(value),
        _mm256_extracti128_si256(value, 1),
    );
    let whole = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(whole) as u64
}

/// As in the portable twin, four directions at once.
#[inline]
#[target_feature(enable = "avx2")]
fn mobility(own: u64, other: u64) -> u64 {
    let step = lanes(STEPS.map(u64::from));
    let two_steps = lanes(STEPS.map(|step| 2 * u64::from(step)));
    let own_lanes = all(own);
    let inner = _mm256_and_si256(
        all(other),
        lanes(STEPS.map(|step| if step == 8 { !0 } else { INNER_COLUMNS })),
    );
    let mut up = _mm256_and_si256(inner, _mm256_sllv_epi64(own_lanes, step));
    let mut down = _mm256_and_si256(inner, _mm256_srlv_epi64(own_lanes, step));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(
            up,
            _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)),
        );
        down = _mm256_or_si256(
            down,
            _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)),
        );
    }
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    union(ends) & !(own | other)
}

/// As in the portable twin, four directions at once.
#[inline]
#[target_feature(enable = "avx2")]
fn flips(square: u32, own: u64, other: u64) -> u64 {
    let own = all(own);
    let other = all(other);

    let ray = lanes(UP.0[square as usize & 63]);
    let ones = all(!0);
    let carried = _mm256_sub_epi64(_mm256_or_si256(other, _mm256_xor_si256(ray, ones)), ones);
    let end = _mm256_and_si256(_mm256_and_si256(carried, ray), own);
    let found = _mm256_add_epi64(_mm256_cmpeq_epi64(end, _mm256_setzero_si256()), all(1));
    let up = _mm256_and_si256(_mm256_sub_epi64(end, found), ray);

    // No instruction finds the highest bit of a lane: smear the open squares of the ray
    // downwards and keep the one that nothing was smeared onto.
    let ray = lanes(DOWN.0[square as usize & 63]);
    let open = _mm256_andnot_si256(other, ray);
    let mut below = _mm256_srlv_epi64(open, lanes(STEPS.map(u64::from)));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, lanes(STEPS.map(u64::from))));
    below = _mm256_or_si256(
        below,
        _mm256_srlv_epi64(below, lanes(STEPS.map(|step| 2 * u64::from(step)))),
    );
    below = _mm256_or_si256(
        below,
        _mm256_srlv_epi64(below, lanes(STEPS.map(|step| 4 * u64::from(step)))),
    );
    let end = _mm256_and_si256(_mm256_andnot_si256(below, open), own);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    let down = _mm256_and_si256(above, ray);

    union(_mm256_or_si256(up, down))
}
