//! One game as plain data, and what can be done with it. Nothing here waits, thinks or
//! writes: who does such things works on a copy and keeps it when all went well.

pub(crate) use super::{
    clock::{ControlSeconds, RoomClock, Stopwatch},
    player::Player,
};
use crate::{
    error::{Answer, ApiError},
    opened,
    runtime::Instant,
};
use papan_arena::ledger::Moment;
use papan_core::{AnyGame, AnyPosition, Effects, LineOfPlay, Scores, Seat};
use papan_search::{Clock, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::{sync::Arc, time::Duration};

mod saving;
#[cfg(test)]
mod tests;

/// The longest game that is kept.
pub(crate) const MOST_PLIES: usize = 2_000;
/// The most seconds between moves of agents.
pub(crate) const MOST_PACE: f64 = 10.0;
/// The seconds between moves of agents when nobody has said anything.
const USUAL_PACE: f64 = 0.5;

/// A move that was played, as it is kept. The rules tell the rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    #[serde(rename = "m")]
    pub(crate) text: String,
    /// How long the turn lasted; unknown for moves that the game was made with.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    /// What the agent that played it thought of it.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub(crate) worth: Option<Box<RawValue>>,
}

/// A move, and what the rules say of it.
#[derive(Clone, Debug)]
pub(crate) struct Ply {
    pub(crate) played: Played,
    /// What it did, as JSON: as data it would take ten times the memory.
    pub(crate) phrases: Box<RawValue>,
    /// The standing after it.
    pub(crate) scores: Scores,
}

impl Ply {
    fn new(played: Played, effects: &Effects, scores: Scores) -> Answer<Ply> {
        let phrases = to_raw_value(&effects.phrases).map_err(ApiError::internal)?;
        Ok(Ply {
            played,
            phrases,
            scores,
        })
    }
}

/// Who is to move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// `None` when the game is over by its rules.
    pub(crate) seat: Option<Seat>,
    /// Whether the only legal move is to pass.
    pub(crate) forced: bool,
}

/// An end that the rules of the game do not know. It stands behind the last ply: to take it
/// back is to step before it, where it waits to be redone until another move is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    pub(crate) reason: Reason,
    pub(crate) seat: usize,
    /// Whether it has come to it, or was taken back.
    pub(crate) counts: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reason {
    Finished,
    Resigned,
    Time,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Result"))]
pub(crate) struct Outcome {
    pub(crate) ranks: Vec<u8>,
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub(crate) scores: Scores,
    pub(crate) reason: Reason,
    /// Who resigned or had no time left.
    pub(crate) seat: Option<usize>,
}

/// What a new game is made of.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Wanted {
    pub(crate) game: String,
    pub(crate) seats: Vec<Player>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) start: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub(crate) moves: Vec<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) clock: Option<ControlSeconds>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) title: Option<String>,
}

/// One game.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) start: Option<String>,
    pub(crate) seats: Vec<Player>,
    /// All moves, also those that can be redone.
    pub(crate) plies: Vec<Ply>,
    /// Who is to move before each of them and after the last.
    turns: Vec<Turn>,
    /// Where in the history the game is.
    pub(crate) ply: usize,
    pub(crate) position: Box<dyn AnyPosition>,
    /// What the move that led here did, as JSON.
    pub(crate) effects: Option<Box<RawValue>>,
    pub(crate) ending: Option<Ending>,
    pub(crate) clock: Option<RoomClock>,
    /// The time of the turn.
    pub(crate) turn_time: Stopwatch,
    pub(crate) paused: bool,
    pub(crate) pace: f64,
    pub(crate) title: String,
    /// Grows with every change.
    pub(crate) version: u64,
    pub(crate) created: Moment,
    pub(crate) updated: Moment,
}

impl Room {
    /// A new game, with its moves so far if there are any.
    pub(crate) fn new(wanted: Wanted) -> Answer<Room> {
        let game = opened::open(&wanted.game)?;
        let name = game.name();
        if wanted.seats.len() != game.seats() {
            let (seats, given) = (game.seats(), wanted.seats.len());
            let text = format!("{name} has {seats} seats, and {given} players were given");
            return Err(ApiError::bad("seats", text).with("seats", seats));
        }
        let seats = wanted.seats.iter().map(|player| player.checked(&name));
        let seats = seats.collect::<Answer<Vec<Player>>>()?;
        let clock = wanted.clock.as_ref().map(ControlSeconds::control);
        let clock = clock.transpose()?;
        let title = wanted.title.unwrap_or_default().trim().to_owned();
        if title.chars().count() > 100 || title.chars().any(char::is_control) {
            let text = "a title has at most 100 characters, in one line";
            return Err(ApiError::bad("title", text));
        }
        if wanted.moves.len() > MOST_PLIES {
            return Err(too_long());
        }
        let played = |text| Played {
            text,
            seconds: None,
            worth: None,
        };
        let moves = wanted.moves.into_iter().map(played).collect();
        Room::begin(game, wanted.start.as_deref(), moves, seats, clock, title)
    }

