//! Games that nobody plays here: inspected, written to files, read from files. Nothing is
//! kept.

mod import;
#[cfg(test)]
pub(crate) use import::Imported;
pub(crate) use import::Imports;

use crate::{
    error::{Answer, ApiError},
    opened,
    replay::Replay,
    request::{Asked, Response},
    route::Route,
    runtime::aside,
};
use papan_core::{AnyGame, AnyPosition, Effects, LineOfPlay, Record, View};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The most moves of a game that is inspected: many more than any game has.
pub(crate) const MOVES: usize = 1_000;

pub(crate) const ROUTES: &[Route] = &[
    Route::json("POST", "/api/inspect", |_, asked| Box::pin(inspect(asked))),
    Route::json("POST", "/api/export", |_, asked| Box::pin(export(asked))),
    Route::json("POST", "/api/import", |house, asked| {
        Box::pin(import::import(house, asked))
    }),
];

/// A game and a line of play in it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct GameLine {
    /// The game with its parameters.
    pub(crate) game: String,
    /// Where it begins, when not at the usual position.
    #[serde(default)]
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) start: Option<String>,
    /// What was played.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub(crate) moves: Vec<String>,
}

impl GameLine {
    /// The line of play up to a ply.
    pub(crate) fn until(&self, ply: usize) -> LineOfPlay {
        LineOfPlay {
            start: self.start.clone(),
            moves: self.moves[..ply].to_vec(),
        }
    }

    /// The whole line of play.
    pub(crate) fn line(&self) -> LineOfPlay {
        self.until(self.moves.len())
    }

    /// Opens the game, and refuses a line that is longer than any game.
    pub(crate) fn open(&self) -> Answer<Arc<dyn AnyGame>> {
        let moves = self.moves.len();
        if moves > MOVES {
            let text = format!("{moves} moves: up to {MOVES} are allowed");
            return Err(ApiError::bad("too-long", text).with("most", MOVES));
        }
        Ok(opened::open(&self.game)?)
    }

    /// The position at the end, played through the rules.
    pub(crate) fn position(&self) -> Answer<Box<dyn AnyPosition>> {
        Ok(self.open()?.after(&self.line())?)
    }

    /// What a move would do there, or why it is not allowed.
    pub(crate) fn preview(&self, text: &str) -> Answer<Previewed> {
        let preview = self.position()?.preview(text);
        Ok(Previewed::of(text, preview.map_err(ApiError::from)))
    }
}

/// What a move would do, or why it is not allowed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Previewed {
    #[serde(rename = "move")]
    pub(crate) played: String,
    #[cfg_attr(test, ts(type = "Core.Effects | null"))]
    pub(crate) effects: Option<Effects>,
    pub(crate) error: Option<ApiError>,
}

impl Previewed {
    /// A move as it was asked about, and what the rules say of it.
    pub(crate) fn of(text: &str, result: Answer<(String, Effects)>) -> Previewed {
        let (played, effects, error) = match result {
            Ok((written, effects)) => (written, Some(effects), None),
            Err(error) => (text.to_owned(), None, Some(error)),
        };
        Previewed {
            played,
            effects,
            error,
        }
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

async fn inspect(asked: Asked) -> Answer<Response> {
    let asked: GameLine = asked.json()?;
    aside(move || {
        let replay = Replay::new(&*asked.open()?, &asked.line())?;
        let view = replay.position.view();
        Response::json(&Inspected { replay, view })
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
    bytes: Vec<u8>,
    name: String,
}

impl File {
    /// Writes a record in one of the formats of its game; the ending of its name follows.
    pub(crate) fn write(
        game: &dyn AnyGame,
        record: Record,
        format: &str,
        name: &str,
    ) -> Answer<File> {
        let formats = game.formats();
        let mut known = formats.iter();
        let known = known.find(|known| known.name.eq_ignore_ascii_case(format));
        let extension = known.map_or("txt", |known| known.extension);
        Ok(File {
            bytes: game.write(format, &[record])?,
            name: format!("{name}.{extension}"),
        })
    }
}

impl From<File> for Response {
    fn from(file: File) -> Response {
        let kind = match std::str::from_utf8(&file.bytes) {
            Ok(_) => "text/plain; charset=utf-8",
            Err(_) => "application/octet-stream",
        };
        let disposition = format!("attachment; filename=\"{}\"", file.name);
        Response::of(kind, file.bytes).with_header("content-disposition", disposition)
    }
}

impl Export {
    fn write(self) -> Answer<File> {
        let game = self.played.open()?;
        // So that a mistake in a move is told as that, with its ply.
        let line = game.canonical(&self.played.line())?;
        let record = Record {
            game: game.name(),
            tags: self.tags,
            start: line.start,
            moves: line.moves.into_iter().map(Into::into).collect(),
            values: Vec::new(),
        };
        let short = record.game.split(':').next().unwrap_or("game").to_owned();
        File::write(&*game, record, &self.format, &short)
    }
}

async fn export(asked: Asked) -> Answer<Response> {
    let export: Export = asked.json()?;
    aside(move || export.write().map(Response::from)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_agents::games;
    use papan_agents::games::family_of;

    fn played(game: &str, moves: &[&str]) -> GameLine {
        GameLine {
            game: game.to_owned(),
            start: None,
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
        }
    }

    fn written(played: &GameLine, format: &str) -> Answer<File> {
        let export = Export {
            played: played.clone(),
            tags: BTreeMap::new(),
            format: format.to_owned(),
        };
        export.write()
    }

    #[test]
    fn a_preview_says_what_a_move_does_or_why_not() {
        let played = |moves: &[&str]| played("othello", moves);
        let preview = |text| played(&["d3"]).preview(text).unwrap();
        assert_eq!(preview("c5").effects.unwrap().phrases[0].code, "flips");
        assert_eq!(preview("d3").error.unwrap().code, "occupied");
    }

    #[test]
    fn whoever_replays_says_which_ply_is_wrong_and_why() {
        let wrong = played("othello", &["d3", "d3", "c5"]);
        let errors = |asked: &GameLine| {
            [
                asked.preview("c5").err().unwrap(),
                asked.position().err().unwrap(),
                Replay::new(&*asked.open().unwrap(), &asked.line())
                    .err()
                    .unwrap(),
                written(asked, "json").err().unwrap(),
            ]
        };
        for error in errors(&wrong) {
            assert_eq!(
                (&*error.code, &error.parameters["ply"]),
                ("occupied", &1.into())
            );
        }
        let nowhere = GameLine {
            start: Some("nowhere".to_owned()),
            ..played("othello", &[])
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
                let Ok(file) = written(&played, format.name) else {
                    // Formats of problems need a position and its solution, and some hold
                    // finished games only.
                    continue;
                };
                assert!(file.name.ends_with(format.extension), "{}", file.name);
                let records = import::read(&file.bytes, None, None, &import::Wanted::default())
                    .unwrap()
                    .records;
                // Some formats hold positions alone.
                if records[0].start.is_none() {
                    assert_eq!(records[0].moves, played.moves, "{game} {}", format.name);
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
