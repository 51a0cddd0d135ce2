//! Guards: processes that end a program with everything it started, whatever becomes of us.
//!
//! A group of processes is left by whoever begins a session of its own, and nobody sends it a
//! signal when this program is killed. So a program is started by a guard, which is this program
//! once more under another first argument. The guard adopts whatever the program leaves
//! behind, and holds a line to us, a socket. When the line ends, because we closed it or because
//! we are no more, the guard kills all that descends from it, and ends. It says over the line
//! how the program ended, too, even where a child of the program still holds its output.
//!
//! How each system does that is in `unix` and `windows`.

use super::{ended::Ended, system};
use std::{env, ffi::OsString, path::PathBuf, process::ExitCode, sync::OnceLock};
#[cfg(unix)]
use std::{
    fs::{self, File, Metadata},
    path::Path,
};

/// The first argument of a guard, which no command is called.
pub(super) const ARGUMENT: &str = "__guard";

/// The words that start this program, for whoever starts it as a guard.
static GUARD: OnceLock<Vec<OsString>> = OnceLock::new();

/// Lets this program guard the programs that it starts: to be called at the beginning of its
/// `main`. A guard is the same program started once more; there this call does all the work and
/// returns the exit code, with which `main` must return.
///
/// A program that never calls it starts others without guards. They are ended with their groups
/// of processes then, but not when this program is killed, nor what has left its group.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     if let Some(code) = papan_protocol::process::guard() {
///         return code;
///     }
///     // What the program is for.
///     ExitCode::SUCCESS
/// }
/// ```
pub fn guard() -> Option<ExitCode> {
    let program = this_program().map(|program| vec![program.into_os_string()]);
    guard_as(program, env::args_os().skip(1))
}

/// The same for a program that is not a file of its own, as one inside an interpreter: the words
/// that start it, if there are any, and the arguments behind them with which it was started.
pub fn guard_as(
    program: Option<Vec<OsString>>,
    mut arguments: impl Iterator<Item = OsString>,
) -> Option<ExitCode> {
    if arguments.next().is_some_and(|first| first == ARGUMENT) {
        return Some(system::serve(arguments));
    }
    if let Some(program) = program {
        let _ = GUARD.set(program);
    }
    None
}

/// Where this program can be started from, even when its file was replaced meanwhile.
fn this_program() -> Option<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // For a program of another kind of processor the emulator answers when this is opened, and
        // not when it is looked at or started: then it leads to the emulator.
        let own = Path::new("/proc/self/exe");
        let file = |about: Metadata| (about.dev(), about.ino());
        let seen = fs::metadata(own).map(file).ok();
        let opened = File::open(own).and_then(|own| own.metadata()).map(file);
        if seen.is_some() && seen == opened.ok() {
            return Some(own.to_owned());
        }
    }
    env::current_exe().ok()
}

/// The words that start the program that guards, where there is one.
pub(super) fn program() -> Option<&'static [OsString]> {
    GUARD.get().map(Vec::as_slice)
}

/// How long a message of a guard is.
pub(super) const MESSAGE: usize = 5;

/// What a guard says of its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum News {
    /// It runs as the process with this number.
    Started(i32),
    /// It cannot be started, because of the system's error with this number.
    Failed(i32),
    /// It has ended.
    Ended(Ended),
}

impl News {
    pub(super) fn message(self) -> [u8; MESSAGE] {
        let (kind, number) = match self {
            News::Started(number) => (b's', number),
            News::Failed(number) => (b'f', number),
            News::Ended(Ended::Code(code)) => (b'c', code),
            News::Ended(Ended::Signal(signal)) => (b'k', signal),
            News::Ended(Ended::Unguarded) => (b'u', 0),
        };
        let [one, two, three, four] = number.to_le_bytes();
        [kind, one, two, three, four]
    }

    /// What a message says.
    pub(super) fn of([kind, number @ ..]: [u8; MESSAGE]) -> News {
        let number = i32::from_le_bytes(number);
        match kind {
            b's' => News::Started(number),
            b'f' => News::Failed(number),
            b'c' => News::Ended(Ended::Code(number)),
            b'k' => News::Ended(Ended::Signal(number)),
            _ => News::Ended(Ended::Unguarded),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_meant() {
        for news in [
            News::Started(70_000),
            News::Failed(24),
            News::Ended(Ended::Code(-1)),
            News::Ended(Ended::Signal(9)),
            News::Ended(Ended::Unguarded),
        ] {
            assert_eq!(News::of(news.message()), news);
        }
    }
}
