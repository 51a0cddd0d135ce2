//! Who stands where: the results of many games between some agents in one game.

use crate::{
    GameResult,
    statistics::{
        Encounter, Estimate, PairTally, Ratings, WinDrawLoss, bradley_terry,
        interval::{Mean, wilson},
        plackett_luce, seats,
    },
    tally::{CountedGame, Tally, tallies},
    tournament::Entrant,
};
use papan_core::AnyGame;
use papan_search::Fault;
use serde::Serialize;
use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, HashMap, HashSet},
};

/// The results of one game of a tournament, added up as they come.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The game.
    pub game: String,
    /// What its seats are called.
    pub seats: Vec<String>,
    /// Who plays; everything else names an agent by its place in this list, from 0.
    pub agents: Vec<Entrant>,
    games: Vec<CountedGame>,
}

/// The table of a tournament in one game: all that can be counted and estimated from its
/// results. `match`, `tournament`, `report`, their JSON and CSV and the page all show this one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StandingsTable {
    /// The game.
    pub game: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them were different ones: agents without chance repeat themselves, and
    /// intervals mean little then.
    pub different: u64,
    /// Who played, in the order of the tournament; [`StandingsTable::ladder`] has the best
    /// first. Everything else names an agent by its place in this list, from 0.
    pub agents: Vec<AgentStanding>,
    /// How those did who had each seat.
    pub seats: Vec<SeatStanding>,
    /// How each agent did in each seat.
    pub by_seat: Vec<SeatTally>,
    /// How every two agents who met did against each other.
    pub pairs: Vec<PairStanding>,
    /// In which way games ended, the most frequent first.
    pub endings: Vec<EndingCount>,
    /// Who forfeited why, the most frequent first.
    pub forfeits: Vec<ForfeitCount>,
    /// What moving first is worth in Elo, in games of two seats.
    pub first_move: Option<Estimate>,
    /// In how many groups the agents have only met each other: ratings compare only within
    /// a group.
    pub groups: usize,
}

/// How one agent did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
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
pub struct Milestone {
    /// After how many games of the tournament.
    pub games: u64,
    /// The rating then.
    pub rating: Estimate,
}

/// How those did who had a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
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
pub struct SeatTally {
    /// The agent, counted from 0.
    pub agent: usize,
    /// The seat, counted from 0.
    pub seat: usize,
    /// Its results there.
    #[serde(flatten)]
    pub tally: Tally,
}

/// How one agent did against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
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
pub struct EndingCount {
    /// In which way: [`Ending::kind`](crate::Ending::kind).
    pub ending: String,
    /// How many did.
    pub games: u64,
}

/// How many games an agent forfeited for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForfeitCount {
    /// The agent, counted from 0.
    pub agent: usize,
    /// Why.
    pub fault: Fault,
    /// How many.
    pub games: u64,
}

impl Standings {
    /// No results yet.
    pub fn new(game: &dyn AnyGame, agents: Vec<Entrant>) -> Standings {
        Standings {
            game: game.name(),
            seats: seat_names(game),
            agents,
            games: Vec::new(),
        }
    }

    /// One more game, with the number of the agent in each seat.
    pub fn add(&mut self, game: &GameResult, agents: &[usize]) {
        self.games.push(CountedGame::new(game, agents));
    }

