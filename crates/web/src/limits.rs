//! How much of everything there may be. All limits of the server stand here; docs/web.md says
//! what they are together.

use papan_host::Rate;
use std::time::Duration;

/// The most connections open at once. A page has six; each takes up to 64 kB for the head of a
/// request. Who comes to a full house takes the place of whoever is silent for longest.
pub(crate) const CONNECTIONS: usize = 1_024;
/// The most of one client, where clients can be told apart: a class behind one address.
pub(crate) const CONNECTIONS_OF_CLIENT: usize = 256;
/// A client that is slower than this with the head of a request is left.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long the body of a request may take, besides the time that [`BODY_RATE`] gives it.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(5);
/// The least bytes a second of a body: the largest one comes within [`REQUEST_TIME`].
pub(crate) const BODY_RATE: f64 = 64.0 * 1024.0;
/// A server that is slower with an answer than this ends it.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// After this time a connection takes no more requests: who does not read the answers holds it
/// no longer than that, and everybody else opens another.
pub(crate) const CONNECTION_TIME: Duration = Duration::from_secs(300);
/// How long requests may take to end once the server goes down.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// The most sockets at once; a game with one that nobody plays takes some 30 kB.
pub(crate) const SOCKETS: usize = 2_000;
/// The most of one client, where clients can be told apart: two pages for each of a class.
pub(crate) const SOCKETS_OF_CLIENT: usize = 256;

/// How long a question to an agent is short: after that another may begin beside it. Levels 1 to
/// 3 are done by then.
pub(crate) const SHORT_QUESTION: Duration = Duration::from_millis(100);
/// The most questions that are thought about at once for each thread. More would slow down each
/// other, fewer would interrupt agents that play by the clock.
pub(crate) const LONG_QUESTIONS: usize = 4;
/// The most questions of one game or page that wait for a thread.
pub(crate) const QUESTIONS_OF_OWNER: usize = 8;
/// The most of one client, where clients can be told apart: a class that analyses.
pub(crate) const QUESTIONS_OF_CLIENT: usize = 128;
/// The most of all of them: what waits takes some kB each.
pub(crate) const QUESTIONS_OF_ALL: usize = 1_000;

/// The most bytes that all open agents together may take.
pub(crate) const AGENT_MEMORY: usize = 1 << 30;

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

/// Where files are sent to.
pub(crate) const IMPORT_PATH: &str = "/api/import";
/// The most files that are sent, wait or are read at once: the largest takes some two seconds, and
/// the last one must be read within [`REQUEST_TIME`].
pub(crate) const UPLOADS: usize = 8;
/// The most of one client, where clients can be told apart.
pub(crate) const UPLOADS_OF_CLIENT: usize = 4;

/// How many bytes more one client may have kept. A game of its own takes a few kB; the burst
/// lets a class begin at once.
pub(crate) const STORED: Rate = Rate {
    burst: 16.0 * 1024.0 * 1024.0,
    per_second: 128.0 * 1024.0,
};

/// The rate of requests of one client; on this machine of one connection.
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
