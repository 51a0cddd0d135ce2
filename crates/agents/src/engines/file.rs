//! The file that names engines.

use papan_core::{
    files::{self, ReadError},
    spec::{parse_time, time_text},
};
use papan_protocol::{
    checksum,
    client::{Program, Protocol},
    process::{quoted, words},
};
use serde::{Deserialize, Serialize};
use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use thiserror::Error;

/// All engines that a file names.
#[derive(Clone, Debug, Default)]
pub struct Engines {
    /// The file; `None` when there is none.
    pub path: Option<PathBuf>,
    /// The engines, in the order of the file.
    pub all: Vec<Engine>,
}

/// Why a file of engines cannot be used.
#[derive(Clone, Debug, Error)]
pub enum BadEngines {
    /// It cannot be read.
    #[error(transparent)]
    Read(Arc<ReadError>),
    /// It says what no such file may say.
    #[error("{}: {problem}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what would be right.
        problem: String,
    },
}

/// A program that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// What it is asked for by: small letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// The program and its arguments, as one line.
    pub command: String,
    /// The checksum of the program's file.
    pub sha256: String,
    /// The longest time until it is ready.
    pub start: Duration,
    /// The longest time for a move without a time limit.
    pub move_timeout: Duration,
    words: Vec<String>,
    /// Where the file is that names it.
    folder: PathBuf,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    engine: Vec<WrittenEngine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEngine {
    name: String,
    protocol: String,
    command: String,
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    move_timeout: Option<String>,
}

impl Engines {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Engines, BadEngines> {
        let text = files::read_text(path, files::MOST_FOR_SETTINGS);
        let text = text.map_err(|error| BadEngines::Read(Arc::new(error)))?;
        let content = |problem| BadEngines::Content {
            path: path.to_owned(),
            problem,
        };
        // Programs are found from there, wherever this one goes.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = whole.parent().unwrap_or(Path::new("/"));
        Ok(Engines {
            path: Some(path.to_owned()),
            all: parse(&text, folder).map_err(content)?,
        })
    }

    /// Reads the [usual file](super::default_path). Only where `PAPAN_ENGINES` names one must it
    /// be there.
    pub(super) fn read_usual() -> Result<Engines, BadEngines> {
        let Some(path) = super::default_path() else {
            return Ok(Engines::default());
        };
        let named = env::var_os(super::FILE_VARIABLE).is_some_and(|value| !value.is_empty());
        match named || path.exists() {
            true => Engines::read(&path),
            false => Ok(Engines::default()),
        }
    }
}

impl BadEngines {
    /// Whether whoever named the file can mend it.
    pub fn is_mistake(&self) -> bool {
        match self {
            BadEngines::Read(error) => error.is_mistake(),
            BadEngines::Content { .. } => true,
        }
    }
}

fn parse(text: &str, folder: &Path) -> Result<Vec<Engine>, String> {
    let written: Written = toml::from_str(text).map_err(|error| {
        let line = error
            .span()
            .map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        let message = error.message().replace('\n', " ");
        format!(
            "line {line}: {message}; an engine is [[engine]] with name, protocol, command and \
             sha256, and start and move where they are not the usual ones"
        )
    })?;
    let mut engines: Vec<Engine> = Vec::new();
    for written in written.engine {
        let engine = engine(written, folder)?;
        if engines.iter().any(|other| other.name == engine.name) {
            return Err(format!("two engines are called '{}'", engine.name));
        }
        engines.push(engine);
    }
    Ok(engines)
}

fn engine(written: WrittenEngine, folder: &Path) -> Result<Engine, String> {
    let WrittenEngine {
        name,
        protocol,
        command,
        sha256,
        start,
        move_timeout,
    } = written;
    let shown = papan_core::shortened(&name);
    let allowed = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_.".contains(letter)
    };
    if name.is_empty() || name.len() > 64 || !name.chars().all(allowed) {
        return Err(format!(
            "'{shown}' is no name; a name has up to 64 small letters, digits, - _ and ."
        ));
    }
    let wrong = |problem: String| format!("engine '{name}': {problem}");
    let time = |key: &str, text: Option<String>, usual: Duration| match text {
        None => Ok(usual),
        Some(text) => parse_time(&text)
            .filter(|time| !time.is_zero())
            .ok_or_else(|| wrong(format!("{key} = '{text}' is no time such as 500ms or 20s"))),
    };
    if sha256.len() != 64 || !sha256.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(wrong(
            "sha256 has 64 hexadecimal digits; papan engines --sum PROGRAM says which".to_owned(),
        ));
    }
    Ok(Engine {
        protocol: protocol.parse().map_err(wrong)?,
        words: words(&command).map_err(wrong)?,
        start: time("start", start, Program::START_TIMEOUT)?,
        move_timeout: time("move", move_timeout, Program::MOVE_TIMEOUT)?,
        sha256: sha256.to_ascii_lowercase(),
        folder: folder.to_owned(),
        command,
        name,
    })
}

