//! How names and numbers are written, and what a tournament shows in a sentence.

use super::data::GameReport;
use crate::chart::number;
use papan_arena::{
    standings::{AgentStanding, PairStanding},
    statistics::{Estimate, SprtModel, SprtStatus},
    tournament::SequentialTest,
};

/// Names longer than this are shortened.
const LONGEST: usize = 30;

/// A long name without its middle: the beginning says which program it is, the end how
/// it was called.
pub(super) fn shortened(name: &str, longest: usize) -> String {
    let characters: Vec<char> = name.chars().collect();
    if characters.len() <= longest {
        return name.to_owned();
    }
    let front = longest * 3 / 5;
    let back = characters.len() - (longest - front - 1);
    let part = |characters: &[char]| characters.iter().collect::<String>();
    part(&characters[..front]) + "…" + &part(&characters[back..])
}

/// Short names of all agents, no two of them the same.
pub(super) fn names(agents: &[AgentStanding]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for agent in agents {
        let short = shortened(&agent.label, LONGEST);
        let other = (2..).map(|count| format!("{short} ({count})"));
        let name = std::iter::once(short.clone())
            .chain(other)
            .find(|name| !names.contains(name));
        names.push(name.unwrap_or(short));
    }
    names
}

pub(super) fn count(count: u64, one: &str, more: &str) -> String {
    let name = if count == 1 { one } else { more };
    format!("{} {name}", number(count as f64))
}

pub(super) fn percent(share: f64) -> String {
    match share.is_finite() {
        true => format!("{:.1}%", (share * 1000.0).round() / 10.0),
        false => "none".to_owned(),
    }
}

/// A difference with its sign, and a true minus.
pub(super) fn signed(value: f64) -> String {
    let rounded = match value.abs() < 9.95 {
        true => (value * 10.0).round() / 10.0,
        false => value.round(),
    };
    match rounded {
        _ if !value.is_finite() => "none".to_owned(),
        0.0 => "0".to_owned(),
        _ if rounded > 0.0 => format!("+{}", number(rounded)),
        _ => format!("−{}", number(-rounded)),
    }
}

/// A difference and its interval.
pub(super) fn surely(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    format!("{} ({} to {})", signed(value), signed(low), signed(high))
}

/// A time in the unit that fits it.
pub(super) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        _ if !seconds.is_finite() => return "none".to_owned(),
        _ if seconds >= 120.0 => (seconds / 60.0, "min"),
        _ if seconds >= 1.0 => (seconds, "s"),
        _ if seconds >= 1e-3 => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    format!("{} {unit}", number(value))
}

pub(super) fn optional<T>(value: Option<T>, shown: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), shown)
}

/// Wins, draws and losses.
pub(super) fn results(pair: &PairStanding) -> String {
    let tally = &pair.tally;
    format!("{}–{}–{}", tally.wins, tally.draws, tally.losses)
}

/// What the games show, and what they do not.
pub(super) fn summary(report: &GameReport) -> String {
    let table = &report.table;
    let played: Vec<usize> = table
        .ladder()
        .into_iter()
        .filter(|(_, agent)| agent.tally.games() > 0)
        .map(|(index, _)| index)
        .collect();
    let names = names(&table.agents);
    let games = count(table.games, "game", "games");
    let [best, others @ ..] = &played[..] else {
        return "No game was played: there is nothing to say yet.".to_owned();
    };
    if let [other] = others
        && let Some(words) = duel(report, *best, *other, &names, &games)
    {
        return words;
    }
    let agent = &table.agents[*best];
    let name = &names[*best];
    let Some(rating) = agent.rating else {
        let share = percent(agent.tally.share());
        let kind = if table.seats.len() > 2 {
            "of its opponents are behind it"
        } else {
            "of the points"
        };
        return format!(
            "After {games}, {name} has most, {share} {kind}; without ratings this does not say \
             how sure that is."
        );
    };
    let close: Vec<&str> = others
        .iter()
        .filter(|index| {
            let other = table.agents[**index].rating;
            other.is_none_or(|other| rating.overlaps(&other))
        })
        .map(|index| names[*index].as_str())
        .collect();
    let opening = format!(
        "After {games} between {}, {name} is first with a rating of {}",
        count(played.len() as u64, "agent", "agents"),
        surely(&rating)
    );
    match &close[..] {
        [] => format!("{opening}; no other interval reaches its own."),
        [one] => format!(
            "{opening}; the interval of {one} overlaps with its own, so that these games do not \
             settle which of the two is stronger."
        ),
        [first, .., last] if close.len() > 3 => format!(
            "{opening}; the intervals of {} others, from {first} to {last}, overlap with its own, \
             so that these games do not settle which of them is the strongest.",
            close.len()
        ),
        _ => format!(
            "{opening}; the intervals of {} and {} overlap with its own, so that these games do \
             not settle which of them is the strongest.",
            close[..close.len() - 1].join(", "),
            close[close.len() - 1]
        ),
    }
}

