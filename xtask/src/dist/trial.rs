//! What was made is unpacked or installed, and run once; where that cannot be done here, the answer is
//! why.

use super::{empty, image::Image};
use crate::{
    elsewhere::{Machine, Running, address_of, get},
    targets::{ARM, Target, WINDOWS},
    tools::{self, capture, run, text_of},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Unpacks an archive and runs its program, where needed on a system that is played here.
pub(super) fn archive(archive: &Path, target: &Target) -> Result<(), String> {
    let folder = empty("trial")?;
    let is_zip = archive.extension().is_some_and(|ending| ending == "zip");
    let mut unpack = match is_zip {
        true => {
            tools::need_program("unzip", &["unzip"])?;
            let mut unzip = Command::new("unzip");
            unzip.arg("-q").arg(archive).arg("-d").arg(&folder);
            unzip
        }
        false => {
            let mut tar = Command::new("tar");
            tar.args(["--extract", "--file"]).arg(archive);
            tar.arg("--directory").arg(&folder);
            tar
        }
    };
    run(&mut unpack)?;
    let inside = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let inside = inside
        .flatten()
        .next()
        .ok_or("the archive is empty")?
        .path();
    for file in [
        "LICENSE-MIT",
        "THIRD-PARTY.txt",
        "completions/papan.bash",
        "man/papan.1",
    ] {
        if !inside.join(file).is_file() {
            return Err(format!("{} lacks {file}", archive.display()));
        }
    }
    machine_of(target)?.first_run(&inside.join(match target.name == WINDOWS.name {
        true => "papan.exe",
        false => "papan",
    }))
}

fn machine_of(target: &Target) -> Result<Machine, String> {
    match target.name {
        name if name == WINDOWS.name => Machine::wine(),
        name if name == ARM.name => Machine::qemu(),
        _ => Ok(Machine::here()),
    }
}

/// Why nothing can be installed in a folder of its own, if it cannot.
fn without_chroot() -> Option<String> {
    let user = capture(Command::new("id").arg("-u")).map(|said| said.standard);
    match user.is_ok_and(|user| user.trim() == "0") {
        true => None,
        false => Some("only root may change into a folder as if it were all (chroot)".to_owned()),
    }
}

/// Installs a package in a Debian that has nothing else, and removes it again; that of another
/// processor is unpacked and run.
pub(super) fn debian(package: &Path, processors: &str) -> Result<Option<String>, String> {
    run(Command::new("dpkg-deb").arg("--info").arg(package))?;
    if processors != "amd64" {
        let folder = empty("trial")?;
        run(Command::new("dpkg-deb")
            .arg("--extract")
            .arg(package)
            .arg(&folder))?;
        let ran = Machine::qemu()?.first_run(&folder.join("usr/bin/papan"));
        return ran.map(|()| Some("unpacked and run, but not installed".to_owned()));
    }
    if let Some(reason) = without_chroot() {
        return Ok(Some(reason));
    }
    let root = fresh_debian()?;
    let name = "papan-trial.deb";
    super::copy(package, &root.join(name))?;
    let inside = |words: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(&root).args(words).env("LC_ALL", "C");
        command
    };
    run(&mut inside(&["dpkg", "--install", &format!("/{name}")]))?;
    run(&mut inside(&["papan", "--version"]))?;
    run(&mut inside(&["papan", "perft", "othello", "6"]))?;
    let listed = capture(&mut inside(&["dpkg", "--listfiles", "papan"]))?.standard;
    for file in [
        "/usr/share/man/man1/papan.1.gz",
        "/usr/share/bash-completion/completions/papan",
    ] {
        if !listed.lines().any(|line| line == file) {
            return Err(format!("the package has no {file}"));
        }
    }
    run(&mut inside(&["dpkg", "--purge", "papan"]))?;
    match root.join("usr/bin/papan").exists() {
        true => Err("the package was removed, and papan is still there".to_owned()),
        false => Ok(None),
    }
}

/// A Debian with what every Debian has, and nothing else.
fn fresh_debian() -> Result<PathBuf, String> {
    let root = Path::new(super::WORK).join("debian");
    if root.join("etc/debian_version").exists() && root.join("made").exists() {
        return Ok(root);
    }
    tools::need_program("debootstrap", &["debootstrap"])?;
    let _ = fs::remove_dir_all(&root);
    let mut make = Command::new("debootstrap");
    make.args(["--variant=minbase", "stable"]);
    run(make.arg(&root))?;
    fs::write(root.join("made"), "").map_err(|error| error.to_string())?;
    Ok(root)
}

/// Does what an engine for containers does with the image: its program in a folder of its own, as its
/// user, with its variables and its first words.
pub(super) fn image(file: &Path) -> Result<Option<String>, String> {
    if let Some(reason) = without_chroot() {
        return Ok(Some(reason));
    }
    let described = Image::described()?;
    let folder = empty("trial")?;
    let extract = |archive: &Path, to: &Path| {
        fs::create_dir_all(to).map_err(|error| error.to_string())?;
        let mut tar = Command::new("tar");
        tar.args([
            "--extract",
            "--same-owner",
            "--preserve-permissions",
            "--file",
        ]);
        run(tar.arg(archive).arg("--directory").arg(to))
    };
    let outer = folder.join("image");
    extract(file, &outer)?;
    let manifest =
        fs::read_to_string(outer.join("manifest.json")).map_err(|error| error.to_string())?;
    let layer = manifest
        .split("\"Layers\":[\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .ok_or("the image names no layer")?;
    let root = folder.join("root");
    extract(&outer.join(layer), &root)?;
    let inside = |words: &[&str]| {
        let mut command = Command::new("chroot");
        command
            .arg(format!("--userspec={}", described.user))
            .arg(&root);
        command.args(&described.entrypoint).args(words).env_clear();
        for variable in &described.environment {
            let (name, value) = variable.split_once('=').unwrap_or((variable, ""));
            command.env(name, value);
        }
        // Without it chroot itself is not found.
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command
    };
    run(&mut inside(&["--version"]))?;
    run(&mut inside(&["perft", "othello", "6"]))?;
    // The words of the image, at a port that is free here.
    let mut words: Vec<&str> = described.command.iter().map(String::as_str).collect();
    if let Some(place) = words.iter().position(|word| *word == "--port") {
        words.truncate(place);
    }
    words.extend(["--port", "0", "--no-open"]);
    let mut serve = inside(&words);
    println!("$ {}", text_of(&serve));
    let server = serve
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut server = Running(server);
    let address = address_of(&mut server)?;
    let page = get(&address, "/")?;
    if !page.starts_with("HTTP/1.1 200") {
        return Err(format!("the server of the image answers: {page:.200}"));
    }
    server.end();
    let saved = root.join("data/papan/games.db");
    match saved.is_file() {
        true => Ok(None),
        false => Err(format!("nothing was saved in {}", saved.display())),
    }
}
