//! Many games between the same agents.

use crate::{
    AgentVersion, Conditions, GameId, GameResult, Job, JobError, News, Openings, OpeningsError,
    Players, Pool, Slot, Work, openings::Opener,
};
use papan_agents::{Playable, agents, engines, games};
use papan_core::{AnyGame, Seat, key, spec::SpecError};
use papan_search::Stop;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
};
use thiserror::Error;

/// Which agents play which game how often. The same contest gives the same games on any
/// machine and with any number of threads, as far as its agents do not look at the clock.
#[derive(Clone, Debug)]
pub struct Contest {
    /// What the games belong to; see [`Job::event`].
    pub event: String,
    /// The game with its parameters.
    pub game: String,
    /// The agents, one for each seat: the first begins in seat 0.
    pub agents: Vec<String>,
    /// How many games.
    pub games: u64,
    /// What chance follows from.
    pub seed: u64,
    /// How the agents change seats. Every opening is played with all seatings.
    pub seating: Seating,
    /// Where the games begin.
    pub openings: Openings,
    /// What every move is held to, besides the agents' own limits.
    pub conditions: Conditions,
}

/// How agents change seats from game to game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seating {
    /// Not at all.
    Fixed,
    /// Everyone moves on by a seat: each agent plays from each seat, as often as the others.
    #[default]
    Rotate,
    /// All orders, so that it also changes who sits beside whom: 24 with four seats.
    Permute,
}

impl Seating {
    /// How many ways there are to sit.
    pub fn count(self, seats: usize) -> u64 {
        match self {
            Seating::Fixed => 1,
            Seating::Rotate => seats as u64,
            Seating::Permute => (1..=seats as u64).product(),
        }
    }

    /// The agent in each seat, in one of the ways.
    ///
    /// ```
    /// use papan_arena::Seating;
    ///
    /// assert_eq!(Seating::Rotate.order(1, 3), [1, 2, 0]);
    /// assert_eq!(Seating::Permute.order(5, 3), [2, 1, 0]);
    /// ```
    pub fn order(self, number: u64, seats: usize) -> Vec<usize> {
        match self {
            Seating::Fixed => (0..seats).collect(),
            Seating::Rotate => {
                let shift = (number % seats as u64) as usize;
                (0..seats).map(|seat| (seat + shift) % seats).collect()
            }
            Seating::Permute => {
                // The digits of the number in the factorial base say who of those that are
                // left sits next.
                let mut left: Vec<usize> = (0..seats).collect();
                let mut number = number % self.count(seats);
                let mut order = Vec::with_capacity(seats);
                for remaining in (1..=seats).rev() {
                    let block: u64 = (1..remaining as u64).product();
                    order.push(left.remove((number / block) as usize));
                    number %= block;
                }
                order
            }
        }
    }
}

/// A contest that cannot be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// The game or an agent is not one.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Games begin from positions, which an agent cannot be told.
    #[error(
        "some openings begin from other positions than the usual one, and {0} can only be told \
         of moves; ugi: and json: can be told of positions"
    )]
    Positions(String),
    /// A game cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// One game of a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestGame {
    /// Its number in the contest, from 0.
    pub number: u64,
    /// Which agent of the contest sat in each seat.
    pub agents: Vec<usize>,
    /// The game itself.
    pub game: GameResult,
}

impl Contest {
    /// Games from the usual start with fixed seats.
    pub fn new(game: &str, agents: &[&str], games: u64) -> Contest {
        Contest {
            event: String::new(),
            game: game.to_owned(),
            agents: agents.iter().map(|&agent| agent.to_owned()).collect(),
            games,
            seed: 1,
            seating: Seating::Fixed,
            openings: Openings::Start,
            conditions: Conditions::NONE,
        }
    }

