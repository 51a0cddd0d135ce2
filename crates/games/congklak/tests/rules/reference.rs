//! The rules as their text has them, one seed at a time on plain lists, without regard
//! for speed. It shares nothing with the crate but the rules' values.

use papan_congklak::{Capture, Direction, End, Relay, Rules};

/// A board with the seeds of A and B by column, their stores and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    rules: Rules,
    rows: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
}

/// A place on the board: a column of a row, or a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    Hole(usize, usize),
    Store(usize),
}

impl Reference {
    pub(crate) fn start(rules: Rules) -> Reference {
        let row = vec![u32::from(rules.seeds); rules.holes.into()];
        Reference {
            rules,
            rows: [row.clone(), row],
            stores: [0, 0],
            mover: 0,
        }
    }

    /// Reads a position text that is known to be well formed, and settles it.
    pub(crate) fn read(rules: Rules, text: &str) -> Reference {
        let parts: Vec<&str> = text.split(' ').collect();
        let side = |part: &str| -> (Vec<u32>, u32) {
            let (row, store) = part.split_once(':').unwrap();
            let row = row.split(',').map(|seeds| seeds.parse().unwrap()).collect();
            (row, store.parse().unwrap())
        };
        let (a, b) = (side(parts[0]), side(parts[1]));
        let mut board = Reference {
            rules,
            rows: [a.0, b.0],
            stores: [a.1, b.1],
            mover: if parts[2] == "A" { 0 } else { 1 },
        };
        board.settle();
        board
    }

    pub(crate) fn text(&self) -> String {
        let side = |seat: usize| {
            let row: Vec<String> = self.rows[seat].iter().map(u32::to_string).collect();
            format!("{}:{}", row.join(","), self.stores[seat])
        };
        format!("{} {} {}", side(0), side(1), ["A", "B"][self.mover])
    }

    pub(crate) fn moves(&self) -> Vec<usize> {
        let row = &self.rows[self.mover];
        (0..row.len()).filter(|&column| row[column] > 0).collect()
    }

    /// Who is to move, or would be if the game were not over.
    pub(crate) fn mover(&self) -> usize {
        self.mover
    }

    pub(crate) fn total(&self) -> u32 {
        self.rows.iter().flatten().chain(&self.stores).sum()
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let children = self.moves().into_iter().map(|column| {
            let mut child = self.clone();
            child.play(column);
            child.perft(depth - 1)
        });
        children.sum()
    }

    /// Plays a move and returns how often seeds were picked up.
    pub(crate) fn play(&mut self, column: usize) -> u32 {
        let (mover, opponent) = (self.mover, 1 - self.mover);
        let mut spot = Spot::Hole(mover, column);
        let mut pick_ups = 0;
        let seeds_before_last = loop {
            pick_ups += 1;
            let mut hand = std::mem::take(self.seeds(spot));
            while hand > 0 {
                spot = self.next(spot);
                if spot == Spot::Store(opponent) {
                    spot = self.next(spot);
                }
                *self.seeds(spot) += 1;
                hand -= 1;
            }
            let before = *self.seeds(spot) - 1;
            let relays_left = match self.rules.relay {
                Relay::Unlimited => true,
                Relay::AtMost(relays) => pick_ups <= relays,
            };
            let in_hole = matches!(spot, Spot::Hole(..));
            if !(in_hole && before > 0 && relays_left) {
                break before;
            }
        };
        match spot {
            Spot::Store(_) if self.rules.extra_turn => {}
            Spot::Hole(row, column) if row == mover && seeds_before_last == 0 => {
                let opposite = self.rows[opponent][column];
                let captures = match self.rules.capture {
                    Capture::Own => true,
                    Capture::Opposite => opposite != 0,
                    Capture::Off => false,
                };
                if captures {
                    self.stores[mover] += 1 + opposite;
                    self.rows[mover][column] = 0;
                    self.rows[opponent][column] = 0;
                }
                self.mover = opponent;
            }
            _ => self.mover = opponent,
        }
        self.settle();
        pick_ups
    }

    fn seeds(&mut self, spot: Spot) -> &mut u32 {
        match spot {
            Spot::Hole(row, column) => &mut self.rows[row][column],
            Spot::Store(seat) => &mut self.stores[seat],
        }
    }

    /// The next place around the whole board, both stores included. Clockwise: the top row
    /// to the right, A's store, the bottom row to the left, B's store.
    fn next(&self, spot: Spot) -> Spot {
        let last = self.rows[0].len() - 1;
        let (top_end, bottom_end) = match self.rules.direction {
            Direction::Clockwise => (last, 0),
            Direction::Counterclockwise => (0, last),
        };
        let step =
            |column: usize, towards: usize| if towards == 0 { column - 1 } else { column + 1 };
        match spot {
            Spot::Hole(0, column) if column == top_end => Spot::Store(0),
            Spot::Hole(0, column) => Spot::Hole(0, step(column, top_end)),
            Spot::Store(0) => Spot::Hole(1, top_end),
            Spot::Hole(_, column) if column == bottom_end => Spot::Store(1),
            Spot::Hole(_, column) => Spot::Hole(1, step(column, bottom_end)),
            Spot::Store(_) => Spot::Hole(0, bottom_end),
        }
    }

    fn settle(&mut self) {
        let left = [0, 1].map(|seat| self.rows[seat].iter().sum::<u32>());
        let over = match self.rules.end {
            End::Mover => left[self.mover] == 0,
            End::Either => left[0] == 0 || left[1] == 0,
            End::Pass => {
                if left[self.mover] == 0 && left[1 - self.mover] > 0 {
                    self.mover = 1 - self.mover;
                }
                false
            }
        };
        if over {
            for (seat, left) in left.into_iter().enumerate() {
                self.stores[seat] += left;
                self.rows[seat].fill(0);
            }
        }
    }
}
