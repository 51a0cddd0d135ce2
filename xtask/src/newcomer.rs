//! A game added to a copy of the project by what a newcomer writes alone: `xtask/newcomer`. It
//! must be playable everywhere without a change to anything else.

use crate::tools::{self, run};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// What a newcomer writes.
const WRITTEN: &str = "xtask/newcomer";
/// Where the project is copied to.
const COPY: &str = "target/newcomer/project";

/// Where a line is added to a file that is there, and behind which line.
const LINES: [(&str, &str, &str); 3] = [
    (
        "crates/agents/src/games.rs",
        "\ncatalogue! {\n",
        "    Nim: papan_nim => Nim plain;\n",
    ),
    (
        "crates/agents/Cargo.toml",
        "\n[dependencies]\n",
        "papan-nim.workspace = true\n",
    ),
    (
        "Cargo.toml",
        "\n[workspace.dependencies]\n",
        "papan-nim = { path = \"crates/games/nim\", version = \"0.1.0\" }\n",
    ),
];

/// A tournament of the new game.
const TOURNAMENT: &str = r#"
name = "newcomer"
kind = "round-robin"
game = "nim"
rounds = 2
agents = ["level:3", "mcts:nodes=100", "random"]
"#;

/// Copies the project with the new game in it.
pub(crate) fn copy() -> Result<(), String> {
    let failed = |error: io::Error| format!("the copy in {COPY}: {error}");
    let mut list = Command::new("git");
    list.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let listed = tools::capture(&mut list)?.standard;
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for path in listed.lines().filter(|path| !path.starts_with(WRITTEN)) {
        // A file that was just removed is still listed.
        if let Ok(bytes) = fs::read(path) {
            files.push((path.into(), bytes));
        }
    }
    let mut written = Vec::new();
    below(Path::new(WRITTEN), &mut written).map_err(failed)?;
    for path in written {
        let bytes = fs::read(&path).map_err(failed)?;
        let target = path.strip_prefix(WRITTEN).unwrap_or(&path).to_owned();
        // Says what the others are.
        if target == Path::new("README.md") {
            continue;
        }
        match files.iter_mut().find(|(known, _)| *known == target) {
            Some((_, texts)) => *texts = joined(texts, &bytes)?,
            None => files.push((target, bytes)),
        }
    }
    for (path, behind, line) in LINES {
        let file = files
            .iter_mut()
            .find(|(known, _)| *known == Path::new(path));
        let (_, bytes) = file.ok_or(format!("there is no {path}"))?;
        let text = String::from_utf8_lossy(bytes);
        let (before, after) = text
            .split_once(behind)
            .ok_or(format!("{path} has no line '{}'", behind.trim()))?;
        *bytes = format!("{before}{behind}{line}{after}").into_bytes();
    }
    for (path, bytes) in &files {
        let target = Path::new(COPY).join(path);
        // What is the same stays as old as it is, or cargo would compile it again.
        if fs::read(&target).is_ok_and(|there| there == *bytes) {
            continue;
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(&target, bytes).map_err(failed)?;
    }
    let mut there = Vec::new();
    below(Path::new(COPY), &mut there).map_err(failed)?;
    for path in there {
        let name = path.strip_prefix(COPY).unwrap_or(&path);
        let lock = name == Path::new("Cargo.lock");
        if !lock && !files.iter().any(|(known, _)| known == name) {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

/// The files of a folder and of those in it.
fn below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => below(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

/// A file of texts with more of them: both are objects with a line for each text.
fn joined(texts: &[u8], more: &[u8]) -> Result<Vec<u8>, String> {
    let (texts, more) = (
        String::from_utf8_lossy(texts),
        String::from_utf8_lossy(more),
    );
    let inside = |text: &str| -> Option<String> {
        let text = text.trim().strip_prefix('{')?.strip_suffix('}')?;
        Some(text.trim_matches('\n').to_owned())
    };
    match inside(&texts).zip(inside(&more)) {
        Some((texts, more)) => Ok(format!("{{\n{texts},\n{more}\n}}\n").into_bytes()),
        None => Err("only texts can be joined to a file that is there".to_owned()),
    }
}

/// Builds the copy; returns the program.
pub(crate) fn build() -> Result<PathBuf, String> {
    let absolute = |path: &str| std::path::absolute(path).unwrap_or_else(|_| path.into());
    let mut build = Command::new("cargo");
    build.args(["build", "--package", "papan", "--manifest-path"]);
    build.arg(absolute(COPY).join("Cargo.toml"));
    // What comes from elsewhere is compiled already; the program itself is copied away, so that
    // nobody takes it for that of the project.
    build.env("CARGO_TARGET_DIR", absolute("target"));
    run(&mut build)?;
    let program = absolute("target/newcomer/papan");
    fs::copy("target/debug/papan", &program)
        .map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(program)
}

/// The game in the terminal: listed, with agents, in a tournament and in a report.
pub(crate) fn try_out(program: &Path) -> Result<(), String> {
    let folder = Path::new("target/newcomer/data");
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(folder.join("cup.toml"), TOURNAMENT).map_err(failed)?;
    let papan = |arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments);
        tools::capture(&mut command).map(|said| said.standard)
    };
    let path = |name: &str| folder.join(name).display().to_string();
    let ledger = path("ledger.db");
    let says = |what: &str, said: String, word: &str| match said.contains(word) {
        true => Ok(()),
        false => Err(format!("{what} says nothing of '{word}':\n{said}")),
    };
    says("papan games", papan(&["games"])?, "nim")?;
    let best = papan(&["best", "nim", "negascout", "--moves", "a3 b4"])?;
    // Five are left in one heap: to take them all wins.
    says("papan best", best, "c5")?;
    papan(&["tournament", &path("cup.toml"), "--ledger", &ledger])?;
    papan(&["ledger", "verify", "--ledger", &ledger])?;
    papan(&["report", "--ledger", &ledger, "-o", &path("report.html")])?;
    let report = fs::read_to_string(path("report.html")).map_err(failed)?;
    says("the report", report, "mcts:nodes=100")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined() {
        let all = joined(b"{\n  \"a\": \"1\"\n}\n", b"{\n  \"b\": \"2\"\n}\n").unwrap();
        assert_eq!(all, b"{\n  \"a\": \"1\",\n  \"b\": \"2\"\n}\n");
        assert!(joined(b"fn main() {", b"{}").is_err());
    }
}
