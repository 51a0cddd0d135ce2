//! What a program writes to its standard error.

use super::would_wait;
use std::{
    collections::VecDeque,
    io::{PipeReader, Read},
};

/// How much is kept: the last of it.
const KEPT: usize = 64 << 10;

/// How much is read at once.
const PIECE: usize = 8 << 10;

/// The last errors of a program.
#[derive(Debug)]
pub(super) struct Errors {
    /// `None` once the program has closed it.
    pipe: Option<PipeReader>,
    last: VecDeque<u8>,
}

impl Errors {
    pub(super) fn new(pipe: PipeReader) -> Errors {
        Errors {
            pipe: Some(pipe),
            last: VecDeque::new(),
        }
    }

    /// Where more may come from.
    pub(super) fn pipe(&self) -> Option<&PipeReader> {
        self.pipe.as_ref()
    }

    /// Reads some of what has come.
    pub(super) fn read(&mut self) {
        let Some(pipe) = &mut self.pipe else {
            return;
        };
        let mut piece = [0; PIECE];
        match pipe.read(&mut piece) {
            Ok(amount) if amount > 0 => {
                self.last.extend(&piece[..amount]);
                let surplus = self.last.len().saturating_sub(KEPT);
                self.last.drain(..surplus);
            }
            Err(error) if would_wait(&error) => {}
            _ => self.pipe = None,
        }
    }

    /// Reads what lies in the pipe, which is never much.
    fn read_all(&mut self) {
        for _ in 0..2 * KEPT / PIECE {
            self.read();
        }
    }

    /// All that is kept.
    pub(super) fn text(&mut self) -> String {
        self.read_all();
        let (front, back) = self.last.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }

    /// Forgets what was written so far.
    pub(super) fn forget(&mut self) {
        self.read_all();
        self.last.clear();
    }
}