    /// The jobs of the contest. Mistakes in the names of games and agents are found here,
    /// before anything is played.
    pub fn schedule(&self) -> Result<Schedule, ContestError> {
        let setup = ContestSetup::new(&self.game, &self.openings)?;
        let agents = canonical(&self.game, &self.agents)?;
        setup.schedule(Contest {
            agents,
            ..self.clone()
        })
    }

    /// Plays all games on some threads and returns them in order. `watch` sees each as soon
    /// as it is finished. A raised stop flag ends the contest early with the games finished
    /// so far.
    pub fn play(
        &self,
        threads: usize,
        stop: &Stop,
        watch: &mut dyn FnMut(&ContestGame),
    ) -> Result<Vec<ContestGame>, ContestError> {
        let pool = Pool::new(threads.clamp(1, self.games.max(1) as usize), stop);
        self.play_by(&pool, stop, watch)
    }

    /// The same, played by others.
    pub fn play_by(
        &self,
        players: &dyn Players,
        stop: &Stop,
        watch: &mut dyn FnMut(&ContestGame),
    ) -> Result<Vec<ContestGame>, ContestError> {
        let schedule = self.schedule()?;
        let contest = schedule.contest();
        let agents: Vec<&str> = contest.agents.iter().map(String::as_str).collect();
        let settings = serde_json::json!({
            "game": contest.game,
            "agents": contest.agents,
            "seed": contest.seed,
            "seats": contest.seating,
            "openings": schedule.openings_digest(),
            "conditions": contest.conditions,
        })
        .to_string();
        // Each contest without a name is an event of its own.
        let event = match contest.event.as_str() {
            "" => format!("{} {}", contest.game, GameId::of(settings.as_bytes())),
            name => name.to_owned(),
        };
        let finished: Mutex<BTreeMap<u64, ContestGame>> = Mutex::default();
        let lock = || finished.lock().unwrap_or_else(PoisonError::into_inner);
        let mut put_aside: Vec<(String, String)> = Vec::new();
        loop {
            let missing = (0..self.games).filter(|number| !lock().contains_key(number));
            let job = |(_, number): Slot| (number < self.games).then(|| schedule.job(number));
            let work = Work {
                agents: AgentVersion::here(&contest.game, &agents)?,
                total: self.games,
                done: lock().len() as u64,
                put_aside: put_aside.clone(),
                ..Work::new(&event, &settings, missing.map(|number| (0, number)), &job)
            };
            let passes = put_aside.len();
            players
                .play(&work, &mut |news| {
                    let mut finished = lock();
                    match news {
                        News::Games(games) => {
                            for ((_, number), game) in games {
                                if let Entry::Vacant(place) = finished.entry(number) {
                                    watch(place.insert(schedule.played(game)));
                                }
                            }
                        }
                        News::Confirmed(games) => {
                            for ((_, number), by) in games {
                                if let Some(played) = finished.get_mut(&number) {
                                    played.game.confirmed_by = Some(by);
                                }
                            }
                        }
                        News::PutAside { worker, reason } => {
                            finished.retain(|_, played| {
                                let game = &played.game;
                                game.worker.as_ref() != Some(&worker) || game.confirmed_by.is_some()
                            });
                            put_aside.push((worker, reason));
                        }
                    }
                    ControlFlow::Continue(())
                })
                .map_err(ContestError::Job)?;
            if put_aside.len() == passes || stop.is_stopped() {
                break;
            }
        }
        let finished = finished
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(finished.into_values().collect())
    }
}

/// What all contests of one game have in common: the game and its openings, read once.
pub(crate) struct ContestSetup {
    game: Arc<dyn AnyGame>,
    opener: Arc<Opener>,
}

