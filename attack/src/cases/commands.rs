//! Command lines and commands of engines that nobody would type.

use super::ledgers::needed;
use crate::{
    ended::{CODES, End},
    ground::{Ground, Trouble},
    random::Random,
};
use rustix::process::Signal;
use std::{
    ffi::OsString,
    fs,
    os::unix::ffi::OsStringExt,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// What the help of a command says that one may type.
struct Syntax {
    command: Vec<String>,
    options: Vec<(String, bool)>,
    places: usize,
}

/// The commands that the help names, with those below them.
fn syntaxes(ground: &mut Ground) -> Result<Vec<Syntax>, Trouble> {
    let mut syntaxes = Vec::new();
    let mut waiting = vec![Vec::<String>::new()];
    while let Some(command) = waiting.pop() {
        let order = ground.papan(&command).arguments(["-h"]);
        let help = needed(order.run()?)?.stdout;
        for name in below(&help) {
            waiting.push([&command[..], &[name]].concat());
        }
        if !command.is_empty() {
            syntaxes.push(Syntax::read(command, &help));
        }
    }
    Ok(syntaxes)
}

/// The commands that a help lists.
fn below(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    // A summary that is too long goes on in the next line, further to the right.
    let lines = lines.filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

impl Syntax {
    fn read(command: Vec<String>, help: &str) -> Syntax {
        let words = help.lines().map(str::trim_start);
        let options = words
            .filter(|line| line.starts_with('-'))
            .filter_map(|line| {
                let option = line
                    .split_whitespace()
                    .find(|word| word.starts_with("--"))?;
                Some((option.to_owned(), line.contains(&format!("{option} <"))))
            });
        let usage = help.lines().find(|line| line.starts_with("Usage:"));
        let places = usage.map_or(0, |usage| {
            usage
                .split_whitespace()
                .filter(|word| word.contains('<'))
                .count()
        });
        Syntax {
            command,
            options: options.collect(),
            places,
        }
    }

    fn line(&self, random: &mut Random) -> Vec<OsString> {
        let mut line: Vec<OsString> = self.command.iter().map(OsString::from).collect();
        for _ in 0..self.places + random.below(2) {
            line.push(value(random));
        }
        for _ in 0..random.below(4) {
            let (option, takes_value) = random.of(&self.options);
            // Nobody else is to be reached, and no page to be opened.
            if option == "--listen" || option == "--help" {
                continue;
            }
            line.push(option.into());
            if *takes_value != random.once_in(12) {
                line.push(value(random));
            }
        }
        if self.command[0] == "serve" {
            line.extend(["--no-open", "--port", "0"].map(OsString::from));
        }
        line
    }
}

/// A word for any place: often one that is right, so that it gets further.
fn value(random: &mut Random) -> OsString {
    const WORDS: &[&str] = &[
        "othello",
        "othello:size=4",
        "othello:size=99",
        "othello:size=",
        "congklak",
        "congklak:holes=1,seeds=999",
        "kalah",
        "adjacency:rounds=1",
        "blokus-duo",
        "blokus:size=5",
        "blokus-classic",
        "random",
        "greedy",
        "level:1",
        "level:9",
        "level:0",
        "minimax:depth=2",
        "mcts:nodes=10",
        "mcts:time=1ms",
        "negascout:depth=99999",
        "gtp:/nonexistent",
        "json:true",
        "json:false",
        "ugi:cat",
        "nboard:yes",
        "f5 d6",
        "f5 f5",
        "a1,a2,a3",
        "pass",
        "start",
        "random:2",
        "random:999999",
        "file:games.txt",
        "file:",
        "games.txt",
        "missing.txt",
        ".",
        "/dev/null",
        "ledger.db",
        "python",
        "rust",
        "0,10",
        "10,0",
        "0,0,0,0",
        "1s",
        "60s+1s",
        "20x4",
        "csv",
        "html",
        "json",
        "sgf",
        "wthor",
        "=cmd",
        "--",
        "-",
        "",
        "X---------------------------------------------------------------",
        "\u{202e}\u{1b}[31m",
    ];
    match random.below(10) {
        0 => random.number().into(),
        1 => {
            let length = random.below(12);
            let bytes = random.bytes(length);
            OsString::from_vec(bytes.into_iter().filter(|byte| *byte != 0).collect())
        }
        2 if random.once_in(4) => "x".repeat(60_000).into(),
        _ => (*random.of(WORDS)).into(),
    }
}

/// Commands from their own help, with right and wrong words.
pub(crate) fn lines(ground: &mut Ground) -> Result<(), Trouble> {
    let syntaxes = syntaxes(ground)?;
    while ground.next_round(25) {
        fs::write(ground.file("games.txt"), "f5d6c3\n")?;
        let syntax = ground.random.below(syntaxes.len());
        let line = syntaxes[syntax].line(&mut ground.random);
        let mut running = ground.papan(line).input("quit\n").memory(1500).start()?;
        // Much of it would take for ever; then it must end when it is told to.
        let asked = !running.wait_for(Duration::from_millis(1200));
        if asked {
            running.signal(Signal::INT);
        }
        let ended = running.wait();
        let problem = match ended.end {
            End::Signal(2) | End::Code(130) if asked => ended.left_behind(),
            _ => ended.problem(CODES),
        };
        ground.count(ended.text.clone(), problem);
    }
    Ok(())
}

/// Papan as an engine is told anything.
pub(crate) fn engine_input(ground: &mut Ground) -> Result<(), Trouble> {
    const WORDS: &[&str] = &[
        "genmove",
        "play",
        "b",
        "w",
        "f5",
        "d6",
        "pass",
        "a1",
        "undo",
        "clear_board",
        "boardsize",
        "8",
        "komi",
        "time_settings",
        "time_left",
        "final_score",
        "showboard",
        "loadsgf",
        "list_games",
        "set_game",
        "known_command",
        "reg_genmove",
        "all_legal",
        "1",
        "-1",
        "99999999999999999999",
        "1e308",
        "nan",
        "#",
        "nboard",
        "2",
        "set",
        "game",
        "(;GM[Othello]",
        "BO[8",
        "*]",
        ";)",
        "depth",
        "move",
        "F5/1.0/2",
        "go",
        "hint",
        "analyze",
        "ping",
        "learn",
        "contempt",
        "ugi",
        "isready",
        "setoption",
        "name",
        "Seed",
        "value",
        "Depth",
        "Nodes",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "p1time",
        "movetime",
        "nodes",
        "infinite",
        "stop",
        "query",
        "result",
        "turn",
        "gameover",
        "\u{202e}",
        "\0",
        "\t",
        "/etc/passwd",
        "..",
    ];
    while ground.next_round(8) {
        let protocol = *ground.random.of(&["gtp", "nboard", "ugi"]);
        let game = match protocol {
            "nboard" => "othello",
            _ => *ground
                .random
                .of(&["othello", "congklak", "blokus-duo", "adjacency:rounds=2"]),
        };
        let agent = *ground.random.of(&["random", "greedy", "mcts:nodes=20"]);
        let mut input = Vec::new();
        for _ in 0..200 {
            for _ in 0..1 + ground.random.below(6) {
                input.extend(ground.random.of(WORDS).as_bytes());
                input.push(b' ');
            }
            if ground.random.once_in(40) {
                let length = ground.random.below(5000);
                input.extend(ground.random.bytes(length));
            }
            input.push(b'\n');
        }
        if ground.random.once_in(10) {
            input.extend(b"x".repeat(3 << 20));
        }
        // An endless search ends with its input.
        input.extend(b"\nstop\nquit\n");
        let order = ground.papan(["engine", game, agent, "--protocol", protocol]);
        let ended = order.input(input).memory(300).run()?;
        ground.expect(&ended, &[0, 2]);
    }
    Ok(())
}

/// Long work shows at a terminal that it goes on.
pub(crate) fn progress(ground: &mut Ground) -> Result<(), Trouble> {
    let there = Command::new("script")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !there.is_ok_and(|status| status.success()) {
        let reason = "a terminal is made by 'script' of util-linux, which is not here";
        return Err(Trouble::NotTried(reason.to_owned()));
    }
    for arguments in ["perft othello 20", "best othello minimax:depth=14"] {
        let mut running = ground.papan([""; 0]).at_terminal(arguments).start()?;
        let begin = Instant::now();
        while running.written().trim().is_empty() && begin.elapsed() < Duration::from_secs(15) {
            if running.has_ended() {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let silent = running.written().trim().is_empty();
        let problem = silent.then(|| "nothing was shown for 15 s".to_owned());
        ground.count(format!("papan {arguments} at a terminal"), problem);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "\
Draw a position

Usage: papan show [OPTIONS] <GAME>

Arguments:
  <GAME>  The game

Options:
      --position <TEXT>  Start from this position
      --json             Write one JSON object
  -o, --output <FILE>    Where to
  -h, --help             Print help
";

    #[test]
    fn a_help_is_understood() {
        let syntax = Syntax::read(vec!["show".to_owned()], HELP);
        assert_eq!(syntax.places, 1);
        let names: Vec<(&str, bool)> = syntax
            .options
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
            .collect();
        assert_eq!(
            names,
            [
                ("--position", true),
                ("--json", false),
                ("--output", true),
                ("--help", false)
            ]
        );
        let commands = "Commands:\n  list    Lists\n  help    Helps\n\nOptions:\n  -h";
        assert_eq!(below(commands), ["list"]);
    }
}
