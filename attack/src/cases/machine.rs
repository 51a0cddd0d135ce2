//! Too little of the machine, and a machine that sleeps: never a result.

use super::ledgers::{forfeits, games, small};
use crate::{
    confined::Limit,
    ended::{End, Ended},
    ground::{Ground, Trouble},
    processes,
    program::Order,
    web::Server,
};
use rustix::process::Signal;
use std::{path::Path, thread, time::Duration};

/// Many games at once with an engine each.
fn many(ground: &mut Ground, ledger: &Path, engine: &str) -> Order {
    ground
        .papan(["match", "othello:size=4", engine, "random", "--games", "60"])
        .arguments(["--threads", "32", "--openings", "random:2", "--ledger"])
        .arguments([ledger])
}

/// No game that is kept was lost by the machine; afterwards, with all of it, the rest is played.
fn judge(
    ground: &mut Ground,
    ended: &Ended,
    ledger: &Path,
    engine: &str,
    allowed: Option<String>,
) -> Result<(), Trouble> {
    let kept = match ledger.exists() {
        true => forfeits(ledger).unwrap_or(0),
        false => 0,
    };
    let problem = match kept {
        0 => allowed,
        kept => Some(format!("{kept} games are kept as forfeits")),
    };
    ground.count(ended.text.clone(), problem);
    let ended = many(ground, ledger, engine).run()?;
    let count = games(ledger)?.len();
    let problem = (count != 60).then(|| format!("{count} games instead of 60"));
    let kept = forfeits(ledger)?;
    let kept = (kept != 0).then(|| format!("{kept} forfeits after it was resumed"));
    ground.count(
        format!("{} (resumed)", ended.text),
        ended.problem(&[0]).or(problem).or(kept),
    );
    Ok(())
}

/// Each engine needs three pipes.
pub(crate) fn files(ground: &mut Ground) -> Result<(), Trouble> {
    let engine = ground.engine("json", "", "good never");
    let mut most = 64;
    while ground.next_round(2) {
        let ledger = ground.file("files.db");
        let order = many(ground, &ledger, &engine).limit(Limit::Files(most));
        let ended = order.run()?;
        judge(ground, &ended, &ledger, &engine, ended.problem(&[0, 5]))?;
        most = 12 + ground.random.below(100) as u64;
    }
    let folder = ground.folder.join("served");
    let order = Server::order(ground, &folder).limit(Limit::Files(64));
    let mut server = Server::of(order)?;
    let connections: Vec<_> = (0..200).map(|_| server.connect()).collect();
    thread::sleep(Duration::from_millis(300));
    drop(connections);
    let problem = server.problem();
    ground.count(
        "ulimit -n 64; papan serve, 200 connections at once",
        problem,
    );
    Ok(())
}

/// Threads count as processes of the user.
pub(crate) fn processes(ground: &mut Ground) -> Result<(), Trouble> {
    let (ledger, _) = small(ground, "threads.db")?;
    let own = ground.file("own.db");
    let file = ground.file("cup.toml");
    std::fs::write(
        &file,
        "game = \"othello:size=4\"\nrounds = 4\nagents = [\"random\", \"greedy\"]\n",
    )?;
    let orders = [
        ground.papan([
            "match",
            "othello:size=4",
            "random",
            "greedy",
            "--threads",
            "64",
        ]),
        ground.papan(["playouts", "othello", "--games", "1000", "--threads", "64"]),
        ground
            .papan(["ledger", "verify", "--threads", "64", "--ledger"])
            .arguments([&ledger]),
        ground
            .papan(["tournament", "--threads", "64", "--ledger"])
            .arguments([&own, &file]),
        ground.papan(["best", "othello", "level:3"]),
        ground.papan([
            "serve",
            "--no-open",
            "--port",
            "0",
            "--threads",
            "64",
            "--data",
            "x.db",
        ]),
        ground.papan(["perft", "othello", "4"]),
    ];
    for order in orders {
        let mut running = order.limit(Limit::Processes(3)).start()?;
        // A server that could start goes on until it is told to end.
        if !running.wait_for(Duration::from_secs(4)) {
            running.signal(Signal::INT);
        }
        let ended = running.wait();
        ground.expect(&ended, &[0, 5, 130]);
    }
    let engine = ground.engine("json", "", "good never");
    let mut room = 8;
    while ground.next_round(1) {
        // What the user has already counts too.
        let present = all_threads();
        let ledger = ground.file("processes.db");
        let order = many(ground, &ledger, &engine).limit(Limit::Processes(present + room));
        let ended = order.run()?;
        judge(ground, &ended, &ledger, &engine, ended.problem(&[0, 5]))?;
        room = 1 + ground.random.below(60) as u64;
    }
    Ok(())
}

