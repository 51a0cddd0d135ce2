//! Faulty engines.

use super::ledgers::games;
use crate::{
    engine::{FAULTS, RAW},
    ground::{Ground, Trouble},
};

const PROTOCOLS: [&str; 4] = ["gtp", "nboard", "ugi", "json"];

/// Every fault in every protocol, at the start and at the first move, in every command that asks an
/// engine: so many that a short round tries only some, another part of them with each seed.
pub(crate) fn faults(ground: &mut Ground) -> Result<(), Trouble> {
    let mut rounds = 0;
    let shift = ground.random.below(FAULTS.len() * 24);
    while ground.next_round(8) {
        // 7 and the number of combinations have no common divisor: all of them come by.
        let number = (shift + 7 * rounds) % (FAULTS.len() * 24);
        rounds += 1;
        let fault = FAULTS[number % FAULTS.len()];
        let number = number / FAULTS.len();
        let protocol = PROTOCOLS[number % 4];
        let when = ["start", "move"][number / 4 % 2];
        let agent = ground.engine(protocol, "start=2s,move=1s,", &format!("{fault} {when}"));
        let (order, codes) = match number / 8 {
            0 => (
                ground
                    .papan(["match", "othello", "random", &agent])
                    .arguments(["--games", "5", "--threads", "2"]),
                &[0, 3][..],
            ),
            1 => (ground.papan(["best", "othello", &agent]), &[0, 3][..]),
            _ => (
                ground.papan(["engine-check", "othello", &agent]),
                &[0, 1, 3][..],
            ),
        };
        let ended = order.memory(300).run()?;
        ground.expect(&ended, codes);
    }
    Ok(())
}

/// What engines start ends with them, wherever it has gone.
pub(crate) fn stays(ground: &mut Ground) -> Result<(), Trouble> {
    for protocol in PROTOCOLS {
        for fault in [
            "session start",
            "session move",
            "ignore never",
            "fork start",
        ] {
            let agent = ground.engine(protocol, "start=1s,move=1s,", fault);
            let order = ground.papan(["match", "othello", "random", &agent]);
            let ended = order.arguments(["--games", "2", "--threads", "1"]).run()?;
            ground.expect(&ended, &[0, 3]);
        }
    }
    let agent = ground.engine("gtp", "", "session start");
    for command in ["best", "engine-check"] {
        let ended = ground.papan([command, "othello", &agent]).run()?;
        ground.expect(&ended, &[1, 3]);
    }
    Ok(())
}

/// An engine that has ended is not waited for, though its pipe is still open.
pub(crate) fn holds(ground: &mut Ground) -> Result<(), Trouble> {
    for protocol in PROTOCOLS {
        for when in ["start", "move"] {
            if ground.is_known() {
                return Ok(());
            }
            let agent = ground.engine(protocol, "start=20s,move=20s,", &format!("hold {when}"));
            let ended = ground.papan(["best", "othello", &agent]).run()?;
            let problem = ended.problem_unless_says(&[3], &["ended", "closed"]);
            let waited = ended.stderr.contains("did not answer");
            let waited = waited.then(|| "it was waited for, though it had ended".to_owned());
            ground.count(ended.text.clone(), waited.or(problem));
        }
    }
    Ok(())
}

/// Nothing of an engine reaches the terminal as it is.
pub(crate) fn control(ground: &mut Ground) -> Result<(), Trouble> {
    for protocol in PROTOCOLS {
        let ledger = ground.file(&format!("{protocol}.db"));
        let agent = ground.engine(protocol, "start=5s,move=5s,", "control move");
        let orders = [
            ground
                .papan(["match", "othello", "random", &agent, "--games", "2"])
                .arguments(["--allow-forfeits", "--name", "cup", "--ledger"])
                .arguments([&ledger]),
            ground.papan(["best", "othello", &agent]),
            ground.papan(["engine-check", "othello", &agent]),
            ground
                .papan(["ledger", "list", "--event", "cup", "--ledger"])
                .arguments([&ledger]),
        ];
        let mut ends = Vec::new();
        for order in orders {
            ends.push(order.run()?);
        }
        // The title of the program and its last words are kept with the game.
        let first = games(&ledger)?.into_iter().next().unwrap_or_default();
        let id = first.split(' ').next().unwrap_or_default();
        let show = ground.papan(["ledger", "show", id, "--ledger"]);
        ends.push(show.arguments([&ledger]).run()?);
        for ended in ends {
            let shown = [&ended.stdout, &ended.stderr];
            let raw = |text: &&&String| text.contains(['\u{1b}', '\u{7}', '\u{202e}']);
            let problem = shown.iter().find(raw).map(|text| {
                let words = text
                    .lines()
                    .find(|line| line.contains(['\u{1b}', '\u{202e}']));
                format!("raw control characters: {:?}", words.unwrap_or(RAW))
            });
            ground.count(ended.text.clone(), ended.problem(&[0, 1, 3]).or(problem));
        }
    }
    Ok(())
}
