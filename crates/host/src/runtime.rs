//! What goes on beside: time that passes, work that others need not wait for. On a server tokio
//! and threads do it, in a browser the page's own clock, and work is done at once, because there
//! is nobody else on the thread of the worker that it could keep waiting for long.

use crate::error::Answer;
use std::time::Duration;
use tokio::sync::oneshot;
pub use web_time::Instant;

#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
use browser as own;
#[cfg(not(target_family = "wasm"))]
use native as own;

pub use own::{sleep_until, spawn};

/// Waits for so long.
pub async fn sleep(time: Duration) {
    sleep_until(Instant::now() + time).await;
}

/// Does work that takes longer than a thread of a server may be held; not too much of it at
/// once, so that it keeps nobody from the saved games.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    own::aside(work).await
}

/// Does work that waits for the disk.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    own::blocking(work).await
}

/// Does work on a thread of its own, which ends with it. All that it allocates it frees as well
/// but for the text it gives back: so the memory of the work goes back to the system, where a
/// thread that lives on would keep it.
pub(crate) async fn alone(
    work: impl FnOnce() -> Answer<String> + Send + 'static,
) -> Answer<String> {
    own::alone(work).await
}

/// Does work whose result outlives what first needs it, apart from the memory of that, which else
/// could not go back to the system.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    own::apart(work)
}

/// Work that goes on beside. It ends at the latest when this is dropped.
pub(crate) struct Beside {
    ends: oneshot::Sender<()>,
}

impl Beside {
    /// Begins with it.
    pub(crate) fn spawn(work: impl Future<Output = ()> + Send + 'static) -> Beside {
        let (ends, mut ended) = oneshot::channel();
        spawn(async move {
            tokio::select! {
                () = work => {}
                _ = &mut ended => {}
            }
        });
        Beside { ends }
    }

    /// Whether it is done, or broke down.
    pub(crate) fn is_finished(&self) -> bool {
        self.ends.is_closed()
    }
}
