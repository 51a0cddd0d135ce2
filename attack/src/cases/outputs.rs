//! Files that are there already.

use super::ledgers::{needed, small};
use crate::{
    ground::{Ground, Trouble},
    program::Order,
};
use std::{ffi::OsString, fs, path::Path};

const PRECIOUS: &str = "the only copy of a thesis\n";

/// Every way to write a file.
fn writers(ground: &mut Ground, path: &Path, ledger: &Path, games: &Path) -> Vec<Order> {
    let path = path.as_os_str();
    let own: [&[&str]; 6] = [
        &["engine", "othello", "random", "--log"],
        &["trace", "othello:size=4", "negascout:depth=2", "--out"],
        &["show", "othello", "--svg"],
        &["new-agent", "python"],
        &["new-agent", "rust"],
        &[
            "match",
            "othello:size=4",
            "random",
            "greedy",
            "--games",
            "2",
            "--ledger",
        ],
    ];
    let mut orders: Vec<Order> = Vec::new();
    for arguments in own {
        orders.push(ground.papan(arguments).arguments([path]).input("quit\n"));
    }
    let of_ledger: [&[&str]; 7] = [
        &["report", "--format", "html", "-o"],
        &["report", "--format", "json", "-o"],
        &["report", "--format", "games-csv", "-o"],
        &["ledger", "export", "--format", "csv", "--output"],
        &["ledger", "export", "--format", "pgn", "--output"],
        &["ledger", "export", "--format", "lines", "--output"],
        &["levels", "--event", "cup", "--write"],
    ];
    for arguments in of_ledger {
        let order = ground.papan(arguments).arguments([path]);
        orders.push(order.arguments(["--ledger"]).arguments([ledger]));
    }
    let order = ground.papan(["convert", "othello", "--to", "sgf"]);
    orders.push(order.arguments([games.as_os_str(), path]));
    let order = ground.papan(["serve", "--no-open", "--port", "0", "--data"]);
    orders.push(order.arguments([path]));
    orders
}

/// Whoever names a file that is there by mistake keeps it.
pub(crate) fn overwrite(ground: &mut Ground) -> Result<(), Trouble> {
    let (ledger, _) = small(ground, "cup.db")?;
    let games = ground.file("games.txt");
    fs::write(&games, "f5d6c3\n")?;
    for name in ["thesis.html", "thesis.json", "thesis.svg", "thesis"] {
        let path = ground.file(name);
        for order in writers(ground, &path, &ledger, &games) {
            fs::write(&path, PRECIOUS)?;
            let ended = order.run()?;
            let kept = fs::read_to_string(&path).unwrap_or_default() == PRECIOUS;
            let problem = match kept {
                true => ended.problem(&[2, 5]),
                false => Some("the file that was there is gone".to_owned()),
            };
            ground.count(ended.text.clone(), problem);
        }
    }
    // A ledger under the name of another output is a file that is there, too.
    let before = fs::read(&ledger)?;
    let mut options: Vec<Vec<OsString>> = Vec::new();
    for words in [
        &["engine", "othello", "random", "--log"][..],
        &["new-agent", "python"],
        &["show", "othello", "--svg"],
    ] {
        let mut words: Vec<OsString> = words.iter().map(OsString::from).collect();
        words.push(ledger.as_os_str().to_owned());
        options.push(words);
    }
    for words in options {
        let ended = ground.papan(words).run()?;
        let kept = fs::read(&ledger)? == before;
        let lost = (!kept).then(|| "the ledger is gone".to_owned());
        ground.count(ended.text.clone(), lost.or(ended.problem(&[2, 5])));
    }
    let order = ground.papan(["ledger", "verify", "--ledger"]);
    needed(order.arguments([&ledger]).run()?)?;
    Ok(())
}

/// Nobody takes what is written: a disk without room behind the standard output, and behind both.
pub(crate) fn full(ground: &mut Ground) -> Result<(), Trouble> {
    let (ledger, _) = small(ground, "cup.db")?;
    let ledger = ledger.to_string_lossy().into_owned();
    let commands: [&[&str]; 9] = [
        &["games"],
        &["agents"],
        &["show", "othello"],
        &["best", "othello", "greedy", "--json"],
        &[
            "match",
            "othello:size=4",
            "random",
            "greedy",
            "--games",
            "2",
        ],
        &["ledger", "export", "--format", "csv", "--ledger", &ledger],
        &["ledger", "verify", "--ledger", &ledger],
        &["report", "--format", "json", "--ledger", &ledger],
        &["perft", "othello", "4"],
    ];
    for command in commands {
        for both in [false, true] {
            let full = || fs::OpenOptions::new().write(true).open("/dev/full");
            let errors = both.then(full).transpose()?;
            let ended = ground.papan(command).output_to(full()?, errors).run()?;
            let words = if both {
                "> /dev/full 2>&1"
            } else {
                "> /dev/full"
            };
            ground.count(format!("{} {words}", ended.text), ended.problem(&[5]));
        }
    }
    Ok(())
}
