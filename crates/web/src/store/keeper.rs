//! The one who writes. All that waits is written in one transaction, because the disk takes
//! as long for one game as for a hundred; each is answered when it is on the disk.

use super::{StoreError, rows, schema::SAVED_GAMES};
use papan_host::{Write, lock};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::{
    path::PathBuf,
    sync::{Mutex, mpsc},
    thread,
};
use tokio::sync::oneshot;

/// The most writes of one transaction.
const TOGETHER: usize = 256;

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
    pub(super) fn start(
        connection: Connection,
        path: PathBuf,
        most: u64,
    ) -> Result<Keeper, StoreError> {
        let (sender, requests) = mpsc::channel();
        let named = path.clone();
        let thread = thread::Builder::new()
            .name("papan-keeper".to_owned())
            .spawn(move || {
                let writer = Writer { connection, most };
                writer.keep(&requests, &path);
            })
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

/// The connection that writes, and the most bytes that it may write.
struct Writer {
    connection: Connection,
    most: u64,
}

/// What became of a write.
#[derive(Clone, Copy)]
enum Written {
    Done,
    /// There was nothing to change.
    Gone,
    /// There is no room for it.
    Full,
}

impl Writer {
    fn keep(mut self, requests: &mpsc::Receiver<Request>, path: &std::path::Path) {
        // A full file refuses moves as a full disk does; without the limit it would grow on.
        if let Err(error) = self.limit() {
            tracing::warn!(%error, "the file of saved games has no limit");
        }
        while let Ok(first) = requests.recv() {
            let mut waiting = vec![first];
            waiting.extend(requests.try_iter().take(TOGETHER - 1));
            let (writes, answers): (Vec<Write>, Vec<_>) = waiting
                .into_iter()
                .map(|request| (request.write, request.answer))
                .unzip();
            match self.write_all(&writes) {
                Ok(results) => {
                    for (answer, written) in answers.into_iter().zip(results) {
                        // Whoever asked may be gone; it is written all the same.
                        let _ = answer.send(match written {
                            Written::Done => Ok(()),
                            Written::Gone => Err(StoreError::Gone),
                            Written::Full => Err(StoreError::Full { most: self.most }),
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
        let _ = self.connection.close();
    }

    fn number(&self, pragma: &str) -> rusqlite::Result<u64> {
        let number: i64 = self
            .connection
            .query_row(&format!("PRAGMA {pragma}"), (), |row| row.get(0))?;
        Ok(number.unsigned_abs())
    }

    /// The file itself never takes more than a tenth above the limit.
    fn limit(&self) -> rusqlite::Result<()> {
        let pages = (self.most + self.most / 10) / self.number("page_size")?;
        let pages = pages.min(u64::from(u32::MAX) - 1);
        self.number(&format!("max_page_count = {pages}"))?;
        Ok(())
    }

    /// The bytes that are in use.
    fn used(&self) -> rusqlite::Result<u64> {
        let pages = self.number("page_count")? - self.number("freelist_count")?;
        Ok(pages * self.number("page_size")?)
    }

    /// Writes all or nothing, but for what there is no room for.
    fn write_all(&mut self, writes: &[Write]) -> rusqlite::Result<Vec<Written>> {
        let mut room = self.most.saturating_sub(self.used()?);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(writes.len());
        for write in writes {
            let size = write.size() as u64;
            if write.is_new() && size > room {
                results.push(Written::Full);
                continue;
            }
            room = room.saturating_sub(size);
            results.push(write_one(&transaction, write)?);
        }
        transaction.commit()?;
        Ok(results)
    }
}

fn write_one(transaction: &Transaction<'_>, write: &Write) -> rusqlite::Result<Written> {
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
    Ok(match changed {
        0 => Written::Gone,
        _ => Written::Done,
    })
}
