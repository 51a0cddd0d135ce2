//! A sowing seed by seed, for animations and logs.

use crate::{
    Capture, Congklak, Details, Direction, End, Hole, Position, Relay, sowing::pick_up_bound,
};
use papan_core::{Effects, Game, Phrase, Seat};
use serde::Serialize;

/// A hole or a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Place {
    /// Whose it is.
    #[cfg_attr(test, ts(as = "usize"))]
    pub seat: Seat,
    /// The column of the hole, counted from the left, from 0; `None` is the store.
    pub column: Option<usize>,
}

/// What happens in a move, one thing at a time. As JSON each step is an object whose
/// `step` names it: `{"step":"drop","place":{"seat":0,"column":3},"left":6}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Step {
    /// The move begins: the hole is emptied into the hand.
    PickUp {
        /// The chosen hole.
        place: Place,
        /// The seeds in hand.
        seeds: u8,
    },
    /// One seed falls.
    Drop {
        /// Where it falls.
        place: Place,
        /// The seeds left in hand.
        left: u8,
    },
    /// The last seed fell into a filled hole, which is emptied into the hand.
    Relay {
        /// That hole.
        place: Place,
        /// The seeds in hand.
        seeds: u8,
    },
    /// The last seed fell into an own empty hole: this hole and the opposite one are
    /// emptied into the own store.
    Capture {
        /// The own hole.
        place: Place,
        /// The hole opposite.
        opposite: Place,
        /// The seeds of both.
        seeds: u8,
    },
    /// The last seed fell into the own store: the same seat moves again.
    ExtraTurn {
        /// That seat.
        #[cfg_attr(test, ts(as = "usize"))]
        seat: Seat,
    },
    /// A seat has no seeds and is passed over.
    Skip {
        /// That seat.
        #[cfg_attr(test, ts(as = "usize"))]
        seat: Seat,
    },
    /// The game is over: what lies in the holes goes to the store of its row.
    End {
        /// What each seat gets that way.
        collected: [u8; 2],
    },
}

/// The seeds by seat and column, with the store as the last column.
type Counts = [Vec<u8>; 2];

