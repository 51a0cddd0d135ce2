//! The sowing itself, a whole lap at a time.
//!
//! # Why every move ends
//!
//! Let `h` be the holes of a side and `n` the seeds that lie in holes when a move begins.
//! The mover sows into a ring of `r = 2h + 1` places: the own holes, the own store and the
//! other side's holes. Every seed is dropped into the place after the one before it, also
//! after a relay, since a relay picks up where the last seed fell. So each `r` drops in a
//! row put one seed into the store. No seed leaves a store, so this happens at most `n`
//! times, and a move has fewer than `(n + 1) * r` drops.
//!
//! The first pick-up drops at least one seed and every relay at least two, the last seed
//! and what it fell on. With `p` pick-ups that makes at least `2p - 1` drops, hence
//! `2p - 1 <= (n + 1) * r - 1` and
//!
//! > `p <= (n + 1) * (2h + 1) / 2`
//!
//! which [`pick_up_bound`] computes and debug builds assert. For two rows of seven sevens
//! it is 742; the largest board with 250 seeds allows 2,635.
//!
//! # Why every game ends
//!
//! As long as no seed enters a store, a mover's seeds cannot leave the mover's row,
//! because the way out leads through the store; nor does a capture happen, because it
//! fills a store. So every such move shifts at least one seed at least one hole towards the
//! store of its own row, and none away from it. The distances to the stores add up to at
//! most `h * n`, so after at most `h * n` moves a seed enters a store, and it stays there:
//! a game has at most `(n + 1) * (h * n + 1)` moves. Passing a side over is no move, and
//! happens only while the other side has seeds, so it changes nothing about this.

use crate::{Capture, Direction, End, Hole, Position, Relay, Rules, row::Row};
use papan_core::Random;

/// The most times that seeds can be picked up in one move, from a board with this many
/// holes on each side and seeds in all of them; proven in the module's text.
pub(crate) const fn pick_up_bound(holes: u32, seeds: u32) -> u32 {
    (seeds + 1) * (2 * holes + 1) / 2
}

/// A board's size, known to the compiler or not, and the word that holds a row of it.
pub(crate) trait Shape: Copy + Send + Sync + 'static {
    /// The word for a row.
    type Row: Row + Send + Sync;
    /// Holes on each side.
    fn holes(self) -> u32;
}

/// Seven holes, what congklak is played with: the constants make random games a tenth
/// faster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seven;
/// Up to seven holes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrow(pub(crate) u8);
/// Up to ten holes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide(pub(crate) u8);

impl Shape for Seven {
    type Row = u64;
    #[inline(always)]
    fn holes(self) -> u32 {
        7
    }
}

impl Shape for Narrow {
    type Row = u64;
    #[inline(always)]
    fn holes(self) -> u32 {
        self.0.into()
    }
}

impl Shape for Wide {
    type Row = u128;
    #[inline(always)]
    fn holes(self) -> u32 {
        self.0.into()
    }
}

/// A board as its mover sees it: the mover's ring runs through the own row up to and with
/// the store, then through the holes of the other row and back to the own ones. Places of
/// the ring are offsets in bits, as in [`Row`].
#[derive(Clone, Copy)]
struct Board<R> {
    own: R,
    other: R,
    mover: usize,
}

impl<R: Row> Board<R> {
    #[inline(always)]
    fn of(position: &Position) -> Board<R> {
        let rows = position.rows();
        let mover = position.mover();
        Board {
            own: rows[mover],
            other: rows[1 - mover],
            mover,
        }
    }

    #[inline(always)]
    fn position(self) -> Position {
        let rows = match self.mover {
            0 => [self.own, self.other],
            _ => [self.other, self.own],
        };
        Position::new(rows, self.mover)
    }

    #[inline(always)]
    fn pass(&mut self) {
        (self.own, self.other) = (self.other, self.own);
        self.mover ^= 1;
    }
}

/// What a lap adds to the own and to the other row, the hole that it empties included.
type Lap<R> = [R; 2];

