//! Writing to standard output.

use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{self, Write};

/// Writes a text as it is.
pub(crate) fn bytes(bytes: &[u8]) -> Result<()> {
    let mut output = io::stdout().lock();
    output
        .write_all(bytes)
        .and_then(|()| output.flush())
        .context("standard output")
}

/// Writes a text and ends the line.
pub(crate) fn text(text: &str) -> Result<()> {
    bytes(format!("{}\n", text.trim_end()).as_bytes())
}

/// Writes one JSON object on one line.
pub(crate) fn json(value: &impl Serialize) -> Result<()> {
    text(&serde_json::to_string(value)?)
}

/// Whether the reader of our output has gone away, as `head` does: nothing is wrong then.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A text without characters that would change the terminal it is shown on: errors quote
/// what they were given.
pub(crate) fn printable(text: &str) -> String {
    let shown = |character: char| match character.is_control() && character != '\n' {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    text.chars().map(shown).collect()
}