impl Congklak {
    /// All that a legal move does, seed by seed; nothing when the move is not legal.
    /// Carried out on a plain board, the steps give the position that
    /// [`play`](Game::play) gives.
    ///
    /// ```
    /// use papan_congklak::{Congklak, Hole, Place, Step};
    /// use papan_core::{Notation, Seat};
    ///
    /// let game = Congklak::named("kalah:holes=2").unwrap();
    /// let position = game.parse_position("1,0:3 2,2:0 A").unwrap();
    /// let store = Place { seat: Seat::FIRST, column: None };
    /// let first = Place { seat: Seat::FIRST, column: Some(0) };
    /// assert_eq!(
    ///     game.sowing(&position, Hole::new(0)),
    ///     [
    ///         Step::PickUp { place: first, seeds: 1 },
    ///         Step::Drop { place: store, left: 0 },
    ///         Step::End { collected: [0, 4] },
    ///     ]
    /// );
    /// ```
    pub fn sowing(&self, position: &Position, played: Hole) -> Vec<Step> {
        let mut steps = Vec::new();
        let Some(mover) = self.turn(position) else {
            return steps;
        };
        let mut counts: Counts = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let store = self.store(position, seat);
            self.row(position, seat).chain([store]).collect()
        });
        if played.column() < self.holes() && counts[mover.index()][played.column()] > 0 {
            let last = self.sow_slowly(&mut counts, mover, played, &mut steps);
            let next = self.finish_slowly(&mut counts, mover, last, &mut steps);
            steps.extend(next);
        }
        steps
    }

    /// Sows to the last seed and returns where it fell.
    fn sow_slowly(
        &self,
        counts: &mut Counts,
        mover: Seat,
        played: Hole,
        steps: &mut Vec<Step>,
    ) -> Place {
        let mut relays = match self.rules().relay {
            Relay::Unlimited => u32::MAX,
            Relay::AtMost(relays) => relays,
        };
        let mut place = Place {
            seat: mover,
            column: Some(played.column()),
        };
        let mut hand = std::mem::take(self.count(counts, place));
        steps.push(Step::PickUp { place, seeds: hand });
        loop {
            for left in (0..hand).rev() {
                place = self.following(mover, place);
                *self.count(counts, place) += 1;
                steps.push(Step::Drop { place, left });
            }
            let fell_on_seeds = *self.count(counts, place) > 1;
            if place.column.is_none() || !fell_on_seeds || relays == 0 {
                return place;
            }
            relays -= 1;
            hand = std::mem::take(self.count(counts, place));
            steps.push(Step::Relay { place, seeds: hand });
        }
    }

    /// Captures, and returns what else follows from where the last seed fell.
    fn finish_slowly(
        &self,
        counts: &mut Counts,
        mover: Seat,
        last: Place,
        steps: &mut Vec<Step>,
    ) -> Option<Step> {
        let other = mover.next(2);
        if let (Some(_), true, 1) = (last.column, last.seat == mover, *self.count(counts, last)) {
            let opposite = Place {
                seat: other,
                ..last
            };
            let there = *self.count(counts, opposite);
            let captures = match self.rules().capture {
                Capture::Own => true,
                Capture::Opposite => there > 0,
                Capture::Off => false,
            };
            if captures {
                let store = Place {
                    column: None,
                    ..last
                };
                *self.count(counts, store) += there + 1;
                *self.count(counts, last) = 0;
                *self.count(counts, opposite) = 0;
                steps.push(Step::Capture {
                    place: last,
                    opposite,
                    seeds: there + 1,
                });
            }
        }
        let extra = last.column.is_none() && self.rules().extra_turn;
        let (next, waiting) = if extra {
            (mover, other)
        } else {
            (other, mover)
        };
        let collected = [0, 1].map(|seat| counts[seat][..self.holes()].iter().sum());
        let has_seeds = |seat: Seat| collected[seat.index()] > 0;
        let over = match self.rules().end {
            End::Mover => !has_seeds(next),
            End::Pass => !has_seeds(next) && !has_seeds(waiting),
            End::Either => !has_seeds(next) || !has_seeds(waiting),
        };
        match has_seeds(next) {
            _ if over => Some(Step::End { collected }),
            false => Some(Step::Skip { seat: next }),
            true => extra.then_some(Step::ExtraTurn { seat: mover }),
        }
    }

    /// The place that is sown into after this one, when it is `mover` who sows.
    fn following(&self, mover: Seat, place: Place) -> Place {
        let last_column = self.holes() - 1;
        let rightwards =
            |seat: Seat| (seat == Seat::FIRST) == (self.rules().direction == Direction::Clockwise);
        let first_of = |seat: Seat| Place {
            seat,
            column: Some(if rightwards(seat) { 0 } else { last_column }),
        };
        let within = match place.column {
            None => return first_of(place.seat.next(2)),
            Some(column) if rightwards(place.seat) => (column < last_column).then_some(column + 1),
            Some(column) => column.checked_sub(1),
        };
        match within {
            Some(column) => Place {
                column: Some(column),
                ..place
            },
            None if place.seat == mover => Place {
                column: None,
                ..place
            },
            None => first_of(mover),
        }
    }

    fn count<'a>(&self, counts: &'a mut Counts, place: Place) -> &'a mut u8 {
        &mut counts[place.seat.index()][place.column.unwrap_or(self.holes())]
    }

    /// The most times that seeds can be picked up in one move from this position, by the
    /// proof in `sowing.rs` that a relay always ends.
    ///
    /// ```
    /// use papan_congklak::Congklak;
    /// use papan_core::Game;
    ///
    /// let game = Congklak::default();
    /// assert_eq!(game.pick_up_bound(&game.start()), 742);
    /// ```
    pub fn pick_up_bound(&self, position: &Position) -> u32 {
        let rows = [Seat::FIRST, Seat::SECOND].map(|seat| self.row(position, seat));
        let seeds = rows.into_iter().flatten().map(u32::from).sum();
        pick_up_bound(self.holes() as u32, seeds)
    }
}

/// What a move does, from its steps: a sentence, and the steps with their sum.
pub(crate) fn effects(steps: Vec<Step>) -> Effects<Details> {
    let (mut words, mut relays, mut captured) = (Vec::new(), 0, 0);
    let (mut last, mut extra_turn, mut over) = (None, false, false);
    let (mut after, mut phrases, mut phrases_after) = (Vec::new(), Vec::new(), Vec::new());
    for step in &steps {
        match *step {
            Step::PickUp { seeds, .. } => {
                words.push(format!("sows {seeds}"));
                phrases.push(Phrase::new("sows", [("count", seeds)]));
            }
            Step::Drop { place, .. } => last = Some(place),
            Step::Relay { .. } => relays += 1,
            Step::Capture { seeds, .. } => captured = seeds,
            Step::ExtraTurn { .. } => {
                extra_turn = true;
                after.push("moves again".to_owned());
                phrases_after.push(Phrase::plain("moves-again"));
            }
            Step::Skip { seat } => {
                let side = crate::position::side(seat);
                after.push(format!("{side} is passed over"));
                phrases_after.push(Phrase::new("passed-over", [("seat", side)]));
            }
            Step::End { .. } => {
                over = true;
                after.push("ends the game".to_owned());
                phrases_after.push(Phrase::plain("ends-the-game"));
            }
        }
    }
    match relays {
        0 => {}
        1 => words.push("relays once".to_owned()),
        _ => words.push(format!("relays {relays} times")),
    }
    if relays > 0 {
        phrases.push(Phrase::new("relays", [("count", relays)]));
    }
    if captured > 0 {
        words.push(format!("captures {captured}"));
        phrases.push(Phrase::new("captures", [("count", captured)]));
    }
    words.extend(after);
    phrases.extend(phrases_after);
    Effects {
        summary: words.join(", "),
        phrases,
        details: Details {
            relays,
            captured,
            extra_turn,
            over,
            last,
            steps,
        },
    }
}
