//! What levels answer natively, written down, so that the program for browsers can be asked the same: its test
//! (`crates/pocket/tests/pocket.test.js`) reads the same file.
//!
//! `PAPAN_WRITE=1 cargo test -p papan-host --test answers` writes it anew when levels play otherwise.

use papan_agents::games;
use papan_core::{LineOfPlay, Random, Seat};
use papan_host::thinkers::{Attempt, Part, Question, SessionKey, Sessions, Want};
use papan_search::{Live, Stop};
use serde_json::Value;
use std::{env, fs, path::Path, time::Duration};

/// The levels, and what their nodes are divided by, so that it does not take long.
const LEVELS: [(u32, u64); 7] = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 4), (6, 16), (7, 400)];
/// The moves that were played by chance before.
const PLIES: usize = 6;

/// A question for each level of each game, in the middle of a game.
fn questions() -> Vec<Question> {
    let mut questions = Vec::new();
    for game in games::all() {
        for (level, divisor) in LEVELS {
            let seed = u64::from(level);
            let mut random = Random::new(seed);
            let mut position = games::open(game.name).expect("a game").start();
            let mut moves = Vec::new();
            for _ in 0..PLIES {
                let legal = position.moves();
                let chosen = legal[random.below(legal.len())].clone();
                position.advance(&chosen).expect("a legal move");
                moves.push(chosen);
            }
            questions.push(Question {
                game: game.name.to_owned(),
                line: LineOfPlay { start: None, moves },
                agent: format!("level:{level},divisor={divisor},time=3600s"),
                part: Part::Player(position.turn().unwrap_or(Seat::FIRST)),
                seed,
                time: None,
                clock: None,
                want: Want::MOVE,
            });
        }
    }
    questions
}

/// The move that is answered.
fn answer(question: &Question) -> Value {
    let sessions = Sessions::with_budget(1 << 30);
    let stop = Stop::new();
    let key = SessionKey::of(1, question);
    let mut lease = sessions.take(key, &stop, || {}).expect("an agent");
    let attempt = Attempt {
        stop: &stop,
        spent: Duration::ZERO,
        threads: 1,
    };
    let live = Live::new();
    let reply = question.answer(lease.session().expect("an agent"), &attempt, &live);
    let reply = serde_json::to_value(reply.expect("an answer")).expect("JSON");
    reply["found"]["best"].clone()
}

#[test]
fn answers_are_those_that_browsers_are_compared_with() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pocket/tests/answers.txt");
    let questions = questions();
    assert!(questions.len() > 50, "{}", questions.len());
    let text: String = questions
        .iter()
        .map(|question| {
            let asked = serde_json::to_string(question).expect("JSON");
            format!("{}\t{asked}\n", answer(question).as_str().expect("a move"))
        })
        .collect();
    if env::var_os("PAPAN_WRITE").is_some() {
        fs::write(&path, &text).expect("a file");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    for (now, then) in text.lines().zip(written.lines()) {
        assert_eq!(
            now, then,
            "levels play otherwise; PAPAN_WRITE=1 writes it anew"
        );
    }
    assert_eq!(text.lines().count(), written.lines().count());
}
