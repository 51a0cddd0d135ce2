//! Ctrl-C and its like.

use crate::exit::Exit;
use anyhow::{Context, Result};
use papan_search::Stop;
use std::sync::{Mutex, PoisonError};

/// The flag of this command. It is raised when someone asks for the end, and the command ends at
/// once when that is asked for twice: whoever asks does not want to wait.
pub(crate) fn stop_then_end() -> Result<Stop> {
    static STOP: Mutex<Option<Stop>> = Mutex::new(None);
    let mut known = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stop) = &*known {
        return Ok(stop.clone());
    }
    let stop = Stop::new();
    let raised = stop.clone();
    ctrlc::set_handler(move || match raised.is_stopped() {
        true => {
            papan_protocol::process::kill_all();
            std::process::exit(Exit::Interrupted as i32)
        }
        false => raised.stop(),
    })
    .map_err(|error| match error {
        // Its own text does not say what the system said.
        ctrlc::Error::System(error) => anyhow::Error::from(error),
        error => error.into(),
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(known.insert(stop).clone())
}

/// Ends the command at once when someone asks for it, with all engines that it has started.
pub(crate) fn end_at_once() {
    // Where this cannot be had the system ends the command, and guards end the engines.
    let _ = ctrlc::set_handler(|| {
        papan_protocol::process::kill_all();
        std::process::exit(Exit::Interrupted as i32)
    });
}
