//! What the server writes down about itself, to the standard error.
//!
//! Only Papan's own events are written, and none of them holds a secret, a header or the body of
//! a request or message, so that a log of any level can be shown to others.

use std::{io, panic};
use tracing::error;
use tracing_subscriber::{filter::Targets, fmt as format, layer::SubscriberExt as _};

/// How much is written: `off`, `error`, `warn`, `info`, `debug` or `trace`.
pub use tracing::level_filters::LevelFilter as LogLevel;

/// Begins to write to the standard error. To be called once, before the server starts; a second
/// log is not begun. Panics, also those of agents, are written down too.
pub fn start_log(level: LogLevel) {
    let format = format::layer().with_ansi(false).with_writer(io::stderr);
    let own = Targets::new().with_target("papan", level);
    let log = tracing_subscriber::registry().with(own).with(format);
    if tracing::subscriber::set_global_default(log).is_err() {
        return;
    }
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        match level {
            LogLevel::OFF => usual(panic),
            _ => error!("{panic}"),
        };
    }));
}
