//! What a program writes to its standard error.

use super::{system::Connection, would_wait};
use std::collections::VecDeque;

/// How much is kept: the last of it.
const KEPT: usize = 64 << 10;

/// How much is read at once.
const PIECE: usize = 8 << 10;

/// The last errors of a program.
#[derive(Debug, Default)]
pub(super) struct Errors {
    last: VecDeque<u8>,
}

impl Errors {
    /// Reads some of what has come; false when there was nothing.
    pub(super) fn read(&mut self, from: &mut Connection) -> bool {
        let mut piece = [0; PIECE];
        match from.read_errors(&mut piece) {
            Ok(amount) if amount > 0 => {
                self.last.extend(&piece[..amount]);
                let surplus = self.last.len().saturating_sub(KEPT);
                self.last.drain(..surplus);
                true
            }
            Err(error) if would_wait(&error) => false,
            _ => {
                from.close_errors();
                false
            }
        }
    }

    /// Reads what lies in the pipe, which is never much.
    fn read_all(&mut self, from: &mut Connection) {
        for _ in 0..2 * KEPT / PIECE {
            if !self.read(from) {
                break;
            }
        }
    }

    /// All that is kept.
    pub(super) fn text(&mut self, from: &mut Connection) -> String {
        self.read_all(from);
        let (front, back) = self.last.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }

    /// Forgets what was written so far.
    pub(super) fn forget(&mut self, from: &mut Connection) {
        self.read_all(from);
        self.last.clear();
    }
}
