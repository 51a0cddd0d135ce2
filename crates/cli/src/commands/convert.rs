//! `papan convert`

use crate::{
    input::mistake,
    output::{self, NewFile},
};
use anyhow::Result;
use clap::Args;
use papan_core::{
    AnyGame, Record,
    files::{self, MOST_FOR_GAMES},
};
use serde_json::json;
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Convert games and positions between the file formats of a game
///
/// Every game is played through by the rules on the way. Formats are found by the ends
/// of the file names where they are not given; papan games lists those of each game.
#[derive(Args)]
#[command(after_help = "Examples:
  papan convert othello WTH_2024.wtb games.ggf
  papan convert othello problems.obf --to json
  echo f5d6c3 | papan convert othello --from transcript --to sgf
  papan convert blokus-duo game.blksgf --to lines")]
pub(crate) struct Arguments {
    /// The game with its parameters
    game: String,

    /// The file to read; standard input when it is missing or -
    input: Option<PathBuf>,

    /// The file to write; standard output when it is missing or -
    output: Option<PathBuf>,

    /// The format to read
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,

    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,

    /// Replace the output file if it is there
    #[arg(long)]
    force: bool,

    /// Write one JSON object about the conversion: {"game", "games", "from", "to",
    /// "output"}; needs an output file (--to json converts to JSON)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let game = papan_agents::games::open(&arguments.game)?;
    let input = arguments
        .input
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let output_file = arguments
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let from = format_of(&*game, arguments.from.as_deref(), input, "--from")?;
    let to = format_of(&*game, arguments.to.as_deref(), output_file, "--to")?;
    if arguments.json && output_file.is_none() {
        return mistake(
            "--json reports on a conversion into a file: name an output file, or convert --to json",
        );
    }
    if let Some(path) = output_file {
        output::check_place(path, arguments.force)?;
    }
    let bytes = match input {
        Some(path) => files::read(path, MOST_FOR_GAMES)?,
        None => files::read_standard_input(MOST_FOR_GAMES)?,
    };
    let converter = Converter {
        game: &*game,
        from: &from,
        to: &to,
    };
    let Some(path) = output_file else {
        converter.run(&bytes, &mut |piece| output::bytes(piece))?;
        return Ok(());
    };
    let mut file = NewFile::begin(path, arguments.force)?;
    let count = converter.run(&bytes, &mut |piece| file.write(piece))?;
    file.finish()?;
    if arguments.json {
        return output::json(&json!({
            "game": game.name(),
            "games": count,
            "from": from,
            "to": to,
            "output": path.display().to_string(),
        }));
    }
    output::text(&format!(
        "{count} games from {from} to {to}: {}",
        path.display()
    ))
}

/// The format that was asked for, or that the file name ends in.
fn format_of(
    game: &dyn AnyGame,
    given: Option<&str>,
    file: Option<&Path>,
    option: &str,
) -> Result<String> {
    let formats = game.formats();
    if let Some(name) = given {
        // A name that is none is for the game to refuse.
        let known = formats
            .iter()
            .find(|format| format.name.eq_ignore_ascii_case(name));
        return Ok(known.map_or(name, |format| format.name).to_owned());
    }
    let extension = file
        .and_then(Path::extension)
        .and_then(|extension| extension.to_str());
    let known = formats.iter().find(|format| {
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(format.extension))
    });
    if let Some(format) = known {
        return Ok(format.name.to_owned());
    }
    let names: Vec<String> = formats
        .iter()
        .map(|format| format!("{} (.{})", format.name, format.extension))
        .collect();
    let place = file.map_or("standard input or output".to_owned(), |path| {
        path.display().to_string()
    });
    mistake(format!(
        "which format has {place}? Say {option} and one of: {}",
        names.join(", ")
    ))
}

/// How many games are held in memory at once, where the format can be written piece by piece.
const PIECE: usize = 1_000;

/// How many games a file may have that must be written as a whole: a game takes some 7 kB.
const MOST_AT_ONCE: usize = 150_000;

/// From one format into another.
struct Converter<'a> {
    game: &'a dyn AnyGame,
    from: &'a str,
    to: &'a str,
}

impl Converter<'_> {
    /// Converts a file piece by piece, as far as the other format allows it; returns how many
    /// games there were.
    fn run(&self, bytes: &[u8], write: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<usize> {
        let formats = self.game.formats();
        let joins = formats
            .iter()
            .any(|known| known.name == self.to && known.joins);
        let mut records = Vec::new();
        let mut count = 0;
        let mut ended = Ok(());
        self.game.each_record(self.from, bytes, &mut |record| {
            records.push(record);
            count += 1;
            if joins && records.len() == PIECE {
                ended = self.write(&mut records, write);
            } else if records.len() > MOST_AT_ONCE {
                ended = mistake(format!(
                    "a {} file is written as a whole, and at most {MOST_AT_ONCE} games at once; \
                     convert to another format, or split the file",
                    self.to
                ));
            }
            match ended {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        ended?;
        if !records.is_empty() || count == 0 || !joins {
            self.write(&mut records, write)?;
        }
        Ok(count)
    }

    fn write(
        &self,
        records: &mut Vec<Record>,
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let written = self.game.write(self.to, records);
        records.clear();
        write(&written?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces are what a file is written in as a whole, whatever the format.
    #[test]
    fn many_games_are_converted_as_few_are() {
        let game = papan_agents::games::open("othello").unwrap();
        let lines = "othello | start | f5 d6\n".repeat(2 * PIECE + 1);
        let records = game.read("lines", lines.as_bytes()).unwrap();
        for format in game.formats() {
            let Ok(expected) = game.write(format.name, &records) else {
                panic!("{} holds games", format.name);
            };
            let converter = Converter {
                game: &*game,
                from: "lines",
                to: format.name,
            };
            let (mut written, mut pieces) = (Vec::<u8>::new(), 0);
            let count = converter.run(lines.as_bytes(), &mut |piece| {
                written.extend(piece);
                pieces += 1;
                Ok(())
            });
            assert_eq!(count.unwrap(), 2 * PIECE + 1);
            assert!(written == expected, "{}", format.name);
            assert_eq!(pieces, if format.joins { 3 } else { 1 }, "{}", format.name);
        }
    }
}
