//! One page that analyses: its messages, its tasks, and how many of each it may have.

use super::{
    evaluate, message,
    message::{Ask, Tell},
    review,
};
use crate::{
    error::{Answer, ApiError},
    guard::Bucket,
    inspect::{GameLine, aside},
    limits::ANALYSIS_MESSAGES,
    thinkers::{Question, Reply, TIMES, Task, Thinkers, Valued, Want},
    value::PositionValue,
};
use papan_search::Stop;
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::mpsc,
    task::{AbortHandle, JoinSet},
    time,
};

/// The tasks of one page at once.
const TASKS: usize = 4;
/// The longest message.
const MESSAGE: usize = 16 << 10;

/// What one page has on its desk. When it goes, its tasks end.
pub(super) struct Desk {
    thinkers: Arc<Thinkers>,
    /// The number that the thinkers know it by.
    owner: u64,
    answers: mpsc::Sender<String>,
    running: HashMap<u64, (Stop, AbortHandle)>,
    tasks: JoinSet<()>,
    messages: Bucket,
}

impl Desk {
    pub(super) fn new(thinkers: Arc<Thinkers>, answers: mpsc::Sender<String>) -> Desk {
        Desk {
            owner: thinkers.owner(),
            thinkers,
            answers,
            running: HashMap::new(),
            tasks: JoinSet::new(),
            messages: Bucket::full(ANALYSIS_MESSAGES, Instant::now()),
        }
    }

    /// Does what a message asks for. Some are answered at once.
    pub(super) async fn hear(&mut self, text: &str) -> Option<String> {
        if !self.messages.take(Instant::now()) {
            let text = "too many messages: wait a second";
            return Some(message::error(Value::Null, ApiError::busy(text)));
        }
        if text.len() > MESSAGE {
            let text = format!("a message of {} bytes: up to {MESSAGE}", text.len());
            let error = ApiError::bad("too-long", text).with("most", MESSAGE);
            return Some(message::error(Value::Null, error));
        }
        let ask = match read(text) {
            Ok(ask) => ask,
            Err((id, error)) => return Some(message::error(id, error)),
        };
        let (id, answer) = match ask {
            Ask::Ping => return Some(Tell::Pong.text()),
            Ask::Stop { id } => {
                // One that has just ended needs no stop.
                if let Some((stop, _)) = self.running.get(&id) {
                    stop.stop();
                }
                return None;
            }
            Ask::Preview { id, asked, played } => (id, preview(id, asked, played).await.map(Some)),
            Ask::Evaluate {
                id,
                asked,
                seconds,
                values,
            } => {
                let evaluate = move |work| evaluate::evaluate(work, asked, seconds, values);
                (id, self.begin(id, evaluate).map(|()| None))
            }
            Ask::Review { id, asked, seconds } => {
                let review = move |work| review::review(work, asked, seconds);
                (id, self.begin(id, review).map(|()| None))
            }
        };
        answer.unwrap_or_else(|error| Some(message::error(id, error)))
    }

    fn begin<F>(&mut self, id: u64, run: impl FnOnce(Work) -> F) -> Answer<()>
    where
        F: Future<Output = Answer<()>> + Send + 'static,
    {
        self.running.retain(|_, (_, handle)| !handle.is_finished());
        while self.tasks.try_join_next().is_some() {}
        if self.running.contains_key(&id) {
            let text = format!("the task {id} still runs: stop it, or take another number");
            return Err(ApiError::bad("task", text));
        }
        if self.running.len() >= TASKS {
            let text = format!("{TASKS} tasks run already: stop one first");
            return Err(ApiError::busy(text));
        }
        let stop = Stop::new();
        let work = Work {
            id,
            owner: self.owner,
            thinkers: Arc::clone(&self.thinkers),
            answers: self.answers.clone(),
            stop: stop.clone(),
        };
        let answers = self.answers.clone();
        let run = run(work);
        let handle = self.tasks.spawn(async move {
            if let Err(error) = run.await {
                // A page that is gone needs no answer.
                let _ = answers.send(message::error(id, error)).await;
            }
        });
        self.running.insert(id, (stop, handle));
        Ok(())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.thinkers.leave(self.owner);
    }
}

