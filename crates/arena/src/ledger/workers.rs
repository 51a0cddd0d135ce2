//! Who played the games of a ledger, who confirmed them, and whose games are not believed.

use super::{Ledger, LedgerError, Moment, file::ensure_event, schema};
use crate::GameId;
use rusqlite::TransactionBehavior;
use serde::Serialize;

/// The games of one worker in one event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WorkerGames {
    /// Its name; `None`: this machine.
    pub worker: Option<String>,
    /// How many games of the event it played.
    pub games: u64,
    /// How many of them another worker confirmed.
    pub confirmed: u64,
    /// In how many the clock had a say.
    pub timed: u64,
    /// How many games of others it confirmed.
    pub confirmed_for_others: u64,
}

/// A worker that is put aside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PutAside {
    /// Its name.
    pub worker: String,
    /// Why, in words.
    pub reason: String,
    /// When.
    pub at: Moment,
}

impl Ledger {
    /// Notes of each game who played it again with the same moves. All are noted when it
    /// returns, or none; a game that is not there is left out.
    ///
    /// ```
    /// use papan_arena::{Contest, Ledger};
    /// use papan_search::Stop;
    ///
    /// let contest = Contest::new("othello:size=4", &["greedy", "random"], 1);
    /// let mut game = contest.play(1, &Stop::new(), &mut |_| {}).unwrap().remove(0).game;
    /// game.worker = Some("anna".to_owned());
    /// let mut ledger = Ledger::in_memory().unwrap();
    /// ledger.add(&[game.clone()]).unwrap();
    /// ledger.confirm(&[(game.job.id(), "bert".to_owned())]).unwrap();
    /// // What another has confirmed stays when the one who played it is put aside.
    /// assert_eq!(ledger.put_aside("", "anna", "it is slow").unwrap(), 0);
    /// let kept = ledger.game(game.job.id()).unwrap().unwrap().result;
    /// assert_eq!(kept.confirmed_by.as_deref(), Some("bert"));
    /// ```
    pub fn confirm(&mut self, games: &[(GameId, String)]) -> Result<(), LedgerError> {
        let path = &self.path;
        let mut confirm = || {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let sql = "UPDATE games SET confirmed_by = ?2 WHERE id = ?1";
                let mut update = transaction.prepare(sql)?;
                for (id, worker) in games {
                    update.execute((id.0, worker))?;
                }
            }
            transaction.commit()
        };
        confirm().map_err(|error| schema::LEDGER.sqlite(path, error).into())
    }

    /// A number that is the ledger's own and nobody else's, made with it: what is chosen by it is
    /// chosen again whenever the ledger is opened.
    ///
    /// ```
    /// use papan_arena::Ledger;
    ///
    /// let (one, other) = (Ledger::in_memory().unwrap(), Ledger::in_memory().unwrap());
    /// assert_eq!(one.secret().unwrap(), one.secret().unwrap());
    /// assert_ne!(one.secret().unwrap(), other.secret().unwrap());
    /// ```
    pub fn secret(&self) -> Result<u64, LedgerError> {
        let sql = "SELECT secret FROM secrets";
        let read = self.connection.query_row(sql, (), |row| row.get(0));
        read.map(i64::cast_unsigned)
            .map_err(|error| self.failed(error))
    }

    /// Puts a worker aside: notes why, and removes its games of the event that no other
    /// worker confirmed, both or neither. What it confirmed is no longer confirmed. Returns
    /// how many games were removed.
    pub fn put_aside(
        &mut self,
        event: &str,
        worker: &str,
        reason: &str,
    ) -> Result<u64, LedgerError> {
        let path = &self.path;
        let mut put_aside = || {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            ensure_event(&transaction, event)?;
            transaction.execute(
                "INSERT INTO put_aside (event, worker, reason, put_aside_at)
                 VALUES ((SELECT event FROM events WHERE name = ?), ?, ?, ?)
                 ON CONFLICT DO UPDATE
                 SET reason = excluded.reason, put_aside_at = excluded.put_aside_at",
                (event, worker, reason, Moment::now().0),
            )?;
            const OF_EVENT: &str = "lineup IN (SELECT lineup FROM lineups JOIN events USING (event)
                                    WHERE name = ?1)";
            let unconfirmed = format!(
                "UPDATE games SET confirmed_by = NULL WHERE confirmed_by = ?2 AND {OF_EVENT}"
            );
            transaction.execute(&unconfirmed, (event, worker))?;
            // Also those of earlier ones that only this one had confirmed.
            let delete = format!(
                "DELETE FROM games WHERE confirmed_by IS NULL AND {OF_EVENT} AND worker IN
                 (SELECT worker FROM put_aside JOIN events USING (event) WHERE name = ?1)"
            );
            let removed = transaction.execute(&delete, [event])?;
            transaction.commit()?;
            Ok(removed as u64)
        };
        put_aside().map_err(|error| schema::LEDGER.sqlite(path, error).into())
    }

    /// The workers that are put aside in an event, each with the reason, by name.
    pub fn put_aside_workers(&self, event: &str) -> Result<Vec<(String, String)>, LedgerError> {
        let workers = self.put_aside_in(event)?.into_iter();
        Ok(workers
            .map(|worker| (worker.worker, worker.reason))
            .collect())
    }

    /// The same with the moment.
    pub fn put_aside_in(&self, event: &str) -> Result<Vec<PutAside>, LedgerError> {
        let read = || {
            let mut statement = self.connection.prepare(
                "SELECT worker, reason, put_aside_at FROM put_aside JOIN events USING (event)
                 WHERE name = ? ORDER BY worker",
            )?;
            let workers = statement.query_map([event], |row| {
                Ok(PutAside {
                    worker: row.get(0)?,
                    reason: row.get(1)?,
                    at: Moment(row.get(2)?),
                })
            })?;
            workers.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// Who played the games of an event, this machine first and then by name.
    pub fn workers(&self, event: &str) -> Result<Vec<WorkerGames>, LedgerError> {
        let read = || {
            let mut statement = self.connection.prepare(
                "WITH own AS (SELECT games.* FROM games JOIN lineups USING (lineup)
                     JOIN events USING (event) WHERE name = ?),
                 names AS (SELECT worker FROM own
                     UNION SELECT confirmed_by FROM own WHERE confirmed_by IS NOT NULL)
                 SELECT names.worker, count(own.number), count(own.confirmed_by),
                     coalesce(sum(own.timed), 0),
                     (SELECT count(*) FROM own WHERE confirmed_by = names.worker)
                 FROM names LEFT JOIN own ON own.worker IS names.worker
                 GROUP BY names.worker ORDER BY names.worker",
            )?;
            let workers = statement.query_map([event], |row| {
                let count = |index| row.get::<_, i64>(index).map(i64::cast_unsigned);
                Ok(WorkerGames {
                    worker: row.get(0)?,
                    games: count(1)?,
                    confirmed: count(2)?,
                    timed: count(3)?,
                    confirmed_for_others: count(4)?,
                })
            })?;
            workers.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.failed(error))
    }
}
