//! Reading the files that someone names: one place that waits for nobody and has a limit.
//!
//! A name may lead to a pipe that nobody writes into, to a device without an end or to a file
//! that fills the memory. All of them are refused at once, in one line.

use std::{
    env, fmt,
    fs::{self, File, FileType, OpenOptions},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The most bytes of a file that holds games or openings.
pub const MOST_FOR_GAMES: u64 = 128 << 20;

/// The most bytes of a file that a person writes, such as that of a tournament.
pub const MOST_FOR_SETTINGS: u64 = 4 << 20;

/// The folder that keeps Papan's files among the user's data. `None` where the system has no such
/// folder.
///
/// | system | folder |
/// |---|---|
/// | Linux and others | `$XDG_DATA_HOME/papan`, or `~/.local/share/papan` |
/// | macOS | `~/Library/Application Support/papan` |
/// | Windows | `%APPDATA%\papan` |
pub fn data_folder() -> Option<PathBuf> {
    let folder = |name| {
        let value = env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let data = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // The standard says that a path that is not absolute is no path.
        let set = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
        set.or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("papan"))
}

/// Why a file cannot be read.
#[derive(Debug)]
pub struct ReadError {
    /// The file; `None` for the standard input.
    pub path: Option<PathBuf>,
    /// What is wrong with it.
    pub problem: ReadProblem,
}

/// What is wrong with a file.
#[derive(Debug)]
pub enum ReadProblem {
    /// It is no ordinary file: a folder, a pipe, a device.
    Kind(&'static str),
    /// It has more bytes than are read.
    TooLarge {
        /// The most that are read.
        most: u64,
    },
    /// Its bytes are no text.
    NoText,
    /// What the system says.
    System(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "cannot read {}: {}", path.display(), self.problem),
            None => write!(f, "cannot read the standard input: {}", self.problem),
        }
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    /// Whether whoever named the file can mend it by naming another one, so that nothing is
    /// wrong with the machine.
    pub fn is_mistake(&self) -> bool {
        use io::ErrorKind as Kind;
        match &self.problem {
            ReadProblem::System(error) => matches!(
                error.kind(),
                Kind::NotFound
                    | Kind::PermissionDenied
                    | Kind::NotADirectory
                    | Kind::InvalidInput
                    | Kind::InvalidFilename
            ),
            _ => true,
        }
    }
}

impl fmt::Display for ReadProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadProblem::Kind(kind) => write!(f, "it is {kind}, not a file"),
            ReadProblem::TooLarge { most } => write!(
                f,
                "it has more than {} MiB, the most that is read; split it into smaller files",
                most >> 20
            ),
            ReadProblem::NoText => f.write_str("it is not a text in UTF-8"),
            ReadProblem::System(error) => error.fmt(f),
        }
    }
}

/// What something that is no ordinary file is, in words; `None` for an ordinary one.
pub fn kind(of: FileType) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if of.is_fifo() {
            return Some("a pipe");
        }
        if of.is_socket() {
            return Some("a socket");
        }
        if of.is_char_device() || of.is_block_device() {
            return Some("a device");
        }
    }
    match of {
        of if of.is_file() => None,
        of if of.is_dir() => Some("a folder"),
        _ => Some("something else"),
    }
}

/// The bytes of a file, which are at most `most`.
///
/// ```
/// use papan_core::files;
/// use std::path::Path;
///
/// let error = files::read(Path::new("/"), 1 << 20).unwrap_err().to_string();
/// assert_eq!(error, "cannot read /: it is a folder, not a file");
/// ```
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let read = || {
        let file = open(OpenOptions::new().read(true), path).map_err(|error| {
            let known = fs::metadata(path).ok();
            let kind = known.and_then(|about| kind(about.file_type()));
            kind.map_or(ReadProblem::System(error), ReadProblem::Kind)
        })?;
        // What was opened, and not what the name leads to by now.
        let about = file.metadata().map_err(ReadProblem::System)?;
        match kind(about.file_type()) {
            Some(kind) => Err(ReadProblem::Kind(kind)),
            None if about.len() > most => Err(ReadProblem::TooLarge { most }),
            None => limited(file, most),
        }
    };
    read().map_err(|problem| ReadError {
        path: Some(path.to_owned()),
        problem,
    })
}

/// The text of a file, which has at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, ReadError> {
    String::from_utf8(read(path, most)?).map_err(|_| ReadError {
        path: Some(path.to_owned()),
        problem: ReadProblem::NoText,
    })
}

/// All of the standard input, which has at most `most` bytes.
pub fn read_standard_input(most: u64) -> Result<Vec<u8>, ReadError> {
    limited(io::stdin(), most).map_err(|problem| ReadError {
        path: None,
        problem,
    })
}

/// Opens a pipe or a device to write into it. A pipe that nobody reads is an error; whoever
/// reads may take as long as it likes.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    let file = open(OpenOptions::new().write(true), path)?;
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    }
    Ok(file)
}

/// Without waiting for someone at the other end of a pipe.
fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        // A terminal that is opened must not become that of the program.
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

/// Everything, unless it is too much: files of some systems have no length, and any may grow.
fn limited(source: impl Read, most: u64) -> Result<Vec<u8>, ReadProblem> {
    let mut bytes = Vec::new();
    let mut source = source.take(most.saturating_add(1));
    source
        .read_to_end(&mut bytes)
        .map_err(ReadProblem::System)?;
    match bytes.len() as u64 > most {
        true => Err(ReadProblem::TooLarge { most }),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, process};

    fn problem(path: &Path, most: u64) -> String {
        read(path, most).unwrap_err().problem.to_string()
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let path = env::temp_dir().join(format!("papan-files-{}", process::id()));
        fs::write(&path, "12345678").unwrap();
        assert_eq!(read(&path, 8).unwrap(), b"12345678");
        assert_eq!(read_text(&path, 9).unwrap(), "12345678");
        assert!(problem(&path, 7).contains("the most that is read"));
        fs::write(&path, [0xff]).unwrap();
        let error = read_text(&path, 8).unwrap_err().to_string();
        assert!(error.ends_with("not a text in UTF-8"), "{error}");
        fs::remove_file(&path).unwrap();
        assert!(problem(&path, 7).contains("No such file"));
    }

    #[test]
    fn an_input_without_an_end_ends_at_the_limit() {
        let endless = limited(io::repeat(b'x'), 1_000).unwrap_err();
        assert!(matches!(endless, ReadProblem::TooLarge { most: 1_000 }));
        // The system says that this file has no bytes.
        #[cfg(target_os = "linux")]
        assert!(
            !read(Path::new("/proc/self/maps"), 1 << 20)
                .unwrap()
                .is_empty()
        );
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_named_without_waiting() {
        let path = env::temp_dir().join(format!("papan-pipe-{}", process::id()));
        let _ = fs::remove_file(&path);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        assert_eq!(problem(&path, 9), "it is a pipe, not a file");
        assert!(open_to_write(&path).is_err(), "nobody reads it");
        fs::remove_file(&path).unwrap();
        assert_eq!(
            problem(Path::new("/dev/zero"), 9),
            "it is a device, not a file"
        );
        assert_eq!(problem(&env::temp_dir(), 9), "it is a folder, not a file");
    }
}
