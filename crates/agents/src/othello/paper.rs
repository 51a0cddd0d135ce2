//! The agent of the paper on Othello with negamax, with its evaluation as published.
//!
//! The paper values a move by the board with the new disc on it but nothing turned over,
//! and counts the answers that would be legal there. That is a tree with other values than
//! the game has, so it is a [`Game`] of its own: its positions carry the value of the last
//! move, and the searches of all games walk it.

use super::evaluations::{discs, mobility};
use crate::{Agent, Answer, Traced, Valued, Values, tree};
use papan_core::{Game, Random, Scores, Seat, key, spec::Settings};
use papan_engines::othello::Corners;
use papan_othello::{Move, Othello, Position};
use papan_search::{
    Algorithm, Evaluation, FINISHED, Limits, Observer, Report, TwoSeatSearch, Value, Varied,
};
use std::iter;

/// What the paper's table says of a move: counts on the board where the disc is placed
/// and nothing is turned over, for the side that moves next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its legal moves, and one.
    pub legal: i32,
    /// Its discs.
    pub player: i32,
    /// All discs.
    pub total: i32,
    /// What the move is worth to it.
    pub value: i32,
}

/// The row of a move; `None` for a pass.
pub fn row(game: &Othello, position: &Position, played: Move) -> Option<Row> {
    let disc = 1 << played.square()?;
    let (next, waiting) = (position.other(), position.own() | disc);
    let legal = mobility(game, next, waiting).count_ones() as i32 + 1;
    let player = next.count_ones() as i32;
    let total = (next | waiting).count_ones() as i32;
    Some(Row {
        legal,
        player,
        total,
        value: special(game, next, waiting) + 100 * legal + 10 * (2 * player - total),
    })
}

/// The same evaluation of the board with the discs turned over, and without the one legal
/// move too many, for the side to move.
pub(super) fn corrected(game: &Othello, position: &Position) -> i32 {
    let legal = position.mobility().count_ones() as i32;
    special(game, position.own(), position.other()) + 100 * legal + 10 * discs(position)
}

/// Corners and the squares around them. Whose discs count how is not in the paper: every
/// published value has none there. Here it is one's own less the other side's.
fn special(game: &Othello, own: u64, other: u64) -> i32 {
    let corners = Corners::of(game);
    let difference = |set: u64| (own & set).count_ones() as i32 - (other & set).count_ones() as i32;
    2_000 * difference(corners.corners) - 300 * difference(corners.near())
}

/// The game with the paper's values on its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperTree(pub Othello);

/// A position and what the paper says of the move that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PaperPosition {
    /// The position by the rules.
    pub position: Position,
    /// What the last move is worth to the side to move; after a pass, the value of the
    /// move before, turned round.
    pub value: i32,
}

impl From<Position> for PaperPosition {
    /// A position to begin with, where no move has been made.
    fn from(position: Position) -> PaperPosition {
        PaperPosition { position, value: 0 }
    }
}

impl Game for PaperTree {
    type Position = PaperPosition;
    type Move = Move;

    fn start(&self) -> PaperPosition {
        self.0.start().into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self, position: &PaperPosition) -> Option<Seat> {
        self.0.turn(&position.position)
    }

    fn moves(&self, position: &PaperPosition, moves: &mut Vec<Move>) {
        self.0.moves(&position.position, moves);
    }

    fn play(&self, position: &mut PaperPosition, played: Move) {
        position.value = match row(&self.0, &position.position, played) {
            Some(row) => row.value,
            None => -position.value,
        };
        self.0.play(&mut position.position, played);
    }

    fn scores(&self, position: &PaperPosition) -> Scores {
        self.0.scores(&position.position)
    }

    fn key(&self, position: &PaperPosition) -> u64 {
        key::mix(self.0.key(&position.position), position.value as u64)
    }
}

/// The values of the paper: of the last move while the game goes on, and 10,000 for each
/// disc that a side is ahead at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperValues;

impl Evaluation<PaperTree> for PaperValues {
    #[inline]
    fn value(&self, _: &PaperTree, position: &PaperPosition, seat: Seat) -> i32 {
        match seat == position.position.mover() {
            true => position.value,
            false => -position.value,
        }
    }

    #[inline]
    fn finished(&self, _: &PaperTree, position: &PaperPosition, seat: Seat) -> i32 {
        let ahead = FINISHED * discs(&position.position);
        if seat == position.position.mover() {
            ahead
        } else {
            -ahead
        }
    }
}

