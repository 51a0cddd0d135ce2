//! What coordinators and workers tell each other, as JSON.

use papan_arena::{AgentVersion, Conditions, Ending, GameId, GameResult, Job, Ply, Slot};
use papan_core::{LineOfPlay, MAX_SEATS, Scores, Seat};
use papan_search::Value;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The version of these messages: whoever speaks another one is told so.
pub const PROTOCOL: u32 = 2;

/// What a coordinator says of its event every second or so.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// [`PROTOCOL`] of the coordinator.
    pub protocol: u32,
    /// The name of the event.
    pub event: String,
    /// The version of Papan that coordinates it.
    pub version: String,
    /// The machine that coordinates it.
    pub host: String,
    /// What its agents are, in short: who has not heard of it asks the coordinator for all of them.
    pub agents: GameId,
    /// The speed of the machine for which times are meant: see [`papan_arena::speed`].
    pub speed: u64,
    /// How often workers should give a sign of life, in seconds.
    pub sign_every: f64,
    /// How many games there are in all.
    pub total: u64,
    /// How many of them are done.
    pub done: u64,
    /// How many have come in a second, lately.
    pub per_second: f64,
    /// Who is put aside, and why.
    pub put_aside: Vec<(String, String)>,
    /// Whether this is the last that will be heard of it.
    pub ended: bool,
}

/// The answer to who asks which agents play: see [`Announcement::agents`].
pub(crate) type Agents = Vec<AgentVersion>;

/// The digest of agents in an [`Announcement`].
pub(crate) fn digest(agents: &[AgentVersion]) -> GameId {
    GameId::of(&serde_json::to_vec(agents).unwrap_or_default())
}

/// A worker's sign of life.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sign {
    /// [`PROTOCOL`] of the worker.
    pub protocol: u32,
    /// Its version of Papan.
    pub version: String,
    /// The machine.
    pub host: String,
    /// How many games it plays at the same time.
    pub threads: u32,
    /// Its speed: see [`papan_arena::speed`].
    pub speed: u64,
    /// How long it has worked, in seconds.
    pub seconds: f64,
    /// How many games it has played.
    pub games: u64,
    /// How many of them a second, lately.
    pub per_second: f64,
    /// The batches that it has in hand.
    pub batches: Vec<String>,
    /// Events whose jobs it does not take, and why.
    pub declined: Vec<(String, String)>,
    /// What went wrong so far: how often, and what came last.
    pub faults: u64,
    /// What went wrong last.
    pub last_fault: Option<String>,
    /// Whether this is its last sign.
    pub ended: bool,
}

/// How many letters of a text of strangers are remembered, of a word, and how many such texts:
/// whoever only looks need not hold all that someone may say.
pub(crate) const MOST_LETTERS: usize = 300;
const MOST_LETTERS_OF_WORD: usize = 80;
const MOST_TEXTS: usize = 20;

/// More games a second than this nobody plays.
const MOST_PER_SECOND: f64 = 1e9;

/// The beginning of a text, where it is longer than so many letters.
pub(crate) fn begin(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn reasons(list: &[(String, String)]) -> Vec<(String, String)> {
    let text = |text: &String| begin(text, MOST_LETTERS);
    let list = list.iter().take(MOST_TEXTS);
    list.map(|(whose, why)| (text(whose), text(why))).collect()
}

impl Announcement {
    /// The same with as much of each text as anybody needs to see.
    pub(crate) fn bounded(self) -> Announcement {
        Announcement {
            event: begin(&self.event, MOST_LETTERS),
            version: begin(&self.version, MOST_LETTERS_OF_WORD),
            host: begin(&self.host, MOST_LETTERS_OF_WORD),
            per_second: self.per_second.clamp(0.0, MOST_PER_SECOND),
            put_aside: reasons(&self.put_aside),
            ..self
        }
    }
}

impl Sign {
    /// The same with as much of each text as anybody needs to see.
    pub(crate) fn bounded(self) -> Sign {
        let word = |text: &String| begin(text, MOST_LETTERS_OF_WORD);
        Sign {
            version: word(&self.version),
            host: word(&self.host),
            per_second: self.per_second.clamp(0.0, MOST_PER_SECOND),
            batches: self.batches.iter().take(MOST_TEXTS).map(word).collect(),
            declined: reasons(&self.declined),
            last_fault: (self.last_fault.as_ref()).map(|text| begin(text, MOST_LETTERS)),
            ..self
        }
    }
}

/// Some jobs of an event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    /// The batch's name, for signs and results.
    pub(crate) batch: String,
    /// The event's name.
    pub(crate) event: String,
    /// Whether another worker has played these too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) audit: bool,
    /// What several of the jobs have in common.
    pub(crate) lineups: Vec<Lineup>,
    pub(crate) jobs: Vec<ShortJob>,
}

