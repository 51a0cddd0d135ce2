//! Where games of a contest begin.

use papan_core::{
    AnyGame, AnyPosition, LineOfPlay, Random,
    files::{self, MOST_FOR_GAMES},
};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::{
    collections::HashSet,
    fmt,
    ops::ControlFlow,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};
use thiserror::Error;

/// How games begin, so that agents without chance do not play the same game for ever.
///
/// ```
/// use papan_arena::Openings;
///
/// assert_eq!("random:2".parse(), Ok(Openings::Random(2)));
/// assert_eq!(Openings::Start.to_string(), "start");
/// assert_eq!("file:WTH_2004.wtb,plies=8".parse::<Openings>().unwrap().to_string(), "file:WTH_2004.wtb,plies=8");
/// assert!("randon".parse::<Openings>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Openings {
    /// From the position that games begin with.
    #[default]
    Start,
    /// After this number of random plies.
    Random(u32),
    /// One after the other from a file: any format that the game has, told by the file's
    /// extension, or else moves line by line.
    File {
        /// The file.
        path: PathBuf,
        /// At most this number of plies of each game.
        plies: Option<u32>,
    },
    /// One after the other, over and over.
    List(Arc<[LineOfPlay]>),
}

/// A text that names no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOpenings(String);

impl fmt::Display for BadOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = papan_core::shortened(&self.0);
        write!(
            f,
            "'{text}' names no openings; write start, random:PLIES, file:PATH or \
             file:PATH,plies=PLIES, up to {MOST_PLIES} plies"
        )
    }
}

impl std::error::Error for BadOpenings {}

/// More random plies than this leave nothing to play for in most games.
const MOST_PLIES: u32 = 100;

fn plies(text: &str) -> Option<u32> {
    text.trim()
        .parse()
        .ok()
        .filter(|plies| *plies <= MOST_PLIES)
}

impl FromStr for Openings {
    type Err = BadOpenings;

    fn from_str(text: &str) -> Result<Openings, BadOpenings> {
        let openings = match text.trim().split_once(':') {
            None if text.trim() == "start" => Some(Openings::Start),
            Some(("random", count)) => plies(count).map(Openings::Random),
            Some(("file", place)) => match place.rsplit_once(",plies=") {
                Some((path, count)) if !path.trim().is_empty() => {
                    plies(count).map(|plies| Openings::File {
                        path: path.into(),
                        plies: Some(plies),
                    })
                }
                None if !place.trim().is_empty() => Some(Openings::File {
                    path: place.into(),
                    plies: None,
                }),
                _ => None,
            },
            _ => None,
        };
        openings.ok_or_else(|| BadOpenings(text.to_owned()))
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => f.write_str("start"),
            Openings::Random(plies) => write!(f, "random:{plies}"),
            Openings::File { path, plies: None } => write!(f, "file:{}", path.display()),
            Openings::File {
                path,
                plies: Some(plies),
            } => write!(f, "file:{},plies={plies}", path.display()),
            Openings::List(list) => write!(f, "{} given openings", list.len()),
        }
    }
}

impl Serialize for Openings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Openings that cannot be used.
#[derive(Debug, Error)]
#[error("openings {openings}: {problem}")]
pub struct OpeningsError {
    /// The file, or how they are drawn.
    pub openings: String,
    /// What is wrong with it, and where.
    pub problem: String,
}

impl OpeningsError {
    fn new(openings: impl fmt::Display, problem: impl fmt::Display) -> OpeningsError {
        OpeningsError {
            openings: openings.to_string(),
            problem: problem.to_string(),
        }
    }
}

/// How many plies half of all random games have at most, by a sample that is always the same.
fn median_of_random_games(game: &dyn AnyGame) -> u32 {
    const GAMES: u64 = 101;
    let start = game.start();
    let plies = |number| start.playouts(0, number..number + 1).moves;
    let mut lengths: Vec<u64> = (0..GAMES).map(plies).collect();
    lengths.sort_unstable();
    lengths[lengths.len() / 2] as u32
}

/// The openings of a game, ready to be asked for by number.
pub(crate) struct Opener {
    game: Arc<dyn AnyGame>,
    source: Source,
}

enum Source {
    Start,
    Random(u32),
    List(Arc<[LineOfPlay]>),
}

