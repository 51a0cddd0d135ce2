//! The socket of analysis: positions evaluated, games reviewed, moves previewed. Nothing is
//! kept, and nobody needs a secret.

mod desk;
mod evaluate;
mod message;
mod review;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use message::{Ask, Tell};

use crate::{
    app::{App, Client},
    error::Answer,
    sockets::Upgrade,
};
use axum::{Extension, Router, extract::State, response::Response, routing::get};
use desk::Desk;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/analysis", get(open))
}

async fn open(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    upgrade: Upgrade,
) -> Answer<Response> {
    let accepted = app.sockets.accept(client, upgrade)?;
    let desk = Desk::new(Arc::clone(&app.thinkers), client);
    Ok(accepted.open(&app, desk))
}
