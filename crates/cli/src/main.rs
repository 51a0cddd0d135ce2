//! The program `papan`.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    // Before anything else: this may be the guard of an engine.
    if let Some(code) = papan_protocol::process::guard() {
        return code;
    }
    papan::run_program(env::args_os().skip(1).collect()).into()
}
