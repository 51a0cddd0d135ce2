//! Which commit the program is built from, and how: games that it plays say so.

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
    println!("cargo:rustc-env=PAPAN_BUILD={}", build());
}

/// The profile, the target and the compiler: `dist, x86_64-unknown-linux-musl, rustc 1.95.0`.
fn build() -> String {
    let variable = |name| env::var(name).unwrap_or_default();
    // Cargo tells scripts of `release` and `debug` only; others have folders of their own:
    // target/dist/build/papan-0123456789abcdef/out, behind the target's name where there is one.
    let folder = variable("OUT_DIR");
    let mut parts = Path::new(&folder).iter().rev();
    let profile = parts
        .find(|part| *part == "build")
        .and_then(|_| parts.next()?.to_str().map(str::to_owned))
        .filter(|profile| !profile.is_empty())
        .unwrap_or_else(|| variable("PROFILE"));
    let mut build = format!("{profile}, {}", variable("TARGET"));
    let compiler = Command::new(variable("RUSTC")).arg("--version").output();
    let said = compiler.map_or(String::new(), |output| {
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    if let Some(version) = said.split_whitespace().nth(1) {
        build += &format!(", rustc {version}");
    }
    build
}

/// What git says; nothing where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
