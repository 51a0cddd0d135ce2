//! Positions, moves and boards as text and data.

use crate::{
    Board, Congklak, Details, Direction, FAMILIES, Hole, MAX_TOTAL, Position, position::side, steps,
};
use papan_core::{
    Effects, Family, Game, MoveError, Notation, PositionError, Seat, SeatPlace, picture::Picture,
    shortened,
};

const POSITION_FORM: &str = "A's holes from the left and A's store, the same for B, and who is \
                             to move, as in '7,7,7,7,7,7,7:0 7,7,7,7,7,7,7:0 A'";
const MOVE_FORM: &str = "the number of a column, counted from 1";
const SEATS: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl Notation for Congklak {
    type Board = Board;
    type Details = Details;

    fn family(&self) -> &'static Family {
        &FAMILIES[0]
    }

    fn name(&self) -> String {
        self.preset.text(self.rules().values())
    }

    fn is_named(&self, text: &str) -> bool {
        Congklak::named(text).is_ok_and(|game| game.rules() == self.rules())
    }

    fn seat_name(&self, seat: Seat) -> String {
        side(seat).to_string()
    }

    fn board_size(&self) -> Option<usize> {
        Some(self.holes())
    }

    fn seat_place(&self, seat: Seat) -> Option<SeatPlace> {
        Some([SeatPlace::Top, SeatPlace::Bottom][seat.index()])
    }

    fn position_text(&self, position: &Position) -> String {
        let [top, bottom] = SEATS.map(|seat| {
            let holes: Vec<String> = self.row(position, seat).map(|n| n.to_string()).collect();
            format!("{}:{}", holes.join(","), self.store(position, seat))
        });
        let mover = side(Seat::new(position.mover()));
        format!("{top} {bottom} {mover}")
    }

    /// Reads a position and settles it: when it says that the game is over, what lies in
    /// the holes goes to its owner, and where a side without seeds is passed over, the
    /// other one is to move.
    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.read_position(text).map_err(|problem| PositionError {
            game: self.name(),
            problem,
            expected: POSITION_FORM,
        })
    }

    fn move_text(&self, _: &Position, played: Hole) -> String {
        played.to_string()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Hole, MoveError> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(MoveError::syntax(text, MOVE_FORM));
        }
        let Some(mover) = self.turn(position) else {
            return Err(MoveError::game_over(text));
        };
        // A number too large to read is too large for a column as well.
        match text.parse::<usize>().unwrap_or(usize::MAX) {
            number if !(1..=self.holes()).contains(&number) => Err(MoveError::illegal(
                text,
                "no-such-hole",
                format!("the columns are 1 to {}", self.holes()),
            )),
            number if self.seeds(position, mover, number - 1) == 0 => Err(MoveError::illegal(
                text,
                "empty-hole",
                format!("hole {number} of {} is empty", side(mover)),
            )),
            number => Ok(Hole::new(number - 1)),
        }
    }

    fn draw(&self, position: &Position) -> String {
        let clockwise = self.rules().direction == Direction::Clockwise;
        let (top_arrow, bottom_arrow) = if clockwise {
            ("->", "<-")
        } else {
            ("<-", "->")
        };
        let (left, right) = if clockwise { (1, 0) } else { (0, 1) };
        let cells = |cells: &mut dyn Iterator<Item = usize>| -> String {
            cells.map(|cell| format!("{cell:>4}")).collect()
        };
        let numbers = cells(&mut (1..=self.holes()));
        let [top, bottom] = SEATS.map(|seat| cells(&mut self.row(position, seat).map(usize::from)));
        let store = |seat: usize| {
            let seat = SEATS[seat];
            format!("{}{:>3}", side(seat), self.store(position, seat))
        };
        let gap = " ".repeat(numbers.len() + 6);
        [
            format!("       {numbers}"),
            format!("   A {top_arrow}{top}"),
            format!("{}{gap}{}", store(left), store(right)),
            format!("   B {bottom_arrow}{bottom}"),
            format!("       {numbers}"),
        ]
        .join("\n")
    }

    fn picture(&self, position: &Position, last: Option<(Seat, Hole)>) -> Picture {
        crate::picture::picture(self, position, last)
    }

    fn board(&self, position: &Position) -> Board {
        Board {
            holes: self.holes(),
            rows: SEATS.map(|seat| self.row(position, seat).collect()),
            stores: SEATS.map(|seat| self.store(position, seat)),
            direction: self.rules().direction,
        }
    }

    fn effects(&self, position: &Position, played: Hole) -> Effects<Details> {
        steps::effects(self.sowing(position, played))
    }
}

impl Congklak {
    fn read_position(&self, text: &str) -> Result<Position, String> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [top, bottom, mover] = parts[..] else {
            return Err(match parts.len() {
                1 => "there is one part instead of three".to_owned(),
                count => format!("there are {count} parts instead of three"),
            });
        };
        let top = self.read_side("A", top)?;
        let bottom = self.read_side("B", bottom)?;
        let mover = match mover {
            "A" | "a" => Seat::FIRST,
            "B" | "b" => Seat::SECOND,
            _ => return Err(format!("'{}' is neither A nor B", shortened(mover))),
        };
        let total: u32 = top
            .iter()
            .chain(&bottom)
            .map(|&seeds| u32::from(seeds))
            .sum();
        if total > MAX_TOTAL {
            return Err(format!(
                "there are {total} seeds in all, at most {MAX_TOTAL} fit"
            ));
        }
        let sides = [&top, &bottom].map(|side| (&side[..self.holes()], side[self.holes()]));
        Ok(self.position_of(sides, mover))
    }

    /// The holes of a side from the left, then its store.
    fn read_side(&self, name: &str, text: &str) -> Result<Vec<u8>, String> {
        let Some((holes, store)) = text.split_once(':') else {
            return Err(format!(
                "{name}'s side '{}' has no colon before its store",
                shortened(text)
            ));
        };
        let given = holes.split(',').count();
        if given != self.holes() {
            return Err(format!(
                "{name}'s row has {given} holes instead of {}",
                self.holes()
            ));
        }
        holes
            .split(',')
            .chain([store])
            .map(|seeds| read_seeds(name, seeds))
            .collect()
    }
}

fn read_seeds(name: &str, text: &str) -> Result<u8, String> {
    let quoted = shortened(text);
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "'{quoted}' on {name}'s side is not a number of seeds"
        ));
    }
    text.parse().map_err(|_| {
        format!("{quoted} seeds on {name}'s side are more than the {MAX_TOTAL} that fit")
    })
}
