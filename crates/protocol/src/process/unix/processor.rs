//! How long the processors have worked for a program and all that it has started.

#[cfg(target_os = "linux")]
pub(super) use linux::processor_time;

/// Another system needs this function; where it tells nothing, games are played without it.
#[cfg(not(target_os = "linux"))]
pub(super) fn processor_time(_: i32) -> Option<std::time::Duration> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use nix::{time::ClockId, unistd::Pid};
    use rustix::param::clock_ticks_per_second;
    use std::{fs, time::Duration};

    /// What a process, its descendants and those of them that have ended have taken, in all of
    /// their threads; `None` when the process is no more or the system does not tell.
    pub(in crate::process::unix) fn processor_time(process: i32) -> Option<Duration> {
        let mut sum = taken(process)?;
        let mut family = children(process)?;
        while let Some(descendant) = family.pop() {
            // Who ends just now is counted by its parent once that has noticed.
            sum = sum.saturating_add(taken(descendant).unwrap_or_default());
            family.extend(children(descendant).unwrap_or_default());
        }
        Some(sum)
    }

    /// What a process has taken, and its children that have ended. The clock of a process is
    /// exact; what is known of those that are gone is in hundredths of a second.
    fn taken(process: i32) -> Option<Duration> {
        let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(process)).ok()?;
        let own = Duration::from(clock.now().ok()?);
        let line = fs::read(format!("/proc/{process}/stat")).ok()?;
        let line = String::from_utf8_lossy(&line);
        // The name of the program, which may hold anything, stands in brackets before it.
        let (_, rest) = line.rsplit_once(')')?;
        let mut of_children = rest.split_whitespace().skip(13);
        let mut ticks = || of_children.next()?.parse::<u64>().ok();
        let ticks = ticks()?.saturating_add(ticks()?);
        let ended = ticks.saturating_mul(1_000) / clock_ticks_per_second();
        Some(own.saturating_add(Duration::from_millis(ended)))
    }

    /// The children of a process, which each of its threads may have started.
    fn children(process: i32) -> Option<Vec<i32>> {
        let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
        // A thread may end meanwhile; where none has a list, the system keeps none.
        let list = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).ok();
        let lists: Vec<String> = threads.flatten().filter_map(list).collect();
        let words = lists.iter().flat_map(|list| list.split_whitespace());
        let children = words.filter_map(|word| word.parse().ok()).collect();
        (!lists.is_empty()).then_some(children)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::{
        io::{BufRead, BufReader},
        process::{Child, Command, Stdio},
        time::Duration,
    };

    /// A shell that says a line when it has done some work, and then waits.
    fn shell(work: &str) -> Child {
        let mut child = Command::new("sh")
            .args(["-c", &format!("{work}; echo done; read line")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "done\n");
        child
    }

    fn taken_by(work: &str) -> Duration {
        let mut child = shell(work);
        let taken = processor_time(child.id() as i32).unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
        taken
    }

    /// Some tenths of a second on any machine.
    const SPIN: &str = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done";

    #[test]
    fn work_counts_whoever_of_the_family_did_it() {
        let itself = taken_by(SPIN);
        let ended_child = taken_by(&format!("({SPIN})"));
        let living_child = taken_by(&format!(
            "exec 3<&0; ({SPIN}; echo done; read line <&3) & read line"
        ));
        for taken in [itself, ended_child, living_child] {
            assert!(taken > Duration::from_millis(20), "{taken:?}");
            assert!(
                taken < 10 * itself && itself < 10 * taken,
                "{taken:?} {itself:?}"
            );
        }
    }

    #[test]
    fn waiting_costs_nothing() {
        let (waiting, working) = (taken_by("sleep 0.5"), taken_by(SPIN));
        assert!(waiting < working, "{waiting:?} {working:?}");
    }

    #[test]
    fn nothing_is_known_of_who_is_no_more() {
        let mut child = shell("true");
        let number = child.id() as i32;
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!(processor_time(number), None);
    }
}
