//! What is the machine's fault and not a program's.

use papan_search::{Failure, Fault};
use std::{fs, io};

/// Whether an error says that the machine has no more of something: open files, processes,
/// memory, room on a disk. Nobody is to blame for it who wanted some.
pub(super) fn is_of_machine(error: &io::Error) -> bool {
    error
        .raw_os_error()
        .is_some_and(super::system::is_of_machine)
}

/// Why a program was not started.
pub(super) fn failed_start(program: &str, error: &io::Error) -> Failure {
    if is_of_machine(error) {
        let text = format!("'{program}' cannot be started: {error}");
        return Failure::new(Fault::Machine, text);
    }
    let text = match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program '{program}'"),
        _ => format!("'{program}' cannot be started: {error}"),
    };
    Failure::new(Fault::Start, text)
}

/// How many processes the system has killed since it started because there was no memory left;
/// `None` where it does not tell.
pub(super) fn killed_for_memory() -> Option<u64> {
    let counts = fs::read_to_string("/proc/vmstat").ok()?;
    let count = counts
        .lines()
        .find_map(|line| line.strip_prefix("oom_kill "))?;
    count.trim().parse().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::io::Errno;

    #[test]
    fn a_missing_program_is_no_trouble_of_the_machine() {
        let of_machine = |number: Errno| is_of_machine(&number.into());
        assert!(of_machine(Errno::MFILE) && of_machine(Errno::AGAIN) && of_machine(Errno::NOMEM));
        assert!(!of_machine(Errno::NOENT) && !of_machine(Errno::ACCESS));
        assert!(!is_of_machine(&io::Error::other("something else")));
    }
}
