//! Games from files.

use super::arguments::expected;
use papan_core::{
    Notation, Record,
    files::{self, MOST_FOR_GAMES},
    formats::formats,
};
use std::{ops::ControlFlow, path::Path};

/// A first position and the moves from there on.
type Loaded<G> = (
    <G as papan_core::Game>::Position,
    Vec<<G as papan_core::Game>::Move>,
);

/// The first game of a file, up to before a move when its number is given.
pub(super) fn load<G: Notation>(game: &G, arguments: &str) -> Result<Loaded<G>, String> {
    let (file, before) = match arguments.rsplit_once(' ') {
        Some((file, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (file.trim(), number.parse::<usize>().ok())
        }
        _ => (arguments, None),
    };
    if file.is_empty() {
        return Err(expected("loadsgf FILE [MOVE_NUMBER]"));
    }
    let record = read_first(game, Path::new(file));
    let replayed = record.and_then(|record| record.replay(game).map_err(|e| e.to_string()));
    let replayed = replayed.map_err(|problem| format!("cannot load file: {problem}"))?;
    let count = before.map_or(usize::MAX, |number| number.saturating_sub(1));
    Ok((replayed.first(), replayed.moves().take(count).collect()))
}

/// The first game of a file, in the format that its name says or else in SGF.
fn read_first<G: Notation>(game: &G, file: &Path) -> Result<Record, String> {
    let bytes = files::read(file, MOST_FOR_GAMES).map_err(|error| error.problem.to_string())?;
    let ending = file.extension().and_then(|ending| ending.to_str());
    let by_name = formats::<G>().find(|format| Some(format.extension) == ending);
    let format = by_name
        .or_else(|| formats::<G>().find(|format| format.name.ends_with("sgf")))
        .ok_or_else(|| {
            let endings: Vec<&str> = formats::<G>().map(|format| format.extension).collect();
            let (name, endings) = (game.name(), endings.join(", "));
            format!("{name} has no SGF; files may end with {endings}")
        })?;
    let mut first = None;
    let read = (format.each)(game, &bytes, &mut |record| {
        first = Some(record);
        ControlFlow::Break(())
    });
    read.map_err(|error| error.to_string())?;
    first.ok_or_else(|| "it holds no game".to_owned())
}
