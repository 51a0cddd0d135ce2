//! A game as it is kept, and back.

use super::{Ending, Room, Stopwatch};
use crate::{
    error::{Answer, ApiError},
    games::{clock::SavedClock, state::Shown},
    opened,
    runtime::Instant,
    store::Saved,
};
use serde_json::value::to_raw_value;

impl Room {
    /// A game as it was saved. That it cannot be played any more is not the fault of who asks.
    pub(crate) fn load(saved: Saved) -> Answer<Room> {
        Room::replay(saved).map_err(|error| ApiError::internal(error.text))
    }

    fn replay(saved: Saved) -> Answer<Room> {
        let game = opened::open(&saved.game)?;
        let clock = saved.clock.as_ref().map(SavedClock::load).transpose()?;
        let control = clock.as_ref().map(|(clock, _)| *clock.control());
        let start = saved.start.as_deref();
        let (moves, seats) = (saved.moves, saved.seats);
        let mut room = Room::begin(game, start, moves, seats, control, saved.title)?;
        room.seek(saved.ply.min(room.plies.len()))?;
        if let Some((clock, spent)) = clock
            && clock.plies() == room.turns.len()
        {
            room.turn_time = Stopwatch::standing(spent);
            room.clock = Some(clock);
        }
        let at_end = room.ply == room.plies.len();
        room.ending = saved.ending.map(|ending| Ending {
            counts: ending.counts && at_end,
            ..ending
        });
        room.paused = saved.paused;
        room.pace = saved.pace;
        room.version = saved.version;
        room.created = saved.created;
        room.updated = saved.updated;
        Ok(room)
    }

    /// The game as it is kept.
    pub(crate) fn save(&self, id: &str, secret: [u8; 32], now: Instant) -> Answer<Saved> {
        let spent = self.turn_time.elapsed(now);
        let clock = self.clock.as_ref();
        let clock = clock.map(|clock| clock.save(self.seats.len(), spent));
        let shown = Shown::of(self);
        Ok(Saved {
            id: id.to_owned(),
            secret,
            game: self.game.name(),
            start: self.start.clone(),
            seats: self.seats.clone(),
            moves: self.plies.iter().map(|ply| ply.played.clone()).collect(),
            ply: self.ply,
            clock,
            ending: self.ending,
            version: self.version,
            paused: self.paused,
            pace: self.pace,
            title: self.title.clone(),
            created: self.created,
            updated: self.updated,
            shown: to_raw_value(&shown).map_err(ApiError::internal)?,
        })
    }
}