    /// A game whose moves so far are played again, with all that has been checked.
    fn begin(
        game: Arc<dyn AnyGame>,
        start: Option<&str>,
        moves: Vec<Played>,
        seats: Vec<Player>,
        clock: Option<TimeControl>,
        title: String,
    ) -> Answer<Room> {
        let position = game.first_position(start)?;
        let line = LineOfPlay {
            start: Some(position.text()).filter(|text| *text != game.start().text()),
            ..LineOfPlay::moves(moves.iter().map(|played| &played.text))
        };
        let mut turns = vec![turn_of(&*position)];
        let mut clock = clock.map(RoomClock::new);
        let mut moves = moves.into_iter();
        let (mut plies, mut last) = (Vec::new(), None);
        let position = game.replay(&line, &mut |before, text, after| {
            if let (Some(clock), Some(seat)) = (&mut clock, before.turn()) {
                clock.moved(plies.len(), seat, Duration::ZERO);
            }
            turns.push(turn_of(after));
            // The move has been played, so that there is something to say about it.
            last = before.preview(text).ok().map(|(_, effects)| effects);
            let text = text.to_owned();
            let ply = moves.next().zip(last.as_ref()).map(|(played, effects)| {
                Ply::new(Played { text, ..played }, effects, after.scores())
            });
            plies.extend(ply);
        })?;
        let now = Moment::now();
        let mut room = Room {
            game,
            start: line.start,
            seats,
            plies: plies.into_iter().collect::<Answer<_>>()?,
            turns,
            ply: line.moves.len(),
            position,
            effects: None,
            ending: None,
            clock,
            turn_time: Stopwatch::default(),
            paused: false,
            pace: USUAL_PACE,
            title,
            version: 1,
            created: now,
            updated: now,
        };
        room.show(last)?;
        Ok(room)
    }

    /// Who is to move; nobody when the game has ended in any way.
    pub(crate) fn turn(&self) -> Option<Seat> {
        self.turns[self.ply].seat.filter(|_| !self.ended())
    }

    /// The player who is to move.
    pub(crate) fn mover(&self) -> Option<&Player> {
        self.turn().map(|seat| &self.seats[seat.index()])
    }

    /// Whether the seat to move can do nothing but pass.
    pub(crate) fn must_pass(&self) -> bool {
        self.turn().is_some() && self.turns[self.ply].forced
    }

    /// Whether someone resigned or had no time left.
    fn ended(&self) -> bool {
        self.ending.is_some_and(|ending| ending.counts)
    }

    /// The seat that made a move.
    pub(crate) fn seat_of(&self, ply: usize) -> Option<Seat> {
        self.turns[ply].seat
    }

    pub(crate) fn has_persons(&self) -> bool {
        self.seats.iter().any(Player::is_person)
    }

    /// Whether a person was to move at a ply and had a choice.
    fn is_choice(&self, ply: usize) -> bool {
        let turn = self.turns[ply];
        let person = |seat: Seat| self.seats[seat.index()].is_person();
        !turn.forced && turn.seat.is_some_and(person)
    }

