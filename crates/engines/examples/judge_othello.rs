//! Judges positions of games in files by the engine, to train or to measure the evaluation on.
//!
//! ```text
//! cargo run --release -p papan-engines --example judge_othello -- OUT FILE...
//!     [--most EMPTIES] [--least EMPTIES] [--one-in N] [--nodes N] [--solve EMPTIES] [--threads N]
//! ```
//!
//! FILEs are games of the WTHOR base (`.wtb`). Of the positions with `--least`
//! to `--most` empty squares (1 to 54) one in `--one-in` (1) is taken, each once; its value is found with
//! `--nodes` nodes (4,000) or, from `--solve` empty squares on (12), by an exact search. The file is described
//! in `support/positions.rs`; every position is a game of its own there.

#[path = "support/positions.rs"]
mod positions;

use papan_core::{Random, formats::find_format};
use papan_engines::othello::Engine;
use papan_othello::{Othello, Position};
use papan_search::{Limits, Value};
use positions::Judged;
use std::{
    collections::HashSet,
    error::Error,
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = Vec::new();
    let (mut least, mut most, mut one_in) = (1, 54, 1);
    let (mut nodes, mut solve) = (4_000, 12);
    let mut threads = thread::available_parallelism()?.get();
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<u64, Box<dyn Error>> {
            let text = arguments.next().ok_or("a number is missing")?;
            Ok(text.parse()?)
        };
        match &word[..] {
            "--least" => least = number()?,
            "--most" => most = number()?,
            "--one-in" => one_in = number()?,
            "--nodes" => nodes = number()?,
            "--solve" => solve = number()?,
            "--threads" => threads = number()? as usize,
            _ => words.push(word),
        }
    }
    let [out, files @ ..] = &words[..] else {
        return Err(
            "usage: judge_othello OUT FILE... [--most EMPTIES] [--least EMPTIES] \
             [--one-in N] [--nodes N] [--solve EMPTIES] [--threads N]"
                .into(),
        );
    };
    let othello = Othello::new();
    let wthor = find_format(&othello, "wthor")?;
    let mut random = Random::new(1);
    let mut known = HashSet::new();
    let mut chosen = Vec::new();
    for file in files {
        for record in wthor.read(&othello, &fs::read(file)?)? {
            for (position, _) in record.replay(&othello)?.played {
                let fits = (least..=most).contains(&u64::from(empties(&position)));
                if fits
                    && position.mobility() != 0
                    && random.below(one_in as usize) == 0
                    && known.insert((position.own(), position.other()))
                {
                    chosen.push(position);
                }
            }
        }
    }
    let next = AtomicUsize::new(0);
    let parts: Vec<Vec<u8>> = thread::scope(|scope| {
        let judge = || {
            let mut engine = Engine::new(&othello, 1 << 16);
            let mut bytes = Vec::new();
            while let Some(position) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                let limits = match u64::from(empties(position)) <= solve {
                    true => Limits::NONE,
                    false => Limits::nodes(nodes),
                };
                let label = engine.think(position, &limits);
                bytes.extend(positions::bytes(&[Judged {
                    own: position.own(),
                    other: position.other(),
                    value: label.value.map_or(0.0, Value::number) as f32,
                    is_black: position.mover().index() == 0,
                    is_exact: label.exact,
                    is_followed_by_chance: false,
                }]));
            }
            bytes
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(judge)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, Vec<u8>>| thread.join();
        threads.into_iter().map(join).collect::<Result<_, _>>()
    })
    .map_err(|_| "a thread panicked")?;
    fs::write(out, parts.concat())?;
    Ok(())
}

fn empties(position: &Position) -> u32 {
    64 - (position.own() | position.other()).count_ones()
}
