//! One tournament on many machines.
//!
//! A [`Coordinator`] is a [`papan_arena::Players`]: it hands the games of an event to workers
//! through a NATS server with JetStream, and takes what they have played. [`work`] is such a
//! worker. The ledger stays the truth: what is not in it has not been played, so that the server
//! may lose or double anything.
//!
//! | module | subject |
//! |---|---|
//! | `address` | where the servers are, and who one is there |
//! | `subjects` | what is said where |
//! | `wire` | what is said |
//! | `server` | streams and consumers |
//! | `coordinator` | handing out, taking, audit |
//! | `worker` | playing |
//! | `status` | who works, seen from outside |
//! | `watch` | the same for as long as somebody wants to know |

mod address;
mod coordinator;
mod error;
mod server;
mod status;
mod subjects;
mod watch;
mod wire;
mod worker;

#[cfg(test)]
#[path = "../../cli/tests/support/nats.rs"]
mod nats;
#[cfg(test)]
mod tests;

pub use address::{Access, Address};
pub use coordinator::{Coordinator, CoordinatorOptions};
pub use error::DistributedError;
pub use status::{EventStatus, Listener, Status, WorkerView};
pub use subjects::{EventKey, JOBS, RESULTS, is_worker_name};
pub use watch::watch;
pub use wire::{Announcement, PROTOCOL, Sign};
pub use worker::{WorkerOptions, WorkerStatus, work};

use papan_agents::engines::Starts;
use tokio::runtime::{Builder, Runtime};

fn machine(error: impl std::fmt::Display) -> DistributedError {
    DistributedError::Machine(error.to_string())
}

/// What connections run on.
fn runtime() -> Result<Runtime, DistributedError> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    runtime.map_err(machine)
}

/// A word that nobody has used before.
fn nonce() -> Result<String, DistributedError> {
    Ok(format!("{:016x}", getrandom::u64().map_err(machine)?))
}

/// What the machine calls itself.
pub fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    match name.is_empty() {
        true => "unknown".to_owned(),
        false => name,
    }
}

/// A worker's name: its machine's, and some letters.
fn worker_name() -> Result<String, DistributedError> {
    let host = host();
    let word: String = host
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .take(40)
        .collect();
    Ok(format!("{word}-{}", &nonce()?[..6]))
}

/// No job makes anyone start a program by its command.
fn refuse_commands(agent: &str) -> Result<(), DistributedError> {
    match papan_agents::engines::starts(agent) {
        Some(Starts::Command) => Err(DistributedError::Command(agent.to_owned())),
        _ => Ok(()),
    }
}
