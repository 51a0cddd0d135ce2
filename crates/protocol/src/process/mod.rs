//! Another program, talked with in lines.
//!
//! Whoever asks also reads: there are no threads between a question and its answer, only a
//! wait for the first of the program's output, its room for input and the deadline. So an
//! answer costs one change of process, and a program that writes before it reads, or that
//! reads nothing, can hold up nobody for longer than the deadline.

mod all;
mod deadline;
mod ended;
mod errors;
mod guard;
mod trouble;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;
mod words;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub use all::kill_all;
pub use deadline::Deadline;
pub use guard::{guard, guard_as};
pub(crate) use words::shown;
pub use words::{quoted, words};

use ended::Ended;
use errors::Errors;
use papan_search::{Failure, Fault};
use std::{
    collections::VecDeque,
    io, thread,
    time::{Duration, Instant},
};
use system::Connection;

/// The longest line that is read.
pub const LONGEST_LINE: usize = 64 << 10;

/// The most that a program may write in answer to one request.
pub const LONGEST_ANSWER: usize = 1 << 20;

/// How much of a dialogue is kept, in lines: the last of them.
const DIALOGUE_KEPT: usize = 200;

/// How long a program may take to end when it is told to.
const GRACE: Duration = Duration::from_millis(100);

/// The signal that ends a process at once, where there are signals.
const KILLED: i32 = 9;

/// Who said a line of a dialogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// We did.
    Us,
    /// The program did.
    Program,
}

/// Another program while it runs. Dropping it ends it, with all that it has started.
#[derive(Debug)]
pub struct Process {
    connection: Connection,
    errors: Errors,
    /// What has been read and not yet been asked for, from `begin`.
    read: Vec<u8>,
    begin: usize,
    /// Up to here there is no end of a line.
    searched: usize,
    /// How much was read since the last request.
    amount: usize,
    /// Whether nothing more will come.
    ended: bool,
    /// How many programs the system had killed for memory when this one was started.
    killed_before: Option<u64>,
    farewell: &'static str,
    dialogue: Option<VecDeque<(Side, String)>>,
}

/// What may be done now without waiting.
#[derive(Clone, Copy, Debug, Default)]
struct Ready {
    /// Reading the program's output, or that this has ended.
    output: bool,
    /// The same of its errors.
    errors: bool,
    /// Asking how the program ended.
    over: bool,
}

impl Process {
    /// Starts a program, in a group of processes of its own and with a guard where this
    /// program has [any](guard()). When it is no longer needed it is told `farewell`, which
    /// may be empty.
    pub fn start(words: &[String], farewell: &'static str) -> Result<Process, Failure> {
        let killed_before = trouble::killed_for_memory();
        Ok(Process {
            connection: Connection::start(words)?,
            errors: Errors::default(),
            read: Vec::new(),
            begin: 0,
            searched: 0,
            amount: 0,
            ended: false,
            killed_before,
            farewell,
            dialogue: None,
        })
    }

    /// Keeps what is said from now on.
    pub fn record(&mut self) {
        self.dialogue = Some(VecDeque::new());
    }

    /// What was said since it was last asked for, the last lines of it.
    pub fn dialogue(&mut self) -> Vec<(Side, String)> {
        let kept = self.dialogue.as_mut();
        kept.map_or_else(Vec::new, |kept| kept.drain(..).collect())
    }

    fn note(&mut self, side: Side, line: &str) {
        if let Some(dialogue) = &mut self.dialogue {
            if dialogue.len() == DIALOGUE_KEPT {
                dialogue.pop_front();
            }
            dialogue.push_back((side, shown(line)));
        }
    }

