//! `papan engine` as other programs start it.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Output, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

/// Far longer than any answer takes, also on a busy machine.
const LONG: Duration = Duration::from_secs(120);

/// A running engine.
struct Engine {
    process: Child,
    said: Option<ChildStdin>,
    answers: Receiver<String>,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papan"));
    command
        .arg("engine")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut process = command(arguments).spawn().expect("the program starts");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            said: process.stdin.take(),
            process,
            answers,
        }
    }

    fn say(&mut self, line: &str) {
        let said = self.said.as_mut().expect("its input");
        writeln!(said, "{line}").expect("it listens");
    }

    fn answer(&self) -> String {
        self.answers.recv_timeout(LONG).expect("an answer")
    }

    /// Asks in GTP and takes the `= ` off the reply.
    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        let reply = self.answer();
        assert_eq!(self.answer(), "", "{line}");
        let text = reply.strip_prefix("= ");
        text.unwrap_or_else(|| panic!("{line}: {reply}")).to_owned()
    }

    /// Waits for its end and says how it ended.
    fn ends(mut self) -> Option<i32> {
        let (sender, ended) = mpsc::channel();
        let said = self.said.take();
        thread::spawn(move || {
            let status = self.process.wait();
            let _ = sender.send(status);
        });
        let status = ended.recv_timeout(LONG).expect("it ends");
        drop(said);
        status.expect("it was started").code()
    }
}