    /// Forgets the games of this round and later ones.
    pub fn keep_rounds(&mut self, rounds: u64) {
        self.games.retain(|game| game.round < rounds);
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    fn encounters(&self) -> Vec<Encounter> {
        let games = self.games.iter();
        games.map(|game| game.encounter.clone()).collect()
    }

    /// The ratings, fitted to all games at once.
    pub fn ratings(&self) -> Option<Ratings> {
        Fit::new(self.agents.len(), &self.encounters()).ratings
    }

    /// The games of two agents against each other, as the first sees them, paired by opening
    /// where both sides of it were played.
    pub fn pair(&self, one: usize, other: usize) -> PairTally {
        let tallies = self.pairs();
        let turned = || tallies.get(&(other, one)).map(PairTally::turned);
        let found = tallies.get(&(one, other)).copied();
        found.or_else(turned).unwrap_or_default()
    }

    /// How every two agents that met did against each other, the lower number first. An agent
    /// is not compared with itself: it would always have a half.
    fn pairs(&self) -> BTreeMap<(usize, usize), PairTally> {
        let mut open: HashMap<(usize, usize, u64), (usize, WinDrawLoss)> = HashMap::new();
        let mut tallies: BTreeMap<(usize, usize), PairTally> = BTreeMap::new();
        for game in &self.games {
            let Encounter {
                players,
                ranks,
                opening,
                ..
            } = &game.encounter;
            for second in 1..players.len() {
                for first in (0..second).filter(|&first| players[first] != players[second]) {
                    let is_turned = players[first] > players[second];
                    let (lower, upper) = match is_turned {
                        true => (second, first),
                        false => (first, second),
                    };
                    let result = match ranks[lower].cmp(&ranks[upper]) {
                        Ordering::Less => WinDrawLoss::Win,
                        Ordering::Equal => WinDrawLoss::Draw,
                        Ordering::Greater => WinDrawLoss::Loss,
                    };
                    let pair = (players[lower], players[upper]);
                    let tally = tallies.entry(pair).or_default();
                    if players.len() > 2 {
                        tally.add_game(result);
                        continue;
                    }
                    let place = (pair.0, pair.1, *opening);
                    match open.remove(&place) {
                        Some((seat, before)) if seat != lower => tally.add_pair(before, result),
                        Some((_, before)) => {
                            tally.add_game(before);
                            open.insert(place, (lower, result));
                        }
                        None => {
                            open.insert(place, (lower, result));
                        }
                    }
                }
            }
        }
        for ((one, other, _), (_, result)) in open {
            tallies.entry((one, other)).or_default().add_game(result);
        }
        tallies
    }

    /// The table as it stands. It does not depend on which game was finished first.
    pub fn table(&self) -> StandingsTable {
        let mut games = self.games.clone();
        games.sort_by(|one, other| {
            let place = |game: &CountedGame| game.encounter.opening;
            let players = one.encounter.players.cmp(&other.encounter.players);
            place(one).cmp(&place(other)).then(players)
        });
        let ordered = Standings {
            games,
            ..self.clone()
        };
        ordered.ordered_table()
    }

    fn ordered_table(&self) -> StandingsTable {
        let encounters = self.encounters();
        let fit = Fit::new(self.agents.len(), &encounters);
        let plays: HashSet<u64> = self.games.iter().map(|game| game.play).collect();
        let pairs = self
            .pairs()
            .into_iter()
            .map(|(agents, tally)| PairStanding::new(agents, tally, self.seats.len() == 2));
        let pairs: Vec<PairStanding> = pairs.collect();
        let by_seat = tallies(&self.games, |game, seat| (game.agent(seat), seat.index()));
        let by_seat =
            by_seat
                .into_iter()
                .map(|((agent, seat), tally)| SeatTally { agent, seat, tally });
        StandingsTable {
            game: self.game.clone(),
            games: self.games(),
            different: plays.len() as u64,
            agents: self.agent_standings(fit.ratings.as_ref(), &pairs),
            seats: self.seat_standings(&encounters, &fit.seats),
            by_seat: by_seat.collect(),
            pairs,
            endings: self.endings(),
            forfeits: self.forfeits(),
            first_move: fit.first_move,
            groups: fit.ratings.map_or(0, |ratings| ratings.components.len()),
        }
    }

    fn agent_standings(
        &self,
        ratings: Option<&Ratings>,
        pairs: &[PairStanding],
    ) -> Vec<AgentStanding> {
        let by_agent = tallies(&self.games, |game, seat| game.agent(seat));
        let mut standings: Vec<AgentStanding> = (0..)
            .zip(&self.agents)
            .map(|(agent, entrant)| {
                let tally = by_agent.get(&agent).copied().unwrap_or_default();
                AgentStanding {
                    label: entrant.label.clone(),
                    spec: entrant.agent.clone(),
                    tally,
                    // Games of one opening are not independent of each other: where all of
                    // them are against one other, the pairs say more.
                    interval: match pairs {
                        [pair] if pair.elo.is_some() && pair.agents[0] == agent => pair.interval(),
                        [pair] if pair.elo.is_some() && pair.agents[1] == agent => {
                            pair.turned().interval()
                        }
                        _ => wilson(tally.share(), tally.games()),
                    },
                    ..AgentStanding::default()
                }
            })
            .collect();
        let mut order: Vec<usize> = (0..standings.len()).collect();
        match ratings {
            Some(ratings) => {
                for rung in &ratings.ladder {
                    standings[rung.player].rating = Some(rung.rating);
                    standings[rung.player].superiority = rung.superiority;
                }
                order = ratings.ladder.iter().map(|rung| rung.player).collect();
            }
            None => order.sort_by(|&one, &other| {
                let share = |agent: usize| standings[agent].tally.share();
                share(other).total_cmp(&share(one))
            }),
        }
        for (place, agent) in (1..).zip(order) {
            standings[agent].place = place;
        }
        standings
    }

    fn seat_standings(&self, encounters: &[Encounter], ratings: &[Estimate]) -> Vec<SeatStanding> {
        let by_seat = tallies(&self.games, |_, seat| seat.index());
        let scored: Vec<Encounter> = self
            .games
            .iter()
            .filter(|game| game.is_scored)
            .map(|game| game.encounter.clone())
            .collect();
        let [all, scored] =
            [encounters, &scored].map(|games| seats::advantages(games).unwrap_or_default());
        let standing = |(seat, name): (usize, &String)| {
            let advantage = all.get(seat);
            let interval = advantage.map_or((0.0, 1.0), |all| (all.first.low, all.first.high));
            let score: Option<Mean> = scored.get(seat).map(|scored| scored.score);
            SeatStanding {
                seat,
                name: name.clone(),
                tally: by_seat.get(&seat).copied().unwrap_or_default(),
                interval,
                score_deviation: score.map(|score| score.deviation),
                score_interval: score.map(|score| score.interval),
                rank_deviation: advantage.map_or(0.0, |all| all.rank.deviation),
                rank_interval: advantage.map_or((0.0, 0.0), |all| all.rank.interval),
                rating: ratings.get(seat).copied(),
            }
        };
        self.seats.iter().enumerate().map(standing).collect()
    }

    fn endings(&self) -> Vec<EndingCount> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for game in &self.games {
            *counts.entry(game.ending).or_default() += 1;
        }
        let count = |(ending, games): (&str, u64)| EndingCount {
            ending: ending.to_owned(),
            games,
        };
        let mut endings: Vec<EndingCount> = counts.into_iter().map(count).collect();
        endings.sort_by_key(|ending| Reverse(ending.games));
        endings
    }

