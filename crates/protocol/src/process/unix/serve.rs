//! The guard itself, in a process of its own.

use super::descendants;
use crate::process::{ended::Ended, guard::News};
use rustix::{
    cmsg_space,
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg},
    process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, wait},
};
use std::{
    ffi::OsString,
    io::{self, IoSliceMut, Write},
    mem::MaybeUninit,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Command, ExitCode},
    thread,
    time::{Duration, Instant},
};

/// How often those are laid to rest who were left behind and have ended.
const REST: Duration = Duration::from_secs(1);

/// How often the program is looked at where the system does not tell that it ended.
const LOOK: Duration = Duration::from_millis(10);

/// How long processes may take to end that were killed, while none of them does.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts a program and watches over it until it has ended or the line has.
pub(in crate::process) fn serve(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    let line = io::stdin().as_fd().try_clone_to_owned();
    let given = line.and_then(|line| Ok((UnixStream::from(line.try_clone()?), receive(&line)?)));
    let (Ok((mut line, ends)), Some(program)) = (given, words.next()) else {
        eprintln!("error: this is how Papan starts engines; it is of no use by itself");
        return ExitCode::from(2);
    };
    descendants::adopt();
    let started = start(program, words, ends);
    let news = match &started {
        Ok(child) => News::Started(Pid::from_child(child).as_raw_nonzero().get()),
        Err(error) => News::Failed(error.raw_os_error().unwrap_or(0)),
    };
    // Whoever does not hear it is no more, which shows below.
    let _ = line.write_all(&news.message());
    if let Ok(child) = started {
        let program = Pid::from_child(&child);
        if let Some(ended) = watch_over(program, &line) {
            let _ = line.write_all(&News::Ended(ended).message());
        }
        end_all(program);
    }
    ExitCode::SUCCESS
}

/// The program's ends of its pipes, which come over the line.
fn receive(line: &OwnedFd) -> io::Result<[OwnedFd; 3]> {
    let mut byte = [0];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut piece = [IoSliceMut::new(&mut byte)];
    recvmsg(line, &mut piece, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let mut ends = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(given) = message {
            ends.extend(given);
        }
    }
    ends.try_into().map_err(|_| Errno::INVAL.into())
}

fn start(
    program: OsString,
    arguments: impl Iterator<Item = OsString>,
    [input, output, errors]: [OwnedFd; 3],
) -> io::Result<Child> {
    // A group of its own: an engine that kills its group does not kill its guard.
    Command::new(program)
        .args(arguments)
        .stdin(input)
        .stdout(output)
        .stderr(errors)
        .process_group(0)
        .spawn()
}

/// Waits until the program has ended, and says how; `None` when the line has ended before.
fn watch_over(program: Pid, line: &UnixStream) -> Option<Ended> {
    let watch = descendants::watch(program);
    loop {
        if let Some(ended) = lay_to_rest(program) {
            return Some(ended);
        }
        let mut list = vec![PollFd::new(line, PollFlags::IN)];
        list.extend(watch.iter().map(|watch| PollFd::new(watch, PollFlags::IN)));
        let pause = if watch.is_some() { REST } else { LOOK };
        let pause = Timespec {
            tv_sec: pause.as_secs() as i64,
            tv_nsec: pause.subsec_nanos().into(),
        };
        match poll(&mut list, Some(&pause)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => thread::sleep(LOOK),
        }
        // Nothing is ever said over it to us.
        if !list[0].revents().is_empty() {
            return None;
        }
    }
}

/// Lays those to rest who have ended: the program, and those whom it left behind. How the
/// program ended, if it has.
fn lay_to_rest(program: Pid) -> Option<Ended> {
    while let Ok(Some((number, status))) = wait(WaitOptions::NOHANG) {
        if number == program {
            return Some(Ended::of(status.exit_status(), status.terminating_signal()));
        }
    }
    None
}

/// Kills the program and all that descends from it. Who is killed leaves its children to us,
/// so that in the end there is nobody.
fn end_all(program: Pid) {
    // The number of a group is not given away while anybody is in it.
    let _ = kill_process_group(program, Signal::KILL);
    let mut last = Instant::now();
    loop {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => last = Instant::now(),
                Ok(None) => break,
                // There are no more, as after most programs: nobody needs to be looked for.
                Err(_) => return,
            }
        }
        if last.elapsed() > PATIENCE {
            return;
        }
        for descendant in descendants::all() {
            let _ = kill_process(descendant, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}
