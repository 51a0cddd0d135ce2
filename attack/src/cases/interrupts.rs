//! Signals: what was begun ends, and so does everything that was started.

use super::ledgers::{games, verify};
use crate::{
    ended::{End, Ended},
    ground::{Ground, Trouble},
    processes,
    program::Running,
};
use rustix::process::Signal;
use std::{
    fs, thread,
    time::{Duration, Instant},
};

const SIGNALS: [Signal; 2] = [Signal::INT, Signal::TERM];

/// Whether a program that was told to end has done so: by itself, or at once by the signal.
fn problem_of(ended: &Ended, signal: Signal) -> Option<String> {
    match ended.end {
        End::Signal(number) if number == signal.as_raw() => ended.left_behind(),
        _ => ended.problem(&[130]),
    }
}

/// Waits until an engine of it is there.
fn engine_runs(running: &mut Running) -> bool {
    let begin = Instant::now();
    while !running.has_ended() && begin.elapsed() < Duration::from_secs(30) {
        if processes::marked(&running.mark).len() > 1 {
            return true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    false
}

/// What is interrupted can be resumed.
fn games_of(ground: &mut Ground, signal: Signal) -> Result<(), Trouble> {
    let ledger = ground.file("interrupted.db");
    let engine = ground.engine("json", "", "slow never");
    let file = ground.file("cup.toml");
    fs::write(
        &file,
        format!("game = \"othello:size=4\"\nrounds = 20\nagents = [\"random\", \"{engine}\"]\n"),
    )?;
    let order = |ground: &mut Ground| {
        let order = ground.papan(["tournament", "--threads", "2", "--ledger"]);
        order.arguments([&ledger, &file])
    };
    let mut running = order(ground).start()?;
    engine_runs(&mut running);
    running.wait_for(Duration::from_millis(400));
    running.signal(signal);
    let ended = running.wait();
    ground.count(
        format!("{}, {signal:?}", ended.text),
        problem_of(&ended, signal),
    );
    let ended = order(ground).run()?;
    ground.expect(&ended, &[0]);
    let count = games(&ledger)?.len();
    let problem = match count {
        40 => verify(ground, &ledger)?,
        _ => Some(format!("{count} games instead of 40")),
    };
    ground.count("the games of an interrupted tournament", problem);
    Ok(())
}

pub(crate) fn matches(ground: &mut Ground) -> Result<(), Trouble> {
    SIGNALS
        .into_iter()
        .try_for_each(|signal| games_of(ground, signal))
}

/// Every command that waits for an engine can be interrupted, also before the engine is ready.
pub(crate) fn engines(ground: &mut Ground) -> Result<(), Trouble> {
    let commands: [&[&str]; 3] = [
        &["best", "othello"],
        &["engine-check", "othello"],
        &["match", "othello", "random"],
    ];
    for command in commands {
        for (fault, when) in [("silence", "start"), ("deaf", "start"), ("silence", "move")] {
            for signal in SIGNALS {
                if ground.is_known() {
                    return Ok(());
                }
                // Nobody would wait for so long.
                let agent =
                    ground.engine("gtp", "start=900s,move=900s,", &format!("{fault} {when}"));
                let mut running = ground.papan(command).arguments([agent]).start()?;
                let there = engine_runs(&mut running);
                running.wait_for(Duration::from_millis(150));
                running.signal(signal);
                let ended = running.wait();
                let problem = match there {
                    true => problem_of(&ended, signal),
                    false => Some("no engine was started".to_owned()),
                };
                ground.count(format!("{}, {signal:?}", ended.text), problem);
            }
        }
    }
    Ok(())
}

/// Nobody is told when Papan is killed, and yet nothing is left.
pub(crate) fn killed(ground: &mut Ground) -> Result<(), Trouble> {
    for (command, fault) in [
        ("match", "good never"),
        ("match", "session start"),
        ("match", "ignore never"),
        ("match", "fork start"),
        ("best", "deaf start"),
        ("engine-check", "session start"),
    ] {
        for moment in [0, 200] {
            let agent = ground.engine("json", "start=900s,move=900s,", fault);
            let order = ground.papan([command, "othello"]);
            let order = match command {
                "match" => order.arguments(["random", &agent, "--games", "100000"]),
                _ => order.arguments([&agent]),
            };
            let mut running = order.start()?;
            engine_runs(&mut running);
            running.wait_for(Duration::from_millis(moment));
            running.signal(Signal::KILL);
            let ended = running.wait();
            ground.count(
                format!("{}, killed after {moment} ms with its engine", ended.text),
                ended.left_behind(),
            );
        }
    }
    Ok(())
}
