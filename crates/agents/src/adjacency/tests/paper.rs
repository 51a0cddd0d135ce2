//! The games of the report, again.

use super::{agent, board, halves, marks, opening, play};
use papan_adjacency::Adjacency;
use papan_core::{Game, Seat};

/// The result and the final board of a game between two agents without chance.
fn result(x: &str, o: &str, rounds: u32) -> ((u32, u32), String) {
    let game = Adjacency::new(rounds, Seat::FIRST);
    let end = play(&game, game.start(), &mut [agent(x), agent(o)], 0);
    (marks(&end), board(&game, &end))
}

#[test]
fn minimax_and_local_search_play_the_games_of_the_report() {
    let (minimax, local) = ("paper/adjacency-minimax", "paper/adjacency-local");
    for (x, o, rounds, score, board) in [
        (
            minimax,
            local,
            28,
            (33, 31),
            "OOXOOOXO/OXXOXXOO/XXXXXOOX/XXXOOOXX/XOXOXXOX/OXOXOXXX/OOOOXXOX/XOOOOXXO",
        ),
        (
            minimax,
            local,
            20,
            (25, 23),
            "OOXOOOXO/OXXOXXOO/OXXXXOOX/.OXOOOXX/..XOXXOX/...OOXXO/XX...OX./XX......",
        ),
        (
            minimax,
            local,
            16,
            (21, 19),
            "OOXOOOXO/.XXOXXOO/.OXXXOOO/..XOOOX./...OXXX./....XXO./XX...OX./XX......",
        ),
        (
            local,
            minimax,
            28,
            (33, 31),
            "XXXXXOXO/XOXXOXOX/XXOOXOXO/XOXOOOXX/XXOXXOXO/XXXOXXOX/OXOOOOOO/XOXOOOOO",
        ),
        (
            local,
            minimax,
            20,
            (25, 23),
            "XXXXXOXO/XOXXOXOX/XXOOXOXO/XOXXOOXX/.OO.OOO./XO...XO./OXO..OO./XX......",
        ),
        (
            local,
            minimax,
            16,
            (24, 16),
            "XXXXXOXO/XOXXOXOX/OXOOXOXO/.XOXXXOX/......../XX....O./OXO..O../XX......",
        ),
    ] {
        let expected = (score, board.to_owned());
        assert_eq!(result(x, o, rounds), expected, "{x} - {o}, {rounds} rounds");
    }
}

/// The mean and the standard deviation of X's marks.
fn distribution(x: &str, o: &str, rounds: u32, games: u64) -> (f64, f64) {
    let game = Adjacency::new(rounds, Seat::FIRST);
    let agents = &mut [agent(x), agent(o)];
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..games {
        let (x, _) = marks(&play(&game, game.start(), agents, seed));
        sum += f64::from(x);
        squares += f64::from(x * x);
    }
    let mean = sum / games as f64;
    (mean, (squares / games as f64 - mean * mean).sqrt())
}

#[test]
fn the_genetic_algorithm_loses_as_it_did() {
    let (minimax, local) = ("paper/adjacency-minimax", "paper/adjacency-local");
    let genetic = "paper/adjacency-genetic";
    for (x, rounds, mean, deviation) in [
        (minimax, 28, 38.4, 3.2),
        (minimax, 14, 24.2, 2.1),
        (minimax, 10, 18.3, 1.9),
        (local, 28, 40.3, 3.0),
        (local, 20, 34.8, 2.4),
        (local, 15, 28.8, 1.9),
    ] {
        let (measured, spread) = distribution(x, genetic, rounds, 40);
        assert!((measured - mean).abs() < 1.5, "{x}, {rounds}: {measured}");
        assert!((spread - deviation).abs() < 1.0, "{x}, {rounds}: {spread}");
    }
}

/// The report's conclusion hangs on its one opening.
#[test]
fn from_random_openings_minimax_loses_to_local_search() {
    let game = Adjacency::default();
    let (minimax, local) = ("paper/adjacency-minimax", "paper/adjacency-local");
    let mut share = 0;
    for seed in 0..60 {
        let start = opening(&game, 2, seed);
        let end = play(&game, start, &mut [agent(minimax), agent(local)], seed);
        share += halves(&end, Seat::FIRST);
        let end = play(&game, start, &mut [agent(local), agent(minimax)], seed);
        share += halves(&end, Seat::SECOND);
    }
    assert!((24..=45).contains(&(share * 100 / 240)), "{share} of 240");
}
