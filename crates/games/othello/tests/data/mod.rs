//! Where the large collections of games are that some tests read.

use std::{io::Write, path::PathBuf};

/// A file or folder of the data beside the repository, or where `PAPAN_DATA` points;
/// `None`, said aloud, when it is not there.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let beside = || {
        let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
        PathBuf::from(repository).join("../shared/data")
    };
    let data = std::env::var_os("PAPAN_DATA").map_or_else(beside, PathBuf::from);
    let path = data.join(name);
    if path.exists() {
        return Some(path);
    }
    report(&format!(
        "NOT RUN: there is no {}; set PAPAN_DATA to the folder that holds {name}",
        path.display()
    ));
    None
}

/// Says something that is shown even when the test passes, as printed lines are not.
pub(crate) fn report(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
