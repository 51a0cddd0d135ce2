//! Who plays best in files of games: ratings of all who played often enough, from the best on.
//!
//! ```text
//! cargo run --release -p papan-arena --example strong_players -- FILE... [--least GAMES] [--best N] [--list]
//! ```
//!
//! Players are those of the files, by name, or by number in a base without names. Only who has at least
//! `--least` (40) games with others of whom the same is true is rated, so that nobody is strong by
//! one lucky day. The `--best` (30) are written, with `--list` in one line, for
//! `papan review --among`.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

use papan_agents::{games, reading};
use papan_arena::statistics::{Encounter, pool};
use papan_core::{Record, Seat};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut least, mut best, mut list, mut files) = (40, 30, false, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<usize, Box<dyn Error>> {
            Ok(arguments.next().ok_or("a number is missing")?.parse()?)
        };
        match &word[..] {
            "--least" => least = number()?,
            "--best" => best = number()?,
            "--list" => list = true,
            _ => files.push(word),
        }
    }
    let mut played = Vec::new();
    for file in &files {
        for record in reading::read(&fs::read(file)?, None, None)? {
            played.extend(of_two(&record)?);
        }
    }
    let counts = keep_busy(&mut played, least);
    let players: Vec<&String> = counts.keys().collect();
    let number = |name: &String| players.binary_search(&name);
    let mut encounters = Vec::with_capacity(played.len());
    for (opening, (names, margin)) in played.iter().enumerate() {
        let (Ok(first), Ok(second)) = (number(&names[0]), number(&names[1])) else {
            continue;
        };
        encounters.push(Encounter {
            players: vec![first, second],
            ranks: match margin {
                0 => vec![1, 1],
                1.. => vec![1, 2],
                _ => vec![2, 1],
            },
            scores: vec![*margin, -margin],
            opening: opening as u64,
        });
    }
    let fitted = pool::fit(players.len(), &encounters)?;
    let rungs = fitted.ratings.ladder.iter().take(best);
    if list {
        let names: Vec<&str> = rungs.map(|rung| &**players[rung.player]).collect();
        println!("{}", names.join(","));
        return Ok(());
    }
    println!("{} games, {} players", encounters.len(), players.len());
    for rung in rungs {
        let name = players[rung.player];
        println!(
            "{name:<12} {:>5} games {:>6.0} Elo",
            counts[name], rung.rating.value
        );
    }
    Ok(())
}

/// Who played on the two seats of a game, and by how much the first won.
type Played = ([String; 2], i32);

/// What a game was that was played to the end.
fn of_two(record: &Record) -> Result<Option<Played>, Box<dyn Error>> {
    let game = games::open(&record.game)?;
    let player = |seat| {
        let seat = game.seat_name(seat);
        let number = format!("{seat}-number");
        record
            .tag(&seat)
            .or_else(|| record.tag(&number))
            .map(str::to_owned)
    };
    let mut seats = Seat::all(game.seats()).map(player);
    let (Some(Some(first)), Some(Some(second)), None) = (seats.next(), seats.next(), seats.next())
    else {
        return Ok(None);
    };
    let last = game.after(&record.line())?;
    // Who won a game that was given up, not every file says.
    if last.turn().is_some() || first == second {
        return Ok(None);
    }
    Ok(Some((
        [first, second],
        last.scores().difference(Seat::FIRST),
    )))
}

/// Leaves games between players who have enough of them, and counts them.
fn keep_busy(played: &mut Vec<([String; 2], i32)>, least: usize) -> BTreeMap<String, usize> {
    loop {
        let mut counts = BTreeMap::new();
        for (names, _) in &*played {
            for name in names {
                *counts.entry(name.clone()).or_insert(0) += 1;
            }
        }
        let busy: BTreeSet<&String> = counts
            .iter()
            .filter(|(_, games)| **games >= least)
            .map(|(name, _)| name)
            .collect();
        if busy.len() == counts.len() {
            return counts;
        }
        played.retain(|(names, _)| names.iter().all(|name| busy.contains(name)));
    }
}
