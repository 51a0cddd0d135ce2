//! The agents that play every game they can.

mod entries;
mod greedy;
mod level;
mod many;
mod monte_carlo;
mod two_seats;

pub(crate) use entries::Generic;
