//! A place at the table.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

/// The most seats a game may have.
pub const MAX_SEATS: usize = 4;

/// A player's place at the table, counted from 0.
///
/// A seat is a player; a colour is what stands on the board. They differ in
/// Blokus, where one seat may play two colours.
///
/// ```
/// use papan_core::Seat;
///
/// let seat = Seat::new(1);
/// assert_eq!(seat.index(), 1);
/// assert_eq!(seat.next(2), Seat::FIRST);
/// assert_eq!(seat.to_string(), "1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0.
    pub const FIRST: Seat = Seat(0);
    /// Seat 1.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this number.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "a game has at most four seats");
        Seat(index as u8)
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that follows at a table of `seats`.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        Seat::new((self.index() + 1) % seats)
    }

    /// Every seat of a table, in order.
    pub fn all(seats: usize) -> impl ExactSizeIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match usize::deserialize(deserializer)? {
            index if index < MAX_SEATS => Ok(Seat::new(index)),
            index => Err(D::Error::custom(format!("there is no seat {index}"))),
        }
    }
}
