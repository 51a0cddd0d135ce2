//! Files that someone names: what is there stays, and what is no file is refused at once.

#![cfg(unix)]

mod support;

use std::{
    fs,
    fs::File,
    path::Path,
    process::{Command, Output, Stdio},
};
use support::{folder, output, papan, text};

/// The arguments of a command line without quotes, with `FILE` for a file.
fn arguments(line: &str, file: &Path) -> Vec<String> {
    let file = file.to_str().expect("a path in UTF-8");
    line.split(' ')
        .map(|word| word.replace("FILE", file))
        .collect()
}

fn run(line: &str, file: &Path) -> Output {
    let arguments = arguments(line, file);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    papan(&arguments)
}

/// What a command line says of bad input: one line.
fn refused(line: &str, file: &Path) -> String {
    let output = run(line, file);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert_eq!(said.lines().count(), 1, "{line}: {said}");
    said
}

#[test]
fn what_is_there_is_replaced_only_by_force() {
    let folder = folder("files-force");
    let games = folder.join("games.txt");
    fs::write(&games, "f5d6c3\n").expect("a file");
    let ledger = folder.join("games.db");
    let ledger = ledger.to_str().expect("a path");
    output(&[
        "match",
        "othello:size=4",
        "random",
        "random",
        "--games",
        "2",
        "--ledger",
        ledger,
    ]);
    let games = games.to_str().expect("a path");
    let report = format!("report --ledger {ledger} -o FILE");
    let export = format!("ledger export --ledger {ledger} --format csv --output FILE");
    let convert = format!("convert othello {games} FILE --to ggf");
    for line in [
        "show othello --svg FILE",
        "trace othello negascout:depth=1 --out FILE",
        "engine othello random --log FILE",
        "new-agent python FILE",
        "papers run othello-negamax/choice --report FILE",
        &report,
        &export,
        &convert,
    ] {
        let file = folder.join("kept.html");
        fs::write(&file, "kept").expect("a file");
        let said = refused(line, &file);
        assert!(said.contains("--force replaces it"), "{line}: {said}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "kept");
        let forced = run(&format!("{line} --force"), &file);
        let said = text(&forced.stderr);
        assert!(forced.status.success(), "{line}: {said}");
        assert_ne!(fs::read_to_string(&file).expect("it is there"), "kept");
        // A new file needs no force.
        fs::remove_file(&file).expect("it is there");
        assert!(run(line, &file).status.success(), "{line}");
        assert!(file.exists(), "{line}");
        fs::remove_file(&file).expect("it is there");
    }
    // Files that are changed, and not made.
    let ratings = folder.join("ratings.toml");
    fs::write(&ratings, "").expect("a file");
    let line = format!("levels --ledger {ledger} --write FILE");
    assert!(refused(&line, &ratings).contains("--force"));
    fs::write(folder.join("paper.md"), "kept").expect("a file");
    let said = refused("papers run --docs FILE", &folder);
    assert!(said.contains("paper.md is already there"), "{said}");
    let left = fs::read_dir(&folder).expect("the folder");
    let parts = left.filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        name.to_string_lossy().ends_with(".part")
    });
    assert_eq!(parts.count(), 0);
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = folder("files-kinds");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let large = folder.join("large");
    let file = File::create(&large).expect("a file");
    file.set_len(1 << 32).expect("a file with a hole");
    for (file, kind) in [
        (pipe.as_path(), "a pipe"),
        (Path::new("/dev/zero"), "a device"),
        (folder.as_path(), "a folder"),
        (large.as_path(), "more than"),
    ] {
        for line in [
            "convert othello FILE --from transcript --to ggf",
            "tournament FILE",
            "match othello random random --openings file:FILE",
        ] {
            let said = refused(line, file);
            assert!(said.contains(kind), "{line}: {said}");
        }
        let said = refused("ledger list --ledger FILE", file);
        let is_empty = file == large;
        assert!(is_empty || said.contains(kind), "{said}");
        if !is_empty {
            refused("match othello random random --games 1 --ledger FILE", file);
        }
    }
    let levels = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["levels", "othello"])
        .env("PAPAN_LEVELS", &pipe)
        .output()
        .expect("the program starts");
    let said = text(&levels.stderr);
    assert_eq!(levels.status.code(), Some(2), "{said}");
    assert!(
        said.starts_with("error: PAPAN_LEVELS: cannot read"),
        "{said}"
    );
    // Nobody reads at the other end.
    let written = run("show othello --svg FILE", &pipe);
    assert_eq!(written.status.code(), Some(5), "{}", text(&written.stderr));
}

#[test]
fn a_standard_input_without_an_end_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["convert", "othello", "-", "--from", "ggf", "--to", "sgf"])
        .stdin(Stdio::from(File::open("/dev/zero").expect("a device")))
        .output()
        .expect("the program starts");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(
        said,
        "error: cannot read the standard input: it has more than 128 MiB, the most that is read; \
         split it into smaller files\n"
    );
}

#[test]
fn what_an_engine_hides_is_shown() {
    let folder = folder("files-hidden");
    let engine = folder.join("engine.sh");
    fs::write(
        &engine,
        "while read -r line; do case $line in\n\
         name) printf '= \\033[31m\\342\\200\\256live\\n\\n';;\n\
         genmove*) printf '? \\033]0;gotcha\\007\\342\\200\\256\\n\\n';;\n\
         *) printf '=\\n\\n';; esac; done\n",
    )
    .expect("a file");
    let agent = format!("gtp:sh {}", engine.display());
    let ledger = folder.join("games.db");
    let ledger = ledger.to_str().expect("a path");
    let line = [
        "match",
        "othello:size=4",
        &agent,
        "random",
        "--games",
        "2",
        "--ledger",
        ledger,
        "--allow-forfeits",
    ];
    let page = folder.join("page.html");
    let page = page.to_str().expect("a path");
    let mut shown = vec![papan(&line)];
    for more in [
        &["ledger", "list", "--ledger", ledger][..],
        &["ledger", "export", "--format", "csv", "--ledger", ledger],
        &["report", "--ledger", ledger, "-o", page],
        &["best", "othello:size=4", &agent],
    ] {
        shown.push(papan(more));
    }
    let mut texts: Vec<String> = shown
        .iter()
        .flat_map(|output| [text(&output.stdout), text(&output.stderr)])
        .collect();
    texts.push(fs::read_to_string(page).expect("a page"));
    let hidden = ['\u{1b}', '\u{7}', '\u{202e}'];
    for shown in &texts {
        assert!(!shown.contains(hidden), "{}", shown.escape_debug());
    }
    let escaped = |text: &String| text.contains("\\u{202e}");
    assert!(
        texts.iter().filter(|text| escaped(text)).count() >= 3,
        "{texts:?}"
    );
}
