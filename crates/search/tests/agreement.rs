//! All searches for two seats find the same values, and each needs fewer nodes than the one
//! before it.

use papan_adjacency::Adjacency;
use papan_blokus::Small;
use papan_congklak::Congklak;
use papan_core::{Game, Random, Seat};
use papan_othello::Othello;
use papan_search::{
    Algorithm, AsListed, ByEvaluation, Limits, Order, Report, ScoreDifference, Stop, Ties,
    TranspositionTable, TwoSeatSearch, Value,
};
use proptest::prelude::*;
use std::time::Duration;

/// A position after some random plies of a random game, before its end.
fn random_position<G: Game>(game: &G, seed: u64, plies: usize) -> G::Position {
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&position, &mut moves);
        let mut next = position;
        game.play(&mut next, moves[random.below(moves.len())]);
        if game.turn(&next).is_none() {
            break;
        }
        position = next;
    }
    position
}

fn search<G: Game, O: Order<G>>(
    game: &G,
    position: &G::Position,
    algorithm: Algorithm,
    order: &O,
    table: bool,
    deepen: bool,
    depth: u32,
) -> Report<G::Move> {
    let mut memory = TranspositionTable::with_megabytes(1);
    let mut search = TwoSeatSearch {
        algorithm,
        evaluation: &ScoreDifference,
        order,
        table: table.then_some(&mut memory),
        ties: Ties::First,
        deepen,
        aspiration: deepen.then_some(2),
    };
    search.run(game, position, &Limits::depth(depth), &mut Random::new(1))
}

/// The value by the shortest definition there is, sharing nothing with the searches.
fn reference<G: Game>(game: &G, position: &G::Position, seat: Seat, depth: u32) -> i32 {
    let Some(mover) = game.turn(position).filter(|_| depth > 0) else {
        return game.scores(position).difference(seat);
    };
    let moves = game.legal_moves(position);
    let values = moves.iter().map(|&played| {
        let child = game.after(position, played);
        reference(game, &child, seat, depth - 1)
    });
    let best = if mover == seat {
        values.max()
    } else {
        values.min()
    };
    best.expect("a game that goes on has moves")
}

/// Plays the principal variation, which must be legal, and returns the standing at its end.
fn follow<G: Game>(game: &G, position: &G::Position, line: &[G::Move], seat: Seat) -> i32 {
    let mut position = *position;
    let mut moves = Vec::new();
    for played in line {
        moves.clear();
        game.moves(&position, &mut moves);
        assert!(moves.contains(played), "an illegal move in the line");
        game.play(&mut position, *played);
    }
    game.scores(&position).difference(seat)
}

fn check<G: Game>(game: &G, seed: u64, plies: usize, depth: u32) {
    let position = &random_position(game, seed, plies);
    let seat = game.turn(position).unwrap();
    let value = reference(game, position, seat, depth);
    let by_evaluation = &ByEvaluation(ScoreDifference);
    let mut listed = Vec::new();
    for algorithm in [
        Algorithm::Minimax,
        Algorithm::Negamax,
        Algorithm::AlphaBeta,
        Algorithm::NegaScout,
    ] {
        let report = search(game, position, algorithm, &AsListed, false, false, depth);
        assert_eq!(report.value, Some(Value::points(value)), "{algorithm:?}");
        assert_eq!(
            follow(game, position, &report.principal_variation, seat),
            value,
            "{algorithm:?}"
        );
        assert_eq!(report.principal_variation[0], report.best);
        listed.push(report);
        for (table, deepen) in [(true, false), (true, true), (false, true)] {
            let report = search(
                game,
                position,
                algorithm,
                by_evaluation,
                table,
                deepen,
                depth,
            );
            assert_eq!(
                report.value,
                Some(Value::points(value)),
                "{algorithm:?} table {table} deepen {deepen}"
            );
            follow(game, position, &report.principal_variation, seat);
        }
    }
    assert_eq!(listed[0].best, listed[1].best);
    assert_eq!(listed[0].best, listed[2].best);
    assert_eq!(listed[0].nodes, listed[1].nodes);
    assert!(listed[2].nodes <= listed[1].nodes);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn othello(seed in any::<u64>(), plies in 0usize..58, depth in 1u32..5) {
        check(&Othello::new(), seed, plies, depth);
    }

    #[test]
    fn small_othello_to_the_end(seed in any::<u64>(), plies in 4usize..12) {
        check(&Othello::with_size(4), seed, plies, 12);
    }

    #[test]
    fn congklak(seed in any::<u64>(), plies in 0usize..30, depth in 1u32..6) {
        check(&Congklak::default(), seed, plies, depth);
    }

    #[test]
    fn kalah(seed in any::<u64>(), plies in 0usize..30, depth in 1u32..6) {
        check(&Congklak::named("kalah").unwrap(), seed, plies, depth);
    }

    #[test]
    fn adjacency(seed in any::<u64>(), plies in 30usize..56, depth in 1u32..4) {
        check(&Adjacency::new(28, Seat::FIRST), seed, plies, depth);
    }

    #[test]
    fn blokus(seed in any::<u64>(), plies in 8usize..16, depth in 1u32..3) {
        check(&Small::named("blokus:size=8,starts=corners").unwrap(), seed, plies, depth);
    }
}

