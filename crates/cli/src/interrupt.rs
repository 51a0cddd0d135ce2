//! Ctrl-C and its like in commands that have nothing to finish.

use crate::exit::Exit;

/// Ends the command at once when someone asks for it, with all engines that it has started.
pub(crate) fn end_at_once() {
    // Where this cannot be had the system ends the command, and guards end the engines.
    let _ = ctrlc::set_handler(|| {
        papan_protocol::process::kill_all();
        std::process::exit(Exit::Interrupted as i32)
    });
}
