//! How fast the rules are on one core, beside what was asked of them and beside other
//! libraries: `cargo bench -p papan-benches`
#![allow(clippy::print_stdout)]

use magpie::othello::{Board, Stone};
use papan_agents::games;
use papan_benches::{best_rate, grouped};
use papan_blokus::Small;
use papan_core::{Game, Random, bits};
use papan_othello::Othello;
use std::hint::black_box;

fn main() {
    println!(
        "{:<46} {:>15} {:>15}",
        "work, one core", "a second", "at least"
    );
    let row = |work: &str, rate: f64, floor: f64| {
        let mark = if rate < floor { "  BELOW" } else { "" };
        println!(
            "{work:<46} {:>15} {:>15}{mark}",
            grouped(rate),
            grouped(floor)
        );
    };

    let othello = Othello::new();
    let start = othello.start();
    row(
        "Othello perft(11), leaves",
        best_rate(|| othello.perft(&start, 11)),
        600e6,
    );
    let peer = best_rate(magpie_games);
    row(
        "Othello random games",
        random_games("othello", 5_000),
        2.0 * peer,
    );
    println!("{:<46} {:>15}", "  the same in magpie 0.12", grouped(peer));

    let duo = Small::named("blokus-duo").expect("a game of the catalogue");
    let positions = duo_positions(&duo);
    let mut moves = Vec::new();
    let lists = best_rate(|| {
        for position in &positions {
            moves.clear();
            duo.moves(black_box(position), &mut moves);
            black_box(&moves);
        }
        positions.len() as u64
    });
    row("Blokus Duo, full lists of legal moves", lists, 1.5e6);
    let counts = best_rate(|| {
        for position in &positions {
            black_box(duo.count_moves(black_box(position), &mut moves));
        }
        positions.len() as u64
    });
    println!("{:<46} {:>15}", "  the same, only counted", grouped(counts));
    row(
        "Blokus Duo random games",
        random_games("blokus-duo", 500),
        50e3,
    );
    row(
        "Blokus Classic random games",
        random_games("blokus-classic", 100),
        10e3,
    );
    row(
        "Congklak random games",
        random_games("congklak", 10_000),
        1.2e6,
    );
    row(
        "Adjacency random games, 28 rounds",
        random_games("adjacency", 20_000),
        1.2e6,
    );
}

/// Random games through the same door as `papan playouts`.
fn random_games(name: &str, count: u64) -> f64 {
    let game = games::open(name).expect("a game of the catalogue");
    let position = game.start();
    best_rate(|| black_box(position.playouts(1, 0..count)).games)
}

/// Every position of some random games.
fn duo_positions(duo: &Small) -> Vec<<Small as Game>::Position> {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut position = duo.start();
        while duo.turn(&position).is_some() {
            positions.push(position);
            moves.clear();
            duo.moves(&position, &mut moves);
            duo.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    positions
}

/// Random games in magpie, the move chosen by its rank as in our own: the library's own
/// iterator over moves would be slower.
fn magpie_games() -> u64 {
    const GAMES: u64 = 2_000;
    let mut random = Random::new(1);
    for _ in 0..GAMES {
        let mut board = Board::standard();
        let mut stone = Stone::Black;
        let mut passed = false;
        loop {
            let moves = board.moves_for(stone);
            if moves.is_empty() {
                if passed {
                    break;
                }
                passed = true;
            } else {
                passed = false;
                let rank = random.below(usize::from(moves.count_set())) as u32;
                let chosen = 1_u64 << bits::select(moves.raw(), rank);
                board.play(stone, chosen.try_into().expect("one square"));
            }
            stone = stone.flip();
        }
        black_box(&board);
    }
    GAMES
}
