//! The checks, in the order in which a mistake is cheapest to find.

use crate::{
    layers, newcomer,
    tools::{self, run},
};
use std::{fs, path::Path, process::Command, thread};

/// One check.
pub(crate) struct Check {
    /// What one types behind `--only`.
    pub(crate) name: &'static str,
    /// What it does, in a few words.
    pub(crate) summary: &'static str,
    /// What is slow, rarely breaks and is therefore done with `--all` only.
    pub(crate) slow: Option<&'static str>,
    /// Does it, or says what is wrong.
    pub(crate) run: fn(Extent) -> Result<Done, String>,
}

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What every change must pass: under half an hour on two cores.
    Everyday,
    /// What is slow and rarely breaks as well.
    All,
}

/// How a check that found nothing wrong ended.
pub(crate) enum Done {
    /// It ran.
    Passed,
    /// It could not run here, and why; nothing is known about what it checks.
    NotRun(String),
}

pub(crate) const CHECKS: &[Check] = &[
    check("format", "the code is formatted", format),
    check(
        "layers",
        "games are named only where the catalogue begins, moves read and replayed only where lines of play are",
        |_| layers::check().map(|()| Done::Passed),
    ),
    check("lint", "clippy finds nothing", lint),
    Check {
        name: "test",
        summary: "unit, integration, property and documentation tests",
        slow: Some("games as Parquet files, whose library is large"),
        run: test,
    },
    check(
        "page",
        "the modules of the page: types and unit tests",
        page,
    ),
    check(
        "browser",
        "the web app in a real browser: every family by mouse, keys and touch",
        browser,
    ),
    Check {
        slow: Some("the game is built in, played in a tournament and in the browser"),
        ..check(
            "newcomer",
            "a game can be added where CONTRIBUTING.md says so: the places are there",
            add_a_game,
        )
    },
    Check {
        slow: Some("ten minutes of it"),
        ..check(
            "attack",
            "a hostile test of the built program, from outside: a short round",
            short_attack,
        )
    },
    check("doc", "the documentation builds without warnings", doc),
    check("deny", "dependencies: duplicates, licences, sources", deny),
    Check {
        slow: Some("a minute for each target"),
        ..check(
            "fuzz",
            "no input makes a parser panic: a few seconds for each target",
            fuzz,
        )
    },
];

/// One of which nothing is left to `--all`.
const fn check(
    name: &'static str,
    summary: &'static str,
    run: fn(Extent) -> Result<Done, String>,
) -> Check {
    Check {
        name,
        summary,
        slow: None,
        run,
    }
}

/// How many seconds each fuzz target looks for trouble.
fn fuzz_seconds(extent: Extent) -> u32 {
    match extent {
        Extent::Everyday => 15,
        Extent::All => 60,
    }
}

fn cargo(arguments: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments.split_whitespace());
    command
}

fn format(_: Extent) -> Result<Done, String> {
    tools::need_component("fmt", "rustfmt")?;
    run(&mut cargo("fmt --all --check"))?;
    run(&mut cargo("fmt --manifest-path fuzz/Cargo.toml --check"))?;
    run(&mut cargo("fmt --manifest-path browser/Cargo.toml --check"))?;
    Ok(Done::Passed)
}

fn lint(_: Extent) -> Result<Done, String> {
    tools::need_component("clippy", "clippy")?;
    run(&mut cargo(
        "clippy --workspace --all-targets --locked -- -D warnings",
    ))?;
    Ok(Done::Passed)
}

fn test(extent: Extent) -> Result<Done, String> {
    tools::need_rhino()?;
    tools::need_nats_server()?;
    tools::need_openssl()?;
    run(&mut cargo("test --workspace --locked"))?;
    if extent == Extent::All {
        run(&mut cargo(
            "test -p papan-report --features parquet --locked --lib",
        ))?;
    }
    Ok(Done::Passed)
}

/// How the types in the comments of the page are checked.
const TYPES: &str = "--allowJs --checkJs --strict --noEmit --target es2022 --module es2022 \
     --moduleResolution bundler --lib es2023,dom,dom.iterable";

fn page(_: Extent) -> Result<Done, String> {
    tools::need_npm_packages()?;
    let mut types = tools::npm_program("tsc");
    types.args(TYPES.split_whitespace());
    types.arg("crates/web/assets/app.js");
    // Boards and pages are loaded when they are needed, so nothing imports them by name.
    for folder in ["crates/web/assets/boards", "crates/web/assets/pages"] {
        types.args(files_in(folder, ".js")?);
    }
    // The JSON of the server, as the tests of its crates write it.
    let mut list = Command::new("git");
    list.args(["ls-files", "crates/*.d.ts"]);
    types.args(tools::capture(&mut list)?.standard.lines());
    run(&mut types)?;
    let mut tests = Command::new("node");
    tests
        .arg("--test")
        .args(files_in("crates/web/tests/page", ".js")?);
    run(&mut tests)?;
    Ok(Done::Passed)
}

/// The files of a folder whose names end so, in a steady order.
fn files_in(folder: &str, end: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut modules: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.path().to_str().map(str::to_owned))
        .filter(|path| path.ends_with(end))
        .collect();
    modules.sort();
    Ok(modules)
}

fn browser(_: Extent) -> Result<Done, String> {
    ready_for_the_browser()?;
    run(&mut cargo(
        "clippy --manifest-path browser/Cargo.toml --all-targets --locked -- -D warnings",
    ))?;
    run(&mut in_the_browser(
        "test --manifest-path browser/Cargo.toml --locked",
    ))?;
    Ok(Done::Passed)
}

