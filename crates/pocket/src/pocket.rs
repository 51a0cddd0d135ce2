//! The host of a page without a server, as JavaScript sees it.

use crate::{
    outside::{Handle, Outside, object},
    storage::Storage,
    workers::Workers,
};
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use papan_host::{ApiError, Client, Head, House, Options, Request, Response, Socket, lock};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::sync::mpsc;
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

/// Where what only a server has would be: the ledger of the arena, and workers on other machines.
const OF_SERVERS: &str = "/api/arena";

/// The host of a page without a server.
#[wasm_bindgen]
pub struct Pocket {
    house: Arc<House>,
    workers: Arc<Workers>,
    sockets: Arc<Mutex<Sockets>>,
}

/// The sockets that are open, each with the way to whoever listens to it.
#[derive(Default)]
struct Sockets {
    last: u32,
    open: HashMap<u32, mpsc::UnboundedSender<String>>,
}

#[wasm_bindgen]
impl Pocket {
    /// One whose storage and thinkers are outside: an object with `read`, `keys`, `write`,
    /// `weights`, `think`, `stop` and `leave`.
    #[wasm_bindgen(constructor)]
    pub fn new(outside: Outside) -> Pocket {
        let outside = Arc::new(Handle::new(outside));
        let workers = Workers::new(Arc::clone(&outside));
        let house = House::new(
            Arc::new(Storage(outside)),
            Arc::clone(&workers) as _,
            Options {
                lists_all: true,
                allows: Box::new(|_, _| Ok(())),
            },
        );
        Pocket {
            house,
            workers,
            sockets: Arc::default(),
        }
    }

    /// Answers a request: a promise of its status, headers and body.
    pub fn request(
        &self,
        method: String,
        path: &str,
        headers: &Object,
        body: Option<Vec<u8>>,
    ) -> Promise {
        let house = Arc::clone(&self.house);
        let head = head(method, path, headers);
        let body = body.unwrap_or_default();
        future_to_promise(async move {
            let answer = match head.path.starts_with(OF_SERVERS) {
                true => of_servers().into(),
                false => house.answer(Request { head, body }).await,
            };
            Ok(told(answer).into())
        })
    }

    /// Opens a socket: a promise of its number. `hear` is called with each text that it says, and
    /// with null when it ends.
    pub fn open(&self, path: &str, hear: Function) -> Promise {
        let house = Arc::clone(&self.house);
        let head = head("GET".to_owned(), path, &Object::new());
        let sockets = Arc::clone(&self.sockets);
        future_to_promise(async move {
            let socket = house.open(head).await;
            let socket = socket.map_err(|error| JsValue::from(told(error.into())))?;
            let (says, said) = mpsc::unbounded_channel();
            let number = {
                let mut sockets = lock(&sockets);
                sockets.last += 1;
                let number = sockets.last;
                sockets.open.insert(number, says);
                number
            };
            wasm_bindgen_futures::spawn_local(async move {
                carry(socket, said, &hear).await;
                lock(&sockets).open.remove(&number);
                say(&hear, &JsValue::NULL);
            });
            Ok(number.into())
        })
    }

    /// What the page says over a socket.
    pub fn say(&self, socket: u32, text: String) {
        if let Some(says) = lock(&self.sockets).open.get(&socket) {
            // One that ends at this moment hears nothing more.
            let _ = says.send(text);
        }
    }

    /// Closes a socket.
    pub fn close(&self, socket: u32) {
        // Whoever carries it sees that there is nobody any more who says anything.
        let says = lock(&self.sockets).open.remove(&socket);
        drop(says);
    }

    /// What a thinker tells of a question.
    pub fn progress(&self, question: f64, text: &str) {
        self.workers.progress(question as u64, text);
    }

    /// What a thinker answers.
    pub fn answer(&self, question: f64, text: &str) {
        self.workers.answer(question as u64, text);
    }

    /// The worker of a question broke down, or was terminated.
    pub fn lost(&self, question: f64) {
        self.workers.lost(question as u64);
    }
}

impl Drop for Pocket {
    fn drop(&mut self) {
        self.house.close();
    }
}

fn of_servers() -> ApiError {
    let text = "this needs a server: start the program papan on a computer for it";
    ApiError::new(501, "server-only", text)
}

/// Carries what both sides of a socket say until one of them has enough.
async fn carry(mut socket: Socket, mut said: mpsc::UnboundedReceiver<String>, hear: &Function) {
    let outbox = Arc::clone(socket.outbox());
    loop {
        let done = tokio::select! {
            text = outbox.next() => match text {
                Some(text) => {
                    say(hear, &JsValue::from_str(&text));
                    Ok(())
                }
                None => return,
            },
            text = said.recv() => match text {
                Some(text) => socket.hear(&text).await,
                None => return,
            },
        };
        if done.is_err() {
            return;
        }
    }
}

fn say(hear: &Function, text: &JsValue) {
    // What is thrown there is the page's own affair.
    let _ = hear.call1(&JsValue::NULL, text);
}

/// What stands before the body.
fn head(method: String, address: &str, headers: &Object) -> Head {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let headers = Object::entries(headers).into_iter().filter_map(|entry| {
        let field = |place| {
            Reflect::get_u32(entry.unchecked_ref(), place)
                .ok()?
                .as_string()
        };
        Some((field(0)?.to_ascii_lowercase(), field(1)?))
    });
    Head {
        client: Client::HERE,
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        headers: headers.collect(),
    }
}

/// An answer as an object.
fn told(answer: Response) -> Object {
    let headers: Vec<(&str, JsValue)> = (answer.headers.iter())
        .map(|(name, value)| (*name, JsValue::from_str(value)))
        .collect();
    object(&[
        ("status", answer.status.into()),
        ("headers", object(&headers).into()),
        ("body", Uint8Array::from(answer.body.as_slice()).into()),
    ])
}
