//! Who meets whom.

use super::{Kind, TournamentError};
use std::collections::HashMap;

/// The agents of each meeting, by number, in a game of `seats` seats.
pub(super) fn meetings(
    kind: Kind,
    agents: usize,
    seats: usize,
) -> Result<Vec<Vec<usize>>, TournamentError> {
    let conflict = |text: String| Err(TournamentError::Conflict(text));
    let all: Vec<usize> = (0..agents).collect();
    match kind {
        Kind::Match => Ok(vec![all]),
        Kind::Sprt(_) if agents != 2 || seats != 2 => conflict(format!(
            "an SPRT compares two agents in a game of two seats; here are {agents} agents and \
             {seats} seats"
        )),
        Kind::Sprt(_) => Ok(vec![all]),
        Kind::RoundRobin if agents < 2 => {
            conflict("a round robin needs two agents or more".to_owned())
        }
        Kind::RoundRobin => Ok(groups(&all, seats)),
        Kind::Gauntlet(challengers) if challengers == 0 || challengers >= agents => {
            conflict(format!(
                "of {agents} agents, {challengers} cannot be the challengers: there must be at \
                 least one, and at least one to meet"
            ))
        }
        Kind::Gauntlet(challengers) => {
            let others = groups(&all[challengers..], seats - 1);
            let with = |challenger: &usize| {
                let meet = |others: &Vec<usize>| [&[*challenger], &others[..]].concat();
                others.iter().map(meet).collect::<Vec<_>>()
            };
            Ok(all[..challengers].iter().flat_map(with).collect())
        }
    }
}

/// How far the agents of a meeting stand apart in the list.
pub(super) fn width(agents: &[usize]) -> usize {
    let (first, last) = (agents.iter().min(), agents.iter().max());
    last.zip(first).map_or(0, |(last, first)| last - first)
}

/// At most `most` of the meetings, such that all agents, and all pairs of them, meet about
/// equally often: one after the other, always one of those whose agents have met least.
pub(super) fn spread(mut meetings: Vec<Vec<usize>>, most: usize) -> Vec<Vec<usize>> {
    let mut met: HashMap<(usize, usize), usize> = HashMap::new();
    let mut chosen = Vec::new();
    while chosen.len() < most && !meetings.is_empty() {
        let weight = |meeting: &Vec<usize>| {
            let alone = meeting.iter().map(|&agent| (agent, agent));
            // Squares prefer two agents that have met once to one that has met twice.
            let times = alone
                .chain(pairs(meeting))
                .map(|pair| met.get(&pair).copied());
            times.map(|times| times.unwrap_or(0).pow(2)).sum::<usize>()
        };
        let best = (0..meetings.len()).min_by_key(|&index| weight(&meetings[index]));
        let meeting = meetings.remove(best.unwrap_or(0));
        let alone = meeting.iter().map(|&agent| (agent, agent));
        for pair in alone.chain(pairs(&meeting)) {
            *met.entry(pair).or_default() += 1;
        }
        chosen.push(meeting);
    }
    chosen
}

/// Every two of a meeting.
fn pairs(meeting: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let after = move |index: usize| meeting[index + 1..].iter();
    let with = move |(index, &one): (usize, &usize)| {
        after(index).map(move |&other| (one.min(other), one.max(other)))
    };
    meeting.iter().enumerate().flat_map(with)
}

/// Every choice of `size` agents; when there are too few, every way to repeat some of them
/// once more than the others.
fn groups(agents: &[usize], size: usize) -> Vec<Vec<usize>> {
    let (each, more) = (size / agents.len(), size % agents.len());
    let repeated = agents.repeat(each);
    let choices = combinations(agents, more);
    choices
        .into_iter()
        .map(|choice| [&repeated[..], &choice[..]].concat())
        .collect()
}

/// Every choice of `size` agents, in order.
fn combinations(agents: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, &first) in agents.iter().enumerate() {
        for rest in combinations(&agents[index + 1..], size - 1) {
            found.push([&[first], &rest[..]].concat());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(kind: Kind, agents: usize, seats: usize) -> Vec<Vec<usize>> {
        meetings(kind, agents, seats).unwrap()
    }

    #[test]
    fn everyone_meets_everyone() {
        assert_eq!(met(Kind::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(met(Kind::RoundRobin, 9, 4).len(), 126);
        let near = |meeting: &&Vec<usize>| width(meeting) <= 2;
        assert_eq!(met(Kind::RoundRobin, 9, 2).iter().filter(near).count(), 15);
        assert_eq!(met(Kind::RoundRobin, 4, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn a_few_agents_sit_several_times() {
        assert_eq!(met(Kind::RoundRobin, 2, 4), [[0, 1, 0, 1]]);
        assert_eq!(
            met(Kind::RoundRobin, 3, 4),
            [[0, 1, 2, 0], [0, 1, 2, 1], [0, 1, 2, 2]]
        );
        assert_eq!(met(Kind::RoundRobin, 2, 3), [[0, 1, 0], [0, 1, 1]]);
    }

    #[test]
    fn some_of_many_meetings_are_spread_evenly() {
        let chosen = spread(met(Kind::RoundRobin, 9, 4), 18);
        assert_eq!(chosen.len(), 18);
        let times = |agent| {
            chosen
                .iter()
                .filter(|meeting| meeting.contains(&agent))
                .count()
        };
        assert!((0..9).all(|agent| (7..=9).contains(&times(agent))));
        let together = |one, other| {
            let both = |meeting: &&Vec<usize>| meeting.contains(&one) && meeting.contains(&other);
            chosen.iter().filter(both).count()
        };
        assert!((1..9).all(|other| (2..=4).contains(&together(0, other))));
        assert_eq!(spread(met(Kind::RoundRobin, 5, 4), 99).len(), 5);
    }

    #[test]
    fn challengers_do_not_meet_each_other() {
        assert_eq!(
            met(Kind::Gauntlet(2), 4, 2),
            [[0, 2], [0, 3], [1, 2], [1, 3]]
        );
        assert_eq!(met(Kind::Gauntlet(1), 2, 4), [[0, 1, 1, 1]]);
        assert!(meetings(Kind::Gauntlet(2), 2, 2).is_err());
        assert!(meetings(Kind::RoundRobin, 1, 2).is_err());
    }
}