/// Who plays what, under which conditions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lineup {
    /// What its jobs belong to: nothing, where a contest without a name is handed out under one.
    pub(crate) event: String,
    pub(crate) game: String,
    pub(crate) agents: Vec<String>,
    pub(crate) conditions: Conditions,
}

/// A job without what it shares with others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShortJob {
    pub(crate) slot: Slot,
    pub(crate) lineup: usize,
    pub(crate) round: u64,
    pub(crate) seating: u32,
    pub(crate) opening: LineOfPlay,
    pub(crate) seed: u64,
}

impl Batch {
    pub(crate) fn new(batch: String, event: &str, audit: bool, jobs: Vec<(Slot, Job)>) -> Batch {
        let mut lineups: Vec<Lineup> = Vec::new();
        let mut short = Vec::with_capacity(jobs.len());
        for (slot, job) in jobs {
            let lineup = Lineup {
                event: job.event,
                game: job.game,
                agents: job.agents,
                conditions: job.conditions,
            };
            let known = lineups.iter().position(|known| *known == lineup);
            let number = known.unwrap_or_else(|| {
                lineups.push(lineup);
                lineups.len() - 1
            });
            short.push(ShortJob {
                slot,
                lineup: number,
                round: job.round,
                seating: job.seating,
                opening: job.opening,
                seed: job.seed,
            });
        }
        Batch {
            batch,
            event: event.to_owned(),
            audit,
            lineups,
            jobs: short,
        }
    }

    /// One of its jobs; `None` when there is none of this number, or it names no lineup.
    pub(crate) fn job(&self, index: usize) -> Option<Job> {
        let short = self.jobs.get(index)?;
        let lineup = self.lineups.get(short.lineup)?;
        Some(Job {
            event: lineup.event.clone(),
            game: lineup.game.clone(),
            agents: lineup.agents.clone(),
            round: short.round,
            seating: short.seating,
            opening: short.opening.clone(),
            seed: short.seed,
            conditions: lineup.conditions.clone(),
        })
    }
}

/// What a worker gives for a batch, or for a part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Results {
    pub(crate) batch: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) audit: bool,
    /// The version of Papan that played.
    pub(crate) version: String,
    /// How that was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) build: Option<String>,
    pub(crate) games: Vec<Carried>,
    /// Jobs that were not played and will not be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) given_back: Vec<Slot>,
    /// Why not, when that is the job's fault or the worker's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<String>,
}

/// A finished game without its job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Carried {
    pub(crate) slot: Slot,
    pub(crate) id: GameId,
    moves: Vec<String>,
    /// The seats of all moves after the opening, a digit each.
    turns: String,
    /// How long each of those took, in microseconds.
    times: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<Option<Value>>,
    nodes: Vec<u64>,
    position: String,
    scores: Scores,
    ending: Ending,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    errors: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    titles: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fingerprints: Vec<Option<String>>,
    /// What the processors worked for each seat, in microseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cpu_times: Vec<Option<u64>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    timed: bool,
}

fn all_none<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    match list.iter().all(Option::is_none) {
        true => Vec::new(),
        false => list,
    }
}

/// What [`all_none`] left of a list with something for each seat.
fn by_seat<T: Clone>(list: Vec<Option<T>>, seats: usize) -> Vec<Option<T>> {
    match list.is_empty() {
        true => vec![None; seats],
        false => list,
    }
}

impl Carried {
    pub(crate) fn new(slot: Slot, game: GameResult) -> Carried {
        let chosen = || game.plies.iter().filter(|ply| !ply.is_opening());
        let digit = |seat: Seat| char::from(b'0' + seat.index() as u8);
        let time = |ply: &Ply| ply.time.unwrap_or_default().as_micros() as u64;
        let cpu_time = |time: &Option<Duration>| time.map(|time| time.as_micros() as u64);
        Carried {
            slot,
            id: game.job.id(),
            turns: chosen().filter_map(|ply| ply.seat).map(digit).collect(),
            times: chosen().map(time).collect(),
            values: all_none(chosen().map(|ply| ply.value).collect()),
            moves: game.plies.into_iter().map(|ply| ply.text).collect(),
            nodes: game.nodes,
            position: game.position,
            scores: game.scores,
            ending: game.ending,
            errors: game.errors,
            titles: all_none(game.titles),
            fingerprints: all_none(game.fingerprints),
            cpu_times: all_none(game.cpu_times.iter().map(cpu_time).collect()),
            timed: game.timed,
        }
    }

