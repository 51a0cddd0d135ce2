//! The search beside plain ones.

use super::{
    AdjacencyEvaluation, Engine,
    engine::{filling, short},
    node::{EvaluateLeaf, Node, ShortNode},
    search::Search,
    solve,
    stable::{Stable, Weights, stable},
    table::TranspositionTable,
};
use papan_adjacency::{Adjacency, Position};
use papan_core::{Game, Random, Seat, bits};
use papan_search::{Limits, Stop, Value, Watch, margin};

/// A position of a random game with `plies` plies left.
fn position(rounds: u32, plies: u32, seed: u64) -> (Adjacency, Position) {
    let first = Seat::new(seed as usize % 2);
    let game = Adjacency::new(rounds, first);
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut moves = Vec::new();
    while position.plies_left() > plies {
        moves.clear();
        game.moves(&position, &mut moves);
        game.play(&mut position, moves[random.below(moves.len())]);
    }
    (game, position)
}

/// The marks of the mover and of the other.
fn sides(position: &Position) -> (u64, u64) {
    let mover = position.mover();
    let other = Seat::new(1 - mover.index());
    (position.marks(mover), position.marks(other))
}

/// The result of best play for the mover, by the rules alone.
fn brute_force(game: &Adjacency, position: &Position) -> i32 {
    if game.turn(position).is_none() {
        return margin(game, position, position.mover());
    }
    let moves = game.legal_moves(position);
    let values = moves.iter().map(|&played| {
        let child = game.after(position, played);
        -brute_force(game, &child)
    });
    values.max().unwrap()
}

#[test]
fn exact_values_agree_with_the_rules() {
    for (rounds, plies) in [
        (28, 1),
        (28, 2),
        (28, 3),
        (28, 7),
        (27, 5),
        (26, 5),
        (25, 4),
        (9, 3),
    ] {
        for seed in 0..6 {
            let (game, mut position) = position(rounds, plies, seed);
            let report = solve(&position, &Limits::NONE, &mut |_, _| {}).unwrap();
            let expected = brute_force(&game, &position);
            assert_eq!(report.value, Some(Value::points(expected)), "{position:?}");
            assert!(report.exact);
            // The line is that value.
            let mover = position.mover();
            for &played in &report.principal_variation {
                game.play(&mut position, played);
            }
            assert!(game.turn(&position).is_none());
            assert_eq!(margin(&game, &position, mover), expected);
        }
    }
}

#[test]
fn who_holds_what_can_be_turned_does_not_matter_when_the_board_fills() {
    for seed in 0..6 {
        let (_, position) = position(28, 11, seed);
        let (own, other) = sides(&position);
        let value = |tree: &mut dyn FnMut(&mut Search) -> i32| {
            let mut watch = Watch::start(&Limits::NONE);
            tree(&mut Search::new(
                &mut TranspositionTable::new(16),
                &mut watch,
                false,
                false,
            ))
        };
        let random = &mut Random::new(1);
        let filled = value(&mut |search| {
            let node = filling(own, other);
            search.deepen(node, 11, random, &mut |_| {}).value
        });
        let played = value(&mut |search| {
            let node = short(own, other, 11);
            search.deepen(node, 11, random, &mut |_| {}).value
        });
        assert_eq!(filled, played);
    }
}

/// Minimax without anything.
fn plain<T: Node>(node: T, depth: u32) -> i32 {
    match (node.plies(), depth) {
        (0, _) => return node.result(),
        (_, 0) => return node.evaluate(),
        _ => {}
    }
    let hints = node.hints();
    bits::ones(node.empty())
        .map(|square| -plain(node.play(&hints, square), depth - 1))
        .max()
        .unwrap()
}

fn agrees<T: Node>(node: T, depth: u32, reflect: bool) {
    let mut watch = Watch::start(&Limits::NONE);
    let mut table = TranspositionTable::new(14);
    let mut search = Search::new(&mut table, &mut watch, reflect, false);
    let found = search.deepen(node, depth, &mut Random::new(7), &mut |_| {});
    assert_eq!(found.value, plain(node, depth), "depth {depth}");
    let chosen = node.play(&node.hints(), found.best);
    assert_eq!(
        -plain(chosen, found.depth - 1),
        found.value,
        "depth {depth}"
    );
}

#[test]
fn the_search_has_the_value_of_minimax() {
    for seed in 0..8 {
        for (plies, depth) in [(50, 2), (40, 3), (16, 4), (9, 5), (6, 6)] {
            let (_, position) = position(28, plies, seed);
            let (own, other) = sides(&position);
            agrees(filling(own, other), depth, false);
            agrees(short(own, other, plies), depth, false);
        }
        for (rounds, plies, depth) in [(8, 9, 3), (20, 5, 3), (24, 4, 4)] {
            let (_, position) = position(rounds, plies, seed);
            let (own, other) = sides(&position);
            let weights = Weights::leaving(position.empty().count_ones() - plies);
            let evaluation = Stable(&weights);
            let node = ShortNode {
                own,
                other,
                plies,
                evaluation,
            };
            agrees(node, depth, false);
            agrees(short(own, other, plies), depth, false);
        }
    }
    let (own, other) = sides(&Adjacency::default().start());
    agrees(short(own, other, 4), 4, true);
}

#[test]
fn the_search_judges_as_everyone_may() {
    for seed in 0..60 {
        let (rounds, plies) = [(8, 9), (20, 6), (24, 30), (28, 11)][seed as usize % 4];
        let (_, position) = position(rounds, plies, seed);
        let (own, other) = sides(&position);
        let weights = Weights::leaving(position.empty().count_ones() - plies);
        let judged = Stable(&weights).value(own, other, plies);
        assert_eq!(judged, stable(&position, position.mover()));
    }
}

