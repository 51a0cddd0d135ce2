//! Who may write: one process at a time.

use super::{DatabaseError, FileKind, Trouble};
use std::{
    ffi::OsString,
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process,
};

/// The right to write a file, held until it is dropped or the process ends in any way.
///
/// It is a lock on a file beside it: opening and closing the file itself besides SQLite would
/// lose SQLite's own locks on some systems. The lock file stays where it is, because whoever
/// removed it could remove one that another process has just locked.
pub struct WriterLock {
    file: File,
}

impl WriterLock {
    /// Takes it, or says who has it.
    pub fn take(kind: &FileKind, path: &Path) -> Result<WriterLock, DatabaseError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(beside(path))
            .map_err(|error| kind.system("open the lock beside", path, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                // Some systems do not let us read what another process has locked.
                let _ = file.read_to_string(&mut text);
                return Err(kind.trouble(path, Trouble::Busy(text.trim().parse().ok())));
            }
            Err(TryLockError::Error(error)) => {
                return Err(kind.system("lock", path, error));
            }
        }
        // Only a courtesy to whoever finds it locked.
        let _ = file
            .set_len(0)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .and_then(|_| writeln!(file, "{}", process::id()));
        Ok(WriterLock { file })
    }
}

impl Drop for WriterLock {
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
        let _ = self.file.unlock();
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut beside = OsString::from(path);
    beside.push(".lock");
    beside.into()
}