/// What a text asks, or the number that it gave and what is wrong with it.
pub(super) fn read(text: &str) -> Result<Ask, (Value, ApiError)> {
    let bad = |error: serde_json::Error| ApiError::bad("message", error.to_string());
    let value: Value = serde_json::from_str(text).map_err(|error| (Value::Null, bad(error)))?;
    let id = value.get("id").filter(|id| id.is_number()).cloned();
    let ask = serde_json::from_value(value);
    ask.map_err(|error| (id.unwrap_or_default(), bad(error)))
}

async fn preview(id: u64, asked: GameLine, played: String) -> Answer<String> {
    aside(move || {
        let (effects, error) = match asked.preview(&played)? {
            Ok(effects) => (Some(effects), None),
            Err(error) => (None, Some(error)),
        };
        Ok(Tell::Preview {
            id,
            played,
            effects,
            error,
        }
        .text())
    })
    .await
}

/// How often a task looks whether it is to stop.
pub(super) const BETWEEN: Duration = Duration::from_millis(100);
/// How often a task asks again when the thinkers have too much to do, and how long it waits.
const PATIENCE: (u32, Duration) = (40, Duration::from_millis(250));

/// What a task works with.
pub(super) struct Work {
    pub(super) id: u64,
    owner: u64,
    thinkers: Arc<Thinkers>,
    answers: mpsc::Sender<String>,
    pub(super) stop: Stop,
}

impl Work {
    /// Tells the page something. When it is gone there is nothing more to do.
    pub(super) async fn tell(&self, tell: Tell) -> bool {
        self.answers.send(tell.text()).await.is_ok()
    }

    /// Asks the thinkers, patiently.
    pub(super) async fn ask(&self, question: Question) -> Answer<Task> {
        for _ in 0..PATIENCE.0 {
            match self.thinkers.ask(self.owner, question.clone()) {
                Err(error) if error.code == "busy" => time::sleep(PATIENCE.1).await,
                other => return other,
            }
        }
        self.thinkers.ask(self.owner, question)
    }

    /// The same until there is an answer, which a stop brings sooner.
    pub(super) async fn think(&self, question: Question) -> Answer<Reply> {
        let mut task = self.ask(question).await?;
        let mut ticks = time::interval(BETWEEN);
        loop {
            tokio::select! {
                reply = task.answer() => return reply,
                _ = ticks.tick() => {
                    if self.stop.is_stopped() {
                        task.stop.stop();
                    }
                }
            }
        }
    }

    /// An agent that has only one move may play it without an opinion; then it is asked what
    /// that is worth.
    pub(super) async fn complete(&self, question: Question, reply: &mut Reply) -> Answer<()> {
        let Some(found) = &mut reply.found else {
            return Ok(());
        };
        if found.worth.is_none() && reply.values.is_none() {
            let want = Want::Values;
            let more = self.think(Question { want, ..question }).await?;
            let values = more.values.unwrap_or_default();
            found.worth = worth_of(&values, &found.best);
        } else if let (None, Some(values)) = (found.worth, &reply.values) {
            found.worth = worth_of(values, &found.best);
        }
        Ok(())
    }
}

fn worth_of(values: &[Valued], best: &str) -> Option<PositionValue> {
    let valued = values.iter().find(|valued| valued.played == best);
    valued.map(|valued| valued.worth)
}

/// Seconds as a message gives them, within bounds.
pub(super) fn duration(seconds: f64, most: Duration) -> Answer<Duration> {
    if !seconds.is_finite() || seconds < 0.0 {
        let text = "seconds must be a number that is not negative";
        return Err(ApiError::bad("seconds", text));
    }
    Ok(Duration::from_secs_f64(seconds.min(3_600.0)).clamp(TIMES.0, most))
}
