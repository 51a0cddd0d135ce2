//! Every command line that stands in a block of README.md, CONTRIBUTING.md or docs is run, in the
//! order of its document and in a folder of its own, with small numbers. One that fails says that the
//! document is wrong, or needs a row in the tables here, with its reason.

mod support;

use std::{
    collections::VecDeque,
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
};
use support::{folder, text};

/// What is not run: a part of the command, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("edax", "another program, which nobody needs to have"),
    ("pentobi-gtp", "the same"),
    ("nboard:ntest", "the same"),
    ("papan bench", "it is a benchmark, and has only one size"),
    (
        "nats://",
        "a server and other machines, tried in many_machines.rs",
    ),
    ("tls://", "the same, tried in connection.rs"),
    (
        "cargo run --release -p ",
        "a program of the training: minutes, and files that nobody needs to have",
    ),
    (
        "solve othello:size=6 --anyway",
        "a minute, in a build that is optimised",
    ),
    (
        "papers run --docs",
        "it runs every experiment as the data says, whatever that takes",
    ),
];

/// What is run instead, in the order of the rows: a part of a command, what stands there in the test,
/// and why.
const INSTEAD: &[(&str, &str, &str)] = &[
    (
        "cargo run --release -- ",
        "papan ",
        "the tests have built it",
    ),
    (
        "cargo run --release",
        "papan serve",
        "the same, without words",
    ),
    ("--port 9000", "--port 0", "that port may be taken here"),
    (
        "--assets ",
        "--assets $PROJECT/",
        "the reader stands in the project",
    ),
    ("perft othello 11", "perft othello 6", "212 million nodes"),
    (
        "level:7 --moves",
        "level:7,divisor=1000 --moves",
        "seconds of thought",
    ),
    (
        "negascout:depth=6 mcts",
        "negascout:depth=2 mcts",
        "short games",
    ),
    ("time=100ms", "time=2ms", "short games"),
    ("time=200ms", "time=2ms", "short games"),
    ("divisor=200", "divisor=100000", "short games"),
    ("divisor=1000 ", "divisor=100000 ", "short games"),
    ("depth=5 --games", "depth=2 --games", "short games"),
    ("NEW/papan", "papan", "the reader's own builds"),
    ("OLD/papan", "papan", "the reader's own builds"),
    ("--time 60 --threads 2", "--time 1 --threads 2", "a minute"),
    (
        "--nodes 10000",
        "--nodes 10 --games 4",
        "a test that ends after four games",
    ),
    (
        "papan papers run\n",
        "papan papers run congklak-negascout/values\n",
        "minutes, and tested by itself",
    ),
    (
        "5533d8c9",
        "$(papan ledger list --event 'spring cup' --json | grep -o '\"id\": *\"[0-9a-f]*' | grep -o '[0-9a-f]*$' | head -1)",
        "any game",
    ),
];

/// What the reader of a document has: its name, commands that make it, and why.
const BEFORE: &[(&str, &str, &str)] = &[
    (
        "README.md",
        "echo 'f5 d6 c3 d3 c4' > game.txt; papan convert othello game.txt WTH_2024.wtb",
        "a file from elsewhere",
    ),
    (
        "docs/review.md",
        "echo 'f5 d6 c3 d3 c4' > game.txt; echo 1,2 > strong.txt; \
         echo '(;GM[Othello]PB[1]PW[2]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
         -------- *]B[d3]W[c5];)' > WTH_2019.wtb",
        "a game of one's own, and one of the base with its players",
    ),
    (
        "docs/for-players.md",
        "echo 'f5 d6 c3 d3 c4 f4 c5 b3 c2 d2' > game.txt",
        "the command above it there",
    ),
    (
        "docs/ledger.md",
        "printf 'name = \"spring cup\"\ngame = \"othello\"\nrounds = 1\n\
         agents = [\"level:5\", \"random\"]\n[conditions]\nnodes = 1\n' > spring.toml; \
         papan tournament spring.toml; \
         papan tournament spring.toml --shard 1/2 --ledger part1.db; \
         papan tournament spring.toml --shard 2/2 --ledger part2.db",
        "a ledger with that event, and two parts of it",
    ),
    (
        "docs/many-machines.md",
        "printf 'game = \"othello\"\nrounds = 4\nagents = [\"greedy\", \"random\"]\n' > cup.toml",
        "a small tournament",
    ),
    ("docs/levels.md", SMALL_LEVELS, "hours of games, made few"),
    ("CONTRIBUTING.md", SMALL_LEVELS, "hours of games, made few"),
];