    fn forfeits(&self) -> Vec<ForfeitCount> {
        let mut forfeits: Vec<ForfeitCount> = Vec::new();
        for game in &self.games {
            let Some((seat, fault)) = game.forfeit else {
                continue;
            };
            let agent = game.agent(seat);
            let mut known = forfeits.iter_mut();
            match known.find(|known| known.agent == agent && known.fault == fault) {
                Some(known) => known.games += 1,
                None => forfeits.push(ForfeitCount {
                    agent,
                    fault,
                    games: 1,
                }),
            }
        }
        let order =
            |count: &ForfeitCount| (Reverse(count.games), count.agent, count.fault.to_string());
        forfeits.sort_by_key(order);
        forfeits
    }
}

/// What the seats of a game are called.
fn seat_names(game: &dyn AnyGame) -> Vec<String> {
    papan_core::Seat::all(game.seats())
        .map(|seat| game.seat_name(seat))
        .collect()
}

/// A model fitted to all games.
struct Fit {
    ratings: Option<Ratings>,
    first_move: Option<Estimate>,
    seats: Vec<Estimate>,
}

impl Fit {
    fn new(agents: usize, encounters: &[Encounter]) -> Fit {
        if encounters.iter().all(|game| game.players.len() == 2) {
            let fit = bradley_terry::fit(agents, encounters).ok();
            let known = fit.as_ref().filter(|fit| fit.games > 0);
            return Fit {
                first_move: known.map(|fit| fit.first_move),
                seats: Vec::new(),
                ratings: fit.map(|fit| fit.ratings),
            };
        }
        let fit = plackett_luce::fit(agents, encounters).ok();
        Fit {
            first_move: None,
            seats: fit.as_ref().map_or(Vec::new(), |fit| fit.seats.clone()),
            ratings: fit.map(|fit| fit.ratings),
        }
    }
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
    fn new((one, other): (usize, usize), tally: PairTally, two_seats: bool) -> PairStanding {
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
