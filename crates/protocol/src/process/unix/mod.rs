//! Programs and their pipes where there are file descriptors and signals.
//!
//! One `poll` waits for all there is to wait for, so that nobody stands between a question and its
//! answer.

mod descendants;
mod guard;
mod processor;
mod running;
mod serve;

pub(super) use running::Handle;
pub(super) use serve::serve;

use super::{Ready, ended::Ended, trouble::failed_start};
use papan_search::Failure;
use running::Running;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_getfl, fcntl_setfl},
    io::Errno,
};
use std::{
    io::{self, PipeReader, PipeWriter, Read, Write},
    os::fd::AsFd,
    time::Duration,
};

/// The ends of the pipes that a program holds.
struct Ends {
    input: PipeReader,
    output: PipeWriter,
    errors: PipeWriter,
}

/// A program that runs, and our ends of its pipes. Dropping it ends the program.
#[derive(Debug)]
pub(super) struct Connection {
    running: Running,
    /// `None` once it is closed.
    input: Option<PipeWriter>,
    output: PipeReader,
    /// `None` once the program has closed it.
    errors: Option<PipeReader>,
}

fn nonblocking(file: impl AsFd) -> Result<(), Errno> {
    let flags = fcntl_getfl(&file)?;
    fcntl_setfl(&file, flags | OFlags::NONBLOCK)
}

impl Connection {
    /// Starts a program.
    pub(super) fn start(words: &[String]) -> Result<Connection, Failure> {
        let failed = |error: io::Error| {
            let program = words.first().map_or("", String::as_str);
            failed_start(program, &error)
        };
        let (their_input, input) = io::pipe().map_err(failed)?;
        let (output, their_output) = io::pipe().map_err(failed)?;
        let (errors, their_errors) = io::pipe().map_err(failed)?;
        // The other ends, which the program holds, stay as programs expect them.
        nonblocking(&input)
            .and_then(|()| nonblocking(&output))
            .and_then(|()| nonblocking(&errors))
            .map_err(|error| failed(error.into()))?;
        let ends = Ends {
            input: their_input,
            output: their_output,
            errors: their_errors,
        };
        Ok(Connection {
            running: Running::start(words, ends)?,
            input: Some(input),
            output,
            errors: Some(errors),
        })
    }

    /// Writes what there is room for; an error of the kind `WouldBlock` where there is none.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.input {
            Some(input) => input.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Reads what has come; an error of the kind `WouldBlock` where nothing has.
    pub(super) fn read_output(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.output.read(into)
    }

    /// The same of what the program writes to its standard error.
    pub(super) fn read_errors(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &mut self.errors {
            Some(errors) => errors.read(into),
            None => Ok(0),
        }
    }

    /// Waits no more for what the program writes to its standard error.
    pub(super) fn close_errors(&mut self) {
        self.errors = None;
    }

    /// Waits until something can be done, and says what; to write only when that is wanted.
    pub(super) fn wait(&mut self, to_write: bool, time: Duration) -> io::Result<Ready> {
        let flags = PollFlags::IN;
        let mut list = Vec::with_capacity(4);
        list.push(PollFd::new(&self.output, flags));
        let errors_at = self.errors.as_ref().map(|pipe| {
            list.push(PollFd::new(pipe, flags));
            list.len() - 1
        });
        let watch = self.running.watch();
        let watch_at = watch.as_ref().map(|watch| {
            list.push(PollFd::new(watch, flags));
            list.len() - 1
        });
        if let (true, Some(input)) = (to_write, &self.input) {
            list.push(PollFd::new(input, PollFlags::OUT));
        }
        let time = Timespec {
            tv_sec: time.as_secs().try_into().unwrap_or(i32::MAX.into()),
            tv_nsec: time.subsec_nanos().into(),
        };
        match poll(&mut list, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let ready = |index: usize| !list[index].revents().is_empty();
        Ok(Ready {
            output: ready(0),
            errors: errors_at.is_some_and(ready),
            over: watch_at.is_some_and(ready),
        })
    }

    /// How the program ended, once it has.
    pub(super) fn ended(&mut self) -> Option<Ended> {
        self.running.ended()
    }

    /// How long the processors have worked for the program and all that it has started.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.running.processor_time()
    }
}

/// Whether an error says that the machine has no more of something.
pub(super) fn is_of_machine(number: i32) -> bool {
    [
        Errno::MFILE,
        Errno::NFILE,
        Errno::AGAIN,
        Errno::NOMEM,
        Errno::NOSPC,
        Errno::NOBUFS,
        Errno::TOOMANYREFS,
        Errno::IO,
    ]
    .contains(&Errno::from_raw_os_error(number))
}
