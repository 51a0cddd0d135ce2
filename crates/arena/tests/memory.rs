//! What a tournament remembers of each of its games: so little that its memory hardly grows with
//! them. It is a test program of its own, because it looks at the memory of its whole process.

#![cfg(target_os = "linux")] // which tells how much memory a process has had

use papan_arena::{
    Conditions, Openings, Pool, Seating,
    statistics::{Sprt, SprtModel},
    tournament::{Entrant, Kind, RunOptions, Tournament},
};
use papan_search::Stop;
use std::{collections::BTreeMap, fs};

/// What one more game may add to the most memory that the process has had: what is kept, and
/// what the table takes while it is made. It was some 800 bytes when results were kept as
/// lists.
const MOST_BYTES: u64 = 150;

/// So many that what waits to be counted at a time, a megabyte or two more on a busy machine, is little
/// for each of them.
const GAMES: u64 = 400_000;

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    1024 * number.expect("a number of kB")
}

/// Plays a tournament without a ledger and makes its table, and returns the peak after that.
fn play(kind: Kind, games: u64) -> u64 {
    let tournament = Tournament {
        name: "memory".to_owned(),
        kind,
        games: vec!["adjacency:rounds=4".to_owned()],
        agents: vec![Entrant::from("random"); 2],
        rounds: games / 2,
        rounds_of: BTreeMap::new(),
        reach: None,
        tables: None,
        most_games: None,
        seed: 1,
        seating: Seating::Rotate,
        openings: Openings::Random(4),
        conditions: Conditions::NONE,
        source: String::new(),
    };
    let program = tournament.prepare().expect("a tournament");
    let stop = Stop::new();
    let options = RunOptions {
        mix: false,
        allow_forfeits: false,
        retry_forfeits: false,
        stop: &stop,
    };
    let pool = Pool::new(2, &stop);
    let progress = program.run(None, &pool, &options, &mut |_, _| {});
    let table = progress.expect("all games").standings[0].table();
    assert_eq!(table.games, games);
    // Most games and openings are new ones: those are the ones that are remembered.
    assert!(2 * table.different > games && 4 * table.openings > games);
    peak()
}

#[test]
fn games_take_little_memory() {
    // So close together that no number of games tells them apart.
    let sprt = Sprt::new(0.0, 0.001, 0.05, 0.05, SprtModel::Logistic).expect("a test");
    for kind in [Kind::Match, Kind::Sprt(sprt)] {
        let before = play(kind, GAMES / 10);
        let after = play(kind, GAMES);
        let bytes = (after - before) / (GAMES - GAMES / 10);
        assert!(bytes <= MOST_BYTES, "{kind:?}: {bytes} bytes a game");
    }
}
