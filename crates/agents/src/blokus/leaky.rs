//! LeakyAI and its opponent Brute Force, in the reading that comes closest to the
//! published games, and a corrected LeakyAI.
//!
//! The paper gives neither the listing order of the pieces nor the square by which a
//! piece is held. Here pieces of a size are listed as [`Piece::all`] lists them (I5 L5 Y N
//! P U T5 V5 W Z5 F X, I4 L4 T4 Z4 O4, I3 V3), or shuffled once per game for each colour;
//! a piece is held by its first square, row by row from the top left, and turned as
//! [`Piece::turns`] says. Nothing of this is tuned.
//!
//! On any board a colour's own corner is the one nearest to its start square, the upper
//! and the left one where two are equally near.

use super::hands::{Hands, best_at_random, largest_placements, opponents};
use crate::{Agent, Answer};
use papan_blokus::{Blokus, Move, ORIENTATIONS, Piece, Position, Square, Squares};
use papan_core::Random;
use papan_search::{Limits, Report};
use std::sync::LazyLock;

/// What a square is worth to LeakyAI, apart from leaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// Out of the own quadrant: from 1 at the own corner to the most at the centre, and the
    /// most everywhere else.
    Aggressive,
    /// To the centre: the ring of the square, 1 at the rim.
    Centre,
}

impl Plan {
    fn value<const WORDS: usize>(
        self,
        game: &Blokus<WORDS>,
        colour: usize,
        (row, column): Square,
    ) -> i64 {
        let size = game.rules().size();
        let most = size.div_ceil(2);
        let ring = |at: usize| at.min(size - 1 - at) + 1;
        let (start_row, start_column) = game.rules().starts()[colour];
        // Distances from the edges of the own corner.
        let from_own = |at: usize, start: usize| match 2 * start < size {
            true => at,
            false => size - 1 - at,
        };
        let (down, across) = (from_own(row, start_row), from_own(column, start_column));
        let value = match self {
            Plan::Centre => ring(row).min(ring(column)),
            Plan::Aggressive if down < most && across < most => down.min(across) + 1,
            Plan::Aggressive => most,
        };
        value as i64
    }
}

/// For each orientation the first of the eight turns of its piece that shows it.
static TURNS: LazyLock<[u8; ORIENTATIONS]> = LazyLock::new(|| {
    let mut turns = [0; ORIENTATIONS];
    for piece in Piece::all() {
        for (turn, orientation) in piece.turns().into_iter().enumerate().rev() {
            turns[orientation] = turn as u8;
        }
    }
    turns
});

/// Squares row by row, then turns: the order in which both programs try placements.
fn order<const WORDS: usize>(game: &Blokus<WORDS>, played: Move) -> (Square, u8) {
    let (orientation, anchor) = game.anchored(played);
    (anchor, TURNS[orientation])
}

/// The index of the square by which a placed piece is held.
fn held_at<const WORDS: usize>(game: &Blokus<WORDS>, played: Move) -> usize {
    game.index(game.anchored(played).1)
}

/// The order of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deck {
    Listing,
    Shuffled,
}

impl Deck {
    fn hands(self, seed: u64) -> Hands {
        match self {
            Deck::Listing => Hands::listed(),
            Deck::Shuffled => Hands::shuffled(&mut Random::new(seed)),
        }
    }
}

/// The first piece of the hand that can be placed, large ones first, on the first square
/// and in the first turn in which it can.
pub(super) struct BruteForce {
    deck: Deck,
    hands: Hands,
    moves: Vec<Move>,
}

