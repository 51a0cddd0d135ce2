//! The report of an event in a ledger.

use super::{Fact, GameReport, Tournament};
use papan_agents::games;
use papan_arena::{
    ledger::{Entry, EventSummary, Filter, Ledger, LedgerError},
    tournament::{self, Entrant, Kind, SequentialTest},
    versions::{AgentVersions, MixedVersions},
};
use papan_core::{Seat, spec::SpecError};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};
use thiserror::Error;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The ledger.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A game that is not one any more.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Games of different versions of an agent would be counted as one.
    #[error(transparent)]
    Mixed(#[from] MixedVersions),
}

/// The name of facts that whoever reads a report should know before.
pub const NOTE: &str = "note";

/// The report of an event: standings, charts and every game. At most `replays` games can be
/// played through: a page of all boards of thousands of games would be slow. Games of different
/// versions of an agent are an error unless `mix` allows them; then a note says so.
pub fn report(
    ledger: &Ledger,
    event: &EventSummary,
    replays: usize,
    mix: bool,
) -> Result<Tournament, ReportError> {
    let mut by_game: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    let mut agents = AgentVersions::default();
    ledger.each(&Filter::event(&event.name), &mut |entry| {
        let games = by_game.entry(entry.result.job.game.clone()).or_default();
        agents.add(&entry.result);
        games.push(entry);
        ControlFlow::Continue(())
    })?;
    if !mix {
        agents.check()?;
    }
    let file = tournament::Tournament::from_toml(&event.source, &event.name).ok();
    let tournament = file.map(|file| file.tournament);
    let mut facts = facts(event, tournament.as_ref());
    facts.extend(versions(by_game.values().flatten()));
    facts.extend(agents.notes().into_iter().map(|note| Fact::new(NOTE, note)));
    let replays = replays / by_game.len().max(1);
    // The order of the tournament, as far as it is known.
    let written = tournament.iter().flat_map(|tournament| &tournament.games);
    let order: Vec<String> = written
        .filter_map(|name| Some(games::open(name).ok()?.name()))
        .collect();
    let mut games: Vec<(String, Vec<Entry>)> = by_game.into_iter().collect();
    games.sort_by_key(|(name, _)| order.iter().position(|game| game == name));
    let mut reports = Vec::new();
    for (name, mut entries) in games {
        // As the tournament goes: every meeting's first round, then every meeting's second.
        entries.sort_by_key(|entry| (entry.result.job.round, entry.result.job.seating));
        let test = tournament
            .as_ref()
            .and_then(|tournament| sequential(tournament, event, &entries));
        let agents = agents_of(event, &entries);
        let game = games::open(&name)?;
        reports.push(GameReport::new(&*game, agents, entries, test, replays));
    }
    Ok(Tournament {
        title: event.name.clone(),
        facts,
        reports,
    })
}

fn facts(event: &EventSummary, tournament: Option<&tournament::Tournament>) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let (Some(first), Some(last)) = (event.first_at, event.last_at) {
        let text = match first.day() == last.day() {
            true => first.day(),
            false => format!("{} to {}", first.day(), last.day()),
        };
        facts.push(Fact::new("played", text));
    }
    if let Some(tournament) = tournament {
        let kind = match tournament.kind {
            Kind::Match => "match",
            Kind::RoundRobin => "round robin",
            Kind::Gauntlet(_) => "gauntlet",
            Kind::Sprt(_) => "sequential test",
        };
        facts.extend([
            Fact::new("kind", kind),
            Fact::new("openings", tournament.openings.to_string()),
            Fact::new("limits", tournament.conditions.to_string()),
            Fact::new("seed", tournament.seed.to_string()),
        ]);
    }
    facts
}

/// The versions of all that played.
fn versions<'a>(entries: impl Iterator<Item = &'a Entry> + Clone) -> Vec<Fact> {
    let papan: BTreeSet<&str> = entries
        .clone()
        .map(|entry| entry.result.version.as_str())
        .collect();
    let builds: BTreeSet<&str> = entries
        .clone()
        .filter_map(|entry| entry.result.build.as_deref())
        .collect();
    let engines: BTreeSet<&str> = entries
        .flat_map(|entry| entry.result.titles.iter().flatten())
        .map(String::as_str)
        .collect();
    let named = |name: &str, texts: BTreeSet<&str>| {
        let texts: Vec<&str> = texts.into_iter().collect();
        (!texts.is_empty()).then(|| Fact::new(name, texts.join(", ")))
    };
    let all = [
        named("Papan", papan),
        named("built as", builds),
        named("engines", engines),
    ];
    all.into_iter().flatten().collect()
}

/// The agents that have played, in the order of the tournament as far as it is known.
fn agents_of(event: &EventSummary, entries: &[Entry]) -> Vec<Entrant> {
    let played: BTreeSet<&String> = entries
        .iter()
        .flat_map(|entry| &entry.result.job.agents)
        .collect();
    tournament_order(event)
        .into_iter()
        .filter(|entrant| played.contains(&entrant.agent))
        .collect()
}

fn tournament_order(event: &EventSummary) -> Vec<Entrant> {
    if event.labels.is_empty() {
        return event
            .agents
            .iter()
            .map(|agent| Entrant::from(agent.as_str()))
            .collect();
    }
    let mut order: Vec<Entrant> = Vec::new();
    for (agent, label) in &event.labels {
        if !order.iter().any(|known| known.agent == *agent) {
            order.push(Entrant {
                label: label.clone(),
                agent: agent.clone(),
            });
        }
    }
    order
}

/// The sequential test, replayed in the order of its rounds; `None` where there is none.
fn sequential(
    tournament: &tournament::Tournament,
    event: &EventSummary,
    entries: &[Entry],
) -> Option<SequentialTest> {
    let Kind::Sprt(sprt) = tournament.kind else {
        return None;
    };
    let program = tournament.prepare().ok()?;
    let first = tournament_order(event).into_iter().next()?.agent;
    let mut test = SequentialTest::new(sprt);
    for entry in entries {
        let (game, job) = (&entry.result, &entry.result.job);
        if program.has(job) {
            let seat = job.agents.iter().position(|agent| *agent == first);
            let share = game.share(Seat::new(seat.unwrap_or(0)));
            test.add(job.round, job.seating, game.play_key(), share);
        }
    }
    Some(test)
}
