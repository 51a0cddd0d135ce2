//! What came of the games of each worker, and whether they agree.

use super::{Standings, packed::Chosen, sums::WorkerSums};
use crate::{
    statistics::agreement::{self, Agreement, Counts},
    tally::Tally,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What came of the games that one worker played.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkerStanding {
    /// Its name; `None`: this machine.
    pub worker: Option<String>,
    /// How many games it played.
    pub games: u64,
    /// The share of first places of each agent in these games; `None` for one that did not
    /// play here.
    pub shares: Vec<Option<f64>>,
    /// How long its agents thought about a move.
    pub mean_seconds: Option<f64>,
    /// In how many games the clock had a say.
    pub timed: u64,
    /// How many games another worker played again with the same moves.
    pub confirmed: u64,
}

impl Standings {
    /// The number of a worker; it gets one when it is new.
    pub(super) fn worker_number(&mut self, worker: Option<&str>) -> u32 {
        let Some(name) = worker else {
            return 0;
        };
        match self.workers.get(name) {
            Some(number) => *number,
            None => {
                let number = self.workers.len() as u32 + 1;
                self.workers.insert(name.to_owned(), number);
                number
            }
        }
    }

    /// The names of the workers by their numbers; this machine has none.
    fn worker_names(&self) -> HashMap<u32, &str> {
        let workers = self.workers.iter();
        workers
            .map(|(name, number)| (*number, name.as_str()))
            .collect()
    }

    /// What came of the games of each worker, this machine first and then by name; nothing
    /// where one alone played all of them.
    pub(super) fn worker_standings(&self) -> Vec<WorkerStanding> {
        let workers = self.sums.workers();
        if workers.len() < 2 {
            return Vec::new();
        }
        let mut by_agent: BTreeMap<(u32, usize), Tally> = BTreeMap::new();
        for game in 0..self.packed.len() as u32 {
            let (worker, encounter) = (self.packed.worker(game), self.packed.encounter(game));
            let (players, ranks) = (encounter.players, encounter.ranks);
            for (seat, &agent) in players.iter().enumerate().take(ranks.len()) {
                let tally = by_agent.entry((worker, agent)).or_default();
                tally.add_rank(ranks, seat);
            }
        }
        let names = self.worker_names();
        let standing = |(worker, sums): (&u32, &WorkerSums)| {
            let share = |agent| by_agent.get(&(*worker, agent)).map(Tally::share);
            WorkerStanding {
                worker: names.get(worker).map(|name| (*name).to_owned()),
                games: sums.games,
                shares: (0..self.agents.len()).map(share).collect(),
                mean_seconds: sums.tally.mean_seconds(),
                timed: sums.timed,
                confirmed: sums.confirmed,
            }
        };
        let mut standings: Vec<WorkerStanding> = workers.iter().map(standing).collect();
        standings.sort_by(|one, other| one.worker.cmp(&other.worker));
        standings
    }

    /// Whether the workers agree: the same agents in the same seats should come out alike
    /// wherever they play.
    pub(super) fn agreement(&self, different: &Chosen<'_>) -> Option<Agreement> {
        // By name: numbers depend on whose game came first.
        let names = self.worker_names();
        // For each meeting the ranks that came out, by worker.
        type Results<'a> = BTreeMap<(Option<&'a str>, &'a [u8]), u64>;
        let mut meetings: BTreeMap<&[usize], Results<'_>> = BTreeMap::new();
        for &game in &different.games {
            let encounter = self.packed.encounter(game);
            let results = meetings.entry(encounter.players).or_default();
            let worker = names.get(&self.packed.worker(game)).copied();
            *results.entry((worker, encounter.ranks)).or_default() += 1;
        }
        let table = |results: Results<'_>| -> Counts {
            let workers: BTreeSet<_> = results.keys().map(|(worker, _)| *worker).collect();
            let ranks: BTreeSet<&[u8]> = results.keys().map(|(_, ranks)| *ranks).collect();
            let count = |worker, ranks| results.get(&(worker, ranks)).copied().unwrap_or(0);
            let row = |worker| ranks.iter().map(|ranks| count(worker, *ranks)).collect();
            workers.into_iter().map(row).collect()
        };
        let tables: Vec<Counts> = meetings.into_values().map(table).collect();
        agreement::test(&tables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contest, Openings, Seating, tournament::Entrant};
    use papan_search::Stop;

    /// The games of a contest, dealt to workers by a rule.
    fn standings(worker: impl Fn(usize, f64) -> Option<&'static str>) -> Standings {
        let agents = ["greedy", "random"];
        let contest = Contest {
            seating: Seating::Rotate,
            openings: Openings::Random(4),
            ..Contest::new("othello:size=6", &agents, 200)
        };
        let played = contest.play(2, &Stop::new(), &mut |_| {}).unwrap();
        let game = papan_agents::games::open("othello:size=6").unwrap();
        let mut standings = Standings::new(&*game, agents.map(Entrant::from).to_vec());
        for (index, played) in played.iter().enumerate() {
            let mut game = played.game.clone();
            game.worker = worker(index, played.share_of(0)).map(str::to_owned);
            game.timed = index == 0;
            standings.add(&game, &played.agents);
        }
        standings
    }

    #[test]
    fn one_worker_is_not_compared() {
        let table = standings(|_, _| Some("anna")).table();
        assert_eq!((table.workers.len(), table.agreement), (0, None));
    }

    #[test]
    fn honest_workers_agree_and_others_do_not() {
        let table = standings(|index, _| [None, Some("anna")][index / 2 % 2]).table();
        let [here, anna] = &table.workers[..] else {
            panic!("{:?}", table.workers);
        };
        assert_eq!(
            (here.games, anna.games, here.timed, anna.timed),
            (100, 100, 1, 0)
        );
        assert_eq!(anna.worker.as_deref(), Some("anna"));
        // Both together are what all games say.
        let share = |agent: usize| {
            let shares = [here, anna].map(|worker| worker.shares[agent].unwrap());
            shares.iter().sum::<f64>() / 2.0
        };
        for agent in 0..2 {
            let all = table.agents[agent].tally.share();
            assert!((share(agent) - all).abs() < 1e-9);
        }
        let agreement = table.agreement.unwrap();
        assert!(agreement.p_value > 0.01, "{agreement:?}");

        // Anna has most of what the first agent lost.
        let unlike = standings(|index, share| match share < 1.0 || index % 3 == 0 {
            true => Some("anna"),
            false => Some("bert"),
        });
        let agreement = unlike.table().agreement.unwrap();
        assert!(agreement.p_value < 0.001, "{agreement:?}");
    }
}
