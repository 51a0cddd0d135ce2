//! How fast lines of play are replayed, read and drawn at random on one core, beside the same
//! move by move with what each move does: `cargo bench -p papan-benches --bench lines`
#![allow(clippy::print_stdout)]

use papan_agents::games;
use papan_benches::{best_rate, grouped};
use papan_core::{AnyGame, LineOfPlay, Random};
use std::hint::black_box;

/// Lines of each game.
const LINES: u64 = 200;
/// Plies of a random opening.
const OPENING: u32 = 8;

fn main() {
    println!(
        "{:<24} {:>14} {:>14} {:>14} {:>14}",
        "a second, one core", "played", "replayed", "openings text", "openings"
    );
    for entry in games::all() {
        let game = games::open(entry.name).expect("a game of the catalogue");
        // Longer than any game: they stop before the last move.
        let lines: Vec<LineOfPlay> = (0..LINES)
            .map(|number| game.random_line(1_000, &mut Random::for_item(1, number)))
            .collect();
        let rates = [
            best_rate(|| with_effects(&*game, &lines)),
            best_rate(|| replayed(&*game, &lines)),
            best_rate(|| each(|random| by_texts(&*game, random))),
            best_rate(|| each(|random| game.random_line(OPENING, random))),
        ];
        let [played, replayed, texts, openings] = rates.map(grouped);
        println!(
            "{:<24} {played:>14} {replayed:>14} {texts:>14} {openings:>14}",
            entry.name
        );
    }
}

/// Plies that were played with all that a page is told of them.
fn with_effects(game: &dyn AnyGame, lines: &[LineOfPlay]) -> u64 {
    for line in lines {
        let mut position = game.start();
        for text in &line.moves {
            black_box(position.play(text).expect("a legal move"));
        }
    }
    plies(lines)
}

/// The same plies without.
fn replayed(game: &dyn AnyGame, lines: &[LineOfPlay]) -> u64 {
    for line in lines {
        black_box(game.after(line).expect("a legal line"));
    }
    plies(lines)
}

fn plies(lines: &[LineOfPlay]) -> u64 {
    lines.iter().map(|line| line.moves.len() as u64).sum()
}

fn each(draw: impl Fn(&mut Random) -> LineOfPlay) -> u64 {
    for number in 0..LINES {
        black_box(draw(&mut Random::for_item(1, number)));
    }
    LINES
}

/// An opening drawn from the texts of legal moves.
fn by_texts(game: &dyn AnyGame, random: &mut Random) -> LineOfPlay {
    let mut position = game.start();
    let mut line = LineOfPlay::default();
    for _ in 0..OPENING {
        let mut choices = position.moves();
        if choices.is_empty() {
            break;
        }
        let choice = choices.swap_remove(random.below(choices.len()));
        position.play(&choice).expect("a legal move");
        line.moves.push(choice);
    }
    line
}