/// How many threads this user has.
fn all_threads() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::getuid().as_raw();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.metadata().is_ok_and(|data| data.uid() == own));
    let tasks = ours.filter_map(|entry| std::fs::read_dir(entry.path().join("task")).ok());
    tasks.map(|tasks| tasks.count() as u64).sum()
}

/// A program without memory is ended by the library of the language, which nobody can prevent;
/// what counts is what is kept.
pub(crate) fn memory(ground: &mut Ground) -> Result<(), Trouble> {
    let engine = ground.engine("json", "", "good never");
    let mut most = 300;
    while ground.next_round(2) {
        let ledger = ground.file("memory.db");
        let order = many(ground, &ledger, &engine).limit(Limit::Memory(most));
        let ended = order.run()?;
        let allowed = match ended.end {
            End::Signal(6) if is_without_memory(&ended.stderr) => ended.left_behind(),
            // It was too little to load the program at all.
            End::Code(127) if ended.stderr.contains("loading shared libraries") => None,
            _ => ended.problem(&[0, 5]),
        };
        judge(ground, &ended, &ledger, &engine, allowed)?;
        most = 40 + ground.random.below(600) as u64;
    }
    Ok(())
}

/// Whether the library of the language, or the one of the system under it, says why it ends. The
/// former may find no memory even for its own panic; one that begins in Papan is a fault all the
/// same.
fn is_without_memory(errors: &str) -> bool {
    let system = errors.contains("Fatal glibc error") && errors.contains("out of memory");
    let mut panics = errors.lines().filter(|line| line.contains("panicked at"));
    let is_ours = |line: &str| !line.contains("panicked at /rustc/");
    let language = errors.contains("failed to initiate panic") && !panics.any(is_ours);
    system || language || errors.contains("memory allocation of")
}

/// Ctrl-Z and a laptop that sleeps: the clocks of the game run on while nobody can play.
pub(crate) fn pause(ground: &mut Ground) -> Result<(), Trouble> {
    while ground.next_round(2) {
        let ledger = ground.file("pause.db");
        let engine = ground.engine("json", "", "slow never");
        let agents: [&str; 2] = match ground.random.once_in(2) {
            true => ["mcts:nodes=3000", "random"],
            false => [&engine, "mcts:nodes=1000"],
        };
        let time: [&str; 2] = match ground.random.once_in(2) {
            true => ["--clock", "2s"],
            false => ["--time", "1s"],
        };
        let order = ground
            .papan([
                "match",
                "othello",
                agents[0],
                agents[1],
                "--games",
                "6",
                "--threads",
                "1",
            ])
            .arguments(["--openings", "random:2"])
            .arguments(time)
            .arguments(["--ledger"])
            .arguments([&ledger]);
        let mut running = order.start()?;
        let moment = Duration::from_millis(100 + ground.random.below(500) as u64);
        let early = running.wait_for(moment);
        for signal in [Signal::STOP, Signal::CONT] {
            for process in processes::marked(&running.mark) {
                processes::signal(process, signal);
            }
            if signal == Signal::STOP {
                thread::sleep(Duration::from_millis(3500));
            }
        }
        let ended = running.wait();
        let lost = forfeits(&ledger)?;
        let count = games(&ledger)?.len();
        let problem = match (lost, count) {
            (0, 6) => None,
            (0, count) => Some(format!("{count} games instead of 6")),
            (lost, _) => Some(format!("{lost} games were lost on time by a pause")),
        };
        let trial = format!("{}, paused for 3.5 s after {moment:?}", ended.text);
        match early {
            // Nothing was paused: nothing is known.
            true => continue,
            false => ground.count(trial, ended.problem(&[0]).or(problem)),
        }
    }
    Ok(())
}
