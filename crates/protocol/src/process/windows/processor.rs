//! How long the processors have worked for a program and all that it has started.

use papan_core::machine;
use std::{collections::BTreeSet, time::Duration};
use winsafe::{HPROCESS, HPROCESSLIST, co};

/// What a process and its descendants have taken, in all of their threads; `None` when the process
/// is no more or the system does not tell. What a descendant took that has ended is not known any
/// more.
pub(super) fn processor_time(process: u32) -> Option<Duration> {
    let mut sum = taken(process)?;
    for descendant in descendants(process)? {
        sum = sum.saturating_add(taken(descendant).unwrap_or_default());
    }
    Some(sum)
}

fn taken(process: u32) -> Option<Duration> {
    let process = HPROCESS::OpenProcess(co::PROCESS::QUERY_LIMITED_INFORMATION, false, process);
    let (_, _, system, user) = process.ok()?.GetProcessTimes().ok()?;
    Some(machine::time_of_ticks(
        u64::from(system).saturating_add(u64::from(user)),
    ))
}

/// All that descend from a process.
fn descendants(process: u32) -> Option<Vec<u32>> {
    let mut list = HPROCESSLIST::CreateToolhelp32Snapshot(co::TH32CS::SNAPPROCESS, None).ok()?;
    let with_parents: Vec<(u32, u32)> = list
        .iter_processes()
        .map_while(Result::ok)
        .map(|entry| (entry.th32ProcessID, entry.th32ParentProcessID))
        .collect();
    let mut family = BTreeSet::from([process]);
    let mut found = Vec::new();
    loop {
        let before = found.len();
        for &(process, parent) in &with_parents {
            if family.contains(&parent) && family.insert(process) {
                found.push(process);
            }
        }
        if found.len() == before {
            return Some(found);
        }
    }
}
