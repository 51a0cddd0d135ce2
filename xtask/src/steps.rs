//! The checks, in the order in which a mistake is cheapest to find.

use crate::tools::{self, run};
use std::{fs, process::Command};

/// One check.
pub(crate) struct Step {
    /// What one types behind `--only`.
    pub(crate) name: &'static str,
    /// What it does, in a few words.
    pub(crate) summary: &'static str,
    /// Does it, or says what is wrong.
    pub(crate) run: fn() -> Result<Done, String>,
}

/// How a check that found nothing wrong ended.
pub(crate) enum Done {
    /// It ran.
    Passed,
    /// It could not run here, and why; nothing is known about what it checks.
    NotRun(String),
}

pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "format",
        summary: "the code is formatted",
        run: format,
    },
    Step {
        name: "lint",
        summary: "clippy finds nothing",
        run: lint,
    },
    Step {
        name: "test",
        summary: "unit, integration, property and documentation tests",
        run: test,
    },
    Step {
        name: "page",
        summary: "the modules of the page: types and unit tests",
        run: page,
    },
    Step {
        name: "browser",
        summary: "the web app in a real browser",
        run: browser,
    },
    Step {
        name: "doc",
        summary: "the documentation builds without warnings",
        run: doc,
    },
    Step {
        name: "deny",
        summary: "dependencies: duplicates, licences, sources",
        run: deny,
    },
    Step {
        name: "fuzz",
        summary: "no input makes a parser panic",
        run: fuzz,
    },
];

/// How long each fuzz target looks for trouble.
const FUZZ_SECONDS: u32 = 15;

fn cargo(arguments: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments.split_whitespace());
    command
}

fn format() -> Result<Done, String> {
    tools::need_component("fmt", "rustfmt")?;
    run(&mut cargo("fmt --all --check"))?;
    run(&mut cargo("fmt --manifest-path fuzz/Cargo.toml --check"))?;
    run(&mut cargo("fmt --manifest-path browser/Cargo.toml --check"))?;
    Ok(Done::Passed)
}

fn lint() -> Result<Done, String> {
    tools::need_component("clippy", "clippy")?;
    run(&mut cargo(
        "clippy --workspace --all-targets --locked -- -D warnings",
    ))?;
    Ok(Done::Passed)
}

fn test() -> Result<Done, String> {
    tools::need_rhino()?;
    run(&mut cargo("test --workspace --locked"))?;
    Ok(Done::Passed)
}

/// How the types in the comments of the page are checked.
const TYPES: &str = "--allowJs --checkJs --strict --noEmit --target es2022 --module es2022 \
     --moduleResolution bundler --lib es2023,dom,dom.iterable";

fn page() -> Result<Done, String> {
    tools::need_npm_packages()?;
    let mut types = tools::npm_program("tsc");
    types.args(TYPES.split_whitespace());
    types.arg("crates/web/assets/app.js");
    // Boards and pages are loaded when they are needed, so nothing imports them by name.
    for folder in ["crates/web/assets/boards", "crates/web/assets/pages"] {
        types.args(modules_in(folder)?);
    }
    run(&mut types)?;
    let mut tests = Command::new("node");
    tests
        .arg("--test")
        .args(modules_in("crates/web/tests/page")?);
    run(&mut tests)?;
    Ok(Done::Passed)
}

/// The modules of a folder, in a steady order.
fn modules_in(folder: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut modules: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.path().to_str().map(str::to_owned))
        .filter(|path| path.ends_with(".js"))
        .collect();
    modules.sort();
    Ok(modules)
}

fn browser() -> Result<Done, String> {
    ready_for_the_browser()?;
    run(&mut cargo(
        "clippy --manifest-path browser/Cargo.toml --all-targets --locked -- -D warnings",
    ))?;
    run(&mut in_the_browser(
        "test --manifest-path browser/Cargo.toml --locked",
    ))?;
    Ok(Done::Passed)
}

/// Everything that tests and screenshots need: Chromium, what looks for barriers on a page,
/// and the program itself.
fn ready_for_the_browser() -> Result<(), String> {
    tools::need_chromium()?;
    tools::need_npm_packages()?;
    run(&mut cargo("build --package papan --locked"))
}

/// A command of cargo that finds the program and what looks for barriers.
fn in_the_browser(arguments: &str) -> Command {
    let mut command = cargo(arguments);
    command
        .env("PAPAN", absolute("target/debug/papan"))
        .env("AXE", absolute(tools::AXE));
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

fn doc() -> Result<Done, String> {
    run(cargo("doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Done::Passed)
}

fn deny() -> Result<Done, String> {
    tools::need_subcommand("deny", "cargo-deny", "0.20.2")?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "browser/Cargo.toml"] {
        run(&mut cargo(&format!(
            "deny --locked --manifest-path {manifest} --config deny.toml check bans licenses sources"
        )))?;
    }
    Ok(Done::Passed)
}

fn fuzz() -> Result<Done, String> {
    // The lock file is checked here because cargo-fuzz would quietly change it.
    run(&mut cargo("fetch --locked --manifest-path fuzz/Cargo.toml"))?;
    let ready = tools::need_cpp_compiler()
        .and_then(|()| tools::need_subcommand("fuzz", "cargo-fuzz", "0.13.2"));
    if let Err(problem) = ready {
        return Ok(Done::NotRun(format!(
            "{problem}\nNothing was fuzzed. The same checks of positions and files have run in \
             the step 'test', on random texts only."
        )));
    }
    run(&mut cargo(
        "clippy --manifest-path fuzz/Cargo.toml --all-targets --locked -- -D warnings",
    ))?;
    // Without a sanitizer the stable compiler will do, and Rust needs none to catch panics.
    run(&mut cargo("fuzz build --sanitizer none"))?;
    let targets = tools::capture(&mut cargo("fuzz list"))?.standard;
    for target in targets.split_whitespace() {
        let corpus = format!("fuzz/corpus/{target}");
        fs::create_dir_all(&corpus).map_err(|error| format!("{corpus}: {error}"))?;
        let report = tools::capture(&mut cargo(&format!(
            "fuzz run --sanitizer none {target} {corpus} fuzz/seeds/{target} -- \
             -max_total_time={FUZZ_SECONDS} -timeout=10 -print_funcs=0"
        )))?;
        // The last line of the fuzzer: "Done 438799 runs in 16 second(s)".
        let done = report.error.lines().rfind(|line| line.starts_with("Done "));
        println!(
            "{target}: {}",
            done.ok_or("the fuzzer did not say how it ended")?
        );
    }
    Ok(Done::Passed)
}
