//! One page that analyses: its messages, its tasks, and how many of each it may have.

use super::{
    evaluate,
    knowledge::Knowledge,
    message::{Ask, Tell},
    review,
};
use crate::{
    bucket::Rate,
    error::{Answer, ApiError},
    house::Client,
    limits::ANALYSIS_MESSAGES,
    runtime::{self, Beside, Instant, aside},
    sockets::{Kind, Listener, Outbox, tell, tell_error},
    thinkers::{Asker, Question, Reply, TIMES, Task, Thinkers, Want},
};
use papan_search::Stop;
use serde_json::Number;
use std::{collections::HashMap, sync::Arc, time::Duration};

/// The most lines of a position at once.
const MOST_LINES: usize = 5;

/// The tasks of one page at once.
const TASKS: usize = 4;

/// What one page has on its desk. When it goes, its tasks end.
pub(super) struct Desk {
    thinkers: Arc<dyn Thinkers>,
    /// What the house knows of positions.
    knowledge: Arc<Knowledge>,
    /// Who the thinkers know it as.
    asker: Asker,
    outbox: Arc<Outbox>,
    running: HashMap<Number, (Stop, Beside)>,
}

impl Desk {
    pub(super) fn new(
        thinkers: Arc<dyn Thinkers>,
        knowledge: Arc<Knowledge>,
        client: Client,
    ) -> Desk {
        let owner = thinkers.owner();
        Desk {
            asker: Asker { owner, client },
            thinkers,
            knowledge,
            outbox: Arc::default(),
            running: HashMap::new(),
        }
    }

    /// Does what a message asks for. Some are answered at once.
    async fn obey(&mut self, id: Number, ask: Ask) -> Answer<()> {
        match ask {
            Ask::Stop => {
                // One that has just ended needs no stop.
                if let Some((stop, _)) = self.running.get(&id) {
                    stop.stop();
                }
                Ok(())
            }
            Ask::Preview { asked, played } => {
                let previewed = aside(move || asked.preview(&played)).await?;
                let text = tell(Some(&id), &Tell::Preview(previewed));
                self.outbox.push(Kind::Answer, text);
                Ok(())
            }
            Ask::Evaluate {
                asked,
                seconds,
                values,
                lines,
            } => {
                let lines = lines.clamp(1, MOST_LINES);
                let want = Want { lines, values };
                self.begin(id, |work| evaluate::evaluate(work, asked, seconds, want))
            }
            Ask::Review {
                asked,
                seconds,
                from,
            } => self.begin(id, |work| review::review(work, asked, seconds, from)),
        }
    }

    fn begin<F>(&mut self, id: Number, run: impl FnOnce(Work) -> F) -> Answer<()>
    where
        F: Future<Output = Answer<()>> + Send + 'static,
    {
        self.running.retain(|_, (_, beside)| !beside.is_finished());
        if self.running.contains_key(&id) {
            let text = format!("the task {id} still runs: stop it, or take another number");
            return Err(ApiError::bad("task", text));
        }
        if self.running.len() >= TASKS {
            let text = format!("{TASKS} tasks run already: stop one first");
            return Err(ApiError::busy(text));
        }
        let work = Work {
            id: id.clone(),
            asker: self.asker,
            thinkers: Arc::clone(&self.thinkers),
            knowledge: Arc::clone(&self.knowledge),
            outbox: Arc::clone(&self.outbox),
            stop: Stop::new(),
        };
        let (stop, number, outbox) = (work.stop.clone(), id.clone(), Arc::clone(&self.outbox));
        let run = run(work);
        let beside = Beside::spawn(async move {
            if let Err(error) = run.await {
                outbox.push(Kind::Answer, tell_error(Some(&number), error));
            }
        });
        self.running.insert(id, (stop, beside));
        Ok(())
    }
}

impl Listener for Desk {
    type Message = Ask;
    const RATE: Rate = ANALYSIS_MESSAGES;

    fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    async fn hear(&mut self, id: Option<Number>, ask: Ask) -> Result<(), ()> {
        let done = match id.clone().filter(Number::is_u64) {
            Some(id) => self.obey(id, ask).await,
            None => Err(ApiError::bad("malformed", "id must be a whole number")),
        };
        if let Err(error) = done {
            self.outbox
                .push(Kind::Answer, tell_error(id.as_ref(), error));
        }
        Ok(())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.thinkers.leave(self.asker.owner);
    }
}

/// How often a task looks whether it is to stop.
const BETWEEN: Duration = Duration::from_millis(100);
/// How often a task asks again when the thinkers have too much to do, and how long it waits.
const PATIENCE: (u32, Duration) = (40, Duration::from_millis(250));

/// What a task works with.
pub(super) struct Work {
    id: Number,
    asker: Asker,
    thinkers: Arc<dyn Thinkers>,
    pub(super) knowledge: Arc<Knowledge>,
    outbox: Arc<Outbox>,
    pub(super) stop: Stop,
}

impl Work {
    /// Tells the page something.
    pub(super) fn tell(&self, told: &Tell) {
        self.outbox.push(Kind::Answer, tell(Some(&self.id), told));
    }

    /// Has what was learned for a game at hand.
    pub(super) async fn ready(&self, game: &str) {
        self.thinkers.ready(game).await;
    }

    /// Asks the thinkers, patiently.
    async fn ask(&self, question: Question) -> Answer<Task> {
        for _ in 0..PATIENCE.0 {
            match self.thinkers.ask(self.asker, question.clone()) {
                Err(error) if error.code == "busy" => runtime::sleep(PATIENCE.1).await,
                other => return other,
            }
        }
        self.thinkers.ask(self.asker, question)
    }

    /// Asks until there is an answer, which a stop brings sooner. How far the thinking is, is
    /// looked at again and again meanwhile.
    async fn listen(&self, question: Question, mut look: impl FnMut(&Task)) -> Answer<Reply> {
        let mut task = self.ask(question).await?;
        let mut next = Instant::now() + BETWEEN;
        loop {
            tokio::select! {
                reply = task.answer() => return reply,
                () = runtime::sleep_until(next) => {
                    next = Instant::now() + BETWEEN;
                    if self.stop.is_stopped() {
                        task.stop();
                    }
                    look(&task);
                }
            }
        }
    }

    /// Asks for a move and what it is worth. An agent that has only one move may play it without
    /// an opinion; then it is asked for the values of the moves.
    pub(super) async fn think(&self, question: Question, look: impl FnMut(&Task)) -> Answer<Reply> {
        let mut reply = self.listen(question.clone(), look).await?;
        let Some(found) = reply
            .found
            .as_mut()
            .filter(|found| found.known.worth.is_none())
        else {
            return Ok(reply);
        };
        let more = match reply.values {
            Some(_) => None,
            None => {
                let want = Want::VALUES;
                self.listen(Question { want, ..question }, |_| {})
                    .await?
                    .values
            }
        };
        let mut values = more.iter().chain(&reply.values).flatten();
        let best = values.find(|valued| valued.played == found.best);
        found.known.worth = best.map(|valued| valued.worth);
        Ok(reply)
    }
}

/// Seconds as a message gives them, within bounds.
pub(super) fn duration(seconds: f64, most: Duration) -> Answer<Duration> {
    if !seconds.is_finite() || seconds < 0.0 {
        let text = "seconds must be a number that is not negative";
        return Err(ApiError::bad("seconds", text));
    }
    Ok(Duration::from_secs_f64(seconds.min(3_600.0)).clamp(TIMES.0, most))
}
