//! Tournaments that other machines play, with a real server.

#[path = "support/nats.rs"]
mod nats;
mod support;

use nats::NatsServer;
use rusqlite::Connection;
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};
use support::{Working, folder, output, refused};

fn worker(server: &NatsServer, folder: &Path) -> Working {
    let words = ["work", &server.address(), "--threads", "1", "--no-pin"];
    Working::start(&words, &folder.join("workers.log"))
}

/// Every game of a ledger, without what differs from run to run.
fn games(ledger: &Path) -> Vec<Vec<String>> {
    let connection = Connection::open(ledger).unwrap();
    let sql = "SELECT hex(id), lineup_text, round, seating, ending, scores, ranks, nodes, position,
        moves, turns, coalesce(estimates, ''), coalesce(fingerprints, '') FROM games
        JOIN (SELECT lineup AS known, game || agents || conditions AS lineup_text FROM lineups)
        ON games.lineup = known ORDER BY id";
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map((), |row| {
        let text = |index| {
            let value: rusqlite::types::Value = row.get(index)?;
            Ok(format!("{value:?}"))
        };
        (0..columns)
            .map(text)
            .collect::<rusqlite::Result<Vec<String>>>()
    });
    rows.unwrap().map(Result::unwrap).collect()
}

fn count(ledger: &Path) -> u64 {
    let Ok(connection) = Connection::open(ledger) else {
        return 0;
    };
    let counted =
        connection.query_row("SELECT count(*) FROM games", (), |row| row.get::<_, i64>(0));
    counted.unwrap_or(0).cast_unsigned()
}

fn tournament(folder: &Path, rounds: u64, agents: &str) -> PathBuf {
    let file = folder.join("cup.toml");
    let text = format!(
        "name = \"cup\"\nkind = \"round-robin\"\ngame = \"othello:size=6\"\nagents = [{agents}]\n\
         rounds = {rounds}\nopenings = \"random:6\"\nseed = 5\n"
    );
    fs::write(&file, text).unwrap();
    file
}