impl ContestSetup {
    pub(crate) fn new(game: &str, openings: &Openings) -> Result<ContestSetup, ContestError> {
        let game: Arc<dyn AnyGame> = Arc::from(games::open(game)?);
        let opener = Arc::new(Opener::new(Arc::clone(&game), openings)?);
        Ok(ContestSetup { game, opener })
    }

    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The jobs of a contest here, whose agents are [`canonical`].
    pub(crate) fn schedule(&self, contest: Contest) -> Result<Schedule, ContestError> {
        let (game, seats) = (self.game.name(), self.game.seats());
        let agents = contest.agents.len();
        if seats != agents {
            return Err(ContestError::Job(JobError::Seats {
                game,
                seats,
                agents,
            }));
        }
        if seats != 2 && !contest.conditions.adjudication.is_off() {
            return Err(ContestError::Job(JobError::Adjudication(seats)));
        }
        if contest.conditions.time.is_some() && contest.conditions.clock.is_some() {
            return Err(ContestError::Job(JobError::Clocks));
        }
        if self.opener.has_positions()
            && let Some(agent) = contest
                .agents
                .iter()
                .find(|agent| knows_no_positions(agent))
        {
            return Err(ContestError::Positions(agent.clone()));
        }
        Ok(Schedule {
            orders: orders(&contest),
            contest: Contest { game, ..contest },
            opener: Arc::clone(&self.opener),
        })
    }
}

/// Whether an agent is another program that can only be told of moves.
fn knows_no_positions(agent: &str) -> bool {
    engines::protocol(agent).is_some_and(|protocol| !protocol.knows_positions())
}

/// Agents of a game as the ledger writes them, however someone else did.
pub(crate) fn canonical(game: &str, texts: &[String]) -> Result<Vec<String>, SpecError> {
    games::visit(game, Canonical(texts))?
}

struct Canonical<'a>(&'a [String]);

impl games::Visitor for Canonical<'_> {
    type Output = Result<Vec<String>, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let texts = self.0.iter();
        texts.map(|text| agents::canonical(&game, text)).collect()
    }
}

/// The fingerprints of agents of a game: see [`agents::fingerprint`].
pub(crate) fn fingerprints(game: &str, texts: &[&str]) -> Result<Vec<Option<String>>, SpecError> {
    games::visit(game, Fingerprints(texts))?
}

struct Fingerprints<'a>(&'a [&'a str]);

impl games::Visitor for Fingerprints<'_> {
    type Output = Result<Vec<Option<String>>, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let texts = self.0.iter();
        texts.map(|text| agents::fingerprint(&game, text)).collect()
    }
}

/// The games of a contest as jobs.
pub struct Schedule {
    contest: Contest,
    opener: Arc<Opener>,
    /// The agent in each seat, for each seating.
    orders: Vec<Vec<usize>>,
}

/// The seatings of a contest. Where an agent has several of more than two seats, ways to sit
/// that differ in nothing are one; two equal players still change sides, so that games come
/// in pairs.
fn orders(contest: &Contest) -> Vec<Vec<usize>> {
    let seats = contest.agents.len();
    let mut seen: Vec<Vec<&String>> = Vec::new();
    let mut orders = Vec::new();
    for number in 0..contest.seating.count(seats) {
        let order = contest.seating.order(number, seats);
        let sitting: Vec<&String> = order.iter().map(|&agent| &contest.agents[agent]).collect();
        if seats == 2 || !seen.contains(&sitting) {
            seen.push(sitting);
            orders.push(order);
        }
    }
    orders
}

impl Schedule {
    /// The same with `games` games.
    pub(crate) fn with_games(mut self, games: u64) -> Schedule {
        self.contest.games = games;
        self
    }

    /// The contest that it comes from.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// How many seatings each round has.
    pub fn seatings(&self) -> u64 {
        self.orders.len() as u64
    }

    /// How many different openings there are; `None` when there is no end of them.
    pub fn openings(&self) -> Option<u64> {
        self.opener.count()
    }

    /// What the openings follow from, in a few letters.
    pub fn openings_digest(&self) -> String {
        self.opener.digest()
    }