/// The rules as tables.
#[derive(Clone, Debug)]
pub(crate) struct Sower<S: Shape> {
    shape: S,
    /// All bits of the holes of a row.
    holes: S::Row,
    /// Laps of up to one circuit by the offset they start from and the seeds in hand less
    /// one.
    laps: Box<[Lap<S::Row>]>,
    /// By the mover and the set of filled holes: a row whose n-th byte is the offset of the
    /// n-th filled hole from the left.
    choices: Box<[S::Row]>,
    /// By the place of a last seed: all bits of the opposite hole, and what brings the seed
    /// to the store. Nothing where nothing is captured.
    captures: Box<[[S::Row; 2]]>,
    /// The most times that seeds are picked up in one move.
    pick_ups: u32,
    capture: Capture,
    extra_turn: bool,
    end: End,
    direction: Direction,
}

impl<S: Shape> Sower<S> {
    pub(crate) fn new(shape: S, rules: &Rules) -> Sower<S> {
        let mut sower = Sower {
            shape,
            holes: (0..shape.holes())
                .fold(S::Row::EMPTY, |all, hole| all | S::Row::of(0xFF, 8 * hole)),
            laps: Box::default(),
            choices: Box::default(),
            captures: Box::default(),
            pick_ups: match rules.relay {
                Relay::Unlimited => u32::MAX,
                Relay::AtMost(relays) => relays.saturating_add(1),
            },
            capture: rules.capture,
            extra_turn: rules.extra_turn,
            end: rules.end,
            direction: rules.direction,
        };
        sower.laps = sower.all_laps();
        sower.choices = sower.all_choices();
        sower.captures = sower.all_captures();
        sower
    }

    fn all_laps(&self) -> Box<[Lap<S::Row>]> {
        let mut laps = Vec::new();
        for from in (0..self.ring()).step_by(8) {
            let mut lap = [S::Row::EMPTY; 2];
            for hand in 1..=S::Row::RING as u32 {
                lap = self.with(lap, (from + 8 * hand) % self.ring(), 1);
                // A whole circuit ends in the hole that it emptied, where the last seed
                // must find nothing: `sow_circuits` takes the seeds out beforehand.
                let emptied = if 8 * hand < self.ring() { hand } else { 0 };
                laps.push(self.without(lap, from, emptied));
            }
        }
        laps.into()
    }

    fn all_choices(&self) -> Box<[S::Row]> {
        let mut choices = Vec::new();
        for mover in 0..2 {
            for filled in 0..1_u32 << self.shape.holes() {
                let mut choice = S::Row::EMPTY;
                let mut rank = 0;
                for column in 0..self.shape.holes() as usize {
                    let offset = self.offset(mover, column);
                    if (filled >> (offset / 8)) & 1 == 1 {
                        choice = choice | S::Row::of(offset, 8 * rank);
                        rank += 1;
                    }
                }
                choices.push(choice);
            }
        }
        choices.into()
    }

    fn all_captures(&self) -> Box<[[S::Row; 2]]> {
        let captures = |at: u32| {
            if at >= self.store() || self.capture == Capture::Off {
                return [S::Row::EMPTY; 2];
            }
            let opposite = S::Row::of(0xFF, self.store() - 8 - at);
            let seed = S::Row::of(1, self.store()).minus(S::Row::of(1, at));
            [opposite, seed]
        };
        (0..self.ring()).step_by(8).map(captures).collect()
    }

    /// Adds seeds at a place of the ring.
    fn with(&self, [own, other]: Lap<S::Row>, at: u32, seeds: u32) -> Lap<S::Row> {
        if at > self.store() {
            [own, other.plus(S::Row::of(seeds, at - self.store() - 8))]
        } else {
            [own.plus(S::Row::of(seeds, at)), other]
        }
    }

    /// Takes seeds from a place of the ring.
    fn without(&self, [own, other]: Lap<S::Row>, at: u32, seeds: u32) -> Lap<S::Row> {
        let [from_own, from_other] = self.with([S::Row::EMPTY; 2], at, seeds);
        [own.minus(from_own), other.minus(from_other)]
    }

    /// The offset of the own store: the end of the own holes.
    #[inline(always)]
    fn store(&self) -> u32 {
        8 * self.shape.holes()
    }

    /// The length of the ring: both sides' holes and the own store.
    #[inline(always)]
    fn ring(&self) -> u32 {
        2 * self.store() + 8
    }

