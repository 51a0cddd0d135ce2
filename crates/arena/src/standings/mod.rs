//! Who stands where: the results of many games between some agents in one game.

mod openings;
mod packed;
mod pairs;
mod sums;
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
        Estimate, PairTally, Ratings,
        interval::{Mean, independent, wilson},
        pool::{self, Pool},
        seats,
    },
    tally::{CountedGame, Tally},
    tournament::Entrant,
};
use openings::OpeningTexts;
use packed::{Chosen, PackedGames};
use papan_core::AnyGame;
use std::collections::HashMap;
use sums::Sums;

/// The results of one game of a tournament, added up as they come. A tournament may have very many
/// games: each takes some tens of bytes here.
///
/// ```
/// use papan_arena::{Contest, Standings, tournament::Entrant};
/// use papan_search::Stop;
///
/// let agents = ["greedy", "random"];
/// let contest = Contest::new("othello:size=4", &agents, 20);
/// let game = papan_agents::games::open("othello:size=4").unwrap();
/// let mut standings = Standings::new(&*game, agents.map(Entrant::from).to_vec());
/// for played in contest.play(1, &Stop::new(), &mut |_| {}).unwrap() {
///     standings.add(&played.game, &played.agents);
/// }
/// let table = standings.table();
/// assert_eq!((table.games, table.agents[1].tally.games()), (20, 20));
/// assert_eq!(table.pair(0, 1).unwrap().tally, standings.pair(0, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The game.
    pub game: String,
    /// What its seats are called.
    pub seats: Vec<String>,
    /// Who plays; everything else names an agent by its place in this list, from 0.
    pub agents: Vec<Entrant>,
    packed: PackedGames,
    sums: Sums,
    openings: OpeningTexts,
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
        self.count(&CountedGame::new(game, agents));
    }

    /// One more game, of which everything that counts is known.
    pub fn count(&mut self, game: &CountedGame) {
        let worker = self.worker_number(game.worker.as_deref());
        self.packed.add(game, worker);
        self.sums.add(game, worker);
        self.openings.see(game.encounter.opening, &game.opening);
        if self.openings.are_many(self.packed.len()) {
            self.openings.forget(self.packed.openings());
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.packed.len() as u64
    }

    /// The ratings, fitted to all different games at once.
    pub fn ratings(&self) -> Option<Ratings> {
        let different = self.packed.different(&self.packed.as_they_came());
        let fit = pool::fit_to(self.agents.len(), &different).ok();
        fit.map(|fit| fit.ratings)
    }

    /// The games of two agents against each other, as the first sees them, paired by opening
    /// where both sides of it were played.
    pub fn pair(&self, one: usize, other: usize) -> PairTally {
        let tallies = pairs::pairs(&self.packed, &self.packed.in_order());
        let turned = || tallies.get(&(other, one)).map(PairTally::turned);
        let found = tallies.get(&(one, other)).copied();
        found.or_else(turned).unwrap_or_default()
    }

    /// The table as it stands. It does not depend on which game was finished first.
    pub fn table(&self) -> StandingsTable {
        let order = self.packed.in_order();
        let different = self.packed.different(&order);
        let fit = pool::fit_to(self.agents.len(), &different).ok();
        let ratings = fit.as_ref().map(|fit| &fit.ratings);
        let first_move = fit.as_ref().and_then(Pool::first_move);
        // With two seats the first move says it all.
        let seat_ratings = match (&fit, first_move) {
            (Some(fit), None) => &fit.seats[..],
            _ => &[],
        };
        let pairs = pairs::pairs(&self.packed, &order)
            .into_iter()
            .map(|(agents, tally)| PairStanding::new(agents, tally, self.seats.len() == 2));
        let pairs: Vec<PairStanding> = pairs.collect();
        let by_seat = self.sums.by_seat();
        let by_seat = by_seat.map(|((agent, seat), tally)| SeatTally { agent, seat, tally });
        StandingsTable {
            game: self.game.clone(),
            games: self.games(),
            different: different.games.len() as u64,
            openings: self.openings_played(&order),
            by_opening: self.opening_standings(&different),
            agents: self.agent_standings(ratings, &pairs, &different),
            seats: self.seat_standings(&different, seat_ratings),
            by_seat: by_seat.collect(),
            pairs,
            endings: self.sums.endings(),
            forfeits: self.sums.forfeits(),
            workers: self.worker_standings(),
            agreement: self.agreement(&different),
            first_move,
            groups: ratings.map_or(0, |ratings| ratings.components.len()),
        }
    }

    fn agent_standings(
        &self,
        ratings: Option<&Ratings>,
        pairs: &[PairStanding],
        different: &Chosen<'_>,
    ) -> Vec<AgentStanding> {
        let mut standings: Vec<AgentStanding> = (0..)
            .zip(&self.agents)
            .map(|(agent, entrant)| {
                let tally = self.sums.agent(agent);
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
                        _ => self.share_interval(agent, tally.share(), different),
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
    fn share_interval(&self, agent: usize, share: f64, different: &Chosen<'_>) -> (f64, f64) {
        let firsts = different.games.iter().flat_map(|&game| {
            let game = self.packed.encounter(game);
            let seats = game.players.iter().zip(game.ranks).enumerate();
            let own = seats.filter(move |(_, (player, _))| **player == agent);
            own.map(move |(seat, _)| (game.opening, game.first(seat)))
        });
        let firsts: Vec<(u64, f64)> = firsts.collect();
        wilson(share, independent(&firsts) as u64)
    }

    /// How many different openings there were. `order` are all games by opening.
    fn openings_played(&self, order: &[u32]) -> u64 {
        let opening = |game: &u32| self.packed.place(*game).0;
        order
            .chunk_by(|one, other| opening(one) == opening(other))
            .count() as u64
    }

    /// How the seats did after the openings that were played most.
    fn opening_standings(&self, different: &Chosen<'_>) -> Vec<OpeningStanding> {
        let mut shown: HashMap<u64, u64> = HashMap::new();
        for &game in &different.games {
            let (opening, _) = self.packed.place(game);
            if self.openings.has(opening) {
                *shown.entry(opening).or_default() += 1;
            }
        }
        let is_shown = |opening| shown.contains_key(&opening);
        let openings = self.packed.openings();
        let most = self
            .openings
            .most_played(openings, OpeningStanding::MOST, is_shown);
        let mut by_seat: HashMap<u64, Vec<Tally>> = HashMap::new();
        for (opening, _) in &most {
            by_seat.insert(*opening, Vec::new());
        }
        for game in 0..self.packed.len() as u32 {
            let game = self.packed.encounter(game);
            let Some(tallies) = by_seat.get_mut(&game.opening) else {
                continue;
            };
            let seats = game.players.len().min(game.ranks.len());
            if tallies.len() < seats {
                tallies.resize(seats, Tally::default());
            }
            for (seat, tally) in tallies.iter_mut().enumerate().take(seats) {
                tally.add_rank(game.ranks, seat);
            }
        }
        let standing = |(opening, text): (u64, &str)| {
            let tallies = &by_seat[&opening];
            OpeningStanding {
                opening: text.to_owned(),
                games: tallies.first().map_or(0, Tally::games),
                different: shown[&opening],
                shares: tallies.iter().map(Tally::share).collect(),
            }
        };
        most.into_iter().map(standing).collect()
    }

    fn seat_standings(&self, different: &Chosen<'_>, ratings: &[Estimate]) -> Vec<SeatStanding> {
        let all = seats::advantages_in(different).unwrap_or_default();
        let scored = seats::advantages_in(&different.scored()).unwrap_or_default();
        let standing = |(seat, name): (usize, &String)| {
            let advantage = all.get(seat);
            let interval = advantage.map_or((0.0, 1.0), |all| (all.first.low, all.first.high));
            let score: Option<Mean> = scored.get(seat).map(|scored| scored.score);
            SeatStanding {
                seat,
                name: name.clone(),
                tally: self.sums.seat(seat),
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
}

/// What the seats of a game are called.
fn seat_names(game: &dyn AnyGame) -> Vec<String> {
    papan_core::Seat::all(game.seats())
        .map(|seat| game.seat_name(seat))
        .collect()
}
