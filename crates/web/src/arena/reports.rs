//! Reports of tournaments, which are work to make: the last few are remembered.

use crate::{
    app::lock,
    error::{Answer, ApiError},
};
use papan_arena::ledger::{EventSummary, Ledger};
use papan_report::tournament::{Agent, GameReport, Tournament};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// So many reports are remembered.
const REMEMBERED: usize = 8;
/// While games are added, a report is made again no sooner than after so many times the time
/// that it takes.
const PATIENCE: u32 = 10;

/// The reports that were made last.
#[derive(Default)]
pub(crate) struct Reports(Mutex<HashMap<String, Made>>);

struct Made {
    event: EventSummary,
    report: Arc<Tournament>,
    at: Instant,
    took: Duration,
}

impl Reports {
    /// The report of an event, as it is now or was a moment ago.
    pub(super) fn of(
        &self,
        ledger: Option<&Ledger>,
        name: &str,
    ) -> Answer<(EventSummary, Arc<Tournament>)> {
        let missing = || ApiError::missing("the ledger has no such tournament");
        let ledger = ledger.ok_or_else(missing)?;
        let events = ledger.events().map_err(ApiError::internal)?;
        let event = events.into_iter().find(|event| event.name == name);
        let event = event.ok_or_else(missing)?;
        // Held while a report is made: two who ask for the same have it made once.
        let mut made = lock(&self.0);
        if let Some(known) = made.get(name)
            && (known.event == event || known.at.elapsed() < PATIENCE * known.took)
        {
            return Ok((known.event.clone(), Arc::clone(&known.report)));
        }
        let begin = Instant::now();
        let report = papan_arena::report::report(ledger, &event, 0).map_err(ApiError::internal)?;
        let report = Arc::new(report);
        if made.len() >= REMEMBERED && !made.contains_key(name) {
            let oldest = made.iter().min_by_key(|(_, made)| made.at);
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                made.remove(&oldest);
            }
        }
        let now = Instant::now();
        let remembered = Made {
            event: event.clone(),
            report: Arc::clone(&report),
            at: now,
            took: now - begin,
        };
        made.insert(name.to_owned(), remembered);
        Ok((event, report))
    }
}

/// All of a game's report but the games and what has a number for each of them.
pub(super) fn without_games(report: &GameReport) -> Value {
    json!({
        "game": report.game,
        "unit": report.unit,
        "seats": report.seats,
        "agents": report.agents.iter().map(agent).collect::<Vec<_>>(),
        "cross": report.cross,
        "first_move": report.first_move,
        "endings": report.endings,
        "forfeits": report.forfeits,
        "sprt": report.sprt,
        "count": report.games.len(),
    })
}

fn agent(agent: &Agent) -> Value {
    json!({
        "label": agent.label,
        "spec": agent.spec,
        "rating": agent.rating,
        "games": agent.games,
        "wins": agent.wins,
        "draws": agent.draws,
        "losses": agent.losses,
        "share": agent.share,
        "mean_score": agent.mean_score,
        "mean_rank": agent.mean_rank,
        "mean_seconds": agent.mean_seconds,
        "forfeits": agent.forfeits,
        "history": agent.history,
    })
}

/// Some of the games of a tournament, the latest rounds first.
pub(super) fn games(report: &Tournament, offset: usize, limit: usize) -> Value {
    let all = report.reports.iter().flat_map(|report| {
        let games = report.games.iter().rev();
        games.map(move |game| (report, game))
    });
    let label = |report: &GameReport, agent: &usize| -> Value {
        let agent = report.agents.get(*agent);
        agent.map_or(Value::Null, |agent| agent.label.as_str().into())
    };
    let shown: Vec<Value> = all
        .skip(offset)
        .take(limit)
        .map(|(report, game)| {
            json!({
                "id": game.id,
                "game": report.game,
                "round": game.round,
                "seats": report.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(),
                "players": game.players.iter().map(|agent| label(report, agent)).collect::<Vec<_>>(),
                "scores": game.scores,
                "ranks": game.ranks,
                "ending": game.kind,
                "plies": game.plies,
            })
        })
        .collect();
    let count: usize = report.reports.iter().map(|report| report.games.len()).sum();
    json!({ "games": shown, "offset": offset, "count": count })
}
