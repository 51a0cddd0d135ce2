//! The thinkers of the page: workers, which are told as text what to think about. One that is to
//! stop at once is terminated, as it cannot hear while it thinks; then what it told last counts.

use crate::{
    outside::Handle,
    work::{Answered, Told, What, Work},
};
use papan_engines::weights;
use papan_host::{
    Answer, ApiError, Later, Thinkers, lock, open_game,
    runtime::Instant,
    thinkers::{
        Asker, Errand, Found, Part, Progress, Question, Reply, TIMES, Task, Thinking, Told as Hears,
    },
};
use papan_search::Stop;
use serde_json::value::RawValue;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tokio::sync::oneshot;

/// How often something is asked again whose worker broke down.
const TRIES: u32 = 2;

/// All workers, seen from the one that keeps the games.
pub(crate) struct Workers {
    outside: Arc<Handle>,
    owners: AtomicU64,
    last: AtomicU64,
    asked: Mutex<HashMap<u64, Asked>>,
}

/// Something that was asked and is not answered.
struct Asked {
    owner: Option<u64>,
    for_whom: ForWhom,
    /// How often its worker has broken down.
    broken: u32,
}

enum ForWhom {
    /// A game or an analysis.
    Question {
        question: Question,
        answer: oneshot::Sender<Answer<Reply>>,
        thought: Arc<Thought>,
    },
    /// An errand, and how many of its steps were told.
    Errand {
        errand: Errand,
        answer: oneshot::Sender<Answer<String>>,
        stop: Stop,
        told: Arc<Hears>,
        steps: u64,
    },
}

/// A question that is thought about.
struct Thought {
    outside: Arc<Handle>,
    number: u64,
    stopped: AtomicBool,
    /// When the first sign of a thinker came.
    started: OnceLock<Instant>,
    progress: Mutex<Progress>,
}

