//! The one model of time: what a game gives its players ([`TimeControl`]), what each of them
//! has left ([`Clock`]), how much of it to think with now ([`Clock::share`]), and how long that is on
//! this machine ([`Timekeeper`]). Searches, the arena, the protocols and the page all use it.

mod clock;
mod control;
mod timekeeper;

pub use clock::Clock;
pub use control::{BadTimeControl, Period, TimeControl};
pub use timekeeper::Timekeeper;
