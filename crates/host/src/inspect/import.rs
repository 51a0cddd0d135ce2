//! Files and texts from elsewhere: whose game it is and how it is written is found out by
//! trying.

use super::MOVES;
use crate::{
    error::{Answer, ApiError},
    house::House,
    limits::IMPORTS,
    opened,
    request::{Asked, Response},
    runtime::alone,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use papan_agents::games::{families, family_of};
use papan_core::{AnyGame, Record, formats};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::Semaphore;

/// The most games of a file that are given back at once.
const GAMES: usize = 500;
/// The most files that may lie beside one of games.
const BESIDE: usize = 4;

#[derive(Deserialize)]
pub(super) struct Import {
    text: Option<String>,
    base64: Option<String>,
    game: Option<String>,
    format: Option<String>,
    #[serde(flatten)]
    wanted: Wanted,
}

/// Which games of a file are wanted: a large one is looked at page by page.
#[derive(Deserialize, Default)]
pub(super) struct Wanted {
    /// Files with names of players and the like.
    #[serde(default)]
    beside: Vec<Beside>,
    /// How many of the games that are meant come before the first one.
    #[serde(default)]
    offset: usize,
    /// The most games, if fewer than the server gives.
    limit: Option<usize>,
    /// What some tag of a game must contain.
    #[serde(default)]
    search: String,
    /// The tag that games are sorted by; else they come as in the file.
    #[serde(default)]
    sort: String,
}

/// A file that lies beside one of games.
#[derive(Deserialize)]
struct Beside {
    /// How its name ends, without the dot.
    extension: String,
    base64: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Imported {
    pub(super) records: Vec<Read>,
    /// How many games the file has.
    count: usize,
    /// How many of them are meant by the search.
    found: usize,
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

/// Whose turn it is to have a file read. Reading one may take a hundred times its memory.
pub(crate) struct Imports(Arc<Semaphore>);

impl Default for Imports {
    fn default() -> Imports {
        Imports(Arc::new(Semaphore::new(IMPORTS)))
    }
}

pub(super) async fn import(house: Arc<House>, asked: Asked) -> Answer<Response> {
    let import: Import = asked.json()?;
    let turns = Arc::clone(&house.imports.0);
    let turn = turns.acquire_owned().await.map_err(ApiError::internal)?;
    let json = alone(move || {
        // Until it is read, also when nobody waits for it any more.
        let _turn = turn;
        import.read()
    });
    Ok(Response::of("application/json", json.await?))
}

impl Import {
    /// The games that were sent, as JSON.
    fn read(self) -> Answer<String> {
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(text)) => decoded(&text)?,
            _ => {
                let text = "either text or base64 must be given";
                return Err(ApiError::bad("request", text));
            }
        };
        let (game, format) = (self.game.as_deref(), self.format.as_deref());
        let imported = read(&bytes, game, format, &self.wanted)?;
        serde_json::to_string(&imported).map_err(ApiError::internal)
    }
}

impl Wanted {
    /// The files beside that of the games: how their names end, and their bytes.
    fn files(&self) -> Answer<Vec<(&str, Vec<u8>)>> {
        if self.beside.len() > BESIDE {
            let text = format!("at most {BESIDE} files may lie beside one of games");
            return Err(ApiError::bad("request", text));
        }
        (self.beside.iter())
            .map(|file| Ok((file.extension.as_str(), decoded(&file.base64)?)))
            .collect()
    }

    /// The games that are meant, in their order.
    fn of(&self, records: Vec<Record>) -> Vec<Record> {
        let search = self.search.to_lowercase();
        let has = |record: &Record| {
            let mut texts = record.tags.values();
            search.is_empty() || texts.any(|text| text.to_lowercase().contains(&search))
        };
        let mut found: Vec<Record> = records.into_iter().filter(has).collect();
        if !self.sort.is_empty() {
            // A game without the tag comes last.
            found.sort_by_cached_key(|record| {
                let text = record.tag(&self.sort).map(by_size);
                (text.is_none(), text)
            });
        }
        found
    }
}

/// A text as it is sorted: numbers in it count by their size, so that B+2 comes before B+10.
fn by_size(text: &str) -> Vec<(String, u64)> {
    let text = text.to_lowercase();
    let mut rest = text.as_str();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let (letters, from_digit) = rest.split_at(rest.find(is_digit).unwrap_or(rest.len()));
        let end = from_digit.find(|letter| !is_digit(letter));
        let (digits, after) = from_digit.split_at(end.unwrap_or(from_digit.len()));
        let number = match digits {
            "" => 0,
            digits => digits.parse().unwrap_or(u64::MAX),
        };
        parts.push((letters.to_owned(), number));
        rest = after;
    }
    parts
}