    /// Sends a text in one piece. Reads what the program writes meanwhile, so that neither
    /// waits for the other.
    pub fn send(&mut self, text: &str, deadline: &Deadline) -> Result<(), Failure> {
        if self.dialogue.is_some() {
            for line in text.lines() {
                self.note(Side::Us, line);
            }
        }
        self.amount = 0;
        let mut left = text.as_bytes();
        while !left.is_empty() {
            match self.connection.write(left) {
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait(true, "did not read what it was sent", deadline)?;
                    self.check_amount()?;
                    if self.ended {
                        return Err(self.crash());
                    }
                }
                Err(_) => return Err(self.crash()),
            }
        }
        Ok(())
    }

    /// Closes the program's input, which tells it that nothing more will come.
    pub fn close_input(&mut self) {
        self.connection.close_input();
    }

    /// The next line of the program, without its end.
    pub fn line(&mut self, deadline: &Deadline) -> Result<String, Failure> {
        match self.next_line(deadline)? {
            Some(line) => Ok(line),
            None => Err(self.crash()),
        }
    }

    /// The next line, or `None` when the program has closed its output.
    pub fn next_line(&mut self, deadline: &Deadline) -> Result<Option<String>, Failure> {
        loop {
            if let Some(line) = self.take_line() {
                self.note(Side::Program, &line);
                return Ok(Some(line));
            }
            if self.read.len() - self.begin > LONGEST_LINE {
                let text = format!("wrote a line of more than {LONGEST_LINE} bytes");
                return Err(Failure::new(Fault::Nonsense, text));
            }
            self.check_amount()?;
            if self.ended {
                return Ok(None);
            }
            self.wait(false, "did not answer", deadline)?;
        }
    }

    fn check_amount(&self) -> Result<(), Failure> {
        if self.amount <= LONGEST_ANSWER {
            return Ok(());
        }
        let text = format!("wrote more than {LONGEST_ANSWER} bytes for one request");
        Err(Failure::new(Fault::Nonsense, text))
    }

    fn take_line(&mut self) -> Option<String> {
        let end = match self.read[self.searched..]
            .iter()
            .position(|&byte| byte == b'\n')
        {
            Some(end) => self.searched + end,
            None => {
                self.searched = self.read.len();
                // The last line of a program may lack its end.
                if !self.ended || self.begin == self.read.len() {
                    return None;
                }
                self.read.len()
            }
        };
        let line = String::from_utf8_lossy(&self.read[self.begin..end]);
        let line = line.trim_end_matches('\r').to_owned();
        self.begin = (end + 1).min(self.read.len());
        if self.begin == self.read.len() {
            self.read.clear();
            self.begin = 0;
        }
        self.searched = self.begin;
        Some(line)
    }

    /// Waits until there is something to read, or room to write when that is wanted too, and
    /// reads it.
    fn wait(&mut self, to_write: bool, doing: &str, deadline: &Deadline) -> Result<(), Failure> {
        let time = deadline.next_wait(doing)?;
        let ready = self.connection.wait(to_write, time).map_err(|error| {
            let text = format!("waiting for a program failed: {error}");
            Failure::new(Fault::Machine, text)
        })?;
        if ready.errors {
            self.errors.read(&mut self.connection);
        }
        if ready.over && self.connection.ended().is_some() {
            // A child of it may hold its output for ever: all that it has said is there.
            while self.amount <= LONGEST_ANSWER && self.read_output() {}
            self.ended = true;
        } else if ready.output {
            self.read_output();
        }
        Ok(())
    }

    /// Reads some of what has come; false when there was nothing.
    fn read_output(&mut self) -> bool {
        if self.amount > LONGEST_ANSWER {
            return false; // more will not be looked at
        }
        let mut piece = [0; 8 << 10];
        match self.connection.read_output(&mut piece) {
            Ok(amount) if amount > 0 => {
                self.amount += amount;
                if self.begin > 0 {
                    self.read.drain(..self.begin);
                    self.searched -= self.begin;
                    self.begin = 0;
                }
                self.read.extend_from_slice(&piece[..amount]);
                true
            }
            Err(error) if would_wait(&error) => false,
            _ => {
                self.ended = true;
                false
            }
        }
    }

    /// What the program wrote to its standard error since it started, or since that was
    /// last forgotten; at most the last 64 KiB of it.
    pub fn errors(&mut self) -> String {
        self.errors.text(&mut self.connection)
    }

    /// Forgets what the program wrote to its standard error so far.
    pub fn forget_errors(&mut self) {
        self.errors.forget(&mut self.connection);
    }

    /// Why a program that was needed is no longer there, with its last words.
    fn crash(&mut self) -> Failure {
        let ended = self.ended_within(GRACE);
        if let Some(stopped) = all::killed() {
            return stopped;
        }
        let how = match ended {
            Some(ended) => ended.to_string(),
            None => "closed its output".to_owned(),
        };
        if self.dialogue.is_some() {
            self.note_rest();
        }
        let mut failure = match ended {
            Some(Ended::Unguarded) => Failure::new(Fault::Machine, format!("a program {how}")),
            Some(Ended::Signal(KILLED)) if self.was_killed_for_memory() => {
                let text = format!("a program was {how}: the system has no memory left");
                Failure::new(Fault::Machine, text)
            }
            _ => Failure::new(Fault::Crash, how),
        };
        self.quote_errors(&mut failure);
        failure
    }

    /// Writes down what the program said before it ended and nobody has read yet.
    fn note_rest(&mut self) {
        // A pipe holds no more than this.
        for _ in 0..16 {
            self.read_output();
        }
        while let Some(line) = self.take_line() {
            self.note(Side::Program, &line);
        }
    }

    /// Adds the last lines that the program wrote to its standard error.
    pub fn quote_errors(&mut self, failure: &mut Failure) {
        let errors = self.errors();
        let lines: Vec<&str> = errors
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(3)..];
        if !last.is_empty() {
            let last: Vec<String> = last.iter().map(|line| shown(line)).collect();
            failure.text += &format!("; its last errors: {}", last.join(" / "));
        }
    }

    /// Whether the system has killed programs for want of memory since this one was started.
    fn was_killed_for_memory(&self) -> bool {
        let before_and_now = self.killed_before.zip(trouble::killed_for_memory());
        before_and_now.is_some_and(|(before, now)| now > before)
    }

    /// How the program ended, when it does so in time.
    fn ended_within(&mut self, time: Duration) -> Option<Ended> {
        let until = Instant::now() + time;
        loop {
            if let Some(ended) = self.connection.ended() {
                return Some(ended);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How long the processors have worked for the program and all that it has started; `None`
    /// where the system does not tell.
    pub fn processor_time(&self) -> Option<Duration> {
        self.connection.processor_time()
    }

    /// Whether the program still runs.
    pub fn is_running(&mut self) -> bool {
        self.ended_within(Duration::ZERO).is_none()
    }

    /// Waits for the program to end by itself, and says how it did: "exit code 0".
    /// Its output is thrown away meanwhile.
    pub fn wait_for_end(&mut self, deadline: &Deadline) -> Result<String, Failure> {
        while !self.ended {
            self.wait(false, "did not end", deadline)?;
            self.forget_output();
        }
        let left = deadline.until.saturating_duration_since(Instant::now());
        match self.ended_within(left) {
            Some(ended) => Ok(ended.to_string()),
            None => Err(Failure::new(
                Fault::Time,
                "closed its output but did not end",
            )),
        }
    }

    fn forget_output(&mut self) {
        self.read.clear();
        (self.begin, self.searched, self.amount) = (0, 0, 0);
    }
}

fn would_wait(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.farewell.is_empty() && !self.ended {
            let _ = self.send(
                self.farewell,
                &Deadline::new(Duration::from_millis(1), None),
            );
        }
        self.close_input();
        let _ = self.wait_for_end(&Deadline::new(GRACE, None));
        // Whatever is left of it ends with the connection.
    }
}
