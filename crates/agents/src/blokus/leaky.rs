//! LeakyAI and its opponent Brute Force in any [`Reading`], and a corrected LeakyAI.

use super::{
    hands::{Hands, best_at_random, by_size, largest_placements, opponents},
    listing::Pieces,
    readings::{Flood, Gain, Heights, Leak, Narrow, Order, Reading, Sweep, Ties, Unit},
};
use crate::{Agent, Answer};
use papan_blokus::{Blokus, Move, PIECES, Piece, Position, Square, Squares};
use papan_core::Random;
use papan_search::{Limits, Report};

/// The order of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deck {
    Listing,
    Shuffled,
}

impl Deck {
    fn hands(self, listed: [Piece; PIECES], seed: u64) -> Hands {
        match self {
            Deck::Listing => Hands::listed(listed),
            Deck::Shuffled => Hands::shuffled(&mut Random::new(seed)),
        }
    }
}

/// The place of a try among all tries: squares row by row, then pieces, then turns.
type Try = (usize, u8, u8);

/// The tries that lead to a placement, the first one first.
#[inline]
fn tries<const WORDS: usize>(
    game: &Blokus<WORDS>,
    pieces: &Pieces,
    ranks: &[u8; PIECES],
    played: Move,
) -> impl Iterator<Item = Try> {
    let (ways, anchor) = pieces.ways(game, played);
    let rank = ranks[game.piece(played).index()];
    ways.iter()
        .map(move |way| (way.held(game, anchor), rank, way.turn))
}

/// Everything in one order: the first that can be placed.
pub(super) struct BruteForce {
    sweep: Sweep,
    pieces: Pieces,
    deck: Deck,
    hands: Hands,
    moves: Vec<Move>,
}

impl BruteForce {
    pub(super) fn new(reading: &Reading) -> Self {
        BruteForce::with_deck(reading, Deck::Listing, 0)
    }

    pub(super) fn with_deck(reading: &Reading, deck: Deck, seed: u64) -> Self {
        let pieces = Pieces::new(reading.listing, reading.first_turn);
        BruteForce {
            sweep: reading.sweep,
            deck,
            hands: deck.hands(pieces.order, seed),
            pieces,
            moves: Vec::new(),
        }
    }

