//! Playing many games between the same agents.

use crate::Openings;
use papan_agents::{Agent, Playable, agents, games};
use papan_core::{Outcome, Scores, Seat, key, spec::SpecError};
use papan_search::Limits;
use serde::Serialize;
use std::{
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Which agents play which game how often. The same contest gives the same games on any
/// machine and with any number of threads, as far as its agents do not look at the clock.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game with its parameters.
    pub game: String,
    /// The agents, one for each seat: the first begins in seat 0.
    pub agents: Vec<String>,
    /// How many games.
    pub games: u64,
    /// What chance follows from.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// Whether the agents move on by a seat after every game.
    pub rotate: bool,
    /// Where the games begin.
    pub openings: Openings,
    /// What every move is held to, besides the agents' own limits.
    pub limits: Limits,
}

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Played {
    /// Its number in the contest, from 0.
    pub number: u64,
    /// Which agent sat in each seat.
    pub agents: Vec<usize>,
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// The last position.
    pub position: String,
    /// The final score of each seat.
    pub scores: Scores,
    /// The final ranks of the seats.
    pub outcome: Outcome,
    /// What each seat spent on thinking, in nodes.
    pub nodes: Vec<u64>,
    /// How long each seat thought. Times differ from run to run, so that they do not count
    /// when games are compared.
    #[serde(skip)]
    pub times: Times,
}

/// How long the seats thought.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// In all, by seat.
    pub total: Vec<Duration>,
    /// Every move's time, in the order of play.
    pub moves: Vec<Duration>,
}

impl PartialEq for Times {
    fn eq(&self, _: &Times) -> bool {
        true
    }
}

impl Eq for Times {}

/// A contest that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContestError {
    /// The game or an agent is not one.
    Spec(SpecError),
    /// There are more or fewer agents than seats.
    Seats {
        /// The game.
        game: String,
        /// How many play it.
        seats: usize,
        /// How many were named.
        agents: usize,
    },
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestError::Spec(error) => error.fmt(f),
            ContestError::Seats {
                game,
                seats,
                agents,
            } => write!(
                f,
                "{game} has {seats} seats, and agents for {agents} of them were named; name one \
                 for each seat, the same one several times if you like"
            ),
        }
    }
}

impl std::error::Error for ContestError {}

impl From<SpecError> for ContestError {
    fn from(error: SpecError) -> ContestError {
        ContestError::Spec(error)
    }
}

impl Contest {
    /// Games from the usual start, seats fixed, on one thread.
    pub fn new(game: &str, agents: &[&str], games: u64) -> Contest {
        Contest {
            game: game.to_owned(),
            agents: agents.iter().map(|&agent| agent.to_owned()).collect(),
            games,
            seed: 1,
            threads: 1,
            rotate: false,
            openings: Openings::Start,
            limits: Limits::NONE,
        }
    }

    /// Plays all games and returns them in order. `watch` sees each as soon as it is
    /// finished, from whichever thread played it. A raised stop flag among the limits ends
    /// the contest early with the games finished so far.
    pub fn play(&self, watch: &(dyn Fn(&Played) + Sync)) -> Result<Vec<Played>, ContestError> {
        games::visit(
            &self.game,
            Player {
                contest: self,
                watch,
            },
        )?
    }

    /// The agent in each seat of a game.
    fn seating(&self, number: u64, seats: usize) -> Vec<usize> {
        let shift = match self.rotate {
            true => (number % seats as u64) as usize,
            false => 0,
        };
        (0..seats).map(|seat| (seat + shift) % seats).collect()
    }
}

struct Player<'a> {
    contest: &'a Contest,
    watch: &'a (dyn Fn(&Played) + Sync),
}

impl games::Visitor for Player<'_> {
    type Output = Result<Vec<Played>, ContestError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let Player { contest, watch } = self;
        if contest.agents.len() != game.seats() {
            return Err(ContestError::Seats {
                game: game.name(),
                seats: game.seats(),
                agents: contest.agents.len(),
            });
        }
        // A wrong name is found before any game is played.
        open_all(&game, contest)?;
        let next = AtomicU64::new(0);
        let finished = Mutex::new(Vec::new());
        let stopped = || {
            let stop = contest.limits.stop.as_ref();
            stop.is_some_and(|stop| stop.is_stopped())
        };
        let work = || -> Result<(), ContestError> {
            let mut agents = open_all(&game, contest)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= contest.games || stopped() {
                    return Ok(());
                }
                let played = play_one(&game, contest, &mut agents, number);
                if stopped() {
                    // Stopped agents answer anything: such a game shows nothing.
                    return Ok(());
                }
                watch(&played);
                let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                finished.push(played);
            }
        };
        thread::scope(|scope| {
            let threads = contest.threads.clamp(1, contest.games.max(1) as usize);
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut result = work();
            for other in others {
                // A panic goes on to whoever asked for the contest.
                let ended = other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                result = result.and(ended);
            }
            result
        })?;
        let mut finished = finished
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        finished.sort_by_key(|played: &Played| played.number);
        Ok(finished)
    }
}

type Agents<G> = Vec<Box<dyn Agent<G>>>;

fn open_all<G: Playable>(game: &G, contest: &Contest) -> Result<Agents<G>, SpecError> {
    let open = |text: &String| agents::open(game, text, contest.seed);
    contest.agents.iter().map(open).collect()
}

fn play_one<G: Playable>(
    game: &G,
    contest: &Contest,
    agents: &mut Agents<G>,
    number: u64,
) -> Played {
    let seats = game.seats();
    let seating = contest.seating(number, seats);
    let opening_number = match contest.rotate {
        true => number / seats as u64,
        false => number,
    };
    let opening = contest.openings.moves(game, contest.seed, opening_number);
    let game_seed = key::mix(contest.seed, number);
    for (seat, &agent) in seating.iter().enumerate() {
        agents[agent].begin(game, key::mix(game_seed, seat as u64));
    }
    let mut position = game.start();
    let mut moves = Vec::new();
    for &played in &opening {
        moves.push(game.move_text(&position, played));
        game.play(&mut position, played);
    }
    let mut nodes = vec![0; seats];
    let mut times = Times {
        total: vec![Duration::ZERO; seats],
        moves: Vec::new(),
    };
    while let Some(seat) = game.turn(&position) {
        let begin = Instant::now();
        let agent = &mut agents[seating[seat.index()]];
        let report = agent.think(game, &position, &contest.limits).unwrap();
        let taken = begin.elapsed();
        times.total[seat.index()] += taken;
        times.moves.push(taken);
        nodes[seat.index()] += report.nodes;
        moves.push(game.move_text(&position, report.best));
        game.play(&mut position, report.best);
    }
    let scores = game.scores(&position);
    Played {
        number,
        agents: seating,
        opening: opening.len(),
        moves,
        position: game.position_text(&position),
        scores,
        outcome: scores.outcome(),
        nodes,
        times,
    }
}

impl Played {
    /// The seat that an agent had.
    pub fn seat_of(&self, agent: usize) -> Seat {
        let seat = self.agents.iter().position(|&sitting| sitting == agent);
        Seat::new(seat.unwrap_or(0))
    }

    /// What an agent made of the game: 1 for the only first place, a share of it when
    /// several have it, else 0.
    pub fn share_of(&self, agent: usize) -> f64 {
        let ranks = self.outcome.ranks();
        let first = ranks.iter().filter(|&&rank| rank == 1).count();
        match ranks[self.seat_of(agent).index()] {
            1 => 1.0 / first as f64,
            _ => 0.0,
        }
    }
}