impl Engine {
    /// An entry for a program as it is now; `name` and the like are what its owner changes.
    /// The error says why there is none.
    pub fn entry(protocol: Protocol, command: &str) -> Result<String, String> {
        let words = words(command)?;
        let file = found(&words[0], Path::new("."))?;
        let sha256 = checksum::of_file(&file);
        let sha256 = sha256.map_err(|error| format!("{}: {error}", file.display()))?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let letters = stem.chars().filter(char::is_ascii_alphanumeric);
        let name: String = letters.take(64).collect();
        // Where a file of engines will be is not known, and a path on the PATH is found anywhere.
        let program = match is_path(&words[0]) {
            true => std::path::absolute(&file).unwrap_or(file),
            false => words[0].clone().into(),
        };
        let program = program.to_string_lossy();
        let words = std::iter::once(&*program).chain(words[1..].iter().map(String::as_str));
        let command: Vec<String> = words.map(quoted).collect();
        let entry = WrittenEngine {
            name: match name.is_empty() {
                true => "engine".to_owned(),
                false => name.to_ascii_lowercase(),
            },
            protocol: protocol.to_string(),
            command: command.join(" "),
            sha256,
            start: None,
            move_timeout: None,
        };
        let entry = toml::to_string(&entry).map_err(|error| error.to_string())?;
        Ok(format!("[[engine]]\n{entry}"))
    }

    /// Where the program is: the first word of its command on the PATH, or from the folder of the
    /// file. The error says that it is nowhere.
    pub fn path(&self) -> Result<PathBuf, String> {
        found(&self.words[0], &self.folder)
    }

    /// Whether the program is there with the right checksum; what is wrong in words when it is
    /// not.
    pub fn check(&self) -> Result<(), String> {
        checksum::check(&self.path()?, &self.sha256)
    }

    /// How to start it.
    pub(crate) fn program(&self) -> Program {
        let mut words = self.words.clone();
        if let Ok(path) = self.path() {
            words[0] = path.to_string_lossy().into_owned();
        }
        Program {
            protocol: self.protocol,
            words,
            start: self.start,
            move_timeout: self.move_timeout,
            sha256: Some(self.sha256.clone()),
        }
    }

    /// What its play follows from, the same wherever its file is.
    pub(crate) fn behaviour(&self) -> String {
        let arguments: Vec<String> = self.words[1..].iter().map(|word| quoted(word)).collect();
        let (protocol, sha256) = (self.protocol, &self.sha256);
        format!("engine {protocol} {sha256} {}", arguments.join(" "))
    }

    /// Its waits, where they are not the usual ones: `start=20s`.
    pub fn waits(&self) -> Vec<String> {
        let wait = |key, time: Duration, usual| {
            (time != usual).then(|| format!("{key}={}", time_text(time)))
        };
        let start = wait("start", self.start, Program::START_TIMEOUT);
        let moves = wait("move", self.move_timeout, Program::MOVE_TIMEOUT);
        start.into_iter().chain(moves).collect()
    }
}

/// The file of a program: a word with a slash is a path from the folder, one without is
/// looked for on the PATH, and in the folder when it is not there.
fn found(word: &str, folder: &Path) -> Result<PathBuf, String> {
    let beside = folder.join(word);
    if is_path(word) {
        return match program_at(&beside) {
            Some(program) => Ok(program),
            None => Err(format!("there is no program '{}'", beside.display())),
        };
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&folders).map(|folder| folder.join(word));
    let program = places.find_map(|place| program_at(&place));
    let program = program.or_else(|| program_at(&beside));
    program.ok_or_else(|| {
        let folder = folder.display();
        format!("there is no program '{word}' on the PATH or in {folder}")
    })
}

/// Whether a word is the path of a program, and not a name on the PATH.
fn is_path(word: &str) -> bool {
    word.contains('/') || cfg!(windows) && word.contains('\\')
}

/// The program of a path, if there is one.
#[cfg(unix)]
fn program_at(path: &Path) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let about = fs::metadata(path).ok()?;
    (about.is_file() && about.permissions().mode() & 0o111 != 0).then(|| path.to_owned())
}

/// The program of a path, which may lack its ending, if there is one.
#[cfg(not(unix))]
fn program_at(path: &Path) -> Option<PathBuf> {
    let with_ending = || {
        let mut whole = path.as_os_str().to_owned();
        whole.push(env::consts::EXE_SUFFIX);
        PathBuf::from(whole)
    };
    let is_program = |path: &PathBuf| fs::metadata(path).is_ok_and(|about| about.is_file());
    [path.to_owned(), with_ending()]
        .into_iter()
        .find(is_program)
}

#[cfg(test)]
mod tests;
