//! Files of games of which nobody says what they are.

use crate::games;
use papan_core::{AnyGame, Record, spec::SpecError};
use thiserror::Error;

/// Why a file cannot be read.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Unreadable {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// No format holds.
    #[error("there are no games of {game} in any of the formats{}", last(.problem))]
    Nothing {
        /// What it was read as.
        game: String,
        /// What the only format said that was tried.
        problem: Option<String>,
    },
}

fn last(problem: &Option<String>) -> String {
    let problem = problem.as_ref();
    problem.map_or(String::new(), |problem| format!(": {problem}"))
}

/// The games in a file, their moves as the game itself writes them. Of all that can be read as
/// such, in the order of the catalogue, the first that can be played through is taken; a game or a
/// format that is given is the only one that is tried.
///
/// ```
/// use papan_agents::reading::read;
///
/// let records = read(b"f5d6c3d3c4", None, None).unwrap();
/// assert_eq!((&*records[0].game, records[0].moves.len()), ("othello", 5));
/// assert!(read(b"nothing of the kind", None, None).is_err());
/// ```
pub fn read(
    bytes: &[u8],
    game: Option<&str>,
    format: Option<&str>,
) -> Result<Vec<Record>, Unreadable> {
    let named = named(bytes);
    let names: Vec<&str> = match game {
        Some(game) => vec![game],
        None => {
            let own = named.as_deref().into_iter();
            let presets = games::families().flat_map(|family| family.presets);
            let variants = games::families().flat_map(|family| family.variants);
            own.chain(presets.chain(variants).copied()).collect()
        }
    };
    let mut problem = None;
    for name in names {
        let game = games::open(name)?;
        for known in game.formats() {
            if format.is_some_and(|wanted| !wanted.eq_ignore_ascii_case(known.name)) {
                continue;
            }
            match read_as(&*game, known.name, bytes) {
                Ok(records) if !records.is_empty() => return Ok(records),
                Ok(_) => {}
                Err(found) => problem = Some(found),
            }
        }
    }
    Err(Unreadable::Nothing {
        game: game.unwrap_or("any game").to_owned(),
        problem: problem.filter(|_| game.is_some() && format.is_some()),
    })
}

/// The game that a file itself names, where it has other parameters than any in the catalogue: as
/// JSON, or at the beginning of a line.
fn named(bytes: &[u8]) -> Option<String> {
    // The name stands at the beginning, whatever comes behind it.
    let bytes = &bytes[..bytes.len().min(2_000)];
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    let in_json = || {
        let (_, rest) = text.split_once("\"game\"")?;
        let (_, rest) = rest.split_once('"')?;
        Some(rest.split_once('"')?.0)
    };
    let in_line = || Some(text.lines().next()?.split_once(" | ")?.0);
    let name = in_json().or_else(in_line)?.trim();
    games::open(name).is_ok().then(|| name.to_owned())
}

fn read_as(game: &dyn AnyGame, format: &str, bytes: &[u8]) -> Result<Vec<Record>, String> {
    let records = game
        .read(format, bytes)
        .map_err(|error| error.to_string())?;
    let canonical = |mut record: Record| {
        // A file may hold games with other parameters.
        let game = games::open(&record.game).map_err(|error| error.to_string())?;
        let line = game
            .canonical(&record.line())
            .map_err(|error| error.to_string())?;
        record.game = game.name();
        record.start = line.start;
        for (recorded, text) in record.moves.iter_mut().zip(line.moves) {
            recorded.text = text;
        }
        Ok(record)
    };
    records.into_iter().map(canonical).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_name_a_game_with_any_parameters() {
        for text in [
            "adjacency:rounds=5 | start | c4 d4",
            "[{\"game\": \"adjacency:rounds=5\", \"tags\": {}, \"start\": null, \"moves\": [{\"move\": \"c4\"}, {\"move\": \"d4\"}]}]",
        ] {
            let records = read(text.as_bytes(), None, None).unwrap();
            assert_eq!(records[0].game, "adjacency:rounds=5", "{text}");
            assert_eq!(records[0].moves.len(), 2);
        }
        assert!(read(b"chess:rounds=5 | start | c4", None, None).is_err());
        // What cannot be a text has no name.
        assert_eq!(named(&[0xff, 0xfe]), None);
    }
}
