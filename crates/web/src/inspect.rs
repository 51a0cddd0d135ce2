//! Games that nobody plays here: inspected, written to files, read from files. Nothing is
//! kept.

mod import;
#[cfg(test)]
pub(crate) use import::Imported;

use crate::{
    app::App,
    error::{Answer, ApiError},
    extract::Json,
    opened,
    replay::Replay,
};
use axum::{
    Router,
    http::header,
    response::{IntoResponse, Response},
    routing::post,
};
use papan_core::{AnyGame, AnyPosition, Effects, LineOfPlay, Record, View};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The most moves of a game that is inspected: many more than any game has.
pub(crate) const MOVES: usize = 1_000;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/inspect", post(inspect))
        .route("/api/export", post(export))
        .route("/api/import", post(import::import))
}

/// A game and a line of play in it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GameLine {
    /// The game with its parameters.
    pub(crate) game: String,
    /// Where it begins and what was played.
    #[serde(flatten)]
    pub(crate) line: LineOfPlay,
}

impl GameLine {
    /// Opens the game, and refuses a line that is longer than any game.
    pub(crate) fn open(&self) -> Answer<Arc<dyn AnyGame>> {
        let moves = self.line.moves.len();
        if moves > MOVES {
            let text = format!("{moves} moves: up to {MOVES} are allowed");
            return Err(ApiError::bad("too-long", text).with("most", MOVES));
        }
        Ok(opened::open(&self.game)?)
    }

    /// The position at the end, played through the rules.
    pub(crate) fn position(&self) -> Answer<Box<dyn AnyPosition>> {
        Ok(self.open()?.after(&self.line)?)
    }

    /// What a move would do there, or why it is not allowed.
    pub(crate) fn preview(&self, text: &str) -> Answer<Result<Effects, ApiError>> {
        let preview = self.position()?.preview(text);
        Ok(preview.map(|(_, effects)| effects).map_err(ApiError::from))
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

/// A game played through, and its last position.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Inspected {
    #[serde(flatten)]
    replay: Replay,
    #[cfg_attr(test, ts(type = "Core.View"))]
    view: View,
}

async fn inspect(Json(asked): Json<GameLine>) -> Answer<axum::Json<Inspected>> {
    aside(move || {
        let replay = Replay::new(&*asked.open()?, &asked.line)?;
        let view = replay.position.view();
        Ok(axum::Json(Inspected { replay, view }))
    })
    .await
}

#[derive(Deserialize)]
struct Export {
    #[serde(flatten)]
    played: GameLine,
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
        played: &GameLine,
        tags: BTreeMap<String, String>,
        format: &str,
    ) -> Answer<File> {
        let game = played.open()?;
        // So that a mistake in a move is told as that, with its ply.
        let line = game.canonical(&played.line)?;
        let record = Record {
            game: game.name(),
            tags,
            start: line.start,
            moves: line.moves.into_iter().map(Into::into).collect(),
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
    aside(move || File::write(&export.played, export.tags, &export.format)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_agents::games;
    use papan_agents::games::family_of;

    fn played(game: &str, moves: &[&str]) -> GameLine {
        GameLine {
            game: game.to_owned(),
            line: LineOfPlay::moves(moves.iter().copied()),
        }
    }

    #[test]
    fn a_preview_says_what_a_move_does_or_why_not() {
        let played = |moves: &[&str]| played("othello", moves);
        let preview = |text| played(&["d3"]).preview(text).unwrap();
        assert_eq!(preview("c5").unwrap().phrases[0].code, "flips");
        assert_eq!(preview("d3").unwrap_err().code, "occupied");
    }

    #[test]
    fn whoever_replays_says_which_ply_is_wrong_and_why() {
        let wrong = played("othello", &["d3", "d3", "c5"]);
        let errors = |asked: &GameLine| {
            [
                asked.preview("c5").err().unwrap(),
                asked.position().err().unwrap(),
                Replay::new(&*asked.open().unwrap(), &asked.line)
                    .err()
                    .unwrap(),
                File::write(asked, BTreeMap::new(), "json").err().unwrap(),
            ]
        };
        for error in errors(&wrong) {
            assert_eq!(
                (error.code, &error.parameters["ply"]),
                ("occupied", &1.into())
            );
        }
        let nowhere = GameLine {
            line: LineOfPlay {
                start: Some("nowhere".to_owned()),
                ..LineOfPlay::default()
            },
            ..wrong
        };
        for error in errors(&nowhere) {
            assert_eq!(error.code, "position");
            assert!(error.parameters.is_empty());
        }
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
            let played = played(game, moves);
            for format in games::open(game).unwrap().formats() {
                let Ok(file) = File::write(&played, BTreeMap::new(), format.name) else {
                    // Formats of problems need a position and its solution, and some hold
                    // finished games only.
                    continue;
                };
                assert!(file.name.ends_with(format.extension), "{}", file.name);
                let records = import::read(&file.bytes, None, None).unwrap();
                // Some formats hold positions alone.
                if records[0].start.is_none() {
                    assert_eq!(
                        records[0].moves, played.line.moves,
                        "{game} {}",
                        format.name
                    );
                }
                assert_eq!(
                    family_of(&records[0].game),
                    family_of(game),
                    "{}",
                    format.name
                );
            }
        }
    }

    #[test]
    fn too_many_moves_are_refused() {
        let long = played("congklak", &["1"; MOVES + 1]);
        assert_eq!(long.position().err().unwrap().code, "too-long");
    }
}
