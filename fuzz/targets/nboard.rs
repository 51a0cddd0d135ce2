//! An engine that is spoken to as NBoard does: one move at most for each search.

#![no_main]

mod dialogue;

use libfuzzer_sys::fuzz_target;
use papan_protocol::server::Protocol;

fuzz_target!(|input: &[u8]| {
    let Some((said, answered)) = dialogue::hold(Protocol::NBoard, input) else {
        return;
    };
    let lines = said.split(|&byte| byte == b'\n').count();
    let moves = answered.lines().filter(|line| line.starts_with("=== "));
    assert!(moves.count() <= lines, "{answered}");
});
