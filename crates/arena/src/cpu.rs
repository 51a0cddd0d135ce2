//! What the processors worked for agents, so that they can be compared at equal CPU.

use crate::{standings::StandingsTable, tally::Effort};
use std::{ops::AddAssign, time::Duration};

/// What the processors worked for some seats, in the games of which that is known.
///
/// ```
/// use papan_arena::{Contest, Standings};
/// use papan_search::Stop;
///
/// let contest = Contest::new("othello:size=4", &["greedy", "mcts:nodes=50"], 2);
/// let othello = papan_agents::games::open("othello:size=4").unwrap();
/// let mut standings = Standings::new(&*othello, vec!["greedy".into(), "mcts:nodes=50".into()]);
/// for played in contest.play(1, &Stop::new(), &mut |_| {}).unwrap() {
///     standings.add(&played.game, &played.agents);
/// }
/// // Not every system tells.
/// if let Some(ratio) = standings.table().cpu_ratio() {
///     assert!(ratio < 1.0, "who thinks more takes more");
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CpuUse {
    /// How long they worked.
    pub time: Duration,
    /// For how many moves.
    pub moves: u64,
    /// In how many seats in games.
    pub games: u64,
}

impl CpuUse {
    /// One more seat in a game.
    pub(crate) fn add(&mut self, effort: &Effort) {
        if let Some(time) = effort.cpu_time {
            *self += CpuUse {
                time,
                moves: effort.moves,
                games: 1,
            };
        }
    }

    /// The mean of a move in seconds; `None` when it is not known.
    pub fn mean_seconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / self.moves as f64)
    }

    /// The mean of all moves of a game in seconds; `None` when it is not known.
    pub fn mean_game_seconds(&self) -> Option<f64> {
        (self.games > 0).then(|| self.time.as_secs_f64() / self.games as f64)
    }
}

impl AddAssign for CpuUse {
    fn add_assign(&mut self, other: CpuUse) {
        self.time = self.time.saturating_add(other.time);
        self.moves += other.moves;
        self.games += other.games;
    }
}

impl StandingsTable {
    /// What the processors worked for each agent, with its number; one that sits several times at
    /// a table is there once.
    pub fn cpu_uses(&self) -> Vec<(usize, CpuUse)> {
        let mut uses: Vec<(usize, CpuUse)> = Vec::new();
        for (number, agent) in self.agents.iter().enumerate() {
            let same = |(known, _): &&mut (usize, CpuUse)| self.agents[*known].spec == agent.spec;
            match uses.iter_mut().find(same) {
                Some((_, sum)) => *sum += agent.tally.cpu(),
                None => uses.push((number, agent.tally.cpu())),
            }
        }
        uses
    }

    /// How many times as long the processors worked for a seat of the first agent in a game as for
    /// one of the other, where two play and it is known.
    pub fn cpu_ratio(&self) -> Option<f64> {
        let [(_, one), (_, other)] = self.cpu_uses()[..] else {
            return None;
        };
        let ratio = one.mean_game_seconds()? / other.mean_game_seconds()?;
        ratio.is_finite().then_some(ratio)
    }
}
