//! The tournaments in the ledger.

mod reports;
mod workers;

pub(crate) use reports::Reports;
pub(crate) use workers::{Workers, keep_watching};

use crate::{
    app::App,
    error::Answer,
    extract::{Path, Query},
};
use axum::{Json, Router, extract::State, routing::get};
use papan_arena::ledger::{EventSummary, GameLine, Ledger, Moment};
use papan_host::{ApiError, open_game, runtime::aside};
use papan_report::tournament::Fact;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeMap, io::ErrorKind, path::Path as FilePath, sync::Arc};

/// The most games in one answer.
const MOST_GAMES: usize = 200;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/arena", get(list))
        .route("/api/arena/{event}", get(one))
        .route("/api/arena/{event}/games", get(list_games))
        .route("/api/arena-game/{id}", get(game))
        .route("/api/arena-workers", get(workers::seen))
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

/// All tournaments of the ledger.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Tournaments {
    events: Vec<TournamentBrief>,
}

/// A tournament or match without its games.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TournamentBrief {
    event: String,
    /// How many games were played.
    count: u64,
    /// Which games are played.
    games: Vec<String>,
    /// What the agents are called.
    agents: Vec<String>,
    #[cfg_attr(test, ts(as = "String"))]
    begun_at: Moment,
    /// When its first game was added.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    first_at: Option<Moment>,
    /// When its latest game was added.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    last_at: Option<Moment>,
}

impl TournamentBrief {
    fn of(event: &EventSummary) -> TournamentBrief {
        TournamentBrief {
            event: event.name.clone(),
            count: event.count,
            games: event.games.clone(),
            agents: (event.agents.iter())
                .map(|agent| label(event, agent))
                .collect(),
            begun_at: event.begun_at,
            first_at: event.first_at,
            last_at: event.last_at,
        }
    }
}

/// A tournament with all that it shows.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TournamentShown<'a> {
    #[serde(flatten)]
    brief: TournamentBrief,
    #[cfg_attr(test, ts(type = "Report.Fact[]"))]
    facts: &'a [Fact],
    /// One for each kind of game that was played.
    #[cfg_attr(test, ts(type = "(Arena.StandingsTable & StandingsShown)[]"))]
    reports: Vec<reports::Shown<'a>>,
}

/// A game of the ledger as a record.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct LedgerGame {
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    line: GameLine,
    family: &'static str,
    format: &'static str,
    start: Option<String>,
    moves: Vec<String>,
    tags: BTreeMap<String, String>,
    /// What the agent of each seat is called.
    seats: Vec<String>,
}

/// What the page is told, for its declarations.
#[cfg(test)]
pub(crate) fn declare(all: papan_declarations::Declarations) -> papan_declarations::Declarations {
    all.with::<Tournaments>()
        .with::<TournamentShown<'static>>()
        .with::<reports::Shown<'static>>()
        .with::<reports::Games>()
        .with::<reports::Listed>()
        .with::<LedgerGame>()
        .with::<workers::WorkersSeen<'static>>()
}

async fn list(State(app): State<Arc<App>>) -> Answer<Json<Tournaments>> {
    let events = events(app).await?;
    let events = events.iter().map(TournamentBrief::of).collect();
    Ok(Json(Tournaments { events }))
}

/// All events of the ledger.
async fn events(app: Arc<App>) -> papan_host::Answer<Vec<EventSummary>> {
    let events = reading(app, |_, ledger| match ledger {
        None => Ok(Vec::new()),
        Some(ledger) => ledger.events().map_err(ApiError::internal),
    });
    events.await
}

async fn one(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer<Json<Value>> {
    let shown = reading(app, move |app, ledger| {
        let (event, report) = app.reports.of(ledger.as_ref(), &name)?;
        let shown = TournamentShown {
            brief: TournamentBrief::of(&event),
            facts: &report.facts,
            reports: report.reports.iter().map(reports::Shown::of).collect(),
        };
        Ok(json!(shown))
    });
    Ok(Json(shown.await?))
}

async fn list_games(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(page): Query<Page>,
) -> Answer<Json<reports::Games>> {
    let limit = page.limit.min(MOST_GAMES);
    let shown = reading(app, move |app, ledger| {
        let (_, report) = app.reports.of(ledger.as_ref(), &name)?;
        Ok(reports::games(&report, page.offset, limit))
    });
    Ok(Json(shown.await?))
}

async fn game(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Json<LedgerGame>> {
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
        let game = open_game(&finished.job.game).map_err(ApiError::from)?;
        let record = finished.record(&*game, &label);
        Ok(LedgerGame {
            line: GameLine::from(&entry),
            family: game.family().name,
            format: "ledger",
            start: record.start,
            moves: record.moves.into_iter().map(|played| played.text).collect(),
            tags: record.tags,
            seats: (finished.job.agents.iter())
                .map(|agent| label(agent))
                .collect(),
        })
    });
    Ok(Json(shown.await?))
}

/// Reads from the ledger, which is not there before the first tournament. Reading may take
/// some time, so it is done where waiting harms nobody.
async fn reading<T: Send + 'static>(
    app: Arc<App>,
    read: impl FnOnce(&App, Option<Ledger>) -> papan_host::Answer<T> + Send + 'static,
) -> papan_host::Answer<T> {
    aside(move || read(&app, open(&app.options.ledger)?)).await
}

fn open(path: &FilePath) -> papan_host::Answer<Option<Ledger>> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => Ledger::read(path).map(Some).map_err(ApiError::internal),
    }
}

/// What an agent is called in an event.
fn label(event: &EventSummary, agent: &str) -> String {
    let known = event.labels.iter().find(|(text, _)| text == agent);
    known.map_or(agent.to_owned(), |(_, label)| label.clone())
}
