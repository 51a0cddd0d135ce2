//! Tournament files: too much, and nonsense.

use super::ledgers::needed;
use crate::{
    ground::{Ground, Trouble},
    random::mutated,
};
use rustix::process::Signal;
use std::{fs, time::Duration};

/// Files that ask for more than any machine has.
fn outrageous() -> Vec<(&'static str, String)> {
    let file = |game: &str, agents: &[String], rest: &str| {
        let agents = agents.join("\", \"");
        format!("game = \"{game}\"\nagents = [\"{agents}\"]\n{rest}\n")
    };
    let two = ["random".to_owned(), "greedy".to_owned()];
    let many = |count: usize| (1..=count).map(|nodes| format!("mcts:nodes={nodes}"));
    let few: Vec<String> = many(400).collect();
    let crowd: Vec<String> = many(5000).collect();
    let small = "othello:size=4";
    vec![
        (
            "threads",
            file(small, &two, "rounds = 1\nthreads = 1000000000"),
        ),
        ("rounds", file(small, &two, "rounds = 1000000000000")),
        (
            "all rounds",
            file(small, &two, "rounds = 9223372036854775807"),
        ),
        ("many agents", file(small, &crowd, "rounds = 1000")),
        (
            "tables of four",
            file("blokus-classic", &few, "rounds = 1000"),
        ),
        (
            "all orders of four",
            file("blokus-classic", &few, "rounds = 100\nseats = \"permute\""),
        ),
        (
            "tables",
            file("blokus-classic", &few, "rounds = 1\ntables = 1000000000000"),
        ),
    ]
}

/// One line that says the limit, at once and without listing what would be played.
pub(crate) fn bounds(ground: &mut Ground) -> Result<(), Trouble> {
    for (what, text) in outrageous() {
        if ground.is_known() {
            return Ok(());
        }
        let file = ground.file("cup.toml");
        fs::write(&file, text)?;
        for arguments in [
            &["tournament", "--dry-run", "--ledger"][..],
            &["tournament", "--ledger"],
        ] {
            let ledger = ground.file("cup.db");
            let order = ground.papan(arguments).arguments([&ledger, &file]);
            let mut running = order.memory(300).work(20).start()?;
            // A tournament that is begun all the same would play for ever.
            if !running.wait_for(Duration::from_secs(10)) {
                running.signal(Signal::INT);
            }
            let ended = running.wait();
            let problem = ended.problem(&[2]);
            let lines = ended.stderr.trim().lines().count();
            let long = (lines > 4).then(|| format!("it says {lines} lines"));
            ground.count(format!("{} ({what})", ended.text), problem.or(long));
        }
    }
    let order = ground.papan(["match", "othello:size=4", "random", "greedy"]);
    let order = order.arguments(["--games", "2", "--threads", "1000000000"]);
    let ended = order.memory(300).run()?;
    ground.expect(&ended, &[0, 2]);
    Ok(())
}

/// Whatever a file says, it is a tournament or refused.
pub(crate) fn mutations(ground: &mut Ground) -> Result<(), Trouble> {
    let example = needed(ground.papan(["tournament", "--example"]).run()?)?.stdout;
    while ground.next_round(15) {
        let mut text = example.replace("rounds = 4", "rounds = 1");
        for word in [
            "rounds", "seed", "threads", "reach", "tables", "nodes", "depth", "solver",
        ] {
            if ground.random.once_in(6) {
                let number = ground.random.number();
                text = text.replace(&format!("# {word} ="), &format!("{word} ="));
                text = text.replace(&format!("{word} = "), &format!("{word} = {number} # "));
            }
        }
        let mut bytes = text.into_bytes();
        if ground.random.once_in(2) {
            bytes = mutated(&mut ground.random, &bytes);
        }
        let file = ground.file("mutated.toml");
        let ledger = ground.file("mutated.db");
        fs::write(&file, &bytes)?;
        let dry = !ground.random.once_in(4);
        let order = ground.papan(["tournament", "--ledger"]);
        let order = order.arguments([&ledger, &file]);
        let order = match dry {
            true => order.arguments(["--dry-run"]),
            false => order,
        };
        let mut running = order.memory(500).start()?;
        if !running.wait_for(Duration::from_secs(3)) {
            running.signal(Signal::INT);
        }
        let ended = running.wait();
        ground.expect(&ended, &[0, 1, 2, 3, 4, 5, 130]);
        ground.keep_failed(&bytes)?;
    }
    Ok(())
}
