//! Writing to standard output and to files.

use crate::input::{Mistake, mistake};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;
use std::{
    fmt, fs,
    io::{self, Write},
    path::Path,
    thread,
    time::Duration,
};

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

/// Rows under their heads: columns as wide as they must be, numbers at the right, and no column
/// without anything in it.
pub(crate) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let is_number = |cell: &String| {
        let ends = cell.chars().next().zip(cell.chars().last());
        ends.is_none_or(|(first, last)| {
            (first.is_ascii_digit() || "+-<>".contains(first))
                && (last.is_ascii_digit() || "-%)".contains(last))
        })
    };
    let mut text: Vec<String> = vec![String::new(); rows.len() + 1];
    for (column, head) in heads.iter().enumerate() {
        let cells = || rows.iter().map(|row| &row[column]);
        if !rows.is_empty() && cells().all(String::is_empty) {
            continue;
        }
        let is_right = column > 0 && !rows.is_empty() && cells().all(is_number);
        let width = cells().map(|cell| cell.chars().count()).max();
        let width = width.unwrap_or(0).max(head.chars().count());
        for (line, cell) in text
            .iter_mut()
            .zip(std::iter::once(*head).chain(cells().map(|cell| &**cell)))
        {
            *line += &match is_right {
                true => format!("{cell:>width$}  "),
                false => format!("{cell:<width$}  "),
            };
        }
    }
    let lines = text.iter().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

/// A bar that counts games, on standard error; hidden by indicatif itself where that is no
/// terminal.
pub(crate) fn bar(games: u64) -> ProgressBar {
    styled(
        games,
        "{bar:20} {human_pos}/{human_len} games, {rate}, {eta} left {wide_msg}",
    )
}

/// The same where nobody knows how many it will be.
pub(crate) fn open_bar(most: u64) -> ProgressBar {
    styled(most, "{spinner} {human_pos} games, {rate} {wide_msg}")
}

fn styled(games: u64, form: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key(
        "rate",
        |state: &ProgressState, text: &mut dyn fmt::Write| {
            // A line that cannot be written has nobody who would miss it.
            let _ = match state.per_sec() {
                rate if rate >= 10.0 => write!(text, "{rate:.0}/s"),
                rate => write!(text, "{rate:.2}/s"),
            };
        },
    );
    ticking(ProgressBar::new(games).with_style(style))
}

/// A line that shows that work goes on, and how far it is; hidden where standard error is
/// no terminal.
pub(crate) fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    ticking(ProgressBar::new_spinner().with_style(style))
}

/// The same, drawn again and again by a thread of its own, where it is seen and there can be
/// such a thread: whoever draws it panics otherwise.
fn ticking(bar: ProgressBar) -> ProgressBar {
    let has_thread = || {
        let tried = thread::Builder::new().spawn(|| {});
        tried.is_ok_and(|thread| thread.join().is_ok())
    };
    if !bar.is_hidden() && has_thread() {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    bar
}

/// Whether a file may be put there, for those who write it only after long work.
pub(crate) fn check_place(path: &Path) -> Result<()> {
    let folder = folder_of(path);
    if path.is_dir() {
        return mistake(format!("{} is a folder", path.display()));
    }
    if !folder.is_dir() {
        return mistake(format!("there is no folder {}", folder.display()));
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes beside the file and then takes its place, so that neither the old nor the new
/// file is ever half there. What is no ordinary file (a pipe, a device) is written into,
/// and a link is followed.
pub(crate) fn file(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let shown = path.display();
    let old = fs::symlink_metadata(path).ok();
    let path = &match old.as_ref().is_some_and(|old| old.is_symlink()) {
        true => {
            fs::canonicalize(path).map_err(|error| Mistake(format!("link {shown}: {error}")))?
        }
        false => path.to_owned(),
    };
    check_place(path)?;
    let failed = || format!("cannot write {shown}");
    let old = fs::metadata(path).ok();
    match &old {
        Some(old) if !old.is_file() => {
            let mut opened = fs::OpenOptions::new()
                .write(true)
                .open(path)
                .with_context(failed)?;
            return opened.write_all(bytes).with_context(failed);
        }
        Some(_) if !force => {
            return mistake(format!("{shown} is already there; --force replaces it"));
        }
        _ => {}
    }
    let beside = folder_of(path).join(format!(".papan-{}.part", std::process::id()));
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| match &old {
            Some(old) => fs::set_permissions(&beside, old.permissions()),
            None => Ok(()),
        })
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}
