//! What can be counted from the games alone.

use super::data::{Agent, Cell, Count, Forfeits, Game, GameReport, Pace, Seat};
use std::collections::BTreeMap;

impl GameReport {
    /// A report of games with all that can be counted from them: standings, cross table,
    /// seats, scores, lengths, times, endings and forfeits. Ratings, intervals and the test
    /// are added by whoever knows them.
    ///
    /// ```
    /// use papan_report::tournament::{Agent, Game, GameReport, Seat};
    ///
    /// let seats = vec![Seat::new("black", "X"), Seat::new("white", "O")];
    /// let agents = vec![Agent::new("greedy"), Agent::new("random")];
    /// let game = Game {
    ///     players: vec![0, 1],
    ///     scores: vec![40, 24],
    ///     ranks: vec![1, 2],
    ///     ..Game::default()
    /// };
    /// let report = GameReport::of("othello", seats, agents, vec![game]);
    /// assert_eq!((report.agents[0].wins, report.agents[1].losses), (1, 1));
    /// assert_eq!(report.cross[1][0].unwrap().share(), 0.0);
    /// ```
    pub fn of(
        game: impl Into<String>,
        seats: Vec<Seat>,
        agents: Vec<Agent>,
        games: Vec<Game>,
    ) -> GameReport {
        let mut report = GameReport {
            game: game.into(),
            unit: "points".to_owned(),
            cross: vec![vec![None; agents.len()]; agents.len()],
            lengths: games.iter().map(|game| game.plies).collect(),
            endings: endings(&games),
            forfeits: forfeits(&games),
            seats,
            agents,
            ..GameReport::default()
        };
        for game in &games {
            report.count_pairs(game);
        }
        for index in 0..report.agents.len() {
            let places = places(&games, |game, seat| game.players.get(seat) == Some(&index));
            report.count_agent(index, &places);
        }
        for (index, seat) in report.seats.iter_mut().enumerate() {
            let places = places(&games, |_, seat| seat == index);
            seat.share = mean(places.iter().filter_map(Place::first));
            seat.mean_score = mean(places.iter().filter_map(|place| place.score()));
            seat.mean_rank = mean(places.iter().filter_map(Place::rank));
        }
        report.games = games;
        report
    }

    /// Keeps the replays of some games, spread over all of them, and forgets the others: a
    /// page of very many games would be too big.
    pub fn keep_replays(&mut self, most: usize) {
        let count = self.games.len();
        for (index, game) in self.games.iter_mut().enumerate() {
            if !is_spread(index, count, most) {
                game.replay = None;
            }
        }
    }

    /// Every agent against every other of a game.
    fn count_pairs(&mut self, game: &Game) {
        for (seat, one) in game.players.iter().enumerate() {
            for (other_seat, other) in game.players.iter().enumerate() {
                let ranks = (game.ranks.get(seat), game.ranks.get(other_seat));
                let row = self.cross.get_mut(*one);
                let cell = row.and_then(|row| row.get_mut(*other));
                let ((Some(rank), Some(other_rank)), Some(cell)) = (ranks, cell) else {
                    continue;
                };
                // An agent against itself would always have a half.
                if one == other {
                    continue;
                }
                let cell = cell.get_or_insert_with(Cell::default);
                cell.games += 1;
                cell.wins += u64::from(rank < other_rank);
                cell.draws += u64::from(rank == other_rank);
                cell.losses += u64::from(rank > other_rank);
            }
        }
    }

