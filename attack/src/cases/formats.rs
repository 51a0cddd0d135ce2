//! Files of games that something has changed.

use super::ledgers::needed;
use crate::{
    ground::{Ground, Trouble},
    random::mutated,
};
use std::{ffi::OsString, fs};

/// The formats of Othello.
pub(super) const OTHELLO_FORMATS: &[&str] = &[
    "transcript",
    "obf",
    "ggf",
    "sgf",
    "wthor",
    "lines",
    "json",
    "pgn",
];

/// A file to begin from: its game, its format and its bytes.
type Seed = (&'static str, &'static str, Vec<u8>);

/// Files as the program writes them itself.
fn seeds(ground: &mut Ground) -> Result<Vec<Seed>, Trouble> {
    const OTHELLO: &str = "othello | start | f5 d6 c3 d3 c4 f4 c5 b3 c2\n\
                           othello | start | d3 c5 d6 e3 f4\n";
    const DUO: &str = "blokus-duo | start | e9,d10,e10,f10,e11 j5,i6,j6,k6,j7\n";
    const CONGKLAK: &str = "congklak | 7,7,7,7,7,7,7:0 7,7,7,7,7,7,7:0 A | 1 2 7 7 1 3\n";
    const ADJACENCY: &str = "adjacency:rounds=2 | start | c4 d4 c5 e4\n";
    let wanted: &[(&str, &str, &[&str])] = &[
        ("othello", OTHELLO, OTHELLO_FORMATS),
        ("blokus-duo", DUO, &["blksgf", "lines", "json", "pgn"]),
        ("congklak", CONGKLAK, &["lines", "json", "pgn"]),
        ("adjacency:rounds=2", ADJACENCY, &["lines", "json", "pgn"]),
    ];
    let mut seeds = Vec::new();
    for (game, lines, formats) in wanted {
        for format in *formats {
            let order = ground.papan(["convert", game, "--from", "lines", "--to", format]);
            let file = ground.file("seed");
            let order = order.arguments(["-"]).arguments([&file]);
            needed(order.input(*lines).run()?)?;
            seeds.push((*game, *format, fs::read(&file)?));
        }
    }
    Ok(seeds)
}

/// Whatever is in a file, it is read as a game or refused.
pub(crate) fn mutations(ground: &mut Ground) -> Result<(), Trouble> {
    let seeds = seeds(ground)?;
    while ground.next_round(20) {
        let (game, format, original) = ground.random.of(&seeds).clone();
        let mut bytes = mutated(&mut ground.random, &original);
        if ground.random.once_in(20) {
            bytes = bytes.repeat(1 + ground.random.below(2000));
        }
        let file = ground.file("mutated");
        fs::write(&file, &bytes)?;
        let to = *ground.random.of(&["lines", "json", "pgn"]);
        let order = match ground.random.once_in(4) {
            true => {
                let named = ground.file(&format!("mutated.{format}"));
                fs::write(&named, &bytes)?;
                let mut option = OsString::from("file:");
                option.push(named);
                ground
                    .papan([
                        "match",
                        game,
                        "random",
                        "random",
                        "--games",
                        "2",
                        "--openings",
                    ])
                    .arguments([option])
            }
            false => ground
                .papan(["convert", game, "--from", format, "--to", to])
                .arguments([&file]),
        };
        let ended = order.memory(400).run()?;
        let trial = format!("{} ({format})", ended.text);
        ground.count(trial, ended.problem(&[0, 2, 4, 5]));
        ground.keep_failed(&bytes)?;
    }
    Ok(())
}
