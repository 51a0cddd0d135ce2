//! What a contest shows.

use crate::{Contest, Played, interval};
use papan_core::Seat;
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
    /// The mean final score of each agent.
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

impl Summary {
    /// Adds up the games of a contest.
    pub fn of(contest: &Contest, games: &[Played]) -> Summary {
        let agents = contest.agents.len();
        let count = games.len() as u64;
        let mean = |value: &dyn Fn(&Played) -> f64| {
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
        let score = each(&|agent| mean(&|played| played.share_of(agent)));
        let intervals: Vec<(f64, f64)> = score
            .iter()
            .map(|&share| interval::wilson(share, count))
            .collect();
        Summary {
            game: contest.game.clone(),
            games: count,
            different: games
                .iter()
                .map(|played| &played.game.moves)
                .collect::<HashSet<_>>()
                .len() as u64,
            agents: contest.agents.clone(),
            wins: (0..agents)
                .map(|agent| total(agent, |place| place.wins))
                .collect(),
            draws: games
                .iter()
                .filter(|played| played.game.outcome.winner().is_none())
                .count() as u64,
            losses: (0..agents)
                .map(|agent| total(agent, |place| place.losses))
                .collect(),
            mean_scores: each(&|agent| {
                mean(&|played| f64::from(played.game.scores[played.seat_of(agent)]))
            }),
            mean_nodes: each(&|agent| {
                mean(&|played| played.game.nodes[played.seat_of(agent).index()] as f64)
            }),
            mean_seconds: each(&|agent| {
                mean(&|played| played.game.time_of(played.seat_of(agent)).as_secs_f64())
            }),
            interval: intervals.first().copied().unwrap_or((0.0, 1.0)),
            score,
            intervals,
            by_seat,
        }
    }
}

impl Place {
    fn of(agent: usize, seat: Seat, games: &[Played]) -> Place {
        let mut place = Place {
            agent,
            seat,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            mean_score: 0.0,
        };
        let mut points = 0;
        for played in games.iter().filter(|played| played.seat_of(agent) == seat) {
            place.games += 1;
            points += i64::from(played.game.scores[seat]);
            match (
                played.game.outcome.winner(),
                played.game.outcome.ranks()[seat.index()],
            ) {
                (Some(winner), _) if winner == seat => place.wins += 1,
                (None, 1) => place.draws += 1,
                _ => place.losses += 1,
            }
        }
        place.mean_score = points as f64 / place.games.max(1) as f64;
        place
    }
}