    /// How the game ended; `None` while it goes on.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let scores = self.position.scores();
        if let Some(ending) = self.ending.filter(|ending| ending.counts) {
            // That seat is last, and the others share the first place.
            let points: Vec<i32> = (0..self.seats.len())
                .map(|seat| i32::from(seat != ending.seat))
                .collect();
            return Some(Outcome {
                ranks: Scores::new(&points).outcome().ranks().to_vec(),
                scores,
                reason: ending.reason,
                seat: Some(ending.seat),
            });
        }
        let outcome = self.position.outcome()?;
        Some(Outcome {
            ranks: outcome.ranks().to_vec(),
            scores,
            reason: Reason::Finished,
            seat: None,
        })
    }

    /// What led here.
    pub(crate) fn line(&self) -> LineOfPlay {
        let plies = self.plies[..self.ply].iter();
        LineOfPlay {
            start: self.start.clone(),
            ..LineOfPlay::moves(plies.map(|ply| &ply.played.text))
        }
    }

    /// The clock as it stands now, if the game has one.
    pub(crate) fn clock_now(&self, now: Instant) -> Option<Clock> {
        let spent = self.turn_time.elapsed(now);
        let clock = self.clock.as_ref()?;
        Some(clock.running(self.ply, self.turn(), spent))
    }

    /// What a seat has left on its clock.
    pub(crate) fn left(&self, seat: Seat, now: Instant) -> Option<Duration> {
        self.clock_now(now)?.left(seat)
    }

    /// Plays a move for whoever is to move. A person's move lets a game that is paused go on.
    pub(crate) fn play(
        &mut self,
        text: &str,
        worth: Option<Box<RawValue>>,
        now: Instant,
    ) -> Answer<()> {
        if self.turn().is_none() {
            return Err(over());
        }
        if self.ply >= MOST_PLIES {
            return Err(too_long());
        }
        if self.mover().is_some_and(Player::is_person) && !self.must_pass() {
            self.paused = false;
        }
        let spent = self.turn_time.elapsed(now);
        let played = Played {
            text: text.to_owned(),
            // Thousandths are enough for anybody.
            seconds: Some((spent.as_secs_f64() * 1_000.0).round() / 1_000.0),
            worth,
        };
        let effects = self.append(played, spent)?;
        self.show(Some(effects))?;
        self.turn_time.reset(now);
        self.touch();
        Ok(())
    }

    /// The rules, the history and the clock of one move. Returns what the move did.
    fn append(&mut self, mut played: Played, spent: Duration) -> Answer<Effects> {
        let seat = self.turns[self.ply].seat.ok_or_else(over)?;
        let (text, effects) = self.position.play(&played.text)?;
        played.text = text;
        let ply = Ply::new(played, &effects, self.position.scores())?;
        self.plies.truncate(self.ply);
        self.turns.truncate(self.ply + 1);
        self.ending = None;
        self.plies.push(ply);
        self.turns.push(turn_of(&*self.position));
        if let Some(clock) = &mut self.clock {
            clock.moved(self.ply, seat, spent);
        }
        self.ply += 1;
        Ok(effects)
    }

    /// Keeps what the move that led here did, as the page is told of it.
    fn show(&mut self, effects: Option<Effects>) -> Answer<()> {
        let raw = effects.map(|effects| to_raw_value(&effects)).transpose();
        self.effects = raw.map_err(ApiError::internal)?;
        Ok(())
    }

    /// Takes back to the latest earlier position in which a person had a choice; without
    /// persons one ply. An end by resignation or time counts as one step.
    pub(crate) fn undo(&mut self, now: Instant) -> Answer<()> {
        let first = if self.ended() { self.ply + 1 } else { self.ply };
        let mut before = (0..first).rev();
        let target = match self.has_persons() {
            true => before.find(|&ply| self.is_choice(ply)),
            false => before.next(),
        };
        match target {
            Some(ply) => self.travel(ply, false, now),
            None => Err(ApiError::bad(
                "nothing-to-undo",
                "there is nothing to take back",
            )),
        }
    }

    /// The other way.
    pub(crate) fn redo(&mut self, now: Instant) -> Answer<()> {
        let last = self.plies.len();
        let mut after = self.ply + 1..=last;
        let target = match self.has_persons() {
            true => after.find(|&ply| self.is_choice(ply)),
            false => after.next(),
        };
        match target {
            Some(ply) => self.travel(ply, false, now),
            None if self.ply < last || self.ending.is_some_and(|ending| !ending.counts) => {
                self.travel(last, true, now)
            }
            None => Err(ApiError::bad(
                "nothing-to-redo",
                "there is nothing to play again",
            )),
        }
    }

    /// To any ply of the history.
    pub(crate) fn go(&mut self, ply: usize, now: Instant) -> Answer<()> {
        let last = self.plies.len();
        if ply > last {
            let text = format!("the history has plies 0 to {last}");
            return Err(ApiError::bad("ply", text).with("last", last));
        }
        self.travel(ply, ply == last, now)
    }

    /// To the beginning. What was played can be redone until another move is.
    pub(crate) fn restart(&mut self, now: Instant) -> Answer<()> {
        let paused = self.paused && !self.has_persons();
        self.travel(0, false, now)?;
        self.paused = paused;
        Ok(())
    }

    /// To a ply, behind the last one also to the end that stands there. Where nobody chooses
    /// and something could be redone the game pauses: whoever looks back does not want it
    /// to run away again.
    fn travel(&mut self, ply: usize, to_ending: bool, now: Instant) -> Answer<()> {
        self.seek(ply)?;
        if let Some(ending) = &mut self.ending {
            ending.counts = to_ending;
        }
        self.turn_time.reset(now);
        self.paused = match self.has_persons() {
            true => !self.is_choice(ply) && ply < self.plies.len(),
            false => true,
        };
        self.touch();
        Ok(())
    }

    /// Plays the history again up to a ply. Only the last move's effects are shown.
    fn seek(&mut self, ply: usize) -> Answer<()> {
        let mut texts = self.plies[..ply].iter().map(|ply| ply.played.text.as_str());
        let last = texts.next_back();
        let start = self.start.as_deref();
        let mut position = self.game.walk(start, &mut texts, &mut |_, _, _| {})?;
        let last = last.map(|text| position.play(text)).transpose()?;
        self.show(last.map(|(_, effects)| effects))?;
        self.position = position;
        self.ply = ply;
        Ok(())
    }

    /// A person gives up.
    pub(crate) fn resign(&mut self, seat: usize) -> Answer<()> {
        let player = self.seats.get(seat).ok_or_else(|| self.no_seat())?;
        if self.turn().is_none() {
            return Err(over());
        }
        if !player.is_person() {
            let text = "an agent sits there, and agents play on";
            return Err(ApiError::bad("not-a-person", text).with("seat", seat));
        }
        self.end(Reason::Resigned, seat);
        Ok(())
    }

    /// The seat to move, when it has no time left.
    pub(crate) fn out_of_time(&self, now: Instant) -> Option<Seat> {
        let seat = self.turn().filter(|_| self.turn_time.is_running())?;
        self.left(seat, now)?.is_zero().then_some(seat)
    }

    /// A seat has lost because it had no time left.
    pub(crate) fn lose_on_time(&mut self, seat: Seat) -> Answer<()> {
        self.end(Reason::Time, seat.index());
        Ok(())
    }

    /// The game ends here; what could be redone is gone, as after a move.
    fn end(&mut self, reason: Reason, seat: usize) {
        self.plies.truncate(self.ply);
        self.turns.truncate(self.ply + 1);
        if let Some(clock) = &mut self.clock {
            clock.forget_after(self.ply);
        }
        self.ending = Some(Ending {
            reason,
            seat,
            counts: true,
        });
        self.touch();
    }

    /// Another player takes a seat. The player has been [checked](Player::checked).
    pub(crate) fn set_player(&mut self, seat: usize, player: Player) -> Answer<()> {
        let no_seat = self.no_seat();
        *self.seats.get_mut(seat).ok_or(no_seat)? = player;
        if self.ply < self.plies.len() && !self.is_choice(self.ply) {
            self.paused = true;
        }
        self.touch();
        Ok(())
    }

    pub(crate) fn pause(&mut self, on: bool) -> Answer<()> {
        self.paused = on;
        self.touch();
        Ok(())
    }

    pub(crate) fn set_pace(&mut self, seconds: f64) -> Answer<()> {
        if !(0.0..=MOST_PACE).contains(&seconds) {
            let text = format!("the pace is from 0 to {MOST_PACE} seconds");
            return Err(ApiError::bad("pace", text).with("most", MOST_PACE));
        }
        self.pace = seconds;
        self.touch();
        Ok(())
    }

    fn no_seat(&self) -> ApiError {
        let seats = self.seats.len();
        let text = format!("the seats are 0 to {}", seats - 1);
        ApiError::bad("seat", text).with("seats", seats)
    }

    fn touch(&mut self) {
        self.version += 1;
        self.updated = Moment::now();
    }
}

pub(crate) fn over() -> ApiError {
    ApiError::bad("game-over", "the game is over")
}

fn too_long() -> ApiError {
    let text = format!("a game has at most {MOST_PLIES} moves");
    ApiError::bad("too-long", text).with("most", MOST_PLIES)
}

fn turn_of(position: &dyn AnyPosition) -> Turn {
    let seat = position.turn();
    let forced = seat.is_some() && position.moves() == ["pass"];
    Turn { seat, forced }
}
