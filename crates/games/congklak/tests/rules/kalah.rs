//! Kalah's exact values, as published, by a plain search over the rules.

use crate::{game, legal_moves};
use papan_congklak::{Congklak, Position};
use papan_core::{Game, Seat};
use std::collections::HashMap;

/// What lies in the holes, and who is to move: all that the rest of a game depends on.
type Holes = (Vec<u8>, Option<Seat>);

struct Solver {
    game: Congklak,
    /// The least and the most that the seat to move can still gain on the other.
    known: HashMap<Holes, (i32, i32)>,
}

impl Solver {
    /// The first player's margin at the end of a perfect game.
    fn margin(name: &str) -> i32 {
        let game = game(name);
        let start = game.start();
        let mut solver = Solver {
            game,
            known: HashMap::new(),
        };
        solver.gain(&start, -1000, 1000)
    }

    fn holes(&self, position: &Position) -> Holes {
        let columns = 0..usize::from(self.game.rules().holes);
        let seeds = |seat| {
            columns
                .clone()
                .map(move |column| self.game.seeds(position, seat, column))
        };
        (
            seeds(Seat::FIRST).chain(seeds(Seat::SECOND)).collect(),
            self.game.turn(position),
        )
    }

    /// How much the seat to move gains on the other until the end, when that is between
    /// `low` and `high`; otherwise a bound on the same side. Alpha-beta with a table.
    fn gain(&mut self, position: &Position, low: i32, high: i32) -> i32 {
        let Some(mover) = self.game.turn(position) else {
            return 0;
        };
        let holes = self.holes(position);
        let (least, most) = self.known.get(&holes).copied().unwrap_or((-1000, 1000));
        if least >= high || least == most {
            return least;
        }
        if most <= low {
            return most;
        }
        let (low, high) = (low.max(least), high.min(most));
        let difference = |scores: papan_core::Scores| scores.difference(mover);
        let before = difference(self.game.scores(position));
        let mut children: Vec<Position> = Vec::new();
        for played in legal_moves(&self.game, position) {
            let child = self.game.after(position, played);
            children.push(child);
        }
        // To move again is often best, so it comes first.
        children.sort_by_key(|child| self.game.turn(child) != Some(mover));
        let mut best = -1000;
        for child in children {
            let now = difference(self.game.scores(&child)) - before;
            let floor = low.max(best);
            let value = if self.game.turn(&child) == Some(mover) {
                now + self.gain(&child, floor - now, high - now)
            } else {
                now - self.gain(&child, now - high, now - floor)
            };
            best = best.max(value);
            if best >= high {
                break;
            }
        }
        let bounds = match best {
            _ if best >= high => (best, most),
            _ if best <= low => (least, best),
            _ => (best, best),
        };
        self.known.insert(holes, bounds);
        best
    }
}

/// The margins for 1, 2, 3 and 4 seeds in each hole.
fn margins(holes: usize, capture: &str) -> [i32; 4] {
    [1, 2, 3, 4].map(|seeds| {
        Solver::margin(&format!(
            "kalah:holes={holes},seeds={seeds},capture={capture}"
        ))
    })
}

#[test]
fn kalah_has_its_published_values() {
    assert_eq!(margins(1, "opposite"), [0, -2, 6, -2]);
    assert_eq!(margins(2, "opposite"), [2, -2, -2, -10]);
    assert_eq!(margins(3, "opposite"), [0, 4, 2, 2]);
    assert_eq!(margins(4, "opposite"), [2, 6, 6, 2]);
}

#[test]
fn kalah_with_empty_capture_has_its_published_values() {
    assert_eq!(margins(1, "own"), [0, -2, 6, -2]);
    assert_eq!(margins(2, "own"), [2, -2, -2, -12]);
    assert_eq!(margins(3, "own"), [0, 4, 2, 2]);
    assert_eq!(margins(4, "own"), [2, 6, 8, 2]);
}
