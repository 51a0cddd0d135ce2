//! Programs that run, and how all of them are ended.
//!
//! They have groups of their own, so whoever ends this program from its terminal does not
//! reach them, and a program that exits drops nothing.

use super::{guard, processor, trouble};
use papan_search::{Failure, Fault};
use rustix::{
    io::Errno,
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid},
};
use std::{
    collections::BTreeMap,
    fmt,
    io::{self, PipeReader, PipeWriter, Read},
    net::Shutdown,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Command},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The ends of the pipes that a program holds.
pub(super) struct Ends {
    pub(super) input: PipeReader,
    pub(super) output: PipeWriter,
    pub(super) errors: PipeWriter,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// Nobody knows, for its guard is gone.
    Unguarded,
}

impl Ended {
    /// What the system says: a code or a signal.
    pub(super) fn of(code: Option<i32>, signal: Option<i32>) -> Ended {
        match (code, signal) {
            (None, Some(signal)) => Ended::Signal(signal),
            (code, _) => Ended::Code(code.unwrap_or(0)),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Code(code) => write!(f, "ended with exit code {code}"),
            Ended::Signal(signal) => write!(f, "killed by signal {signal}"),
            Ended::Unguarded => f.write_str("lost its guard"),
        }
    }
}

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
    /// A process of its own: see [`guard`]. The end of this line tells it to.
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
            let watch = guard::watch(Pid::from_child(&child));
            return Running::register(child, Keeper::Group { watch });
        };
        let (child, line) = guard::start(guard, words, ends).map_err(failed)?;
        let line = Arc::new(line);
        let program = None;
        let mut running = Running::register(child, Keeper::Guard { line, program })?;
        running
            .await_guard()
            .map_err(|error| killed().unwrap_or_else(|| failed(error)))?;
        Ok(running)
    }

    /// Notes that it runs; an error once all were killed.
    fn register(child: Child, keeper: Keeper) -> Result<Running, Failure> {
        let running = Running {
            child,
            keeper,
            ended: None,
        };
        let mut all = all();
        all.alive.insert(running.number(), running.handle());
        match all.closed {
            false => Ok(running),
            true => {
                // Dropping it needs the lock.
                drop(all);
                Err(stopped())
            }
        }
    }

    /// Waits until the guard has started the program.
    fn await_guard(&mut self) -> io::Result<()> {
        let Keeper::Guard { line, program } = &mut self.keeper else {
            return Ok(());
        };
        let mut message = [0; guard::MESSAGE];
        let heard = (&**line).read_exact(&mut message);
        heard.map_err(|_| Errno::AGAIN)?;
        match guard::News::of(message) {
            guard::News::Started(number) => *program = Pid::from_raw(number),
            guard::News::Failed(number) => return Err(io::Error::from_raw_os_error(number)),
            guard::News::Ended(ended) => self.ended = Some(ended),
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
    let mut message = [0; guard::MESSAGE];
    match line.read(&mut message) {
        Ok(guard::MESSAGE) => match guard::News::of(message) {
            guard::News::Ended(ended) => Some(ended),
            guard::News::Started(_) | guard::News::Failed(_) => None,
        },
        Err(error) if super::would_wait(&error) => None,
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
        all().alive.remove(&self.number());
        let _ = self.child.wait();
    }
}

/// Why a program was not started.
pub(super) fn failed_start(program: &str, error: &io::Error) -> Failure {
    if trouble::is_of_machine(error) {
        let text = format!("'{program}' cannot be started: {error}");
        return Failure::new(Fault::Machine, text);
    }
    let text = match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program '{program}'"),
        _ => format!("'{program}' cannot be started: {error}"),
    };
    Failure::new(Fault::Start, text)
}

/// How a program that runs is ended from elsewhere.
#[derive(Debug)]
enum Handle {
    Guard(Arc<UnixStream>),
    Group(Pid),
}

impl Handle {
    fn end(&self) {
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

#[derive(Debug)]
struct All {
    /// By the numbers of the processes that we started.
    alive: BTreeMap<i32, Handle>,
    /// Whether all were killed, and no more may begin.
    closed: bool,
}

static ALL: Mutex<All> = Mutex::new(All {
    alive: BTreeMap::new(),
    closed: false,
});

fn all() -> MutexGuard<'static, All> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all programs that run, with whatever they started, and lets no more begin: for who
/// is about to exit, as after Ctrl-C. Whoever still waits for one of them is told that it
/// was stopped ([`Fault::Stopped`]), so that nobody loses a game by it.
pub fn kill_all() {
    let mut all = all();
    all.closed = true;
    all.alive.values().for_each(Handle::end);
}

/// Why a program is no longer there, when all were killed.
pub(super) fn killed() -> Option<Failure> {
    all().closed.then(stopped)
}

fn stopped() -> Failure {
    Failure::new(Fault::Stopped, "stopped")
}