    /// The job with this number.
    pub fn job(&self, number: u64) -> Job {
        let contest = &self.contest;
        let (round, seating) = (number / self.seatings(), number % self.seatings());
        let order = &self.orders[seating as usize];
        Job {
            event: contest.event.clone(),
            game: contest.game.clone(),
            agents: order
                .iter()
                .map(|&agent| contest.agents[agent].clone())
                .collect(),
            round,
            seating: seating as u32,
            opening: self.opener.opening(contest.seed, round),
            seed: key::mix(contest.seed, number),
            conditions: contest.conditions.clone(),
        }
    }

    /// A game of this contest with its number and seats.
    pub fn played(&self, game: GameResult) -> ContestGame {
        let order = self.orders.get(game.job.seating as usize);
        ContestGame {
            number: self.number(&game.job),
            agents: order.or(self.orders.first()).cloned().unwrap_or_default(),
            game,
        }
    }

    /// The number that a job would have here.
    pub(crate) fn number(&self, job: &Job) -> u64 {
        // A ledger that was tampered with may say anything.
        let before = job.round.saturating_mul(self.seatings());
        before.saturating_add(job.seating.into())
    }
}

impl ContestGame {
    /// The seat that an agent had.
    pub fn seat_of(&self, agent: usize) -> Seat {
        let seat = self.agents.iter().position(|&sitting| sitting == agent);
        Seat::new(seat.unwrap_or(0))
    }

    /// What an agent made of the game: see [`GameResult::share`].
    pub fn share_of(&self, agent: usize) -> f64 {
        self.game.share(self.seat_of(agent))
    }

    /// Whether the same was played with the same result: see [`GameResult::same_play`].
    pub fn same_play(&self, other: &ContestGame) -> bool {
        self.number == other.number && self.game.same_play(&other.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_sits_everywhere_equally_often() {
        for seats in 2..=4 {
            for seating in [Seating::Rotate, Seating::Permute] {
                let count = seating.count(seats);
                let mut times = vec![vec![0; seats]; seats];
                for number in 0..count {
                    for (seat, agent) in seating.order(number, seats).into_iter().enumerate() {
                        times[agent][seat] += 1;
                    }
                }
                let each = count / seats as u64;
                assert!(times.iter().flatten().all(|&times| times == each));
            }
        }
    }

    #[test]
    fn who_sits_twice_does_not_sit_the_same_way_twice() {
        let count = |seating, agents: &[&str]| {
            let contest = Contest {
                seating,
                ..Contest::new("blokus-classic", agents, 1)
            };
            contest.schedule().unwrap().seatings()
        };
        let four = ["random", "greedy", "random", "greedy"];
        assert_eq!(count(Seating::Rotate, &four), 2);
        assert_eq!(count(Seating::Permute, &four), 6);
        assert_eq!(
            count(Seating::Rotate, &["random", "random", "random", "greedy"]),
            4
        );
    }

    #[test]
    fn threads_change_nothing_but_times() {
        let contest = Contest {
            seating: Seating::Rotate,
            openings: Openings::Random(4),
            ..Contest::new("othello:size=6", &["mcts:nodes=20", "greedy"], 12)
        };
        let play = |threads| contest.play(threads, &Stop::new(), &mut |_| {}).unwrap();
        let [one, three] = [play(1), play(3)];
        assert_eq!(one.len(), 12);
        assert!(
            one.iter()
                .zip(&three)
                .all(|(one, other)| one.same_play(other))
        );
        let opening = |index: usize| one[index].game.moves().take(4).collect::<Vec<_>>();
        assert_eq!(opening(0), opening(1));
        assert_eq!(one[1].agents, [1, 0]);
    }

    #[test]
    fn what_cannot_be_played_is_said_at_once() {
        let error = |contest: &Contest| contest.schedule().err().unwrap().to_string();
        let contest = Contest::new("othello", &["randon", "random"], 1);
        assert!(error(&contest).contains("did you mean 'random'"));
        let contest = Contest::new("blokus-classic", &["random", "random"], 1);
        assert!(error(&contest).contains("has 4 seats"));
    }
}
