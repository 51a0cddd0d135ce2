//! The table of a tournament, as everyone shows it.

use super::WorkerStanding;
use crate::{
    DistinctCounts,
    statistics::{Agreement, Estimate, PairTally},
    tally::Tally,
};
use papan_search::Fault;
use serde::Serialize;

/// The table of a tournament in one game: all that can be counted and estimated from its
/// results. `match`, `tournament`, `report`, their JSON and CSV and the page all show this one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingsTable {
    /// The game.
    pub game: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them are different: agents without chance repeat themselves, and what was
    /// played before shows nothing new. All ratings and intervals follow from these.
    pub different: u64,
    /// From how many different openings. Games of one opening are taken to vary together.
    pub openings: u64,
    /// Who played, in the order of the tournament; [`StandingsTable::ladder`] has the best
    /// first. Everything else names an agent by its place in this list, from 0.
    pub agents: Vec<AgentStanding>,
    /// How those did who had each seat.
    pub seats: Vec<SeatStanding>,
    /// How each agent did in each seat.
    pub by_seat: Vec<SeatTally>,
    /// How the seats did after each opening: those that were played most, at most
    /// [`OpeningStanding::MOST`] of them.
    pub by_opening: Vec<OpeningStanding>,
    /// How every two agents who met did against each other.
    pub pairs: Vec<PairStanding>,
    /// In which way games ended, the most frequent first.
    pub endings: Vec<EndingCount>,
    /// Who forfeited why, the most frequent first.
    pub forfeits: Vec<ForfeitCount>,
    /// What came of the games of each worker; empty where one alone played all of them.
    pub workers: Vec<WorkerStanding>,
    /// Whether the workers agree, where several played the same meetings.
    pub agreement: Option<Agreement>,
    /// What moving first is worth in Elo, in games of two seats.
    pub first_move: Option<Estimate>,
    /// In how many groups the agents have only met each other: ratings compare only within
    /// a group.
    pub groups: usize,
}

/// How one agent did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentStanding {
    /// What it is called.
    pub label: String,
    /// The agent with its parameters.
    pub spec: String,
    /// Its place in the table; 1 is the best.
    pub place: usize,
    /// Its rating in Elo; the mean of all is 0.
    pub rating: Option<Estimate>,
    /// How likely it is stronger than the next in the table.
    pub superiority: Option<f64>,
    /// Its results in all seats that it had.
    #[serde(flatten)]
    pub tally: Tally,
    /// The interval at 95% of its share of first places.
    pub interval: (f64, f64),
    /// Its rating after some numbers of games, where someone asked for that.
    pub history: Vec<Milestone>,
}

/// A rating on the way.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Milestone {
    /// After how many games of the tournament.
    pub games: u64,
    /// The rating then.
    pub rating: Estimate,
}

/// How those did who had a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatStanding {
    /// The seat, counted from 0.
    pub seat: usize,
    /// What the game calls it, such as "black".
    pub name: String,
    /// The results of all who had it.
    #[serde(flatten)]
    pub tally: Tally,
    /// The interval at 95% of its share of first places.
    pub interval: (f64, f64),
    /// The deviation of one score, and the interval at 95% of the mean score.
    pub score_deviation: Option<f64>,
    /// See [`score_deviation`](SeatStanding::score_deviation).
    pub score_interval: Option<(f64, f64)>,
    /// The same of the rank.
    pub rank_deviation: f64,
    /// See [`rank_deviation`](SeatStanding::rank_deviation).
    pub rank_interval: (f64, f64),
    /// What it is worth in Elo, in games of more than two seats.
    pub rating: Option<Estimate>,
}

/// How an agent did in one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatTally {
    /// The agent, counted from 0.
    pub agent: usize,
    /// The seat, counted from 0.
    pub seat: usize,
    /// Its results there.
    #[serde(flatten)]
    pub tally: Tally,
}

