//! `papan convert`

use crate::{
    input::{Mistake, mistake},
    output,
};
use anyhow::{Context, Result};
use clap::Args;
use papan_core::AnyGame;
use serde_json::json;
use std::{
    fs,
    io::{self, Read},
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
    let bytes = read(input)?;
    let records = game.read(&from, &bytes)?;
    let written = game.write(&to, &records)?;
    let Some(path) = output_file else {
        return output::bytes(&written);
    };
    output::file(path, &written, arguments.force)?;
    if arguments.json {
        return output::json(&json!({
            "game": game.name(),
            "games": records.len(),
            "from": from,
            "to": to,
            "output": path.display().to_string(),
        }));
    }
    let count = records.len();
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

fn read(file: Option<&Path>) -> Result<Vec<u8>> {
    match file {
        Some(path) => fs::read(path)
            .map_err(|error| Mistake(format!("cannot read {}: {error}", path.display())).into()),
        None => {
            let mut bytes = Vec::new();
            io::stdin()
                .read_to_end(&mut bytes)
                .context("standard input")?;
            Ok(bytes)
        }
    }
}
