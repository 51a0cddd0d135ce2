//! What a contest shows.

use crate::{ContestGame, Ending, interval};
use papan_core::{Outcome, Scores, Seat};
use serde::Serialize;
use std::collections::HashSet;

/// Wins, draws and scores of a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them were different games: agents without chance repeat themselves, and
    /// intervals mean little then.
    pub different: u64,
    /// The agents.
    pub agents: Vec<String>,
    /// How often each agent came first alone.
    pub wins: Vec<u64>,
    /// How often several shared the first place.
    pub draws: u64,
    /// How often each agent did not come first.
    pub losses: Vec<u64>,
    /// The mean final score of each agent, of the games that were played to their end.
    pub mean_scores: Vec<f64>,
    /// The share of first places of each agent; one that is shared counts in parts.
    pub score: Vec<f64>,
    /// The interval at 95% of the first agent's share.
    pub interval: (f64, f64),
    /// The same for every agent.
    pub intervals: Vec<(f64, f64)>,
    /// The same results by agent and seat.
    pub by_seat: Vec<Place>,
    /// Mean nodes and seconds a game of each agent.
    pub mean_nodes: Vec<f64>,
    /// See [`mean_nodes`](Summary::mean_nodes).
    pub mean_seconds: Vec<f64>,
}

/// How an agent did in one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// Its number in the contest.
    pub agent: usize,
    /// The seat.
    pub seat: Seat,
    /// How many games it had there.
    pub games: u64,
    /// How many it won alone.
    pub wins: u64,
    /// In how many it shared the first place.
    pub draws: u64,
    /// In how many it was not first.
    pub losses: u64,
    /// Its mean final score there.
    pub mean_score: f64,
}

/// What a summary needs of one game; many of them fit into memory.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Its number in the contest.
    pub number: u64,
    /// Its round.
    pub round: u64,
    agents: Vec<usize>,
    scores: Scores,
    outcome: Outcome,
    nodes: Vec<u64>,
    seconds: Vec<f64>,
    play: u64,
    /// Whether it was played to its end, so that its scores mean something.
    over: bool,
}

impl From<&ContestGame> for Counted {
    fn from(played: &ContestGame) -> Counted {
        let game = &played.game;
        let seats = Seat::all(played.agents.len());
        Counted {
            number: played.number,
            round: game.job.round,
            agents: played.agents.clone(),
            scores: game.scores,
            outcome: game.outcome,
            nodes: game.nodes.clone(),
            seconds: seats.map(|seat| game.time_of(seat).as_secs_f64()).collect(),
            play: game.play_key(),
            over: game.ending == Ending::Over,
        }
    }
}

impl Counted {
    fn seat_of(&self, agent: usize) -> Seat {
        let seat = self.agents.iter().position(|&sitting| sitting == agent);
        Seat::new(seat.unwrap_or(0))
    }

    fn share_of(&self, agent: usize) -> f64 {
        self.outcome.share(self.seat_of(agent))
    }
}

impl Summary {
    /// Adds up the games of a contest of these agents.
    pub fn of(game: &str, names: &[String], games: &[Counted]) -> Summary {
        let agents = names.len();
        let count = games.len() as u64;
        let mean = |value: &dyn Fn(&Counted) -> f64| {
            games.iter().map(value).sum::<f64>() / games.len().max(1) as f64
        };
        let mut by_seat = Vec::new();
        for agent in 0..agents {
            for seat in Seat::all(agents) {
                let place = Place::of(agent, seat, games);
                if place.games > 0 {
                    by_seat.push(place);
                }
            }
        }
        let total = |agent: usize, part: fn(&Place) -> u64| {
            let places = by_seat.iter().filter(|place| place.agent == agent);
            places.map(part).sum::<u64>()
        };
        let each = |part: &dyn Fn(usize) -> f64| (0..agents).map(part).collect::<Vec<f64>>();
        let score = each(&|agent| mean(&|counted| counted.share_of(agent)));
        let intervals: Vec<(f64, f64)> = score
            .iter()
            .map(|&share| interval::wilson(share, count))
            .collect();
        Summary {
            game: game.to_owned(),
            games: count,
            different: games
                .iter()
                .map(|counted| counted.play)
                .collect::<HashSet<_>>()
                .len() as u64,
            agents: names.to_vec(),
            wins: (0..agents)
                .map(|agent| total(agent, |place| place.wins))
                .collect(),
            draws: games
                .iter()
                .filter(|counted| counted.outcome.winner().is_none())
                .count() as u64,
            losses: (0..agents)
                .map(|agent| total(agent, |place| place.losses))
                .collect(),
            mean_scores: each(&|agent| {
                let whole = games.iter().filter(|counted| counted.over);
                let scores = whole.map(|counted| counted.scores[counted.seat_of(agent)]);
                mean_of(scores.map(f64::from))
            }),
            mean_nodes: each(&|agent| {
                mean(&|counted| counted.nodes[counted.seat_of(agent).index()] as f64)
            }),
            mean_seconds: each(&|agent| {
                mean(&|counted| counted.seconds[counted.seat_of(agent).index()])
            }),
            interval: intervals.first().copied().unwrap_or((0.0, 1.0)),
            score,
            intervals,
            by_seat,
        }
    }
}

impl Place {
    fn of(agent: usize, seat: Seat, games: &[Counted]) -> Place {
        let mut place = Place {
            agent,
            seat,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            mean_score: 0.0,
        };
        let mut points = Vec::new();
        for counted in games
            .iter()
            .filter(|counted| counted.seat_of(agent) == seat)
        {
            place.games += 1;
            if counted.over {
                points.push(f64::from(counted.scores[seat]));
            }
            match (
                counted.outcome.winner(),
                counted.outcome.ranks()[seat.index()],
            ) {
                (Some(winner), _) if winner == seat => place.wins += 1,
                (None, 1) => place.draws += 1,
                _ => place.losses += 1,
            }
        }
        place.mean_score = mean_of(points.into_iter());
        place
    }
}

/// The mean of some numbers, 0 where there are none.
fn mean_of(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = numbers.fold((0_u64, 0.0), |(count, sum), number| {
        (count + 1, sum + number)
    });
    sum / count.max(1) as f64
}