/// How the seats did in the games that began with an opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningStanding {
    /// The position that the games began from, where it is not the usual one, and the moves.
    pub opening: String,
    /// How many games began with it.
    pub games: u64,
    /// How many of them are different.
    pub different: u64,
    /// The share of first places of each seat.
    pub shares: Vec<f64>,
}

impl OpeningStanding {
    /// How many openings a table has at most.
    pub const MOST: usize = 50;
}

/// How one agent did against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairStanding {
    /// Their numbers, counted from 0.
    pub agents: [usize; 2],
    /// How often they met.
    pub games: u64,
    /// How often the first came before the other, was level with it or came behind it; and
    /// in games of two seats the pairs of games.
    #[serde(flatten)]
    pub tally: PairTally,
    /// The share of the first, where level counts as half.
    pub share: f64,
    /// The difference in Elo. This and what follows is known for games of two seats.
    pub elo: Option<Estimate>,
    /// The difference in normalised Elo.
    pub normalised_elo: Option<Estimate>,
    /// How likely the first is stronger.
    pub superiority: Option<f64>,
}

/// How many games ended in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingCount {
    /// In which way: [`Ending::kind`](crate::Ending::kind).
    pub ending: String,
    /// How many did.
    pub games: u64,
}

/// How many games an agent forfeited for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForfeitCount {
    /// The agent, counted from 0.
    pub agent: usize,
    /// Why.
    #[cfg_attr(test, ts(as = "String"))]
    pub fault: Fault,
    /// How many.
    pub games: u64,
}

impl StandingsTable {
    /// The agents from the best to the last, each with its number.
    pub fn ladder(&self) -> Vec<(usize, &AgentStanding)> {
        let mut ladder: Vec<(usize, &AgentStanding)> = self.agents.iter().enumerate().collect();
        ladder.sort_by_key(|(_, agent)| agent.place);
        ladder
    }

    /// How one agent did against another; `None` when they did not meet.
    pub fn pair(&self, one: usize, other: usize) -> Option<PairStanding> {
        let find = |agents: [usize; 2]| self.pairs.iter().find(|pair| pair.agents == agents);
        let turned = || find([other, one]).map(PairStanding::turned);
        find([one, other]).copied().or_else(turned)
    }

    /// How many different games all estimates rest on.
    pub fn distinct(&self) -> DistinctCounts {
        DistinctCounts {
            games: self.games,
            different: self.different,
            openings: self.openings,
        }
    }

    /// What the mean score leaves out, for those who read it; `None` when it leaves out
    /// nothing.
    pub fn unscored(&self) -> Option<String> {
        let scored = self.endings.iter().find(|count| count.ending == "over");
        match self.games - scored.map_or(0, |count| count.games) {
            0 => None,
            1 => Some(
                "one game was not played to its end by the rules and does not count in mean scores"
                    .to_owned(),
            ),
            games => Some(format!(
                "{games} games were not played to their end by the rules and do not count in mean \
                 scores"
            )),
        }
    }
}

impl PairStanding {
    pub(super) fn new(
        (one, other): (usize, usize),
        tally: PairTally,
        two_seats: bool,
    ) -> PairStanding {
        PairStanding {
            agents: [one, other],
            games: tally.games(),
            share: tally.score(),
            elo: two_seats.then(|| tally.elo()),
            normalised_elo: two_seats.then(|| tally.normalised_elo()),
            superiority: two_seats.then(|| tally.superiority()),
            tally,
        }
    }

    /// The same as the other agent has it.
    pub fn turned(&self) -> PairStanding {
        PairStanding {
            agents: [self.agents[1], self.agents[0]],
            games: self.games,
            tally: self.tally.turned(),
            share: self.tally.turned().score(),
            elo: self.elo.map(Estimate::turned),
            normalised_elo: self.normalised_elo.map(Estimate::turned),
            superiority: self.superiority.map(|superiority| 1.0 - superiority),
        }
    }

    /// The interval at 95% of the share of the first, in games of two seats.
    pub fn interval(&self) -> (f64, f64) {
        let share = self.tally.expectation();
        (share.low, share.high)
    }
}
