//! In a worker of a browser: one thread, which the page's clock wakes.

use super::Instant;
use crate::error::Answer;
use std::time::Duration;
use tokio::sync::oneshot;
use wasm_bindgen::{JsCast as _, closure::Closure, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(wake: &js_sys::Function, milliseconds: i32) -> f64;

    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: f64);
}

/// A clock that will ring, unless it is dropped before.
struct Timer(f64);

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(self.0);
    }
}

/// Begins with something that goes on by itself.
pub fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    wasm_bindgen_futures::spawn_local(work);
}

/// The longest time that a clock of a browser takes at once.
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64);

/// Waits until a moment.
pub async fn sleep_until(moment: Instant) {
    loop {
        let left = moment.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        let (wake, woken) = oneshot::channel();
        let wake = Closure::once_into_js(move || {
            // Nobody waits any more: fine.
            let _ = wake.send(());
        });
        // The clock counts whole milliseconds, and must not wake us too early for ever.
        let milliseconds = left.min(LONGEST).as_millis() as i32;
        let milliseconds = milliseconds.saturating_add(1);
        let _timer = Timer(set_timeout(wake.unchecked_ref(), milliseconds));
        let _ = woken.await;
    }
}

pub(super) async fn aside<T>(work: impl FnOnce() -> Answer<T>) -> Answer<T> {
    work()
}

pub(super) async fn blocking<T>(work: impl FnOnce() -> Answer<T>) -> Answer<T> {
    work()
}

pub(super) async fn alone(work: impl FnOnce() -> Answer<String>) -> Answer<String> {
    work()
}

pub(super) fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}
