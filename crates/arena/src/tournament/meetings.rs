//! Who meets whom.

use super::{Kind, TournamentError};
use std::collections::HashMap;

/// The most meetings of a tournament: each of them is kept.
pub const MOST_MEETINGS: usize = 100_000;

/// The most comparisons that choosing some of many meetings may take: some seconds.
const MOST_WORK: usize = 20_000_000;

/// The agents of each meeting, by number, in a game of `seats` seats. With a reach, meetings of
/// agents that are farther apart may be left out already. The tournament has `kept` meetings
/// of other games; how many these are is known before they are listed.
pub(super) fn meetings(
    kind: Kind,
    agents: usize,
    seats: usize,
    reach: Option<usize>,
    kept: usize,
) -> Result<Vec<Vec<usize>>, TournamentError> {
    let conflict = |text: String| Err(TournamentError::Conflict(text));
    let count = count(kind, agents, seats, reach).saturating_add(kept as u128);
    if count > MOST_MEETINGS as u128 {
        return conflict(format!(
            "{agents} agents at {seats} seats make {count} meetings, and a tournament has at most \
             {MOST_MEETINGS}: leave out agents, or set a reach"
        ));
    }
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
        Kind::RoundRobin => Ok(groups(&all, seats, reach)),
        Kind::Gauntlet(challengers) if challengers == 0 || challengers >= agents => {
            conflict(format!(
                "of {agents} agents, {challengers} cannot be the challengers: there must be at \
                 least one, and at least one to meet"
            ))
        }
        Kind::Gauntlet(challengers) => {
            let others = groups(&all[challengers..], seats - 1, None);
            let with = |challenger: &usize| {
                let meet = |others: &Vec<usize>| [&[*challenger], &others[..]].concat();
                others.iter().map(meet).collect::<Vec<_>>()
            };
            Ok(all[..challengers].iter().flat_map(with).collect())
        }
    }
}

/// How many meetings there are, by arithmetic; 0 for what is refused anyway.
fn count(kind: Kind, agents: usize, seats: usize, reach: Option<usize>) -> u128 {
    match kind {
        Kind::Match | Kind::Sprt(_) => 1,
        Kind::RoundRobin if agents < 2 => 0,
        Kind::RoundRobin => match reach {
            // The first of them, and the others from those within its reach.
            Some(reach) if seats < agents => (1..=agents)
                .map(|after| choices(reach.min(agents - after), seats - 1))
                .sum(),
            _ => choices(agents, seats % agents),
        },
        Kind::Gauntlet(challengers) if challengers == 0 || challengers >= agents => 0,
        Kind::Gauntlet(challengers) => {
            let others = agents - challengers;
            challengers as u128 * choices(others, (seats - 1) % others)
        }
    }
}

/// In how many ways `size` of `agents` can be chosen.
fn choices(agents: usize, size: usize) -> u128 {
    (0..size).fold(1, |ways, chosen| {
        let left = agents.saturating_sub(chosen) as u128;
        // Always a whole number: it counts the ways to choose one more.
        ways * left / (chosen as u128 + 1)
    })
}

/// How far the agents of a meeting stand apart in the list.
pub(super) fn width(agents: &[usize]) -> usize {
    let (first, last) = (agents.iter().min(), agents.iter().max());
    last.zip(first).map_or(0, |(last, first)| last - first)
}

