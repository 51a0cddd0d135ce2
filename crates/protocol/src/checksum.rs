//! Whether a program is the one that was meant: the SHA-256 of its file.

use papan_core::files;
use sha2::{Digest, Sha256};
#[cfg(not(unix))]
use std::time::SystemTime;
use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// What changes whenever a file does.
#[cfg(unix)]
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    #[cfg(unix)]
    file: (u64, u64),
    size: u64,
    #[cfg(unix)]
    modified: (i64, i64),
    #[cfg(unix)]
    changed: (i64, i64),
    #[cfg(not(unix))]
    modified: Option<std::time::SystemTime>,
}

#[cfg(unix)]
impl State {
    #[cfg(not(unix))]
    fn of(about: &fs::Metadata) -> State {
        use std::os::unix::fs::MetadataExt;
        State {
            size: about.len(),
            modified: about.modified().ok(),
        }
    }

    #[cfg(unix)]
    fn of(about: &fs::Metadata) -> State {
        use std::os::unix::fs::MetadataExt;
        State {
            file: (about.dev(), about.ino()),
            size: about.size(),
            modified: (about.mtime(), about.mtime_nsec()),
            changed: (about.ctime(), about.ctime_nsec()),
        }
    }
}

/// What changes whenever a file does: another system tells less of it.
#[cfg(not(unix))]
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    size: u64,
    modified: Option<SystemTime>,
    created: Option<SystemTime>,
}

#[cfg(not(unix))]
impl State {
    fn of(about: &fs::Metadata) -> State {
        State {
            size: about.len(),
            modified: about.modified().ok(),
            created: about.created().ok(),
        }
    }
}

/// The checksums that were found, with the state of the file that each is of.
static FOUND: Mutex<Option<HashMap<PathBuf, (State, String)>>> = Mutex::new(None);

/// The SHA-256 of a file in hexadecimal digits. A file that has not changed since it was last
/// asked for is not read again.
///
/// ```
/// use papan_protocol::checksum;
///
/// let path = std::env::temp_dir().join(format!("papan-checksum-{}", std::process::id()));
/// std::fs::write(&path, "abc").unwrap();
/// let sum = checksum::of_file(&path).unwrap();
/// assert!(sum.starts_with("ba7816bf8f01cfea") && sum.len() == 64);
/// std::fs::remove_file(&path).unwrap();
/// assert!(checksum::of_file(&path).is_err());
/// ```
pub fn of_file(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    // A pipe would never end, and a folder has no bytes.
    if let Some(kind) = files::kind(about.file_type()) {
        return Err(io::Error::other(format!("it is {kind}")));
    }
    let state = State::of(&about);
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_default();
    match found.get(path) {
        Some((known, sum)) if *known == state => return Ok(sum.clone()),
        _ => {}
    }
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            read => hash.update(&piece[..read]),
        }
    }
    let digits = hash.finalize();
    let sum: String = digits.iter().map(|byte| format!("{byte:02x}")).collect();
    found.insert(path.to_owned(), (state, sum.clone()));
    Ok(sum)
}

/// Whether a file has a checksum; what is wrong in words when it has not.
pub fn check(path: &Path, sha256: &str) -> Result<(), String> {
    let shown = path.display();
    match of_file(path) {
        Ok(sum) if sum.eq_ignore_ascii_case(sha256) => Ok(()),
        Ok(sum) => Err(format!(
            "{shown} is another program than the one that was named: its checksum is {sum} and \
             should be {sha256}"
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(format!("there is no program '{shown}'"))
        }
        Err(error) => Err(format!("{shown} cannot be read: {error}")),
    }
}
