//! What must hold in every game, as one check that each game's tests call with random
//! seeds and each fuzz target with random bytes.

use crate::{Notation, Random, perft, playout};
use std::collections::{HashMap, HashSet};

/// Plays one random game and checks on the way, in every position:
///
/// - the game goes on exactly while there are legal moves, and no move is listed twice;
/// - texts of positions and moves round-trip;
/// - [`is_legal`](crate::Game::is_legal) says of every move of this and of earlier positions
///   whether it is listed;
/// - of `every_move` (texts of all moves that could ever be written) exactly the legal
///   ones are accepted;
/// - equal positions have equal keys and different ones different keys;
/// - the game's own ways of counting moves, perft and playouts give what the plain
///   ones give.
///
/// # Panics
/// When one of these does not hold: the message says which, and where.
pub fn check_random_game<G: Notation>(game: &G, seed: u64, every_move: &[String]) {
    let mut random = Random::new(seed);
    let mut position = game.start();
    let mut keys = HashMap::new();
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    loop {
        let text = game.position_text(&position);
        let at = format!("{} seed {seed} at '{text}'", game.name());
        moves.clear();
        game.moves(&position, &mut moves);
        assert_eq!(game.turn(&position).is_some(), !moves.is_empty(), "{at}");
        assert_eq!(game.outcome(&position).is_some(), moves.is_empty(), "{at}");
        assert_eq!(
            game.count_moves(&position, &mut Vec::new()),
            moves.len(),
            "{at}"
        );
        check_lead_after(game, &position, &moves, &at);
        seen.extend(moves.iter().copied());
        for &played in &seen {
            let listed = moves.contains(&played);
            assert_eq!(game.is_legal(&position, played), listed, "{played:?}: {at}");
        }
        let read = game.parse_position(&text);
        assert_eq!(read.as_ref(), Ok(&position), "{at}");
        assert_eq!(
            read.map(|read| game.key(&read)),
            Ok(game.key(&position)),
            "{at}"
        );
        let known = keys.entry(game.key(&position)).or_insert(position);
        assert_eq!(*known, position, "two positions with one key: {at}");
        check_moves(game, &position, &moves, every_move, &at);
        if random.below(4) == 0 {
            check_faster_ways(game, &position, random.next_u64(), &at);
        }
        if moves.is_empty() {
            return;
        }
        game.play(&mut position, moves[random.below(moves.len())]);
    }
}

fn check_moves<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    every_move: &[String],
    at: &str,
) {
    let mut legal = HashMap::new();
    for &listed in moves {
        let text = game.move_text(position, listed);
        assert!(!text.contains(char::is_whitespace), "'{text}': {at}");
        assert_eq!(game.parse_move(position, &text), Ok(listed), "{text}: {at}");
        assert_eq!(
            legal.insert(text, listed),
            None,
            "a move listed twice: {at}"
        );
    }
    for text in every_move {
        let accepted = game.parse_move(position, text).ok();
        assert_eq!(accepted.as_ref(), legal.get(text), "{text}: {at}");
    }
}

fn check_faster_ways<G: Notation>(game: &G, position: &G::Position, seed: u64, at: &str) {
    for depth in 0..=2 {
        assert_eq!(
            game.perft(position, depth),
            perft(game, position, depth),
            "perft {depth}: {at}"
        );
    }
    let (mut fast, mut plain) = (*position, *position);
    let (mut fast_random, mut plain_random) = (Random::new(seed), Random::new(seed));
    let fast_plies = game.playout(&mut fast, &mut fast_random);
    let plain_plies = playout(game, &mut plain, &mut plain_random);
    assert_eq!(
        (fast, fast_plies),
        (plain, plain_plies),
        "playout {seed}: {at}"
    );
    assert_eq!(
        fast_random, plain_random,
        "numbers drawn in playout {seed}: {at}"
    );
}

/// What a game says of a move without playing it is what playing it shows.
fn check_lead_after<G: Notation>(game: &G, position: &G::Position, moves: &[G::Move], at: &str) {
    for &played in moves {
        if let Some((lead, over)) = game.lead_after(position, played) {
            let mover = game.turn(position).expect("there are moves");
            let child = game.after(position, played);
            assert_eq!(lead, game.scores(&child).difference(mover), "{at}");
            assert!(!over || game.turn(&child).is_none(), "{at}");
        }
    }
}

/// Reads a text as a position and, when it is one, as the start of a game: neither may
/// panic, and what is accepted must survive being written and read again.
///
/// # Panics
/// When a text that was accepted does not come back as itself.
pub fn check_any_text<G: Notation>(game: &G, position: &str, moves: &str) {
    let Ok(mut position) = game.parse_position(position) else {
        return;
    };
    let check = |position: &G::Position| {
        let written = game.position_text(position);
        assert_eq!(
            game.parse_position(&written).as_ref(),
            Ok(position),
            "{written}"
        );
        let _ = (
            game.draw(position),
            game.board(position),
            game.scores(position),
        );
    };
    check(&position);
    for text in moves.split_whitespace() {
        if let Ok(played) = game.parse_move(&position, text) {
            let _ = game.effects(&position, played);
            game.play(&mut position, played);
            check(&position);
        }
    }
}

/// Reads bytes in every format of a game: nothing may panic, and what was read can be
/// written and read again.
///
/// # Panics
/// When a file that was accepted cannot be written or does not come back as itself.
pub fn check_any_file<G: Notation>(game: &G, bytes: &[u8]) {
    for format in crate::formats::formats::<G>() {
        let Ok(records) = format.read(game, bytes) else {
            continue;
        };
        let written = (format.write)(game, &records)
            .unwrap_or_else(|error| panic!("{} is not written: {error}", format.name));
        let again = format
            .read(game, &written)
            .unwrap_or_else(|error| panic!("{} is not read back: {error}", format.name));
        assert_eq!(again, records, "{} read twice", format.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Nim;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_example_keeps_its_promises(matches in 0..30_u8, seed in any::<u64>()) {
            let every: Vec<String> = (0..10).map(|taken| taken.to_string()).collect();
            check_random_game(&Nim::new(matches), seed, &every);
        }

        #[test]
        fn the_example_survives_any_text(position in "\\PC*", moves in "\\PC*") {
            check_any_text(&Nim::new(9), &position, &moves);
            check_any_file(&Nim::new(9), position.as_bytes());
        }
    }
}
