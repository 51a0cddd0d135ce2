//! Playing one game between agents.

use crate::{Conditions, Ending, GameResult, Job, Ply, versions};
use papan_agents::{Agent, Playable, agents, games};
use papan_core::{LineError, Seat, key, line::Replayed, spec::SpecError};
use papan_search::{Clock, Failure, Fault, Limits, Stop, Timekeeper, Value};
use std::{collections::HashMap, time::Duration};
use thiserror::Error;
use web_time::Instant;

/// Why a job cannot be played.
#[derive(Debug, Error)]
pub enum JobError {
    /// The game or an agent is not one.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There are more or fewer agents than seats.
    #[error(
        "{game} has {seats} seats, and agents for {agents} of them were named; name one for \
         each seat, the same one several times if you like"
    )]
    Seats {
        /// The game.
        game: String,
        /// How many play it.
        seats: usize,
        /// How many were named.
        agents: usize,
    },
    /// The opening is not one of the game.
    #[error("opening: {0}")]
    Opening(#[from] LineError),
    /// The opening leaves nothing to play.
    #[error("the opening ends the game")]
    Over,
    /// There are two rules for the same time.
    #[error("moves are limited by a time for each of them or by clocks, not by both")]
    Clocks,
    /// Adjudication is for two seats.
    #[error("games of {0} seats cannot be adjudicated; only those of two can")]
    Adjudication(usize),
    /// Other machines do not play it.
    #[error("{0}")]
    Elsewhere(String),
    /// The machine is in trouble, for which nobody loses a game.
    #[error("the machine is in trouble, and the games under way are not kept: {0}")]
    Machine(String),
}

/// Plays games between agents, one at a time. For each game it keeps the agents that have
/// played it, because opening them may cost more than a game does.
///
/// ```
/// use papan_arena::{Contest, Referee};
/// use papan_search::Stop;
///
/// let contest = Contest::new("othello:size=4", &["greedy", "random"], 1);
/// let job = contest.schedule().unwrap().job(0);
/// let game = Referee::default().play(&job, &Stop::new()).unwrap().unwrap();
/// assert_eq!(game.outcome.ranks().len(), 2);
/// ```
#[derive(Default)]
pub struct Referee {
    referees: HashMap<String, Box<dyn AnyReferee>>,
}

impl Referee {
    /// Plays a job; `None` when it was stopped.
    pub fn play(&mut self, job: &Job, stop: &Stop) -> Result<Option<GameResult>, JobError> {
        self.play_at(job, 1.0, stop)
    }

    /// The same on a machine of another speed than the times of the job are meant for: all of
    /// them, those of its conditions and the agents' own, are multiplied by `pace`, 0.5 where
    /// it is twice as fast. The clocks of the game and the times of the plies count what was
    /// taken by the same measure. The grace period stays: it is for pauses of the machine.
    pub fn play_at(
        &mut self,
        job: &Job,
        pace: f64,
        stop: &Stop,
    ) -> Result<Option<GameResult>, JobError> {
        if !self.referees.contains_key(&job.game) {
            let referee = games::visit(&job.game, SetUp)?;
            self.referees.insert(job.game.clone(), referee);
        }
        match self.referees.get_mut(&job.game) {
            Some(referee) => referee.play(job, Timekeeper::new(pace), stop),
            None => Ok(None),
        }
    }
}

struct SetUp;

impl games::Visitor for SetUp {
    type Output = Box<dyn AnyReferee>;

    fn visit<G: Playable>(self, game: G) -> Box<dyn AnyReferee> {
        Box::new(GameReferee {
            game,
            agents: Vec::new(),
        })
    }
}

trait AnyReferee: Send {
    fn play(
        &mut self,
        job: &Job,
        timekeeper: Timekeeper,
        stop: &Stop,
    ) -> Result<Option<GameResult>, JobError>;
}

struct GameReferee<G: Playable> {
    game: G,
    /// Those who played here, the latest last.
    agents: Vec<Seated<G>>,
}

/// An agent with the text that opened it.
struct Seated<G: Playable> {
    text: String,
    agent: Box<dyn Agent<G>>,
    /// What it plays follows from; `None` for other programs.
    fingerprint: Option<String>,
}

impl<G: Playable> Seated<G> {
    /// The fingerprint of the agent, or of what another program calls itself.
    fn version(&self) -> Option<String> {
        let title = || self.agent.title().as_deref().map(versions::of_title);
        self.fingerprint.clone().or_else(title)
    }
}

/// Agents that a referee keeps: their memory and their processes cost something.
const KEPT_AGENTS: usize = 12;

