//! Games that nobody plays here: looked at, written to files, read from files. Nothing is
//! kept.

mod import;

use crate::{
    app::App,
    error::{Answer, ApiError},
    extract::Json,
    frames::Film,
    opened,
};
use axum::{
    Router,
    http::header,
    response::{IntoResponse, Response},
    routing::post,
};
use papan_core::{Effects, Record, View};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The most moves of a game that is looked at: many more than any game has.
pub(crate) const MOVES: usize = 1_000;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/look", post(look))
        .route("/api/export", post(export))
        .route("/api/import", post(import::import))
}

/// A position as the end of a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Place {
    /// The game with its parameters.
    pub(crate) game: String,
    /// The position that the moves begin with, where it is not the usual one.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Place {
    /// Refuses what is longer than any game.
    pub(crate) fn check(&self) -> Answer<()> {
        if self.moves.len() > MOVES {
            let text = format!("{} moves: up to {MOVES} are allowed", self.moves.len());
            return Err(ApiError::bad("too-long", text).with("most", MOVES));
        }
        Ok(())
    }

    /// The position, played through the rules.
    pub(crate) fn position(&self) -> Answer<Box<dyn papan_core::AnyPosition>> {
        self.check()?;
        let game = opened::open(&self.game)?;
        let mut position = match &self.start {
            None => game.start(),
            Some(text) => game.position(text)?,
        };
        for (ply, text) in self.moves.iter().enumerate() {
            let played = position.play(text);
            played.map_err(|error| ApiError::from(error).with("ply", ply))?;
        }
        Ok(position)
    }

    /// What a move would do there, or why it is not allowed.
    pub(crate) fn preview(&self, text: &str) -> Answer<Result<Effects, ApiError>> {
        let mut position = self.position()?;
        let played = position.play(text);
        Ok(played.map(|(_, effects)| effects).map_err(ApiError::from))
    }
}

/// Does work that takes longer than a thread of the server may be held.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => answer,
        Err(error) => Err(ApiError::internal(error)),
    }
}

#[derive(Serialize)]
struct Looked {
    #[serde(flatten)]
    film: Film,
    view: View,
}

async fn look(Json(place): Json<Place>) -> Answer<axum::Json<Looked>> {
    aside(move || {
        place.check()?;
        let game = opened::open(&place.game)?;
        let film = Film::make(&*game, place.start.as_deref(), &place.moves)?;
        let view = film.position.view();
        Ok(axum::Json(Looked { film, view }))
    })
    .await
}

#[derive(Deserialize)]
struct Export {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    format: String,
}

/// A game as a file.
pub(crate) struct File {
    pub(crate) bytes: Vec<u8>,
    pub(crate) name: String,
}

impl File {
    /// Writes a game in one of the formats of its game.
    pub(crate) fn write(
        place: &Place,
        tags: BTreeMap<String, String>,
        format: &str,
    ) -> Answer<File> {
        let game = opened::open(&place.game)?;
        // So that a mistake in a move is told as that, with its ply.
        place.position()?;
        let record = Record {
            game: game.name(),
            tags,
            start: place.start.clone(),
            moves: place.moves.iter().cloned().map(Into::into).collect(),
            values: Vec::new(),
        };
        let bytes = game.write(format, &[record])?;
        let formats = game.formats();
        let known = formats.iter().find(|known| known.name == format);
        let extension = known.map_or("txt", |known| known.extension);
        let name = game.name();
        let short = name.split(':').next().unwrap_or("game");
        Ok(File {
            bytes,
            name: format!("{short}.{extension}"),
        })
    }
}

impl IntoResponse for File {
    fn into_response(self) -> Response {
        let kind = match std::str::from_utf8(&self.bytes) {
            Ok(_) => "text/plain; charset=utf-8",
            Err(_) => "application/octet-stream",
        };
        let head = [
            (header::CONTENT_TYPE, kind.to_owned()),
            (
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{}\"", self.name),
            ),
        ];
        (head, self.bytes).into_response()
    }
}

async fn export(Json(export): Json<Export>) -> Answer<File> {
    aside(move || File::write(&export.place, export.tags, &export.format)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_agents::games;

    fn place(game: &str, moves: &[&str]) -> Place {
        Place {
            game: game.to_owned(),
            start: None,
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        }
    }

    #[test]
    fn a_preview_says_what_a_move_does_or_why_not() {
        let place = place("othello", &["d3"]);
        assert_eq!(
            place.preview("c5").unwrap().unwrap().phrases[0].code,
            "flips"
        );
        assert_eq!(place.preview("d3").unwrap().unwrap_err().code, "occupied");
        let wrong = Place {
            moves: vec!["d3".to_owned(), "d3".to_owned()],
            ..place
        };
        let error = wrong.preview("c5").unwrap_err();
        assert_eq!(error.parameters["ply"], 1);
    }

    #[test]
    fn every_format_is_written_and_read_again() {
        for (game, moves) in [
            ("othello", &["d3", "c5", "f6"][..]),
            ("blokus-duo", &["e9,d10,e10,f10,e11", "j5"]),
            ("blokus-classic", &["a20", "t20", "t1"]),
            ("congklak", &["1", "2"]),
            ("adjacency", &["c4", "d4"]),
        ] {
            let place = place(game, moves);
            for format in games::open(game).unwrap().formats() {
                let Ok(file) = File::write(&place, BTreeMap::new(), format.name) else {
                    // Formats of problems need a position and its solution, and some hold
                    // finished games only.
                    continue;
                };
                assert!(file.name.ends_with(format.extension), "{}", file.name);
                let records = import::read(&file.bytes, None, None).unwrap();
                // Some formats hold positions alone.
                if records[0].start.is_none() {
                    assert_eq!(records[0].moves, place.moves, "{game} {}", format.name);
                }
                assert_eq!(
                    crate::families::Family::of(&records[0].game)
                        .unwrap()
                        .family,
                    crate::families::Family::of(game).unwrap().family,
                    "{}",
                    format.name
                );
            }
        }
    }

    #[test]
    fn too_many_moves_are_refused() {
        let long = place("congklak", &["1"; MOVES + 1]);
        assert_eq!(long.position().err().unwrap().code, "too-long");
    }
}
