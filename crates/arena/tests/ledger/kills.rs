//! What was counted is there after a kill, and when the file cannot grow.

use super::*;

const CHILD: &str = "PAPAN_TEST_LEDGER";

/// Adds games one by one and says so, when another test asks for it.
#[test]
fn a_writer_that_will_be_killed() {
    let Some(path) = env::var_os(CHILD) else {
        return;
    };
    let games = cup("cup", 2_000);
    let mut ledger = Ledger::open(Path::new(&path)).unwrap();
    for game in games {
        let id = game.job.id();
        if let Err(error) = ledger.add(&[game]) {
            eprintln!("failed: {error}");
            return;
        }
        eprintln!("added {id}");
    }
}

#[test]
fn what_was_counted_before_a_kill_is_there_after_it() {
    let path = folder("killed").join("ledger.db");
    let mut counted = HashSet::new();
    for lines in [1, 40, 77] {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "kills::a_writer_that_will_be_killed",
                "--nocapture",
            ])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stderr.take().unwrap());
        for line in output.lines().take(lines) {
            let line = line.unwrap();
            let id = line.strip_prefix("added ").expect("a game").to_owned();
            counted.insert(id);
        }
        thread::sleep(Duration::from_millis(lines as u64 % 10));
        child.kill().unwrap();
        child.wait().unwrap();
        let ledger = Ledger::read(&path).unwrap();
        let there = ids_of(&ledger, "cup");
        let there: HashSet<String> = there.iter().map(GameId::to_string).collect();
        assert!(
            counted.is_subset(&there),
            "{} of {}",
            there.len(),
            counted.len()
        );
        assert_eq!(
            ledger.verify(&Filter::default(), 2, &mut |_| {}).unwrap(),
            []
        );
    }
    assert!(counted.len() >= 77);
}

/// The shell lets a file grow only so far, and has the signal that says so ignored.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_grow_keeps_what_was_counted() {
    let path = folder("limited").join("ledger.db");
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$0\" \"$@\""])
        .arg(env::current_exe().unwrap())
        .args([
            "--exact",
            "kills::a_writer_that_will_be_killed",
            "--nocapture",
        ])
        .env(CHILD, &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let added = |line: &&str| line.starts_with("added ");
    let counted = said.lines().filter(added).count();
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("failed: the ledger "), "{last}");
    assert!(last.contains("What was saved is safe"), "{last}");
    let mut ledger = Ledger::open(&path).unwrap();
    assert!(counted > 0);
    assert_eq!(ledger.count(&Filter::default()).unwrap(), counted as u64);
    assert_eq!(problems(&path), [""; 0]);
    let added = ledger.add(&cup("cup", counted as u64 + 1)).unwrap();
    assert_eq!(added.iter().filter(|added| **added).count(), 1);
}
