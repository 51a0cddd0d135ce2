//! Who stands where: the results of many games between some agents in one game.

mod table;

pub use table::{
    AgentStanding, EndingCount, ForfeitCount, Milestone, PairStanding, SeatStanding, SeatTally,
    StandingsTable,
};

use crate::{
    GameResult,
    statistics::{
        Encounter, Estimate, PairTally, Ratings, WinDrawLoss, bradley_terry,
        interval::{Mean, wilson},
        plackett_luce, seats,
    },
    tally::{CountedGame, tallies},
    tournament::Entrant,
};
use papan_core::AnyGame;
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
