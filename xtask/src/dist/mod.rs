//! What others download: archives, a package of Debian, an image for containers; each is unpacked and
//! run once.

mod archive;
mod debian;
mod image;
mod licences;
mod trial;

use crate::{
    checks::cargo,
    targets::{ARM, LINUX, STATIC, Target, WINDOWS},
    tools::{capture, run},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where the files for others are put.
const OUT: &str = "target/packages";

/// Where they are put together and tried.
const WORK: &str = "target/packages-work";

/// What one target becomes.
struct Product {
    target: &'static Target,
    /// What Debian calls its processors, where there is a package.
    debian: Option<&'static str>,
    /// Whether it becomes the image for containers.
    image: bool,
}

const PRODUCTS: [Product; 4] = [
    Product {
        target: &LINUX,
        debian: Some("amd64"),
        image: false,
    },
    Product {
        target: &STATIC,
        debian: None,
        image: true,
    },
    Product {
        target: &ARM,
        debian: Some("arm64"),
        image: false,
    },
    Product {
        target: &WINDOWS,
        debian: None,
        image: false,
    },
];

/// What is being made.
struct Release {
    version: String,
    /// Seconds since 1970 of the commit: all files have this time, so that the same commit gives the
    /// same archives.
    time: String,
    profile: String,
}

/// Makes everything, or what is for the targets that are named.
pub(crate) fn dist(words: &[&str]) -> Result<(), String> {
    let (profile, names) = match words {
        ["--profile", profile, names @ ..] => (*profile, names),
        names => ("dist", names),
    };
    let names_of = |product: &&Product| names.is_empty() || names.contains(&product.target.name);
    let products: Vec<&Product> = PRODUCTS.iter().filter(names_of).collect();
    if names
        .iter()
        .any(|name| !PRODUCTS.iter().any(|product| product.target.name == *name))
    {
        let known: Vec<&str> = PRODUCTS.iter().map(|product| product.target.name).collect();
        return Err(format!("the targets are {}", known.join(", ")));
    }
    let release = Release {
        version: version()?,
        time: commit_time(),
        profile: profile.to_owned(),
    };
    for folder in [OUT, WORK] {
        fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
    }
    let words = words_of_shells(&release)?;
    let mut made = Vec::new();
    for product in products {
        made.extend(make(product, &release, &words)?);
    }
    checksums()?;
    println!("\nin {OUT}:");
    for Made { file, untried } in made {
        let size = fs::metadata(&file).map_or(0, |about| about.len());
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let tried = match untried {
            None => "tried".to_owned(),
            Some(reason) => format!("NOT TRIED as it is meant: {reason}"),
        };
        println!("  {name}  {:.1} MB  {tried}", size as f64 / 1e6);
    }
    println!("  SHA256SUMS");
    Ok(())
}

/// A file for others.
struct Made {
    file: PathBuf,
    /// Why it was not installed and run as it is meant to be, if so.
    untried: Option<String>,
}

/// The files of one target.
fn make(product: &Product, release: &Release, words: &Path) -> Result<Vec<Made>, String> {
    let target = product.target;
    target.prepare()?;
    run(target.cargo("build").args(["--profile", &release.profile]))?;
    let program = PathBuf::from(target.program(&release.profile));
    let folder = archive::folder(target, release, &program, words)?;
    let archive = archive::pack(&folder, target, release)?;
    trial::archive(&archive, target)?;
    let mut made = vec![Made {
        file: archive,
        untried: None,
    }];
    if let Some(processors) = product.debian {
        let file = debian::package(&folder, processors, release)?;
        let untried = trial::debian(&file, processors)?;
        made.push(Made { file, untried });
    }
    if product.image {
        let file = image::image(&program, release)?;
        let untried = trial::image(&file)?;
        made.push(Made { file, untried });
    }
    Ok(made)
}

/// What shells complete and the manual pages, which are the same for all systems.
fn words_of_shells(release: &Release) -> Result<PathBuf, String> {
    run(&mut cargo("build --locked --package papan"))?;
    let folder = PathBuf::from(WORK).join("words");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for (shell, file) in [
        ("bash", "papan.bash"),
        ("zsh", "_papan"),
        ("fish", "papan.fish"),
        ("powershell", "papan.ps1"),
    ] {
        let text = capture(Command::new("target/debug/papan").args(["completions", shell]))?;
        fs::write(folder.join(file), text.standard).map_err(|error| error.to_string())?;
    }
    let manual = folder.join("man");
    run(Command::new("target/debug/papan")
        .arg("manual")
        .arg(&manual))?;
    println!(
        "{} manual pages of papan {}",
        files_in(&manual)?.len(),
        release.version
    );
    Ok(folder)
}

/// The checksums of all that lies there, as `sha256sum --check` reads them.
fn checksums() -> Result<(), String> {
    let names: Vec<String> = files_in(Path::new(OUT))?
        .into_iter()
        .filter(|name| name != "SHA256SUMS")
        .collect();
    let mut sums = Command::new("sha256sum");
    let sums = capture(sums.arg("--").args(&names).current_dir(OUT))?;
    let path = Path::new(OUT).join("SHA256SUMS");
    fs::write(path, sums.standard).map_err(|error| error.to_string())?;
    run(Command::new("sha256sum")
        .args(["--check", "--quiet", "SHA256SUMS"])
        .current_dir(OUT))
}

/// The version of the workspace.
fn version() -> Result<String, String> {
    let said = capture(&mut cargo("pkgid --package papan"))?.standard;
    let version = said.trim().rsplit(['#', '@']).next().map(str::to_owned);
    version.ok_or_else(|| format!("cargo calls the package '{said}'"))
}

/// When the commit was made that is built.
fn commit_time() -> String {
    let said = capture(Command::new("git").args(["log", "-1", "--format=%ct"]));
    said.map_or_else(|_| "0".to_owned(), |said| said.standard.trim().to_owned())
}

/// The names of the files in a folder, in a steady order.
fn files_in(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

/// An empty folder to put something together in.
fn empty(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(WORK).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// A copy of a file.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let copied = fs::copy(from, to).map(drop);
    copied.map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

/// An archive of a folder that holds nothing of the machine that made it: no names, no times.
fn tar(folder: &Path, names: &[&str], to: &Path, release: &Release) -> Result<(), String> {
    let mut tar = Command::new("tar");
    tar.args([
        "--create",
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
    ]);
    tar.arg(format!("--mtime=@{}", release.time));
    tar.arg("--mode=u+rw,go=rX").arg("--file").arg(to);
    run(tar.arg("--directory").arg(folder).args(names))
}
