//! How much of everything there may be. All limits of the server stand here.

use std::time::Duration;

/// The most connections open at once; others wait in the queue of the system.
pub(crate) const CONNECTIONS: u32 = 4_096;
/// A client that is slower than this with the head of a request is left.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// A client that is slower than this with the body of a request, or a server that is slower
/// with the answer, ends it.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// After this time a connection takes no more requests: who does not read the answers holds it
/// no longer than that, and everybody else opens another.
pub(crate) const CONNECTION_TIME: Duration = Duration::from_secs(300);
/// How long requests may take to end once the server goes down.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// The most sockets at once.
pub(crate) const SOCKETS: usize = 2_000;
/// The most sockets of one client at once. On loopback everyone is one client, and a test or
/// a benchmark may well be many players.
pub(crate) const SOCKETS_OF_CLIENT: usize = 1_000;

/// The most bytes that all open agents together may take.
pub(crate) const AGENT_MEMORY: usize = 1 << 30;
/// The most that one of them takes: a tree or a table.
pub(crate) const LARGEST_AGENT: usize = 100 << 20;
/// An agent that nobody has asked for this time is closed.
pub(crate) const AGENT_IDLE: Duration = Duration::from_secs(300);

/// The longest message of a socket that is read at all; one that is longer ends the socket.
pub(crate) const FRAME: usize = 64 * 1024;
/// A client that does not take a message for this time is disconnected.
pub(crate) const SEND_TIME: Duration = Duration::from_secs(10);
/// How often the other side of a socket is asked whether it is still there. Who has said
/// nothing three times is not.
pub(crate) const PING: Duration = Duration::from_secs(30);

/// The most bytes in the body of a request.
pub(crate) const BODY: usize = 64 * 1024;
/// The same for the variations of an analysis.
pub(crate) const VARIATIONS_BODY: usize = 256 * 1024;
/// The same for a file to read; a megabyte is more in base64.
pub(crate) const IMPORT_BODY: usize = 1536 * 1024;

/// The rate of requests of one client.
pub(crate) const REQUESTS: Rate = Rate {
    burst: 2_000.0,
    per_second: 500.0,
};
/// The same for those that cost much: making games, reading files, running experiments. A
/// page that is played on makes one now and then; a load test makes hundreds at once.
pub(crate) const EXPENSIVE: Rate = Rate {
    burst: 500.0,
    per_second: 20.0,
};

/// Messages of the socket of a game.
pub(crate) const GAME_MESSAGES: Rate = Rate {
    burst: 100.0,
    per_second: 50.0,
};
/// Messages of the socket of a page that analyses.
pub(crate) const ANALYSIS_MESSAGES: Rate = Rate {
    burst: 100.0,
    per_second: 40.0,
};

/// How often something may be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// The most at once after a pause.
    pub(crate) burst: f64,
    /// The most in a second for ever.
    pub(crate) per_second: f64,
}
