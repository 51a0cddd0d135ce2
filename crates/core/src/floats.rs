//! Functions of numbers that are the same on every machine.
//!
//! Those of the standard library come from the system, and their last digits differ from one to the
//! next: in a browser, on a processor without fused multiplication, with another C library. What a
//! move depends on is computed with these; the four operations and the square root are the same
//! everywhere.

/// The natural logarithm of a whole number, and 0 for 0: within 0.5001 units of the last digit, so
/// that it is nearly always the number nearest to the true one.
///
/// ```
/// use papan_core::floats::ln;
///
/// assert_eq!([ln(0), ln(1)], [0.0; 2]);
/// assert_eq!(ln(10), std::f64::consts::LN_10);
/// ```
#[inline]
pub fn ln(number: u32) -> f64 {
    // A power of two times a number from 1 to 2, and which part of that it is in.
    let bits = f64::from(number.max(1)).to_bits();
    let power = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let part = &PARTS[(bits >> 45) as usize & (COUNT - 1)];
    // Exact: 32 digits times 20, and what is left of 1.
    let rest = mantissa * part.reciprocal - 1.0;
    let power = f64::from(power);
    // Exact as well, and what is lost when the rest is added is known.
    let whole = power * LN_2.long + part.logarithm.long;
    let sum = whole + rest;
    let lost = (whole - sum) + rest;
    // What follows the first term of the series of ln(1 + rest).
    let square = rest * rest;
    let series = (1.0 / 6.0 - rest * (1.0 / 7.0)) + square * 0.125;
    let series = (0.25 - rest * 0.2) + square * series;
    let series = (0.5 - rest * (1.0 / 3.0)) + square * series;
    let small = power * LN_2.short + part.logarithm.short;
    sum + (lost + (small - square * series))
}

/// The exponential function.
///
/// ```
/// assert_eq!(papan_core::floats::exp(0.0), 1.0);
/// ```
pub fn exp(exponent: f64) -> f64 {
    libm::exp(exponent)
}

/// A number to some power.
///
/// ```
/// assert_eq!(papan_core::floats::pow(2.0, 0.5), 2_f64.sqrt());
/// ```
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// A part of the numbers from 1 to 2.
struct Part {
    /// About one over a number of the part, in 20 binary digits.
    reciprocal: f64,
    /// The negative of its logarithm.
    logarithm: Parted,
}

/// A logarithm as a sum: the long part ends 42 binary digits behind the point, so that some can be
/// added up exactly.
struct Parted {
    long: f64,
    short: f64,
}

const COUNT: usize = 128;

static PARTS: [Part; COUNT] = {
    const FIRST: Part = Part {
        // The first begins with 1, whose logarithm is to be exactly 0.
        reciprocal: 1.0,
        logarithm: Parted {
            long: 0.0,
            short: 0.0,
        },
    };
    let mut parts = [FIRST; COUNT];
    let mut at = 1;
    while at < COUNT {
        let middle = 1.0 + (at as f64 + 0.5) / COUNT as f64;
        let digits = (1 << 20) as f64;
        let reciprocal = (digits / middle) as u32 as f64 / digits;
        let logarithm = parted(twofold::ln(reciprocal), -1.0);
        parts[at] = Part {
            reciprocal,
            logarithm,
        };
        at += 1;
    }
    parts
};

static LN_2: Parted = parted(twofold::ln(2.0), 1.0);

const fn parted((high, low): (f64, f64), sign: f64) -> Parted {
    let digits = (1_u64 << 42) as f64;
    let long = (high * digits) as i64 as f64 / digits;
    Parted {
        long: sign * long,
        short: sign * (high - long + low),
    }
}

/// Arithmetic with twice as many digits, while this is compiled: a number is the sum of two, after
/// Dekker and Knuth.
mod twofold {
    type Twofold = (f64, f64);

    const fn sum(one: f64, other: f64) -> Twofold {
        let sum = one + other;
        let of_other = sum - one;
        (sum, (one - (sum - of_other)) + (other - of_other))
    }

    const fn halves(number: f64) -> Twofold {
        let shifted = number * ((1 << 27) + 1) as f64;
        let high = shifted - (shifted - number);
        (high, number - high)
    }

    const fn product(one: f64, other: f64) -> Twofold {
        let product = one * other;
        let (a, b) = halves(one);
        let (c, d) = halves(other);
        (product, ((a * c - product) + a * d + b * c) + b * d)
    }

    const fn add(one: Twofold, other: Twofold) -> Twofold {
        let (high, low) = sum(one.0, other.0);
        sum(high, low + (one.1 + other.1))
    }

    const fn multiply(one: Twofold, other: Twofold) -> Twofold {
        let (high, low) = product(one.0, other.0);
        sum(high, low + (one.0 * other.1 + one.1 * other.0))
    }

    const fn divide(one: Twofold, divisor: f64) -> Twofold {
        let first = one.0 / divisor;
        let (high, low) = product(first, divisor);
        let rest = (one.0 - high) - low + one.1;
        sum(first, rest / divisor)
    }

    /// The logarithm of a number between a half and two: twice the area tangent of a fraction, by its
    /// series.
    pub(super) const fn ln(number: f64) -> Twofold {
        // Both have few digits, so that they are exact.
        let fraction = divide((number - 1.0, 0.0), number + 1.0);
        let square = multiply(fraction, fraction);
        let (mut term, mut all) = (fraction, fraction);
        let mut odd = 3;
        while odd < 80 {
            term = multiply(term, square);
            all = add(all, divide(term, odd as f64));
            odd += 2;
        }
        (2.0 * all.0, 2.0 * all.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key;

    /// The standard library's is within one unit of the last digit on every machine.
    #[test]
    fn logarithms_are_those_of_the_machine() {
        let few = 1..=200_000;
        let many = (0..31).flat_map(|power| {
            let from = 1_u32 << power;
            (0..500).map(move |step| from + (u64::from(from) * step / 500) as u32)
        });
        for number in few.chain(many).chain([u32::MAX]) {
            let (ours, theirs) = (ln(number), f64::from(number).ln());
            let digits = ours.to_bits().abs_diff(theirs.to_bits());
            assert!(digits <= 1, "{number}: {ours} {theirs}");
        }
    }

    /// The same bits everywhere: agents would else play otherwise in a browser.
    #[test]
    fn they_never_change() {
        let numbers = (0..100_000).chain((0..10_000).map(|step| step * 429_496 + 77));
        let fractions = || (-1_000..1_000).map(|step| f64::from(step) / 97.0);
        let keys = [
            key::of_words(numbers.map(|number| ln(number).to_bits())),
            key::of_words(fractions().map(|number| exp(number).to_bits())),
            key::of_words(fractions().map(|number| pow(0.87, number).to_bits())),
        ];
        let known = [
            8_043_990_983_352_861_887,
            14_089_771_297_623_052_713,
            84_618_103_080_116_071,
        ];
        assert_eq!(keys, known);
    }
}