/// What the program says about arguments that are wrong.
fn refusal(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = command(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(status.code(), Some(2), "{arguments:?}");
    String::from_utf8(stderr).expect("text")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Whether a line is the expected one, in which `…` stands for anything.
fn is_like(line: &str, expected: &str) -> bool {
    let pieces: Vec<&str> = expected.split('…').collect();
    let [first, middle @ ..] = &pieces[..] else {
        return false;
    };
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let Some((last, middle)) = middle.split_last() else {
        return rest.is_empty();
    };
    for piece in middle {
        match rest.split_once(piece) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn the_dialogues_of_the_documentation_hold() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols.md");
    let text = fs::read_to_string(path).expect("the documentation");
    let mut dialogues = 0;
    for block in text.split("```text\n$ papan engine ").skip(1) {
        let dialogue = block.split("```").next().expect("the end of the block");
        let mut lines = dialogue.lines();
        let arguments = lines.next().expect("the command");
        let mut engine = Engine::start(&arguments.split(' ').collect::<Vec<_>>());
        for line in lines {
            if let Some(said) = line.strip_prefix("> ") {
                engine.say(said);
                continue;
            }
            let expected = line.strip_prefix('<').expect("what is answered");
            let expected = expected.strip_prefix(' ').unwrap_or(expected);
            let found = engine.answer();
            assert!(
                is_like(found.trim_end(), expected),
                "{arguments}\nfound:    {found}\nexpected: {expected}"
            );
        }
        engine.said = None;
        let more: Vec<String> = engine.answers.iter().collect();
        assert_eq!(more, [""; 0], "{arguments}");
        assert_eq!(engine.ends(), Some(0), "{arguments}");
        dialogues += 1;
    }
    assert_eq!(dialogues, 7);
}

#[test]
fn two_engines_play_a_game_and_agree() {
    for (game, colours) in [
        ("othello:size=6", &["b", "w"][..]),
        ("blokus:size=7", &["b", "w"]),
        ("kalah", &["b", "w"]),
        ("adjacency:rounds=4", &["b", "w"]),
    ] {
        let mut players = ["level:2", "random"].map(|agent| Engine::start(&[game, agent]));
        let mut passes = 0;
        let mut turn = 0;
        // Two passes in a row end a game of Othello; in kalah the other may just move again.
        while passes < 4 {
            let colour = colours[turn % 2];
            let played = players[turn % 2].ask(&format!("genmove {colour}"));
            players[(turn + 1) % 2].ask(&format!("play {colour} {played}"));
            passes = if played == "pass" { passes + 1 } else { 0 };
            turn += 1;
            assert!(turn < 500, "{game} does not end");
        }
        let [first, second] = players.each_mut().map(|player| player.ask("final_score"));
        assert_eq!(first, second, "{game}");
        for mut player in players {
            player.ask("quit");
            assert_eq!(player.ends(), Some(0));
        }
    }
}

/// The input stays open: `quit` is enough.
#[test]
fn quit_ends_every_protocol_at_once() {
    for (protocol, before) in [("gtp", ""), ("ugi", "go infinite\n"), ("nboard", "go\n")] {
        let mut engine = Engine::start(&["othello", "level:9", "--protocol", protocol]);
        engine.say(&format!("{before}quit"));
        assert_eq!(engine.ends(), Some(0), "{protocol}");
    }
}

#[test]
fn the_end_of_the_input_is_an_end() {
    for protocol in ["gtp", "ugi", "nboard"] {
        let mut engine = Engine::start(&["othello", "random", "--protocol", protocol]);
        engine.said = None;
        assert_eq!(engine.ends(), Some(0), "{protocol}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_each_game_is_another() {
    let moves = |seed: &str| {
        let mut engine = Engine::start(&["blokus-duo", "random", "--seed", seed]);
        let mut games = Vec::new();
        for _ in 0..2 {
            engine.ask("clear_board");
            games.push([engine.ask("genmove b"), engine.ask("genmove w")]);
        }
        games
    };
    let games = moves("5");
    assert_eq!(games, moves("5"));
    assert_ne!(games, moves("6"));
    assert_ne!(games[0], games[1]);
}

#[test]
fn names_and_logs() {
    let log = folder("engine-log").join("dialogue.txt");
    let path = log.to_str().expect("a path in UTF-8");
    let mut engine = Engine::start(&["kalah", "random", "--name", "My Engine", "--log", path]);
    assert_eq!(engine.ask("name"), "My Engine");
    // What was said is there at once, not only at the end.
    let text = fs::read_to_string(&log).expect("the log");
    let lines: Vec<&str> = text.lines().map(|line| &line[11..]).collect();
    assert_eq!(lines, ["< name", "> = My Engine", "> "]);
    assert!(
        text.lines()
            .all(|line| line[..10].trim().parse::<f64>().is_ok())
    );
    engine.ask("quit");
    assert_eq!(engine.ends(), Some(0));
    let mut engine = Engine::start(&["kalah", "level:3"]);
    assert_eq!(engine.ask("name"), "Papan level:3");
}

#[test]
fn unknown_lines_are_noted_and_not_answered() {
    for protocol in ["ugi", "nboard"] {
        let mut process = command(&["othello", "random", "--protocol", protocol])
            .spawn()
            .expect("the program starts");
        let mut said = process.stdin.take().expect("its input");
        said.write_all(b"xyzzy\nquit\n").expect("it listens");
        let output = process.wait_with_output().expect("it ends");
        assert_eq!(output.stdout, b"", "{protocol}");
        let notes = String::from_utf8(output.stderr).expect("text");
        assert_eq!(notes, "papan: unknown command 'xyzzy'\n", "{protocol}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for (arguments, expected) in [
        (
            &["congklak", "random", "--protocol", "nboard"][..],
            "nboard is a protocol for Othello, congklak is played over gtp or ugi",
        ),
        (&["chess", "random"], "unknown game 'chess'"),
        (&["othello", "randon"], "did you mean 'random'?"),
        (
            &["othello", "random", "--protocol", "uci"],
            "'uci' is no protocol; there are gtp, nboard, ugi",
        ),
        (
            &["othello", "random", "--protocol", "json"],
            "engines are asked over gtp, nboard or ugi",
        ),
        (
            &["othello", "random", "--name", "a\nb"],
            "a name is one line",
        ),
        (
            &["othello", "random", "--log", "no/such/folder/log"],
            "there is no folder no/such/folder",
        ),
    ] {
        let problem = refusal(arguments);
        assert!(problem.contains(expected), "{arguments:?}: {problem}");
    }
}

#[test]
fn who_does_not_listen_any_more_is_left_alone() {
    let mut process = command(&["othello", "random"]).spawn().expect("it starts");
    drop(process.stdout.take());
    let mut said = process.stdin.take().expect("its input");
    // It may have noticed before all is said.
    let _ = said.write_all("name\n".repeat(100).as_bytes());
    drop(said);
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
