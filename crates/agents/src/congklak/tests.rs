//! The agents by their names.

use crate::{Agent, Playable, agents::open};
use papan_congklak::{Congklak, Hole};
use papan_core::{Game, Notation, Random};
use papan_search::{Limits, Value};

fn agent(game: &Congklak, name: &str) -> Box<dyn Agent<Congklak>> {
    open(game, name, 1).unwrap()
}

#[test]
fn the_paper_agents_count_the_published_steps() {
    let game = Congklak::named("congklak-paper").unwrap();
    let position = game
        .parse_position("3,3,3,3,3,3,3:28 3,3,3,3,3,3,3:28 A")
        .unwrap();
    for (name, steps) in [
        ("paper/congklak-negascout", 165),
        ("paper/congklak-negascout:reading=textbook", 118),
        ("paper/congklak-minimax", 227),
    ] {
        let report = agent(&game, name)
            .think(&game, &position, &Limits::NONE)
            .unwrap();
        assert_eq!(report.nodes, steps, "{name}");
        assert_eq!(report.value, Some(Value::points(8)));
        assert_eq!(report.best, Hole::new(2));
        let mut again = agent(&game, name);
        let traced = again.trace(&game, &position, &Limits::NONE, 1_000).unwrap();
        assert_eq!(traced.report.best, report.best);
    }
}

/// Equal values at equal depth: a match against one of them is a match against all.
#[test]
fn all_readings_of_the_paper_play_the_same_game() {
    let mut random = Random::new(9);
    for name in ["congklak", "congklak-paper", "kalah"] {
        let game = Congklak::named(name).unwrap();
        let mut agents = [
            "paper/congklak-negascout",
            "paper/congklak-negascout:reading=textbook",
            "paper/congklak-minimax",
        ]
        .map(|name| agent(&game, name));
        let mut moves = Vec::new();
        for _ in 0..30 {
            let mut position = game.start();
            while game.turn(&position).is_some() {
                let [drawn, textbook, minimax] = &mut agents;
                let expected = minimax.choose(&game, &position);
                assert_eq!(textbook.choose(&game, &position), expected);
                assert_eq!(drawn.choose(&game, &position), expected);
                moves.clear();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn levels_play_the_same_game_again() {
    let game = Congklak::default();
    let game_of = |level| {
        let mut agent =
            crate::agents::open(&game, &format!("level:{level},divisor=1000"), 5).unwrap();
        agent.begin(&game, 7);
        let mut position = game.start();
        let mut played = Vec::new();
        while game.turn(&position).is_some() {
            played.push(agent.choose(&game, &position));
            game.play(&mut position, *played.last().unwrap());
        }
        played
    };
    for level in 1..=9 {
        assert_eq!(game_of(level), game_of(level));
    }
}

#[test]
fn solving_and_the_first_turn_are_known_by_name() {
    let game = Congklak::named("congklak:holes=5,seeds=5").unwrap();
    let solved = game
        .solve(&game.start(), &Limits::NONE, &mut |_| ())
        .unwrap();
    assert_eq!(solved.value, Some(Value::points(48)));
    let turn = game.first_turn(&game.start(), &Limits::NONE, &mut |_| ());
    let turn = turn.unwrap();
    assert_eq!((turn.collected, turn.at_most, turn.of), (46, 46, 50));
    let large = Congklak::named("kalah:seeds=10").unwrap();
    let refused = large.solve(&large.start(), &Limits::NONE, &mut |_| ());
    assert!(refused.unwrap_err().to_string().contains("out of reach"));
}
