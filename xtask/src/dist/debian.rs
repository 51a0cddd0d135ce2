//! The package of Debian, made with its own tool.

use super::{OUT, Release, copy, empty, files_in};
use crate::tools::{self, capture, run};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The package of what an archive holds.
pub(super) fn package(from: &Path, processors: &str, release: &Release) -> Result<PathBuf, String> {
    tools::need_program("dpkg-deb", &["dpkg"])?;
    let name = format!("papan_{}_{processors}", release.version);
    let root = empty(&name)?;
    copy(&from.join("papan"), &root.join("usr/bin/papan"))?;
    let docs = root.join("usr/share/doc/papan");
    for file in ["TRADEMARKS.md", "THIRD-PARTY.txt"] {
        copy(&from.join(file), &docs.join(file))?;
    }
    for file in files_in(&from.join("docs"))? {
        copy(&from.join("docs").join(&file), &docs.join(&file))?;
    }
    copy(&from.join("CHANGELOG.md"), &docs.join("changelog"))?;
    fs::write(docs.join("copyright"), copyright(from)?).map_err(|error| error.to_string())?;
    for (file, place) in [
        ("papan.bash", "usr/share/bash-completion/completions/papan"),
        ("_papan", "usr/share/zsh/vendor-completions/_papan"),
        (
            "papan.fish",
            "usr/share/fish/vendor_completions.d/papan.fish",
        ),
    ] {
        copy(&from.join("completions").join(file), &root.join(place))?;
    }
    let manual = root.join("usr/share/man/man1");
    for page in files_in(&from.join("man"))? {
        copy(&from.join("man").join(&page), &manual.join(&page))?;
    }
    let mut gzip = Command::new("gzip");
    gzip.args(["--no-name", "--best", "--recursive"])
        .arg(&manual);
    run(gzip.arg(docs.join("changelog")))?;
    control(&root, processors, release)?;
    run(Command::new("chmod")
        .args(["--recursive", "u+rw,go=rX"])
        .arg(&root))?;
    let to = Path::new(OUT).join(format!("{name}.deb"));
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]);
    run(build
        .arg(&root)
        .arg(&to)
        .env("SOURCE_DATE_EPOCH", &release.time))?;
    Ok(to)
}

/// What the package says of itself.
fn control(root: &Path, processors: &str, release: &Release) -> Result<(), String> {
    let version = &release.version;
    let size = capture(
        Command::new("du")
            .args(["--summarize", "--apparent-size"])
            .arg(root.join("usr")),
    )?;
    let size = size
        .standard
        .split_whitespace()
        .next()
        .unwrap_or("0")
        .to_owned();
    let libc = glibc(&root.join("usr/bin/papan"))?;
    let text = format!(
        "Package: papan\n\
         Version: {version}\n\
         Architecture: {processors}\n\
         Maintainer: The Papan authors <papan@localhost>\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= {libc}), libgcc-s1\n\
         Recommends: xdg-utils\n\
         Section: games\n\
         Priority: optional\n\
         Description: play, measure and solve abstract board games\n \
         Othello, Blokus, congklak, kalah and Adjacency in the browser, against\n \
         opponents of nine levels; an arena for engines of several protocols, exact\n \
         solvers, the trees of searches, and the experiments of published systems.\n"
    );
    let folder = root.join("DEBIAN");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    fs::write(folder.join("control"), text).map_err(|error| error.to_string())
}

/// The oldest C library that has all that the program asks of it: the highest version among the names
/// of its symbols.
fn glibc(program: &Path) -> Result<String, String> {
    const MARK: &[u8] = b"GLIBC_2.";
    let bytes = fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let found = bytes
        .windows(MARK.len())
        .enumerate()
        .filter(|(_, window)| *window == MARK);
    let minor = |(place, _)| {
        let digits = bytes[place + MARK.len()..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let digits: String = digits.map(|byte| char::from(*byte)).collect();
        digits.parse::<u32>().ok()
    };
    let highest = found.filter_map(minor).max();
    highest
        .map(|minor| format!("2.{minor}"))
        .ok_or_else(|| "the program names no version of the C library".to_owned())
}

/// Whose the package is and under what it is given.
fn copyright(from: &Path) -> Result<String, String> {
    let mit = from.join("LICENSE-MIT");
    let mit = fs::read_to_string(&mit).map_err(|error| format!("{}: {error}", mit.display()))?;
    Ok(format!(
        "Papan is given under the MIT licence or the Apache Licence 2.0, as you like.\n\
         On Debian systems the second is in /usr/share/common-licenses/Apache-2.0.\n\
         Libraries of others that are part of the program, and their licences, are in\n\
         THIRD-PARTY.txt beside this file.\n\n{mit}"
    ))
}
