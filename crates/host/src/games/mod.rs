//! Saved games, the rooms they are played in, and how one reaches them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`room`] | one game as plain data, and what can be done with it |
//! | [`host`] | who keeps a room while it is used: saves, broadcasts, lets agents think |
//! | [`rooms`] | all rooms, loaded when they are needed |
//! | [`socket`], [`http`] | how one reaches them |

mod clock;
mod host;
mod http;
mod message;
mod player;
mod room;
mod rooms;
pub(crate) mod secret;
mod socket;
mod state;

pub use clock::SavedClock;
pub(crate) use http::ROUTES;
pub use player::Player;
pub(crate) use player::TIME;
pub use room::{Ending, Played};
pub(crate) use rooms::Rooms;
#[cfg(test)]
pub(crate) use rooms::no_game;

/// What the page is told and what it sends, for its declarations.
#[cfg(test)]
pub(crate) fn declare(all: papan_declarations::Declarations) -> papan_declarations::Declarations {
    all.with::<room::Wanted>()
        .with::<http::Made>()
        .with::<http::Games>()
        .with::<http::Brief>()
        .with::<state::Shown>()
        .with::<state::State<'static>>()
        .with::<message::Message>()
        .with::<message::Told>()
}
