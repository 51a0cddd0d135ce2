//! How many games a second the arena plays: `cargo bench -p papan-benches --bench arena`.
//!
//! Between two other programs that answer at once (Papan itself as an engine, playing at
//! random) every move is a question and an answer over pipes; within the program, random
//! games show what the ledger and the arena itself cost.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

use papan_arena::{
    Conditions, Openings, Pool, Seating,
    ledger::Ledger,
    tournament::{Entrant, Kind, RunOptions, Tournament},
};
use papan_search::Stop;
use std::{collections::BTreeMap, env, fs, path::Path, thread, time::Instant};

fn main() {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let folder = env::temp_dir().join(format!("papan-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    println!("{cores} cores");
    let papan = papan_benches::program();
    let go_text = format!("gtp:{} engine othello random", quoted(&papan));
    let universal = format!(
        "ugi:{} engine othello random --protocol ugi",
        quoted(&papan)
    );
    for (name, agent, games) in [
        ("in-process random, ledger on disk", "random", 40_000),
        (
            "two instant engines over GTP, ledger on disk",
            go_text.as_str(),
            2_000,
        ),
        (
            "two instant engines over UGI, ledger on disk",
            universal.as_str(),
            1_000,
        ),
    ] {
        measure(name, agent, games, cores, &folder);
    }
    let _ = fs::remove_dir_all(&folder);
}

fn measure(name: &str, agent: &str, games: u64, cores: usize, folder: &Path) {
    let tournament = Tournament {
        name: name.to_owned(),
        kind: Kind::Match,
        games: vec!["othello".to_owned()],
        agents: vec![Entrant::from(agent), Entrant::from(agent)],
        rounds: games / 2,
        rounds_of: BTreeMap::new(),
        reach: None,
        tables: None,
        most_games: None,
        seed: 1,
        seating: Seating::Rotate,
        openings: Openings::Random(2),
        conditions: Conditions::NONE,
        source: String::new(),
    };
    let program = tournament.prepare().expect("a tournament");
    let path = folder.join("ledger.db");
    let mut ledger = Ledger::open(&path).expect("a ledger");
    let stop = Stop::new();
    let options = RunOptions {
        mix: false,
        allow_forfeits: true,
        retry_forfeits: false,
        stop: &stop,
    };
    let pool = Pool::new(cores, &stop).pinned();
    let begin = Instant::now();
    let mut plies = 0;
    let mut forfeits = 0;
    let progress = program
        .run(Some(&mut ledger), &pool, &options, &mut |played, _| {
            plies += played.game.plies.len() as u64;
            forfeits += u64::from(played.game.ending.kind() == "forfeit");
        })
        .expect("games");
    let seconds = begin.elapsed().as_secs_f64();
    let played = progress.played as f64;
    println!(
        "{name}: {} games/s, {} plies/s, {:.1} plies a game, {forfeits} forfeits",
        papan_benches::grouped(played / seconds),
        papan_benches::grouped(plies as f64 / seconds),
        plies as f64 / played,
    );
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}
