//! The attacked program with less of the machine than it would like (`ulimit`).
//!
//! Limits are set by a process that then becomes the program: this one, started again.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{env::ArgsOs, ffi::OsString, os::unix::process::CommandExt, process::Command};

/// What can be short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// Open files.
    Files(u64),
    /// Processes and threads of the user.
    Processes(u64),
    /// Addresses, in mebibytes.
    Memory(u64),
}

impl Limit {
    /// As it is handed to the process that sets it.
    pub(crate) fn word(self) -> String {
        match self {
            Limit::Files(most) => format!("files={most}"),
            Limit::Processes(most) => format!("processes={most}"),
            Limit::Memory(most) => format!("memory={most}"),
        }
    }

    /// As one types it in a shell.
    pub(crate) fn shell(self) -> String {
        match self {
            Limit::Files(most) => format!("ulimit -n {most}; "),
            Limit::Processes(most) => format!("ulimit -u {most}; "),
            Limit::Memory(most) => format!("ulimit -v {}; ", most * 1024),
        }
    }

    fn read(word: &str) -> Option<Limit> {
        let (name, most) = word.split_once('=')?;
        let most = most.parse().ok()?;
        match name {
            "files" => Some(Limit::Files(most)),
            "processes" => Some(Limit::Processes(most)),
            "memory" => Some(Limit::Memory(most)),
            _ => None,
        }
    }

    fn set(self) -> Result<(), String> {
        let (resource, most) = match self {
            Limit::Files(most) => (Resource::Nofile, most),
            Limit::Processes(most) => (Resource::Nproc, most),
            Limit::Memory(most) => (Resource::As, most << 20),
        };
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit).map_err(|error| format!("{self:?}: {error}"))
    }
}

/// Allows us and all that we start as many open files as the system does; how many that are.
pub(crate) fn all_files() -> u64 {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// `LIMIT ... -- PROGRAM ARGUMENT ...`: sets the limits and becomes the program.
pub(crate) fn become_program(words: ArgsOs) -> Result<(), String> {
    let words: Vec<OsString> = words.collect();
    let end = words.iter().position(|word| word == "--");
    let end = end.ok_or("no program")?;
    for word in &words[..end] {
        let limit = word.to_str().and_then(Limit::read);
        limit
            .ok_or_else(|| format!("{word:?} is no limit"))?
            .set()?;
    }
    let [program, arguments @ ..] = &words[end + 1..] else {
        return Err("no program".to_owned());
    };
    Err(Command::new(program).args(arguments).exec().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        for limit in [Limit::Files(64), Limit::Processes(3), Limit::Memory(500)] {
            assert_eq!(Limit::read(&limit.word()), Some(limit));
        }
        assert_eq!(Limit::read("files=many"), None);
        assert_eq!(Limit::Memory(2).shell(), "ulimit -v 2048; ");
    }
}