/// A few numbers that are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[test]
fn kills_of_everyone_change_nothing() {
    let folder = folder("many machines");
    let file = tournament(
        &folder,
        340,
        r#""alphabeta:depth=4", "mcts:nodes=300", "greedy""#,
    );
    let (file, text_of) = (file.to_str().unwrap(), |path: &Path| {
        path.to_str().unwrap().to_owned()
    });
    let here = folder.join("here.db");
    output(&["tournament", file, "--ledger", &text_of(&here)]);
    let there = folder.join("there.db");
    let mut server = NatsServer::start(&folder, "");
    let coordinate = |server: &NatsServer| {
        let (ledger, address) = (text_of(&there), server.address());
        let words = [
            "tournament",
            file,
            "--ledger",
            &ledger,
            "--on",
            &address,
            "--audit",
            "10%",
        ];
        Working::start(&words, &folder.join("coordinator.log"))
    };
    let mut coordinator = coordinate(&server);
    let mut workers: Vec<Working> = (0..3).map(|_| worker(&server, &folder)).collect();
    let total = count(&here);
    assert!(total >= 2_000, "{total}");
    let mut chance = Chance(17);
    let mut kills = [0; 3];
    let mut is_wiped = false;
    let mut stopped: Option<(usize, Instant)> = None;
    let (mut last, mut moved) = (0, Instant::now());
    let ended = loop {
        let now = count(&there);
        if now != last {
            (last, moved) = (now, Instant::now());
        }
        // It waits as long as anything moves, however slow the machine is.
        assert!(
            moved.elapsed() < Duration::from_secs(300),
            "nothing moves any more at {now} of {total} games"
        );
        // A coordinator that comes while the server is away ends; someone starts it again.
        match coordinator.has_ended() {
            Some(Some(5)) => coordinator = coordinate(&server),
            Some(code) => break code,
            None => {}
        }
        for (index, gone) in workers.iter_mut().enumerate() {
            if gone.has_ended().is_some() {
                *gone = worker(&server, &folder);
                stopped = stopped.filter(|(stopped, _)| *stopped != index);
            }
        }
        let done = kills.iter().sum::<u32>();
        // Faults come at about equal distances of the work, however fast the machine is, until there
        // were enough: nothing is waited for once one is due.
        if done >= 40 || now < u64::from(done) * total / 55 {
            thread::sleep(Duration::from_millis(20));
            continue;
        }
        // The server forgets everything once, in the middle.
        let wipes = !is_wiped && now > total / 2;
        match if wipes { 6 } else { chance.below(9) } {
            0..=3 => {
                let index = chance.below(3) as usize;
                workers[index] = worker(&server, &folder);
                kills[0] += 1;
                stopped = stopped.filter(|(stopped, _)| *stopped != index);
            }
            4..=5 => {
                coordinator.kill();
                coordinator = coordinate(&server);
                kills[1] += 1;
            }
            6..=7 => {
                server.kill();
                if wipes {
                    is_wiped = true;
                    server.wipe();
                }
                server.begin();
                kills[2] += 1;
            }
            _ if stopped.is_none() => {
                let index = chance.below(3) as usize;
                workers[index].signal("-STOP");
                stopped = Some((index, Instant::now()));
            }
            _ => {}
        }
        if let Some((index, since)) = stopped
            && since.elapsed() > Duration::from_secs(4)
        {
            workers[index].signal("-CONT");
            stopped = None;
        }
    };
    let log = fs::read_to_string(folder.join("coordinator.log")).unwrap();
    assert_eq!(ended, Some(0), "{log}");
    assert!(
        kills.iter().sum::<u32>() >= 30 && kills.iter().all(|kills| *kills > 0),
        "{kills:?}"
    );
    assert!(is_wiped);
    assert!(!log.contains("put aside"), "{log}");
    assert!(games(&there) == games(&here), "the ledgers differ");
    assert_eq!(
        output(&["ledger", "verify", "--ledger", &text_of(&there)])
            .lines()
            .count(),
        1
    );
    let played = Connection::open(&there).unwrap();
    let count = |sql: &str| -> i64 { played.query_row(sql, (), |row| row.get(0)).unwrap() };
    assert_eq!(count("SELECT count(*) FROM games WHERE worker IS NULL"), 0);
    assert!(count("SELECT count(*) FROM games WHERE confirmed_by IS NOT NULL") > 0);
    for worker in &mut workers {
        worker.signal("-CONT");
        worker.signal("-TERM");
        let code = worker.0.wait().unwrap().code();
        assert_eq!(code, Some(0));
    }
}

/// The configuration that is shipped: a worker can take jobs and give results, and nothing else.
#[test]
fn the_shipped_rights_are_enough_and_no_more() {
    let folder = folder("many machines rights");
    let shipped = include_str!("../../../deploy/nats.conf");
    let server = NatsServer::with(&folder, |port, store| {
        let text = shipped
            .replace("127.0.0.1:4222", &format!("127.0.0.1:{port}"))
            .replace("http: \"127.0.0.1:8222\"", "")
            .replace("/var/lib/nats", store.to_str().unwrap());
        assert!(text.contains(&port.to_string()) && text.contains(store.to_str().unwrap()));
        text
    });
    let address = |who: &str| format!("nats://{who}@127.0.0.1:{}", server.port);
    let (coordinator, anna, looker) = (
        address("coordinator:change-me"),
        address("anna:change-me-too"),
        address("looker:look"),
    );
    let words = ["work", &anna, "--name", "anna", "--threads", "1"];
    let log = folder.join("workers.log");
    let worker = Working::start(&words, &log);
    let game = [
        "match",
        "othello:size=4",
        "greedy",
        "random",
        "--games",
        "40",
    ];
    let said = output(&[&game[..], &["--on", &coordinator, "--audit", "100%"]].concat());
    assert!(said.contains("40 games"), "{said}");
    let seen = output(&["workers", &looker]);
    assert!(seen.contains("anna"), "{seen}");
    // Neither a worker nor someone who looks can begin anything.
    for stranger in [&anna, &looker] {
        let said = refused(2, &[&game[..], &["--on", stranger]].concat());
        assert!(said.contains("may not coordinate"), "{said}");
    }
    // Under another name it is not heard.
    let log = fs::read_to_string(&log).unwrap();
    assert!(!log.contains("Permissions Violation"), "{log}");
    drop(worker);
}