impl BruteForce {
    pub(super) fn new(deck: Deck, seed: u64) -> Self {
        BruteForce {
            deck,
            hands: deck.hands(seed),
            moves: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for BruteForce {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.hands = self.deck.hands(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        self.moves.clear();
        let first = self.hands.of(colour).iter().find_map(|piece| {
            game.moves_with(position, colour, 1 << piece.index(), &mut self.moves);
            let moves = self.moves.iter().copied();
            moves.min_by_key(|&played| order(game, played))
        });
        Ok(Report::unsearched(
            first.expect("a game that goes on has a move"),
        ))
    }
}

/// Whether a square has pieces of this set on two sides that touch: one beside it and one
/// above or below it.
fn is_leak<const WORDS: usize>(
    game: &Blokus<WORDS>,
    set: Squares<WORDS>,
    (row, column): Square,
) -> bool {
    let size = game.rules().size();
    let has = |row: usize, column: usize| {
        row < size && column < size && set.contains(game.index((row, column)))
    };
    (has(row, column.wrapping_sub(1)) || has(row, column + 1))
        && (has(row.wrapping_sub(1), column) || has(row + 1, column))
}

/// The squares of a set that can be reached from one of its squares over edges.
fn flood<const WORDS: usize>(
    game: &Blokus<WORDS>,
    set: Squares<WORDS>,
    from: usize,
) -> Squares<WORDS> {
    let mut filled = Squares::one(from);
    loop {
        let grown = filled | (game.beside(filled) & set);
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

/// The leaks of a position and how many squares the flood through each fills.
struct Leaks<const WORDS: usize> {
    squares: Squares<WORDS>,
    counts: Vec<(Squares<WORDS>, i64)>,
}

impl<const WORDS: usize> Leaks<WORDS> {
    /// Empty squares among the pieces of others; the flood runs through `room`.
    fn find(
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        room: Squares<WORDS>,
    ) -> Self {
        let others =
            opponents(game, colour).fold(Squares::EMPTY, |set, other| set | position.placed(other));
        let mut leaks = Leaks {
            squares: Squares::EMPTY,
            counts: Vec::new(),
        };
        for index in (game.beside(others) & room).iter() {
            if !is_leak(game, others, game.square(index)) {
                continue;
            }
            leaks.squares.insert(index);
            if !leaks.counts.iter().any(|(area, _)| area.contains(index)) {
                let area = flood(game, room, index);
                leaks.counts.push((area, i64::from(area.count())));
            }
        }
        leaks
    }

    /// The flood through the leak on a square; 0 where there is none.
    fn at(&self, index: usize) -> i64 {
        if !self.squares.contains(index) {
            return 0;
        }
        let area = self.counts.iter().find(|(area, _)| area.contains(index));
        area.map_or(0, |(_, count)| *count)
    }

    /// The largest flood through a leak that a placement covers, if it exceeds the size of
    /// the piece; else 0.
    fn through(&self, squares: Squares<WORDS>, size: u32) -> i64 {
        let leaks = squares & self.squares;
        let most = leaks.iter().map(|index| self.at(index)).max();
        most.filter(|&most| most > i64::from(size)).unwrap_or(0)
    }
}

/// What each square of a set is worth by a plan, by the index of the square.
fn heights<const WORDS: usize>(
    game: &Blokus<WORDS>,
    plan: Plan,
    colour: usize,
    heights: &mut Vec<i64>,
) {
    heights.clear();
    heights.resize(64 * WORDS, 0);
    for index in game.squares().iter() {
        heights[index] = plan.value(game, colour, game.square(index));
    }
}

/// Which rule LeakyAI follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The largest playable size first; among its placements the one that is worth the
    /// most: the worth of its squares, plus the flood through a leak that it covers.
    Published,
    /// The rule in the paper's words: each square is worth its height and the size of the
    /// largest piece that can be played there, held by that square, plus the flood where it
    /// is a leak and the flood exceeds that size; the best square gets that piece, though a
    /// larger one would fit elsewhere.
    Text,
}

/// LeakyAI.
pub(super) struct Leaky {
    reading: Reading,
    plan: Plan,
    deck: Deck,
    hands: Hands,
    moves: Vec<Move>,
    heights: Vec<i64>,
}

impl Leaky {
    pub(super) fn new(reading: Reading, plan: Plan, deck: Deck, seed: u64) -> Self {
        Leaky {
            reading,
            plan,
            deck,
            hands: deck.hands(seed),
            moves: Vec::new(),
            heights: Vec::new(),
        }
    }

    /// The first of the best in row order; every placement is worth something, so the
    /// paper's pass when nothing is above 0 never comes up.
    fn published<const WORDS: usize>(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        leaks: &Leaks<WORDS>,
    ) -> Move {
        largest_placements(game, position, colour, &mut self.moves);
        let ranks = self.hands.ranks(colour);
        let best = self.moves.iter().copied().min_by_key(|&played| {
            let (squares, piece) = game.covered(played);
            let worth: i64 = squares.iter().map(|index| self.heights[index]).sum();
            let worth = worth + leaks.through(squares, piece.size());
            let (anchor, turn) = order(game, played);
            (-worth, anchor, ranks[piece.index()], turn)
        });
        best.expect("a game that goes on has a move")
    }

    fn text<const WORDS: usize>(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        leaks: &Leaks<WORDS>,
    ) -> Move {
        self.moves.clear();
        game.moves_with(position, colour, u32::MAX, &mut self.moves);
        let mut playable = [Squares::<WORDS>::EMPTY; 6];
        for &played in &self.moves {
            playable[game.piece(played).size() as usize].insert(held_at(game, played));
        }
        let mut best = (i64::MIN, 0, 0);
        let all = playable
            .iter()
            .fold(Squares::EMPTY, |all, squares| all | *squares);
        for index in all.iter() {
            let size = (1..=5)
                .rev()
                .find(|&size| playable[size].contains(index))
                .unwrap_or(1);
            let flood = leaks.at(index);
            let flood = if flood > size as i64 { flood } else { 0 };
            let worth = self.heights[index] + size as i64 + flood;
            if worth > best.0 {
                best = (worth, index, size);
            }
        }
        let (_, index, size) = best;
        let ranks = self.hands.ranks(colour);
        let there = self.moves.iter().copied().filter(|&played| {
            game.piece(played).size() as usize == size && held_at(game, played) == index
        });
        let first =
            there.min_by_key(|&played| (ranks[game.piece(played).index()], order(game, played)));
        first.expect("a game that goes on has a move")
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for Leaky {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.hands = self.deck.hands(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        let room = game.squares() & !game.occupied(position);
        let leaks = Leaks::find(game, position, colour, room);
        heights(game, self.plan, colour, &mut self.heights);
        Ok(Report::unsearched(match self.reading {
            Reading::Published => self.published(game, position, colour, &leaks),
            Reading::Text => self.text(game, position, colour, &leaks),
        }))
    }
}

/// LeakyAI put right. A leak is a place to slip through, so it must be a square where a
/// piece may attach after all, and the flood runs through squares that the colour may
/// still cover, not through those beside its own pieces. What it fills counts as new room
/// only as far as no piece could reach it from the other corners, and weighs a third of
/// the heights, since it is shared with others. The corners that a placement leaves to
/// attach to count as well. Between equals chance decides, so that the order of the hand
/// does not matter.
pub(super) struct CorrectedLeaky {
    plan: Plan,
    random: Random,
    moves: Vec<Move>,
    heights: Vec<i64>,
}

impl CorrectedLeaky {
    pub(super) fn new(plan: Plan, seed: u64) -> Self {
        CorrectedLeaky {
            plan,
            random: Random::new(seed),
            moves: Vec::new(),
            heights: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for CorrectedLeaky {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        let colour = position.colour().unwrap_or(0);
        let open = game.open(position, colour);
        let corners = game.corners(position, colour);
        let mut leaks = Leaks::find(game, position, colour, open);
        leaks.squares = leaks.squares & corners;
        for (area, count) in &mut leaks.counts {
            let inside = corners & *area & !leaks.squares;
            let near = (0..4).fold(inside, |near, _| near | (game.beside(near) & open));
            *count = i64::from((*area & !near).count());
        }
        heights(game, self.plan, colour, &mut self.heights);
        largest_placements(game, position, colour, &mut self.moves);
        let worth = |played: Move| {
            let (squares, piece) = game.covered(played);
            let worth: i64 = squares.iter().map(|index| self.heights[index]).sum();
            let left = open & !(squares | game.beside(squares));
            let attach = (corners | game.diagonal(squares)) & left;
            let leak = leaks.through(squares, piece.size());
            3 * worth + leak + 10 * i64::from(attach.count())
        };
        Ok(Report::unsearched(best_at_random(
            &self.moves,
            worth,
            &mut self.random,
        )))
    }
}
