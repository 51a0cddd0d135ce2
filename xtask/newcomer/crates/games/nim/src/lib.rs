//! Nim with three heaps: take any number of matches from one of them; whoever takes the last
//! match wins.

use papan_core::{
    Effects, Encoding, Family, Game, MoveError, Notation, Phrase, PositionError, Scores, Seat, key,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};
use serde::Serialize;

const HEAPS: usize = 3;
/// The most matches that a heap can have.
const MOST: usize = 11;
const POSITION_FORM: &str = "the heaps joined by commas and the seat to move, as in '3,4,5 0'";
const MOVE_FORM: &str = "a heap from a to c and a number of matches, as in 'b2'";

/// Nim as the catalogue names it.
pub const PRESETS: &[Entry] = &[Entry {
    name: "nim",
    summary: "three heaps; whoever takes the last match wins",
    parameters: &[Parameter {
        name: "matches",
        kind: Kind::Integer(1, 9),
        default: "3",
        summary: "the matches of the smallest heap; each of the others has one more",
    }],
}];

/// What is true of Nim besides its rules.
pub const FAMILIES: &[Family] = &[Family {
    name: "nim",
    geometry: "heaps",
    presets: &["nim"],
    variants: &[],
    work: &[],
}];

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nim {
    matches: u8,
}

/// What is left, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    left: [u8; HEAPS],
    mover: Seat,
}

/// Matches taken from a heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    heap: usize,
    count: u8,
}

/// What lies where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    /// The matches of each heap.
    pub heaps: [u8; HEAPS],
}

/// What a move does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Details {
    /// The heap, from 0.
    pub heap: usize,
    /// The matches taken.
    pub taken: u8,
}

impl Nim {
    /// The game that settings describe.
    pub fn from_settings(settings: &Settings) -> Result<Nim, SpecError> {
        let matches = settings.integer("matches") as u8;
        Ok(Nim { matches })
    }
}

fn letter(heap: usize) -> char {
    (b'a' + heap as u8) as char
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        Heaps {
            left: std::array::from_fn(|heap| self.matches + heap as u8),
            mover: Seat::FIRST,
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self, position: &Heaps) -> Option<Seat> {
        position
            .left
            .iter()
            .any(|&left| left > 0)
            .then_some(position.mover)
    }

    fn moves(&self, position: &Heaps, moves: &mut Vec<Take>) {
        for (heap, &left) in position.left.iter().enumerate() {
            moves.extend((1..=left).map(|count| Take { heap, count }));
        }
    }

    fn play(&self, position: &mut Heaps, taken: Take) {
        position.left[taken.heap] = position.left[taken.heap].saturating_sub(taken.count);
        position.mover = position.mover.next(2);
    }

    fn scores(&self, position: &Heaps) -> Scores {
        let mut points = [0, 0];
        if self.turn(position).is_none() {
            points[position.mover.next(2).index()] = 1;
        }
        Scores::new(&points)
    }

    fn key(&self, position: &Heaps) -> u64 {
        let [a, b, c] = position.left.map(u64::from);
        key::of_words([a << 16 | b << 8 | c, position.mover.index() as u64])
    }
}

impl Encoding for Nim {
    fn actions(&self) -> usize {
        HEAPS * MOST
    }

    fn action(&self, taken: Take) -> usize {
        taken.heap * MOST + usize::from(taken.count) - 1
    }

    fn move_of(&self, action: usize) -> Option<Take> {
        (action < self.actions()).then_some(Take {
            heap: action / MOST,
            count: (action % MOST) as u8 + 1,
        })
    }

    fn planes(&self) -> Vec<String> {
        vec!["the matches of each heap".to_owned()]
    }

    fn plane_size(&self) -> (usize, usize) {
        (1, HEAPS)
    }

    fn longest_game(&self) -> usize {
        HEAPS * MOST
    }

    fn observe(&self, position: &Heaps, _: Seat, planes: &mut [u8]) {
        planes.copy_from_slice(&position.left);
    }
}

impl Notation for Nim {
    type Board = Board;
    type Details = Details;

    fn family(&self) -> &'static Family {
        &FAMILIES[0]
    }

    fn name(&self) -> String {
        match self.matches {
            3 => "nim".to_owned(),
            matches => format!("nim:matches={matches}"),
        }
    }

    fn is_named(&self, text: &str) -> bool {
        Settings::parse("game", text, PRESETS)
            .and_then(|settings| Nim::from_settings(&settings))
            .is_ok_and(|game| game == *self)
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["first", "second"][seat.index()].to_owned()
    }

    fn position_text(&self, position: &Heaps) -> String {
        let heaps = position.left.map(|left| left.to_string()).join(",");
        format!("{heaps} {}", position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, PositionError> {
        let error = |problem: &str| PositionError {
            game: self.name(),
            problem: problem.to_owned(),
            expected: POSITION_FORM,
        };
        let (heaps, mover) = text.trim().split_once(' ').ok_or(error("no blank"))?;
        let left: Vec<u8> = heaps
            .split(',')
            .map_while(|heap| heap.parse().ok())
            .collect();
        Ok(Heaps {
            left: left.try_into().map_err(|_| error("not three heaps"))?,
            mover: match mover {
                "0" => Seat::FIRST,
                "1" => Seat::SECOND,
                _ => return Err(error("no such seat")),
            },
        })
    }

    fn move_text(&self, _: &Heaps, taken: Take) -> String {
        format!("{}{}", letter(taken.heap), taken.count)
    }

    fn parse_move(&self, position: &Heaps, text: &str) -> Result<Take, MoveError> {
        if self.turn(position).is_none() {
            return Err(MoveError::game_over(text));
        }
        let word = text.trim().to_ascii_lowercase();
        let heap = (0..HEAPS).find(|&heap| word.starts_with(letter(heap)));
        let count = word.get(1..).and_then(|count| count.parse().ok());
        match heap.zip(count) {
            Some((heap, count)) if (1..=position.left[heap]).contains(&count) => {
                Ok(Take { heap, count })
            }
            Some((heap, _)) => Err(MoveError::illegal(
                text,
                "too-many",
                format!("heap {} has {}", letter(heap), position.left[heap]),
            )),
            None => Err(MoveError::syntax(text, MOVE_FORM)),
        }
    }

    fn draw(&self, position: &Heaps) -> String {
        let line =
            |(heap, &left): (usize, &u8)| format!("{} {}", letter(heap), "|".repeat(left.into()));
        position
            .left
            .iter()
            .enumerate()
            .map(line)
            .collect::<Vec<String>>()
            .join("\n")
    }

    fn board(&self, position: &Heaps) -> Board {
        Board {
            heaps: position.left,
        }
    }

    fn effects(&self, _: &Heaps, taken: Take) -> Effects<Details> {
        Effects {
            summary: format!("takes {}", taken.count),
            phrases: vec![Phrase::new("takes", [("count", taken.count)])],
            details: Details {
                heap: taken.heap,
                taken: taken.count,
            },
        }
    }
}
