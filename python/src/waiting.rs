//! Long work: the interpreter goes on meanwhile, and Ctrl-C ends it.

use papan_search::Stop;
use pyo3::prelude::*;
use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

/// The most threads that one call starts, whatever is asked for: systems refuse more at some number.
pub(crate) const MOST_THREADS: usize = 1024;

/// How often someone may ask for the end.
const LOOK: Duration = Duration::from_millis(20);

/// Does work on a thread of its own, without the interpreter's lock. Signals are heard meanwhile;
/// one that raises an exception stops the work, and is raised when the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let stop = Stop::new();
    let (result, raised) = py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = channel();
            let stop = &stop;
            let worker = scope.spawn(move || {
                let result = work(stop);
                // Nobody is gone who waits below.
                let _ = done.send(());
                result
            });
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(LOOK) {
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    raised = Some(error);
                    stop.stop();
                }
            }
            (worker.join(), raised)
        })
    });
    match (result, raised) {
        (_, Some(error)) => Err(error),
        (Ok(result), None) => Ok(result),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}
