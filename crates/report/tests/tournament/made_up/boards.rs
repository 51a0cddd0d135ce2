//! Boards that change as those of real games do.

use super::Chance;

/// Othello by its rules, played badly.
pub(super) struct Othello {
    squares: [[char; 8]; 8],
    turn: usize,
    plies: usize,
}

const DISCS: [char; 2] = ['X', 'O'];

impl Othello {
    pub(super) fn new() -> Othello {
        let mut squares = [['.'; 8]; 8];
        (squares[3][3], squares[3][4]) = ('O', 'X');
        (squares[4][3], squares[4][4]) = ('X', 'O');
        Othello {
            squares,
            turn: 0,
            plies: 0,
        }
    }

    /// The discs that a move turns over.
    fn turned(&self, row: usize, column: usize, seat: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        if self.squares[row][column] != '.' {
            return all;
        }
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let mut line = Vec::new();
            let (mut row, mut column) = (row as i32 + down, column as i32 + right);
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let place = (row as usize, column as usize);
                match self.squares[place.0][place.1] {
                    '.' => break,
                    disc if disc == DISCS[seat] => {
                        all.append(&mut line);
                        break;
                    }
                    _ => line.push(place),
                }
                (row, column) = (row + down, column + right);
            }
        }
        all
    }

    fn moves(&self, seat: usize) -> Vec<(usize, usize)> {
        let squares = (0..64).map(|index| (index / 8, index % 8));
        squares
            .filter(|(row, column)| !self.turned(*row, *column, seat).is_empty())
            .collect()
    }

    /// One move, or nothing at the end. The stronger take the corners and the fewest discs.
    pub(super) fn play(
        &mut self,
        chance: &mut Chance,
        players: [usize; 2],
        number: usize,
    ) -> Option<(String, usize)> {
        if self.moves(self.turn).is_empty() {
            self.turn = 1 - self.turn;
        }
        let seat = self.turn;
        let moves = self.moves(seat);
        let thinks = chance.share() < (players[seat] as f64 + 0.5) / number as f64;
        let best = moves.iter().copied().min_by_key(|(row, column)| {
            let edge = |place: usize| [0, 3, 2, 1, 1, 2, 3, 0][place];
            (edge(*row) + edge(*column)) * 4 + self.turned(*row, *column, seat).len()
        })?;
        let (row, column) = match thinks && self.plies >= 4 {
            true => best,
            false => moves[chance.below(moves.len())],
        };
        for (row, column) in self.turned(row, column, seat) {
            self.squares[row][column] = DISCS[seat];
        }
        self.squares[row][column] = DISCS[seat];
        self.turn = 1 - seat;
        self.plies += 1;
        let text = format!("{}{}", (b'a' + column as u8) as char, row + 1);
        Some((text, seat))
    }

    fn count(&self, seat: usize) -> usize {
        let squares = self.squares.iter().flatten();
        squares.filter(|disc| **disc == DISCS[seat]).count()
    }

    pub(super) fn scores(&self) -> [i64; 2] {
        [0, 1].map(|seat| self.count(seat) as i64)
    }

    pub(super) fn lead(&self, seat: usize) -> i32 {
        self.count(seat) as i32 - self.count(1 - seat) as i32
    }

    pub(super) fn draw(&self) -> String {
        let moves = self.moves(self.turn);
        let mut lines = vec!["  a b c d e f g h".to_owned()];
        for (row, squares) in self.squares.iter().enumerate() {
            let mut line = (row + 1).to_string();
            for (column, disc) in squares.iter().enumerate() {
                line.push(' ');
                line.push(if moves.contains(&(row, column)) {
                    '+'
                } else {
                    *disc
                });
            }
            lines.push(line);
        }
        lines.join("\n") + "\n"
    }
}

/// Tiles of four colours, and hands that become shorter.
pub(super) struct Tiles {
    squares: Vec<Vec<char>>,
    hands: [Vec<&'static str>; 4],
    scores: Vec<i64>,
}

impl Tiles {
    pub(super) fn new() -> Tiles {
        let hand = || {
            "1 2 I3 V3 I4 L4 T4 O Z4 F L5 I5 P U V5 X Y Z5 W N T5"
                .split(' ')
                .collect()
        };
        Tiles {
            squares: vec![vec!['.'; 20]; 20],
            hands: [hand(), hand(), hand(), hand()],
            scores: vec![0; 4],
        }
    }

    pub(super) fn place(&mut self, chance: &mut Chance, seat: usize, strength: usize) -> String {
        let (row, column) = (chance.below(17), chance.below(17));
        let length = 1 + chance.below(3 + strength.min(1));
        for step in 0..length {
            let square = &mut self.squares[row + step.min(2)][column + step / 2];
            if *square == '.' {
                *square = char::from(b'1' + seat as u8);
                self.scores[seat] += 1;
            }
        }
        let last = self.hands[seat].len().saturating_sub(1);
        if last > 0 && chance.below(5) > 0 {
            self.hands[seat].remove(chance.below(last));
        }
        format!(
            "{}{},{}{}",
            (b'a' + column as u8) as char,
            20 - row,
            (b'b' + column as u8) as char,
            20 - row
        )
    }

    pub(super) fn scores(&self) -> Vec<i64> {
        self.scores.clone()
    }

    pub(super) fn draw(&self) -> String {
        let spread = |all: &[char]| {
            let all: Vec<String> = all.iter().map(char::to_string).collect();
            all.join(" ")
        };
        let letters: Vec<char> = ('a'..='t').collect();
        let mut lines = vec![format!("   {}", spread(&letters))];
        for (row, squares) in self.squares.iter().enumerate() {
            lines.push(format!("{:>2} {}", 20 - row, spread(squares)));
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            lines.push(format!("{} {}", seat + 1, hand.join(" ")));
        }
        lines.join("\n") + "\n"
    }
}