fn decoded(text: &str) -> Answer<Vec<u8>> {
    STANDARD
        .decode(text)
        .map_err(|error| ApiError::bad("base64", format!("base64: {error}")))
}

/// The games of a file. Of all that can be read as such, the first that can be played
/// through is taken.
pub(super) fn read(
    bytes: &[u8],
    game: Option<&str>,
    format: Option<&str>,
    wanted: &Wanted,
) -> Answer<Imported> {
    let beside = wanted.files()?;
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
        if let Some(found) = read_as(&*game, bytes, format, wanted, &beside, &mut problem)? {
            return Ok(found);
        }
        if format.is_none()
            && let Some(found) = read_position(&*game, bytes)?
        {
            return Ok(Imported {
                records: vec![found],
                count: 1,
                found: 1,
            });
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
    wanted: &Wanted,
    beside: &[(&str, Vec<u8>)],
    problem: &mut Option<ApiError>,
) -> Answer<Option<Imported>> {
    for known in game.formats() {
        if format.is_some_and(|wanted| wanted != known.name) {
            continue;
        }
        let mut records = match game.read(known.name, bytes) {
            Ok(records) => records,
            Err(error) => {
                *problem = Some(error.into());
                continue;
            }
        };
        let count = records.len();
        if count == 0 {
            continue;
        }
        for (extension, bytes) in beside {
            for record in &mut records {
                game.complete(record, extension, bytes);
            }
        }
        let found = wanted.of(records);
        let limit = wanted.limit.unwrap_or(GAMES).min(GAMES);
        let page = found.iter().skip(wanted.offset).take(limit);
        let read: Answer<Vec<Read>> = page.map(|record| played(record, known.name)).collect();
        match read {
            Ok(records) => {
                return Ok(Some(Imported {
                    records,
                    count,
                    found: found.len(),
                }));
            }
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
            let read = read(text.as_bytes(), Some(game), None, &Wanted::default())
                .unwrap()
                .records;
            assert_eq!(read[0].start.as_deref(), Some(position.text().as_str()));
            assert!(read[0].moves.is_empty());
            let found = super::read(text.as_bytes(), None, None, &Wanted::default())
                .unwrap()
                .records;
            let family = family_of(game).unwrap().name;
            assert_eq!(found[0].family, family, "{game}: {text}");
        }
    }

    #[test]
    fn a_large_file_is_read_page_by_page_with_the_names_beside_it() {
        let othello = games::open("othello").unwrap();
        let lines: Vec<u8> = b"f5d6c3d3c4\n".repeat(1_234);
        let mut records = othello.read("transcript", &lines).unwrap();
        for (number, record) in records.iter_mut().enumerate() {
            record.set_tag("black-number", (number % 2 + 1).to_string());
            record.set_tag("theoretical-score", "32");
        }
        let bytes = othello.write("wthor", &records).unwrap();
        let mut names = vec![0; 16];
        for name in ["", "Tamaki", "Ross"] {
            let mut padded = name.as_bytes().to_vec();
            padded.resize(20, 0);
            names.extend(padded);
        }
        let wanted = |offset, search: &str| Wanted {
            beside: vec![Beside {
                extension: "JOU".to_owned(),
                base64: STANDARD.encode(&names),
            }],
            offset,
            limit: Some(100),
            search: search.to_owned(),
            sort: "black".to_owned(),
        };
        let page = |offset, search| read(&bytes, None, None, &wanted(offset, search)).unwrap();
        let last = page(1_200, "");
        assert_eq!(
            (last.records.len(), last.count, last.found),
            (34, 1_234, 1_234)
        );
        assert_eq!(last.records[0].tags["black"], "Tamaki");
        let ross = page(0, "rOSS");
        assert_eq!((ross.records.len(), ross.found), (100, 617));
        assert!(ross.records.iter().all(|game| game.tags["black"] == "Ross"));
        assert_eq!(page(0, "nobody").records.len(), 0);
    }

    #[test]
    fn numbers_in_tags_are_sorted_by_their_size() {
        let mut texts = ["W+4", "B+10", "b+2", "0", "B+2.5", "Open 12", "open 2"];
        texts.sort_by_cached_key(|text| by_size(text));
        assert_eq!(
            texts,
            ["0", "b+2", "B+2.5", "B+10", "open 2", "Open 12", "W+4"]
        );
        // A number that is too large to be read is larger than all others.
        assert!(by_size("99999999999999999999999") > by_size("5"));
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
            let error = read(bytes, game, format, &Wanted::default()).err().unwrap();
            assert_eq!(error.code, code, "{}", error.text);
        }
    }
}
