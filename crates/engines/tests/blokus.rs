//! The Blokus engine against exhaustive searches.

use papan_blokus::{Blokus, Large, Move, Position, Small};
use papan_core::{Game, Random, Seat};
use papan_engines::blokus::{EndgameSolver, Explorer, ExplorerSettings};
use papan_search::{Limits, Stop, Value, margin};
use std::{collections::HashMap, time::Duration};

/// The value of a position for seat 0, by exhaustive search.
fn slow_value(game: &Small, position: &Position<4>, known: &mut HashMap<Position<4>, i32>) -> i32 {
    let Some(mover) = game.turn(position) else {
        return margin(game, position, Seat::FIRST);
    };
    if let Some(&value) = known.get(position) {
        return value;
    }
    let moves = game.legal_moves(position);
    let values = moves.iter().map(|&played| {
        let child = game.after(position, played);
        slow_value(game, &child, known)
    });
    let value = match mover == Seat::FIRST {
        true => values.max(),
        false => values.min(),
    };
    let value = value.unwrap();
    known.insert(*position, value);
    value
}

/// Positions of random games with few placements left.
fn endings(name: &str, placements: usize, games: u64) -> Vec<(Small, Position<4>)> {
    let game = Small::named(name).unwrap();
    let mut found = Vec::new();
    for number in 0..games {
        let mut random = Random::for_item(3, number);
        let mut position = game.start();
        let mut moves = Vec::new();
        while game.turn(&position).is_some() {
            let left: usize = (0..2).map(|c| game.count_moves_of(&position, c)).sum();
            if left <= placements {
                found.push((game.clone(), position));
                break;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    found
}

fn value_for_mover(game: &Small, position: &Position<4>) -> i32 {
    let value = slow_value(game, position, &mut HashMap::new());
    match game.turn(position) {
        Some(Seat::FIRST) => value,
        _ => -value,
    }
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut decided = 0;
    for (name, placements) in [
        ("blokus:size=5", 24),
        ("blokus:size=7", 24),
        ("blokus-duo", 16),
    ] {
        for (game, position) in endings(name, placements, 12) {
            let report = EndgameSolver::new()
                .solve(&game, &position, &Limits::NONE)
                .unwrap();
            let expected = value_for_mover(&game, &position);
            assert_eq!(report.value, Some(Value::points(expected)), "{position:?}");
            assert!(report.exact);
            // The line ends the game with that value.
            let mover = game.turn(&position).unwrap();
            let mut end = position;
            for &played in &report.principal_variation {
                game.play(&mut end, played);
            }
            assert!(game.turn(&end).is_none());
            assert_eq!(margin(&game, &end, mover), expected);
            decided += 1;
        }
    }
    assert!(decided > 20);
}

#[test]
fn the_explorer_finds_the_best_ends() {
    // Without the solver: the simulations alone.
    let settings = ExplorerSettings {
        endgame_placements: 0,
        ..ExplorerSettings::default()
    };
    let mut explorer = Explorer::new(settings);
    let (mut kept, mut all) = (0, 0);
    for (game, position) in endings("blokus:size=7", 24, 30) {
        let best = value_for_mover(&game, &position);
        let mover = game.turn(&position).unwrap();
        let mut random = Random::new(1);
        let report = explorer.search(&game, &position, &Limits::nodes(3_000), &mut random);
        let mut child = position;
        game.play(&mut child, report.best);
        let value = slow_value(&game, &child, &mut HashMap::new());
        let value = if mover == Seat::FIRST { value } else { -value };
        // Who wins must not change; the margin may fall short now and then.
        assert_eq!(value.signum(), best.signum(), "{position:?}");
        kept += usize::from(value == best);
        all += 1;
    }
    assert!(all >= 20 && kept * 10 >= all * 8, "{kept} of {all}");
}

#[test]
fn the_endgame_is_solved_by_default() {
    for (game, position) in endings("blokus-duo", 10, 5) {
        let mut explorer = Explorer::new(ExplorerSettings::default());
        let mut random = Random::new(1);
        let report = explorer.search(&game, &position, &Limits::nodes(5_000), &mut random);
        assert!(report.exact);
        let expected = value_for_mover(&game, &position);
        assert_eq!(report.value, Some(Value::points(expected)));
    }
}

fn check_stopped<const WORDS: usize>(name: &str) {
    let game = Blokus::<WORDS>::named(name).unwrap();
    let mut explorer = Explorer::new(ExplorerSettings::default());
    let mut random = Random::new(1);
    let stop = Stop::new();
    stop.stop();
    let limits = [
        Limits::nodes(1),
        Limits::time(Duration::from_millis(1)),
        Limits::NONE.and_stop(&stop),
    ];
    let mut position = game.start();
    let mut moves: Vec<Move> = Vec::new();
    let mut ply = 0;
    while game.turn(&position).is_some() {
        let limits = &limits[ply % 3];
        let report = explorer.search(&game, &position, limits, &mut random);
        moves.clear();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&report.best), "{name} at ply {ply}");
        assert_eq!(report.principal_variation.first(), Some(&report.best));
        game.play(&mut position, report.best);
        ply += 1;
    }
}

#[test]
fn a_stopped_search_still_answers() {
    for name in ["blokus-duo", "blokus:size=5", "blokus:size=9,seats=3"] {
        check_stopped::<4>(name);
    }
    for name in ["blokus-classic", "blokus-classic-2", "blokus-classic-3"] {
        check_stopped::<7>(name);
    }
}

#[test]
fn the_same_seed_gives_the_same_move_whatever_was_searched_before() {
    let game = Large::named("blokus-classic").unwrap();
    let limits = Limits::nodes(100);
    let mut fresh = Explorer::new(ExplorerSettings::default());
    let expected = fresh.search(&game, &game.start(), &limits, &mut Random::new(7));
    let mut used = Explorer::new(ExplorerSettings::default());
    let mut position = game.start();
    for _ in 0..3 {
        let report = used.search(&game, &position, &limits, &mut Random::new(1));
        game.play(&mut position, report.best);
    }
    let again = used.search(&game, &game.start(), &limits, &mut Random::new(7));
    assert_eq!((again.best, again.value), (expected.best, expected.value));
    assert_eq!(
        (again.principal_variation, again.nodes),
        (expected.principal_variation, expected.nodes)
    );
}

#[test]
fn memory_is_bounded() {
    let game = Small::named("blokus-duo").unwrap();
    let settings = ExplorerSettings {
        tree_capacity: 1_000,
        ..ExplorerSettings::default()
    };
    let mut explorer = Explorer::new(settings);
    let report = explorer.search(
        &game,
        &game.start(),
        &Limits::nodes(2_000),
        &mut Random::new(1),
    );
    assert_eq!(report.nodes, 2_000);
    assert!(explorer.tree_size() < 1_000 + 2 * settings.max_children);
}

#[test]
fn without_a_limit_that_ends_it_a_search_ends() {
    let game = Small::named("blokus:size=5").unwrap();
    let settings = ExplorerSettings {
        endgame_placements: 0,
        ..ExplorerSettings::default()
    };
    let mut explorer = Explorer::new(settings);
    for limits in [Limits::NONE, Limits::depth(3)] {
        let report = explorer.search(&game, &game.start(), &limits, &mut Random::new(1));
        assert_eq!(report.nodes, 10_000);
    }
}

#[test]
fn a_solved_endgame_leaves_no_tree() {
    let (game, position) = endings("blokus-duo", 10, 1).remove(0);
    let mut explorer = Explorer::new(ExplorerSettings::default());
    let mut random = Random::new(1);
    explorer.search(&game, &game.start(), &Limits::nodes(50), &mut random);
    assert!(explorer.visits().count() > 0 && explorer.tree_size() > 0);
    let report = explorer.search(&game, &position, &Limits::nodes(5_000), &mut random);
    assert!(report.exact);
    assert_eq!((explorer.visits().count(), explorer.tree_size()), (0, 0));
}

/// How often the root of the last search was visited, what earlier searches knew of it included.
fn visits(explorer: &Explorer<4>) -> u64 {
    explorer
        .visits()
        .map(|(_, visits)| u64::from(visits))
        .sum::<u64>()
}

#[test]
fn a_search_without_a_node_limit_goes_on_with_its_tree() {
    let game = Small::named("blokus:size=8").unwrap();
    for settings in [
        ExplorerSettings::default(),
        ExplorerSettings::with_replies(),
    ] {
        let mut explorer = Explorer::new(settings);
        let mut random = Random::new(1);
        let mut search = |explorer: &mut Explorer<4>, position: &Position<4>, limits: &Limits| {
            let report = explorer.search(&game, position, limits, &mut random);
            (report.principal_variation, report.nodes, visits(explorer))
        };
        let start = game.start();
        let (line, nodes, known) = search(&mut explorer, &start, &Limits::NONE);
        assert_eq!((nodes, known), (10_000, 10_000));
        let after = game.after(&game.after(&start, line[0]), line[1]);
        let (_, nodes, known) = search(&mut explorer, &after, &Limits::NONE);
        assert_eq!(nodes, 10_000);
        assert!(known > nodes, "nothing was kept");
        // The same position once more, then one that is not in the tree.
        let (_, _, again) = search(&mut explorer, &after, &Limits::NONE);
        assert_eq!(again, known + 10_000);
        let (_, _, back) = search(&mut explorer, &start, &Limits::NONE);
        assert_eq!(back, 10_000);
        // A node limit always begins anew, and so does who has forgotten.
        let (_, _, limited) = search(&mut explorer, &after, &Limits::nodes(500));
        assert_eq!(limited, 500);
        search(&mut explorer, &start, &Limits::NONE);
        explorer.forget();
        let (_, _, forgotten) = search(&mut explorer, &after, &Limits::NONE);
        assert_eq!(forgotten, 10_000);
    }
}

#[test]
fn threads_share_the_nodes_and_find_the_same_again() {
    let game = Small::named("blokus-duo").unwrap();
    let mut explorer = Explorer::new(ExplorerSettings::default()).with_threads(3);
    let mut found = Vec::new();
    for _ in 0..2 {
        let limits = Limits::nodes(301);
        let report = explorer.search(&game, &game.start(), &limits, &mut Random::new(4));
        assert_eq!((report.nodes, visits(&explorer)), (301, 301));
        let share = explorer.root_share().unwrap();
        assert!((0.0..=1.0).contains(&share));
        found.push((report.best, explorer.visits().collect::<Vec<_>>()));
    }
    assert_eq!(found[0], found[1]);
    // Others than one thread finds: they do think.
    let mut alone = Explorer::new(ExplorerSettings::default());
    let limits = Limits::nodes(301);
    alone.search(&game, &game.start(), &limits, &mut Random::new(4));
    assert_ne!(alone.visits().collect::<Vec<_>>(), found[0].1);
    let report = explorer.search(&game, &game.start(), &Limits::nodes(1), &mut Random::new(4));
    assert_eq!(report.nodes, 1);
}

#[test]
fn threads_share_the_memory() {
    let game = Small::named("blokus-duo").unwrap();
    let settings = ExplorerSettings {
        tree_capacity: 3_000,
        max_children: 50,
        ..ExplorerSettings::default()
    };
    let mut explorer = Explorer::new(settings).with_threads(3);
    let limits = Limits::nodes(6_000);
    explorer.search(&game, &game.start(), &limits, &mut Random::new(1));
    assert!((2_700..3_000 + 3 * 50).contains(&explorer.tree_size()));
}
