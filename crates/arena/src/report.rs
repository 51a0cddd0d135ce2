//! What a page shows of a tournament in the ledger.

use crate::{
    Ending, GameResult, Standings,
    ledger::{Entry, EventSummary, Filter, Ledger, LedgerError},
    standings::Pair,
    statistics::{Estimate, SprtModel, SprtStatus},
    tournament::{Kind, SequentialTest, Tournament},
};
use papan_agents::games;
use papan_core::{AnyGame, Seat, spec::SpecError};
use papan_report::tournament as page;
use std::{collections::BTreeMap, ops::ControlFlow};
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
}

/// The report of an event: standings, charts and every game. So many games at most can be
/// played through; a page of all boards of thousands of games would be slow.
pub fn report(
    ledger: &Ledger,
    event: &EventSummary,
    replays: usize,
) -> Result<page::Tournament, ReportError> {
    let mut by_game: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    ledger.each(&Filter::event(&event.name), &mut |entry| {
        let games = by_game.entry(entry.result.job.game.clone()).or_default();
        games.push(entry);
        ControlFlow::Continue(())
    })?;
    let tournament = Tournament::from_toml(&event.source, &event.name).ok();
    let tournament = tournament.map(|file| file.tournament);
    let mut facts = facts(event, tournament.as_ref());
    facts.extend(versions(&by_game));
    let share = replays / by_game.len().max(1);
    // The order of the tournament, as far as it is known.
    let written = tournament
        .as_ref()
        .map_or(&[][..], |tournament| &tournament.games);
    let order: Vec<String> = written
        .iter()
        .filter_map(|name| Some(games::open(name).ok()?.name()))
        .collect();
    let mut games: Vec<(String, Vec<Entry>)> = by_game.into_iter().collect();
    games.sort_by_key(|(name, _)| order.iter().position(|game| game == name));
    let mut reports = Vec::new();
    for (name, entries) in games {
        let game = games::open(&name)?;
        reports.push(game_report(
            &*game,
            event,
            entries,
            tournament.as_ref(),
            share,
        ));
    }
    Ok(page::Tournament {
        title: event.name.clone(),
        facts,
        reports,
    })
}

fn facts(event: &EventSummary, tournament: Option<&Tournament>) -> Vec<page::Fact> {
    let mut facts = Vec::new();
    let days = (event.first_at, event.last_at);
    if let (Some(first), Some(last)) = days {
        let text = match first.day() == last.day() {
            true => first.day(),
            false => format!("{} to {}", first.day(), last.day()),
        };
        facts.push(page::Fact::new("played", text));
    }
    if let Some(tournament) = tournament {
        let kind = match tournament.kind {
            Kind::Match => "match",
            Kind::RoundRobin => "round robin",
            Kind::Gauntlet(_) => "gauntlet",
            Kind::Sprt(_) => "sequential test",
        };
        facts.extend([
            page::Fact::new("kind", kind),
            page::Fact::new("openings", tournament.openings.to_string()),
            page::Fact::new("limits", tournament.conditions.to_string()),
            page::Fact::new("seed", tournament.seed.to_string()),
        ]);
    }
    facts
}

/// The versions of all that played.
fn versions(games: &BTreeMap<String, Vec<Entry>>) -> Vec<page::Fact> {
    let mut papan: Vec<String> = Vec::new();
    let mut programs: Vec<String> = Vec::new();
    for entry in games.values().flatten() {
        let finished = &entry.result;
        if !papan.contains(&finished.version) {
            papan.push(finished.version.clone());
        }
        for title in finished.titles.iter().flatten() {
            if !programs.contains(title) {
                programs.push(title.clone());
            }
        }
    }
    let named = |name: &str, texts: Vec<String>| {
        (!texts.is_empty()).then(|| page::Fact::new(name, texts.join(", ")))
    };
    let all = [named("Papan", papan), named("engines", programs)];
    all.into_iter().flatten().collect()
}

