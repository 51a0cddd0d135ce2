//! The end of the program at any moment, and several of it at once.

use super::ledgers::{games, needed, verify};
use crate::{
    ended::End,
    ground::{Ground, Trouble},
    program::Order,
};
use rustix::process::Signal;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// The command that plays a tournament or resumes it.
fn play(ground: &mut Ground, file: &Path, ledger: &Path) -> Order {
    ground
        .papan(["tournament", "--threads", "2", "--ledger"])
        .arguments([ledger, file])
}

/// A tournament is killed again and again until it is done.
pub(crate) fn tournament(ground: &mut Ground) -> Result<(), Trouble> {
    while ground.next_round(1) {
        let file = ground.file("cup.toml");
        let seed = ground.random.below(1_000_000);
        let game = *ground
            .random
            .of(&["othello:size=6", "congklak", "adjacency:rounds=8"]);
        let engine = ground.engine("json", "", "good never");
        let text = format!(
            "name = \"cup\"\ngame = \"{game}\"\nseed = {seed}\nrounds = 6\nopenings = \"random:2\"\n\
             agents = [\"random\", \"mcts:nodes=1500\", \"{engine}\"]\n"
        );
        fs::write(&file, text)?;
        let undisturbed = ground.file("undisturbed.db");
        let begin = Instant::now();
        needed(play(ground, &file, &undisturbed).run()?)?;
        let time = begin.elapsed();
        let expected = games(&undisturbed)?;
        let ledger = ground.file("killed.db");
        let mut kills = 0;
        loop {
            let mut running = play(ground, &file, &ledger).start()?;
            // Later and later, so that the tournament ends some day.
            let most = time.as_micros() as usize / 4 * (4 + kills) / 4;
            let moment = Duration::from_micros(ground.random.below(most.max(1)) as u64);
            if kills >= 12 || running.wait_for(moment) {
                let ended = running.wait();
                ground.expect(&ended, &[0]);
                break;
            }
            running.signal(Signal::KILL);
            let ended = running.wait();
            let problem = match ended.end {
                End::Signal(9) | End::Code(0) => ended.left_behind(),
                _ => ended.problem(&[0]),
            };
            ground.count(format!("{}, killed after {moment:?}", ended.text), problem);
            kills += 1;
        }
        let found = games(&ledger)?;
        let differs = expected
            .iter()
            .zip(&found)
            .find(|(one, other)| one != other);
        let problem = match differs {
            Some((one, other)) => Some(format!("another game: {other}\n  instead of {one}")),
            None if expected.len() != found.len() => Some(format!(
                "{} games instead of {}",
                found.len(),
                expected.len()
            )),
            None => verify(ground, &ledger)?,
        };
        ground.count(format!("the games of {game} after {kills} kills"), problem);
    }
    Ok(())
}

/// One of those who write into a ledger.
fn writer_of(ground: &mut Ground, ledger: &Path, writer: usize) -> Order {
    ground
        .papan([
            "match",
            "othello:size=4",
            "greedy",
            "random",
            "--games",
            "200",
        ])
        .arguments(["--openings", "random:2", "--threads", "1", "--name"])
        .arguments([format!("writer {writer}")])
        .arguments(["--ledger"])
        .arguments([ledger])
}

/// Four processes want to write into one ledger: one does, the others are told so.
pub(crate) fn writers(ground: &mut Ground) -> Result<(), Trouble> {
    while ground.next_round(1) {
        let ledger = ground.file("shared.db");
        let mut running = Vec::new();
        for writer in 0..4 {
            let order = writer_of(ground, &ledger, writer);
            running.push(order.start()?);
        }
        // One of them ends as badly as can be.
        let victim = ground.random.below(4);
        let moment = Duration::from_millis(ground.random.below(80) as u64);
        running[victim].wait_for(moment);
        running[victim].signal(Signal::KILL);
        for running in running {
            let ended = running.wait();
            match ended.end {
                End::Signal(9) => {}
                End::Code(5) => {
                    let told = ended.problem_unless_says(&[5], &["lock", "another", "writ"]);
                    ground.count(ended.text.clone(), told);
                }
                _ => ground.expect(&ended, &[0]),
            }
        }
        // Whoever was refused comes later, and so does the one that was killed.
        for writer in 0..4 {
            let order = writer_of(ground, &ledger, writer);
            let ended = order.run()?;
            ground.expect(&ended, &[0]);
        }
        let count = games(&ledger)?.len();
        let problem = match count {
            800 => verify(ground, &ledger)?,
            _ => Some(format!("{count} games instead of 800")),
        };
        let trial = format!("four writers, number {victim} killed after {moment:?}");
        ground.count(trial, problem);
    }
    Ok(())
}