/// The result, the nodes and the principal variation of a search, by either code.
fn looks_alike<T: Node>(node: T, depth: u32, reflect: bool, selective: bool) {
    let look = |portable: bool| {
        let mut watch = Watch::start(&Limits::NONE);
        let mut table = TranspositionTable::new(12);
        let mut search = Search::new(&mut table, &mut watch, reflect, selective);
        let mut random = Random::new(3);
        let found = match portable {
            true => search.deepen_portably(node, depth, &mut random),
            false => search.deepen(node, depth, &mut random, &mut |_| {}),
        };
        let line = search.principal_variation(node, found.best, found.depth);
        (found.best, found.value, found.depth, line, watch.nodes())
    };
    assert_eq!(look(false), look(true));
}

#[test]
fn the_code_for_this_machine_searches_as_the_portable_one() {
    for seed in 0..6 {
        for (plies, depth) in [(50, 4), (30, 5), (12, 12)] {
            let (_, position) = position(28, plies, seed);
            let (own, other) = sides(&position);
            looks_alike(filling(own, other), depth, false, seed % 2 == 0);
        }
        for (rounds, plies) in [(8, 9), (20, 6), (24, 5)] {
            let (_, position) = position(rounds, plies, seed);
            let (own, other) = sides(&position);
            let weights = Weights::leaving(position.empty().count_ones() - plies);
            let evaluation = Stable(&weights);
            let node = ShortNode {
                own,
                other,
                plies,
                evaluation,
            };
            looks_alike(node, 4, false, seed % 2 == 0);
            looks_alike(short(own, other, plies), 4, false, false);
        }
    }
    let (own, other) = sides(&Adjacency::default().start());
    looks_alike(short(own, other, 6), 4, true, false);
}

#[test]
fn the_values_of_the_start_are_known() {
    let start = Adjacency::default().start();
    for (depth, expected) in (1..).zip([3, 0, 3, 0, 3, 0]) {
        let limits = Limits::depth(depth);
        let report = Engine::new(16).think(
            &start,
            AdjacencyEvaluation::Marks,
            &limits,
            &mut Random::new(1),
        );
        assert_eq!(report.value, Some(Value::points(expected)), "depth {depth}");
    }
    for rounds in 1..=4 {
        let start = Adjacency::new(rounds, Seat::FIRST).start();
        let report = solve(&start, &Limits::NONE, &mut |_, _| {}).unwrap();
        assert_eq!(report.value, Some(Value::points(0)), "{rounds} rounds");
        assert_eq!(report.principal_variation.len(), 2 * rounds as usize);
    }
}

#[test]
fn what_is_out_of_reach_is_refused() {
    let start = Adjacency::default().start();
    let refusal = solve(&start, &Limits::NONE, &mut |_, _| {}).unwrap_err();
    assert_eq!((refusal.plies, refusal.empty), (56, 56));
    // What does not end in time has no value either.
    let start = Adjacency::new(5, Seat::FIRST).start();
    assert!(solve(&start, &Limits::nodes(1_000), &mut |_, _| {}).is_err());
    let stop = Stop::new();
    stop.stop();
    assert!(solve(&start, &Limits::NONE.and_stop(&stop), &mut |_, _| {}).is_err());
}

#[test]
fn the_limits_of_a_solution_are_those_of_its_line_too() {
    let mut shorter = 0;
    for seed in 0..12 {
        let (_, position) = position(28, 15, seed);
        let whole = solve(&position, &Limits::NONE, &mut |_, _| {}).unwrap();
        // Enough for the value where the line took more than this.
        let most = whole.nodes - 100;
        if let Ok(report) = solve(&position, &Limits::nodes(most), &mut |_, _| {}) {
            assert_eq!((report.value, report.exact), (whole.value, true));
            assert!(report.nodes <= most, "{} of {most}", report.nodes);
            assert!(
                whole
                    .principal_variation
                    .starts_with(&report.principal_variation)
            );
            assert!(
                !report.principal_variation.is_empty()
                    && report.principal_variation.len() < whole.principal_variation.len()
            );
            shorter += 1;
        }
    }
    assert!(shorter > 0);
}

#[test]
fn stopped_at_any_node_it_answers_with_a_legal_move() {
    let mut engine = Engine::new(12);
    for (rounds, plies) in [(28, 30), (20, 12), (28, 1)] {
        let (_, position) = position(rounds, plies, 3);
        for evaluation in [AdjacencyEvaluation::Marks, AdjacencyEvaluation::Stable] {
            for nodes in (0..300).step_by(7) {
                let limits = Limits::nodes(nodes);
                let report = engine.think(&position, evaluation, &limits, &mut Random::new(nodes));
                assert!(position.empty() & report.best.bit() != 0);
                assert_eq!(report.principal_variation[0], report.best);
                assert!(report.nodes <= nodes.max(1) + 64);
            }
        }
    }
}

#[test]
fn what_was_searched_before_changes_nothing() {
    let (_, first) = position(28, 33, 1);
    let (_, second) = position(28, 20, 2);
    let think = |engine: &mut Engine, position: &Position| {
        let limits = Limits::nodes(5_000);
        let report = engine.think(
            position,
            AdjacencyEvaluation::Stable,
            &limits,
            &mut Random::new(4),
        );
        (
            report.best,
            report.value,
            report.principal_variation,
            report.nodes,
        )
    };
    let mut engine = Engine::new(12);
    let before = think(&mut engine, &first);
    for _ in 0..300 {
        let limits = Limits::nodes(50);
        engine.think(
            &second,
            AdjacencyEvaluation::Stable,
            &limits,
            &mut Random::new(4),
        );
    }
    assert_eq!(think(&mut engine, &first), before);
    assert_eq!(think(&mut Engine::new(12), &first), before);
}