/// The tournament of the levels in one of its games, with one node a move.
const SMALL_LEVELS: &str = "mkdir -p tournaments crates/agents; \
     cp \"$PROJECT/crates/agents/ratings.toml\" crates/agents; \
     sed -e '/^games = /{:a;/\\]/!{N;ba};s/.*/games = [\"adjacency\"]/}' \
     -e 's/^rounds = .*/rounds = 1/' -e '/^\\[/,$d' \
     \"$PROJECT/tournaments/levels.toml\" > tournaments/levels.toml; \
     printf '[conditions]\\nnodes = 1\\n' >> tournaments/levels.toml";

/// Games of matches and experiments: a number that two and four seats can share.
const GAMES: &str = "4";

/// One that may end with another exit code than 0: a part of the command, the code, and why.
const MAY_END_WITH: &[(&str, i32, &str)] = &[
    ("--sprt 0,10", 4, "four games decide nothing"),
    ("--time 60 --threads 2", 4, "no minute solves an opening"),
    (
        "papan papers run",
        1,
        "so few games may show another verdict than all of them",
    ),
];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents, by their paths in the project.
fn documents() -> Vec<String> {
    let mut found = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    let mut folders = VecDeque::from(["docs".to_owned()]);
    while let Some(folder) = folders.pop_front() {
        for entry in fs::read_dir(project().join(&folder)).expect("the folder") {
            let entry = entry.expect("a file");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => folders.push_back(name),
                false if name.ends_with(".md") => found.push(name),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The commands in the blocks of a document, and the variables that they use: each as one line.
fn commands(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_block = false;
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        let line = line.trim();
        if line.starts_with("```") {
            is_block = !is_block;
        }
        let line = line.strip_prefix("$ ").unwrap_or(line);
        let is_variable = line.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase())
        });
        let is_command = line.starts_with("papan ") || line.starts_with("cargo run --release");
        if !is_block || !(is_command || is_variable) {
            continue;
        }
        let mut command = without_comment(line).to_owned();
        while let Some(begin) = command.strip_suffix('\\') {
            let more = lines.next().map_or("", str::trim);
            command = format!("{begin}{}", without_comment(more));
        }
        found.push(command);
    }
    found
}

/// A line without what stands behind a number sign outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let end = line.char_indices().find(|(place, character)| {
        is_quoted ^= *character == '"';
        !is_quoted && *character == '#' && line[..*place].ends_with(' ')
    });
    line[..end.map_or(line.len(), |(place, _)| place)].trim_end()
}

/// The command as it is run; nothing where it is not.
fn shortened(command: &str) -> Option<String> {
    if LEFT_OUT.iter().any(|(part, _)| command.contains(part)) {
        return None;
    }
    let mut command = format!("{command}\n");
    for (part, instead, _) in INSTEAD {
        command = command.replace(part, instead);
    }
    let mut words: Vec<&str> = command.split_whitespace().collect();
    let mut has_games = false;
    for at in 1..words.len() {
        if words[at - 1] == "--games" {
            words[at] = GAMES;
            has_games = true;
        }
    }
    let mut command = words.join(" ");
    if !has_games && (command.starts_with("papan match") || command.starts_with("papan papers run"))
    {
        command += " --games ";
        command += GAMES;
    }
    Some(command)
}

/// Runs the commands of a document; what is wrong with them.
fn run(document: &str) -> Vec<String> {
    let folder = folder(&format!("documented-{}", document.replace('/', "-")));
    let source = fs::read_to_string(project().join(document)).expect("the document");
    let before = BEFORE.iter().filter(|(name, ..)| *name == document);
    for (_, commands, _) in before {
        let (code, said) = shell(&folder, commands);
        assert_eq!(code, Some(0), "{document}: {commands}\n{said}");
    }
    let mut variables = String::new();
    let mut problems = Vec::new();
    for command in commands(&source) {
        if !command.starts_with("papan") && !command.starts_with("cargo") {
            variables += &format!("{command}\n");
            continue;
        }
        let Some(short) = shortened(&command) else {
            continue;
        };
        if short.starts_with("papan serve") {
            problems.extend(serve(&folder, &short).map(|said| format!("{command}\n{said}")));
            continue;
        }
        let mut allowed = MAY_END_WITH.iter();
        let allowed = allowed.find(|(part, ..)| command.contains(part));
        let allowed = allowed.map(|(_, code, _)| *code);
        let (code, said) = shell(&folder, &format!("{variables}{short}"));
        if code != Some(0) && (code.is_none() || code != allowed) {
            let code = code.map_or("a signal".to_owned(), |code| code.to_string());
            problems.push(format!(
                "{document}: {command}\n(run as: {short}) ended with {code}:\n{said}"
            ));
        }
    }
    problems
}