impl<G: Playable> GameReferee<G> {
    /// Takes the agents of a job out of those that are kept, or opens them.
    fn seat(&mut self, job: &Job) -> Result<Vec<Seated<G>>, JobError> {
        let (seats, agents) = (self.game.seats(), job.agents.len());
        if seats != agents {
            let game = self.game.name();
            return Err(JobError::Seats {
                game,
                seats,
                agents,
            });
        }
        if seats != 2 && !job.conditions.adjudication.is_off() {
            return Err(JobError::Adjudication(seats));
        }
        let mut seated = Vec::with_capacity(seats);
        for text in &job.agents {
            let kept = self.agents.iter().position(|kept| kept.text == *text);
            seated.push(match kept {
                Some(index) => self.agents.remove(index),
                None => Seated {
                    text: text.clone(),
                    agent: agents::open(&self.game, text, job.seed)?,
                    fingerprint: agents::fingerprint(&self.game, text)?,
                },
            });
        }
        Ok(seated)
    }

    fn keep(&mut self, seated: Vec<Seated<G>>) {
        self.agents.extend(seated);
        let over = self.agents.len().saturating_sub(KEPT_AGENTS);
        self.agents.drain(..over);
    }

    /// The opening, which must leave something to play.
    fn opening(&self, job: &Job) -> Result<Replayed<G>, JobError> {
        let opening = job.opening.replay(&self.game)?;
        match self.game.turn(&opening.last) {
            Some(_) => Ok(opening),
            None => Err(JobError::Over),
        }
    }
}

impl<G: Playable> AnyReferee for GameReferee<G> {
    fn play(
        &mut self,
        job: &Job,
        timekeeper: Timekeeper,
        stop: &Stop,
    ) -> Result<Option<GameResult>, JobError> {
        let opening = self.opening(job)?;
        let mut seated = self.seat(job)?;
        for (seat, seated) in seated.iter_mut().enumerate() {
            let seed = key::mix(job.seed, seat as u64);
            seated.agent.stop_by(stop);
            seated.agent.begin(&self.game, seed);
        }
        let mut round = Round {
            game: &self.game,
            conditions: &job.conditions,
            clock: job.conditions.running_clock(),
            timekeeper,
            stop,
            position: opening.first(),
            agreement: Agreement::default(),
            patience: 0,
            plies: Vec::with_capacity(opening.played.len() + 64),
            nodes: vec![0; seated.len()],
            cpu_times: vec![Some(Duration::ZERO); seated.len()],
        };
        for (_, played) in opening.played {
            round.play(&mut seated, played, Ply::default());
        }
        let ending = round.play_on(&mut seated)?;
        let finished = ending.map(|ending| round.finish(job, ending, &mut seated));
        self.keep(seated);
        Ok(finished)
    }
}

/// A game that goes on.
struct Round<'a, G: Playable> {
    game: &'a G,
    conditions: &'a Conditions,
    clock: Clock,
    timekeeper: Timekeeper,
    stop: &'a Stop,
    position: G::Position,
    agreement: Agreement,
    /// Plies to wait before the solver is asked again.
    patience: u32,
    plies: Vec<Ply>,
    nodes: Vec<u64>,
    /// What the thoughts of each seat took of the processors; `None` once it cannot be told.
    cpu_times: Vec<Option<Duration>>,
}

