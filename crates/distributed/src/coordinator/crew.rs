//! The workers that a coordinator has heard of.

use crate::wire::Sign;
use papan_arena::GameResult;
use papan_core::Seat;
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::{Duration, Instant},
};

/// A worker without a sign for this long is gone.
const GONE: Duration = Duration::from_secs(10);

/// How many thoughts must have been seen before anyone's speed is judged.
const ENOUGH: usize = 20;

/// How many thoughts of an agent are remembered.
const REMEMBERED: usize = 64;

/// Thoughts shorter than this tell little about speed.
const SHORTEST: Duration = Duration::from_millis(5);

/// All workers, by name.
#[derive(Default)]
pub(super) struct Crew {
    workers: BTreeMap<String, Member>,
    /// Speeds of this machine's own play, which everyone can be compared with.
    own: Speeds,
}

struct Member {
    sign: Sign,
    heard: Instant,
    speeds: Speeds,
}

/// Nodes per second in the thoughts of each agent of a game, as a share of the machine's speed.
#[derive(Default)]
struct Speeds(HashMap<(String, String), VecDeque<f64>>);

/// Who plays an agent at which share of its speed; `None` is this machine.
type Paced<'a> = (Option<&'a str>, f64);

impl Crew {
    /// A worker gave a sign.
    pub(super) fn heard(&mut self, name: &str, sign: Sign, now: Instant) {
        if sign.ended {
            self.workers.remove(name);
            return;
        }
        let known = self.workers.remove(name);
        let speeds = known.map(|known| known.speeds).unwrap_or_default();
        let member = Member {
            sign,
            heard: now,
            speeds,
        };
        self.workers.insert(name.to_owned(), member);
    }

    fn present(&self, now: Instant) -> impl Iterator<Item = (&String, &Member)> {
        let is_here = move |member: &Member| now.saturating_duration_since(member.heard) <= GONE;
        self.workers
            .iter()
            .filter(move |(_, member)| is_here(member))
    }

    /// How many workers are here.
    pub(super) fn count(&self, now: Instant) -> usize {
        self.present(now).count()
    }

    /// How many games those play at the same time who take jobs of this event and are not put
    /// aside.
    pub(super) fn threads(&self, event: &str, aside: &[(String, String)], now: Instant) -> usize {
        let able = self.able(event, aside, now);
        able.map(|(_, member)| member.sign.threads as usize).sum()
    }

    /// Those who take jobs of this event and are not put aside.
    fn able<'a>(
        &'a self,
        event: &'a str,
        aside: &'a [(String, String)],
        now: Instant,
    ) -> impl Iterator<Item = (&'a String, &'a Member)> {
        self.present(now).filter(move |(name, member)| {
            let declines = member.sign.declined.iter().any(|(other, _)| other == event);
            !declines && !aside.iter().any(|(other, _)| other == *name)
        })
    }

    /// Someone other than `player` who could play the same game, chosen by chance.
    pub(super) fn other(
        &self,
        player: &str,
        event: &str,
        aside: &[(String, String)],
        now: Instant,
        chance: u64,
    ) -> Option<String> {
        let able = self.able(event, aside, now);
        let others: Vec<&String> = able
            .map(|(name, _)| name)
            .filter(|name| *name != player)
            .collect();
        let index = (chance % others.len().max(1) as u64) as usize;
        others.get(index).map(|name| (*name).clone())
    }

    /// Notes how fast a worker has thought in a game; `None` is this machine.
    pub(super) fn thought(&mut self, worker: Option<&str>, own_speed: u64, game: &GameResult) {
        let (speeds, speed) = match worker {
            None => (&mut self.own, own_speed),
            Some(name) => match self.workers.get_mut(name) {
                Some(member) => (&mut member.speeds, member.sign.speed),
                None => return,
            },
        };
        for (seat, agent) in game.job.agents.iter().enumerate() {
            let (time, _) = game.time_of(Seat::new(seat));
            let nodes = game.nodes.get(seat).copied().unwrap_or(0);
            if time < SHORTEST || nodes == 0 {
                continue;
            }
            let share = nodes as f64 / time.as_secs_f64() / speed.max(1) as f64;
            let key = (game.job.game.clone(), agent.clone());
            let seen = speeds.0.entry(key).or_default();
            seen.push_back(share);
            if seen.len() > REMEMBERED {
                seen.pop_front();
            }
        }
    }

    /// How fast each worker is, as a share of what its word for its speed promises: by the agents
    /// that others have played too, in the middle of all. Only those of whom there is enough to
    /// say so: at least two others, or this machine itself. All are compared at once, because each
    /// is compared with all.
    pub(super) fn speeds_kept(&self) -> Vec<(&str, f64)> {
        // For each agent who has played it often enough, and at which share.
        let mut by_agent: HashMap<&(String, String), Vec<Paced<'_>>> = HashMap::new();
        let workers = self.workers.iter();
        let workers = workers.map(|(name, member)| (Some(name.as_str()), &member.speeds));
        for (name, speeds) in workers.chain([(None, &self.own)]) {
            for (agent, seen) in speeds.0.iter().filter(|(_, seen)| seen.len() >= ENOUGH / 2) {
                by_agent
                    .entry(agent)
                    .or_default()
                    .push((name, median(seen)));
            }
        }
        let mut kept: BTreeMap<&str, (usize, Vec<f64>)> = BTreeMap::new();
        for (agent, mut all) in by_agent {
            all.sort_by(|(_, one), (_, other)| one.total_cmp(other));
            let has_own = all.iter().any(|(name, _)| name.is_none());
            if all.len() < 3 && !(has_own && all.len() == 2) {
                continue;
            }
            for (place, (name, share)) in all.iter().enumerate() {
                let Some(name) = name else { continue };
                // The middle of the others: those before it keep their places.
                let middle = (all.len() - 1) / 2;
                let others = all[middle + usize::from(place <= middle)].1;
                let (thoughts, shares) = kept.entry(name).or_default();
                *thoughts += self.workers[*name].speeds.0[agent].len();
                shares.push(share / others);
            }
        }
        kept.into_iter()
            .filter(|(_, (thoughts, _))| *thoughts >= ENOUGH)
            .map(|(name, (_, mut shares))| {
                shares.sort_by(f64::total_cmp);
                (name, shares[shares.len() / 2])
            })
            .collect()
    }
}

