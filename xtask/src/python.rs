//! The Python package: its check and its wheel.

use crate::{
    checks::{Done, Extent, cargo},
    tools::{capture, run},
};
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

/// The virtual environment of the tests; never the user's own Python.
const ENVIRONMENT: &str = "target/python";

/// Where the wheel is tried out, without what lies beside it in the checkout.
const TRIAL: &str = "target/python/trial";

/// The oldest Python that the package is for, as `python/pyproject.toml` says.
const OLDEST: [u32; 2] = [3, 11];

/// What to do where there is none.
const ADVICE: &str = "The Python package needs Python 3.11 or newer with venv: \
                      apt-get install python3 python3-venv";

/// What the tests need. Their versions are bounded so that a new one cannot break an old commit.
const PACKAGES: &[&str] = &[
    "numpy>=2.0,<3",
    "pytest>=8,<10",
    "hypothesis>=6,<7",
    "mypy>=1.15,<3",
    "gymnasium>=1.1,<2",
    "pettingzoo>=1.25,<2",
    "open_spiel>=1.6,<3",
    "pandas>=2.2,<4",
    "polars>=1.20,<2",
    "pyarrow>=18",
    "matplotlib>=3.9,<4",
    "nbformat>=5,<6",
    "nbclient>=0.10,<1",
    "ipykernel>=6,<8",
    "psutil>=6,<8",
];

/// What a wheel is tried out with; OpenSpiel and the notebooks are tested with the checkout.
const NOT_OF_THE_WHEEL: &[&str] = &["test_openspiel.py", "test_notebooks.py"];

/// Builds the extension as the tests of the workspace build it, and runs the tests of the package.
pub(crate) fn check(extent: Extent) -> Result<Done, String> {
    let python = environment(ENVIRONMENT, PACKAGES)?;
    run(&mut cargo("build --locked --package papan-python"))?;
    let folder = package_with("target/debug")?;
    let in_package = |arguments: &str| {
        let mut command = Command::new(&python);
        command
            .args(arguments.split_whitespace())
            .env("PYTHONPATH", &folder)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("MPLBACKEND", "Agg");
        command
    };
    run(&mut in_package(
        "-m mypy --config-file python/pyproject.toml --cache-dir target/python/mypy \
         python/papan python/tests python/benchmarks",
    ))?;
    // The stubs say what the extension has.
    run(
        in_package("-m mypy.stubtest --mypy-config-file python/pyproject.toml papan._papan")
            .env("MYPYPATH", &folder),
    )?;
    run(&mut in_package(
        // A test runs the examples of the extension, which are in the package by name.
        "-m pytest -q -p no:cacheprovider --durations=10 --doctest-modules python/tests \
         python/papan --ignore python/papan/__init__.py",
    ))?;
    match extent {
        Extent::Everyday => Ok(Done::Passed),
        Extent::All => try_out().map(|()| Done::Passed),
    }
}

/// The wheel, in `python/dist`.
pub(crate) fn wheel() -> Result<(), String> {
    wheel_into("python/dist")
}

fn wheel_into(folder: &str) -> Result<(), String> {
    let python = environment(ENVIRONMENT, &["maturin>=1.10,<2"])?;
    let mut build = Command::new(python);
    build.args(
        "-m maturin build --release --locked --manifest-path python/Cargo.toml --out"
            .split_whitespace(),
    );
    run(build.arg(folder))
}

/// Installs the package as users do, from its file and from the checkout, each into an environment
/// that knows nothing of the checkout, and tries it out there.
fn try_out() -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{TRIAL}: {error}");
    let folder = std::path::absolute(TRIAL).map_err(failed)?;
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(folder.join("tests")).map_err(failed)?;
    let wheels = folder.join("wheels");
    wheel_into(&wheels.to_string_lossy())?;
    let mut files = fs::read_dir(&wheels).map_err(failed)?;
    let file = files.next().ok_or("maturin made no wheel")?;
    let file = file.map_err(failed)?.path();
    for entry in fs::read_dir("python/tests").map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default();
        if path.is_file() && !NOT_OF_THE_WHEEL.iter().any(|&test| name == test) {
            fs::copy(&path, folder.join("tests").join(name)).map_err(failed)?;
        }
    }
    let home = |name: &str| format!("{TRIAL}/{name}");
    let trials = [
        ("from-file", file.to_string_lossy().into_owned()),
        ("from-checkout", "./python".to_owned()),
    ];
    for (name, package) in trials {
        let python = environment(&home(name), &[&package])?;
        let program = python.with_file_name("papan");
        run(Command::new(&program)
            .args("match othello:size=4 level:1 random --games 4".split_whitespace())
            .current_dir(&folder))?;
    }
    let python = environment(&home("from-file"), PACKAGES)?;
    run(Command::new(python)
        .args("-m pytest -q -p no:cacheprovider tests".split_whitespace())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(&folder))
}

/// The Python that makes virtual environments, unless it is too old for the package.
fn python_of_the_system() -> Result<Command, String> {
    let mut ask = Command::new("python3");
    ask.args(["-c", "import sys; print(*sys.version_info[:2])"]);
    let told = capture(&mut ask).map_err(|problem| format!("{problem}\n{ADVICE}"))?;
    let numbers: Vec<u32> = told
        .standard
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    match numbers >= OLDEST.to_vec() {
        true => Ok(Command::new("python3")),
        false => Err(format!(
            "python3 is Python {}\n{ADVICE}",
            told.standard.trim().replace(' ', ".")
        )),
    }
}

/// The Python of a virtual environment, with these packages installed.
fn environment(place: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let home = Path::new(place);
    let python = std::path::absolute(home.join("bin/python"))
        .map_err(|error| format!("{place}: {error}"))?;
    if !python.exists() {
        let mut make = python_of_the_system()?;
        run(make.args(["-m", "venv", place])).map_err(|problem| format!("{problem}\n{ADVICE}"))?;
    }
    let done = home.join("installed");
    let wanted = packages.join("\n");
    let installed = fs::read_to_string(&done).unwrap_or_default();
    if packages
        .iter()
        .all(|package| installed.lines().any(|line| line == *package))
    {
        return Ok(python);
    }
    let mut install = Command::new(&python);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    run(install.args(packages))?;
    fs::write(&done, format!("{installed}\n{wanted}"))
        .map_err(|error| format!("{}: {error}", done.display()))?;
    Ok(python)
}

/// A folder with the package and the extension that was built, which Python can import: the
/// sources as links, so that nothing is written between them.
fn package_with(built: &str) -> Result<PathBuf, String> {
    let folder = Path::new(ENVIRONMENT).join("package");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let package = folder.join("papan");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&package).map_err(failed)?;
    for entry in fs::read_dir("python/papan").map_err(failed)? {
        let path = std::path::absolute(entry.map_err(failed)?.path()).map_err(failed)?;
        let name = path.file_name().unwrap_or_default().to_owned();
        // One from somewhere else may lie there.
        if path.extension().is_some_and(|end| end == "so") || name == "__pycache__" {
            continue;
        }
        symlink(&path, package.join(name)).map_err(failed)?;
    }
    let name = match cfg!(target_os = "macos") {
        true => "lib_papan.dylib",
        false => "lib_papan.so",
    };
    let extension = std::path::absolute(Path::new(built).join(name)).map_err(failed)?;
    symlink(&extension, package.join("_papan.abi3.so")).map_err(failed)?;
    std::path::absolute(&folder).map_err(failed)
}
