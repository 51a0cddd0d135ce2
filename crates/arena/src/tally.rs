//! Counts of results: the one place where wins, draws, losses, scores, ranks, forfeits, times
//! and nodes are added up, for whoever shows them.
//!
//! All sums are whole numbers, so that a tally does not depend on the order of the games.

use crate::{CpuUse, GameResult, statistics::Encounter};
use papan_core::{MAX_SEATS, Seat};
use papan_search::Fault;
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

/// What is counted of one finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedGame {
    /// Who sat where, and how it ended.
    pub encounter: Encounter,
    /// Its round, counted from 0.
    pub round: u64,
    /// A number for what was played: games with the same number are the same.
    pub play: u64,
    /// In which way it ended: [`Ending::kind`](crate::Ending::kind).
    pub ending: &'static str,
    /// Whether it was played to its end by the rules, so that its scores mean something.
    pub is_scored: bool,
    /// The seat that forfeited it, and why.
    pub forfeit: Option<(Seat, Fault)>,
    /// What each seat spent on it.
    pub effort: Vec<Effort>,
    /// The text of its opening: the position where it is not the usual one, and the moves.
    pub opening: String,
    /// Who played it; `None` is this machine.
    pub worker: Option<String>,
    /// Whether the clock had a say in it.
    pub is_timed: bool,
    /// Whether another worker played the same.
    pub is_confirmed: bool,
}

/// What a seat spent on a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// How long it thought.
    pub time: Duration,
    /// How many moves it chose.
    pub moves: u64,
    /// How many nodes it searched.
    pub nodes: u64,
    /// How long the processors worked for it, where that is known.
    pub cpu_time: Option<Duration>,
}

impl Effort {
    fn add(&mut self, other: &Effort) {
        self.time = self.time.saturating_add(other.time);
        self.moves += other.moves;
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}

impl CountedGame {
    /// What counts of a game; `agents` is the number of the agent in each seat.
    pub fn new(game: &GameResult, agents: &[usize]) -> CountedGame {
        let effort = |seat: Seat| {
            let (time, moves) = game.time_of(seat);
            Effort {
                time,
                moves,
                nodes: game.nodes.get(seat.index()).copied().unwrap_or(0),
                cpu_time: game.cpu_time_of(seat),
            }
        };
        let opening = &game.job.opening;
        let texts = opening.start.iter().chain(&opening.moves);
        CountedGame {
            encounter: Encounter {
                players: agents.to_vec(),
                ranks: game.outcome.ranks().to_vec(),
                scores: game.scores.as_slice().to_vec(),
                opening: game.opening_key(),
            },
            round: game.job.round,
            play: game.play_key(),
            ending: game.ending.kind(),
            is_scored: game.is_scored(),
            forfeit: game.forfeit(),
            effort: Seat::all(agents.len().min(MAX_SEATS)).map(effort).collect(),
            opening: texts.map(String::as_str).collect::<Vec<_>>().join(" "),
            worker: game.worker.clone(),
            is_timed: game.timed,
            is_confirmed: game.confirmed_by.is_some(),
        }
    }

    /// The seats of a game that all of its lists have.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let Encounter { players, ranks, .. } = &self.encounter;
        Seat::all(players.len().min(ranks.len()).min(MAX_SEATS))
    }

    /// The number of the agent in a seat.
    pub fn agent(&self, seat: Seat) -> usize {
        self.encounter.players[seat.index()]
    }
}

