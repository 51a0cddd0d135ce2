//! What goes wrong between machines.

use std::path::PathBuf;
use thiserror::Error;

/// Why nothing can be played on other machines, or no more.
#[derive(Debug, Error)]
pub enum DistributedError {
    /// The text is no address.
    #[error(
        "'{0}' is no address of servers: write nats://HOST, nats://HOST:PORT,HOST:PORT or \
         tls://HOST, with USER:PASSWORD@ before the host where the server asks for it"
    )]
    Address(String),
    /// The text is no name of a worker.
    #[error("'{0}' is no name of a worker: letters, digits, - and _, at most 64 of them")]
    WorkerName(String),
    /// A file for the connection cannot be read.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Nobody answers there.
    #[error("no NATS server answers at {place}: {problem}")]
    Silent {
        /// Where.
        place: String,
        /// What the system says.
        problem: String,
    },
    /// The server does not let us in.
    #[error("the server at {0} refuses this name, password or credentials file")]
    Refused(String),
    /// One side does not trust the other's certificate.
    #[error(
        "the certificates do not fit at {place} ({problem}): --tls-ca names who signs for the \
         server, --tls-cert and --tls-key are what the server may ask for"
    )]
    Certificate {
        /// Where.
        place: String,
        /// What the library for encryption says.
        problem: String,
    },
    /// The server lets us in, and not do what is needed.
    #[error(
        "this name may not coordinate games there ({0}): deploy/nats.conf says which rights that needs"
    )]
    Rights(String),
    /// The server has no streams.
    #[error("the server at {0} runs without JetStream: start it with -js or deploy/nats.conf")]
    NoJetStream(String),
    /// There is a stream of this name that is not ours.
    #[error(
        "the stream {stream} on this server belongs to something else (it holds {subjects}); \
         nothing was changed: use another server or another account of it"
    )]
    Foreign {
        /// The stream.
        stream: String,
        /// What it holds.
        subjects: String,
    },
    /// A stream cannot be made.
    #[error("the server does not make the stream {stream}: {problem}")]
    NoStream {
        /// The stream.
        stream: String,
        /// What the server says.
        problem: String,
    },
    /// Another event has this name on the server.
    #[error(
        "the server has another event called '{event}', begun by {host} ({differences}); nothing \
         was changed: give this one another name, or end that one with papan workers --remove \
         '{event}'"
    )]
    Taken {
        /// The name.
        event: String,
        /// Who has begun it.
        host: String,
        /// In what they differ.
        differences: String,
    },
    /// An agent would make strangers start a program.
    #[error(
        "{0} names a program by its command, which no job may make a worker start: name it in an \
         engines.toml there and here, and write engine:NAME"
    )]
    Command(String),
    /// The server answers something else than it should.
    #[error("the server: {0}")]
    Server(String),
    /// The machine.
    #[error("{0}")]
    Machine(String),
    /// This worker is put aside.
    #[error("this worker is put aside in '{event}': {reason}")]
    PutAside {
        /// The event.
        event: String,
        /// Why.
        reason: String,
    },
}

impl DistributedError {
    /// Whether another name, address or setting helps.
    pub fn is_mistake(&self) -> bool {
        !matches!(
            self,
            DistributedError::Silent { .. }
                | DistributedError::Server(_)
                | DistributedError::Machine(_)
                | DistributedError::PutAside { .. }
        )
    }

    /// What a server or the way to it says.
    pub(crate) fn server(error: impl std::fmt::Display) -> DistributedError {
        DistributedError::Server(error.to_string())
    }
}
