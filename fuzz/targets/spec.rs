//! The name of a game with its parameters.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_fuzz::{CheckName, check_named_game};

fuzz_target!(|input: &str| check_named_game(input, &CheckName));
