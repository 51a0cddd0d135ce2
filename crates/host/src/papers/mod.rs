//! The papers, and their experiments run again.

mod runs;
mod show;

#[cfg(test)]
pub(crate) use runs::{RunTold, Started};
pub(crate) use runs::{Runs, run};
#[cfg(test)]
pub(crate) use show::ExperimentShown;

use crate::{
    error::{Answer, ApiError},
    house::House,
    request::{Asked, Response},
    route::Route,
    runtime::aside,
};
use papan_papers::{
    Paper, data,
    select::{self, Chosen},
};
use serde::Serialize;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

pub(crate) const ROUTES: &[Route] = &[
    Route::get("/api/papers", |house, _| Box::pin(list(house))),
    Route::get("/api/papers/{paper}", |house, asked| {
        Box::pin(one(house, asked))
    }),
    Route::plain(
        "POST",
        "/api/papers/{paper}/{experiment}/run",
        |house, asked| Box::pin(start(house, asked)),
    ),
    Route::get("/api/papers/runs/{run}", |house, asked| {
        Box::pin(tell(house, asked))
    }),
    Route::plain("DELETE", "/api/papers/runs/{run}", |house, asked| {
        Box::pin(stop(house, asked))
    }),
];

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

/// The games that are played in an experiment.
pub(crate) fn games(paper: &str, experiment: &str) -> Answer<BTreeSet<String>> {
    let experiment = find(paper, experiment)?.experiment;
    let rows = experiment.rows.iter().map(|row| &row.own);
    let settings = rows.chain([&experiment.common]);
    Ok(settings
        .filter_map(|settings| settings.game.clone())
        .collect())
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Papers {
    papers: Vec<show::PaperShown<'static, usize>>,
}

async fn list(house: Arc<House>) -> Answer<Response> {
    house.runs.read_outcomes(papers()).await?;
    aside(move || {
        let brief = |paper| show::brief(paper, &house.runs);
        let papers = papers().iter().map(brief).collect();
        Response::json(&Papers { papers })
    })
    .await
}

async fn one(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let place = papers()
        .iter()
        .position(|paper| paper.name == asked.parameters[0]);
    let place = place.ok_or_else(|| ApiError::missing("there is no such paper"))?;
    house.runs.read_outcomes(&papers()[place..=place]).await?;
    aside(move || Response::json(&show::whole(&papers()[place], &house.runs))).await
}

async fn start(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let chosen = find(&asked.parameters[0], &asked.parameters[1])?;
    Response::json(&house.runs.start(chosen, asked.head.client)?)
}

async fn tell(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let told = house.runs.tell(asked.parameter(0)?).ok_or_else(no_run)?;
    Response::json(&told)
}

async fn stop(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let told = house.runs.stop(asked.parameter(0)?, asked.bearer())?;
    Response::json(&told)
}

fn no_run() -> ApiError {
    ApiError::missing("there is no such run any more")
}
