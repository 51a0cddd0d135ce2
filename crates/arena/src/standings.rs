//! Who stands where: the results of many games between some agents in one game.

use crate::{
    Ending, GameResult,
    statistics::{
        self, Encounter, Estimate, PairTally, Ratings, WinDrawLoss, bradley_terry, plackett_luce,
        seats::{SeatAdvantage, advantages},
    },
};
use papan_core::{Seat, key};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// The results of one game of a tournament, added up as they come.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The game.
    pub game: String,
    /// What the agents are called.
    pub labels: Vec<String>,
    encounters: Vec<Encounter>,
    /// What else is known of each of them.
    beside: Vec<Beside>,
}

/// What is known of a game besides its result.
#[derive(Clone, Debug)]
struct Beside {
    round: u64,
    /// A number for what was played: games with the same number are the same.
    play: u64,
    forfeit: Option<usize>,
    /// Whether it was played to its end, so that its scores mean something.
    over: bool,
    /// Seconds and moves of each seat.
    times: Vec<(f64, u64)>,
}

/// The table of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StandingsTable {
    /// The game.
    pub game: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them were different ones.
    pub different: u64,
    /// The agents, the best first.
    pub rows: Vec<Row>,
    /// What moving first is worth in Elo, in games of two seats.
    pub first_move: Option<Estimate>,
    /// How those did who had each seat.
    pub seats: Vec<SeatAdvantage>,
    /// The advantage of each seat in Elo, in games of more than two.
    pub seat_ratings: Vec<Estimate>,
    /// In how many groups the agents have only met each other: ratings compare only within
    /// a group.
    pub groups: usize,
    /// The result of every two agents who met at a table of two.
    pub pairs: Vec<Pair>,
}

/// One agent's line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its number in the tournament.
    pub agent: usize,
    /// What it is called.
    pub label: String,
    /// Its rating in Elo; the mean of all is 0.
    pub rating: Estimate,
    /// How likely it is stronger than the next in the table.
    pub superiority: Option<f64>,
    /// How many seats it had in all games.
    pub games: u64,
    /// In how many it came first alone.
    pub wins: u64,
    /// In how many it shared the first place.
    pub draws: u64,
    /// In how many it did not come first.
    pub losses: u64,
    /// The share of first places; one that is shared counts in parts.
    pub share: f64,
    /// The mean final score of the games that were played to their end.
    pub mean_score: f64,
    /// The mean rank; tied ranks are shared.
    pub mean_rank: f64,
    /// How often it forfeited.
    pub forfeits: u64,
    /// Mean seconds a move.
    pub seconds: f64,
}

/// How one agent did against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// Their numbers.
    pub agents: [usize; 2],
    /// Wins, draws and losses of the first, and pairs of games.
    pub tally: PairTally,
    /// The share of the first, a draw being half a win.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Estimate,
    /// The difference in normalised Elo.
    pub normalised_elo: Estimate,
    /// How likely the first is stronger.
    pub superiority: f64,
}