/// Plays as the paper does: negamax with alpha-beta, and the first of equal moves. With chance in
/// the values, as its authors wished, games differ.
pub(super) struct PaperNegamax {
    /// The depth, and the most time.
    limits: Limits,
    /// Whether lines that cannot matter are left out. The paper's figures show them all.
    cuts: bool,
    values: Varied<PaperValues>,
}

impl PaperNegamax {
    /// The agent with its settings.
    pub(super) fn new(settings: &Settings, seed: u64) -> PaperNegamax {
        PaperNegamax {
            limits: Limits::depth(settings.integer("depth")).and_time(settings.time("time")),
            cuts: settings.choice("cuts", [true, false]),
            values: Varied {
                evaluation: PaperValues,
                amount: settings.integer("vary"),
                seed,
            },
        }
    }

    fn run(
        &self,
        game: &Othello,
        position: PaperPosition,
        limits: &Limits,
        observer: &mut impl Observer<Move>,
    ) -> Report<Move> {
        let mut search = TwoSeatSearch::new(&self.values);
        if !self.cuts {
            search.algorithm = Algorithm::Negamax;
        }
        // Nothing else is left to chance: ties go to the move found first.
        let (tree, mut random) = (PaperTree(*game), Random::new(0));
        search.run_observed(&tree, &position, limits, &mut random, observer)
    }
}

impl Agent<Othello> for PaperNegamax {
    fn begin(&mut self, _: &Othello, seed: u64) {
        self.values.seed = seed;
    }

    fn think(&mut self, game: &Othello, position: &Position, limits: &Limits) -> Answer<Move> {
        let limits = self.limits.within(limits);
        Ok(self.run(game, (*position).into(), &limits, &mut ()))
    }

    /// What negamax says of every move, at the full depth.
    fn values(&mut self, game: &Othello, position: &Position, limits: &Limits) -> Values<Move> {
        let limits = self.limits.within(limits);
        let further = limits.depth.unwrap_or(1).saturating_sub(1);
        let tree = PaperTree(*game);
        let moves = game.legal_moves(position);
        let worth = |&played: &Move| {
            let mut child = (*position).into();
            tree.play(&mut child, played);
            let value = match tree.turn(&child) {
                None => self.values.finished(&tree, &child, position.mover()),
                Some(_) if further == 0 => self.values.value(&tree, &child, position.mover()),
                Some(_) => {
                    let limits = Limits::depth(further).within(&limits);
                    let found = self.run(game, child, &limits, &mut ());
                    return Some(Valued {
                        depth: found.depth + 1,
                        line: iter::once(played)
                            .chain(found.principal_variation)
                            .collect(),
                        ..Valued::at_sight(played, found.value?.opposite())
                    });
                }
            };
            Some(Valued::at_sight(played, Value::points(value)))
        };
        moves.iter().filter_map(worth).collect()
    }

