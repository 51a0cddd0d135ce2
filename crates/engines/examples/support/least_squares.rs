//! A line through points, in several dimensions.

/// The coefficients that fit the rows best, each of factors, a value and its weight: by
/// elimination of the normal equations.
pub(crate) fn least_squares<const N: usize>(rows: &[([f64; N], f64, f64)]) -> [f64; N] {
    let mut equations = [([0.0; N], 0.0); N];
    for (factors, value, weight) in rows {
        for (at, equation) in equations.iter_mut().enumerate() {
            for (cell, factor) in equation.0.iter_mut().zip(factors) {
                *cell += weight * factors[at] * factor;
            }
            equation.1 += weight * factors[at] * value;
        }
    }
    for pivot in 0..N {
        let divisor = equations[pivot].0[pivot];
        let row = equations[pivot].0.map(|cell| cell / divisor);
        let value = equations[pivot].1 / divisor;
        for (at, equation) in equations.iter_mut().enumerate() {
            let factor = equation.0[pivot];
            if at == pivot {
                *equation = (row, value);
            } else {
                for (cell, part) in equation.0.iter_mut().zip(row) {
                    *cell -= factor * part;
                }
                equation.1 -= factor * value;
            }
        }
    }
    equations.map(|(_, value)| value)
}
