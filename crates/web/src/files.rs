//! How many files the system lets this process open: a connection is one.

use crate::limits::{CONNECTIONS, SOCKETS};

/// What the saved games, the ledger and the rest of the program need.
const RESERVED: usize = 64;

/// The most connections and sockets for which there are files.
pub(crate) fn places() -> (usize, usize) {
    split(open_files())
}

/// A third for connections, the rest for sockets, so that neither takes the files of the other.
fn split(files: usize) -> (usize, usize) {
    let third = (files.saturating_sub(RESERVED) / 3).max(4);
    (CONNECTIONS.min(third), SOCKETS.min(2 * third))
}

/// Asks the system for as many files as there may be places.
pub(crate) fn raise() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let wanted = (RESERVED + 3 * CONNECTIONS.max(SOCKETS.div_ceil(2))) as u64;
        let limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < wanted) {
            let most = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
            let raised = Rlimit {
                current: Some(most),
                ..limit
            };
            // Without it there are fewer places.
            let _ = setrlimit(Resource::Nofile, raised);
        }
    }
}

fn open_files() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let current = getrlimit(Resource::Nofile).current;
        current.map_or(usize::MAX, |files| files.try_into().unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_left_for_the_saved_games() {
        assert_eq!(split(usize::MAX), (CONNECTIONS, SOCKETS));
        for files in [0, 64, 100, 1_024, 4_096] {
            let (connections, sockets) = split(files);
            assert!(connections >= 4 && sockets >= 8);
            assert!(connections + sockets + RESERVED <= files.max(76), "{files}");
        }
    }
}
