//! Files of games that are converted, and files that are written.

use crate::support::{folder, json, output, papan, refusal, text};
use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

#[test]
fn files_are_converted() {
    let folder = folder("files_are_converted");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(file("games.txt"), "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
    output(&["convert", "othello", &file("games.txt"), &file("games.ggf")]);
    let (ggf, wtb) = (file("games.ggf"), file("games.wtb"));
    let report = json(&["convert", "othello", &ggf, &wtb, "--from", "GGF"]);
    assert_eq!(report["games"], 2);
    assert_eq!(
        (&report["from"], &report["to"]),
        (&"ggf".into(), &"wthor".into())
    );
    output(&["convert", "othello", &file("games.wtb"), &file("games.sgf")]);
    let lines = output(&["convert", "othello", &file("games.sgf"), "--to", "lines"]);
    assert_eq!(
        lines,
        "othello | start | f5 d6 c3 d3 c4\nothello | start | f5 f6 e6 f4\n"
    );

    let refused = refusal(&["convert", "othello", &file("games.txt"), &file("games.sgf")]);
    assert!(refused.contains("--force replaces it"), "{refused}");
    output(&[
        "convert",
        "othello",
        &file("games.txt"),
        &file("games.sgf"),
        "--force",
    ]);
    let left: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 4, "nothing half-written is left: {left:?}");
}

#[test]
fn standard_input_and_output_are_files_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["convert", "blokus-duo", "--from", "lines", "--to", "blksgf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let line = b"blokus-duo | start | e9,d10,e10,f10,e11 j5\n";
    child.stdin.take().unwrap().write_all(line).unwrap();
    let output = text(&child.wait_with_output().unwrap().stdout);
    assert!(output.starts_with("(;GM[Blokus Duo]"), "{output}");
    assert!(output.contains(";W[j5]"), "{output}");
}

#[cfg(unix)]
#[test]
fn what_is_replaced_stays_what_it_was() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = folder("what_is_replaced_stays_what_it_was");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(file("a.txt"), "f5d6c3\n").unwrap();
    let convert = |to: &str| papan(&["convert", "othello", &file("a.txt"), to, "--force"]);

    // A link leads to the file that is replaced, and the file keeps its permissions.
    fs::write(file("real.sgf"), "old").unwrap();
    fs::set_permissions(file("real.sgf"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink(file("real.sgf"), file("link.sgf")).unwrap();
    assert!(convert(&file("link.sgf")).status.success());
    assert!(fs::symlink_metadata(file("link.sgf")).unwrap().is_symlink());
    assert!(
        fs::read_to_string(file("real.sgf"))
            .unwrap()
            .contains("GM[2]")
    );
    assert_eq!(
        fs::metadata(file("real.sgf")).unwrap().permissions().mode() & 0o777,
        0o600
    );

    // A pipe stays a pipe.
    assert!(
        Command::new("mkfifo")
            .arg(file("pipe.sgf"))
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = file("pipe.sgf");
        move || fs::read_to_string(pipe).unwrap()
    });
    assert!(convert(&file("pipe.sgf")).status.success());
    assert!(reader.join().unwrap().contains("GM[2]"));
    assert!(
        fs::metadata(file("pipe.sgf"))
            .unwrap()
            .file_type()
            .is_fifo()
    );

    symlink(file("nowhere"), file("dangling.sgf")).unwrap();
    for (to, problem) in [
        (file("dangling.sgf"), "link "),
        (file("none/a.sgf"), "there is no folder"),
    ] {
        let output = convert(&to);
        assert_eq!(output.status.code(), Some(2), "{to}");
        assert!(
            text(&output.stderr).contains(problem),
            "{}",
            text(&output.stderr)
        );
    }
    fs::create_dir(file("folder.sgf")).unwrap();
    assert!(text(&convert(&file("folder.sgf")).stderr).contains("is a folder"));
}
