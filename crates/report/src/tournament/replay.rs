//! Games that can be played back by someone who does not know the rules.
//!
//! A board is what the game draws: lines of text. From one board to the next little
//! changes, so that only this is kept.

use papan_arena::GameResult;
use papan_core::{AnyGame, AnyPosition};
use serde::Serialize;

/// The boards of a game: the first, and what every move changed. The moves themselves are the
/// plies of the game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Replay {
    /// The board before the first move.
    pub first: String,
    /// What each move did.
    pub frames: Vec<ReplayFrame>,
}

/// What one move did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ReplayFrame {
    /// The seat that made it, counted from 0: also in the opening, where plies do not tell.
    pub seat: usize,
    /// What changed on the board, from the beginning to the end of its text.
    pub changes: Vec<Change>,
}

/// A part of a text that is replaced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// Where it begins in the text as it was, in characters.
    pub place: usize,
    /// How many characters go.
    pub removed: usize,
    /// What comes instead.
    pub text: String,
}

impl Replay {
    /// The boards of a game; `None` when its moves are not those of the rules.
    pub fn of(game: &dyn AnyGame, result: &GameResult) -> Option<Replay> {
        let mut boards = Vec::with_capacity(result.plies.len() + 1);
        let mut seats = Vec::with_capacity(result.plies.len());
        let mut look = |position: &dyn AnyPosition| {
            boards.push(position.draw());
            position.turn()
        };
        let start = result.job.opening.start.as_deref();
        let last = game.walk(start, &mut result.moves(), &mut |position, _, _| {
            seats.extend(look(position).map(papan_core::Seat::index));
        });
        look(&*last.ok()?);
        Some(Replay::new(&boards, &seats))
    }

    /// The replay of some boards, and the seats that made the moves between them.
    ///
    /// ```
    /// use papan_report::tournament::Replay;
    ///
    /// let boards = ["a b\n. .", "a b\n. X"];
    /// let replay = Replay::new(&boards, &[0]);
    /// assert_eq!(replay.frames[0].changes.len(), 1);
    /// assert_eq!(replay.boards(), boards);
    /// ```
    pub fn new(boards: &[impl AsRef<str>], seats: &[usize]) -> Replay {
        let frames = boards
            .windows(2)
            .zip(seats)
            .map(|(pair, &seat)| ReplayFrame {
                seat,
                changes: changes(pair[0].as_ref(), pair[1].as_ref()),
            });
        Replay {
            first: boards.first().map_or("", AsRef::as_ref).to_owned(),
            frames: frames.collect(),
        }
    }

    /// All boards, the first and the one behind every move.
    pub fn boards(&self) -> Vec<String> {
        let mut boards = vec![self.first.clone()];
        for frame in &self.frames {
            let board = applied(boards.last().unwrap_or(&self.first), &frame.changes);
            boards.push(board);
        }
        boards
    }
}

/// Equal characters between two changes of a line that cost less than a further change.
const BRIDGE: usize = 6;

/// What must be replaced in one text to get the other.
///
/// ```
/// use papan_report::tournament::{applied, changes};
///
/// let changed = changes("1 . . .\nleft: 10", "1 X . .\nleft: 9");
/// assert_eq!(changed.len(), 2);
/// assert_eq!(applied("1 . . .\nleft: 10", &changed), "1 X . .\nleft: 9");
/// ```
pub fn changes(before: &str, after: &str) -> Vec<Change> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split('\n').collect(), after.split('\n').collect());
    if old.len() != new.len() {
        return replaced(before, after, 0).into_iter().collect();
    }
    let mut changes = Vec::new();
    let mut place = 0;
    for (old, new) in old.into_iter().zip(new) {
        let length = old.chars().count();
        match length == new.chars().count() {
            true => overwritten(old, new, place, &mut changes),
            false => changes.extend(replaced(old, new, place)),
        }
        place += length + 1;
    }
    changes
}

/// A text with parts of it replaced.
pub fn applied(before: &str, changes: &[Change]) -> String {
    let mut characters = before.chars();
    let mut after = String::with_capacity(before.len());
    let mut place = 0;
    for change in changes {
        after.extend(characters.by_ref().take(change.place.saturating_sub(place)));
        for _ in 0..change.removed {
            characters.next();
        }
        after += &change.text;
        place = change.place + change.removed;
    }
    after.extend(characters);
    after
}

/// One change from the first to the last character that differs.
fn replaced(old: &str, new: &str, place: usize) -> Option<Change> {
    if old == new {
        return None;
    }
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&char, &char)>| {
        pairs.take_while(|(old, new)| old == new).count()
    };
    let front = same(&mut old.iter().zip(&new));
    let back = same(&mut old[front..].iter().rev().zip(new[front..].iter().rev()));
    Some(Change {
        place: place + front,
        removed: old.len() - front - back,
        text: new[front..new.len() - back].iter().collect(),
    })
}

/// The changes of a line that stays as long as it was.
fn overwritten(old: &str, new: &str, place: usize, changes: &mut Vec<Change>) {
    let new: Vec<char> = new.chars().collect();
    let mut run: Option<(usize, usize)> = None;
    let mut close = |(first, last): (usize, usize)| {
        changes.push(Change {
            place: place + first,
            removed: last - first + 1,
            text: new[first..=last].iter().collect(),
        });
    };
    let differing = old.chars().zip(&new).enumerate();
    for (index, _) in differing.filter(|(_, (old, new))| old != *new) {
        run = match run {
            Some((first, last)) if index - last <= BRIDGE => Some((first, index)),
            before => {
                before.map(&mut close);
                Some((index, index))
            }
        };
    }
    run.map(&mut close);
}