impl<G: Playable> Round<'_, G> {
    /// Plays a move on the board and for all agents. `ply` is what is known of it besides.
    fn play(&mut self, seated: &mut [Seated<G>], played: G::Move, ply: Ply) {
        self.plies.push(Ply {
            text: self.game.move_text(&self.position, played),
            ..ply
        });
        for seated in seated {
            seated.agent.observe(self.game, &self.position, played);
        }
        self.game.play(&mut self.position, played);
    }

    /// Plays on; `None` when it was stopped.
    fn play_on(&mut self, seated: &mut [Seated<G>]) -> Result<Option<Ending>, JobError> {
        while let Some(seat) = self.game.turn(&self.position) {
            if let Some(ending) = self.solved(seat) {
                return Ok(Some(ending));
            }
            let limits = self.limits(seat);
            let agent = &mut seated[seat.index()].agent;
            let cpu_before = agent.processor_time();
            let begin = Instant::now();
            let answer = agent.think(self.game, &self.position, &limits);
            let taken = self.counted(begin.elapsed());
            self.add_cpu_time(seat, cpu_before, agent.processor_time());
            if self.stop.is_stopped() {
                // Stopped agents answer anything: such a game shows nothing.
                return Ok(None);
            }
            let report = match answer.and_then(|report| self.in_time(seat, taken).map(|()| report))
            {
                Ok(report) => report,
                // Whoever did nothing wrong loses nothing.
                Err(failure) if failure.fault == Fault::Stopped => return Ok(None),
                Err(failure) if failure.fault == Fault::Machine => {
                    return Err(JobError::Machine(failure.text));
                }
                Err(failure) => {
                    return Ok(Some(Ending::Forfeit {
                        seat,
                        fault: failure.fault,
                        reason: failure.text,
                    }));
                }
            };
            let nodes = &mut self.nodes[seat.index()];
            *nodes = nodes.saturating_add(report.nodes);
            let ply = Ply {
                seat: Some(seat),
                time: Some(taken),
                value: report.value,
                ..Ply::default()
            };
            self.play(seated, report.best, ply);
            if let Some(margin) = self.conditions.adjudication.margin
                && let Some(seat) = self.agreement.after(seat, report.value, margin)
                && self.game.turn(&self.position).is_some()
            {
                return Ok(Some(Ending::Agreed { seat }));
            }
        }
        Ok(Some(Ending::Over))
    }

    /// A time as games have it: in whole microseconds, as ledgers keep them, so that a game is the
    /// same before and after it was kept.
    fn counted(&self, taken: Duration) -> Duration {
        Duration::from_micros(self.timekeeper.counted(taken).as_micros() as u64)
    }

    /// Counts what a thought took of the processors.
    fn add_cpu_time(&mut self, seat: Seat, before: Option<Duration>, after: Option<Duration>) {
        let sum = &mut self.cpu_times[seat.index()];
        let known = sum.zip(before.zip(after));
        *sum = known.map(|(sum, (before, after))| sum.saturating_add(after.saturating_sub(before)));
    }

    fn limits(&self, seat: Seat) -> Limits {
        let limits = self.conditions.limits(self.stop);
        let limits = limits.and_timekeeper(&self.timekeeper);
        let grace = self.conditions.grace();
        limits.within(&self.clock.limits(self.game, &self.position, seat, grace))
    }

    /// Stops the clock of a seat.
    fn in_time(&mut self, seat: Seat, taken: Duration) -> Result<(), Failure> {
        let grace = self.timekeeper.counted(self.conditions.grace());
        if self.clock.spend(seat, taken, grace) {
            return Ok(());
        }
        self.timekeeper.note();
        let allowed = match self.conditions.time {
            Some(time) => format!("where {:.3} s were allowed", time.as_secs_f64()),
            None => "when its clock had run out".to_owned(),
        };
        let text = format!("moved after {:.3} s, {allowed}", taken.as_secs_f64());
        Err(Failure::new(Fault::Time, text))
    }

    /// What the exact solver says, where it is asked.
    fn solved(&mut self, seat: Seat) -> Option<Ending> {
        // A position that is too hard is followed by others that are.
        const PATIENCE: u32 = 2;
        let nodes = self.conditions.adjudication.solver?;
        if self.patience > 0 {
            self.patience -= 1;
            return None;
        }
        let limits = Limits::nodes(nodes).and_stop(self.stop);
        let solved = self.game.solve(&self.position, &limits, &mut |_| {});
        match solved.map(|report| (report.exact, report.value)) {
            Ok((true, Some(Value::Points(points)))) => Some(Ending::Solved {
                margin: if seat == Seat::FIRST { points } else { -points }.whole(),
            }),
            _ => {
                self.patience = PATIENCE;
                None
            }
        }
    }

    fn finish(self, job: &Job, ending: Ending, seated: &mut [Seated<G>]) -> GameResult {
        let scores = self.game.scores(&self.position);
        let errors = match &ending {
            Ending::Forfeit { seat, .. } => seated[seat.index()].agent.errors(),
            _ => None,
        };
        // Who never thought has taken nothing, which says nothing.
        let cpu_time = |time: &Option<Duration>| {
            let time = time.map(|time| self.counted(time));
            time.filter(|time| !time.is_zero())
        };
        GameResult {
            job: job.clone(),
            cpu_times: self.cpu_times.iter().map(cpu_time).collect(),
            plies: self.plies,
            nodes: self.nodes,
            position: self.game.position_text(&self.position),
            scores,
            outcome: ending.outcome(&scores),
            ending,
            errors,
            fingerprints: seated.iter().map(Seated::version).collect(),
            titles: seated.iter().map(|seated| seated.agent.title()).collect(),
            version: versions::program(),
            build: versions::build(),
            worker: None,
            confirmed_by: None,
            // With a clock, each time for a move hangs on what those before it took.
            timed: self.timekeeper.is_timed() || self.conditions.clock.is_some(),
        }
    }
}

/// For how many plies all movers have seen the same seat far ahead, and which of them have
/// moved meanwhile: where one may move several times in a row, its own opinion is not enough.
#[derive(Default)]
struct Agreement {
    ahead: Option<Seat>,
    plies: u32,
    heard: [bool; 2],
}

impl Agreement {
    /// Who is far ahead, once that was seen for long enough.
    fn after(&mut self, mover: Seat, value: Option<Value>, margin: crate::Margin) -> Option<Seat> {
        // In whole points, as a margin is and as values were before they had fractions: whether a
        // game ends must not depend on the version that plays it.
        let far = match value {
            Some(Value::Points(points)) => points.whole(),
            _ => 0,
        };
        let far = if far.unsigned_abs() >= margin.points {
            far
        } else {
            0
        };
        let ahead = match far {
            0 => None,
            points if points > 0 => Some(mover),
            _ => Some(mover.next(2)),
        };
        if ahead.is_none() || ahead != self.ahead {
            *self = Agreement {
                ahead,
                ..Agreement::default()
            };
        }
        self.plies += u32::from(ahead.is_some());
        self.heard[mover.index()] = true;
        ahead.filter(|_| self.plies >= margin.plies && self.heard == [true; 2])
    }
}

#[cfg(test)]
mod tests;
