//! The same moves in a browser: everything that plays is compiled to WebAssembly, and games of the
//! native program are played again by Node.js.

use crate::{
    checks::{Done, Extent, cargo},
    targets::BROWSER,
    tools::{self, run},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Where the program for Node.js is put together.
const FOLDER: &str = "target/wasm";

/// What must run in a browser, with nothing that it has not.
const PACKAGES: &str = "-p papan-core -p papan-search -p papan-engines -p papan-protocol \
     -p papan-agents -p papan-arena -p papan-report -p papan-papers -p papan-host -p papan-pocket";

/// Compiles it, and with everything plays the games again.
pub(crate) fn check(extent: Extent) -> Result<Done, String> {
    tools::need_rust_target(BROWSER)?;
    run(&mut cargo(&format!(
        "clippy --locked --target {BROWSER} --no-default-features {PACKAGES} -- -D warnings"
    )))?;
    if extent == Extent::All {
        let recorded = Path::new(FOLDER).join("games.txt");
        build_for_node()?;
        let mut record = cargo("run --locked --quiet -p papan-wasm -- games");
        let games = tools::capture(&mut record)?.standard;
        fs::write(&recorded, games).map_err(|error| format!("{}: {error}", recorded.display()))?;
        let mut compare = Command::new("node");
        run(compare.args(["wasm/compare.mjs", "games"]).arg(recorded))?;
    }
    Ok(Done::Passed)
}

/// How what runs in a browser is compiled (`Cargo.toml` says why).
const PROFILE: &str = "pocket";

/// What a compiler may use: what all browsers have had since 2021.
const FEATURES: [&str; 6] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-reference-types",
];

/// Compiles the library of a package, makes it ready for JavaScript (`web` or `nodejs`) and then smaller and faster, into
/// a folder: the page and what it is compared with are made in the same way.
pub(crate) fn build(package: &str, kind: &str, folder: &Path) -> Result<(), String> {
    tools::need_rust_target(BROWSER)?;
    let bindgen = tools::need_wasm_bindgen()?;
    let optimiser = tools::wasm_optimiser()?;
    run(&mut cargo(&format!(
        "rustc --locked --package {package} --lib --crate-type cdylib --target {BROWSER} \
         --profile {PROFILE} --no-default-features"
    )))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let library = package.replace('-', "_");
    let built = target.join(BROWSER).join(PROFILE);
    let mut bind = Command::new(bindgen);
    bind.args(["--target", kind, "--no-typescript", "--out-dir"]);
    run(bind.arg(folder).arg(built.join(format!("{library}.wasm"))))?;
    let Some(mut optimise) = optimiser else {
        println!(
            "wasm-opt is missing (npm brings it, in the package binaryen): the program is a little \
             larger and slower than it could be"
        );
        return Ok(());
    };
    let code = folder.join(format!("{library}_bg.wasm"));
    let smaller = folder.join("smaller.wasm");
    optimise.arg("-O3").args(FEATURES).arg(&code);
    run(optimise.arg("-o").arg(&smaller))?;
    fs::rename(&smaller, &code).map_err(|error| format!("{}: {error}", code.display()))
}

/// What is compared with the native program, for Node.js.
fn build_for_node() -> Result<(), String> {
    build("papan-wasm", "nodejs", Path::new(FOLDER))
}

/// Measures rules and searches natively and in WebAssembly, side by side.
pub(crate) fn speed() -> Result<(), String> {
    build_for_node()?;
    run(&mut cargo("build --locked --release -p papan-wasm"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let mut compare = Command::new("node");
    compare.args(["wasm/compare.mjs", "speed"]);
    run(compare.arg(target.join("release/papan-wasm")))
}
