//! The archive of a system: the program with what belongs to it.

use super::{OUT, Release, copy, empty, files_in, licences, tar};
use crate::{
    targets::Target,
    tools::{self, run},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What everyone gets besides the program, from the project.
const FILES: [&str; 4] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "TRADEMARKS.md",
    "CHANGELOG.md",
];

/// What is written about the program, in the folder `docs`.
const DOCS: [&str; 3] = ["for-players.md", "for-students.md", "for-engine-authors.md"];

/// A folder with all that the archive has, named as the archive.
pub(super) fn folder(
    target: &Target,
    release: &Release,
    program: &Path,
    words: &Path,
) -> Result<PathBuf, String> {
    let name = format!("papan-{}-{}", release.version, target.name);
    let folder = empty(&name)?;
    copy(
        program,
        &folder.join(program.file_name().unwrap_or_default()),
    )?;
    for file in FILES {
        copy(Path::new(file), &folder.join(file))?;
    }
    for file in DOCS {
        copy(
            &Path::new("docs").join(file),
            &folder.join("docs").join(file),
        )?;
    }
    let others = folder.join("THIRD-PARTY.txt");
    fs::write(&others, licences::text(target)?).map_err(|error| error.to_string())?;
    for file in files_in(words)? {
        copy(&words.join(&file), &folder.join("completions").join(&file))?;
    }
    let manual = words.join("man");
    for page in files_in(&manual)? {
        copy(&manual.join(&page), &folder.join("man").join(&page))?;
    }
    Ok(folder)
}

/// The archive as its system has archives.
pub(super) fn pack(folder: &Path, target: &Target, release: &Release) -> Result<PathBuf, String> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let inside = folder.parent().unwrap_or(Path::new("."));
    let out = std::path::absolute(OUT).map_err(|error| error.to_string())?;
    if target.name.contains("windows") {
        tools::need_program("zip", &["zip"])?;
        let to = out.join(format!("{name}.zip"));
        let _ = fs::remove_file(&to);
        let mut touch = Command::new("find");
        touch.args([&*name, "-exec", "touch", "--no-dereference"]);
        touch
            .arg(format!("--date=@{}", release.time))
            .args(["{}", "+"]);
        run(touch.current_dir(inside))?;
        let mut zip = Command::new("zip");
        zip.args(["--quiet", "--recurse-paths", "-X"])
            .arg(&to)
            .arg(&*name);
        run(zip.current_dir(inside))?;
        return Ok(to);
    }
    let to = out.join(format!("{name}.tar"));
    tar(inside, &[&*name], &to, release)?;
    run(Command::new("gzip")
        .args(["--force", "--no-name", "--best"])
        .arg(&to))?;
    Ok(out.join(format!("{name}.tar.gz")))
}
