//! What the server writes down about itself, to the standard error.
//!
//! Only Papan's own events are written, and none of them holds a secret, a header or the body of
//! a request or message, so that a log of any level can be shown to others.

use std::{fmt, io, panic, str::FromStr};
use tracing::{error, level_filters::LevelFilter};
use tracing_subscriber::{filter::Targets, fmt as format, layer::SubscriberExt as _};

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogLevel(LevelFilter);

impl LogLevel {
    /// The names of the levels, the quietest first.
    pub const NAMES: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    /// Warnings and errors: what somebody should do something about.
    pub const USUAL: LogLevel = LogLevel(LevelFilter::WARN);
}

/// A level that there is not.
#[derive(Debug)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = LogLevel::NAMES.join(", ");
        write!(formatter, "'{}' is no level of a log: {names}", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for LogLevel {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<LogLevel, UnknownLevel> {
        const LEVELS: [LevelFilter; 6] = [
            LevelFilter::OFF,
            LevelFilter::ERROR,
            LevelFilter::WARN,
            LevelFilter::INFO,
            LevelFilter::DEBUG,
            LevelFilter::TRACE,
        ];
        let named = LogLevel::NAMES.iter().zip(LEVELS);
        let found = named.into_iter().find(|(name, _)| **name == text.trim());
        found
            .map(|(_, level)| LogLevel(level))
            .ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// Begins to write to the standard error. To be called once, before the server starts; a second
/// log is not begun. Panics, also those of agents, are written down too.
pub fn start_log(level: LogLevel) {
    let format = format::layer().with_ansi(false).with_writer(io::stderr);
    let own = Targets::new().with_target("papan", level.0);
    let log = tracing_subscriber::registry().with(own).with(format);
    if tracing::subscriber::set_global_default(log).is_err() {
        return;
    }
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        match level.0 {
            LevelFilter::OFF => usual(panic),
            _ => error!("{panic}"),
        };
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_named() {
        for name in LogLevel::NAMES {
            assert!(name.parse::<LogLevel>().is_ok(), "{name}");
        }
        assert_eq!("warn".parse::<LogLevel>().unwrap(), LogLevel::USUAL);
        let refused = "loud".parse::<LogLevel>().unwrap_err().to_string();
        assert!(refused.contains("loud") && refused.contains("trace"));
    }
}