    /// The finished game of a job as `worker` says it went, or what is missing in it. Whether
    /// the rules agree is not looked at here.
    pub(crate) fn restored(
        self,
        job: Job,
        worker: &str,
        (version, build): (&str, Option<&str>),
    ) -> Result<GameResult, String> {
        let seats = job.agents.len();
        let opening = job.opening.moves.len();
        let Some(chosen) = self.moves.len().checked_sub(opening) else {
            return Err("it has fewer moves than its opening".to_owned());
        };
        let mut turns = Vec::with_capacity(chosen);
        for digit in self.turns.bytes() {
            match usize::from(digit.wrapping_sub(b'0')) {
                seat if seat < seats.min(MAX_SEATS) => turns.push(Seat::new(seat)),
                _ => return Err("a move of a seat that there is not".to_owned()),
            }
        }
        let seat_lists = [
            ("node counts", self.nodes.len()),
            ("scores", self.scores.seats()),
            (
                "titles",
                if self.titles.is_empty() {
                    seats
                } else {
                    self.titles.len()
                },
            ),
            (
                "fingerprints",
                if self.fingerprints.is_empty() {
                    seats
                } else {
                    self.fingerprints.len()
                },
            ),
            (
                "CPU times",
                if self.cpu_times.is_empty() {
                    seats
                } else {
                    self.cpu_times.len()
                },
            ),
        ];
        let move_lists = [
            ("turns", turns.len()),
            ("times", self.times.len()),
            (
                "values",
                if self.values.is_empty() {
                    chosen
                } else {
                    self.values.len()
                },
            ),
        ];
        let lists = seat_lists.map(|(what, length)| (what, length, seats));
        for (what, length, needed) in lists
            .into_iter()
            .chain(move_lists.map(|(what, length)| (what, length, chosen)))
        {
            if length != needed {
                return Err(format!("it has {length} {what} and needs {needed}"));
            }
        }
        if self
            .ending
            .details()
            .seat
            .is_some_and(|seat| seat.index() >= seats)
        {
            return Err("it ended by a seat that there is not".to_owned());
        }
        let mut values = self.values.into_iter();
        let mut thoughts = turns.into_iter().zip(self.times);
        let ply = |(index, text): (usize, String)| match (index >= opening)
            .then(|| thoughts.next())
            .flatten()
        {
            None => Ply::of_opening(text),
            Some((seat, time)) => Ply {
                text,
                seat: Some(seat),
                time: Some(Duration::from_micros(time)),
                value: values.next().flatten(),
            },
        };
        let cpu_times = by_seat(self.cpu_times, seats).into_iter();
        Ok(GameResult {
            plies: self.moves.into_iter().enumerate().map(ply).collect(),
            nodes: self.nodes,
            position: self.position,
            outcome: self.ending.outcome(&self.scores),
            scores: self.scores,
            ending: self.ending,
            errors: self.errors,
            titles: by_seat(self.titles, seats),
            fingerprints: by_seat(self.fingerprints, seats),
            version: version.to_owned(),
            build: build.map(str::to_owned),
            worker: Some(worker.to_owned()),
            confirmed_by: None,
            timed: self.timed,
            cpu_times: cpu_times
                .map(|time| time.map(Duration::from_micros))
                .collect(),
            job,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_arena::{Contest, Openings, Seating};
    use papan_search::Stop;

    #[test]
    fn games_and_jobs_come_back_as_they_were() {
        let contest = Contest {
            seating: Seating::Rotate,
            openings: Openings::Random(4),
            ..Contest::new("othello:size=6", &["mcts:nodes=20", "greedy"], 4)
        };
        let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
        let jobs: Vec<(Slot, Job)> = games
            .iter()
            .map(|played| ((0, played.number), played.game.job.clone()))
            .collect();
        let batch = Batch::new("b".to_owned(), "an event", false, jobs.clone());
        assert_eq!(batch.lineups.len(), 2);
        let text = serde_json::to_string(&batch).unwrap();
        let batch: Batch = serde_json::from_str(&text).unwrap();
        for (index, (_, job)) in jobs.iter().enumerate() {
            assert_eq!(batch.job(index).as_ref(), Some(job));
        }
        assert_eq!(batch.job(4), None);
        for played in games {
            let carried = Carried::new((0, played.number), played.game.clone());
            let text = serde_json::to_string(&carried).unwrap();
            let carried: Carried = serde_json::from_str(&text).unwrap();
            let version = played.game.version.clone();
            let program = (&*version, Some("release"));
            let restored = carried.restored(played.game.job.clone(), "w", program);
            let expected = GameResult {
                worker: Some("w".to_owned()),
                build: Some("release".to_owned()),
                ..played.game
            };
            assert_eq!(restored, Ok(expected));
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let contest = Contest::new("othello:size=4", &["greedy", "greedy"], 1);
        let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
        let game = &games[0].game;
        let broken = |change: &dyn Fn(&mut Carried)| {
            let mut carried = Carried::new((0, 0), game.clone());
            change(&mut carried);
            carried
                .restored(game.job.clone(), "w", ("", None))
                .unwrap_err()
        };
        assert!(broken(&|game| game.turns = "9".repeat(game.turns.len())).contains("seat"));
        assert!(broken(&|game| game.times.clear()).contains("0 times"));
        assert!(broken(&|game| game.nodes.push(1)).contains("node counts"));
        assert!(broken(&|game| game.values = vec![None]).contains("values"));
        assert!(broken(&|game| game.cpu_times = vec![None]).contains("CPU times"));
    }
}
