//! The one who writes. All that waits is written in one transaction, because the disk takes
//! as long for one game as for a hundred; each is answered when it is on the disk.

use super::{StoreError, rows, rows::Saved, schema::SAVED_GAMES};
use crate::app::lock;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::{
    path::PathBuf,
    sync::{Mutex, mpsc},
    thread,
};
use tokio::sync::oneshot;

/// The most writes of one transaction.
const TOGETHER: usize = 256;

/// Something to be written.
pub(crate) enum Write {
    /// A new game.
    Create(Box<Saved>),
    /// A game as it is now.
    Save(Box<Saved>),
    /// A game with all that belongs to it is forgotten.
    Delete { id: String },
    /// What the analysis of a game keeps.
    Variations { id: String, json: String },
    /// Something of another module.
    Document { key: String, json: String },
}

type Answer = Result<(), StoreError>;

struct Request {
    write: Write,
    answer: oneshot::Sender<Answer>,
}

/// The thread that writes.
pub(crate) struct Keeper {
    requests: Mutex<Option<mpsc::Sender<Request>>>,
    thread: Mutex<Option<thread::JoinHandle<()>>>,
}

impl Keeper {
    pub(super) fn start(connection: Connection, path: PathBuf) -> Result<Keeper, StoreError> {
        let (sender, requests) = mpsc::channel();
        let named = path.clone();
        let thread = thread::Builder::new()
            .name("papan-keeper".to_owned())
            .spawn(move || keep(connection, &requests, &path))
            .map_err(|error| SAVED_GAMES.system("start the thread that writes", &named, error))?;
        Ok(Keeper {
            requests: Mutex::new(Some(sender)),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Writes. When this has returned without an error, it is on the disk.
    pub(crate) async fn write(&self, write: Write) -> Answer {
        let (answer, answered) = oneshot::channel();
        {
            let requests = lock(&self.requests);
            let sender = requests.as_ref().ok_or(StoreError::Closed)?;
            let request = Request { write, answer };
            sender.send(request).map_err(|_| StoreError::Closed)?;
        }
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Writes what waits and then nothing more; returns when it is done.
    pub(crate) fn close(&self) {
        drop(lock(&self.requests).take());
        // In a statement of its own, so that the lock is not held while waiting.
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.close();
    }
}

fn keep(mut connection: Connection, requests: &mpsc::Receiver<Request>, path: &std::path::Path) {
    while let Ok(first) = requests.recv() {
        let mut waiting = vec![first];
        waiting.extend(requests.try_iter().take(TOGETHER - 1));
        let (writes, answers): (Vec<Write>, Vec<_>) = waiting
            .into_iter()
            .map(|request| (request.write, request.answer))
            .unzip();
        match write_all(&mut connection, &writes) {
            Ok(results) => {
                for (answer, changed) in answers.into_iter().zip(results) {
                    // Whoever asked may be gone; it is written all the same.
                    let _ = answer.send(match changed {
                        true => Ok(()),
                        false => Err(StoreError::Gone),
                    });
                }
            }
            Err(error) => {
                let text = SAVED_GAMES.sqlite(path, error).to_string();
                for answer in answers {
                    let _ = answer.send(Err(StoreError::Together(text.clone())));
                }
            }
        }
    }
    // The next who opens the file finds it whole, without a log beside it.
    let _ = connection.close();
}

/// Writes all or nothing. Says of each whether there was something to change.
fn write_all(connection: &mut Connection, writes: &[Write]) -> rusqlite::Result<Vec<bool>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let changed = writes
        .iter()
        .map(|write| write_one(&transaction, write))
        .collect::<rusqlite::Result<Vec<bool>>>()?;
    transaction.commit()?;
    Ok(changed)
}

fn write_one(transaction: &Transaction<'_>, write: &Write) -> rusqlite::Result<bool> {
    let changed = match write {
        Write::Create(saved) => rows::insert(transaction, saved)?,
        Write::Save(saved) => rows::update(transaction, saved)?,
        Write::Delete { id } => transaction.execute("DELETE FROM games WHERE id = ?", [id])?,
        Write::Variations { id, json } => {
            transaction.execute("UPDATE games SET variations = ? WHERE id = ?", [json, id])?
        }
        Write::Document { key, json } => transaction.execute(
            "INSERT INTO documents (key, json) VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET json = ?2",
            [key, json],
        )?,
    };
    Ok(changed > 0)
}
