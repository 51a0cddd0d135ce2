//! The one model of time: what a game gives its players ([`TimeControl`]), what each of them
//! has left ([`Clock`]), how much of it to think with now ([`Clock::share`]), when a thought has found
//! what it can ([`Deliberation`]), and how long all that is on this machine ([`Timekeeper`]). Searches,
//! the arena, the protocols and the page all use it.

mod clock;
mod control;
mod deliberation;
mod timekeeper;

pub use clock::Clock;
pub use control::{BadTimeControl, Period, TimeControl};
pub use deliberation::Deliberation;
pub use timekeeper::Timekeeper;
