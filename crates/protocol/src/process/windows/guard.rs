//! Guards where processes are kept together by jobs.
//!
//! A job is a set of processes that nobody leaves; the system ends all of them when the last handle of
//! the job is closed. We hold the only one, so that our own end, however that comes, is the end of the
//! program and of all that this has started. A program must be in its job before it starts others:
//! so the guard, which is this program once more, is put into the job, and starts it only then. It
//! tells how the program ended over its line, a connection of this machine with itself, which is all
//! that the standard library has here.

use super::Ends;
use crate::process::{
    ended::Ended,
    guard::{self, ARGUMENT, MESSAGE, News},
};
use std::{
    collections::hash_map::RandomState,
    ffi::{OsStr, OsString},
    hash::BuildHasher,
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    os::windows::{io::AsRawHandle, process::CommandExt},
    process::{Child, Command, ExitCode},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};
use win32job::{ExtendedLimitInfo, Job};

/// A program has a console of its own, which nobody sees: Ctrl-C in ours does not reach it.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// How often a guard that was started is looked for.
const LOOK: Duration = Duration::from_millis(1);

/// How long whoever has found our door may take to say that it is the guard.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is said to a guard once it is in its job.
const GO: u8 = b'g';

/// The letters of the word by which a guard shows that it is the one that was started.
const SECRET: usize = 32;

/// A program that was started: the guard, or the program itself where there is none.
pub(super) struct Started {
    pub(super) child: Child,
    pub(super) handle: Handle,
}

/// How a program that runs is ended from elsewhere: by its job.
#[derive(Debug)]
pub(in crate::process) struct Handle {
    shared: Arc<Keeper>,
}

/// What holds a program.
#[derive(Debug)]
struct Keeper {
    /// `None` once it was ended.
    job: Mutex<Option<Job>>,
    /// The line of the guard, where there is one.
    line: Option<TcpStream>,
}

impl Handle {
    fn new(job: Job, line: Option<TcpStream>) -> Handle {
        let job = Mutex::new(Some(job));
        Handle {
            shared: Arc::new(Keeper { job, line }),
        }
    }

    /// The same once more.
    pub(super) fn again(&self) -> Handle {
        Handle {
            shared: Arc::clone(&self.shared),
        }
    }

    pub(in crate::process) fn end(&self) {
        let job = self.shared.job.lock();
        // It may have ended by itself.
        drop(job.unwrap_or_else(PoisonError::into_inner).take());
        if let Some(line) = &self.shared.line {
            let _ = line.shutdown(Shutdown::Both);
        }
    }
}

/// A job whose processes end with it.
fn job() -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Job::create_with_limit_info(&limits).map_err(system_error)
}

