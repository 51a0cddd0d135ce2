//! Programs and their pipes where there are no file descriptors that one call could wait for: a
//! thread for each pipe, and one that waits for the program's end.
//!
//! What the threads have done stands in one place, for whose changes [`Connection::wait`] waits.

mod guard;
mod processor;

pub(super) use guard::{Handle, serve};

use super::{Ready, all, ended::Ended, trouble::failed_start};
use guard::Started;
use papan_search::{Failure, Fault};
use std::{
    collections::VecDeque,
    io::{self, PipeReader, PipeWriter, Read, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How much waits in each direction, as in the pipe of another system: whoever writes more waits.
const ROOM: usize = 64 << 10;

/// How much is read at once.
const PIECE: usize = 8 << 10;

/// The ends of the pipes that a program holds.
struct Ends {
    input: PipeReader,
    output: PipeWriter,
    errors: PipeWriter,
}

/// What has come through a pipe and nobody has read yet.
#[derive(Debug, Default)]
struct Inlet {
    bytes: VecDeque<u8>,
    /// Nothing more will come.
    closed: bool,
}

impl Inlet {
    /// As of a pipe that is read without waiting.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() && !self.closed {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.bytes.read(into)
    }
}

#[derive(Debug, Default)]
struct State {
    output: Inlet,
    errors: Inlet,
    /// What the program has not been given yet.
    to_write: VecDeque<u8>,
    /// Nothing more is to be written.
    input_closed: bool,
    /// The program reads no more.
    input_broken: bool,
    ended: Option<Ended>,
    /// Nobody will ask again.
    abandoned: bool,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something, and tells everyone.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Waits while something is so and somebody cares.
    fn wait_while(&self, is_so: impl Fn(&mut State) -> bool) -> MutexGuard<'_, State> {
        let is_so = |state: &mut State| is_so(state) && !state.abandoned;
        let waited = self.changed.wait_while(self.lock(), is_so);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries what comes through a pipe until it ends.
    fn carry_in(&self, mut pipe: PipeReader, inlet: fn(&mut State) -> &mut Inlet) {
        let mut piece = [0; PIECE];
        loop {
            let amount = match pipe.read(&mut piece) {
                Ok(amount) => amount,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            if amount == 0 {
                return self.change(|state| inlet(state).closed = true);
            }
            let mut state = self.wait_while(|state| inlet(state).bytes.len() >= ROOM);
            inlet(&mut state).bytes.extend(&piece[..amount]);
            drop(state);
            self.changed.notify_all();
        }
    }

    /// Carries what is to be written until the input is closed.
    fn carry_out(&self, mut pipe: PipeWriter) {
        loop {
            let bytes = {
                let mut state =
                    self.wait_while(|state| state.to_write.is_empty() && !state.input_closed);
                if state.abandoned || state.to_write.is_empty() {
                    return; // which closes the pipe
                }
                std::mem::take(&mut state.to_write)
            };
            let (front, back) = bytes.as_slices();
            let written = pipe.write_all(front).and_then(|()| pipe.write_all(back));
            self.change(|state| state.input_broken |= written.is_err());
            if written.is_err() {
                return;
            }
        }
    }
}

/// A program that runs, and our ends of its pipes. Dropping it ends the program, with whatever it
/// started.
#[derive(Debug)]
pub(super) struct Connection {
    shared: Arc<Shared>,
    /// The number of the guard, or of the program where there is no guard.
    number: u32,
    handle: Handle,
    /// Who waits for the end; until then it is there.
    watcher: Option<JoinHandle<()>>,
    /// Nobody waits any more for what the program writes to its standard error.
    without_errors: bool,
}

impl Connection {
    /// Starts a program.
    pub(super) fn start(words: &[String]) -> Result<Connection, Failure> {
        let program = words
            .first()
            .ok_or_else(|| Failure::new(Fault::Start, "there is no command"))?;
        let failed =
            |error: io::Error| all::killed().unwrap_or_else(|| failed_start(program, &error));
        let (their_input, input) = io::pipe().map_err(failed)?;
        let (output, their_output) = io::pipe().map_err(failed)?;
        let (errors, their_errors) = io::pipe().map_err(failed)?;
        let ends = Ends {
            input: their_input,
            output: their_output,
            errors: their_errors,
        };
        let started = guard::start(words, ends).map_err(failed)?;
        Connection::of(started, input, output, errors, failed)
    }

    fn of(
        started: Started,
        input: PipeWriter,
        output: PipeReader,
        errors: PipeReader,
        failed: impl Fn(io::Error) -> Failure,
    ) -> Result<Connection, Failure> {
        let Started { child, handle } = started;
        let mut connection = Connection {
            shared: Arc::default(),
            number: child.id(),
            handle,
            watcher: None,
            without_errors: false,
        };
        // Dropping it ends the program where something fails from here on.
        let start = |task: Box<dyn FnOnce(&Shared) + Send>| {
            let shared = Arc::clone(&connection.shared);
            thread::Builder::new().spawn(move || task(&shared))
        };
        let handle = connection.handle.again();
        let watcher = start(Box::new(move |shared| {
            let told = |ended| shared.change(|state| state.ended = Some(ended));
            guard::watch(child, &handle, told);
        }));
        let others = [
            start(Box::new(|shared| {
                shared.carry_in(output, |state| &mut state.output);
            })),
            start(Box::new(|shared| {
                shared.carry_in(errors, |state| &mut state.errors);
            })),
            start(Box::new(|shared| shared.carry_out(input))),
        ];
        connection.watcher = Some(watcher.map_err(&failed)?);
        for other in others {
            other.map_err(&failed)?;
        }
        all::add(connection.number, connection.handle.again())?;
        Ok(connection)
    }

    /// Writes what there is room for; an error of the kind `WouldBlock` where there is none.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.shared.change(|state| {
            if state.input_closed || state.input_broken {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            match bytes.len().min(ROOM.saturating_sub(state.to_write.len())) {
                0 => Err(io::ErrorKind::WouldBlock.into()),
                amount => {
                    state.to_write.extend(&bytes[..amount]);
                    Ok(amount)
                }
            }
        })
    }

    pub(super) fn close_input(&mut self) {
        self.shared.change(|state| state.input_closed = true);
    }

    /// Reads what has come; an error of the kind `WouldBlock` where nothing has.
    pub(super) fn read_output(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.shared.change(|state| state.output.read(into))
    }

    /// The same of what the program writes to its standard error.
    pub(super) fn read_errors(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.shared.change(|state| state.errors.read(into))
    }

    /// Waits no more for what the program writes to its standard error.
    pub(super) fn close_errors(&mut self) {
        self.without_errors = true;
    }

    /// Waits until something can be done, and says what; to write only when that is wanted.
    pub(super) fn wait(&mut self, to_write: bool, time: Duration) -> io::Result<Ready> {
        let until = Instant::now() + time;
        let has = |inlet: &Inlet| !inlet.bytes.is_empty() || inlet.closed;
        let mut state = self.shared.lock();
        loop {
            let ready = Ready {
                output: has(&state.output),
                errors: has(&state.errors) && !self.without_errors,
                // What it has said comes through another thread, up to its end.
                over: state.ended.is_some() && state.output.closed,
            };
            let can_write = state.input_broken || state.to_write.len() < ROOM;
            let left = until.saturating_duration_since(Instant::now());
            let is_anything = ready.output || ready.errors || ready.over || to_write && can_write;
            if is_anything || left.is_zero() {
                return Ok(ready);
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// How the program ended, once it has.
    pub(super) fn ended(&mut self) -> Option<Ended> {
        self.shared.lock().ended
    }

    /// How long the processors have worked for the program and all that it has started and that
    /// still runs.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        processor::processor_time(self.number)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.handle.end();
        all::remove(self.number);
        self.shared.change(|state| state.abandoned = true);
        if let Some(watcher) = self.watcher.take() {
            let _ = watcher.join();
        }
    }
}

/// Whether an error says that the machine has no more of something.
pub(super) fn is_of_machine(number: i32) -> bool {
    /// No more open files, processes, memory, room on a disk, sockets, as Windows numbers them.
    const OF_MACHINE: [i32; 11] = [4, 8, 14, 39, 89, 112, 1450, 1453, 1455, 10_024, 10_055];
    OF_MACHINE.contains(&number)
}
