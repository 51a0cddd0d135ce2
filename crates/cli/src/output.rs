//! Writing to standard output and to files.

use crate::input::{Mistake, mistake};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use papan_core::{files, visible};
use papan_search::Stop;
use serde::Serialize;
use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    thread::{self, Thread},
    time::Duration,
};

/// Writes bytes as they are.
pub(crate) fn bytes(bytes: &[u8]) -> Result<()> {
    let mut output = io::stdout().lock();
    output
        .write_all(bytes)
        .and_then(|()| output.flush())
        .context("standard output")
}

/// Writes a text for people and ends the line. Nothing in it changes the terminal it is shown
/// on, whoever it came from.
pub(crate) fn text(text: &str) -> Result<()> {
    write_text(&mut io::stdout().lock(), text).context("standard output")
}

fn write_text(output: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(output, "{}", visible(text.trim_end()))?;
    output.flush()
}

/// Tells something besides the answer of a command, on standard error. Where nobody can be told,
/// as on a full disk, the command goes on: its exit code says how it ended.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(text));
}

/// Writes one JSON object on one line.
pub(crate) fn json(value: &impl Serialize) -> Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    bytes(&line)
}

/// Whether the reader of our output has gone away, as `head` does: nothing is wrong then.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
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

/// Works, and shows meanwhile what `told` says of it; in silence where nobody sees the bar.
pub(crate) fn watched<T>(
    bar: &ProgressBar,
    told: impl Fn() -> String + Sync,
    work: impl FnOnce() -> T,
) -> T {
    if bar.is_hidden() {
        return work();
    }
    let done = Stop::new();
    thread::scope(|scope| {
        let watch = || {
            while !done.is_stopped() {
                bar.set_prefix(told());
                thread::park_timeout(Duration::from_millis(100));
            }
        };
        // Who cannot be watched works all the same.
        let watcher = thread::Builder::new().spawn_scoped(scope, watch);
        // Also when the work ends in a panic, or nobody could leave the scope.
        let _end = Ending(&done, watcher.as_ref().ok().map(|watcher| watcher.thread()));
        work()
    })
}

/// Ends a watcher when it goes.
struct Ending<'a>(&'a Stop, Option<&'a Thread>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.stop();
        if let Some(watcher) = self.1 {
            watcher.unpark();
        }
    }
}

/// Whether a file may be put there, for those who write it only after long work.
pub(crate) fn check_place(path: &Path, force: bool) -> Result<()> {
    let (folder, shown) = (folder_of(path), path.display());
    if path.is_dir() {
        return mistake(format!("{shown} is a folder"));
    }
    if !folder.is_dir() {
        return mistake(format!("there is no folder {}", folder.display()));
    }
    match fs::metadata(path) {
        Ok(there) if there.is_file() && !force => already_there(path),
        _ => Ok(()),
    }
}

fn already_there<T>(path: &Path) -> Result<T> {
    let shown = path.display();
    mistake(format!("{shown} is already there; --force replaces it"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A file to write into line by line: one that is not there, or that may be emptied. What is no
/// ordinary file (a pipe, a device) is written into.
pub(crate) fn create(path: &Path, force: bool) -> Result<fs::File> {
    check_place(path, force)?;
    let is_special = fs::metadata(path).is_ok_and(|there| !there.is_file());
    let opened = match (is_special, force) {
        (true, _) => files::open_to_write(path),
        (false, true) => fs::File::create(path),
        (false, false) => fs::File::create_new(path),
    };
    match opened {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => already_there(path),
        opened => opened.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Writes a whole file: see [`NewFile`].
pub(crate) fn file(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let mut file = NewFile::begin(path, force)?;
    file.write(bytes)?;
    file.finish()
}

/// A file that is written beside its place and then takes it, so that neither the old nor the
/// new file is ever half there. What is no ordinary file (a pipe, a device) is written into,
/// and a link is followed.
pub(crate) struct NewFile {
    /// What messages call it.
    shown: String,
    path: PathBuf,
    file: fs::File,
    /// Where it is written; `None` for what is no ordinary file, and when it is done.
    beside: Option<PathBuf>,
    force: bool,
}

impl NewFile {
    /// Begins to write. What is there is replaced only by `force`.
    pub(crate) fn begin(path: &Path, force: bool) -> Result<NewFile> {
        let shown = path.display().to_string();
        let is_link = fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink());
        let path = match is_link {
            true => {
                fs::canonicalize(path).map_err(|error| Mistake(format!("link {shown}: {error}")))?
            }
            false => path.to_owned(),
        };
        check_place(&path, force)?;
        let failed = || format!("cannot write {shown}");
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = files::open_to_write(&path).with_context(failed)?;
            return Ok(NewFile {
                shown,
                path,
                file,
                beside: None,
                force,
            });
        }
        let (beside, file) = part_beside(&path).with_context(failed)?;
        let begun = NewFile {
            path,
            file,
            beside: Some(beside),
            force,
            shown: shown.clone(),
        };
        if let (Some(old), Some(beside)) = (old, &begun.beside) {
            fs::set_permissions(beside, old.permissions()).with_context(failed)?;
        }
        Ok(begun)
    }

    /// Writes what comes next.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.file.write_all(bytes);
        written.with_context(|| format!("cannot write {}", self.shown))
    }

    /// Takes the place, now that everything is written.
    pub(crate) fn finish(mut self) -> Result<()> {
        let Some(beside) = &self.beside else {
            return Ok(());
        };
        let failed = || format!("cannot write {}", self.shown);
        self.file.sync_all().with_context(failed)?;
        // Whoever may not replace a file takes its name first: it may have come meanwhile.
        if !self.force {
            drop(create(&self.path, false)?);
        }
        let renamed = fs::rename(beside, &self.path);
        match renamed {
            Ok(()) => self.beside = None,
            Err(_) if !self.force => {
                let _ = fs::remove_file(&self.path);
            }
            Err(_) => {}
        }
        renamed.with_context(failed)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}

/// A new file in the folder of another one.
fn part_beside(path: &Path) -> io::Result<(PathBuf, fs::File)> {
    /// More than could be left of programs that were killed.
    const MOST: u32 = 1_000;
    let mut number = 0;
    loop {
        let name = format!(".papan-{}-{number}.part", std::process::id());
        let beside = folder_of(path).join(name);
        match fs::File::create_new(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST => {
                number += 1;
            }
            created => return Ok((beside, created?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays_without_force() {
        let folder = std::env::temp_dir().join(format!("papan-output-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let path = folder.join("kept");
        file(&path, b"first", false).unwrap();
        for refused in [
            file(&path, b"second", false),
            create(&path, false).map(drop),
            check_place(&path, false),
        ] {
            let error = refused.unwrap_err().to_string();
            assert!(error.ends_with("--force replaces it"), "{error}");
        }
        assert_eq!(fs::read(&path).unwrap(), b"first");
        file(&path, b"second", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        drop(create(&path, true).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"");
        // What is not finished leaves nothing behind.
        for (name, force) in [("new", false), ("new", true), ("kept", true)] {
            let mut begun = NewFile::begin(&folder.join(name), force).unwrap();
            begun.write(b"half").unwrap();
            drop(begun);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn texts_hide_nothing() {
        let mut written = Vec::new();
        write_text(&mut written, "an engine\u{1b}[2J called \u{202e}x\n\n").unwrap();
        let shown = String::from_utf8(written).unwrap();
        assert_eq!(shown, "an engine\\u{1b}[2J called \\u{202e}x\n");
    }
}
