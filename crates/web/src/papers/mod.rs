//! The papers, and their experiments run again.

mod runs;
mod show;

pub(crate) use runs::{RunTold, Runs, Started};
#[cfg(test)]
pub(crate) use show::ExperimentShown;

use crate::{
    app::{App, Client},
    error::{Answer, ApiError},
    extract::{Path, bearer},
    inspect::aside,
};
use axum::{
    Extension, Json, Router,
    extract::State,
    http::HeaderMap,
    routing::{get, post},
};
use papan_papers::{
    Paper, data,
    select::{self, Chosen},
};
use serde::Serialize;
use std::sync::{Arc, LazyLock};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/papers", get(list))
        .route("/api/papers/{paper}", get(one))
        .route("/api/papers/{paper}/{experiment}/run", post(start))
        .route("/api/papers/runs/{run}", get(run).delete(stop))
}

/// The papers, which are part of the program and tested with it.
fn papers() -> &'static [Paper] {
    static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| data::all().unwrap_or_default());
    &PAPERS
}

/// An experiment by its names.
fn find(paper: &str, experiment: &str) -> Answer<Chosen<'static>> {
    let chosen = select::named(papers(), &[&format!("{paper}/{experiment}")]);
    match chosen.as_deref() {
        Ok([chosen]) if chosen.experiment.id == experiment => Ok(*chosen),
        _ => Err(ApiError::missing("there is no such experiment")),
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Papers {
    papers: Vec<show::PaperShown<'static, usize>>,
}

async fn list(State(app): State<Arc<App>>) -> Answer<Json<Papers>> {
    // What was kept is read from a file.
    aside(move || {
        let brief = |paper| show::brief(paper, &app.runs);
        let papers = papers().iter().map(brief).collect();
        Ok(Json(Papers { papers }))
    })
    .await
}

type Whole = show::PaperShown<'static, Vec<show::ExperimentShown<'static>>>;

async fn one(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer<Json<Whole>> {
    let paper = papers().iter().find(|paper| paper.name == name);
    let paper = paper.ok_or_else(|| ApiError::missing("there is no such paper"))?;
    aside(move || Ok(Json(show::whole(paper, &app.runs)))).await
}

async fn start(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path((paper, experiment)): Path<(String, String)>,
) -> Answer<Json<Started>> {
    let chosen = find(&paper, &experiment)?;
    app.runs.start(chosen, client).map(Json)
}

async fn run(State(app): State<Arc<App>>, Path(run): Path<u64>) -> Answer<Json<RunTold>> {
    app.runs.tell(run).map(Json).ok_or_else(no_run)
}

async fn stop(
    State(app): State<Arc<App>>,
    Path(run): Path<u64>,
    headers: HeaderMap,
) -> Answer<Json<RunTold>> {
    app.runs.stop(run, bearer(&headers)).map(Json)
}

fn no_run() -> ApiError {
    ApiError::missing("there is no such run any more")
}