    pub(super) fn choose<const WORDS: usize>(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
    ) -> Move {
        let colour = position.colour().unwrap_or(0);
        let ranks = self.hands.ranks(colour);
        self.moves.clear();
        match self.sweep {
            Sweep::Squares => game.moves_with(position, colour, u32::MAX, &mut self.moves),
            Sweep::Pieces => {
                for piece in self.hands.of(colour) {
                    game.moves_with(position, colour, 1 << piece.index(), &mut self.moves);
                    if !self.moves.is_empty() {
                        break;
                    }
                }
            }
        }
        let first = |&played: &Move| tries(game, &self.pieces, &ranks, played).min();
        let first = self.moves.iter().copied().min_by_key(first);
        first.expect("a game that goes on has a move")
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for BruteForce {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.hands = self.deck.hands(self.pieces.order, seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        Ok(Report::unsearched(self.choose(game, position)))
    }
}

impl Leak {
    /// Whether a square between walls is a leak.
    fn is_at<const WORDS: usize>(
        self,
        game: &Blokus<WORDS>,
        walls: Squares<WORDS>,
        (row, column): Square,
    ) -> bool {
        let size = game.rules().size();
        let has = |row: usize, column: usize| {
            row < size && column < size && walls.contains(game.index((row, column)))
        };
        let (left, right) = (has(row, column.wrapping_sub(1)), has(row, column + 1));
        let (up, down) = (has(row.wrapping_sub(1), column), has(row + 1, column));
        match self {
            Leak::Corner => (left || right) && (up || down),
            Leak::Passage => (left && right) || (up && down),
            Leak::TwoSides => [left, right, up, down].iter().filter(|side| **side).count() > 1,
            Leak::Diagonal => (right && down) || (left && up),
        }
    }
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
    /// Squares of `room`, through which the floods run, between pieces of others.
    fn find(
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        room: Squares<WORDS>,
        leak: Leak,
    ) -> Self {
        let walls =
            opponents(game, colour).fold(Squares::EMPTY, |set, other| set | position.placed(other));
        let mut leaks = Leaks {
            squares: Squares::EMPTY,
            counts: Vec::new(),
        };
        for index in (game.beside(walls) & room).iter() {
            if !leak.is_at(game, walls, game.square(index)) {
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

    /// The flood through the leak on a square and how much it fills; `None` where there is
    /// no leak.
    #[inline]
    fn at(&self, index: usize) -> Option<(Squares<WORDS>, i64)> {
        let is_there = self.squares.contains(index);
        let mut areas = self.counts.iter().copied();
        areas.find(|(area, _)| is_there && area.contains(index))
    }

    /// The largest flood through a leak of a set, if it exceeds the size of the piece;
    /// else 0.
    fn through(&self, squares: Squares<WORDS>, size: u32) -> i64 {
        let leaks = squares & self.squares;
        let counts = leaks.iter().filter_map(|index| self.at(index));
        let most = counts.map(|(_, count)| count).max();
        most.filter(|&most| most > i64::from(size)).unwrap_or(0)
    }
}

/// What each square is worth to a colour apart from leaks, by the index of the square.
fn fill<const WORDS: usize>(
    game: &Blokus<WORDS>,
    heights: Heights,
    colour: usize,
    values: &mut Vec<i64>,
) {
    let size = game.rules().size();
    let (start_row, start_column) = game.rules().starts()[colour];
    // Distances from the edges of the own corner.
    let from_own = |at: usize, start: usize| match 2 * start < size {
        true => at,
        false => size - 1 - at,
    };
    values.clear();
    values.resize(64 * WORDS, 0);
    for index in game.squares().iter() {
        let (row, column) = game.square(index);
        let distances = (from_own(row, start_row), from_own(column, start_column));
        values[index] = heights.value(size, distances);
    }
}

/// LeakyAI.
pub(super) struct Leaky {
    reading: Reading,
    pieces: Pieces,
    deck: Deck,
    hands: Hands,
    moves: Vec<Move>,
    heights: Vec<i64>,
}

impl Leaky {
    pub(super) fn new(reading: &Reading) -> Self {
        Leaky::with_deck(reading, Deck::Listing, 0)
    }

    pub(super) fn with_deck(reading: &Reading, deck: Deck, seed: u64) -> Self {
        let mut pieces = Pieces::new(reading.listing, reading.first_turn);
        if reading.order == Order::Backward {
            pieces.order = by_size(pieces.order.into_iter().rev());
        }
        Leaky {
            reading: *reading,
            deck,
            hands: deck.hands(pieces.order, seed),
            pieces,
            moves: Vec::new(),
            heights: Vec::new(),
        }
    }

    pub(super) fn choose<const WORDS: usize>(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
    ) -> Move {
        let colour = position.colour().unwrap_or(0);
        let room = game.squares() & !game.occupied(position);
        let leaks = Leaks::find(game, position, colour, room, self.reading.leak);
        fill(game, self.reading.heights, colour, &mut self.heights);
        match self.reading.unit {
            Unit::Squares => self.best_square(game, position, colour, &leaks),
            Unit::Placements | Unit::HeldPlacements => {
                self.best_placement(game, position, colour, &leaks)
            }
        }
    }

    /// Whether something is better than the best so far, which was tried earlier or later.
    #[inline]
    fn is_better<T: Ord>(&self, (worth, at): (i64, T), (most, best): (i64, T)) -> bool {
        worth > most
            || worth == most
                && match self.reading.ties {
                    Ties::First => at < best,
                    Ties::Last => at > best,
                }
    }

    /// Every placement is worth something, so the paper's pass when nothing is above 0 never
    /// comes up.
    fn best_placement<const WORDS: usize>(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        leaks: &Leaks<WORDS>,
    ) -> Move {
        largest_placements(game, position, colour, &mut self.moves);
        let ranks = self.hands.ranks(colour);
        let mut best: Option<(i64, Try, Move)> = None;
        for &played in &self.moves {
            let (squares, piece) = game.covered(played);
            let height: i64 = squares.iter().map(|index| self.heights[index]).sum();
            for at in tries(game, &self.pieces, &ranks, played) {
                let covered = match self.reading.unit {
                    Unit::HeldPlacements => Squares::one(at.0),
                    _ => squares,
                };
                let worth = height + leaks.through(covered, piece.size());
                if best.is_none_or(|(most, best, _)| self.is_better((worth, at), (most, best))) {
                    best = Some((worth, at, played));
                }
            }
        }
        best.expect("a game that goes on has a move").2
    }

    /// Where no square is worth anything the paper's program would pass, which the rules do
    /// not allow: then narrow leaks count as none.
    fn best_square<const WORDS: usize>(
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
            let (ways, anchor) = self.pieces.ways(game, played);
            let size = game.piece(played).size() as usize;
            for way in ways {
                playable[size].insert(way.held(game, anchor));
            }
        }
        let (index, size) = self
            .best_of(&playable, leaks, self.reading.narrow)
            .or_else(|| self.best_of(&playable, leaks, Narrow::NoLeak))
            .expect("a game that goes on has a move");
        let ranks = self.hands.ranks(colour);
        let mut first: Option<(Try, Move)> = None;
        for &played in &self.moves {
            if game.piece(played).size() as usize != size {
                continue;
            }
            for at in tries(game, &self.pieces, &ranks, played) {
                if at.0 == index && first.is_none_or(|(first, _)| at < first) {
                    first = Some((at, played));
                }
            }
        }
        first.expect("a piece can be held there").1
    }

    /// The best square and the largest size that can be played there, if any is worth
    /// something.
    fn best_of<const WORDS: usize>(
        &self,
        playable: &[Squares<WORDS>; 6],
        leaks: &Leaks<WORDS>,
        narrow: Narrow,
    ) -> Option<(usize, usize)> {
        let all = playable.iter().fold(Squares::EMPTY, |all, set| all | *set);
        let mut filled = Squares::EMPTY;
        let mut best: Option<(i64, usize, usize)> = None;
        for index in all.iter() {
            let sizes = (1..playable.len()).rev();
            let size = sizes.clone().find(|&size| playable[size].contains(index))?;
            let height = self.heights[index];
            let plain = height + size as i64;
            let worth = match leaks.at(index) {
                None => plain,
                Some((area, count)) => {
                    let is_filled = filled.contains(index);
                    if self.reading.flood == Flood::EachMove {
                        filled |= area;
                    }
                    match (is_filled || count <= size as i64, self.reading.gain, narrow) {
                        (false, Gain::FloodAndSize, _) => plain + count,
                        (false, Gain::Flood, _) => height + count,
                        (true, _, Narrow::NoLeak) => plain,
                        (true, _, Narrow::Height) => height,
                        (true, _, Narrow::Nothing) => continue,
                    }
                }
            };
            if best.is_none_or(|(most, best, _)| self.is_better((worth, index), (most, best))) {
                best = Some((worth, index, size));
            }
        }
        best.map(|(_, index, size)| (index, size))
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for Leaky {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.hands = self.deck.hands(self.pieces.order, seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        Ok(Report::unsearched(self.choose(game, position)))
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
    plan: Heights,
    random: Random,
    moves: Vec<Move>,
    heights: Vec<i64>,
}

impl CorrectedLeaky {
    pub(super) fn new(plan: Heights, seed: u64) -> Self {
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
        let mut leaks = Leaks::find(game, position, colour, open, Leak::Corner);
        leaks.squares = leaks.squares & corners;
        for (area, count) in &mut leaks.counts {
            let inside = corners & *area & !leaks.squares;
            let near = (0..4).fold(inside, |near, _| near | (game.beside(near) & open));
            *count = i64::from((*area & !near).count());
        }
        fill(game, self.plan, colour, &mut self.heights);
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
