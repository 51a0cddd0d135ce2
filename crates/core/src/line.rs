//! Where a game begins and what is played from there, and the one loop that plays it again.
//!
//! Everything that replays moves rests on [`walk`]: records and files, openings, the ledger,
//! reports, protocols, the commands and the page. It checks every move and says which one is
//! wrong and why.

use crate::{Game, MoveError, Notation, PositionError, Random};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A start and moves, as text, so that any program can carry it.
///
/// ```
/// use papan_core::{LineOfPlay, Notation, example::Nim};
///
/// let nim = Nim::new(7);
/// let line = LineOfPlay::moves(["3", "2"]);
/// let last = line.walk(&nim, |_, _| {}).unwrap();
/// assert_eq!(nim.position_text(&last), "2 0");
///
/// let wrong = LineOfPlay { start: Some("4 1".to_owned()), ..LineOfPlay::moves(["3", "2"]) };
/// assert_eq!(
///     wrong.walk(&nim, |_, _| {}).unwrap_err().to_string(),
///     "move 2: '2' is not allowed: only 1 left"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineOfPlay {
    /// The first position, when it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves that are played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// What is wrong with a line of play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// Its start is no position of the game.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move cannot be played.
    #[error("move {number}: {problem}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// Why not.
        problem: MoveError,
    },
}

/// A line of play, replayed.
#[derive(Clone, Debug)]
pub struct Replayed<G: Game> {
    /// Each move with the position before it.
    pub played: Vec<(G::Position, G::Move)>,
    /// The position after all of them.
    pub last: G::Position,
}

impl<G: Game> Replayed<G> {
    /// A line that begins here, with nothing played yet.
    pub fn from(first: G::Position) -> Replayed<G> {
        Replayed {
            played: Vec::new(),
            last: first,
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, played: G::Move) {
        self.played.push((self.last, played));
        game.play(&mut self.last, played);
    }

    /// The same as text.
    pub fn text(&self, game: &G) -> LineOfPlay
    where
        G: Notation,
    {
        let moves = self.played.iter();
        LineOfPlay {
            start: start_text(game, &self.first()),
            ..LineOfPlay::moves(moves.map(|(before, played)| game.move_text(before, *played)))
        }
    }

    /// Takes back all moves but the first `plies`.
    pub fn cut(&mut self, plies: usize) {
        if let Some(&(before, _)) = self.played.get(plies) {
            self.last = before;
            self.played.truncate(plies);
        }
    }

    /// The position before the first move.
    pub fn first(&self) -> G::Position {
        self.played.first().map_or(self.last, |(first, _)| *first)
    }

    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.played.iter().map(|&(_, played)| played)
    }
}

impl LineOfPlay {
    /// Moves from the standard start.
    pub fn moves(moves: impl IntoIterator<Item: Into<String>>) -> LineOfPlay {
        LineOfPlay {
            start: None,
            moves: moves.into_iter().map(Into::into).collect(),
        }
    }

    /// Plays the line through the rules and returns the position at its end. `visit` is given
    /// each move and the position before it.
    pub fn walk<G: Notation>(
        &self,
        game: &G,
        visit: impl FnMut(&G::Position, G::Move),
    ) -> Result<G::Position, LineError> {
        walk(game, self.start.as_deref(), &self.moves, visit)
    }

    /// Plays the line through the rules and keeps every position and move.
    pub fn replay<G: Notation>(&self, game: &G) -> Result<Replayed<G>, LineError> {
        replay(game, self.start.as_deref(), &self.moves)
    }

    /// The same line as the game itself writes it, without a start that is the standard one.
    ///
    /// ```
    /// use papan_core::{LineOfPlay, example::Nim};
    ///
    /// let line = LineOfPlay { start: Some("7 0\n".to_owned()), ..LineOfPlay::moves(["03"]) };
    /// assert_eq!(line.canonical(&Nim::new(7)), Ok(LineOfPlay::moves(["3"])));
    /// ```
    pub fn canonical<G: Notation>(&self, game: &G) -> Result<LineOfPlay, LineError> {
        let mut moves = Vec::with_capacity(self.moves.len());
        let start = first_position(game, self.start.as_deref())?;
        walk_from(game, start, &self.moves, |position, played| {
            moves.push(game.move_text(position, played));
        })?;
        Ok(LineOfPlay {
            start: start_text(game, &start),
            moves,
        })
    }
}

/// The position that a line begins with.
pub fn first_position<G: Notation>(
    game: &G,
    start: Option<&str>,
) -> Result<G::Position, PositionError> {
    match start {
        None => Ok(game.start()),
        Some(text) => game.parse_position(text),
    }
}

/// The text of a first position; `None` for the standard one.
pub fn start_text<G: Notation>(game: &G, start: &G::Position) -> Option<String> {
    (*start != game.start()).then(|| game.position_text(start))
}

/// Plays moves, each checked, and returns the position after them. `visit` is given each move
/// and the position before it. [`LineOfPlay::walk`] is the same for a line that is one
/// already.
pub fn walk<G: Notation>(
    game: &G,
    start: Option<&str>,
    moves: impl IntoIterator<Item: AsRef<str>>,
    visit: impl FnMut(&G::Position, G::Move),
) -> Result<G::Position, LineError> {
    walk_from(game, first_position(game, start)?, moves, visit)
}