fn median(seen: &VecDeque<f64>) -> f64 {
    let mut sorted: Vec<f64> = seen.iter().copied().collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::PROTOCOL;
    use papan_arena::Contest;
    use papan_search::Stop;

    fn sign(speed: u64) -> Sign {
        Sign {
            protocol: PROTOCOL,
            version: String::new(),
            host: String::new(),
            threads: 2,
            speed,
            seconds: 0.0,
            games: 0,
            per_second: 0.0,
            batches: Vec::new(),
            declined: Vec::new(),
            faults: 0,
            last_fault: None,
            ended: false,
        }
    }

    #[test]
    fn who_is_slower_than_it_says_is_found() {
        let contest = Contest::new("othello:size=4", &["random", "random"], 1);
        let mut game = contest
            .play(1, &Stop::new(), &mut |_| {})
            .unwrap()
            .remove(0)
            .game;
        let now = Instant::now();
        let mut crew = Crew::default();
        // The third says that it is three times as fast, and is as fast as the others.
        for (name, speed) in [("a", 1_000), ("b", 1_000), ("c", 3_000)] {
            crew.heard(name, sign(speed), now);
        }
        game.nodes = vec![1_000_000; 2];
        for ply in &mut game.plies {
            ply.time = Some(Duration::from_millis(10));
        }
        for name in ["a", "b", "c"] {
            assert!(crew.speeds_kept().is_empty());
            for _ in 0..ENOUGH {
                crew.thought(Some(name), 0, &game);
            }
        }
        let kept = crew.speeds_kept();
        assert!(
            matches!(kept[..], [("a", a), ("b", b), ("c", c)] if a > 0.5 && b > 0.5 && c < 0.5)
        );
        // One worker is compared with this machine.
        let mut crew = Crew::default();
        crew.heard("c", sign(3_000), now);
        for worker in [Some("c"), None] {
            assert!(crew.speeds_kept().is_empty());
            for _ in 0..ENOUGH {
                crew.thought(worker, 1_000, &game);
            }
        }
        assert!(matches!(crew.speeds_kept()[..], [("c", share)] if share < 0.5));
    }

    #[test]
    fn only_those_count_who_are_here_and_play() {
        let now = Instant::now();
        let mut crew = Crew::default();
        crew.heard("a", sign(1), now);
        let declined = Sign {
            declined: vec![("cup".to_owned(), "another version".to_owned())],
            ..sign(1)
        };
        crew.heard("b", declined, now);
        assert_eq!(crew.threads("cup", &[], now), 2);
        assert_eq!(crew.threads("other", &[], now), 4);
        let aside = [("a".to_owned(), "lies".to_owned())];
        assert_eq!(crew.threads("cup", &aside, now), 0);
        assert_eq!(crew.other("b", "cup", &[], now, 5), Some("a".to_owned()));
        assert_eq!(crew.other("a", "cup", &[], now, 5), None);
        assert_eq!(crew.count(now + GONE * 2), 0);
        crew.heard(
            "a",
            Sign {
                ended: true,
                ..sign(1)
            },
            now,
        );
        assert_eq!(crew.count(now), 1);
    }
}
