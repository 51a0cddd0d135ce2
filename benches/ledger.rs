//! How fast games are written into a ledger, read and verified, and how large it is:
//! `cargo bench -p papan-benches --bench ledger`
#![allow(clippy::print_stdout)]

use papan_arena::{Contest, GameResult, Ledger, Openings, Seating, ledger::Filter};
use papan_benches::grouped;
use papan_search::Stop;
use std::{
    env, error::Error, fs, hint::black_box, ops::ControlFlow, path::Path, thread, time::Instant,
};

const GAMES: u64 = 50_000;

/// Games in one transaction: about what two cores finish while the last one is written.
const BATCHES: [usize; 3] = [1, 50, 1_000];

fn main() -> Result<(), Box<dyn Error>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let folder = env::temp_dir().join(format!("papan-bench-ledger-{}", std::process::id()));
    let result = measure(&folder, cores);
    fs::remove_dir_all(&folder)?;
    result
}

fn measure(folder: &Path, cores: usize) -> Result<(), Box<dyn Error>> {
    for agents in [["random", "random"], ["greedy", "random"]] {
        let games = play(&agents, cores)?;
        let path = folder.join(format!("{}.db", agents[0]));
        println!(
            "{} games of Othello, {} - {}",
            games.len(),
            agents[0],
            agents[1]
        );
        let mut left = &games[..];
        for batch in BATCHES {
            // One game at a time waits for the disk each time.
            let share = if batch == 1 { 500 } else { games.len() / 2 };
            let (now, later) = left.split_at(share.min(left.len()));
            left = later;
            let mut ledger = Ledger::open(&path)?;
            let begin = Instant::now();
            for games in now.chunks(batch) {
                ledger.add(games)?;
            }
            let rate = now.len() as f64 / begin.elapsed().as_secs_f64();
            println!(
                "  written, {batch:>4} in one transaction {:>15} a second",
                grouped(rate)
            );
        }
        let ledger = Ledger::read(&path)?;
        let bytes = fs::metadata(&path)?.len() as f64 / games.len() as f64;
        println!(
            "  bytes a game                       {:>15}",
            grouped(bytes)
        );
        let all = Filter::default();
        let begin = Instant::now();
        ledger.each(&all, &mut |entry| {
            black_box(entry);
            ControlFlow::Continue(())
        })?;
        let rate = games.len() as f64 / begin.elapsed().as_secs_f64();
        println!(
            "  read                               {:>15} a second",
            grouped(rate)
        );
        for threads in [1, cores] {
            let begin = Instant::now();
            let problems = ledger.verify(&all, threads, &mut |_| {})?;
            assert!(problems.is_empty(), "{problems:?}");
            let rate = games.len() as f64 / begin.elapsed().as_secs_f64();
            println!(
                "  verified on {threads:>2} threads             {:>15} a second",
                grouped(rate)
            );
        }
    }
    Ok(())
}

fn play(agents: &[&str], cores: usize) -> Result<Vec<GameResult>, Box<dyn Error>> {
    let contest = Contest {
        event: "bench".to_owned(),
        seating: Seating::Rotate,
        openings: Openings::Random(8),
        ..Contest::new("othello", agents, GAMES)
    };
    let played = contest.play(cores, &Stop::new(), &mut |_| {})?;
    Ok(played.into_iter().map(|played| played.game).collect())
}
