//! Starting a guard.

use super::Ends;
use crate::process::guard::ARGUMENT;
use rustix::{
    cmsg_space,
    net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg},
};
use std::{
    ffi::OsString,
    io::{self, IoSlice},
    mem::MaybeUninit,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Child, Command, Stdio},
};

/// Starts a guard for a program, and returns it with our end of its line.
pub(super) fn start(
    guard: &[OsString],
    words: &[String],
    ends: Ends,
) -> io::Result<(Child, UnixStream)> {
    let (ours, theirs) = UnixStream::pair()?;
    let given = [ends.input.as_fd(), ends.output.as_fd(), ends.errors.as_fd()];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&given));
    sendmsg(
        &ours,
        &[IoSlice::new(&[0])],
        &mut control,
        SendFlags::empty(),
    )?;
    let (program, before) = guard
        .split_first()
        .ok_or(io::Error::from(io::ErrorKind::NotFound))?;
    let mut command = Command::new(program);
    if before.is_empty() {
        command.arg0("papan");
    }
    let child = command
        .args(before)
        .arg(ARGUMENT)
        .args(words)
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    Ok((child, ours))
}
