//! Files and texts from elsewhere: whose game it is and how it is written is found out by
//! trying.

use super::MOVES;
use crate::{
    app::{App, Client},
    crowd::Crowd,
    error::{Answer, ApiError},
    extract::Json,
    limits::{IMPORTS, UPLOADS, UPLOADS_OF_CLIENT},
    opened,
};
use axum::{
    Extension,
    extract::{FromRequest as _, Request, State},
    http::header::CONTENT_TYPE,
    response::{IntoResponse as _, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use papan_agents::games::{families, family_of};
use papan_core::{AnyGame, Record, formats};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
};
use tokio::sync::{Semaphore, oneshot};

/// The most games of a file that are given back.
const GAMES: usize = 500;

#[derive(Deserialize)]
pub(super) struct Import {
    text: Option<String>,
    base64: Option<String>,
    game: Option<String>,
    format: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Imported {
    records: Vec<Read>,
    /// How many games of the file are left out.
    left_out: usize,
}

/// A game that was read.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ImportedGame"))]
pub(crate) struct Read {
    pub(super) game: String,
    pub(super) family: &'static str,
    /// How it was written; null for a bare position.
    pub(super) format: Option<&'static str>,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) tags: BTreeMap<String, String>,
}

/// Those who send files, and whose turn it is to have theirs read. Reading one may take a hundred
/// times its memory.
pub(crate) struct Imports {
    uploads: Arc<Crowd>,
    turns: Arc<Semaphore>,
}

impl Imports {
    pub(crate) fn new() -> Imports {
        Imports {
            uploads: Crowd::new(UPLOADS, UPLOADS_OF_CLIENT),
            turns: Arc::new(Semaphore::new(IMPORTS)),
        }
    }
}

pub(super) async fn import(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Answer<Response> {
    let crowded = || ApiError::crowded("too many files are sent at once: send it again later");
    let place = app.imports.uploads.enter(client).ok_or_else(crowded)?;
    let import: Import = tokio::select! {
        sent = Json::from_request(request, &()) => sent?.0,
        // Others who send faster go first.
        () = place.sent_away() => return Err(crowded()),
    };
    place.works();
    let turns = Arc::clone(&app.imports.turns);
    let turn = turns.acquire_owned().await.map_err(ApiError::internal)?;
    let json = alone(move || {
        // Until it is read, also when nobody waits for it any more.
        let _turn = turn;
        import.read()
    });
    Ok(([(CONTENT_TYPE, "application/json")], json.await?).into_response())
}

/// Does work on a thread of its own, which ends with it. All that it allocates it frees as well
/// but for the text it gives back: so the memory of the work goes back to the system, where a
/// thread that lives on would keep it.
async fn alone(work: impl FnOnce() -> Answer<String> + Send + 'static) -> Answer<String> {
    let (answer, answered) = oneshot::channel();
    let thread = thread::Builder::new().name("import".to_owned());
    let started = thread.spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(work));
        let broken = |_| Err(ApiError::internal("reading a file broke down"));
        // Nobody waits for it any more: fine.
        let _ = answer.send(done.unwrap_or_else(broken));
    });
    started.map_err(ApiError::internal)?;
    answered.await.map_err(ApiError::internal)?
}

impl Import {
    /// The games that were sent, as JSON.
    fn read(self) -> Answer<String> {
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(text)) => STANDARD
                .decode(text)
                .map_err(|error| ApiError::bad("base64", format!("base64: {error}")))?,
            _ => {
                let text = "either text or base64 must be given";
                return Err(ApiError::bad("request", text));
            }
        };
        let mut records = read(&bytes, self.game.as_deref(), self.format.as_deref())?;
        let left_out = records.len().saturating_sub(GAMES);
        records.truncate(GAMES);
        serde_json::to_string(&Imported { records, left_out }).map_err(ApiError::internal)
    }
}

