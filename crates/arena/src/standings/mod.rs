//! Who stands where: the results of many games between some agents in one game.

mod table;
mod workers;

pub use table::{
    AgentStanding, EndingCount, ForfeitCount, Milestone, OpeningStanding, PairStanding,
    SeatStanding, SeatTally, StandingsTable,
};
pub use workers::WorkerStanding;

use crate::{
    GameResult,
    statistics::{
        Encounter, Estimate, PairTally, Ratings, WinDrawLoss,
        interval::{Mean, independent, wilson},
        pool::{self, Pool},
        seats,
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
    /// The texts of the openings by their numbers.
    openings: HashMap<u64, String>,
    /// The numbers of the workers, from 1; this machine is 0.
    workers: HashMap<String, u32>,
}

impl Standings {
    /// No results yet.
    pub fn new(game: &dyn AnyGame, agents: Vec<Entrant>) -> Standings {
        Standings {
            game: game.name(),
            seats: seat_names(game),
            agents,
            ..Standings::default()
        }
    }

    /// One more game, with the number of the agent in each seat.
    pub fn add(&mut self, game: &GameResult, agents: &[usize]) {
        let mut counted = CountedGame::new(game, agents);
        counted.worker = self.worker_number(game.worker.as_deref());
        let opening = &game.job.opening;
        let texts = || opening.start.iter().chain(&opening.moves);
        let text = || texts().map(String::as_str).collect::<Vec<_>>().join(" ");
        let number = counted.encounter.opening;
        self.openings.entry(number).or_insert_with(text);
        self.games.push(counted);
    }

    /// Forgets the games of this round and later ones.
    pub fn keep_rounds(&mut self, rounds: u64) {
        self.games.retain(|game| game.round < rounds);
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// The different games: one that was played before shows nothing new.
    fn different(&self) -> impl Iterator<Item = &CountedGame> {
        let mut seen = HashSet::new();
        let games = self.games.iter();
        games.filter(move |game| seen.insert(game.play))
    }

    fn encounters(&self) -> Vec<Encounter> {
        let games = self.different();
        games.map(|game| game.encounter.clone()).collect()
    }

    /// The ratings, fitted to all different games at once.
    pub fn ratings(&self) -> Option<Ratings> {
        let fit = pool::fit(self.agents.len(), &self.encounters()).ok();
        fit.map(|fit| fit.ratings)
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
        let mut open: HashMap<(usize, usize, u64, u64), (usize, SeenGame)> = HashMap::new();
        let mut tallies: BTreeMap<(usize, usize), PairResults> = BTreeMap::new();
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
                    let results = tallies.entry(pair).or_default();
                    let seen = SeenGame {
                        result,
                        opening: *opening,
                        play: game.play,
                    };
                    if players.len() > 2 {
                        results.add_game(seen);
                        continue;
                    }
                    let place = (pair.0, pair.1, *opening, game.round);
                    match open.remove(&place) {
                        Some((seat, before)) if seat != lower => results.add_pair(before, seen),
                        Some((_, before)) => {
                            results.add_game(before);
                            open.insert(place, (lower, seen));
                        }
                        None => {
                            open.insert(place, (lower, seen));
                        }
                    }
                }
            }
        }
        for ((one, other, ..), (_, seen)) in open {
            tallies.entry((one, other)).or_default().add_game(seen);
        }
        let counted = tallies.into_iter();
        counted
            .map(|(pair, results)| (pair, results.tally()))
            .collect()
    }

    /// The table as it stands. It does not depend on which game was finished first.
    pub fn table(&self) -> StandingsTable {
        let mut games = self.games.clone();
        games.sort_by(|one, other| {
            let place = |game: &CountedGame| (game.encounter.opening, game.round);
            let players = one.encounter.players.cmp(&other.encounter.players);
            let places = place(one).cmp(&place(other));
            places.then(players).then(one.play.cmp(&other.play))
        });
        let ordered = Standings {
            games,
            ..self.clone()
        };
        ordered.ordered_table()
    }

    fn ordered_table(&self) -> StandingsTable {
        let encounters = self.encounters();
        let fit = pool::fit(self.agents.len(), &encounters).ok();
        let ratings = fit.as_ref().map(|fit| &fit.ratings);
        let first_move = fit.as_ref().and_then(Pool::first_move);
        // With two seats the first move says it all.
        let seat_ratings = match (&fit, first_move) {
            (Some(fit), None) => &fit.seats[..],
            _ => &[],
        };
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
            different: encounters.len() as u64,
            openings: self.openings_played(),
            by_opening: self.opening_standings(),
            agents: self.agent_standings(ratings, &pairs),
            seats: self.seat_standings(&encounters, seat_ratings),
            by_seat: by_seat.collect(),
            pairs,
            endings: self.endings(),
            forfeits: self.forfeits(),
            workers: self.worker_standings(),
            agreement: self.agreement(),
            first_move,
            groups: ratings.map_or(0, |ratings| ratings.components.len()),
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
                        _ => self.share_interval(agent, tally.share()),
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

    /// The interval of an agent's share of first places, from its different games.
    fn share_interval(&self, agent: usize, share: f64) -> (f64, f64) {
        let firsts = self.different().flat_map(|game| {
            let seats = game.seats().filter(|seat| game.agent(*seat) == agent);
            let encounter = &game.encounter;
            seats.map(|seat| (encounter.opening, encounter.first(seat.index())))
        });
        let firsts: Vec<(u64, f64)> = firsts.collect();
        wilson(share, independent(&firsts) as u64)
    }

    /// How many different openings there were.
    fn openings_played(&self) -> u64 {
        let openings = self.games.iter().map(|game| game.encounter.opening);
        openings.collect::<HashSet<u64>>().len() as u64
    }

    /// How the seats did after the openings that were played most.
    fn opening_standings(&self) -> Vec<OpeningStanding> {
        let by_seat = tallies(&self.games, |game, seat| {
            (game.encounter.opening, seat.index())
        });
        let mut different: HashMap<u64, u64> = HashMap::new();
        for game in self.different() {
            *different.entry(game.encounter.opening).or_default() += 1;
        }
        let standing = |(&opening, &different): (&u64, &u64)| {
            let seats = by_seat.range((opening, 0)..=(opening, usize::MAX));
            OpeningStanding {
                opening: self.openings.get(&opening).cloned().unwrap_or_default(),
                games: seats.clone().next().map_or(0, |(_, tally)| tally.games()),
                different,
                shares: seats.map(|(_, tally)| tally.share()).collect(),
            }
        };
        let mut standings: Vec<OpeningStanding> = different.iter().map(standing).collect();
        standings.sort_by(|one, other| {
            let games = other.games.cmp(&one.games);
            games.then_with(|| one.opening.cmp(&other.opening))
        });
        standings.truncate(OpeningStanding::MOST);
        standings
    }

    fn seat_standings(&self, encounters: &[Encounter], ratings: &[Estimate]) -> Vec<SeatStanding> {
        let by_seat = tallies(&self.games, |_, seat| seat.index());
        let scored: Vec<Encounter> = self
            .different()
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

/// A game of two agents, as the one with the lower number has it.
#[derive(Clone, Copy)]
struct SeenGame {
    result: WinDrawLoss,
    opening: u64,
    play: u64,
}

/// The results of two agents against each other, and which of them are different.
#[derive(Default)]
struct PairResults {
    tally: PairTally,
    /// The points of each different game and of each different pair, with its opening.
    games: HashMap<u64, (u64, f64)>,
    pairs: HashMap<(u64, u64), (u64, f64)>,
}

impl PairResults {
    fn add_game(&mut self, game: SeenGame) {
        self.tally.add_game(game.result);
        self.see(game);
    }

    fn add_pair(&mut self, one: SeenGame, other: SeenGame) {
        self.tally.add_pair(one.result, other.result);
        self.see(one);
        self.see(other);
        let points = f64::from(one.result as u8 + other.result as u8);
        let plays = (one.play.min(other.play), one.play.max(other.play));
        self.pairs.insert(plays, (one.opening, points));
    }

    fn see(&mut self, game: SeenGame) {
        let points = f64::from(game.result as u8);
        self.games.insert(game.play, (game.opening, points));
    }

    fn tally(self) -> PairTally {
        let is_paired = self.tally.is_paired();
        let (mut values, all): (Vec<(u64, f64)>, u64) = match is_paired {
            true => {
                let pairs = self.pairs.into_values();
                (pairs.collect(), self.tally.paired_games() / 2)
            }
            false => (self.games.into_values().collect(), self.tally.games()),
        };
        // Sums of fractions depend on their order; a map has none.
        values.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let size = independent(&values).round() as u64;
        PairTally {
            independent: (size < all).then_some(size),
            ..self.tally
        }
    }
}

/// What the seats of a game are called.
fn seat_names(game: &dyn AnyGame) -> Vec<String> {
    papan_core::Seat::all(game.seats())
        .map(|seat| game.seat_name(seat))
        .collect()
}
