//! The smallest complete game, for examples and tests: take one to three matches,
//! whoever takes the last one wins.

use crate::{
    Effects, Encoding, Family, Game, MoveError, Notation, Phrase, PositionError, Scores, Seat, key,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};
use serde::Serialize;

/// Nim with one heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nim {
    matches: u8,
}

/// What is left of the heap and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    left: u8,
    mover: Seat,
}

/// The heap as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    /// The matches that are left.
    pub left: u8,
}

/// What a move does as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Details {
    /// The matches that are taken.
    pub taken: u8,
}

impl Nim {
    /// A heap of this many matches.
    pub const fn new(matches: u8) -> Nim {
        Nim { matches }
    }

    /// The game that settings of one of the [`PRESETS`] describe.
    pub fn from_settings(settings: &Settings) -> Result<Nim, SpecError> {
        Ok(Nim::new(settings.integer("matches") as u8))
    }
}

/// Nim as the catalogue names a game.
pub const PRESETS: &[Entry] = &[Entry {
    name: "nim",
    summary: "take the last match",
    parameters: &[
        Parameter::new("matches", Kind::Integer(1, 99), "21").means("matches in the heap")
    ],
}];

/// What is true of Nim besides its rules.
pub const FAMILIES: &[Family] = &[Family {
    name: "nim",
    geometry: "heap",
    presets: &["nim"],
    variants: &[],
    work: &[],
}];

const POSITION_FORM: &str = "matches left and the seat to move, as in '7 0'";
const MOVE_FORM: &str = "a number from 1 to 3";

impl Game for Nim {
    type Position = Heap;
    type Move = u8;

    fn start(&self) -> Heap {
        Heap {
            left: self.matches,
            mover: Seat::FIRST,
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self, heap: &Heap) -> Option<Seat> {
        (heap.left > 0).then_some(heap.mover)
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.left.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u8) {
        heap.left -= taken;
        heap.mover = heap.mover.next(2);
    }

    fn is_legal(&self, heap: &Heap, taken: u8) -> bool {
        (1..=heap.left.min(3)).contains(&taken)
    }

    fn scores(&self, heap: &Heap) -> Scores {
        let mut points = [0, 0];
        if heap.left == 0 {
            points[heap.mover.next(2).index()] = 1;
        }
        Scores::new(&points)
    }

    fn key(&self, heap: &Heap) -> u64 {
        key::of_words([u64::from(heap.left), heap.mover.index() as u64])
    }
}

impl Encoding for Nim {
    fn actions(&self) -> usize {
        3
    }

    fn action(&self, taken: u8) -> usize {
        usize::from(taken) - 1
    }

    fn move_of(&self, action: usize) -> Option<u8> {
        (action < 3).then_some(action as u8 + 1)
    }

    fn planes(&self) -> Vec<String> {
        vec!["the matches that are left".to_owned()]
    }

    fn plane_size(&self) -> (usize, usize) {
        (1, 1)
    }

    fn longest_game(&self) -> usize {
        usize::from(self.matches)
    }

    fn observe(&self, heap: &Heap, _: Seat, planes: &mut [u8]) {
        planes[0] = heap.left;
    }
}

impl Notation for Nim {
    type Board = Board;
    type Details = Details;

    fn family(&self) -> &'static Family {
        &FAMILIES[0]
    }

    fn name(&self) -> String {
        format!("nim:matches={}", self.matches)
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["first", "second"][seat.index()].to_owned()
    }

    fn position_text(&self, heap: &Heap) -> String {
        format!("{} {}", heap.left, heap.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heap, PositionError> {
        let error = |problem: &str| PositionError {
            game: self.name(),
            problem: problem.to_owned(),
            expected: POSITION_FORM,
        };
        let (left, mover) = text.trim().split_once(' ').ok_or(error("no blank"))?;
        Ok(Heap {
            left: left.parse().map_err(|_| error("no number of matches"))?,
            mover: match mover {
                "0" => Seat::FIRST,
                "1" => Seat::SECOND,
                _ => return Err(error("no such seat")),
            },
        })
    }

    fn move_text(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }

    fn parse_move(&self, heap: &Heap, text: &str) -> Result<u8, MoveError> {
        match text.parse() {
            _ if heap.left == 0 => Err(MoveError::game_over(text)),
            Ok(taken @ 1..=3) if taken <= heap.left => Ok(taken),
            Ok(1..=3) => Err(MoveError::illegal(
                text,
                "too-many",
                format!("only {} left", heap.left),
            )),
            _ => Err(MoveError::syntax(text, MOVE_FORM)),
        }
    }

    fn draw(&self, heap: &Heap) -> String {
        "|".repeat(heap.left.into())
    }

    fn board(&self, heap: &Heap) -> Board {
        Board { left: heap.left }
    }

    fn effects(&self, _: &Heap, taken: u8) -> Effects<Details> {
        Effects {
            summary: format!("takes {taken}"),
            phrases: vec![Phrase::new("takes", [("count", taken)])],
            details: Details { taken },
        }
    }
}
