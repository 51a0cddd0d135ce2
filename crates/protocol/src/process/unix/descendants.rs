//! What a guard asks of the system: who descends from it, and whether a process has ended.
//!
//! Another system needs these three functions. Where they do nothing a guard still ends the
//! group of its program, but not who has left it.

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt, all, watch};

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Pid, PidfdFlags, getpid, pidfd_open, set_child_subreaper};
    use std::{collections::BTreeSet, fs, os::fd::OwnedFd};

    /// Makes this process the parent of whatever its descendants leave behind.
    pub(in crate::process::unix) fn adopt() {
        // A system that refuses leaves the group of the program.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// All that descend from this process.
    pub(in crate::process::unix) fn all() -> Vec<Pid> {
        let Ok(processes) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
        let numbers = processes.flatten().filter_map(number);
        let with_parents: Vec<(i32, i32)> = numbers
            .filter_map(|process| Some((process, parent(process)?)))
            .collect();
        let mut family = BTreeSet::from([getpid().as_raw_nonzero().get()]);
        let mut found = Vec::new();
        // A child may have a smaller number than its parent, where numbers begin anew.
        loop {
            let before = found.len();
            for &(process, parent) in &with_parents {
                if family.contains(&parent) && family.insert(process) {
                    found.extend(Pid::from_raw(process));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The parent of a process that has not gone meanwhile.
    fn parent(process: i32) -> Option<i32> {
        let line = fs::read(format!("/proc/{process}/stat")).ok()?;
        let line = String::from_utf8_lossy(&line);
        // The name of the program, which may hold anything, stands in brackets before it.
        let (_, rest) = line.rsplit_once(')')?;
        rest.split_whitespace().nth(1)?.parse().ok()
    }

    /// What can be read once a child of ours has ended.
    pub(in crate::process::unix) fn watch(child: Pid) -> Option<OwnedFd> {
        pidfd_open(child, PidfdFlags::empty()).ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use rustix::process::Pid;
    use std::os::fd::OwnedFd;

    pub(in crate::process::unix) fn adopt() {}

    pub(in crate::process::unix) fn all() -> Vec<Pid> {
        Vec::new()
    }

    pub(in crate::process::unix) fn watch(_: Pid) -> Option<OwnedFd> {
        None
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{adopt, all, watch};

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::Pid;
    use std::{
        io::{BufRead, BufReader},
        process::{Command, Stdio},
    };

    #[test]
    fn grandchildren_descend_from_us_even_in_a_session_of_their_own() {
        let mut child = Command::new("sh")
            .args(["-c", "setsid sleep 1000 & echo $!; cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let grandchild = Pid::from_raw(line.trim().parse().unwrap()).unwrap();
        let found = all();
        assert!(found.contains(&grandchild) && found.contains(&Pid::from_child(&child)));
        let _ = rustix::process::kill_process(grandchild, rustix::process::Signal::KILL);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
