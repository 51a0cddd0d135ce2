//! How a program ended.

use std::fmt;

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
