//! What the page is told of a game.

use super::room::{ControlSeconds, Outcome, Player, Ply, Room};
use crate::{
    error::{Answer, ApiError},
    replay::FamilyShown,
    runtime::Instant,
};
use papan_agents::games::family_of;
use papan_arena::ledger::Moment;
use papan_core::{Scores, Seat, View};
use serde::Serialize;
use serde_json::value::RawValue;

/// What lists show of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Shown {
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    turn: Option<Seat>,
    result: Option<Outcome>,
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    scores: Scores,
}

impl Shown {
    pub(crate) fn of(room: &Room) -> Shown {
        Shown {
            turn: room.turn(),
            result: room.outcome(),
            scores: room.position.scores(),
        }
    }
}

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Player,
    Watcher,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct State<'a> {
    game_id: &'a str,
    version: u64,
    title: &'a str,
    game: String,
    #[serde(flatten)]
    family: FamilyShown,
    seats: Vec<SeatState<'a>>,
    ply: usize,
    plies: usize,
    #[cfg_attr(test, ts(type = "Core.View"))]
    view: View,
    history: Vec<Entry<'a>>,
    last: Option<Last<'a>>,
    thinking: Option<Thinking>,
    paused: bool,
    pace: f64,
    clock: Option<ControlSeconds>,
    start: Option<&'a str>,
    moves: Vec<&'a str>,
    result: Option<Outcome>,
    #[cfg_attr(test, ts(type = "string"))]
    created: Moment,
    #[cfg_attr(test, ts(type = "string"))]
    updated: Moment,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct SeatState<'a> {
    name: String,
    player: &'a Player,
    clock: Option<SeatClock>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct SeatClock {
    left: f64,
    running: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlyShown"))]
struct Entry<'a> {
    // Who played a move is known.
    #[cfg_attr(test, ts(as = "usize"))]
    seat: Option<Seat>,
    #[serde(rename = "move")]
    played: &'a str,
    #[cfg_attr(test, ts(type = "Core.Phrase[]"))]
    phrases: &'a RawValue,
    #[cfg_attr(test, ts(as = "Option<crate::value::PositionValue>"))]
    worth: Option<&'a RawValue>,
    seconds: Option<f64>,
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    scores: &'a Scores,
}

impl Entry<'_> {
    fn of(seat: Option<Seat>, ply: &Ply) -> Entry<'_> {
        Entry {
            seat,
            played: &ply.played.text,
            phrases: &ply.phrases,
            worth: ply.played.worth.as_deref(),
            seconds: ply.played.seconds,
            scores: &ply.scores,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LastMove"))]
struct Last<'a> {
    #[cfg_attr(test, ts(as = "usize"))]
    seat: Option<Seat>,
    #[serde(rename = "move")]
    played: &'a str,
    #[cfg_attr(test, ts(type = "Core.Effects"))]
    effects: &'a RawValue,
}

/// That an agent thinks.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Thinking {
    #[cfg_attr(test, ts(as = "usize"))]
    pub(crate) seat: Seat,
    pub(crate) seconds: f64,
}

/// The state of a game as a message that can be told to each role.
pub(crate) struct StateText(String);

impl StateText {
    pub(crate) fn of(
        id: &str,
        room: &Room,
        thinking: Option<Thinking>,
        now: Instant,
    ) -> Answer<StateText> {
        let game = room.game.name();
        let seat = |(index, player)| SeatState {
            name: room.game.seat_name(Seat::new(index)),
            player,
            clock: room.left(Seat::new(index), now).map(|left| SeatClock {
                left: left.as_secs_f64(),
                running: room.turn_time.is_running() && room.turn() == Some(Seat::new(index)),
            }),
        };
        let entry = |(ply, entry)| Entry::of(room.seat_of(ply), entry);
        let last = room.ply.checked_sub(1).zip(room.effects.as_deref());
        let moves = room.plies[..room.ply].iter();
        let state = State {
            game_id: id,
            version: room.version,
            title: &room.title,
            family: family_of(&game)?.into(),
            game,
            seats: room.seats.iter().enumerate().map(seat).collect(),
            ply: room.ply,
            plies: room.plies.len(),
            view: room.position.view(),
            history: room.plies.iter().enumerate().map(entry).collect(),
            last: last.map(|(ply, effects)| Last {
                seat: room.seat_of(ply),
                played: &room.plies[ply].played.text,
                effects,
            }),
            thinking,
            paused: room.paused,
            pace: room.pace,
            clock: room.clock.as_ref().map(|clock| clock.control().into()),
            start: room.start.as_deref(),
            moves: moves.map(|ply| ply.played.text.as_str()).collect(),
            result: room.outcome(),
            created: room.created,
            updated: room.updated,
        };
        let text = serde_json::to_string(&state).map_err(ApiError::internal)?;
        Ok(StateText(text))
    }

    /// The message for one who looks, as the answer to a message of this number.
    pub(crate) fn message(&self, role: Role, id: Option<&serde_json::Number>) -> String {
        let role = match role {
            Role::Player => "player",
            Role::Watcher => "watcher",
        };
        let id = id.map_or(String::new(), |id| format!("\"id\":{id},"));
        // The state is an object that is never empty.
        format!(r#"{{"type":"state",{id}"role":"{role}",{}"#, &self.0[1..])
    }
}
