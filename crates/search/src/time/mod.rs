//! The one model of time: what a game gives its players ([`TimeControl`]), what each of them
//! has left ([`Clock`]), and how much of it to think with now ([`Clock::share`]). Searches,
//! the arena, the protocols and the page all use it.

mod clock;
mod control;

pub use clock::Clock;
pub use control::{BadTimeControl, Period, TimeControl};
