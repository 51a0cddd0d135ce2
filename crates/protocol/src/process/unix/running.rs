//! A program that runs, in a group of processes of its own.

use super::{Ends, descendants, guard as starting, processor};
use crate::process::{
    all,
    ended::Ended,
    guard::{self, MESSAGE, News},
    trouble::failed_start,
    would_wait,
};
use papan_search::{Failure, Fault};
use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid},
};
use std::{
    io::{self, Read},
    net::Shutdown,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Command},
    sync::Arc,
    time::Duration,
};

/// A program that was started. Dropping it ends it, with whatever it started.
#[derive(Debug)]
pub(super) struct Running {
    /// The guard, or the program itself where there is none.
    child: Child,
    keeper: Keeper,
    ended: Option<Ended>,
}

/// Who ends a program with all that it started.
#[derive(Debug)]
enum Keeper {
    /// A process of its own: see [`guard`](mod@guard). The end of this line tells it to.
    Guard {
        line: Arc<UnixStream>,
        /// The program, once it was started.
        program: Option<Pid>,
    },
    /// We do, by its group of processes.
    Group {
        /// Can be read once the program has ended, where the system has such a thing.
        watch: Option<OwnedFd>,
    },
}

impl Running {
    /// Starts a program.
    pub(super) fn start(words: &[String], ends: Ends) -> Result<Running, Failure> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Failure::new(Fault::Start, "there is no command"))?;
        let failed = |error| failed_start(program, &error);
        let Some(guard) = guard::program() else {
            let mut command = Command::new(program);
            command
                .args(arguments)
                .stdin(ends.input)
                .stdout(ends.output)
                .stderr(ends.errors)
                .process_group(0);
            let child = command.spawn().map_err(failed)?;
            // The program must be the only one to hold its ends.
            drop(command);
            let watch = descendants::watch(Pid::from_child(&child));
            return Running::register(child, Keeper::Group { watch });
        };
        let (child, line) = starting::start(guard, words, ends).map_err(failed)?;
        let line = Arc::new(line);
        let program = None;
        let mut running = Running::register(child, Keeper::Guard { line, program })?;
        running
            .await_guard()
            .map_err(|error| all::killed().unwrap_or_else(|| failed(error)))?;
        Ok(running)
    }

    /// Notes that it runs; an error once all were killed.
    fn register(child: Child, keeper: Keeper) -> Result<Running, Failure> {
        let running = Running {
            child,
            keeper,
            ended: None,
        };
        // Dropping it ends it again.
        all::add(running.child.id(), running.handle()).map(|()| running)
    }

    /// Waits until the guard has started the program.
    fn await_guard(&mut self) -> io::Result<()> {
        let Keeper::Guard { line, program } = &mut self.keeper else {
            return Ok(());
        };
        let mut message = [0; MESSAGE];
        let heard = (&**line).read_exact(&mut message);
        heard.map_err(|_| Errno::AGAIN)?;
        match News::of(message) {
            News::Started(number) => *program = Pid::from_raw(number),
            News::Failed(number) => return Err(io::Error::from_raw_os_error(number)),
            News::Ended(ended) => self.ended = Some(ended),
        }
        line.set_nonblocking(true)
    }

    fn number(&self) -> i32 {
        Pid::from_child(&self.child).as_raw_nonzero().get()
    }

    fn handle(&self) -> Handle {
        match &self.keeper {
            Keeper::Guard { line, .. } => Handle::Guard(Arc::clone(line)),
            Keeper::Group { .. } => Handle::Group(Pid::from_child(&self.child)),
        }
    }

    /// What the program has taken of the processors, with all that it started: the guard, which
    /// takes next to nothing, has all of them below it.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        processor::processor_time(self.number())
    }

    /// What can be read once the program has ended, where there is such a thing.
    pub(super) fn watch(&self) -> Option<BorrowedFd<'_>> {
        match &self.keeper {
            Keeper::Guard { line, .. } => Some(line.as_fd()),
            Keeper::Group { watch } => watch.as_ref().map(OwnedFd::as_fd),
        }
    }

    /// How the program ended, once it has. It is not laid to rest yet, so that its number
    /// still names it and its group.
    pub(super) fn ended(&mut self) -> Option<Ended> {
        if self.ended.is_none() {
            self.ended = match &self.keeper {
                Keeper::Guard { line, program } => told_end(line, *program),
                Keeper::Group { .. } => {
                    let id = WaitId::Pid(Pid::from_child(&self.child));
                    let options =
                        WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                    let status = waitid(id, options).ok().flatten();
                    status
                        .map(|status| Ended::of(status.exit_status(), status.terminating_signal()))
                }
            };
        }
        self.ended
    }
}

/// What a guard has said of the end of its program.
fn told_end(mut line: &UnixStream, program: Option<Pid>) -> Option<Ended> {
    let mut message = [0; MESSAGE];
    match line.read(&mut message) {
        Ok(MESSAGE) => match News::of(message) {
            News::Ended(ended) => Some(ended),
            News::Started(_) | News::Failed(_) => None,
        },
        Err(error) if would_wait(&error) => None,
        _ => {
            // Someone has killed the guard: what is left is the group.
            if let Some(program) = program {
                let _ = kill_process_group(program, Signal::KILL);
            }
            Some(Ended::Unguarded)
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Before the process is waited for: until then its number cannot become another's.
        self.handle().end();
        all::remove(self.child.id());
        let _ = self.child.wait();
    }
}

/// How a program that runs is ended from elsewhere.
#[derive(Debug)]
pub(in crate::process) enum Handle {
    Guard(Arc<UnixStream>),
    Group(Pid),
}

impl Handle {
    pub(in crate::process) fn end(&self) {
        // It may have ended by itself.
        match self {
            Handle::Guard(line) => {
                let _ = line.shutdown(Shutdown::Both);
            }
            Handle::Group(group) => {
                let _ = kill_process_group(*group, Signal::KILL);
            }
        }
    }
}