    /// The lap with one seed more than `less` in hand.
    #[inline(always)]
    fn lap(&self, from: u32, less: u32) -> Lap<S::Row> {
        self.laps[from as usize * (S::Row::RING / 8) + less as usize]
    }

    /// The offset of a seat's hole in a column.
    #[inline(always)]
    pub(crate) fn offset(&self, seat: usize, column: usize) -> u32 {
        let column = column as u32;
        let along = (seat == 0) == (self.direction == Direction::Clockwise);
        8 * if along {
            column
        } else {
            self.shape.holes() - 1 - column
        }
    }

    /// The filled holes of the seat to move, as highest bits.
    #[inline(always)]
    fn filled(&self, board: &Board<S::Row>) -> S::Row {
        board.own.filled() & self.holes
    }

    #[inline]
    pub(crate) fn is_over(&self, position: &Position) -> bool {
        let board = Board::<S::Row>::of(position);
        board.own & self.holes == S::Row::EMPTY
    }

    #[inline]
    pub(crate) fn count_moves(&self, position: &Position) -> usize {
        self.filled(&Board::of(position)).count() as usize
    }

    /// Appends the filled holes of the seat to move, from the left.
    #[inline]
    pub(crate) fn moves(&self, position: &Position, moves: &mut Vec<Hole>) {
        let board = Board::<S::Row>::of(position);
        let holes = (0..self.shape.holes() as usize).map(Hole::new);
        moves.extend(
            holes.filter(|hole| board.own.seeds(self.offset(board.mover, hole.column())) > 0),
        );
    }

    /// The offset of the filled hole number `rank` from the left, for the seat to move.
    #[inline(always)]
    fn choice(&self, board: &Board<S::Row>, filled: S::Row, rank: u32) -> u32 {
        let set = (board.mover << self.shape.holes()) | filled.gather();
        self.choices[set].seeds(8 * rank)
    }

    #[inline]
    pub(crate) fn play(&self, position: &mut Position, column: usize) {
        let mut board = Board::<S::Row>::of(position);
        let legal = column < self.shape.holes() as usize
            && board.own.seeds(self.offset(board.mover, column)) > 0;
        debug_assert!(legal, "no seeds in column {column}");
        if !legal {
            // The proof that sowing ends does not cover seeds out of nothing.
            return;
        }
        let start = self.offset(board.mover, column);
        self.sow(&mut board, start);
        self.settle(&mut board);
        *position = board.position();
    }

    /// Plays random moves to the end and returns how many; the same moves as the plain
    /// playout, whose order of columns `choice` keeps.
    pub(crate) fn playout(&self, position: &mut Position, random: &mut Random) -> u32 {
        let mut board = Board::of(position);
        // The compiler can keep a local generator in registers.
        let mut local = random.clone();
        let mut plies = 0;
        let mut filled = self.filled(&board);
        while filled != S::Row::EMPTY {
            let rank = local.below(filled.count() as usize) as u32;
            let start = self.choice(&board, filled, rank);
            self.sow(&mut board, start);
            plies += 1;
            filled = self.filled(&board);
            if filled == S::Row::EMPTY || self.ends_early(&board) {
                self.settle_empty(&mut board);
                filled = self.filled(&board);
            }
        }
        *random = local;
        *position = board.position();
        plies
    }

    /// Sows from the mover's hole at an offset, with all that follows from it but the end
    /// of the game.
    #[inline(always)]
    fn sow(&self, board: &mut Board<S::Row>, start: u32) {
        let bound = pick_up_bound(self.shape.holes(), self.in_holes(board));
        let mut at = start;
        let mut less = board.own.seeds(start) - 1;
        // The first lap apart from the relays: as a branch of its own, its end is easier
        // to predict, which makes random games 4% faster.
        if self.sow_lap(board, &mut at, &mut less) {
            return;
        }
        for relays in 1..self.pick_ups {
            debug_assert!(relays < bound, "at most {bound} pick-ups");
            if self.sow_lap(board, &mut at, &mut less) {
                return;
            }
        }
        board.pass();
    }

