//! With tokio and threads.

use super::Instant;
use crate::{
    error::{Answer, ApiError},
    limits::WORK,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    thread,
};
use tokio::{
    sync::{Semaphore, oneshot},
    time,
};

/// Begins with something that goes on by itself.
pub fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    drop(tokio::spawn(work));
}

/// Waits until a moment.
pub async fn sleep_until(moment: Instant) {
    time::sleep_until(moment.into()).await;
}

pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    static TURNS: Semaphore = Semaphore::const_new(WORK);
    let turn = TURNS.acquire().await.map_err(ApiError::internal)?;
    blocking(move || {
        // Until the work is done, also when nobody waits for it any more.
        let _turn = turn;
        work()
    })
    .await
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => answer,
        Err(error) => Err(ApiError::internal(error)),
    }
}

pub(super) async fn alone(
    work: impl FnOnce() -> Answer<String> + Send + 'static,
) -> Answer<String> {
    let (answer, answered) = oneshot::channel();
    let thread = thread::Builder::new().name("import".to_owned());
    let started = thread.spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(work));
        let broken = |_| Err(ApiError::internal("reading a file broke down"));
        // Nobody waits for it any more: fine.
        let _ = answer.send(done.unwrap_or_else(broken));
    });
    started.map_err(ApiError::internal)?;
    answered.await.map_err(ApiError::internal)?
}

pub(super) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = std::sync::Mutex::new(Some(work));
    let take = || crate::lock(&work).take();
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().name("opening".to_owned());
        let started = thread.spawn_scoped(scope, || take().map(|work| work()));
        let opening = started.ok()?;
        opening.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    match done {
        Some(done) => done,
        // No thread was to be had.
        None => match take() {
            Some(work) => work(),
            None => unreachable!("a thread that has taken the work has done it"),
        },
    }
}
