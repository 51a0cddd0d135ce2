//! What a browser has and WebAssembly has not, as an object of JavaScript.

use js_sys::{Array, Object, Reflect, Uint8Array};
use papan_host::Later;
use std::{
    cell::RefCell,
    collections::HashMap,
    sync::atomic::{AtomicU32, Ordering},
};
use tokio::sync::oneshot;
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::spawn_local;

#[wasm_bindgen]
extern "C" {
    /// What is given from outside.
    pub type Outside;

    #[wasm_bindgen(method, catch)]
    async fn read(this: &Outside, store: &str, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn keys(this: &Outside, store: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn write(this: &Outside, changes: Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn weights(this: &Outside, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method)]
    fn think(this: &Outside, question: f64, text: &str);

    #[wasm_bindgen(method)]
    fn stop(this: &Outside, question: f64);

    #[wasm_bindgen(method)]
    fn leave(this: &Outside, owner: &str);
}

thread_local! {
    /// Objects of JavaScript stay on their thread, which is the only one there is.
    static GIVEN: RefCell<HashMap<u32, Outside>> = RefCell::default();
}

/// A handle of what is given from outside. It may go anywhere, and does something only on the
/// thread that it comes from.
#[derive(Debug)]
pub(crate) struct Handle(u32);

/// What was asked and will be answered.
pub(crate) struct Coming<T>(oneshot::Receiver<Result<T, Trouble>>);

impl<T: Send + 'static> IntoFuture for Coming<T> {
    type Output = Result<T, Trouble>;
    type IntoFuture = Later<'static, Result<T, Trouble>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async {
            self.0.await.unwrap_or_else(|_| {
                let [name, text] = ["Error", "there is nobody outside"].map(str::to_owned);
                Err(Trouble { name, text })
            })
        })
    }
}

/// Something that could not be kept or found.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    /// What kind of error it is, as browsers name them.
    pub(crate) name: String,
    /// What is said of it.
    pub(crate) text: String,
}

/// A change of what is kept: nothing is kept any more where there is no value.
pub(crate) struct Change {
    pub(crate) store: &'static str,
    pub(crate) key: String,
    pub(crate) value: Option<String>,
}

impl Handle {
    pub(crate) fn new(outside: Outside) -> Handle {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        GIVEN.with_borrow_mut(|given| given.insert(number, outside));
        Handle(number)
    }

    /// The object. What it is asked may call us again, so that it is not borrowed meanwhile.
    fn outside(&self) -> Option<Outside> {
        GIVEN.with_borrow(|given| {
            let outside: Option<&JsValue> = given.get(&self.0).map(AsRef::as_ref);
            outside.map(|outside| outside.clone().unchecked_into())
        })
    }

    /// What is kept under a key.
    pub(crate) fn read(&self, store: &'static str, key: String) -> Coming<Option<String>> {
        self.ask(async move |outside| Ok(outside.read(store, &key).await?.as_string()))
    }

    /// All keys of a store.
    pub(crate) fn keys(&self, store: &'static str) -> Coming<Vec<String>> {
        self.ask(async move |outside| {
            let keys: Array = outside.keys(store).await?.unchecked_into();
            Ok(keys.iter().filter_map(|key| key.as_string()).collect())
        })
    }

    /// Makes changes, all or none.
    pub(crate) fn write(&self, changes: Vec<Change>) -> Coming<()> {
        self.ask(async move |outside| {
            let list = Array::new();
            for change in changes {
                let value = change.value.map_or(JsValue::NULL, JsValue::from);
                list.push(&object(&[
                    ("store", change.store.into()),
                    ("key", change.key.into()),
                    ("value", value),
                ]));
            }
            outside.write(list).await.map(drop)
        })
    }

    /// The file of some weights.
    pub(crate) fn weights(&self, name: &'static str) -> Coming<Option<Vec<u8>>> {
        self.ask(async move |outside| {
            let bytes = outside.weights(name).await?;
            Ok(bytes
                .dyn_into::<Uint8Array>()
                .ok()
                .map(|bytes| bytes.to_vec()))
        })
    }

    /// Asks something whose answer comes later. It is asked at once, so that several questions can
    /// be on their way together.
    fn ask<T: Send + 'static>(
        &self,
        ask: impl AsyncFnOnce(&Outside) -> Result<T, JsValue> + 'static,
    ) -> Coming<T> {
        let (answer, answered) = oneshot::channel();
        if let Some(outside) = self.outside() {
            spawn_local(async move {
                let result = ask(&outside).await;
                // Nobody waits for it any more: fine.
                let _ = answer.send(result.map_err(|error| Trouble::of(&error)));
            });
        }
        Coming(answered)
    }

    /// Puts a question to any thinker.
    pub(crate) fn think(&self, question: u64, text: &str) {
        if let Some(outside) = self.outside() {
            outside.think(question as f64, text);
        }
    }

    /// A question is to be answered at once with what is known.
    pub(crate) fn stop(&self, question: u64) {
        if let Some(outside) = self.outside() {
            outside.stop(question as f64);
        }
    }

    /// Nothing more is asked for an owner.
    pub(crate) fn leave(&self, owner: u64) {
        if let Some(outside) = self.outside() {
            outside.leave(&owner.to_string());
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // Taken out first: what is dropped may look here.
        drop(GIVEN.with_borrow_mut(|given| given.remove(&self.0)));
    }
}

impl Trouble {
    fn of(error: &JsValue) -> Trouble {
        let field = |name: &str| Reflect::get(error, &name.into()).ok()?.as_string();
        Trouble {
            name: field("name").unwrap_or_else(|| "Error".to_owned()),
            text: field("message").unwrap_or_else(|| format!("{error:?}")),
        }
    }
}

/// An object of JavaScript with these fields.
pub(crate) fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // A new object takes all fields.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object
}