/// Two agents, and the difference between them.
fn duel(
    report: &GameReport,
    best: usize,
    other: usize,
    names: &[String],
    games: &str,
) -> Option<String> {
    let pair = report.table.pair(best, other)?;
    let elo = pair.elo?;
    let (name, other) = (&names[best], &names[other]);
    let verdict = match elo {
        _ if elo.low > 0.0 => format!("{name} is the stronger one"),
        _ if elo.high < 0.0 => format!("{other} is the stronger one"),
        _ => "the interval holds zero, so that these games do not settle which one is stronger"
            .to_owned(),
    };
    Some(format!(
        "In {games} {name} took {} of the points against {other}, {} wins, {} draws and {} \
         losses. The difference is {} Elo: {verdict}.",
        percent(pair.share),
        pair.tally.wins,
        pair.tally.draws,
        pair.tally.losses,
        surely(&elo)
    ))
}

/// What the differences of a sequential test are measured in.
pub(super) fn scale(test: &SequentialTest) -> &'static str {
    match test.sprt.model() {
        SprtModel::Logistic => "Elo",
        SprtModel::Normalised => "normalised Elo",
    }
}

/// What a sequential test decided.
pub(super) fn verdict(test: &SequentialTest) -> String {
    let ((elo0, elo1), (alpha, beta)) = (test.sprt.hypotheses(), test.sprt.error_rates());
    let (low, high, scale) = (signed(elo0), signed(elo1), scale(test));
    let errors = format!(
        "a false alarm has a probability of at most about {}, a miss of {}",
        percent(alpha),
        percent(beta)
    );
    let state = &test.state;
    let ratio = format!("{:.2}", state.llr).replace('-', "−");
    let bounds = format!("{:.2} and {:.2}", state.lower, state.upper).replace('-', "−");
    match state.status {
        SprtStatus::Running => format!(
            "The test of {low} against {high} {scale} has not ended: the log-likelihood ratio \
             stands at {ratio} between {bounds}."
        ),
        SprtStatus::AcceptH0 => format!(
            "The test ended for {low} against {high} {scale}: the ratio reached {ratio} \
             (bounds {bounds}; {errors})."
        ),
        SprtStatus::AcceptH1 => format!(
            "The test ended for {high} against {low} {scale}: the ratio reached {ratio} \
             (bounds {bounds}; {errors})."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends_and_stay_different() {
        let long = |level: u32| AgentStanding {
            label: format!("gtp:/opt/{}/engine --level {level}", "x".repeat(60)),
            ..AgentStanding::default()
        };
        let names = names(&[long(1), long(2), long(2)]);
        assert!(
            names[0].starts_with("gtp:/opt/") && names[0].ends_with("--level 1"),
            "{names:?}"
        );
        assert!(names[0].chars().count() <= LONGEST);
        assert_ne!(names[1], names[2]);
        assert_eq!(shortened("short", 5), "short");
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(signed(-12.4), "−12");
        assert_eq!(signed(2.68), "+2.7");
        assert_eq!(signed(-0.01), "0");
        assert_eq!(signed(f64::NAN), "none");
        assert_eq!(time(0.0123), "12.3 ms");
        assert_eq!(time(600.0), "10 min");
        assert_eq!(count(1, "game", "games"), "1 game");
    }
}