/// How some seats in some games did: those of an agent, those that have one number, or any
/// others.
///
/// ```
/// use papan_arena::{Contest, Openings, tally::{CountedGame, Tally, tallies}};
/// use papan_search::Stop;
///
/// let contest = Contest {
///     openings: Openings::Random(6),
///     ..Contest::new("adjacency:rounds=8", &["random", "random"], 100)
/// };
/// let games = contest.play(2, &Stop::new(), &mut |_| {}).unwrap();
/// let counted: Vec<CountedGame> = games
///     .iter()
///     .map(|played| CountedGame::new(&played.game, &played.agents))
///     .collect();
/// let by_agent = tallies(&counted, |game, seat| game.agent(seat));
/// let (first, second) = (by_agent[&0], by_agent[&1]);
/// assert_eq!(first.wins() + first.draws() + second.wins(), 100);
/// assert_eq!(first.share() + second.share(), 1.0);
/// let by_opening = tallies(&counted, |game, _| game.encounter.opening);
/// assert_eq!(by_opening.len(), 100);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(into = "TallyNumbers")]
pub struct Tally {
    games: u64,
    /// First places by the number of seats that shared them.
    firsts: [u64; MAX_SEATS],
    /// Twice the sum of the ranks, where tied seats share the mean of theirs.
    double_ranks: u64,
    scored_games: u64,
    points: i64,
    forfeits: u64,
    effort: Effort,
    cpu: CpuUse,
}

/// The tally of every key that `key` gives to the seats of some games.
pub fn tallies<'a, K: Ord>(
    games: impl IntoIterator<Item = &'a CountedGame>,
    key: impl Fn(&CountedGame, Seat) -> K,
) -> BTreeMap<K, Tally> {
    let mut tallies: BTreeMap<K, Tally> = BTreeMap::new();
    for game in games {
        for seat in game.seats() {
            tallies.entry(key(game, seat)).or_default().add(game, seat);
        }
    }
    tallies
}

impl Tally {
    /// One more game, as one of its seats has it.
    pub fn add(&mut self, game: &CountedGame, seat: Seat) {
        let (index, encounter) = (seat.index(), &game.encounter);
        self.add_rank(&encounter.ranks, index);
        self.double_ranks += (2.0 * encounter.place(index)) as u64;
        if let (true, Some(&points)) = (game.is_scored, encounter.scores.get(index)) {
            self.scored_games += 1;
            self.points += i64::from(points);
        }
        self.forfeits += u64::from(game.forfeit.is_some_and(|(faulty, _)| faulty == seat));
        if let Some(effort) = game.effort.get(index) {
            self.effort.add(effort);
            self.cpu.add(effort);
        }
    }

    /// One more game of which only the first places count.
    pub(crate) fn add_rank(&mut self, ranks: &[u8], index: usize) {
        self.games += 1;
        if ranks[index] == 1 {
            let shared = ranks.iter().filter(|&&rank| rank == 1).count();
            self.firsts[shared.clamp(1, MAX_SEATS) - 1] += 1;
        }
    }

