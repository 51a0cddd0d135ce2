//! How commands end, for scripts that look at the exit code.

use crate::input;
use papan_arena::tournament::RunError;
use papan_search::{Failure, Fault};
use std::fmt;

/// The exit codes, the same for all commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Done; of a sequential test: accepted.
    Done = 0,
    /// A check failed; of a sequential test: rejected.
    Rejected = 1,
    /// What was written on the command line or in a file is wrong.
    BadInput = 2,
    /// Another program does not do what its protocol says.
    EngineFault = 3,
    /// A sequential test or a search has no answer.
    Undecided = 4,
    /// The machine or a file is in trouble.
    Trouble = 5,
    /// Ctrl-C, as a shell says it.
    Interrupted = 130,
}

impl Exit {
    const ALL: [(Exit, &'static str); 7] = [
        (Exit::Done, "done; a sequential test accepted"),
        (Exit::Rejected, "a check failed; a sequential test rejected"),
        (Exit::BadInput, "bad input: another name or setting helps"),
        (Exit::EngineFault, "an engine is at fault"),
        (
            Exit::Undecided,
            "undecided: a sequential test or a search has no answer",
        ),
        (
            Exit::Trouble,
            "trouble of the machine or a file, such as a locked ledger",
        ),
        (Exit::Interrupted, "interrupted"),
    ];

    /// The codes and their meanings, for `--help`.
    pub(crate) fn help() -> String {
        let lines = Exit::ALL
            .iter()
            .map(|(exit, meaning)| format!("\n  {:>3}  {meaning}", *exit as u8));
        format!("Exit codes:{}", lines.collect::<String>())
    }

    /// How a command ends that failed with an error.
    pub(crate) fn of(error: &anyhow::Error) -> Exit {
        if let Some(Ended { exit, .. }) = error.downcast_ref() {
            return *exit;
        }
        let is_faulty = matches!(error.downcast_ref(), Some(RunError::Faulty(_)));
        match error.downcast_ref::<Failure>().map(|failure| failure.fault) {
            Some(Fault::Stopped) => Exit::Interrupted,
            Some(Fault::Machine) => Exit::Trouble,
            Some(_) => Exit::EngineFault,
            None if is_faulty => Exit::EngineFault,
            None if input::is_mistake(error) => Exit::BadInput,
            None => Exit::Trouble,
        }
    }
}

/// A command that ends with a code of its own; what there is to say besides, if anything.
#[derive(Debug)]
pub(crate) struct Ended {
    exit: Exit,
    pub(crate) text: String,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Ended {}

impl Exit {
    /// Ends a command with this code, and says why when there is a text.
    pub(crate) fn end<T>(self, text: impl Into<String>) -> anyhow::Result<T> {
        let text = text.into();
        anyhow::bail!(Ended { exit: self, text })
    }
}