fn game_report(
    game: &dyn AnyGame,
    event: &EventSummary,
    mut entries: Vec<Entry>,
    tournament: Option<&Tournament>,
    replays: usize,
) -> page::GameReport {
    // As the tournament goes: every meeting's first round, then every meeting's second.
    entries.sort_by_key(|entry| (entry.result.job.round, entry.result.job.seating));
    let agents = agents_of(event, &entries);
    let label = |agent: &String| {
        let known = event.labels.iter().find(|(text, _)| text == agent);
        known.map_or(agent.clone(), |(_, label)| label.clone())
    };
    let labels: Vec<String> = agents.iter().map(label).collect();
    let players = |finished: &GameResult| -> Vec<usize> {
        let place = |agent: &String| agents.iter().position(|known| known == agent);
        let seats = finished.job.agents.iter();
        seats.map(|agent| place(agent).unwrap_or(0)).collect()
    };
    let seats = Seat::all(game.seats())
        .map(|seat| page::Seat::new(game.seat_name(seat), game.pieces(seat)))
        .collect();
    let listed = agents
        .iter()
        .zip(&labels)
        .map(|(agent, label)| page::Agent {
            spec: agent.clone(),
            ..page::Agent::new(label.clone())
        });
    let count = entries.len();
    let games = entries.iter().enumerate().map(|(index, entry)| page::Game {
        players: players(&entry.result),
        replay: match page::is_spread(index, count, replays) {
            true => replay(game, &entry.result),
            false => None,
        },
        ..page_game(entry)
    });
    let mut report = page::GameReport::of(game.name(), seats, listed.collect(), games.collect());

    let mut standings = Standings::new(&game.name(), labels);
    let milestones = milestones(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        standings.add(&entry.result, &players(&entry.result));
        if milestones.contains(&(index + 1)) {
            add_milestone(&standings, &mut report);
        }
    }
    rate(&standings, &mut report);
    if let Some(tournament) = tournament
        && let Kind::Sprt(sprt) = tournament.kind
        && let Ok(program) = tournament.prepare()
        && let Some(first) = tournament_order(event).first()
    {
        entries.retain(|entry| program.has(&entry.result.job));
        report.sprt = Some(sequential(SequentialTest::new(sprt), &entries, first));
    }
    report
}

/// The agents in the order of the tournament; others that have played behind them.
fn agents_of(event: &EventSummary, entries: &[Entry]) -> Vec<String> {
    let mut seen = Vec::new();
    for agent in entries.iter().flat_map(|entry| &entry.result.job.agents) {
        if !seen.contains(agent) {
            seen.push(agent.clone());
        }
    }
    let order = tournament_order(event);
    let mut agents: Vec<String> = order
        .into_iter()
        .filter(|agent| seen.contains(agent))
        .collect();
    seen.retain(|agent| !agents.contains(agent));
    agents.extend(seen);
    agents
}

fn tournament_order(event: &EventSummary) -> Vec<String> {
    let labelled = event.labels.iter().map(|(agent, _)| agent.clone());
    let order: Vec<String> = labelled.collect();
    match order.is_empty() {
        true => event.agents.clone(),
        false => order,
    }
}

/// After how many games the ratings are looked at: about twenty times, more often early.
fn milestones(games: usize) -> Vec<usize> {
    const COUNT: usize = 20;
    let part = |step: usize| (games as f64 * (step as f64 / COUNT as f64).powf(1.5)).ceil();
    let mut milestones: Vec<usize> = (1..=COUNT).map(|step| part(step) as usize).collect();
    milestones.dedup();
    milestones
}

fn add_milestone(standings: &Standings, report: &mut page::GameReport) {
    let Some(ratings) = standings.ratings() else {
        return;
    };
    for (agent, rating) in report.agents.iter_mut().zip(&ratings.ratings) {
        agent.history.push(page::Milestone {
            games: standings.games(),
            rating: shown(rating),
        });
    }
}

fn rate(standings: &Standings, report: &mut page::GameReport) {
    let table = standings.table();
    for row in &table.rows {
        report.agents[row.agent].rating = Some(shown(&row.rating));
        report.agents[row.agent].mean_seconds = Some(row.seconds);
    }
    for Pair { agents, elo, .. } in &table.pairs {
        let [one, other] = *agents;
        let turned = Estimate {
            value: -elo.value,
            low: -elo.high,
            high: -elo.low,
        };
        for (row, column, elo) in [(one, other, elo), (other, one, &turned)] {
            if let Some(cell) = &mut report.cross[row][column] {
                cell.elo = Some(shown(elo));
            }
        }
    }
    report.first_move = table.first_move.as_ref().map(shown);
    for seat in &table.seats {
        if let Some(shown) = report.seats.get_mut(seat.seat) {
            shown.interval = Some((seat.first.low, seat.first.high));
        }
    }
}

