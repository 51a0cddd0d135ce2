//! What a page of a tournament is made from: the arena's own types, and the boards.

use super::Replay;
use papan_arena::{
    Standings,
    ledger::Entry,
    standings::{Milestone, StandingsTable},
    tournament::{Entrant, SequentialTest},
};
use papan_core::AnyGame;
use serde::Serialize;

/// A tournament, of one game or of several.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tournament {
    /// What it is called.
    pub title: String,
    /// What else there is to know: conditions, seed, dates, versions.
    pub facts: Vec<Fact>,
    /// What happened in each game, such as Othello.
    pub reports: Vec<GameReport>,
}

/// Something that there is to know, such as "seed" and "7".
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fact {
    /// What it is about.
    pub name: String,
    /// What there is to know about it.
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact {
            name: name.into(),
            value: value.into(),
        }
    }
}

/// All that was played of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct GameReport {
    /// Who stands where.
    #[serde(flatten)]
    pub table: StandingsTable,
    /// The sequential test, where the match was one.
    pub sprt: Option<SequentialTest>,
    /// Every game.
    pub results: Vec<ReportedGame>,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReportedGame {
    /// The game as the ledger has it.
    #[serde(flatten)]
    pub entry: Entry,
    /// The agent at each seat, counted from 0.
    pub players: Vec<usize>,
    /// Its boards, where the page shows them.
    #[serde(skip)]
    pub replay: Option<Replay>,
}

impl GameReport {
    /// The report of some games: the standings with their history, and the boards of at most
    /// `replays` games, spread evenly. Agents that are not in the list are added behind it.
    /// Rounds that a sequential test has not looked at are listed, but not counted.
    ///
    /// ```
    /// use papan_arena::{Contest, ledger::{Entry, Moment}};
    /// use papan_report::tournament::{Fact, GameReport, Tournament, page};
    /// use papan_search::Stop;
    ///
    /// let contest = Contest::new("othello:size=4", &["greedy", "random"], 3);
    /// let played = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
    /// let entries = played.into_iter().map(|played| Entry {
    ///     id: played.game.job.id(),
    ///     finished_at: Moment::now(),
    ///     result: played.game,
    /// });
    /// let game = papan_agents::games::open("othello:size=4").unwrap();
    /// let report = GameReport::new(&*game, Vec::new(), entries.collect(), None, 1);
    /// assert_eq!(report.table.agents[0].tally.games(), 3);
    /// let tournament = Tournament {
    ///     title: "A small match".to_owned(),
    ///     facts: vec![Fact::new("seed", "1")],
    ///     reports: vec![report],
    /// };
    /// assert!(page(&tournament).unwrap().html().contains("<h2 id=\"cross-table\">"));
    /// ```
    pub fn new(
        game: &dyn AnyGame,
        mut agents: Vec<Entrant>,
        entries: Vec<Entry>,
        sprt: Option<SequentialTest>,
        replays: usize,
    ) -> GameReport {
        let rounds = sprt.as_ref().and_then(SequentialTest::rounds_that_count);
        let rounds = rounds.unwrap_or(u64::MAX);
        let count = entries.len();
        let mut results = Vec::with_capacity(count);
        for (index, entry) in entries.into_iter().enumerate() {
            let texts = entry.result.job.agents.iter();
            let players = texts.map(|text| place_of(text, &mut agents)).collect();
            let replay = match is_spread(index, count, replays) {
                true => Replay::of(game, &entry.result),
                false => None,
            };
            results.push(ReportedGame {
                players,
                replay,
                entry,
            });
        }
        let mut standings = Standings::new(game, agents);
        let mut history = vec![Vec::new(); standings.agents.len()];
        let milestones = milestones(count);
        let counted = |game: &&ReportedGame| game.entry.result.job.round < rounds;
        for (index, game) in results.iter().filter(counted).enumerate() {
            standings.add(&game.entry.result, &game.players);
            if milestones.contains(&(index + 1))
                && let Some(ratings) = standings.ratings()
            {
                let games = standings.games();
                for (history, &rating) in history.iter_mut().zip(&ratings.ratings) {
                    history.push(Milestone { games, rating });
                }
            }
        }
        let mut table = standings.table();
        for (agent, history) in table.agents.iter_mut().zip(history) {
            agent.history = history;
        }
        GameReport {
            table,
            sprt,
            results,
        }
    }
}

/// The number of an agent, which is added when it is not there.
fn place_of(text: &str, agents: &mut Vec<Entrant>) -> usize {
    let known = agents.iter().position(|known| known.agent == text);
    known.unwrap_or_else(|| {
        agents.push(Entrant::from(text));
        agents.len() - 1
    })
}

/// After how many games the ratings are looked at: about twenty times, more often early.
fn milestones(games: usize) -> Vec<usize> {
    const COUNT: usize = 20;
    let part = |step: usize| (games as f64 * (step as f64 / COUNT as f64).powf(1.5)).ceil();
    let mut milestones: Vec<usize> = (1..=COUNT).map(|step| part(step) as usize).collect();
    milestones.dedup();
    milestones
}

/// Whether the item with this number is one of `most` that are spread evenly over `count`.
fn is_spread(index: usize, count: usize, most: usize) -> bool {
    let part = |index: usize| index as u128 * most as u128 / count.max(1) as u128;
    most >= count || part(index) != part(index + 1)
}

#[cfg(test)]
mod tests {
    use super::is_spread;

    #[test]
    fn some_of_many_are_spread_evenly() {
        let kept: Vec<usize> = (0..9).filter(|&index| is_spread(index, 9, 3)).collect();
        assert_eq!(kept, [2, 5, 8]);
        assert!(is_spread(0, 9, usize::MAX));
    }
}
