//! A worker that thinks. It does one thing at a time and hears nothing meanwhile.

use crate::work::{Answered, Told, What, Work};
use js_sys::{Error, Function};
use papan_engines::weights;
use papan_host::{
    Answer, ApiError,
    runtime::Instant,
    thinkers::{Attempt, Errand, Look, Question, Reply, SessionKey, Sessions},
};
use papan_search::{Live, Stop};
use serde::Serialize;
use serde_json::value::RawValue;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
    time::Duration,
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// The most bytes of agents that stay open, in a worker that may be one of several on a phone.
const MEMORY: usize = 192 << 20;
/// How often it is told how far the thinking is.
const TELL: Duration = Duration::from_millis(100);

thread_local! {
    /// The agents that stay open.
    static SESSIONS: Arc<Sessions> = Sessions::with_budget(MEMORY);
    /// Who hears how far the thinking is.
    static TELLING: RefCell<Option<Rc<Telling>>> = const { RefCell::new(None) };
}

/// Thinks about what a text says, and tells meanwhile how far it is; the answer as JSON.
#[wasm_bindgen]
pub fn think(text: &str, tell: Function) -> String {
    match serde_json::from_str::<Work>(text) {
        Err(error) => answered::<()>(Err(ApiError::bad("malformed", error.to_string()))),
        Ok(work) => match work.does {
            What::Question(question) => {
                let owner = work.owner.and_then(|owner| owner.parse().ok());
                let telling = Telling::new(&question, tell);
                answered(answer(owner.unwrap_or_default(), &question, &telling))
            }
            What::Errand(errand) => answered(run(&errand, tell)),
        },
    }
}

/// The agents of an owner are not needed any more.
#[wasm_bindgen]
pub fn leave(owner: &str) {
    if let Ok(owner) = owner.parse() {
        SESSIONS.with(|sessions| sessions.close(owner));
    }
}

/// Takes weights, which are files of the page.
#[wasm_bindgen]
pub fn load_weights(name: &str, bytes: Vec<u8>) -> Result<(), Error> {
    weights::provide(name, bytes).map_err(|error| Error::new(&error.to_string()))
}

/// The names of all weights that the agents of a game may need, as JSON.
#[wasm_bindgen]
pub fn weights_for(game: &str) -> Result<String, Error> {
    let names = papan_agents::games::weights(game);
    let names = names.map_err(|error| Error::new(&error.to_string()))?;
    serde_json::to_string(&names).map_err(|error| Error::new(&error.to_string()))
}

fn answered<T: Serialize>(result: Answer<T>) -> String {
    let answered = match result {
        Ok(answer) => Answered::Ok(answer),
        Err(error) => Answered::Error(error),
    };
    // Texts and numbers, which always can be written.
    serde_json::to_string(&answered).unwrap_or_default()
}

fn answer(owner: u64, question: &Question, telling: &Rc<Telling>) -> Answer<Reply> {
    let sessions = SESSIONS.with(Arc::clone);
    sessions.sweep(Instant::now());
    let stop = Stop::new();
    let mut lease = sessions.take(SessionKey::of(owner, question), &stop, || {})?;
    let attempt = Attempt {
        stop: &stop,
        spent: Duration::ZERO,
        threads: 1,
    };
    TELLING.set(Some(Rc::clone(telling)));
    telling.tell();
    let reply = question.answer(lease.session()?, &attempt, telling.look.live());
    TELLING.set(None);
    lease.keep();
    reply
}

/// An errand that is being run.
struct Running {
    tell: Function,
    steps: u64,
    next: Instant,
}

fn run(errand: &Errand, tell: Function) -> Answer<Box<RawValue>> {
    thread_local! {
        static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
    }
    RUNNING.set(Some(Running {
        tell,
        steps: 0,
        next: Instant::now(),
    }));
    let result = errand.run(1, &Stop::new(), &|count| {
        RUNNING.with_borrow_mut(|running| {
            let Some(running) = running else { return };
            running.steps += count;
            if Instant::now() >= running.next {
                running.next = Instant::now() + TELL;
                say(&running.tell, &Told::Steps(running.steps));
            }
        });
    });
    RUNNING.set(None);
    RawValue::from_string(result?).map_err(ApiError::internal)
}

/// Who hears how far the thinking about a question is.
struct Telling {
    look: Look,
    tell: Function,
    began: Instant,
    next: Cell<Duration>,
}

impl Telling {
    fn new(question: &Question, tell: Function) -> Rc<Telling> {
        let live = Live::heard_by(|| {
            let telling = TELLING.with_borrow(Option::clone);
            if let Some(telling) = telling {
                telling.hear();
            }
        });
        Rc::new(Telling {
            look: Look::new(question.clone(), live),
            tell,
            began: Instant::now(),
            next: Cell::new(TELL),
        })
    }

    /// The search has told something.
    fn hear(&self) {
        let thought = self.began.elapsed();
        if thought >= self.next.get() {
            self.next.set(thought + TELL);
            self.tell();
        }
    }

    fn tell(&self) {
        let progress = self.look.progress(self.began.elapsed());
        say(&self.tell, &Told::Progress(progress));
    }
}

fn say(tell: &Function, told: &Told) {
    if let Ok(text) = serde_json::to_string(told) {
        // Whoever does not want to hear it does not.
        let _ = tell.call1(&JsValue::NULL, &text.into());
    }
}