/// The files of a newcomer's game over a copy of the project; then the game is tried out.
fn add_a_game(extent: Extent) -> Result<Done, String> {
    newcomer::copy()?;
    if extent == Extent::All {
        tools::need_chromium()?;
        tools::need_npm_packages()?;
        let program = newcomer::build()?;
        newcomer::try_out(&program)?;
        let mut play =
            in_the_browser("run --manifest-path browser/Cargo.toml --locked --bin newcomer");
        run(play.env("PAPAN", &program))?;
    }
    Ok(Done::Passed)
}

/// Everything that tests and screenshots need: Chromium, what looks for barriers on a page, a
/// server for workers, and the program itself.
fn ready_for_the_browser() -> Result<(), String> {
    tools::need_chromium()?;
    tools::need_nats_server()?;
    tools::need_npm_packages()?;
    build_program()
}

/// The program, built as its own tests build it: with the features of the whole workspace, so that
/// nothing is compiled again after them.
fn build_program() -> Result<(), String> {
    run(&mut cargo(
        "test --workspace --locked --no-run --test serve",
    ))
}

/// A round of the attack in which every case is tried once at least.
fn short_attack(extent: Extent) -> Result<Done, String> {
    // It watches processes as Linux tells them.
    if !Path::new("/proc/self/environ").exists() {
        return Ok(Done::NotRun("the attack needs /proc".to_owned()));
    }
    let minutes = match extent {
        Extent::Everyday => "2.5",
        Extent::All => "10",
    };
    match attack(&["--minutes", minutes])? {
        0 => Ok(Done::Passed),
        _ => Err("the attack found something; it says how to repeat it".to_owned()),
    }
}

/// The attack with these words: its exit code. The program is built unless another one is named.
pub(crate) fn attack(words: &[&str]) -> Result<u8, String> {
    run(&mut cargo("build --locked --package papan-attack"))?;
    let needs_program = !["--program", "--list", "--help"]
        .iter()
        .any(|word| words.contains(word));
    let mut command = Command::new(absolute("target/debug/papan-attack"));
    command.args(words);
    if needs_program {
        build_program()?;
        command.arg("--program").arg(absolute("target/debug/papan"));
    }
    let status = command
        .status()
        .map_err(|error| format!("the attack cannot be started: {error}"))?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(101))
}

/// A command of cargo that finds the program and what looks for barriers.
fn in_the_browser(arguments: &str) -> Command {
    let mut command = cargo(arguments);
    command
        .env("PAPAN", absolute("target/debug/papan"))
        .env("AXE", absolute(tools::AXE))
        .env("NATS_SERVER", absolute(tools::NATS_SERVER));
    command
}

fn absolute(path: &str) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// Pictures of every page, in both themes and two sizes, for people to look at.
pub(crate) fn screenshots() -> Result<(), String> {
    ready_for_the_browser()?;
    run(&mut in_the_browser(
        "run --manifest-path browser/Cargo.toml --locked --bin screenshots",
    ))
}

fn doc(_: Extent) -> Result<Done, String> {
    run(cargo("doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Done::Passed)
}

fn deny(_: Extent) -> Result<Done, String> {
    tools::need_subcommand("deny", "cargo-deny", "0.20.2")?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "browser/Cargo.toml"] {
        run(&mut cargo(&format!(
            "deny --locked --manifest-path {manifest} --config deny.toml check bans licenses sources"
        )))?;
    }
    Ok(Done::Passed)
}

fn fuzz(extent: Extent) -> Result<Done, String> {
    // The lock file is checked here because cargo-fuzz would quietly change it.
    run(&mut cargo("fetch --locked --manifest-path fuzz/Cargo.toml"))?;
    let ready = tools::need_cpp_compiler()
        .and_then(|()| tools::need_subcommand("fuzz", "cargo-fuzz", "0.13.2"));
    if let Err(problem) = ready {
        return Ok(Done::NotRun(format!(
            "{problem}\nNothing was fuzzed. The same checks of positions and files have run in \
             the check 'test', on random texts only."
        )));
    }
    run(&mut cargo(
        "clippy --manifest-path fuzz/Cargo.toml --all-targets --locked -- -D warnings",
    ))?;
    // Without a sanitizer the stable compiler will do, and Rust needs none to catch panics.
    run(&mut cargo("fuzz build --sanitizer none"))?;
    let seconds = fuzz_seconds(extent);
    let targets = tools::capture(&mut cargo("fuzz list"))?.standard;
    let targets: Vec<&str> = targets.split_whitespace().collect();
    // Each takes one core for its time, whatever it is given.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for together in targets.chunks(cores) {
        let reports: Vec<_> = thread::scope(|scope| {
            let runs: Vec<_> = together
                .iter()
                .map(|target| scope.spawn(move || fuzz_target(target, seconds)))
                .collect();
            runs.into_iter()
                .map(|run| run.join().unwrap_or_else(|_| Err("it panicked".to_owned())))
                .collect()
        });
        for (target, report) in together.iter().zip(reports) {
            println!("{target}: {}", report?);
        }
    }
    Ok(Done::Passed)
}

/// Lets one target look for trouble; the last line of the fuzzer, such as "Done 438799 runs in 16
/// second(s)".
fn fuzz_target(target: &str, seconds: u32) -> Result<String, String> {
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(&corpus).map_err(|error| format!("{corpus}: {error}"))?;
    let report = tools::capture(&mut cargo(&format!(
        "fuzz run --sanitizer none {target} {corpus} fuzz/seeds/{target} -- \
         -max_total_time={seconds} -timeout=10 -print_funcs=0"
    )))?;
    let done = report.error.lines().rfind(|line| line.starts_with("Done "));
    Ok(done
        .ok_or("the fuzzer did not say how it ended")?
        .to_owned())
}