impl Opener {
    pub(crate) fn new(
        game: Arc<dyn AnyGame>,
        openings: &Openings,
    ) -> Result<Opener, OpeningsError> {
        let source = match openings {
            Openings::Start => Source::Start,
            Openings::Random(plies) => {
                let median = median_of_random_games(&*game);
                if *plies >= median {
                    let (name, most) = (game.name(), median - 1);
                    let problem = format!(
                        "chance would play the whole game, since half of all random games of {name} \
                         have at most {median} plies; write random:{most} or less"
                    );
                    return Err(OpeningsError::new(openings, problem));
                }
                Source::Random(*plies)
            }
            Openings::List(list) => Source::List(Arc::clone(list)),
            Openings::File { path, plies } => Source::List(read(&*game, path, *plies)?.into()),
        };
        Ok(Opener { game, source })
    }

    /// How many openings there are before they begin anew; `None` when there is no end.
    pub(crate) fn count(&self) -> Option<u64> {
        match &self.source {
            Source::Start => Some(1),
            Source::Random(_) => None,
            Source::List(list) => Some(list.len() as u64),
        }
    }

    /// Whether some games begin from other positions than the usual one.
    pub(crate) fn has_positions(&self) -> bool {
        match &self.source {
            Source::List(list) => list.iter().any(|opening| opening.start.is_some()),
            Source::Start | Source::Random(_) => false,
        }
    }

    /// What the openings follow from besides the seed, in a few letters: whether a file has
    /// been changed.
    pub(crate) fn digest(&self) -> String {
        match &self.source {
            Source::Start => "start".to_owned(),
            Source::Random(plies) => format!("random:{plies}"),
            Source::List(list) => {
                let mut digest = Sha256::new();
                for opening in list.iter() {
                    digest.update(opening.start.as_deref().unwrap_or_default());
                    for text in &opening.moves {
                        digest.update([b' ']);
                        digest.update(text);
                    }
                    digest.update([b'\n']);
                }
                let bytes = digest.finalize();
                let hex: String = bytes
                    .iter()
                    .take(8)
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                format!("list:{hex}")
            }
        }
    }

    /// The opening with this number.
    pub(crate) fn opening(&self, seed: u64, number: u64) -> LineOfPlay {
        match &self.source {
            Source::Start => LineOfPlay::default(),
            Source::Random(plies) => {
                let mut random = Random::for_item(seed, number);
                self.game.random_line(*plies, &mut random)
            }
            Source::List(list) => match list.is_empty() {
                true => LineOfPlay::default(),
                false => list[(number % list.len() as u64) as usize].clone(),
            },
        }
    }
}

