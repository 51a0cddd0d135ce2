//! Games that can be played back by someone who does not know the rules.
//!
//! A board is what the game draws: lines of text. From one board to the next little
//! changes, so that only this is kept.

use serde::Serialize;

/// A game as its first board and what every move changed.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Replay {
    /// The board before the first move.
    pub first: String,
    /// The moves.
    pub steps: Vec<Step>,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Step {
    /// The move as the game writes it.
    pub text: String,
    /// The seat that made it.
    pub seat: usize,
    /// What the mover thought of the position, more being better for it.
    pub value: Option<f64>,
    /// How long it took; a move of the opening took nobody's time.
    pub seconds: Option<f64>,
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

/// Writes a replay down move by move.
///
/// ```
/// use papan_report::tournament::{Recorder, Step};
///
/// let mut recorder = Recorder::new("a b\n. .");
/// let step = Step { text: "b1".to_owned(), seat: 0, ..Step::default() };
/// recorder.step(step, "a b\n. X");
/// let replay = recorder.finish();
/// assert_eq!(replay.steps[0].changes.len(), 1);
/// assert_eq!(replay.boards(), ["a b\n. .", "a b\n. X"]);
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    replay: Replay,
    board: String,
}

impl Recorder {
    /// A replay from this board on.
    pub fn new(board: impl Into<String>) -> Recorder {
        let board = board.into();
        Recorder {
            replay: Replay {
                first: board.clone(),
                steps: Vec::new(),
            },
            board,
        }
    }

    /// Adds a move, with the board behind it. Changes that the step has are replaced.
    pub fn step(&mut self, step: Step, board: impl Into<String>) -> &mut Recorder {
        let board = board.into();
        let changes = changes(&self.board, &board);
        self.replay.steps.push(Step { changes, ..step });
        self.board = board;
        self
    }

    /// The moves that took time, as a [`Game`](super::Game) has them.
    pub fn pace(&self) -> Vec<(u32, usize, f64)> {
        let steps = (1..).zip(&self.replay.steps);
        steps
            .filter_map(|(ply, step)| Some((ply, step.seat, step.seconds?)))
            .collect()
    }

    /// The whole replay.
    pub fn finish(self) -> Replay {
        self.replay
    }
}

impl Replay {
    /// All boards, the first and the one behind every move.
    pub fn boards(&self) -> Vec<String> {
        let mut boards = vec![self.first.clone()];
        for step in &self.steps {
            let board = applied(boards.last().unwrap_or(&self.first), &step.changes);
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
