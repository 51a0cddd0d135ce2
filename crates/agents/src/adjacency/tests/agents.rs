//! What holds for every agent of the game.

use super::{agent, halves, opening, play};
use crate::Playable;
use papan_adjacency::Adjacency;
use papan_core::{Game, Seat};
use papan_search::{Evaluation, Limits, Stop, Value};

/// Every agent, with so little to do that many games can be played.
const CHEAP: [&str; 10] = [
    "stable:nodes=50",
    "stable:depth=1,eval=marks",
    "hill",
    "hill:sideways,eval=stable",
    "hill:stochastic",
    "hill:restart,starts=2,plies=4",
    "genetic:population=6,generations=4",
    "paper/adjacency-minimax",
    "paper/adjacency-sideways",
    "paper/adjacency-genetic",
];

#[test]
fn everyone_plays_games_of_any_length_whoever_is_first() {
    for first in [Seat::FIRST, Seat::SECOND] {
        for rounds in [1, 2, 5, 28] {
            let game = Adjacency::new(rounds, first);
            for (index, name) in CHEAP.iter().enumerate() {
                let other = CHEAP[(index + 1) % CHEAP.len()];
                let end = play(&game, game.start(), &mut [agent(name), agent(other)], 1);
                assert!(game.turn(&end).is_none());
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = Adjacency::default();
    for name in CHEAP {
        let agents = &mut [agent(name), agent("hill:stochastic")];
        let first = play(&game, game.start(), agents, 7);
        play(&game, game.start(), agents, 8);
        assert_eq!(play(&game, game.start(), agents, 7), first, "{name}");
    }
}

#[test]
fn a_stopped_agent_still_moves() {
    let game = Adjacency::default();
    let stop = Stop::new();
    stop.stop();
    let position = opening(&game, 9, 1);
    for name in [
        "stable",
        "stable:eval=marks",
        "hill:sideways",
        "hill:restart,starts=100000,plies=64",
        "genetic:population=1000,generations=1000000",
        "paper/adjacency-minimax",
        "paper/adjacency-genetic",
    ] {
        for limits in [Limits::NONE.and_stop(&stop), Limits::nodes(1)] {
            let report = agent(name).think(&game, &position, &limits).unwrap();
            assert!(position.empty() & report.best.bit() != 0, "{name}");
            assert_eq!(
                report.principal_variation.first(),
                Some(&report.best),
                "{name}"
            );
        }
    }
}

#[test]
fn hill_climbing_takes_what_is_best_at_once() {
    let game = Adjacency::default();
    let position = opening(&game, 20, 3);
    let moves = game.legal_moves(&position);
    let most = |square: &_| position.converted(*square).count_ones();
    let best = moves.iter().map(most).max().unwrap();
    for name in ["hill:steepest", "hill:sideways"] {
        let report = agent(name).think(&game, &position, &Limits::NONE).unwrap();
        assert_eq!(most(&report.best), best, "{name}");
    }
    let steepest = agent("hill:steepest").choose(&game, &position);
    assert_eq!(
        Some(&steepest),
        moves.iter().find(|square| most(square) == best)
    );
    // Chance finds others, but only those that gain something: here all do.
    let chosen: Vec<_> = (0..40)
        .map(|seed| {
            let mut agent = agent("hill:stochastic");
            agent.begin(&game, seed);
            agent.choose(&game, &position)
        })
        .collect();
    assert!(chosen.iter().any(|square| *square != chosen[0]));
}

#[test]
fn a_longer_search_finds_a_better_plan() {
    let game = Adjacency::new(6, Seat::FIRST);
    let points = |name: &str| match agent(name)
        .think(&game, &game.start(), &Limits::NONE)
        .unwrap()
        .value
    {
        Some(Value::Points(points)) => points,
        other => panic!("{other:?}"),
    };
    assert!(points("genetic:generations=40") > points("genetic:generations=0"));
    assert!(points("hill:restart,starts=10,plies=6") > points("hill:steepest"));
}

/// Whoever knows what can never be turned wins against those who count marks.
#[test]
fn the_engine_beats_the_bots_of_the_report() {
    let game = Adjacency::default();
    for other in ["paper/adjacency-minimax", "paper/adjacency-local"] {
        let mut share = 0;
        for seed in 0..10 {
            let start = opening(&game, 2, seed);
            let end = play(
                &game,
                start,
                &mut [agent("stable:nodes=300"), agent(other)],
                seed,
            );
            share += halves(&end, Seat::FIRST);
            let end = play(
                &game,
                start,
                &mut [agent(other), agent("stable:nodes=300")],
                seed,
            );
            share += halves(&end, Seat::SECOND);
        }
        assert!(share >= 38, "{share} of 40 against {other}");
    }
}

#[test]
fn every_level_plays_and_the_highest_beats_the_lowest() {
    let game = Adjacency::default();
    let level =
        |level| crate::agents::open(&game, &format!("level:{level},divisor=100000"), 1).unwrap();
    for number in 1..=9 {
        play(
            &game,
            game.start(),
            &mut [level(number), level(10 - number)],
            3,
        );
    }
    let wins = (0..10)
        .filter(|&seed| {
            halves(
                &play(&game, game.start(), &mut [level(9), level(1)], seed),
                Seat::FIRST,
            ) == 2
        })
        .count();
    assert!(wins >= 9, "{wins} of 10");
}

#[test]
fn evaluations_are_opposite_for_the_two_sides() {
    let games = [Adjacency::default(), Adjacency::new(20, Seat::FIRST)];
    for game in games {
        for (seed, entry) in (0..20).zip(Adjacency::EVALUATIONS.iter().cycle()) {
            let evaluation = entry.evaluation;
            let position = opening(&game, 25, seed);
            let [x, o] =
                [Seat::FIRST, Seat::SECOND].map(|seat| evaluation.value(&game, &position, seat));
            assert_eq!(x, -o, "{}", entry.info.name);
        }
    }
}