/// The openings in a file, each once, in their order.
fn read(
    game: &dyn AnyGame,
    path: &Path,
    plies: Option<u32>,
) -> Result<Vec<LineOfPlay>, OpeningsError> {
    let wrong = |problem: String| OpeningsError::new(path.display(), problem);
    let bytes = files::read(path, MOST_FOR_GAMES);
    let bytes = bytes.map_err(|error| wrong(error.problem.to_string()))?;
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let format = game
        .formats()
        .into_iter()
        .find(|format| format.extension.eq_ignore_ascii_case(&extension));
    let mut list = OpeningList {
        game,
        plies: plies.map_or(usize::MAX, |plies| plies as usize),
        seen: HashSet::new(),
        openings: Vec::new(),
    };
    // Plain text may be moves with blanks between them, or a format of the game's own.
    let is_text = extension.eq_ignore_ascii_case("txt");
    let moves = match format.is_none() || is_text {
        true => Some(read_moves(game, &bytes)),
        false => None,
    };
    match (moves, format) {
        (Some(Ok(lines)), _) => lines.into_iter().try_for_each(|line| list.take(line)),
        (Some(Err(problem)), None) => Err(problem),
        (_, None) => Ok(()),
        (_, Some(format)) => {
            let mut taken = Ok(());
            let read = game.each_record(format.name, &bytes, &mut |record| {
                taken = list.take(record.line());
                match taken {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            read.map_err(|error| error.to_string()).and(taken)
        }
    }
    .map_err(wrong)?;
    match list.openings.is_empty() {
        true => Err(wrong(
            "there is no opening in it that leaves something to play".to_owned(),
        )),
        false => Ok(list.openings),
    }
}

/// How many different openings a file may have.
const MOST_OPENINGS: usize = 100_000;

/// Openings, each once, in the order in which they come.
struct OpeningList<'a> {
    game: &'a dyn AnyGame,
    /// How many moves are kept of each.
    plies: usize,
    seen: HashSet<LineOfPlay>,
    openings: Vec<LineOfPlay>,
}

impl OpeningList<'_> {
    fn take(&mut self, mut opening: LineOfPlay) -> Result<(), String> {
        opening.moves.truncate(self.plies);
        // What leaves nothing to play is no opening.
        let is_open = |last: Box<dyn AnyPosition>| last.turn().is_some();
        if self.game.after(&opening).is_ok_and(is_open) && self.seen.insert(opening.clone()) {
            if self.openings.len() == MOST_OPENINGS {
                return Err(format!(
                    "it has more than {MOST_OPENINGS} different openings, the most that are read; \
                     plies=N keeps only the first N moves of each"
                ));
            }
            self.openings.push(opening);
        }
        Ok(())
    }
}

/// One opening a line, as moves separated by blanks.
fn read_moves(game: &dyn AnyGame, bytes: &[u8]) -> Result<Vec<LineOfPlay>, String> {
    let text = papan_core::formats::text_of(bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let openings = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    openings
        .map(|(line, text)| {
            let moves = LineOfPlay::moves(text.split_whitespace());
            game.canonical(&moves)
                .map_err(|problem| format!("line {line}: {problem}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn opener(game: &str, openings: Openings) -> Opener {
        let game = Arc::from(papan_agents::games::open(game).unwrap());
        Opener::new(game, &openings).unwrap()
    }

    #[test]
    fn random_openings_follow_from_the_seed_and_leave_something_to_play() {
        let opener = opener("othello:size=4", Openings::Random(8));
        for number in 0..50 {
            let opening = opener.opening(3, number);
            assert_eq!(opening, opener.opening(3, number));
            assert!(!opening.moves.is_empty() && opening.moves.len() <= 8);
        }
        assert_ne!(opener.opening(3, 0), opener.opening(4, 0));
    }

    #[test]
    fn openings_that_would_be_whole_games_are_refused() {
        let game: Arc<dyn AnyGame> = Arc::from(papan_agents::games::open("othello").unwrap());
        let opened = |plies| Opener::new(Arc::clone(&game), &Openings::Random(plies));
        assert!(opened(30).is_ok() && opened(59).is_ok());
        let problem = opened(70).err().unwrap().to_string();
        assert_eq!(
            problem,
            "openings random:70: chance would play the whole game, since half of all random games \
             of othello have at most 60 plies; write random:59 or less"
        );
    }

    /// Ids of games in ledgers follow from openings: each is drawn as it always was.
    #[test]
    fn random_openings_never_change() {
        for (game, digest) in [
            ("othello", "d94f2ff866910e73a42bfd9d1dcc62b4"),
            ("blokus", "dea6bcca3504b723f4cdb93535f5ae14"),
            ("blokus-duo", "dea6bcca3504b723f4cdb93535f5ae14"),
            ("blokus-paper-duo", "e00fc4d62d4ea7707c24d56fd7a155e1"),
            ("blokus-classic", "e190a02ef8af8ef4dbd0c3e25499f933"),
            ("blokus-classic-2", "e190a02ef8af8ef4dbd0c3e25499f933"),
            ("blokus-classic-3", "e190a02ef8af8ef4dbd0c3e25499f933"),
            ("congklak", "1517f80f5ab0601cd3db11463531cc1b"),
            ("congklak-paper", "964135f3712c0e3a97a2d2626cee428d"),
            ("kalah", "560744c2d449476b841f92a9dafdf0e9"),
            ("adjacency", "37aab05f77a92fe8365ff8397bfa4b00"),
        ] {
            let opener = opener(game, Openings::Random(6));
            let text = |number| serde_json::to_string(&opener.opening(7, number)).unwrap();
            let drawn: Vec<String> = (0..100).map(text).collect();
            let found = crate::GameId::of(drawn.join("\n").as_bytes());
            assert_eq!(found.to_string(), digest, "{game}");
        }
    }

    #[test]
    fn files_give_each_opening_once() {
        let folder = std::env::temp_dir().join(format!("papan-openings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("openings.txt");
        fs::write(&file, "# two ways\nf5 d6 c3\nF5 D6 C4\n\nf5 f6\n").unwrap();
        let all = |plies| {
            let openings = Openings::File {
                path: file.clone(),
                plies,
            };
            opener("othello", openings)
        };
        assert_eq!(all(None).count(), Some(3));
        assert_eq!(all(Some(2)).count(), Some(2));
        assert_eq!(all(None).opening(1, 4).moves, ["f5", "d6", "c4"]);
        assert_ne!(all(None).digest(), all(Some(2)).digest());
        fs::write(&file, "f5 f5\n").unwrap();
        let game: Arc<dyn AnyGame> = Arc::from(papan_agents::games::open("othello").unwrap());
        let openings = Openings::File {
            path: file.clone(),
            plies: None,
        };
        let problem = Opener::new(game, &openings).err().unwrap().to_string();
        assert!(
            problem.contains("line 1: move 2: 'f5' is not allowed"),
            "{problem}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
