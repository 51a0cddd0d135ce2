//! Guards: processes that end a program with everything it started, whatever becomes of us.
//!
//! A group of processes is left by whoever begins a session of its own, and nobody sends it a
//! signal when this program is killed. So a program is started by a guard, which is this program
//! once more under another first argument. The guard adopts whatever the program leaves
//! behind, and holds a line to us, a socket. When the line ends, because we closed it or because
//! we are no more, the guard kills all that descends from it, and ends. It says over the line
//! how the program ended, too, even where a child of the program still holds its output.
//!
//! What a system must offer for that is in `descendants`: one that offers less ends the group
//! of the program.

mod descendants;
mod serve;

pub(super) use descendants::watch;

use super::running::{Ended, Ends};
use rustix::{
    cmsg_space,
    net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg},
};
use std::{
    env,
    io::{self, IoSlice},
    mem::MaybeUninit,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    sync::OnceLock,
};

/// The first argument of a guard, which no command is called.
const ARGUMENT: &str = "__guard";

/// This program, for whoever starts it as a guard.
static GUARD: OnceLock<PathBuf> = OnceLock::new();

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
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == ARGUMENT) {
        return Some(serve::serve(arguments));
    }
    if let Some(program) = this_program() {
        let _ = GUARD.set(program);
    }
    None
}

/// Where this program can be started from, even when its file was replaced meanwhile.
fn this_program() -> Option<PathBuf> {
    let own = Path::new("/proc/self/exe");
    match own.exists() {
        true => Some(own.to_owned()),
        false => env::current_exe().ok(),
    }
}

/// The program that guards, where there is one.
pub(super) fn program() -> Option<&'static Path> {
    GUARD.get().map(PathBuf::as_path)
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
    fn message(self) -> [u8; MESSAGE] {
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

/// Starts a guard for a program, and returns it with our end of its line.
pub(super) fn start(guard: &Path, words: &[String], ends: Ends) -> io::Result<(Child, UnixStream)> {
    let (ours, theirs) = UnixStream::pair()?;
    let given = [ends.input.as_fd(), ends.output.as_fd(), ends.errors.as_fd()];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&given));
    sendmsg(
        &ours,
        &[IoSlice::new(&[0])],
        &mut control,
        SendFlags::empty(),
    )?;
    let child = Command::new(guard)
        .arg0("papan")
        .arg(ARGUMENT)
        .args(words)
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    Ok((child, ours))
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