/// What the system said.
fn system_error(error: win32job::JobError) -> io::Error {
    use win32job::JobError as Error;
    match error {
        Error::CreateFailed(error)
        | Error::AssignFailed(error)
        | Error::SetInfoFailed(error)
        | Error::GetInfoFailed(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

/// Starts a program, with a guard where there is any.
pub(super) fn start(words: &[String], ends: Ends) -> io::Result<Started> {
    match guard::program() {
        Some(guard) => start_guard(guard, words, ends),
        None => start_alone(words, ends),
    }
}

fn start_alone(words: &[String], ends: Ends) -> io::Result<Started> {
    let job = job()?;
    let child = command(OsStr::new(&words[0]), ends)
        .args(&words[1..])
        .spawn()?;
    let starting = Starting(Some(child));
    starting.join(&job)?;
    starting.started(job, None)
}

fn start_guard(guard: &[OsString], words: &[String], ends: Ends) -> io::Result<Started> {
    let (program, before) = guard
        .split_first()
        .ok_or(io::Error::from(io::ErrorKind::NotFound))?;
    let job = job()?;
    let door = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    door.set_nonblocking(true)?;
    let secret = secret();
    let child = command(program, ends)
        .args(before)
        .arg(ARGUMENT)
        .arg(door.local_addr()?.port().to_string())
        .arg(&secret)
        .args(words)
        .spawn()?;
    let mut starting = Starting(Some(child));
    let mut line = starting.await_line(&door, &secret)?;
    starting.join(&job)?;
    line.write_all(&[GO])?;
    let mut message = [0; MESSAGE];
    line.read_exact(&mut message)?;
    match News::of(message) {
        News::Failed(number) => Err(io::Error::from_raw_os_error(number)),
        News::Started(_) | News::Ended(_) => starting.started(job, Some(line)),
    }
}

fn command(program: &OsStr, ends: Ends) -> Command {
    let mut command = Command::new(program);
    command
        .stdin(ends.input)
        .stdout(ends.output)
        .stderr(ends.errors)
        .creation_flags(CREATE_NO_WINDOW);
    command
}

/// A word that nobody can guess: the standard library begins its tables with such numbers.
fn secret() -> String {
    let number = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", number(), number())
}

/// A process that is not a program in its job yet: it is ended when something goes wrong.
struct Starting(Option<Child>);

impl Starting {
    /// Puts it into a job.
    fn join(&self, job: &Job) -> io::Result<()> {
        let child = self.0.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let joined = job.assign_process(child.as_raw_handle() as isize);
        joined.map_err(system_error)
    }

    /// It is one now.
    fn started(mut self, job: Job, line: Option<TcpStream>) -> io::Result<Started> {
        let child = self.0.take().ok_or(io::ErrorKind::NotFound)?;
        let handle = Handle::new(job, line);
        Ok(Started { child, handle })
    }

    /// Waits until the guard has found our door, or has ended.
    fn await_line(&mut self, door: &TcpListener, secret: &str) -> io::Result<TcpStream> {
        loop {
            match door.accept() {
                // Others may find the door too, and say something else.
                Ok((line, _)) => match is_guard(line, secret) {
                    Ok(line) => return Ok(line),
                    Err(_) => continue,
                },
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
            if let Some(child) = &mut self.0
                && let Some(status) = child.try_wait()?
            {
                return Err(io::Error::other(format!("its guard ended: {status}")));
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The line of the guard, if it is that of the guard.
fn is_guard(mut line: TcpStream, secret: &str) -> io::Result<TcpStream> {
    line.set_nonblocking(false)?;
    line.set_read_timeout(Some(PATIENCE))?;
    let mut said = [0; SECRET];
    line.read_exact(&mut said)?;
    match said == secret.as_bytes() {
        true => {
            line.set_read_timeout(None)?;
            Ok(line)
        }
        false => Err(io::ErrorKind::PermissionDenied.into()),
    }
}

/// Waits for the end of a program, and tells it.
pub(super) fn watch(mut child: Child, handle: &Handle, told: impl Fn(Ended)) {
    let ended = if let Some(line) = &handle.shared.line {
        let mut line: &TcpStream = line;
        let mut message = [0; MESSAGE];
        loop {
            match line.read_exact(&mut message).map(|()| News::of(message)) {
                Ok(News::Ended(ended)) => break ended,
                Ok(_) => {}
                Err(_) => break Ended::Unguarded,
            }
        }
    } else {
        match child.wait() {
            Ok(status) => Ended::of(status.code(), None),
            Err(_) => Ended::Unguarded,
        }
    };
    // What it has left behind must not hold its output.
    handle.end();
    let _ = child.wait();
    told(ended);
}

/// The guard itself, in a process of its own.
pub(in crate::process) fn serve(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    let (Some(mut line), Some(program)) = (line(&mut words), words.next()) else {
        eprintln!("error: this is how Papan starts engines; it is of no use by itself");
        return ExitCode::from(2);
    };
    // Without the word we are in no job yet.
    if line.read_exact(&mut [0]).is_err() {
        return ExitCode::FAILURE;
    }
    // Its pipes are ours.
    let started = Command::new(program).args(words).spawn();
    let news = match &started {
        Ok(child) => News::Started(child.id().cast_signed()),
        Err(error) => News::Failed(number_of(error)),
    };
    // Whoever does not hear it is no more, and so will we be.
    let _ = line.write_all(&news.message());
    if let Ok(mut child) = started {
        let ended = match child.wait() {
            Ok(status) => Ended::of(status.code(), None),
            Err(_) => Ended::Unguarded,
        };
        let _ = line.write_all(&News::Ended(ended).message());
    }
    ExitCode::SUCCESS
}

/// An error as the system numbers it, also where the standard library found it.
fn number_of(error: &io::Error) -> i32 {
    const FILE_NOT_FOUND: i32 = 2;
    const INVALID_PARAMETER: i32 = 87;
    error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::NotFound => FILE_NOT_FOUND,
        _ => INVALID_PARAMETER,
    })
}

/// The line to whoever has started this guard.
fn line(words: &mut impl Iterator<Item = OsString>) -> Option<TcpStream> {
    let port: u16 = words.next()?.to_str()?.parse().ok()?;
    let secret = words.next()?;
    let mut line = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    line.write_all(secret.to_str()?.as_bytes()).ok()?;
    Some(line)
}
