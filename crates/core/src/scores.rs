//! What each seat has scored, and who won.

use crate::{MAX_SEATS, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeStruct};
use std::ops::Index;

/// One number per seat: the standing while a game goes on, the result when it is over.
///
/// ```
/// use papan_core::{Scores, Seat};
///
/// let scores = Scores::new(&[40, 24]);
/// assert_eq!(scores[Seat::FIRST], 40);
/// assert_eq!(scores.difference(Seat::SECOND), -16);
/// assert_eq!(scores.outcome().winner(), Some(Seat::FIRST));
/// assert_eq!(Scores::new(&[10, 7, 2]).difference(Seat::FIRST), 3); // the best of the others
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scores {
    points: [i32; MAX_SEATS],
    seats: u8,
}

impl Scores {
    /// The scores of a table, seat 0 first.
    ///
    /// # Panics
    /// When there are more than [`MAX_SEATS`] of them.
    #[inline]
    pub fn new(points: &[i32]) -> Scores {
        let mut all = [0; MAX_SEATS];
        all[..points.len()].copy_from_slice(points);
        Scores {
            points: all,
            seats: points.len() as u8,
        }
    }

    /// The number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The scores in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[i32] {
        &self.points[..self.seats()]
    }

    /// How far `seat` is ahead of the best of the others; negative when behind.
    pub fn difference(&self, seat: Seat) -> i32 {
        let best_other = Seat::all(self.seats())
            .filter(|&other| other != seat)
            .map(|other| self[other])
            .max();
        self[seat] - best_other.unwrap_or(0)
    }

    /// The result if the game ended with these scores: more is better.
    pub fn outcome(&self) -> Outcome {
        let points = self.as_slice();
        let mut ranks = [0; MAX_SEATS];
        for (rank, own) in ranks.iter_mut().zip(points) {
            *rank = 1 + points.iter().filter(|other| *other > own).count() as u8;
        }
        Outcome {
            ranks,
            seats: self.seats,
        }
    }
}

impl Index<Seat> for Scores {
    type Output = i32;

    #[inline]
    fn index(&self, seat: Seat) -> &i32 {
        &self.points[seat.index()]
    }
}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Scores {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scores, D::Error> {
        let points = Vec::<i32>::deserialize(deserializer)?;
        match points.len() <= MAX_SEATS {
            true => Ok(Scores::new(&points)),
            false => Err(D::Error::invalid_length(
                points.len(),
                &"a score for each seat",
            )),
        }
    }
}

/// The final ranks of a finished game. Equal scores share the better rank, as in
/// a race: 1, 1, 3.
///
/// ```
/// use papan_core::Scores;
///
/// let outcome = Scores::new(&[12, 30, 30, 5]).outcome();
/// assert_eq!(outcome.ranks(), [3, 1, 1, 4]);
/// assert_eq!(outcome.winner(), None); // two share the first place
/// let text = r#"{"ranks":[1,2],"winner":0}"#;
/// assert_eq!(serde_json::to_string(&Scores::new(&[2, 1]).outcome()).unwrap(), text);
/// let read: papan_core::Outcome = serde_json::from_str(text).unwrap();
/// assert_eq!(read, Scores::new(&[2, 1]).outcome());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    ranks: [u8; MAX_SEATS],
    seats: u8,
}

impl Outcome {
    /// The outcome with these ranks; `None` when they are not those of a race.
    ///
    /// ```
    /// use papan_core::{Outcome, Scores};
    ///
    /// assert_eq!(Outcome::of_ranks(&[2, 1]), Some(Scores::new(&[24, 40]).outcome()));
    /// assert_eq!(Outcome::of_ranks(&[1, 1, 2]), None); // who comes after two is third
    /// ```
    pub fn of_ranks(ranks: &[u8]) -> Option<Outcome> {
        if ranks.len() > MAX_SEATS {
            return None;
        }
        let behind: Vec<i32> = ranks.iter().map(|&rank| -i32::from(rank)).collect();
        let outcome = Scores::new(&behind).outcome();
        (outcome.ranks() == ranks).then_some(outcome)
    }

    /// The rank of each seat, 1 for the best.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.seats as usize]
    }

    /// What a seat made of the game: 1 for the only first place, a share of it when several
    /// have it, else 0.
    ///
    /// ```
    /// use papan_core::{Scores, Seat};
    ///
    /// let outcome = Scores::new(&[12, 30, 30]).outcome();
    /// assert_eq!(outcome.share(Seat::SECOND), 0.5);
    /// assert_eq!(outcome.share(Seat::FIRST), 0.0);
    /// ```
    pub fn share(&self, seat: Seat) -> f64 {
        let ranks = self.ranks();
        let first = ranks.iter().filter(|&&rank| rank == 1).count();
        match ranks[seat.index()] {
            1 => 1.0 / first as f64,
            _ => 0.0,
        }
    }

    /// The only seat in first place, or `None` when several share it.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = (0..self.seats as usize).filter(|&seat| self.ranks[seat] == 1);
        match (first.next(), first.next()) {
            (Some(seat), None) => Some(Seat::new(seat)),
            _ => None,
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Outcome", 2)?;
        object.serialize_field("ranks", self.ranks())?;
        object.serialize_field("winner", &self.winner())?;
        object.end()
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        // Who won follows from the ranks, so that it need not be read.
        #[derive(Deserialize)]
        struct Read {
            ranks: Vec<u8>,
        }
        let Read { ranks } = Read::deserialize(deserializer)?;
        let wrong = || D::Error::custom("ranks must be those of a race, such as 1, 1, 3");
        Outcome::of_ranks(&ranks).ok_or_else(wrong)
    }
}
