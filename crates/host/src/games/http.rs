//! Games over HTTP: made, listed, shown, deleted, and written to files.

use super::{
    host::Command,
    room::{Player, Room, Wanted},
    rooms::no_game,
    socket,
};
use crate::{
    drawings::drawn,
    error::{Answer, ApiError},
    house::House,
    inspect::File,
    opened,
    replay::{FamilyShown, seat_names},
    request::{Asked, Response},
    route::Route,
    runtime::aside,
    store::{Saved, Write},
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

pub(crate) const ROUTES: &[Route] = &[
    Route::get("/api/games", |house, asked| Box::pin(list(house, asked))),
    Route::json("POST", "/api/games", |house, asked| {
        Box::pin(create(house, asked))
    }),
    Route::get("/api/games/{id}", |house, asked| {
        Box::pin(show(house, asked))
    }),
    Route::plain("DELETE", "/api/games/{id}", |house, asked| {
        Box::pin(delete(house, asked))
    }),
    Route::json("PUT", "/api/games/{id}/variations", |house, asked| {
        Box::pin(keep_variations(house, asked))
    }),
    Route::get("/api/games/{id}/variations", |house, asked| {
        Box::pin(variations(house, asked))
    }),
    Route::get("/api/games/{id}/export", |house, asked| {
        Box::pin(export(house, asked))
    }),
    Route::get("/api/games/{id}/picture", |house, asked| {
        Box::pin(picture(house, asked))
    }),
    Route::socket("/api/games/{id}/socket", |house, asked| {
        Box::pin(socket::open(house, asked))
    }),
];

async fn create(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let wanted: Wanted = asked.json()?;
    let allow = |bytes| house.allow(asked.head.client, bytes);
    let (id, secret) = house.rooms.create(wanted, allow).await?;
    Ok(Response::json(&Made { id, secret })?.with_status(201))
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

async fn list(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let Ids { ids } = asked.query()?;
    let all = ids.is_none();
    if all && !house.options.lists_all {
        let text = "only a server that nobody else can reach lists all of its games";
        return Err(ApiError::forbidden("not-local", text));
    }
    let games = match ids {
        None => house.rooms.store.last(LISTED).await?,
        Some(ids) => {
            let ids = ids.split(',').filter(|id| !id.is_empty());
            let ids = ids.take(LISTED).map(str::to_owned).collect();
            house.rooms.store.list(ids).await?
        }
    };
    let games: Vec<Brief> = games.into_iter().filter_map(Brief::of).collect();
    Response::json(&Games { games, all })
}

/// A list of games, and whether it has all of this server.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Games {
    #[cfg_attr(test, ts(type = "(Brief & Shown)[]"))]
    games: Vec<Brief>,
    all: bool,
}

async fn show(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let text = ask(&house, &asked.parameters[0], Command::Show).await??;
    Ok(Response::of("application/json", text))
}

/// Asks the host of a room.
async fn ask<T>(
    house: &House,
    id: &str,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Answer<T> {
    let room = house.rooms.enter(id).await?;
    let (answer, answered) = oneshot::channel();
    room.send(command(answer)).await.map_err(|_| no_game())?;
    answered.await.map_err(|_| no_game())
}

async fn delete(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let id = &asked.parameters[0];
    house.rooms.check_secret(id, asked.bearer()).await?;
    ask(&house, id, Command::Delete).await??;
    Ok(Response::done())
}

async fn variations(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let found = house.rooms.store.variations(&asked.parameters[0]).await?;
    let (_, json) = found.ok_or_else(no_game)?;
    let json = json.unwrap_or_else(|| "null".to_owned());
    Ok(Response::of("application/json", json))
}

async fn keep_variations(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let kept: Box<RawValue> = asked.json()?;
    let id = asked.parameters[0].clone();
    house.rooms.check_secret(&id, asked.bearer()).await?;
    let json = kept.get().to_owned();
    let write = Write::Variations { id, json };
    house.allow(asked.head.client, write.size())?;
    house.rooms.write(write).await?;
    Ok(Response::done())
}

#[derive(Deserialize)]
struct As {
    format: String,
}

async fn export(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let As { format } = asked.query()?;
    let id = &asked.parameters[0];
    let saved = house.rooms.find(id).await?;
    let name = format!("papan-{id}");
    // The whole game is played again.
    aside(move || {
        let room = Room::load(saved)?;
        File::write(&*room.game, record(&room), &format, &name).map(Response::from)
    })
    .await
}

/// The board of a game, in the colours of the page.
async fn picture(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let saved = house.rooms.find(&asked.parameters[0]).await?;
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