fn shown(estimate: &Estimate) -> page::Estimate {
    page::Estimate::new(estimate.value, estimate.low, estimate.high)
}

/// The sequential test, replayed in the order of its rounds.
fn sequential(mut test: SequentialTest, entries: &[Entry], first: &str) -> page::Sprt {
    let mut history = vec![(0, 0.0)];
    for entry in entries {
        let finished = &entry.result;
        let seat = finished.job.agents.iter().position(|agent| agent == first);
        let share = finished.share(Seat::new(seat.unwrap_or(0)));
        test.add(finished.job.round, finished.job.seating, share);
        let games = test.tally.games();
        if history.last().is_some_and(|(last, _)| *last < games) {
            history.push((games, test.state.llr));
        }
    }
    let (elo0, elo1) = test.sprt.hypotheses();
    let (alpha, beta) = test.sprt.error_rates();
    page::Sprt {
        elo0,
        elo1,
        scale: match test.sprt.model() {
            SprtModel::Logistic => "Elo".to_owned(),
            SprtModel::Normalised => "normalised Elo".to_owned(),
        },
        alpha,
        beta,
        llr: test.state.llr,
        lower: test.state.lower,
        upper: test.state.upper,
        verdict: match test.state.status {
            SprtStatus::Running => page::Verdict::Open,
            SprtStatus::AcceptH0 => page::Verdict::First,
            SprtStatus::AcceptH1 => page::Verdict::Second,
        },
        elo: Some(shown(&test.tally.elo())),
        normalised: Some(shown(&test.tally.normalised_elo())),
        superiority: Some(test.tally.superiority()),
        pairs: Some(test.tally.pairs),
        history,
    }
}

/// A game without its players and boards.
fn page_game(entry: &Entry) -> page::Game {
    let finished = &entry.result;
    page::Game {
        id: entry.id.to_string(),
        round: finished.job.round.saturating_add(1),
        players: Vec::new(),
        scores: finished
            .scores
            .as_slice()
            .iter()
            .map(|&score| score.into())
            .collect(),
        ranks: finished
            .outcome
            .ranks()
            .iter()
            .map(|&rank| rank.into())
            .collect(),
        kind: finished.ending.kind().to_owned(),
        ending: match &finished.ending {
            Ending::Over => String::new(),
            ending => ending.to_string(),
        },
        forfeit: match &finished.ending {
            Ending::Forfeit { seat, fault, .. } => Some(page::Forfeit {
                seat: seat.index(),
                reason: fault.to_string(),
            }),
            _ => None,
        },
        plies: finished.moves.len() as u32,
        nodes: finished.nodes.clone(),
        pace: pace(finished),
        replay: None,
    }
}

/// The seat and the seconds of each move that took time, by its number.
fn pace(finished: &GameResult) -> Vec<(u32, usize, f64)> {
    let moves = finished.turns.iter().zip(&finished.times);
    (finished.opening() as u32 + 1..)
        .zip(moves)
        .map(|(ply, (seat, time))| (ply, seat.index(), time.as_secs_f64()))
        .collect()
}

/// The boards of a game; `None` when its moves are not those of the rules.
fn replay(game: &dyn AnyGame, finished: &GameResult) -> Option<page::Replay> {
    let start = finished.job.opening.start.as_deref();
    let mut recorder = page::Recorder::new(game.first_position(start).ok()?.draw());
    let mut indices = 0..;
    let mut texts = finished.moves.iter().map(String::as_str);
    let walked = game.walk(start, &mut texts, &mut |before, text, after| {
        let thought = indices
            .next()
            .and_then(|index: usize| index.checked_sub(finished.opening()));
        let value = thought.and_then(|index| finished.values.get(index).copied().flatten());
        let time = thought.and_then(|index| finished.times.get(index));
        let step = page::Step {
            text: text.to_owned(),
            seat: before.turn().map_or(0, Seat::index),
            value: value.map(papan_search::Value::number),
            seconds: time.map(std::time::Duration::as_secs_f64),
            ..page::Step::default()
        };
        recorder.step(step, after.draw());
    });
    walked.ok()?;
    Some(recorder.finish())
}