/// Over the same positions every improvement searches fewer nodes.
#[test]
fn every_improvement_needs_fewer_nodes() {
    fn total<G: Game>(game: &G, depth: u32) -> [u64; 3] {
        let mut totals = [0; 3];
        for seed in 0..20 {
            let position = &random_position(game, seed, 6 + seed as usize);
            let by_evaluation = &ByEvaluation(ScoreDifference);
            let nodes = [
                search(
                    game,
                    position,
                    Algorithm::Minimax,
                    &AsListed,
                    false,
                    false,
                    depth,
                ),
                search(
                    game,
                    position,
                    Algorithm::AlphaBeta,
                    &AsListed,
                    false,
                    false,
                    depth,
                ),
                search(
                    game,
                    position,
                    Algorithm::NegaScout,
                    by_evaluation,
                    true,
                    false,
                    depth,
                ),
            ]
            .map(|report| report.nodes);
            for (total, nodes) in totals.iter_mut().zip(nodes) {
                *total += nodes;
            }
        }
        totals
    }
    for totals in [
        total(&Othello::new(), 5),
        total(&Congklak::default(), 6),
        total(&Adjacency::new(28, Seat::FIRST), 3),
    ] {
        assert!(totals.is_sorted_by(|more, less| more > less), "{totals:?}");
    }
}

/// However soon it is stopped, a search answers with a legal move.
#[test]
fn a_stopped_search_answers() {
    let game = Othello::new();
    let position = random_position(&game, 3, 20);
    let moves = game.legal_moves(&position);
    let stop = Stop::new();
    stop.stop();
    for limits in [
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::nodes(7),
        Limits::nodes(1_000),
        Limits::time(Duration::ZERO),
        Limits::time(Duration::from_millis(2)),
        Limits::NONE.and_stop(&stop),
    ] {
        for algorithm in [Algorithm::Minimax, Algorithm::NegaScout] {
            for deepen in [true, false] {
                let mut search = TwoSeatSearch {
                    algorithm,
                    deepen,
                    ..TwoSeatSearch::new(&ScoreDifference)
                };
                let report = search.run(&game, &position, &limits, &mut Random::new(1));
                assert!(moves.contains(&report.best));
                assert_eq!(report.principal_variation.first(), Some(&report.best));
                assert!(limits.nodes.is_none_or(|most| report.nodes <= most.max(1)));
            }
        }
    }
}

#[test]
fn ties_are_broken_as_asked() {
    let game = Othello::new();
    let start = game.start();
    let choose = |ties, seed| {
        let mut search = TwoSeatSearch {
            ties,
            ..TwoSeatSearch::new(&ScoreDifference)
        };
        let limits = Limits::depth(1);
        search
            .run(&game, &start, &limits, &mut Random::new(seed))
            .best
    };
    let moves = game.legal_moves(&start);
    // By symmetry all four openings are worth the same.
    assert_eq!(choose(Ties::First, 1), moves[0]);
    assert_eq!(choose(Ties::Last, 1), moves[3]);
    let mut chosen: Vec<_> = (0..100).map(|seed| choose(Ties::Random, seed)).collect();
    chosen.sort();
    chosen.dedup();
    assert_eq!(chosen, moves);
}
