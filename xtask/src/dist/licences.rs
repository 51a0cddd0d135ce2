//! The licences of what others have written and is part of the program.

use crate::{checks::cargo, targets::Target, tools::capture};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

/// A library that is compiled into the program.
struct Library {
    /// Name and version, as the folder of its source is called.
    name: String,
    licence: String,
    place: String,
}

/// One text with all of them: who wrote what, and what they ask for.
pub(super) fn text(target: &Target) -> Result<String, String> {
    let libraries = libraries(target)?;
    let sources = sources()?;
    let mut text =
        "Papan is made with these libraries, each under the licence behind its name.\n\n"
            .to_owned();
    for Library {
        name,
        licence,
        place,
    } in &libraries
    {
        text += &format!("{name}  {licence}  {place}\n");
    }
    // The same words are written once, with all whose words they are.
    let mut by_words: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in &libraries {
        let folder = sources.iter().map(|folder| folder.join(&library.name));
        let folder = folder
            .clone()
            .find(|folder| folder.is_dir())
            .ok_or_else(|| format!("the source of {} is not where cargo keeps it", library.name))?;
        for file in licence_files(&folder)? {
            let words = fs::read_to_string(&file)
                .map_err(|error| format!("{}: {error}", file.display()))?;
            let file = file
                .strip_prefix(&folder)
                .unwrap_or(&file)
                .display()
                .to_string();
            let whose = by_words
                .entry(words.trim().replace("\r\n", "\n"))
                .or_default();
            whose.push(format!("{} ({file})", library.name));
        }
    }
    let mut all: Vec<(Vec<String>, String)> = by_words
        .into_iter()
        .map(|(words, whose)| (whose, words))
        .collect();
    all.sort();
    for (whose, words) in all {
        text += &format!("\n{}\n{}\n\n{words}\n", "=".repeat(78), whose.join("\n"));
    }
    text += &format!(
        "\n{}\nSQLite, which is compiled in, is in the public domain: its authors disclaim copyright.\n",
        "=".repeat(78)
    );
    Ok(text)
}

/// All that is linked into the program, without what only runs while it is compiled.
fn libraries(target: &Target) -> Result<Vec<Library>, String> {
    let mut tree =
        cargo("tree --locked --package papan --edges normal,no-proc-macro --prefix none");
    tree.args(["--target", target.name, "--format", "{p}\t{l}\t{r}"]);
    let lines = capture(&mut tree)?.standard;
    let mut found = BTreeMap::new();
    for line in lines.lines() {
        let mut parts = line.trim_end_matches(" (*)").split('\t');
        let package = parts.next().unwrap_or_default();
        let mut words = package.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else {
            continue;
        };
        // The crates of the project stand in a folder.
        if package.contains('(') {
            continue;
        }
        let name = format!("{name}-{}", version.trim_start_matches('v'));
        let mut next = || {
            parts
                .next()
                .unwrap_or_default()
                .trim_end_matches(" (*)")
                .to_owned()
        };
        let (licence, place) = (next(), next());
        if licence.is_empty() {
            return Err(format!("{name} names no licence"));
        }
        found.insert(
            name.clone(),
            Library {
                name,
                licence,
                place,
            },
        );
    }
    match found.is_empty() {
        true => Err("cargo tree names no library".to_owned()),
        false => Ok(found.into_values().collect()),
    }
}

/// The folders in which cargo keeps sources.
fn sources() -> Result<Vec<PathBuf>, String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let folder = home.ok_or("there is no CARGO_HOME")?.join("registry/src");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// The files of a library that say under what it is given, at its top.
fn licence_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_licence = |path: &PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        let begins = [
            "LICENSE",
            "LICENCE",
            "COPYING",
            "COPYRIGHT",
            "NOTICE",
            "UNLICENSE",
        ];
        path.is_file() && begins.iter().any(|begin| name.starts_with(begin))
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_licence)
        .collect();
    found.sort();
    Ok(found)
}
