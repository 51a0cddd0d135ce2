//! The agents that play every game they can.

mod entries;
mod greedy;
mod level;
mod many;
mod monte_carlo;
mod two_seats;

pub(crate) use entries::ENTRIES;
pub(crate) use greedy::Greedy;
pub(crate) use level::Level;
pub(crate) use many::Many;
pub(crate) use monte_carlo::MonteCarloAgent;
pub(crate) use two_seats::Searching;
