//! Who may write: one process at a time.

use super::LedgerError;
use std::{
    ffi::OsString,
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process,
};

/// The right to write a ledger, held until it is dropped or the process ends in any way.
///
/// It is a lock on a file beside the ledger: opening and closing the ledger itself besides
/// SQLite would lose SQLite's own locks on some systems. The file stays where it is, because
/// whoever removed it could remove one that another process has just locked.
pub(super) struct WriterLock {
    file: File,
}

impl WriterLock {
    pub(super) fn take(ledger: &Path) -> Result<WriterLock, LedgerError> {
        let path = beside(ledger);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| LedgerError::file("open the lock beside", ledger, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                // Some systems do not let us read what another process has locked.
                let _ = file.read_to_string(&mut text);
                return Err(LedgerError::Busy {
                    path: ledger.to_owned(),
                    process: text.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(error)) => {
                return Err(LedgerError::file("lock", ledger, error));
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

fn beside(ledger: &Path) -> PathBuf {
    let mut path = OsString::from(ledger);
    path.push(".lock");
    path.into()
}