/// At most `most` of the meetings, such that all agents, and all pairs of them, meet about
/// equally often: one after the other, always one of those whose agents have met least.
pub(super) fn spread(
    mut meetings: Vec<Vec<usize>>,
    most: usize,
) -> Result<Vec<Vec<usize>>, TournamentError> {
    let count = meetings.len();
    if count.min(most).saturating_mul(count) > MOST_WORK {
        return Err(TournamentError::Conflict(format!(
            "choosing {most} tables of {count} possible ones takes too long: at most {} can be \
             chosen of so many; leave out agents, or set a reach",
            MOST_WORK / count
        )));
    }
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
    Ok(chosen)
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
fn groups(agents: &[usize], size: usize, reach: Option<usize>) -> Vec<Vec<usize>> {
    let (each, more) = (size / agents.len(), size % agents.len());
    let repeated = agents.repeat(each);
    let reach = reach.unwrap_or(agents.len());
    let choices = combinations(agents, more, reach);
    choices
        .into_iter()
        .map(|choice| [&repeated[..], &choice[..]].concat())
        .collect()
}

/// Every choice of `size` agents, in order, none of them farther than `reach` from the first.
fn combinations(agents: &[usize], size: usize, reach: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, &first) in agents.iter().enumerate() {
        let after = &agents[index + 1..];
        let near = &after[..reach.min(after.len())];
        for rest in combinations(near, size - 1, near.len()) {
            found.push([&[first], &rest[..]].concat());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(kind: Kind, agents: usize, seats: usize) -> Vec<Vec<usize>> {
        meetings(kind, agents, seats, None, 0).unwrap()
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
        let chosen = spread(met(Kind::RoundRobin, 9, 4), 18).unwrap();
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
        assert_eq!(spread(met(Kind::RoundRobin, 5, 4), 99).unwrap().len(), 5);
        let error = spread(met(Kind::RoundRobin, 30, 4), 1_000).unwrap_err();
        assert!(
            error.to_string().contains("at most 729 can be chosen"),
            "{error}"
        );
    }

    #[test]
    fn challengers_do_not_meet_each_other() {
        assert_eq!(
            met(Kind::Gauntlet(2), 4, 2),
            [[0, 2], [0, 3], [1, 2], [1, 3]]
        );
        assert_eq!(met(Kind::Gauntlet(1), 2, 4), [[0, 1, 1, 1]]);
        assert!(meetings(Kind::Gauntlet(2), 2, 2, None, 0).is_err());
        assert!(meetings(Kind::RoundRobin, 1, 2, None, 0).is_err());
    }

    #[test]
    fn meetings_are_counted_as_they_are_listed() {
        for agents in 2..9 {
            for seats in 2..5 {
                let kinds = (1..agents).map(Kind::Gauntlet).chain([Kind::RoundRobin]);
                for kind in kinds {
                    let listed = met(kind, agents, seats).len() as u128;
                    assert_eq!(
                        count(kind, agents, seats, None),
                        listed,
                        "{kind:?} {agents}"
                    );
                }
                for reach in 1..10 {
                    let far = met(Kind::RoundRobin, agents, seats);
                    let mut near = far;
                    near.retain(|meeting| width(meeting) <= reach);
                    let pruned = meetings(Kind::RoundRobin, agents, seats, Some(reach), 0);
                    let mut pruned = pruned.unwrap();
                    if seats < agents {
                        let counted = count(Kind::RoundRobin, agents, seats, Some(reach));
                        assert_eq!(counted, near.len() as u128);
                    }
                    pruned.retain(|meeting| width(meeting) <= reach);
                    assert_eq!(pruned, near);
                }
            }
        }
    }

    #[test]
    fn more_meetings_than_can_be_kept_are_refused_at_once() {
        let error = meetings(Kind::RoundRobin, 1_000, 4, None, 0).unwrap_err();
        let expected = "1000 agents at 4 seats make 41417124750 meetings, and a tournament has at \
                        most 100000: leave out agents, or set a reach";
        assert_eq!(error.to_string(), expected);
        assert!(meetings(Kind::Gauntlet(500), 1_000, 3, None, 0).is_err());
        assert!(meetings(Kind::RoundRobin, 2, 2, None, MOST_MEETINGS).is_err());
        let near = meetings(Kind::RoundRobin, 1_000, 4, Some(5), 0).unwrap();
        assert_eq!(near.len(), 9_955);
    }
}
