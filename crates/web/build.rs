//! The page is part of the program: a file added to it must be seen, and all of its files
//! together have a hash, which becomes a part of their addresses.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::Path,
};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=assets");
    let mut hasher = DefaultHasher::new();
    hash_folder(Path::new("assets"), &mut hasher)?;
    println!("cargo:rustc-env=PAPAN_ASSETS={:016x}", hasher.finish());
    Ok(())
}

/// Names and contents, in a steady order.
fn hash_folder(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let entries = fs::read_dir(folder)?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        path.hash(hasher);
        match path.is_dir() {
            true => hash_folder(&path, hasher)?,
            false => fs::read(&path)?.hash(hasher),
        }
    }
    Ok(())
}
