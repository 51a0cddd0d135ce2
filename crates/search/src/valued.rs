//! What moves are worth, one beside the other.

use crate::{FINISHED, Report, Value};

/// A move, what it is worth to the seat that plays it, and the line that is expected then.
///
/// ```
/// use papan_search::{Value, Valued, best_first};
///
/// let mut values = vec![
///     Valued::at_sight('a', Value::points(7)),
///     Valued { exact: true, ..Valued::at_sight('b', Value::points(2)) },
///     Valued::at_sight('c', Value::points(9)),
///     Valued { exact: true, ..Valued::at_sight('d', Value::points(-2)) },
/// ];
/// best_first(&mut values);
/// // A sure win comes before any hope, and any hope before a sure loss.
/// let order: String = values.iter().map(|valued| valued.played).collect();
/// assert_eq!(order, "bcad");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Valued<M> {
    /// The move.
    pub played: M,
    /// What it is worth to the seat that plays it.
    pub value: Value,
    /// Whether that is the value of the game itself, proven.
    pub exact: bool,
    /// How many plies ahead was looked, the move itself included.
    pub depth: u32,
    /// What is expected to be played, the move itself first.
    pub line: Vec<M>,
}

/// What each legal move is worth to the seat to move, in the game's order.
pub type Values<M> = Vec<Valued<M>>;

/// A search's answer, and its best lines: the best first.
pub type Lines<M> = (Report<M>, Values<M>);

impl<M: Copy> Valued<M> {
    /// A move by what is seen right after it.
    pub fn at_sight(played: M, value: Value) -> Valued<M> {
        Valued {
            played,
            value,
            exact: false,
            depth: 1,
            line: vec![played],
        }
    }
}

impl<M> Valued<M> {
    /// The same with its moves written otherwise, such as in text: `write` is given the move and
    /// the line.
    pub fn written<T>(self, write: impl FnOnce(M, Vec<M>) -> (T, Vec<T>)) -> Valued<T> {
        let (played, line) = write(self.played, self.line);
        Valued {
            played,
            value: self.value,
            exact: self.exact,
            depth: self.depth,
            line,
        }
    }

    /// A number to compare moves by: what is proven weighs more than any estimate, whatever an
    /// evaluation counts in.
    fn rank(&self) -> f64 {
        match (self.exact, self.value) {
            (true, Value::Share(share)) => 3.0 * share - 1.0,
            (true, points) => points.number() * f64::from(FINISHED),
            (false, value) => value.number(),
        }
    }
}

/// Sorts moves by what they are worth; equals keep their order.
pub fn best_first<M>(values: &mut [Valued<M>]) {
    values.sort_by(|left, right| right.rank().total_cmp(&left.rank()));
}

/// The `most` best moves as the lines of an answer. A move has one value: that which can be
/// compared with those of the others. Of equals the chosen one comes first.
pub fn best_lines<M: Copy + PartialEq>(
    mut report: Report<M>,
    mut values: Values<M>,
    most: usize,
) -> Lines<M> {
    if let Some(at) = values
        .iter()
        .position(|valued| valued.played == report.best)
    {
        report.value = Some(values[at].value);
        report.exact = values[at].exact;
        values[..=at].rotate_right(1);
    }
    best_first(&mut values);
    values.truncate(most);
    (report, values)
}