impl Thought {
    /// There is nothing any more that could be stopped.
    fn is_done(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl Thinking for Thought {
    fn stop(&self) {
        if !self.stopped.swap(true, Ordering::Relaxed) {
            self.outside.stop(self.number);
        }
    }

    fn progress(&self) -> Progress {
        let seconds = self
            .started()
            .map_or(0.0, |begin| begin.elapsed().as_secs_f64());
        Progress {
            seconds,
            ..lock(&self.progress).clone()
        }
    }

    fn started(&self) -> Option<Instant> {
        self.started.get().copied()
    }
}

impl Workers {
    pub(crate) fn new(outside: Arc<Handle>) -> Arc<Workers> {
        Arc::new(Workers {
            outside,
            owners: AtomicU64::new(0),
            last: AtomicU64::new(0),
            asked: Mutex::default(),
        })
    }

    fn number(&self) -> u64 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Sends something out, for the first time or again.
    fn send(&self, number: u64, asked: Asked) -> Answer<()> {
        let does = match &asked.for_whom {
            ForWhom::Question { question, .. } => What::Question(Box::new(question.clone())),
            ForWhom::Errand { errand, .. } => What::Errand(errand.clone()),
        };
        let text = Work::new(asked.owner, does)?.text()?;
        lock(&self.asked).insert(number, asked);
        self.outside.think(number, &text);
        Ok(())
    }

    /// A thinker says how far it is.
    pub(crate) fn progress(&self, number: u64, text: &str) {
        let mut all = lock(&self.asked);
        let Some(asked) = all.get_mut(&number) else {
            return;
        };
        match (&mut asked.for_whom, serde_json::from_str(text)) {
            (ForWhom::Question { thought, .. }, Ok(Told::Progress(progress))) => {
                // It is set once.
                let _ = thought.started.set(Instant::now());
                *lock(&thought.progress) = progress;
            }
            (ForWhom::Errand { told, steps, .. }, Ok(Told::Steps(done))) => {
                // One that was begun anew has told of its first steps before.
                told(done.saturating_sub(*steps));
                *steps = done.max(*steps);
            }
            _ => {}
        }
    }

    /// A thinker has an answer.
    pub(crate) fn answer(&self, number: u64, text: &str) {
        let Some(asked) = lock(&self.asked).remove(&number) else {
            return;
        };
        // Nobody waits for it any more: fine.
        match asked.for_whom {
            ForWhom::Question {
                answer, thought, ..
            } => {
                thought.is_done();
                drop(answer.send(read(text)));
            }
            ForWhom::Errand { answer, .. } => {
                let result = read::<Box<RawValue>>(text);
                drop(answer.send(result.map(|json| json.get().to_owned())));
            }
        }
    }

    /// The worker of a question is gone.
    pub(crate) fn lost(&self, number: u64) {
        let Some(mut asked) = lock(&self.asked).remove(&number) else {
            return;
        };
        match &mut asked.for_whom {
            ForWhom::Question {
                answer,
                thought,
                question,
            } => {
                // Nobody wants to know any more, or what is known is the answer.
                if answer.is_closed() {
                    return;
                }
                if let Some(reply) = known(question, thought.progress()) {
                    return self.finish(asked, Ok(reply));
                }
                if thought.stopped.load(Ordering::Relaxed) {
                    // What has no move yet has one soon.
                    question.time = Some(TIMES.0);
                }
            }
            ForWhom::Errand { answer, stop, .. } => {
                if answer.is_closed() {
                    return;
                }
                if stop.is_stopped() {
                    let stopped = ApiError::bad("stopped", "stopped before it was done");
                    return self.finish(asked, Err(stopped));
                }
            }
        }
        asked.broken += 1;
        if asked.broken > TRIES {
            let broken = "the agent broke down; the game can go on with another one";
            return self.finish(asked, Err(ApiError::internal(broken)));
        }
        // It was sent before, so that it can be sent.
        let _ = self.send(number, asked);
    }

    /// Answers what has no thinker any more.
    fn finish(&self, asked: Asked, result: Answer<Reply>) {
        match asked.for_whom {
            ForWhom::Question {
                answer, thought, ..
            } => {
                thought.is_done();
                drop(answer.send(result));
            }
            ForWhom::Errand { answer, .. } => {
                let broken = || ApiError::internal("the experiment broke down");
                drop(answer.send(Err(result.err().unwrap_or_else(broken))));
            }
        }
    }
}

impl Thinkers for Workers {
    fn owner(&self) -> u64 {
        self.owners.fetch_add(1, Ordering::Relaxed)
    }

    fn ask(&self, asker: Asker, question: Question) -> Answer<Task> {
        question.check()?;
        let number = self.number();
        let (answer, answered) = oneshot::channel();
        let thought = Arc::new(Thought {
            outside: Arc::clone(&self.outside),
            number,
            stopped: AtomicBool::new(false),
            started: OnceLock::new(),
            progress: Mutex::default(),
        });
        let task = Task::new(answered, Arc::clone(&thought) as _);
        let asked = Asked {
            owner: Some(asker.owner),
            for_whom: ForWhom::Question {
                question,
                answer,
                thought,
            },
            broken: 0,
        };
        self.send(number, asked)?;
        Ok(task)
    }

    fn leave(&self, owner: u64) {
        self.outside.leave(owner);
    }

    fn run(&self, errand: Errand, stop: Stop, told: Arc<Hears>) -> Later<'static, Answer<String>> {
        let number = self.number();
        let (answer, answered) = oneshot::channel();
        let asked = Asked {
            owner: None,
            for_whom: ForWhom::Errand {
                errand,
                answer,
                stop: stop.clone(),
                told,
                steps: 0,
            },
            broken: 0,
        };
        let sent = self.send(number, asked);
        let outside = Arc::clone(&self.outside);
        Box::pin(async move {
            sent?;
            let mut answered = std::pin::pin!(answered);
            loop {
                tokio::select! {
                    answer = &mut answered => return answer.map_err(ApiError::internal)?,
                    () = papan_host::runtime::sleep(TIMES.0 * 10), if !stop.is_stopped() => {
                        if stop.is_stopped() {
                            outside.stop(number);
                        }
                    }
                }
            }
        })
    }

    fn ready(&self, game: &str) -> Later<'_, ()> {
        let names = papan_agents::games::weights(game).unwrap_or_default();
        Box::pin(async move {
            let missing = names.iter().filter_map(|name| weights::named(name));
            for weights in missing.filter(|weights| weights.check().is_err()) {
                // Without them less is known.
                if let Ok(Some(bytes)) = self.outside.weights(weights.name()).await {
                    let _ = weights::provide(weights.name(), bytes);
                }
            }
        })
    }
}

/// What a thinker answered.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> Answer<T> {
    match serde_json::from_str(text) {
        Ok(Answered::Ok(reply)) => Ok(reply),
        Ok(Answered::Error(error)) => Err(error),
        Err(error) => Err(ApiError::internal(error)),
    }
}

/// What is known of a position, as the answer to a question that wants a move.
fn known(question: &Question, progress: Progress) -> Option<Reply> {
    let best = progress.best.clone().filter(|_| question.want.lines > 0)?;
    let seat = match question.part {
        Part::Player(seat) => seat,
        Part::Adviser => {
            let game = open_game(&question.game).ok()?;
            game.after(&question.line).ok()?.turn()?
        }
    };
    Some(Reply {
        found: Some(Found {
            seat,
            best,
            known: progress,
        }),
        ..Reply::default()
    })
}
