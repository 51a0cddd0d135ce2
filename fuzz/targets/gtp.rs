//! An engine that is spoken to in GTP: one reply for each command.

#![no_main]

mod dialogue;

use libfuzzer_sys::fuzz_target;
use papan_protocol::server::Protocol;

fuzz_target!(|input: &[u8]| {
    let Some((said, answered)) = dialogue::hold(Protocol::Gtp, input) else {
        return;
    };
    let replies: Vec<&str> = answered.split_terminator("\n\n").collect();
    let lines = said.split(|&byte| byte == b'\n').count();
    assert!(replies.len() <= lines, "{answered}");
    for reply in replies {
        assert!(reply.starts_with(['=', '?']), "{answered}");
    }
});