    fn count_agent(&mut self, index: usize, places: &[Place<'_>]) {
        let agent = &mut self.agents[index];
        agent.games = places.len() as u64;
        for place in places {
            let firsts = place.game.ranks.iter().filter(|rank| **rank == 1).count();
            match (place.game.ranks.get(place.seat), firsts) {
                (Some(1), 1) => agent.wins += 1,
                (Some(1), _) => agent.draws += 1,
                (Some(_), _) => agent.losses += 1,
                (None, _) => {}
            }
            let forfeit = place.game.forfeit.as_ref();
            agent.forfeits += u64::from(forfeit.is_some_and(|forfeit| forfeit.seat == place.seat));
        }
        agent.scores = places
            .iter()
            .filter_map(|place| place.game.scores.get(place.seat).copied())
            .collect();
        agent.share = mean(places.iter().filter_map(Place::first));
        agent.mean_score = mean(places.iter().filter_map(|place| place.score()));
        agent.mean_rank = mean(places.iter().filter_map(Place::rank));
        agent.mean_nodes = mean(places.iter().filter_map(|place| {
            let nodes = place.game.nodes.get(place.seat);
            nodes.map(|nodes| *nodes as f64)
        }));
        agent.mean_seconds = mean(places.iter().flat_map(Place::times).map(|(_, time)| time));
        let mut by_ply: BTreeMap<u32, (u64, f64)> = BTreeMap::new();
        for (ply, seconds) in places.iter().flat_map(Place::times) {
            let (moves, sum) = by_ply.entry(ply).or_default();
            *moves += 1;
            *sum += seconds;
        }
        let pace = |(ply, (moves, sum)): (u32, (u64, f64))| Pace {
            ply,
            moves,
            seconds: sum / moves as f64,
        };
        agent.times = by_ply.into_iter().map(pace).collect();
    }
}

/// A seat in a game.
#[derive(Clone, Copy)]
struct Place<'a> {
    game: &'a Game,
    seat: usize,
}

impl<'a> Place<'a> {
    fn score(&self) -> Option<f64> {
        self.game.scores.get(self.seat).map(|score| *score as f64)
    }

    /// How many of the others have a better rank, and how many the same.
    fn others(&self) -> Option<(f64, f64)> {
        let own = self.game.ranks.get(self.seat)?;
        let ranks = || self.game.ranks.iter();
        let better = ranks().filter(|rank| *rank < own).count() as f64;
        Some((
            better,
            ranks().filter(|rank| *rank == own).count() as f64 - 1.0,
        ))
    }

    /// The part of the first place: all, nothing, or a share of it.
    fn first(&self) -> Option<f64> {
        let (better, level) = self.others()?;
        Some(if better > 0.0 {
            0.0
        } else {
            1.0 / (1.0 + level)
        })
    }

    /// The rank; those that are level share their ranks.
    fn rank(&self) -> Option<f64> {
        let (better, level) = self.others()?;
        Some(1.0 + better + level / 2.0)
    }

    /// The moves of this seat that took time, by their numbers in the game.
    fn times(&self) -> impl Iterator<Item = (u32, f64)> + use<'a> {
        let seat = self.seat;
        let own = self.game.pace.iter().filter(move |(_, of, _)| *of == seat);
        own.map(|&(ply, _, seconds)| (ply, seconds))
    }
}

/// Whether the item with this number is one of `most` that are spread evenly over `count`.
///
/// ```
/// use papan_report::tournament::is_spread;
///
/// let kept: Vec<usize> = (0..9).filter(|&index| is_spread(index, 9, 3)).collect();
/// assert_eq!(kept, [2, 5, 8]);
/// assert!(is_spread(0, 9, usize::MAX));
/// ```
pub fn is_spread(index: usize, count: usize, most: usize) -> bool {
    let part = |index: usize| index as u128 * most as u128 / count.max(1) as u128;
    most >= count || part(index) != part(index + 1)
}

fn places(games: &[Game], wanted: impl Fn(&Game, usize) -> bool) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    for game in games {
        let seats = (0..game.players.len()).filter(|seat| wanted(game, *seat));
        places.extend(seats.map(|seat| Place { game, seat }));
    }
    places
}

fn endings(games: &[Game]) -> Vec<Count> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        *counts.entry(&game.kind).or_default() += 1;
    }
    let mut endings: Vec<Count> = counts
        .into_iter()
        .map(|(name, count)| Count {
            name: name.to_owned(),
            count,
        })
        .collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.count));
    endings
}

fn forfeits(games: &[Game]) -> Vec<Forfeits> {
    let mut counts: BTreeMap<(usize, &str), u64> = BTreeMap::new();
    for game in games {
        let Some(forfeit) = &game.forfeit else {
            continue;
        };
        if let Some(agent) = game.players.get(forfeit.seat) {
            *counts.entry((*agent, &forfeit.reason)).or_default() += 1;
        }
    }
    let mut forfeits: Vec<Forfeits> = counts
        .into_iter()
        .map(|((agent, reason), count)| Forfeits {
            agent,
            reason: reason.to_owned(),
            count,
        })
        .collect();
    forfeits.sort_by_key(|forfeits| std::cmp::Reverse(forfeits.count));
    forfeits
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}