/// The games of a file. Of all that can be read as such, the first that can be played
/// through is taken.
pub(super) fn read(bytes: &[u8], game: Option<&str>, format: Option<&str>) -> Answer<Vec<Read>> {
    let names: Vec<&str> = match game {
        Some(game) => vec![game],
        None => {
            let presets = families().flat_map(|family| family.presets);
            let variants = families().flat_map(|family| family.variants);
            presets.chain(variants).copied().collect()
        }
    };
    let mut problem = None;
    for name in names {
        let game = opened::open(name)?;
        if let Some(found) = read_as(&*game, bytes, format, &mut problem)? {
            return Ok(found);
        }
        if format.is_none()
            && let Some(found) = read_position(&*game, bytes)?
        {
            return Ok(vec![found]);
        }
    }
    // What one format says is of use when it was the only one that was tried.
    Err(match (game, format, problem) {
        (Some(_), Some(_), Some(problem)) => problem,
        (game, ..) => {
            let of = game.map_or("any game".to_owned(), str::to_owned);
            let text = format!("no games and no position of {of} in any of the formats");
            ApiError::bad("unreadable", text)
        }
    })
}

fn read_as(
    game: &dyn AnyGame,
    bytes: &[u8],
    format: Option<&str>,
    problem: &mut Option<ApiError>,
) -> Answer<Option<Vec<Read>>> {
    for known in game.formats() {
        if format.is_some_and(|wanted| wanted != known.name) {
            continue;
        }
        let records = match game.read(known.name, bytes) {
            Ok(records) => records,
            Err(error) => {
                *problem = Some(error.into());
                continue;
            }
        };
        let read: Answer<Vec<Read>> = records
            .iter()
            .take(GAMES)
            .map(|record| played(record, known.name))
            .collect();
        match read {
            Ok(read) if !read.is_empty() => return Ok(Some(read)),
            Ok(_) => {}
            Err(error) => *problem = Some(error),
        }
    }
    if let (Some(wanted), None) = (format, &problem) {
        let names: Vec<&str> = game.formats().iter().map(|known| known.name).collect();
        let text = format!("no format '{wanted}': there are {}", names.join(", "));
        *problem = Some(ApiError::bad("format", text));
    }
    Ok(None)
}

/// A record played through the rules, its moves as the game itself writes them.
fn played(record: &Record, format: &'static str) -> Answer<Read> {
    let game = opened::open(&record.game)?;
    if record.moves.len() > MOVES {
        let text = format!("a game of more than {MOVES} moves");
        return Err(ApiError::bad("too-long", text));
    }
    let line = game.canonical(&record.line())?;
    Ok(Read {
        family: family_of(&record.game)?.name,
        game: game.name(),
        format: Some(format),
        start: line.start,
        moves: line.moves,
        tags: record.tags.clone(),
    })
}

fn read_position(game: &dyn AnyGame, bytes: &[u8]) -> Answer<Option<Read>> {
    let text = formats::text_of(bytes);
    let Ok(position) = game.position(text.trim()) else {
        return Ok(None);
    };
    Ok(Some(Read {
        family: game.family().name,
        game: game.name(),
        format: None,
        start: Some(position.text()),
        moves: Vec::new(),
        tags: BTreeMap::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_agents::games;

    #[test]
    fn a_bare_position_is_found_out() {
        for game in [
            "othello",
            "blokus-duo",
            "congklak",
            "kalah",
            "adjacency",
            "othello:size=6",
        ] {
            let mut position = games::open(game).unwrap().start();
            for _ in 0..4 {
                let text = position.moves()[0].clone();
                position.play(&text).unwrap();
            }
            let text = format!("  {}\n", position.text());
            let read = read(text.as_bytes(), Some(game), None).unwrap();
            assert_eq!(read[0].start.as_deref(), Some(position.text().as_str()));
            assert!(read[0].moves.is_empty());
            let found = super::read(text.as_bytes(), None, None).unwrap();
            let family = family_of(game).unwrap().name;
            assert_eq!(found[0].family, family, "{game}: {text}");
        }
    }

    #[test]
    fn what_is_nothing_is_said_to_be_nothing() {
        for (bytes, game, format, code) in [
            (&b"hello"[..], None, None, "unreadable"),
            (b"", None, None, "unreadable"),
            (b"\xff\x00\x80", Some("othello"), None, "unreadable"),
            (b"hello", Some("othello"), Some("ggf"), "format"),
            (b"hello", Some("othello"), Some("pdf"), "format"),
            (b"hello", Some("chess"), None, "spec"),
        ] {
            let error = read(bytes, game, format).err().unwrap();
            assert_eq!(error.code, code, "{}", error.text);
        }
    }
}
