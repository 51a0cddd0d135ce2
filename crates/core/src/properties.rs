//! What must hold in every game, as one check that each game's tests call with random
//! seeds and each fuzz target with random bytes.

use crate::{Notation, Random, Seat, perft, playout};
use std::collections::{HashMap, HashSet};

/// Plays a random game and its images under the symmetries of the game side by side, as far as the
/// image of the start is the start: the same actions are legal there, up to the image, and the
/// observations are images of each other.
///
/// # Panics
/// When that does not hold.
fn check_symmetries<G: Notation>(game: &G, seed: u64) {
    let see = |position: &G::Position| {
        let mut planes = vec![0; game.observation_size()];
        game.observe(
            position,
            game.turn(position).unwrap_or_default(),
            &mut planes,
        );
        planes
    };
    let actions = |position: &G::Position| {
        let moves = game.legal_moves(position);
        let actions = moves.into_iter().map(|played| game.action(played));
        actions.collect::<Vec<_>>()
    };
    let start = game.start();
    for (number, symmetry) in game.symmetries().iter().enumerate() {
        let image = |planes: &[u8]| {
            let mut moved = vec![0; planes.len()];
            for (&to, &value) in symmetry.observation.iter().zip(planes) {
                moved[to as usize] = value;
            }
            moved
        };
        if image(&see(&start)) != see(&start) {
            assert_ne!(number, 0, "the first image is the board as it is");
            continue;
        }
        let mut random = Random::new(seed);
        let (mut one, mut other) = (start, start);
        while game.turn(&one).is_some() {
            let legal = actions(&one);
            let mut images: Vec<usize> = legal
                .iter()
                .map(|&action| symmetry.actions[action] as usize)
                .collect();
            let mut found = actions(&other);
            let action = legal[random.below(legal.len())];
            let moved = symmetry.actions[action] as usize;
            images.sort_unstable();
            found.sort_unstable();
            let at = format!("{} image {number} seed {seed}", game.name());
            assert_eq!(images, found, "{at}");
            assert_eq!(image(&see(&one)), see(&other), "{at}");
            for (position, action) in [(&mut one, action), (&mut other, moved)] {
                let played = game.move_of(action).expect("an action of the game");
                game.play(position, played);
            }
        }
        assert_eq!(game.scores(&one), game.scores(&other));
    }
}

/// Plays one random game and checks on the way, in every position:
///
/// - the game goes on exactly while there are legal moves, and no move is listed twice;
/// - texts of positions and moves round-trip;
/// - [`is_legal`](crate::Game::is_legal) says of every move of this and of earlier positions
///   whether it is listed;
/// - of `every_move` (texts of all moves that could ever be written) exactly the legal
///   ones are accepted;
/// - equal positions have equal keys and different ones different keys;
/// - the numbers of actions lead back to their moves, the mask has the legal ones, and positions
///   that differ look different to the seat to move, or have another mover;
/// - of some games, that its images under the game's symmetries are games too;
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
    let mut observed = HashMap::new();
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
        check_encoding(game, &position, &moves, &mut observed, random.clone(), &at);
        if random.below(4) == 0 {
            check_faster_ways(game, &position, random.next_u64(), &at);
        }
        if moves.is_empty() {
            break;
        }
        game.play(&mut position, moves[random.below(moves.len())]);
    }
    // Finding the images of all placements of Blokus takes longer than a game.
    if seed.is_multiple_of(16) {
        check_symmetries(game, seed);
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

fn check_encoding<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    observed: &mut HashMap<(Option<Seat>, Vec<u8>), G::Position>,
    mut random: Random,
    at: &str,
) {
    let mut mask = vec![7; game.actions()];
    game.mask(position, &mut Vec::new(), &mut mask);
    assert_eq!(
        mask.iter().map(|&one| usize::from(one)).sum::<usize>(),
        moves.len(),
        "{at}"
    );
    for &played in moves {
        let action = game.action(played);
        assert_eq!(game.move_of(action), Some(played), "action {action}: {at}");
        assert_eq!(mask[action], 1, "action {action}: {at}");
    }
    assert_eq!(game.move_of(game.actions()), None, "{at}");
    let drawn = game.random_move(position, &mut Vec::new(), &mut random);
    assert_eq!(
        drawn.is_some_and(|drawn| moves.contains(&drawn)),
        !moves.is_empty(),
        "{at}"
    );
    // Every number is written, and none depends on what was there before.
    let turn = game.turn(position);
    let see = |before| {
        let mut planes = vec![before; game.observation_size()];
        game.observe(position, turn.unwrap_or_default(), &mut planes);
        planes
    };
    let planes = see(0);
    assert_eq!(planes, see(255), "{at}");
    let same = observed.entry((turn, planes)).or_insert(*position);
    assert_eq!(same, position, "two positions look alike: {at}");
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