/// The same from a position that is known already.
pub fn walk_from<G: Notation>(
    game: &G,
    mut position: G::Position,
    moves: impl IntoIterator<Item: AsRef<str>>,
    mut visit: impl FnMut(&G::Position, G::Move),
) -> Result<G::Position, LineError> {
    for (number, text) in (1..).zip(moves) {
        let played = game
            .parse_move(&position, text.as_ref())
            .map_err(|problem| LineError::Move { number, problem })?;
        visit(&position, played);
        game.play(&mut position, played);
    }
    Ok(position)
}

/// Plays moves, each checked, and keeps every position and move.
pub fn replay<G: Notation>(
    game: &G,
    start: Option<&str>,
    moves: impl IntoIterator<Item: AsRef<str>>,
) -> Result<Replayed<G>, LineError> {
    let mut played = Vec::new();
    let last = walk(game, start, moves, |position, next| {
        played.push((*position, next));
    })?;
    Ok(Replayed { played, last })
}

/// A line of `plies` random moves from the standard start. It never ends the game: when chance
/// would, it is drawn again, and in a game so short that chance always would, it stops before
/// the end.
pub fn random_line<G: Notation>(game: &G, plies: u32, random: &mut Random) -> LineOfPlay {
    const TRIES: usize = 20;
    let plies = plies as usize;
    let (mut longest, mut line, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TRIES {
        let mut position = game.start();
        line.clear();
        while line.len() < plies {
            choices.clear();
            game.moves(&position, &mut choices);
            if choices.is_empty() {
                break;
            }
            let choice = choices[random.below(choices.len())];
            game.play(&mut position, choice);
            if game.turn(&position).is_none() {
                break;
            }
            line.push(choice);
        }
        if line.len() > longest.len() {
            std::mem::swap(&mut longest, &mut line);
        }
        if longest.len() == plies {
            break;
        }
    }
    LineOfPlay {
        start: None,
        moves: game.line_text(&game.start(), &longest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{erase, example::Nim};

    #[test]
    fn every_replay_names_the_move_and_the_reason() {
        let nim = Nim::new(7);
        let erased = erase(nim);
        let errors = |line: &LineOfPlay| {
            let errors = [
                line.walk(&nim, |_, _| {}).unwrap_err(),
                line.replay(&nim).unwrap_err(),
                line.canonical(&nim).unwrap_err(),
                erased.replay(line, &mut |_, _, _| {}).err().unwrap(),
                erased.canonical(line).unwrap_err(),
            ];
            errors.map(|error| error.to_string())
        };
        for error in errors(&LineOfPlay::moves(["3", "9", "1"])) {
            assert_eq!(
                error,
                "move 2: '9' is not a move: expected a number from 1 to 3"
            );
        }
        let elsewhere = LineOfPlay {
            start: Some("seven".to_owned()),
            ..LineOfPlay::moves(["9"])
        };
        for error in errors(&elsewhere) {
            assert!(error.starts_with("not a position of nim:matches=7: no blank"));
        }
    }

    #[test]
    fn a_walk_sees_each_move_in_its_position() {
        let nim = Nim::new(7);
        let line = LineOfPlay::moves(["3", "02", "1"]);
        let mut seen = Vec::new();
        let last = erase(nim)
            .replay(&line, &mut |before, text, after| {
                seen.push(format!("{}: {text}: {}", before.text(), after.text()));
            })
            .unwrap();
        assert_eq!(seen, ["7 0: 3: 4 1", "4 1: 2: 2 0", "2 0: 1: 1 1"]);
        assert_eq!(last.text(), "1 1");
        let replayed = line.replay(&nim).unwrap();
        assert_eq!(replayed.first(), nim.start());
        assert_eq!(nim.position_text(&replayed.last), "1 1");
    }

    #[test]
    fn a_line_is_written_as_little_as_possible() {
        let text = |line: &LineOfPlay| serde_json::to_string(line).unwrap();
        assert_eq!(text(&LineOfPlay::default()), "{}");
        let line = LineOfPlay {
            start: Some("5 1".to_owned()),
            ..LineOfPlay::moves(["3"])
        };
        assert_eq!(text(&line), r#"{"start":"5 1","moves":["3"]}"#);
        assert_eq!(
            serde_json::from_str::<LineOfPlay>(&text(&line)).unwrap(),
            line
        );
        assert!(serde_json::from_str::<LineOfPlay>(r#"{"Moves":[]}"#).is_err());
    }

    #[test]
    fn random_lines_leave_something_to_play() {
        for matches in 0..20 {
            let nim = Nim::new(matches);
            let line = random_line(&nim, 8, &mut Random::new(matches.into()));
            let last = line.walk(&nim, |_, _| {}).unwrap();
            assert_eq!(nim.turn(&last).is_some(), matches > 0);
            assert!(line.moves.len() <= 8);
        }
        let line = random_line(&Nim::new(100), 8, &mut Random::new(1));
        assert_eq!(line.moves.len(), 8);
    }
}
