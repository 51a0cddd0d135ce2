//! Equations with a symmetric positive definite matrix, by Cholesky's decomposition.

/// A square matrix by rows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            cells: vec![0.0; size * size],
        }
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for (row, out) in product.cells.chunks_exact_mut(self.size.max(1)).enumerate() {
            for (inner, &factor) in self.row(row).iter().enumerate() {
                for (cell, &value) in out.iter_mut().zip(other.row(inner)) {
                    *cell += factor * value;
                }
            }
        }
        product
    }

    /// The lower triangle whose product with its mirror image is this matrix, of which only
    /// the lower triangle is read. `None` if the matrix is not positive definite.
    pub(super) fn cholesky(&self) -> Option<Cholesky> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let dot: f64 = lower.row(row)[..column]
                    .iter()
                    .zip(lower.row(column))
                    .map(|(a, b)| a * b)
                    .sum();
                let rest = self.at(row, column) - dot;
                let cell = if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.at(column, column)
                };
                lower.cells[row * self.size + column] = cell;
            }
        }
        Some(Cholesky(lower))
    }
}

/// See [`Matrix::cholesky`].
pub(super) struct Cholesky(Matrix);

impl Cholesky {
    /// The vector that the matrix turns into `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Cholesky(lower) = self;
        let mut vector = right.to_vec();
        for row in 0..lower.size {
            let (known, rest) = vector.split_at_mut(row);
            let dot: f64 = lower.row(row).iter().zip(known).map(|(a, b)| a * *b).sum();
            rest[0] = (rest[0] - dot) / lower.at(row, row);
        }
        for row in (0..lower.size).rev() {
            let value = vector[row] / lower.at(row, row);
            vector[row] = value;
            for (cell, factor) in vector[..row].iter_mut().zip(lower.row(row)) {
                *cell -= factor * value;
            }
        }
        vector
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        let mut unit = vec![0.0; size];
        for row in 0..size {
            unit[row] = 1.0;
            // The inverse is symmetric: its columns are its rows.
            inverse.cells[row * size..][..size].copy_from_slice(&self.solve(&unit));
            unit[row] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Random;

    #[test]
    fn solutions_and_inverses_are_right() {
        let mut random = Random::new(3);
        for size in [0, 1, 2, 5, 20] {
            let mut root = Matrix::zero(size);
            for cell in &mut root.cells {
                *cell = random.below(2001) as f64 / 1000.0 - 1.0;
            }
            let mut matrix = Matrix::zero(size);
            for row in 0..size {
                for column in 0..size {
                    let dot: f64 = (0..size)
                        .map(|k| root.at(row, k) * root.at(column, k))
                        .sum();
                    matrix.add(row, column, dot + if row == column { 0.1 } else { 0.0 });
                }
            }
            let parts = matrix.cholesky().unwrap();
            let product = matrix.times(&parts.inverse());
            for row in 0..size {
                for column in 0..size {
                    let one = if row == column { 1.0 } else { 0.0 };
                    assert!((product.at(row, column) - one).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        let mut matrix = Matrix::zero(2);
        for (row, column, value) in [(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 1.0)] {
            matrix.add(row, column, value);
        }
        assert!(matrix.cholesky().is_none());
    }
}
