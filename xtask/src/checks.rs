//! The checks, in the order in which a mistake is cheapest to find.

use crate::{
    layers, newcomer, python, site, targets,
    tools::{self, run},
    wasm,
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
        slow: Some(
            "it is built, and all that is played in the web app is played there, and without a network",
        ),
        ..check(
            "site",
            "the page without a server: its parts are drawn and packed as they should be",
            the_site,
        )
    },
    Check {
        slow: Some("games of the native program are played again in WebAssembly"),
        ..check(
            "wasm",
            "what plays compiles to WebAssembly, and plays the same moves there",
            wasm::check,
        )
    },
    Check {
        slow: Some("its wheel is built, installed without the checkout, and tested there"),
        ..check(
            "python",
            "the Python package: its tests, its types, its notebooks",
            python::check,
        )
    },
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
    Check {
        slow: Some(
            "it is built and run there by Wine and an emulator: rules, matches, engines, ledger, server",
        ),
        ..check(
            "targets",
            "the program compiles for Windows and for Linux on ARM",
            targets::check,
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

/// A command of cargo. It is not told what this program was told of itself by the cargo that started
/// it: packages whose build looks at that, such as `ring`, would be built again each time between
/// `cargo test` and `cargo xtask test`.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments.split_whitespace());
    for (name, _) in std::env::vars_os() {
        let told = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if told {
            command.env_remove(name);
        }
    }
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
     --moduleResolution bundler --lib";

/// What pages find in a browser, and what workers do.
const IN_PAGES: &str = "es2023,dom,dom.iterable";
const IN_WORKERS: &str = "es2023,webworker";

/// The modules of the page without a server that nothing else imports by name, all but the last
/// three of them in pages.
const OF_THE_SITE: [&str; 5] = [
    "pocket/app.js",
    "pocket/line.js",
    "pocket/host-worker.js",
    "pocket/thinker-worker.js",
    "service-worker.js",
];

fn page(_: Extent) -> Result<Done, String> {
    tools::need_npm_packages()?;
    check_types("crates/web/assets", &[])?;
    let folder = format!("{}/page", site::WORK);
    site::page_for_checks(Path::new(&folder))?;
    let (in_pages, in_workers) = OF_THE_SITE.split_at(2);
    check_types(&folder, in_pages)?;
    let mut types = tools::npm_program("tsc");
    types.args(TYPES.split_whitespace()).arg(IN_WORKERS);
    types.args(in_workers.iter().map(|module| format!("{folder}/{module}")));
    run(&mut types)?;
    let mut tests = Command::new("node");
    tests
        .arg("--test")
        .args(files_in("crates/web/tests/page", ".js")?);
    run(&mut tests)?;
    Ok(Done::Passed)
}

/// Checks the types of a page in a folder, with modules that nothing in it imports by name.
fn check_types(folder: &str, more: &[&str]) -> Result<(), String> {
    let mut types = tools::npm_program("tsc");
    types.args(TYPES.split_whitespace()).arg(IN_PAGES);
    types.arg(format!("{folder}/app.js"));
    // Boards and pages are loaded when they are needed, so nothing imports them by name.
    for part in ["boards", "pages"] {
        types.args(files_in(&format!("{folder}/{part}"), ".js")?);
    }
    types.args(more.iter().map(|module| format!("{folder}/{module}")));
    // The JSON of the server, as the tests of its crates write it.
    let mut list = Command::new("git");
    list.args(["ls-files", "crates/*.d.ts"]);
    types.args(tools::capture(&mut list)?.standard.lines());
    run(&mut types)
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

/// Tests of the web app that are about something that only a server has, or about another browser
/// that looks at the same game.
const ONLY_WITH_A_SERVER: [&str; 1] = ["a_second_tab_watches_and_another_browser_cannot_move"];

/// What is tested about the folder as about the program.
const LIKE_THE_PROGRAM: [&str; 7] = [
    "whole_games",
    "features",
    "desk",
    "sitting",
    "layouts",
    "coach",
    "access",
];

/// What is tested about the folder alone.
const OF_THE_APP: [&str; 4] = ["site", "lost", "opened", "thinking"];

/// What is done again without a network, after the first visit.
const WITHOUT_A_NETWORK: [&str; 4] = ["whole_games", "features", "desk", "coach"];

/// Tests of what a browser fetches from a network.
const ONLY_WITH_A_NETWORK: [&str; 1] = ["nothing_moves_and_the_first_view_is_small"];

/// The page without a server: built, and tested like the one that has a server.
fn the_site(extent: Extent) -> Result<Done, String> {
    run(&mut cargo("test --package xtask --locked -- site"))?;
    if extent == Extent::Everyday {
        return Ok(Done::Passed);
    }
    tools::need_chromium()?;
    tools::need_npm_packages()?;
    site::build(&[])?;
    let mut program = Command::new("node");
    program.args(["--test", "crates/pocket/tests/pocket.test.js"]);
    run(program.env("PAPAN_POCKET", absolute(&format!("{}/program", site::WORK))))?;
    run(&mut cargo(
        "clippy --manifest-path browser/Cargo.toml --all-targets --all-features --locked -- -D warnings",
    ))?;
    let folder = absolute(&format!("{}/folder", site::WORK));
    let tests = |names: &mut dyn Iterator<Item = &str>, skipped: &[&[&str]]| {
        let mut words =
            "test --manifest-path browser/Cargo.toml --locked --features site".to_owned();
        for name in names {
            words.push_str(&format!(" --test {name}"));
        }
        words.push_str(" --");
        for name in skipped.iter().copied().flatten() {
            words.push_str(&format!(" --skip {name}"));
        }
        let mut command = in_the_browser(&words);
        command.env("PAPAN_SITE", &folder);
        command
    };
    let mut names = OF_THE_APP.into_iter().chain(LIKE_THE_PROGRAM);
    run(&mut tests(&mut names, &[&ONLY_WITH_A_SERVER]))?;
    let mut names = WITHOUT_A_NETWORK.into_iter();
    let skipped = [&ONLY_WITH_A_SERVER[..], &ONLY_WITH_A_NETWORK];
    run(tests(&mut names, &skipped).env("PAPAN_OFFLINE", "1"))?;
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

pub(crate) fn absolute(path: &str) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// Pictures of every page, in both themes and four sizes, for people to look at.
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
