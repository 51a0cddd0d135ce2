//! Makes positions to train the evaluation of Othello on: the engine plays against itself and
//! says what it thinks of every position.
//!
//! ```text
//! cargo run --release -p papan-engines --example play_othello -- OUT GAMES SEED
//!     [--nodes N] [--solve EMPTIES] [--threads N] [--seconds S] [--games-of FILE]...
//! ```
//!
//! A game begins with random moves, six to thirty of them, and now and then a random move
//! follows later, so that the positions are as varied as those that a search looks at. With
//! `--games-of` (a `.wtb` of the WTHOR base) three games in four begin with a position from those
//! games instead, so that many are as people meet them. Every
//! other move is the engine's, found with `--nodes` nodes (8,000) or, from `--solve` empty squares on
//! (16), by an exact search. Each game follows from SEED and its number; `--seconds` ends the
//! making early.
//!
//! The file is described in `support/positions.rs`.

#[path = "support/positions.rs"]
mod positions;

use papan_core::{Game, Random, formats::find_format};
use papan_engines::othello::{BoardEvaluation, Engine, Patterns};
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Value};
use positions::Judged;
use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// One move in so many is a random one after the opening.
const RANDOM_MOVE: usize = 20;

struct Settings {
    nodes: u64,
    solve: u32,
    seed: u64,
    /// Positions that games may begin with.
    beginnings: Vec<Position>,
    evaluation: BoardEvaluation,
}

/// The plies of other people's games that a game may begin after.
const BEGINNINGS: std::ops::Range<usize> = 6..46;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = Vec::new();
    let mut settings = Settings {
        nodes: 8_000,
        solve: 16,
        seed: 0,
        beginnings: Vec::new(),
        evaluation: BoardEvaluation::of(&Othello::new()),
    };
    let mut files = Vec::new();
    let mut threads = thread::available_parallelism()?.get();
    let mut time = Duration::MAX;
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<u64, Box<dyn Error>> {
            let text = arguments.next().ok_or("a number is missing")?;
            Ok(text.parse()?)
        };
        match &word[..] {
            "--games-of" => files.push(arguments.next().ok_or("a file is missing")?),
            "--weights" => {
                let file = arguments.next().ok_or("a file is missing")?;
                settings.evaluation =
                    BoardEvaluation::from_patterns(Patterns::read(&fs::read(file)?)?);
            }
            "--nodes" => settings.nodes = number()?,
            "--solve" => settings.solve = number()? as u32,
            "--threads" => threads = number()? as usize,
            "--seconds" => time = Duration::from_secs(number()?),
            _ => words.push(word),
        }
    }
    let [out, games, seed] = &words[..] else {
        return Err(
            "usage: play_othello OUT GAMES SEED [--nodes N] [--solve EMPTIES] \
             [--threads N] [--seconds S] [--games-of FILE]..."
                .into(),
        );
    };
    let games: u64 = games.parse()?;
    settings.seed = seed.parse()?;
    let othello = Othello::new();
    let wthor = find_format(&othello, "wthor")?;
    for path in files {
        for record in wthor.read(&othello, &fs::read(path)?)? {
            let played = record.replay(&othello)?.played.into_iter();
            let positions = played.map(|(position, _)| position);
            let within = positions.take(BEGINNINGS.end).skip(BEGINNINGS.start);
            settings.beginnings.extend(within);
        }
    }
    let mut file = BufWriter::new(File::create(out)?);
    let (begin, next) = (Instant::now(), AtomicU64::new(0));
    let (sender, receiver) = mpsc::sync_channel(1_000);
    let mut counts = (0_u64, 0_u64);
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        for _ in 0..threads {
            let (sender, next, settings) = (sender.clone(), &next, &settings);
            scope.spawn(move || {
                let othello = Othello::new();
                let mut engine =
                    Engine::new(&othello, 1 << 16).with_evaluation(settings.evaluation);
                while begin.elapsed() < time {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let game = play(&othello, &mut engine, settings, number);
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for game in receiver {
            file.write_all(&game)?;
            counts = (counts.0 + 1, counts.1 + game.len() as u64 / 20);
            if counts.0.is_multiple_of(1_000) {
                say(begin, counts);
            }
        }
        Ok(())
    })?;
    file.flush()?;
    say(begin, counts);
    Ok(())
}

#[allow(clippy::print_stdout)]
fn say(begin: Instant, (games, positions): (u64, u64)) {
    let seconds = begin.elapsed().as_secs_f64();
    println!("{seconds:6.1} s: {games} games, {positions} positions");
}

/// A game, as the file holds it.
fn play(othello: &Othello, engine: &mut Engine, settings: &Settings, number: u64) -> Vec<u8> {
    let mut random = Random::for_item(settings.seed, number);
    let mut position = othello.start();
    // Most games leave the known paths early, some late.
    let opening = match random.below(5) {
        0 => 6 + random.below(3),
        1 | 2 => 8 + random.below(6),
        _ => 13 + random.below(18),
    };
    let mut moves = Vec::new();
    let mut any = |position: &Position, random: &mut Random| -> Move {
        moves.clear();
        othello.moves(position, &mut moves);
        moves[random.below(moves.len())]
    };
    let opening = match settings.beginnings.len() {
        count if count > 0 && random.below(4) > 0 => {
            position = settings.beginnings[random.below(count)];
            // A move that a search would look at and nobody plays.
            random.below(2)
        }
        _ => opening,
    };
    for _ in 0..opening {
        if position.is_over() {
            break;
        }
        let played = any(&position, &mut random);
        othello.play(&mut position, played);
    }
    let mut game = Vec::new();
    while !position.is_over() {
        if position.mobility() == 0 {
            othello.play(&mut position, Move::PASS);
            continue;
        }
        let empties = 64 - (position.own() | position.other()).count_ones();
        let limits = match empties <= settings.solve {
            true => Limits::NONE,
            false => Limits::nodes(settings.nodes),
        };
        let label = engine.think(&position, &limits);
        let played = match random.below(RANDOM_MOVE) {
            0 => any(&position, &mut random),
            _ => label.best,
        };
        game.push(Judged {
            own: position.own(),
            other: position.other(),
            value: label.value.map_or(0.0, Value::number) as f32,
            is_black: position.mover().index() == 0,
            is_exact: label.exact,
            is_followed_by_chance: played != label.best,
        });
        othello.play(&mut position, played);
    }
    positions::bytes(&game)
}
