//! The tournaments in the ledger.

mod reports;

pub(crate) use reports::Reports;

use crate::{
    app::App,
    error::{Answer, ApiError},
    extract::{Path, Query},
    opened,
};
use axum::{Json, Router, extract::State, routing::get};
use papan_agents::games::family_of;
use papan_arena::ledger::{EventSummary, Ledger};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{io::ErrorKind, path::Path as FilePath, sync::Arc};

/// The most games in one answer.
const MOST_GAMES: usize = 200;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/arena", get(list))
        .route("/api/arena/{event}", get(one))
        .route("/api/arena/{event}/games", get(list_games))
        .route("/api/arena-game/{id}", get(game))
}

#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    offset: usize,
    #[serde(default = "usual_limit")]
    limit: usize,
}

fn usual_limit() -> usize {
    50
}

async fn list(State(app): State<Arc<App>>) -> Answer<Json<Value>> {
    let events = reading(app, |_, ledger| match ledger {
        None => Ok(Vec::new()),
        Some(ledger) => ledger.events().map_err(ApiError::internal),
    });
    let events: Vec<Value> = events.await?.iter().map(brief).collect();
    Ok(Json(json!({ "events": events })))
}

async fn one(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer<Json<Value>> {
    let shown = reading(app, move |app, ledger| {
        let (event, report) = app.reports.of(ledger.as_ref(), &name)?;
        let mut shown = brief(&event);
        shown["facts"] = json!(report.facts);
        let reports: Vec<_> = report.reports.iter().map(reports::Shown::of).collect();
        shown["reports"] = json!(reports);
        Ok(shown)
    });
    Ok(Json(shown.await?))
}

async fn list_games(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(page): Query<Page>,
) -> Answer<Json<Value>> {
    let limit = page.limit.min(MOST_GAMES);
    let shown = reading(app, move |app, ledger| {
        let (_, report) = app.reports.of(ledger.as_ref(), &name)?;
        Ok(json!(reports::games(&report, page.offset, limit)))
    });
    Ok(Json(shown.await?))
}

async fn game(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Json<Value>> {
    let missing = || ApiError::missing("there is no such game in the ledger");
    let id = id.parse().map_err(|_| missing())?;
    let shown = reading(app, move |_, ledger| {
        let ledger = ledger.ok_or_else(missing)?;
        let entry = ledger.game(id).map_err(ApiError::internal)?;
        let entry = entry.ok_or_else(missing)?;
        let events = ledger.events().map_err(ApiError::internal)?;
        let finished = &entry.result;
        let event = events.iter().find(|event| event.name == finished.job.event);
        let label = |agent: &str| event.map_or(agent.to_owned(), |event| label(event, agent));
        let game = opened::open(&finished.job.game)?;
        let record = finished.record(&*game, &label);
        let moves: Vec<&str> = record
            .moves
            .iter()
            .map(|played| played.text.as_str())
            .collect();
        Ok(json!({
            "id": entry.id.to_string(),
            "game": record.game,
            "family": family_of(&finished.job.game)?.name,
            "format": "ledger",
            "start": record.start,
            "moves": moves,
            "tags": record.tags,
            "event": finished.job.event,
            "round": finished.job.round,
            "seats": finished.job.agents.iter().map(|agent| label(agent)).collect::<Vec<_>>(),
            "agents": finished.job.agents,
            "scores": finished.scores,
            "ranks": finished.outcome.ranks(),
            "ending": finished.ending.kind(),
            "finished_at": entry.finished_at,
        }))
    });
    Ok(Json(shown.await?))
}

/// Reads from the ledger, which is not there before the first tournament. Reading may take
/// some time, so it is done where waiting harms nobody.
async fn reading<T: Send + 'static>(
    app: Arc<App>,
    read: impl FnOnce(&App, Option<Ledger>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let reading = tokio::task::spawn_blocking(move || {
        let ledger = open(&app.options.ledger)?;
        read(&app, ledger)
    });
    reading.await.map_err(ApiError::internal)?
}

fn open(path: &FilePath) -> Answer<Option<Ledger>> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => Ledger::read(path).map(Some).map_err(ApiError::internal),
    }
}

/// An event without its files.
fn brief(event: &EventSummary) -> Value {
    json!({
        "event": event.name,
        "count": event.count,
        "games": event.games,
        "agents": event.agents.iter().map(|agent| label(event, agent)).collect::<Vec<_>>(),
        "begun_at": event.begun_at,
        "first_at": event.first_at,
        "last_at": event.last_at,
    })
}

/// What an agent is called in an event.
fn label(event: &EventSummary, agent: &str) -> String {
    let known = event.labels.iter().find(|(text, _)| text == agent);
    known.map_or(agent.to_owned(), |(_, label)| label.clone())
}