/// A shell in the folder of a document, in which `papan` is the program that was just built.
fn in_shell(folder: &Path, commands: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_papan"));
    let own = program.parent().expect("a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = [own, PathBuf::from("/usr/games")]
        .into_iter()
        .chain(env::split_paths(&others));
    let mut command = Command::new("sh");
    command
        .args(["-c", commands])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).expect("folders"))
        .env("HOME", folder)
        .env("PAPAN_LEDGER", folder.join("ledger.db"))
        .env("PROJECT", project())
        .stdin(Stdio::null());
    command
}

/// How commands end, and what they write to the standard error.
fn shell(folder: &Path, commands: &str) -> (Option<i32>, String) {
    let output = in_shell(folder, commands).output().expect("a shell");
    (output.status.code(), text(&output.stderr))
}

/// Starts the web app and ends it as soon as it tells its address; what it says when it does not.
fn serve(folder: &Path, command: &str) -> Option<String> {
    let mut command = format!(
        "exec {command} --data '{}'",
        folder.join("saved.db").display()
    );
    for option in ["--no-open", "--port 0"] {
        let name = option.split(' ').next().unwrap_or(option);
        if !command.contains(name) {
            command += &format!(" {option}");
        }
    }
    let mut shell = in_shell(folder, &command);
    let mut server = shell
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut line = String::new();
    let read = BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line);
    server.kill().expect("it can be ended");
    let said = server.wait_with_output().expect("it has ended");
    match read.is_ok() && line.contains("http://") {
        true => None,
        false => Some(format!(
            "(run as: {command}) told no address:\n{}",
            text(&said.stderr)
        )),
    }
}

#[test]
fn every_command_of_the_documents_runs() {
    let waiting = Mutex::new(documents());
    let problems = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    // In a statement of its own, or the next one would wait for the lock.
                    let next = waiting.lock().expect("no panic").pop();
                    let Some(document) = next else { break };
                    let found = run(&document);
                    problems.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether a line has a word that stands for something that was to be written later. Names of columns, variables and
/// commands stand in quotes.
fn is_unfinished(line: &str) -> bool {
    let spoken = line.split('`').step_by(2);
    let mut words =
        spoken.flat_map(|part| part.split(|character: char| !character.is_ascii_alphanumeric()));
    words.any(|word| ["TODO", "FIXME", "TIME", "TABLE"].contains(&word))
}

#[test]
fn the_documents_are_finished() {
    assert!(is_unfinished("TABLE") && is_unfinished("compiles for `arm` (TIME)."));
    assert!(!is_unfinished("a table, TIMES") && !is_unfinished("the column `TIME`"));
    let mut found = Vec::new();
    for document in documents() {
        let source = fs::read_to_string(project().join(&document)).expect("the document");
        let mut is_block = false;
        for line in source.lines() {
            is_block ^= line.trim_start().starts_with("```");
            if !is_block && is_unfinished(line) {
                found.push(format!("{document}: {line}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn commands_are_found_in_blocks() {
    let document = "\
`papan nowhere` is no block.
```console
$ papan show othello      # a board
START=\"a # b\"
papan best othello \\
    random --moves \"d3 # c5\"  # two lines
right  it answers
```
papan nowhere
";
    assert_eq!(
        commands(document),
        [
            "papan show othello",
            "START=\"a # b\"",
            "papan best othello random --moves \"d3 # c5\"",
        ]
    );
}

#[test]
fn a_command_that_fails_is_found() {
    let folder = folder("documented-failing");
    let (code, said) = shell(
        &folder,
        "papan tournament --example > cup.toml && papan report cup",
    );
    assert_eq!(code, Some(2), "{said}");
}