impl Standings {
    /// No results yet.
    pub fn new(game: &str, labels: Vec<String>) -> Standings {
        Standings {
            game: game.to_owned(),
            labels,
            encounters: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// One more game, with the number of the agent in each seat.
    pub fn add(&mut self, game: &GameResult, agents: &[usize]) {
        let mut times = vec![(0.0, 0); agents.len()];
        for (seat, time) in game.turns.iter().zip(&game.times) {
            let (seconds, moves) = &mut times[seat.index()];
            *seconds += time.as_secs_f64();
            *moves += 1;
        }
        self.beside.push(Beside {
            round: game.job.round,
            play: game.play_key(),
            forfeit: match &game.ending {
                Ending::Forfeit { seat, .. } => Some(seat.index()),
                _ => None,
            },
            over: game.ending == Ending::Over,
            times,
        });
        let mut meeting = agents.to_vec();
        meeting.sort_unstable();
        let opening = meeting
            .iter()
            .fold(game.job.round, |key, &agent| key::mix(key, agent as u64));
        self.encounters.push(Encounter {
            players: agents.to_vec(),
            ranks: game.outcome.ranks().to_vec(),
            scores: game.scores.as_slice().to_vec(),
            opening,
        });
    }

    /// Forgets the games of this round and later ones.
    pub fn keep_rounds(&mut self, rounds: u64) {
        let mut keep = self.beside.iter().map(|beside| beside.round < rounds);
        self.encounters.retain(|_| keep.next().unwrap_or(true));
        self.beside.retain(|beside| beside.round < rounds);
    }

    /// How many of the games were different ones: agents without chance repeat themselves,
    /// and intervals mean little then.
    pub fn different(&self) -> u64 {
        let plays: HashSet<u64> = self.beside.iter().map(|beside| beside.play).collect();
        plays.len() as u64
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.encounters.len() as u64
    }

    /// The ratings, fitted to all games at once.
    pub fn ratings(&self) -> Option<Ratings> {
        let agents = self.labels.len();
        match self.two_seats() {
            true => bradley_terry::fit(agents, &self.encounters)
                .ok()
                .map(|fit| fit.ratings),
            false => plackett_luce::fit(agents, &self.encounters)
                .ok()
                .map(|fit| fit.ratings),
        }
    }

    fn two_seats(&self) -> bool {
        self.encounters.iter().all(|game| game.players.len() == 2)
    }

    /// The games of two agents against each other, as the first sees them, paired by opening
    /// where both sides of it were played.
    pub fn tally(&self, one: usize, other: usize) -> PairTally {
        let tallies = self.tallies();
        tallies
            .get(&(one, other))
            .copied()
            .unwrap_or_else(|| match tallies.get(&(other, one)) {
                Some(tally) => tally.turned(),
                None => PairTally::default(),
            })
    }

    /// The games of every two agents that met, the lower number first.
    fn tallies(&self) -> HashMap<(usize, usize), PairTally> {
        let mut open: HashMap<(usize, usize, u64), (usize, WinDrawLoss)> = HashMap::new();
        let mut tallies: HashMap<(usize, usize), PairTally> = HashMap::new();
        for game in self
            .encounters
            .iter()
            .filter(|game| game.players.len() == 2)
        {
            let [first, second] = [game.players[0], game.players[1]];
            let (one, other) = (first.min(second), first.max(second));
            let seat = usize::from(first != one);
            let ending = match game.ranks[seat].cmp(&game.ranks[1 - seat]) {
                std::cmp::Ordering::Less => WinDrawLoss::Win,
                std::cmp::Ordering::Equal => WinDrawLoss::Draw,
                std::cmp::Ordering::Greater => WinDrawLoss::Loss,
            };
            let tally = tallies.entry((one, other)).or_default();
            let place = (one, other, game.opening);
            match open.remove(&place) {
                Some((there, before)) if there != seat => tally.add_pair(before, ending),
                Some((_, before)) => {
                    tally.add_game(before);
                    open.insert(place, (seat, ending));
                }
                None => {
                    open.insert(place, (seat, ending));
                }
            }
        }
        for ((one, other, _), (_, ending)) in open {
            tallies.entry((one, other)).or_default().add_game(ending);
        }
        tallies
    }

    /// The table as it stands. It does not depend on which game was finished first.
    pub fn table(&self) -> StandingsTable {
        let mut order: Vec<usize> = (0..self.encounters.len()).collect();
        order.sort_by_key(|&index| {
            let game = &self.encounters[index];
            (game.opening, &game.players)
        });
        let ordered = Standings {
            game: self.game.clone(),
            labels: self.labels.clone(),
            encounters: order
                .iter()
                .map(|&at| self.encounters[at].clone())
                .collect(),
            beside: order.iter().map(|&at| self.beside[at].clone()).collect(),
        };
        ordered.ordered_table()
    }

    fn ordered_table(&self) -> StandingsTable {
        let agents = self.labels.len();
        let two = self.two_seats();
        let bradley_terry = match two {
            true => bradley_terry::fit(agents, &self.encounters).ok(),
            false => None,
        };
        let plackett_luce = match two {
            true => None,
            false => plackett_luce::fit(agents, &self.encounters).ok(),
        };
        let ratings = bradley_terry
            .as_ref()
            .map(|fit| &fit.ratings)
            .or(plackett_luce.as_ref().map(|fit| &fit.ratings));
        let rows = ratings.map_or(Vec::new(), |ratings| {
            let row = |rung: &statistics::Rung| Row {
                rating: rung.rating,
                superiority: rung.superiority,
                ..self.row(rung.player)
            };
            ratings.ladder.iter().map(row).collect()
        });
        let mut pairs: Vec<Pair> = self.tallies().into_iter().map(Pair::new).collect();
        pairs.sort_by_key(|pair| pair.agents);
        StandingsTable {
            game: self.game.clone(),
            games: self.games(),
            different: self.different(),
            rows,
            first_move: bradley_terry
                .as_ref()
                .filter(|fit| fit.games > 0)
                .map(|fit| fit.first_move),
            seats: advantages(&self.encounters).unwrap_or_default(),
            seat_ratings: plackett_luce
                .as_ref()
                .map_or(Vec::new(), |fit| fit.seats.clone()),
            groups: ratings.map_or(0, |ratings| ratings.components.len()),
            pairs,
        }
    }

    /// What one agent did, without its rating.
    fn row(&self, agent: usize) -> Row {
        let mut row = Row {
            agent,
            label: self.labels[agent].clone(),
            rating: Estimate {
                value: 0.0,
                low: 0.0,
                high: 0.0,
            },
            superiority: None,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            share: 0.0,
            mean_score: 0.0,
            mean_rank: 0.0,
            forfeits: 0,
            seconds: 0.0,
        };
        let (mut moves, mut scores) = (0, 0);
        for (game, beside) in self.encounters.iter().zip(&self.beside) {
            for seat in Seat::all(game.players.len()).map(Seat::index) {
                if game.players[seat] != agent {
                    continue;
                }
                let first = game.first(seat);
                let (seconds, own) = beside.times[seat];
                row.seconds += seconds;
                moves += own;
                row.forfeits += u64::from(beside.forfeit == Some(seat));
                row.games += 1;
                row.share += first;
                if beside.over {
                    row.mean_score += f64::from(game.scores[seat]);
                    scores += 1;
                }
                row.mean_rank += game.place(seat);
                match first {
                    1.0 => row.wins += 1,
                    0.0 => row.losses += 1,
                    _ => row.draws += 1,
                }
            }
        }
        let games = row.games.max(1) as f64;
        row.seconds /= moves.max(1) as f64;
        row.share /= games;
        row.mean_score /= f64::from(scores.max(1));
        row.mean_rank /= games;
        row
    }
}

impl Pair {
    /// The interval at 95% of the share of the first.
    pub fn share_interval(&self) -> (f64, f64) {
        let share = self.tally.expectation();
        (share.low, share.high)
    }

    fn new(((one, other), tally): ((usize, usize), PairTally)) -> Pair {
        Pair {
            agents: [one, other],
            score: tally.score(),
            elo: tally.elo(),
            normalised_elo: tally.normalised_elo(),
            superiority: tally.superiority(),
            tally,
        }
    }
}
