//! Files that are none, and files that never end.

use super::{
    formats::OTHELLO_FORMATS,
    ledgers::{needed, small},
};
use crate::{
    ground::{Ground, Trouble},
    program::Order,
};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::{
    ffi::OsString,
    fs,
    io::Write,
    os::unix::net::UnixListener,
    path::{Path, PathBuf},
    time::Duration,
};

/// What stands where a file should be.
fn odd_files(ground: &mut Ground) -> Result<Vec<PathBuf>, Trouble> {
    let fifo = ground.file("fifo");
    let mode = Mode::RUSR | Mode::WUSR;
    mknodat(CWD, &fifo, FileType::Fifo, mode, 0)?;
    let directory = ground.folder.join("directory");
    fs::create_dir_all(&directory)?;
    let socket = ground.file("socket");
    drop(UnixListener::bind(&socket)?);
    let huge = ground.file("huge");
    fs::File::create(&huge)?.set_len(100 << 30)?;
    let link = ground.file("link");
    std::os::unix::fs::symlink("/dev/zero", &link)?;
    let ring = ground.file("ring");
    std::os::unix::fs::symlink(&ring, &ring)?;
    Ok(vec![
        fifo,
        directory,
        socket,
        huge,
        link,
        ring,
        "/dev/zero".into(),
        "/dev/urandom".into(),
        "/dev/full".into(),
        "/proc/self/mem".into(),
    ])
}

/// Every way to read a file.
fn readers(ground: &mut Ground, path: &Path, ledger: &Path) -> Vec<Order> {
    let option = |before: &str| {
        let mut word = OsString::from(before);
        word.push(path);
        word
    };
    let mut orders = Vec::new();
    for format in OTHELLO_FORMATS {
        let order = ground.papan(["convert", "othello", "--to", "lines", "--from", format]);
        orders.push(order.arguments([path]));
    }
    let order = ground.papan(["convert", "blokus-duo", "--from", "blksgf", "--to", "lines"]);
    orders.push(order.arguments([path]));
    let order = ground.papan(["match", "othello", "random", "greedy", "--games", "2"]);
    orders.push(order.arguments(["--openings"]).arguments([option("file:")]));
    orders.push(ground.papan(["tournament"]).arguments([path]));
    for command in ["list", "verify", "export"] {
        let order = ground.papan(["ledger", command, "--ledger"]);
        orders.push(order.arguments([path]));
    }
    orders.push(ground.papan(["report", "--ledger"]).arguments([path]));
    let order = ground.papan(["match", "othello:size=4", "random", "greedy", "--ledger"]);
    orders.push(order.arguments([path]));
    let order = ground.papan(["levels", "--event", "cup", "--ledger"]);
    let order = order.arguments([ledger]).arguments(["--write"]);
    orders.push(order.arguments([path]));
    let order = ground.papan(["serve", "--no-open", "--port", "0", "--data"]);
    orders.push(order.arguments([path]));
    orders
}

/// One clear line at once, and next to no memory.
pub(crate) fn kinds(ground: &mut Ground) -> Result<(), Trouble> {
    let (ledger, _) = small(ground, "cup.db")?;
    for path in odd_files(ground)? {
        for order in readers(ground, &path, &ledger) {
            if ground.is_known() {
                return Ok(());
            }
            let ended = order.memory(300).quiet(Duration::from_secs(15)).run()?;
            let problem = ended.problem(&[2, 5]);
            let lines = ended.stderr.trim().lines().count();
            let talks = match lines {
                1..=6 => None,
                0 => Some("it says nothing".to_owned()),
                _ => Some(format!("it says {lines} lines")),
            };
            ground.count(ended.text.clone(), problem.or(talks));
        }
        let load = format!("loadsgf {}\nquit\n", path.display());
        let order = ground.papan(["engine", "othello", "random"]).input(load);
        let ended = order.memory(300).quiet(Duration::from_secs(15)).run()?;
        ground.count(
            format!("{} and loadsgf {path:?}", ended.text),
            ended.problem(&[0]),
        );
    }
    // Everything that a process is given on its standard input may be endless too.
    let zeros = fs::File::open("/dev/zero")?;
    for format in ["transcript", "wthor", "json"] {
        let order = ground.papan(["convert", "othello", "--to", "lines", "--from", format]);
        let order = order.input_file(zeros.try_clone()?).memory(700);
        let ended = order.run()?;
        ground.count(
            format!("{} < /dev/zero", ended.text),
            ended.problem(&[2, 5]),
        );
    }
    Ok(())
}

/// Games in the format of the tournament base, of which nobody needs all at once: a quarter of a
/// million, and where there is time a million (68 MB) in the same memory.
pub(crate) fn large(ground: &mut Ground) -> Result<(), Trouble> {
    let order = ground.papan([
        "convert",
        "othello",
        "--from",
        "transcript",
        "--to",
        "wthor",
    ]);
    let one = ground.file("one.wtb");
    let order = order.arguments(["-"]).arguments([&one]);
    needed(order.input("f5d6c3d3c4f4c5b3c2\n").run()?)?;
    let bytes = fs::read(&one)?;
    let (head, game) = bytes.split_at(16);
    let mut count: u32 = 250_000;
    while ground.next_round(1) {
        let large = ground.file("large.wtb");
        let mut file = fs::File::create(&large)?;
        file.write_all(&[&head[..4], &count.to_le_bytes(), &head[8..]].concat())?;
        let thousand = game.repeat(1000);
        for _ in 0..count / 1000 {
            file.write_all(&thousand)?;
        }
        drop(file);
        let output = ground.file("large.lines");
        let order = ground.papan(["convert", "othello"]);
        let ended = order.arguments([&large, &output]).memory(400).run()?;
        ground.count(
            format!("{}, {count} games", ended.text),
            ended.problem(&[0, 2, 5]),
        );
        let mut option = OsString::from("file:");
        option.push(&large);
        let order = ground.papan(["match", "othello", "random", "greedy", "--games", "2"]);
        let order = order.arguments(["--openings"]).arguments([option]);
        let ended = order.memory(400).run()?;
        ground.count(
            format!("{}, {count} games", ended.text),
            ended.problem(&[0, 2, 5]),
        );
        let _ = fs::remove_file(output);
        let _ = fs::remove_file(large);
        count = 1_000_000;
    }
    Ok(())
}
