//! The processes of this machine, as the system tells them (Linux).

use rustix::process::{Pid, Signal, kill_process};
use std::{fs, path::Path};

/// The variable that everything we start hands down to all that it starts: so a process is known
/// as one of ours whatever session it went to and whoever its parent is.
pub(crate) const MARK: &str = "PAPAN_ATTACK";

/// The processes whose mark begins so. Those that have ended and wait for their parents have no
/// mark any more.
pub(crate) fn marked(mark: &str) -> Vec<i32> {
    let wanted = format!("{MARK}={mark}");
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    numbers
        .filter(|process: &i32| {
            let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let mut variables = environment.split(|byte| *byte == 0);
            variables.any(|variable| variable.starts_with(wanted.as_bytes()))
        })
        .collect()
}

/// The command of a process as people read it.
pub(crate) fn command_of(process: i32) -> String {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let words = String::from_utf8_lossy(&line).replace('\0', " ");
    format!("{process}: {}", words.trim_end())
}

/// A number in kilobytes that a process has in its status, as mebibytes.
pub(crate) fn memory(process: i32, field: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// How much a process has worked so far, in hundredths of a second.
pub(crate) fn worked(process: i32) -> Option<u64> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may hold anything.
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
    Some(number(11)? + number(12)?)
}

/// Whether the system tells what we must know.
pub(crate) fn are_told() -> bool {
    Path::new("/proc/self/environ").exists() && worked(std::process::id() as i32).is_some()
}

/// Sends a signal; a process that is not there any more needs none.
pub(crate) fn signal(process: i32, signal: Signal) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, signal);
    }
}