    /// All games of another tally.
    pub(crate) fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        for (own, firsts) in self.firsts.iter_mut().zip(other.firsts) {
            *own += firsts;
        }
        self.double_ranks += other.double_ranks;
        self.scored_games += other.scored_games;
        self.points += other.points;
        self.forfeits += other.forfeits;
        self.effort.add(&other.effort);
        self.cpu += other.cpu;
    }

    /// How many seats in games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// In how many it came first alone.
    pub fn wins(&self) -> u64 {
        self.firsts[0]
    }

    /// In how many it shared the first place.
    pub fn draws(&self) -> u64 {
        self.firsts[1..].iter().sum()
    }

    /// In how many another came before it.
    pub fn losses(&self) -> u64 {
        self.games - self.wins() - self.draws()
    }

    /// The share of first places; one that is shared counts in parts.
    pub fn share(&self) -> f64 {
        let part = |(others, &count): (usize, &u64)| count as f64 / (others + 1) as f64;
        self.per_game(self.firsts.iter().enumerate().map(part).sum())
    }

    /// The mean rank, where tied seats share the mean of theirs.
    pub fn mean_rank(&self) -> f64 {
        self.per_game(self.double_ranks as f64 / 2.0)
    }

    /// How many games were played to their end by the rules. Only these count in
    /// [`mean_score`](Tally::mean_score): the scores of a game that was forfeited or
    /// adjudicated are those of its middle.
    pub fn scored_games(&self) -> u64 {
        self.scored_games
    }

    /// The mean final score of the [`scored_games`](Tally::scored_games); `None` when there
    /// are none.
    pub fn mean_score(&self) -> Option<f64> {
        (self.scored_games > 0).then(|| self.points as f64 / self.scored_games as f64)
    }

    /// How many games it forfeited.
    pub fn forfeits(&self) -> u64 {
        self.forfeits
    }

    /// The mean time for a move in seconds; `None` when it chose no move.
    pub fn mean_seconds(&self) -> Option<f64> {
        let moves = self.effort.moves;
        (moves > 0).then(|| self.effort.time.as_secs_f64() / moves as f64)
    }

    /// The mean time for all moves of a game in seconds.
    pub fn mean_game_seconds(&self) -> f64 {
        self.per_game(self.effort.time.as_secs_f64())
    }

    /// The mean number of nodes searched in a game.
    pub fn mean_nodes(&self) -> f64 {
        self.per_game(self.effort.nodes as f64)
    }

    /// What the processors worked, as far as that is known.
    pub fn cpu(&self) -> CpuUse {
        self.cpu
    }

    fn per_game(&self, sum: f64) -> f64 {
        sum / self.games.max(1) as f64
    }

    /// The names of all that a tally says, the same in every output, in the order of columns.
    pub const NAMES: [&str; 14] = [
        "games",
        "wins",
        "draws",
        "losses",
        "share",
        "mean_rank",
        "mean_score",
        "scored_games",
        "forfeits",
        "mean_seconds",
        "mean_game_seconds",
        "mean_nodes",
        "mean_cpu_seconds",
        "mean_game_cpu_seconds",
    ];
}

/// All that a tally says, as JSON has it: the same names in the same order as [`Tally::NAMES`].
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TallyNumbers {
    /// How many games were played.
    games: u64,
    /// In how many it came first alone.
    wins: u64,
    /// In how many it shared the first place.
    draws: u64,
    /// In how many another came before it.
    losses: u64,
    /// The share of first places; one that is shared counts in parts.
    share: f64,
    /// The mean rank, where tied seats share the mean of theirs.
    mean_rank: f64,
    /// The mean final score of the games that were played to their end by the rules.
    mean_score: Option<f64>,
    /// How many games were played to their end by the rules.
    scored_games: u64,
    /// How many games it forfeited.
    forfeits: u64,
    /// The mean time for a move in seconds; none when it chose no move.
    mean_seconds: Option<f64>,
    /// The mean time for all moves of a game in seconds.
    mean_game_seconds: f64,
    /// The mean number of nodes searched in a game.
    mean_nodes: f64,
    /// The mean processor time of a move in seconds; none when it is not known.
    mean_cpu_seconds: Option<f64>,
    /// The mean processor time of all moves of a game in seconds; none when it is not known.
    mean_game_cpu_seconds: Option<f64>,
}

impl From<Tally> for TallyNumbers {
    fn from(tally: Tally) -> TallyNumbers {
        TallyNumbers {
            games: tally.games(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            share: tally.share(),
            mean_rank: tally.mean_rank(),
            mean_score: tally.mean_score(),
            scored_games: tally.scored_games(),
            forfeits: tally.forfeits(),
            mean_seconds: tally.mean_seconds(),
            mean_game_seconds: tally.mean_game_seconds(),
            mean_nodes: tally.mean_nodes(),
            mean_cpu_seconds: tally.cpu.mean_seconds(),
            mean_game_cpu_seconds: tally.cpu.mean_game_seconds(),
        }
    }
}

// A tally is declared as what it becomes; the derive cannot flatten one type as another.
#[cfg(test)]
impl ts_rs::TS for Tally {
    type WithoutGenerics = Tally;
    type OptionInnerType = Tally;

    fn name(config: &ts_rs::Config) -> String {
        <TallyNumbers as ts_rs::TS>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        <TallyNumbers as ts_rs::TS>::inline(config)
    }

    fn inline_flattened(config: &ts_rs::Config) -> String {
        <TallyNumbers as ts_rs::TS>::inline_flattened(config)
    }
}
