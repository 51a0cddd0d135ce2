//! Games over HTTP: made, listed, shown, deleted, and written to files.

use super::{
    host::Command,
    room::{Player, Room, Wanted},
    rooms::no_game,
    socket,
    store::{Saved, Write},
};
use crate::{
    app::{App, Client},
    drawings::drawn,
    error::{Answer, ApiError},
    extract::{Json, Path, Query, bearer},
    inspect::{File, aside},
    opened,
    replay::{FamilyShown, seat_names},
};
use axum::{
    Extension, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::{get, put},
};
use papan_agents::games::family_of;
use papan_arena::ledger::Moment;
use papan_core::{Record, Seat, picture::Theme, record::RecordedMove};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{collections::HashMap, sync::Arc};
use tokio::sync::oneshot;

/// The most games of a list.
const LISTED: usize = 200;
/// What is answered here.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games", get(list).post(create))
        .route("/api/games/{id}", get(show).delete(delete))
        .route(
            "/api/games/{id}/variations",
            put(keep_variations).get(variations),
        )
        .route("/api/games/{id}/export", get(export))
        .route("/api/games/{id}/picture", get(picture))
        .route("/api/games/{id}/socket", get(socket::open))
}

async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Json(wanted): Json<Wanted>,
) -> Answer<(StatusCode, axum::Json<Made>)> {
    let allow = |bytes| app.rates.store(client, bytes);
    let (id, secret) = app.rooms.create(wanted, allow).await?;
    Ok((StatusCode::CREATED, axum::Json(Made { id, secret })))
}

/// A game that was made, and the secret of its owner.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Made {
    id: String,
    secret: String,
}

#[derive(Deserialize)]
struct Ids {
    ids: Option<String>,
}

/// What lists show of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Brief {
    id: String,
    #[serde(flatten)]
    family: FamilyShown,
    seats: Vec<Seated>,
    game: String,
    ply: usize,
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    shown: HashMap<String, Box<RawValue>>,
    #[cfg_attr(test, ts(as = "String"))]
    updated: Moment,
    title: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Seated {
    name: String,
    player: Player,
}

impl Brief {
    /// `None` for a game that no longer is in the catalogue.
    fn of(listed: Saved) -> Option<Brief> {
        let game = opened::open(&listed.game).ok()?;
        let seats = seat_names(&*game).into_iter().zip(listed.seats);
        Some(Brief {
            id: listed.id,
            family: family_of(&listed.game).ok()?.into(),
            seats: seats
                .map(|(name, player)| Seated { name, player })
                .collect(),
            game: listed.game,
            ply: listed.ply,
            shown: serde_json::from_str(listed.shown.get()).ok()?,
            updated: listed.updated,
            title: listed.title,
        })
    }
}

async fn list(State(app): State<Arc<App>>, Query(Ids { ids }): Query<Ids>) -> Answer<Response> {
    let all = ids.is_none();
    if all && !app.is_local() {
        let text = "only a server that nobody else can reach lists all of its games";
        return Err(ApiError::forbidden("not-local", text));
    }
    let games = app
        .rooms
        .read(move |store| match &ids {
            None => store.last(LISTED),
            Some(ids) => {
                let ids = ids.split(',').filter(|id| !id.is_empty());
                store.list(&ids.take(LISTED).collect::<Vec<_>>())
            }
        })
        .await?;
    let games: Vec<Brief> = games.into_iter().filter_map(Brief::of).collect();
    Ok(axum::Json(Games { games, all }).into_response())
}

/// A list of games, and whether it has all of this server.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Games {
    #[cfg_attr(test, ts(type = "(Brief & Shown)[]"))]
    games: Vec<Brief>,
    all: bool,
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Response> {
    let text = ask(&app, &id, Command::Show).await??;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

/// Asks the host of a room.
async fn ask<T>(
    app: &App,
    id: &str,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Answer<T> {
    let room = app.rooms.enter(id).await?;
    let (answer, answered) = oneshot::channel();
    room.send(command(answer)).await.map_err(|_| no_game())?;
    answered.await.map_err(|_| no_game())
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<StatusCode> {
    app.rooms.check_secret(&id, bearer(&headers)).await?;
    ask(&app, &id, Command::Delete).await??;
    Ok(StatusCode::NO_CONTENT)
}

async fn variations(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Response> {
    let found = app.rooms.read(move |store| store.variations(&id)).await?;
    let (_, json) = found.ok_or_else(no_game)?;
    let json = json.unwrap_or_else(|| "null".to_owned());
    Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
}

async fn keep_variations(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(kept): Json<Box<RawValue>>,
) -> Answer<StatusCode> {
    app.rooms.check_secret(&id, bearer(&headers)).await?;
    let json = kept.get().to_owned();
    let write = Write::Variations { id, json };
    app.rates.store(client, write.size())?;
    app.rooms.write(write).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct As {
    format: String,
}

async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(As { format }): Query<As>,
) -> Answer<File> {
    let saved = app.rooms.find(&id).await?;
    // The whole game is played again.
    aside(move || {
        let room = Room::load(saved)?;
        let name = format!("papan-{id}");
        File::write(&*room.game, record(&room), &format, &name)
    })
    .await
}

/// The board of a game, in the colours of the page.
async fn picture(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Response> {
    let saved = app.rooms.find(&id).await?;
    drawn(move || {
        let picture = Room::load(saved)?.position.picture();
        Ok(picture.to_svg(Theme::Page, None))
    })
    .await
}

/// The game as files hold it, up to the position that it is in.
fn record(room: &Room) -> Record {
    let recorded = |ply: &super::room::Ply| RecordedMove {
        text: ply.played.text.clone(),
        seconds: ply.played.seconds,
        ..RecordedMove::default()
    };
    let mut record = Record {
        game: room.game.name(),
        start: room.start.clone(),
        moves: room.plies[..room.ply].iter().map(recorded).collect(),
        ..Record::default()
    };
    for (seat, player) in Seat::all(room.seats.len()).zip(&room.seats) {
        record.set_tag(&room.game.seat_name(seat), player.label());
    }
    record.set_tag("event", room.title.clone());
    record.set_tag("date", room.created.day());
    record
}