    fn trace(
        &mut self,
        game: &Othello,
        position: &Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<Othello>> {
        let limits = self.limits.within(limits);
        tree::traced(game, position, most, |trace| {
            self.run(game, (*position).into(), &limits, trace)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper_agent(depth: u32, cuts: bool) -> PaperNegamax {
        PaperNegamax {
            limits: Limits::depth(depth),
            cuts,
            values: Varied {
                evaluation: PaperValues,
                amount: 0,
                seed: 0,
            },
        }
    }

    fn place(position: &Position, square: u32) -> Position {
        let mut after = *position;
        assert_eq!(position.mobility() >> square & 1, 1, "{square} is legal");
        Othello::new().play(&mut after, Move::place(square));
        after
    }

    /// Black on 27 and 36 has opened at 20. That is the usual start turned by a quarter.
    fn opened() -> Position {
        let othello = Othello::new();
        let (black, white) = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35);
        place(&othello.position(black, white, Seat::FIRST).unwrap(), 20)
    }

    #[test]
    fn the_table_of_the_paper_holds_in_every_row() {
        let othello = Othello::new();
        let root = opened();
        let check = |position: &Position, square: u32, expected: [i32; 4]| {
            assert_eq!(position.mobility() >> square & 1, 1, "{square} is legal");
            let row = row(&othello, position, Move::place(square)).unwrap();
            assert_eq!(
                [row.legal, row.player, row.total, row.value],
                expected,
                "{square}"
            );
        };
        check(&root, 19, [7, 4, 6, 720]);
        check(&root, 21, [6, 4, 6, 620]);
        check(&root, 37, [6, 4, 6, 620]);
        for (first, replies) in [
            (19, &[(10, 7), (18, 8), (26, 9), (34, 8), (42, 7)][..]),
            (21, &[(22, 7), (29, 7), (34, 7), (43, 7)]),
            (37, &[(42, 6), (43, 7), (44, 8), (45, 7), (46, 6)]),
        ] {
            let position = place(&root, first);
            assert_eq!(position.mobility().count_ones() as usize, replies.len());
            for &(square, legal) in replies {
                check(&position, square, [legal, 3, 7, 100 * legal - 10]);
            }
        }
    }

    #[test]
    fn at_one_ply_the_paper_chooses_21() {
        let report = paper_agent(1, true)
            .think(&Othello::new(), &opened(), &Limits::NONE)
            .unwrap();
        assert_eq!(report.best, Move::place(21));
        assert_eq!(report.value, Some(Value::points(-620)));
    }

    #[test]
    fn the_values_and_the_tree_at_one_ply_are_those_of_the_paper() {
        let othello = Othello::new();
        let mut agent = paper_agent(1, true);
        let values = agent.values(&othello, &opened(), &Limits::NONE);
        let expected = [(19, -720), (21, -620), (37, -620)]
            .map(|(square, value)| Valued::at_sight(Move::place(square), Value::points(value)));
        assert_eq!(values, expected);
        let mut deeper = paper_agent(2, true);
        let report = deeper.think(&othello, &opened(), &Limits::NONE).unwrap();
        let values = deeper.values(&othello, &opened(), &Limits::NONE);
        let numbers = values.iter().map(|valued| valued.value.number());
        assert_eq!(
            numbers.fold(f64::MIN, f64::max),
            report.value.unwrap().number()
        );
        let traced = deeper
            .trace(&othello, &opened(), &Limits::NONE, 1_000)
            .unwrap();
        assert_eq!(traced.report.best, report.best);
    }

    /// Plain recursion without cuts, as the digest says it.
    fn negamax(game: &Othello, position: &Position, value: i32, depth: u32) -> i32 {
        if position.is_over() {
            return FINISHED * discs(position);
        }
        if depth == 0 {
            return value;
        }
        let moves = game.legal_moves(position);
        let worth = |&played: &Move| {
            let after = game.after(position, played);
            let edge = row(game, position, played).map_or(-value, |row| row.value);
            -negamax(game, &after, edge, depth - 1)
        };
        moves.iter().map(worth).max().unwrap()
    }

    #[test]
    fn deeper_it_is_negamax_over_the_values_of_moves() {
        let othello = Othello::new();
        for index in 0..20 {
            let mut random = Random::for_item(4, index);
            let mut position = othello.start();
            let mut moves = Vec::new();
            for _ in 0..3 * index {
                moves.clear();
                othello.moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                othello.play(&mut position, moves[random.below(moves.len())]);
            }
            if position.is_over() {
                continue;
            }
            for depth in 1..=4 {
                let report = paper_agent(depth, index % 2 == 0)
                    .think(&othello, &position, &Limits::NONE)
                    .unwrap();
                let expected = negamax(&othello, &position, 0, depth);
                assert_eq!(
                    report.value,
                    Some(Value::points(expected)),
                    "{index} {depth}"
                );
            }
        }
    }

    #[test]
    fn the_corrected_values_of_the_first_answers_are_500_400_and_500() {
        let othello = Othello::new();
        let root = opened();
        let values = [19, 21, 37].map(|square| corrected(&othello, &place(&root, square)));
        assert_eq!(values, [500, 400, 500]);
    }

    /// Games of the agent against itself, by the text of the agent.
    fn games(text: &str) -> std::collections::HashSet<Vec<Move>> {
        let othello = Othello::with_size(6);
        let game = |seed| {
            let mut agent = crate::agents::open(&othello, text, 0).unwrap();
            agent.begin(&othello, seed);
            let (mut position, mut line) = (othello.start(), Vec::new());
            while !position.is_over() {
                let chosen = agent.choose(&othello, &position);
                othello.play(&mut position, chosen);
                line.push(chosen);
            }
            line
        };
        (0..6).map(game).collect()
    }

    #[test]
    fn games_differ_when_chance_is_asked_for() {
        assert_eq!(games("paper/othello-negamax:depth=2").len(), 1);
        assert!(games("paper/othello-negamax:depth=2,vary=100").len() > 3);
    }
}
