//! Which commit the program is built from: games that it plays say so.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=PAPAN_COMMIT");
    // A packager who builds without the repository names it by the variable.
    let named = env::var("PAPAN_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty());
    let commit = named.or_else(|| git(&["rev-parse", "--short=12", "HEAD"]));
    for file in ["HEAD", "logs/HEAD"] {
        let place = git(&["rev-parse", "--git-path", file]);
        if let Some(place) = place.filter(|place| Path::new(place).exists()) {
            println!("cargo:rerun-if-changed={place}");
        }
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let whole = commit.map_or(version.clone(), |commit| format!("{version}+{commit}"));
    println!("cargo:rustc-env=PAPAN_VERSION={whole}");
}

/// What git says; nothing where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