    /// Sows the seeds in hand, one more than `less`, from a place of the ring. Either the
    /// last one ends the move, and what follows is done, or all that lies where it fell is
    /// the next hand.
    #[inline(always)]
    fn sow_lap(&self, board: &mut Board<S::Row>, at: &mut u32, less: &mut u32) -> bool {
        let (mut own, mut other, from) = (board.own, board.other, *at);
        if 8 * *less >= self.ring() - 8 {
            ([own, other], *less) = self.sow_circuits([own, other], from, *less);
        }
        let beyond = from + 8 + 8 * *less;
        *at = if beyond >= self.ring() {
            beyond - self.ring()
        } else {
            beyond
        };
        let [to_own, to_other] = self.lap(from, *less);
        // Less than a circuit brings every place at most one seed, so what the last one
        // falls on is what lay there before the lap: no need to wait for the sum.
        let here = own.seeds(*at);
        let there = other.seeds(at.wrapping_sub(self.store() + 8));
        *less = if *at > self.store() { there } else { here };
        own = own.plus(to_own);
        other = other.plus(to_other);
        if *at == self.store() {
            (board.own, board.other) = (own, other);
            if !self.extra_turn {
                board.pass();
            }
            return true;
        }
        if *less == 0 {
            (board.own, board.other) = self.captured(own, other, *at);
            board.pass();
            return true;
        }
        (board.own, board.other) = (own, other);
        false
    }

    /// Sows the full circuits of a hand that has more seeds than the ring has places, and
    /// leaves the seeds of the last lap, returned less one, where they lie. When the last
    /// lap is a full circuit too, its seeds are taken out here, as [`Sower::laps`] has it.
    #[cold]
    fn sow_circuits(&self, rows: Lap<S::Row>, from: u32, less: u32) -> (Lap<S::Row>, u32) {
        let ring = self.ring() / 8;
        let (circuits, last) = (less / ring, less % ring);
        let [to_own, to_other] = self.lap(from, ring - 1);
        let rows = [
            rows[0].plus(to_own.times(circuits)),
            rows[1].plus(to_other.times(circuits)),
        ];
        let taken = if last == ring - 1 {
            less + 1
        } else {
            circuits * ring
        };
        (self.without(rows, from, taken), last)
    }

    /// The rows after the last seed fell into an empty hole. Nobody can predict whether it
    /// is an own one, so nothing here branches on it.
    #[inline(always)]
    fn captured(&self, own: S::Row, other: S::Row, at: u32) -> (S::Row, S::Row) {
        let [opposite, mut seed] = self.captures[at as usize / 8];
        let taken = other & opposite;
        if self.capture == Capture::Opposite {
            seed = if taken == S::Row::EMPTY {
                S::Row::EMPTY
            } else {
                seed
            };
        }
        let gain = S::Row::of(taken.total(), self.store());
        (own.plus(gain).plus(seed), other.minus(taken))
    }

    /// Ends the game or passes a side over, where the rules say so.
    #[inline(always)]
    fn settle(&self, board: &mut Board<S::Row>) {
        if board.own & self.holes == S::Row::EMPTY || self.ends_early(board) {
            self.settle_empty(board);
        }
    }

    /// Whether the game is over because the other side has no seeds.
    #[inline(always)]
    fn ends_early(&self, board: &Board<S::Row>) -> bool {
        self.end == End::Either && board.other & self.holes == S::Row::EMPTY
    }

    #[cold]
    fn settle_empty(&self, board: &mut Board<S::Row>) {
        match self.end {
            End::Mover | End::Either => {
                let sweep = |row: S::Row| {
                    let left = (row & self.holes).total();
                    (row & !self.holes).plus(S::Row::of(left, self.store()))
                };
                (board.own, board.other) = (sweep(board.own), sweep(board.other));
            }
            End::Pass if board.other & self.holes != S::Row::EMPTY => board.pass(),
            End::Pass => {}
        }
    }

    /// The same position with what the rules do by themselves done.
    pub(crate) fn settled(&self, position: Position) -> Position {
        let mut board = Board::of(&position);
        self.settle(&mut board);
        board.position()
    }

    #[inline(always)]
    fn in_holes(&self, board: &Board<S::Row>) -> u32 {
        (board.own & self.holes).total() + (board.other & self.holes).total()
    }
}
