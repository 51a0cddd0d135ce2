//! Ledgers as the program makes them, and what they must keep.

use crate::{
    ended::{End, Ended},
    ground::{Ground, Trouble},
    program::Order,
};
use rusqlite::{Connection, OpenFlags};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// All that a game is, without how long it took: equal texts are equal games.
pub(crate) fn games(ledger: &Path) -> rusqlite::Result<Vec<String>> {
    let database = Connection::open_with_flags(ledger, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mut select = database.prepare(
        "SELECT hex(id) || ' ' || round || ' ' || seating || ' ' || ending || ' ' || scores || ' ' || \
         ranks || ' ' || moves || ' ' || position FROM games ORDER BY id",
    )?;
    let rows = select.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// How many games of a ledger were lost by a fault.
pub(crate) fn forfeits(ledger: &Path) -> rusqlite::Result<i64> {
    let database = Connection::open_with_flags(ledger, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let count = "SELECT count(*) FROM games WHERE ending = 'forfeit'";
    database.query_row(count, [], |row| row.get(0))
}

/// A command that must do what it is told, because what follows needs it.
pub(crate) fn needed(ended: Ended) -> Result<Ended, Trouble> {
    match ended.problem(&[0]) {
        None => Ok(ended),
        Some(problem) => Err(Trouble::Broken(format!("{}: {problem}", ended.text))),
    }
}

/// A ledger with a few games of the event `cup`, and the id of the first of them.
pub(crate) fn small(ground: &mut Ground, name: &str) -> Result<(PathBuf, String), Trouble> {
    let ledger = ground.file(name);
    needed(match_in(ground, &ledger, 6).run()?)?;
    let first = games(&ledger)?.into_iter().next().unwrap_or_default();
    let id = first.split(' ').next().unwrap_or_default().to_lowercase();
    Ok((ledger, id))
}

/// The match of a small ledger: the same every time.
pub(crate) fn match_in(ground: &mut Ground, ledger: &Path, games: u32) -> Order {
    ground
        .papan([
            "match",
            "othello:size=4",
            "greedy",
            "random",
            "--name",
            "cup",
        ])
        .arguments(["--openings", "random:2", "--rotate-seats", "--threads", "2"])
        .arguments(["--games", &games.to_string(), "--ledger"])
        .arguments([ledger])
}

/// Whether a ledger is whole, as the program itself says.
pub(crate) fn verify(ground: &mut Ground, ledger: &Path) -> Result<Option<String>, Trouble> {
    let order = ground.papan(["ledger", "verify", "--ledger"]);
    let ended = order.arguments([ledger]).run()?;
    Ok(ended.problem(&[0]))
}

/// A ledger under two names has two lock files: both writers would think that they are alone.
pub(crate) fn hard_links(ground: &mut Ground) -> Result<(), Trouble> {
    let (ledger, _) = small(ground, "one.db")?;
    let other = ground.file("two.db");
    fs::hard_link(&ledger, &other)?;
    let long = |ground: &mut Ground, ledger: &Path, name: &str| {
        ground
            .papan([
                "match",
                "othello:size=6",
                "mcts:nodes=2000",
                "random",
                "--name",
                name,
            ])
            .arguments(["--games", "10000", "--threads", "1", "--ledger"])
            .arguments([ledger])
            .start()
    };
    let mut first = long(ground, &ledger, "first")?;
    first.wait_for(Duration::from_secs(1));
    let mut second = long(ground, &other, "second")?;
    for _ in 0..100 {
        if first.has_ended() || second.has_ended() {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let both = !first.has_ended() && !second.has_ended();
    let problem = both.then(|| "both names of one ledger are written at once".to_owned());
    for running in [&first, &second] {
        running.signal(rustix::process::Signal::INT);
    }
    let ends = [first.wait(), second.wait()];
    let refused = ends
        .iter()
        .any(|ended| matches!(ended.end, End::Code(2 | 5)));
    let problem = problem.or_else(|| {
        (!refused).then(|| format!("neither was refused: {:?} {:?}", ends[0].end, ends[1].end))
    });
    ground.count("ln one.db two.db; papan match with each at once", problem);
    Ok(())
}

/// The cells of a text of CSV.
fn cells(text: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for character in text.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' | '\n' | '\r' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("there is one").push(character),
        }
    }
    cells
}

/// Whether a spreadsheet would take it for more than a text or a number.
fn is_formula(cell: &str) -> bool {
    let begins = cell.starts_with(['=', '+', '-', '@', '\t']);
    begins && cell.parse::<f64>().is_err() && cell != "-"
}

/// Names of events, of agents and of engines come from outside.
pub(crate) fn formulas(ground: &mut Ground) -> Result<(), Trouble> {
    for (number, name) in ["=1+2", "+1+2", "-1+2", "@SUM(1)"].iter().enumerate() {
        let ledger = ground.file(&format!("formulas{number}.db"));
        let file = ground.file("formulas.toml");
        let engine = ground.engine("ugi", "", "formula never");
        let text = format!(
            "name = \"{name}\"\ngame = \"othello:size=4\"\nrounds = 1\n\
             agents = [{{ name = \"{name}x\", agent = \"random\" }}, \
             {{ name = \"{name}y\", agent = \"{engine}\" }}]\n"
        );
        fs::write(&file, text)?;
        let order = ground.papan([
            "tournament",
            "--allow-forfeits",
            "--threads",
            "1",
            "--ledger",
        ]);
        needed(order.arguments([&ledger, &file]).run()?)?;
        for arguments in [
            &["ledger", "export", "--format", "csv", "--ledger"][..],
            &["report", "--format", "games-csv", "--ledger"],
            &["report", "--format", "standings-csv", "--ledger"],
        ] {
            let ended = ground.papan(arguments).arguments([&ledger]).run()?;
            // Positions may begin with a sign too, but they are Papan's own.
            let from_outside = |cell: &String| cell.contains(name) || cell.contains("HYPERLINK");
            let mut cells = cells(&ended.stdout).into_iter().filter(from_outside);
            let found = cells.find(|cell| is_formula(cell));
            let formula = found.map(|cell| format!("a cell is a formula: {cell}"));
            ground.count(ended.text.clone(), ended.problem(&[0]).or(formula));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_found_and_numbers_are_none() {
        let text = "id,agent\n1,\"=1+2, \"\"x\"\"\"\n-3,'=1+2\n";
        let cells = cells(text);
        assert_eq!(cells[3], "=1+2, x");
        let formulas: Vec<&String> = cells.iter().filter(|cell| is_formula(cell)).collect();
        assert_eq!(formulas, ["=1+2, x"]);
    }
}
