//! The page without a server: what keeps games, and who thinks about them, as WebAssembly for the
//! workers of a browser.
//!
//! One worker has a `Pocket`, which answers what the page asks as the server would; the others
//! `think`. What neither has, storage and other workers, is given to the `Pocket` from
//! outside (`Outside`).
#![cfg(target_family = "wasm")]

mod outside;
mod pocket;
mod storage;
mod thinker;
mod work;
mod workers;

pub use pocket::Pocket;
pub use thinker::{leave, load_weights, think, weights_for};

use std::{fmt::Write as _, panic};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Called once when the program is loaded: whatever breaks down is said in the browser's console.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    // It is called once.
    let _ = tracing::subscriber::set_global_default(Console);
}

/// What the host writes down about itself, where it is in trouble.
struct Console;

impl Subscriber for Console {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        *about.level() == Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Text(String);
        impl Visit for Text {
            fn record_debug(&mut self, _: &Field, value: &dyn std::fmt::Debug) {
                // A text takes all that is written.
                let _ = write!(self.0, "{value:?} ");
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        error(&text.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
