//! Putting ledgers together.
//!
//! All of it is one transaction: a part that does not fit leaves the ledger as it was. Games
//! are read one by one, so that memory does not grow with them.

use super::{
    Entry, Ledger, LedgerError, Moment, PutAside, events,
    file::Lineups,
    reading::{self, Lineup, SeatCounts, labels},
    rows::{self, Unreadable},
    schema,
};
use crate::{GameId, GameResult};
use papan_agents::{Playable, agents, games};
use rusqlite::{Connection, Statement, Transaction, TransactionBehavior};
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// What became of the games of one part.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct MergedPart {
    /// Its file.
    pub ledger: PathBuf,
    /// How many games it has.
    pub games: u64,
    /// How many of them are new.
    pub added: u64,
    /// How many were there already, with the same moves and the same result.
    pub equal: u64,
    /// How many were there otherwise, which the clock or another program explains: the first
    /// stays.
    pub different: u64,
    /// How many are of a worker that was put aside, and nobody else confirmed them.
    pub not_believed: u64,
}

/// What became of all parts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Merged {
    /// The parts in their order.
    pub parts: Vec<MergedPart>,
    /// How many games were taken out that were there before: those of workers that a part
    /// has put aside.
    pub removed: u64,
    /// How many games there are now.
    pub games: u64,
}

impl Ledger {
    /// Adds the games of other ledgers, all or none of them. A game that is there already is
    /// kept once; another one under its id is an error that says what differs, unless the
    /// clock had a say in it or another program played: then the first stays. So is an event
    /// that has other settings. Workers that any of them has put aside are put aside.
    ///
    /// `watch` is told how many games have been read so far.
    ///
    /// ```
    /// use papan_arena::{Contest, Ledger};
    /// use papan_search::Stop;
    ///
    /// let folder = std::env::temp_dir().join(format!("papan-merge-{}", std::process::id()));
    /// let contest = Contest::new("othello:size=4", &["greedy", "random"], 4);
    /// let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
    /// let games: Vec<_> = games.into_iter().map(|played| played.game).collect();
    /// let parts = [folder.join("1.db"), folder.join("2.db")];
    /// Ledger::open(&parts[0]).unwrap().add(&games[..3]).unwrap();
    /// Ledger::open(&parts[1]).unwrap().add(&games[2..]).unwrap();
    ///
    /// let mut all = Ledger::in_memory().unwrap();
    /// let merged = all.merge(&parts, &mut |_| {}).unwrap();
    /// assert_eq!(merged.games, 4);
    /// assert_eq!((merged.parts[1].added, merged.parts[1].equal), (1, 1));
    /// # std::fs::remove_dir_all(folder).unwrap();
    /// ```
    pub fn merge(
        &mut self,
        parts: &[PathBuf],
        watch: &mut dyn FnMut(u64),
    ) -> Result<Merged, LedgerError> {
        let path = &self.path;
        let failed = |error| LedgerError::from(schema::LEDGER.sqlite(path, error));
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        let mut merge = Merge {
            all: &transaction,
            path,
            parts,
            events: HashMap::new(),
            put_aside: HashSet::new(),
            done: 0,
        };
        merge.know_events().map_err(failed)?;
        // A part is open only as long as it is read: there may be thousands.
        for part in parts {
            merge.add_events(&Ledger::read(part)?)?;
        }
        merge.put_aside = put_aside(&transaction).map_err(failed)?;
        let mut merged = Merged {
            removed: remove_unbelieved(&transaction).map_err(failed)?,
            ..Merged::default()
        };
        for part in parts {
            let counts = merge.add_games(&Ledger::read(part)?, watch)?;
            merged.parts.push(counts);
        }
        let count = "SELECT count(*) FROM games";
        let games: i64 = transaction
            .query_row(count, (), |row| row.get(0))
            .map_err(failed)?;
        merged.games = games.cast_unsigned();
        transaction.commit().map_err(failed)?;
        Ok(merged)
    }
}

struct Merge<'a> {
    all: &'a Transaction<'a>,
    path: &'a Path,
    parts: &'a [PathBuf],
    /// What is there of each event.
    events: HashMap<String, KnownEvent>,
    /// The workers that are put aside, each with its event.
    put_aside: HashSet<(String, String)>,
    done: u64,
}

/// An event that is there, with the file that its settings come from.
struct KnownEvent {
    stored: StoredEvent,
    settings_of: PathBuf,
}

/// An event as it is stored.
struct StoredEvent {
    name: String,
    begun_at: i64,
    settings: Option<String>,
    source: String,
    labels: String,
    /// When its latest game was added.
    last_at: Option<i64>,
}

fn stored_events(connection: &Connection) -> rusqlite::Result<Vec<StoredEvent>> {
    let mut statement = connection.prepare(
        "SELECT name, begun_at, settings, source, labels,
            (SELECT max(finished_at) FROM games JOIN lineups USING (lineup)
             WHERE lineups.event = events.event)
         FROM events ORDER BY name",
    )?;
    let events = statement.query_map((), |row| {
        Ok(StoredEvent {
            name: row.get(0)?,
            begun_at: row.get(1)?,
            settings: row.get(2)?,
            source: row.get(3)?,
            labels: row.get(4)?,
            last_at: row.get(5)?,
        })
    })?;
    events.collect()
}

/// The workers that are put aside, each with its event.
fn put_aside(connection: &Connection) -> rusqlite::Result<HashSet<(String, String)>> {
    let sql = "SELECT name, worker FROM put_aside JOIN events USING (event)";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Takes out what is no longer believed; returns how many games that are.
fn remove_unbelieved(transaction: &Transaction<'_>) -> rusqlite::Result<u64> {
    const PUT_ASIDE: &str = "IN (SELECT put_aside.worker FROM put_aside JOIN lineups USING (event)
                             WHERE lineups.lineup = games.lineup)";
    let unconfirmed =
        format!("UPDATE games SET confirmed_by = NULL WHERE confirmed_by {PUT_ASIDE}");
    transaction.execute(&unconfirmed, ())?;
    let delete = format!("DELETE FROM games WHERE confirmed_by IS NULL AND worker {PUT_ASIDE}");
    Ok(transaction.execute(&delete, ())? as u64)
}

impl Merge<'_> {
    fn failed(&self, error: rusqlite::Error) -> LedgerError {
        schema::LEDGER.sqlite(self.path, error).into()
    }

    fn know_events(&mut self) -> rusqlite::Result<()> {
        for stored in stored_events(self.all)? {
            let settings_of = self.path.to_owned();
            let known = KnownEvent {
                stored,
                settings_of,
            };
            self.events.insert(known.stored.name.clone(), known);
        }
        Ok(())
    }

    /// Takes over the events of a part, and which workers it has put aside.
    fn add_events(&mut self, part: &Ledger) -> Result<(), LedgerError> {
        for event in stored_events(&part.connection).map_err(|error| part.failed(error))? {
            let name = event.name.clone();
            let known = match self.events.remove(&name) {
                None => KnownEvent {
                    stored: event,
                    settings_of: part.path.clone(),
                },
                Some(known) => known.and(event, &part.path)?,
            };
            let stored = &known.stored;
            let event = "INSERT INTO events (name, begun_at, settings, source, labels)
                         VALUES (?1, ?2, ?3, ?4, ?5)
                         ON CONFLICT (name) DO UPDATE
                         SET begun_at = ?2, settings = ?3, source = ?4, labels = ?5";
            let values = (
                &stored.name,
                stored.begun_at,
                &stored.settings,
                &stored.source,
                &stored.labels,
            );
            let written = self.all.execute(event, values);
            written.map_err(|error| self.failed(error))?;
            for PutAside { worker, reason, at } in part.put_aside_in(&name)? {
                let aside = "INSERT INTO put_aside (event, worker, reason, put_aside_at)
                             VALUES ((SELECT event FROM events WHERE name = ?), ?, ?, ?)
                             ON CONFLICT DO NOTHING";
                let written = self.all.execute(aside, (&name, worker, reason, at.0));
                written.map_err(|error| self.failed(error))?;
            }
            self.events.insert(name, known);
        }
        Ok(())
    }

    /// Takes over the games of a part.
    fn add_games(
        &mut self,
        part: &Ledger,
        watch: &mut dyn FnMut(u64),
    ) -> Result<MergedPart, LedgerError> {
        let mut counts = MergedPart {
            ledger: part.path.clone(),
            ..MergedPart::default()
        };
        let mut games = Games::new(self.all).map_err(|error| self.failed(error))?;
        let mut result = Ok(());
        part.each_stored(&mut |lineup, row| {
            result = self.add_game(&mut games, part, lineup, row, &mut counts);
            self.done += 1;
            watch(self.done);
            match result {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        result.map(|()| counts)
    }

    fn add_game(
        &self,
        games: &mut Games<'_>,
        part: &Ledger,
        lineup: i64,
        row: Result<Entry, Unreadable>,
        counts: &mut MergedPart,
    ) -> Result<(), LedgerError> {
        let unfit = |id, problem| LedgerError::Unfit {
            path: part.path.clone(),
            id,
            problem,
        };
        let Entry {
            id,
            finished_at,
            result: mut game,
        } = row.map_err(|Unreadable { id, problem }| unfit(id, problem))?;
        if game.job.id() != id {
            return Err(unfit(id, "its id is not that of its job".to_owned()));
        }
        counts.games += 1;
        if !self.is_believed(&mut game) {
            counts.not_believed += 1;
            return Ok(());
        }
        let added = games.insert(&game, lineup, finished_at);
        if added.map_err(|error| self.failed(error))? {
            counts.added += 1;
            return Ok(());
        }
        let kept = games.kept(id).map_err(|error| self.failed(error))?;
        let kept = kept.map_err(|Unreadable { id, problem }| LedgerError::Unfit {
            path: self.path.to_owned(),
            id,
            problem,
        })?;
        if kept.same_play(&game) {
            counts.equal += 1;
            if let Some(worker) = confirmation(&kept, &game) {
                let noted = games.confirm.execute((worker, id.0));
                noted.map_err(|error| self.failed(error))?;
            }
        } else if may_differ(&kept) || may_differ(&game) {
            counts.different += 1;
        } else {
            return Err(self.different(part, &kept, &game));
        }
        Ok(())
    }

    /// Whether a game counts: what a worker that was put aside confirmed is not confirmed, and
    /// what it played counts only if another confirmed it.
    fn is_believed(&self, game: &mut GameResult) -> bool {
        if self.put_aside.is_empty() {
            return true;
        }
        let event = &game.job.event;
        let is_aside = |worker: &Option<String>| {
            let name = worker.as_ref();
            name.is_some_and(|name| self.put_aside.contains(&(event.clone(), name.clone())))
        };
        let (played, confirmed) = (is_aside(&game.worker), is_aside(&game.confirmed_by));
        if confirmed {
            game.confirmed_by = None;
        }
        !played || game.confirmed_by.is_some()
    }

    /// Which file the kept one comes from is looked for only now: nothing remembers it for
    /// every game.
    fn different(&self, part: &Ledger, kept: &GameResult, other: &GameResult) -> LedgerError {
        let id = kept.job.id();
        let is_from = |path: &&PathBuf| {
            let game = Ledger::read(path).and_then(|ledger| ledger.game(id));
            matches!(game, Ok(Some(game)) if game.result.same_play(kept))
        };
        let before = self
            .parts
            .iter()
            .take_while(|path| path.canonicalize().is_ok_and(|path| path != part.path));
        let source = before.into_iter().find(is_from);
        LedgerError::Different {
            id,
            event: kept.job.event.clone(),
            kept: source.map_or(self.path, |source| source).into(),
            other: part.path.as_path().into(),
            differences: differences(kept, other),
        }
    }
}

impl KnownEvent {
    /// The same event with what another file knows of it.
    fn and(self, other: StoredEvent, path: &Path) -> Result<KnownEvent, LedgerError> {
        let KnownEvent {
            stored,
            settings_of,
        } = self;
        let differences = match (&stored.settings, &other.settings) {
            (Some(old), Some(new)) => events::differences(old, new),
            _ => Vec::new(),
        };
        if !differences.is_empty() {
            return Err(LedgerError::DifferentSettings {
                event: stored.name,
                kept: settings_of.into(),
                other: path.into(),
                differences,
            });
        }
        let settings_of = match stored.settings {
            Some(_) => settings_of,
            None => path.to_owned(),
        };
        // Its file and labels may have changed since: those of the latest game stay.
        let (new, old) = match stored.last_at >= other.last_at {
            true => (stored, other),
            false => (other, stored),
        };
        Ok(KnownEvent {
            stored: StoredEvent {
                begun_at: new.begun_at.min(old.begun_at),
                settings: new.settings.or(old.settings),
                source: match new.source.is_empty() {
                    true => old.source,
                    false => new.source,
                },
                labels: all_labels(&new.labels, &old.labels),
                ..new
            },
            settings_of,
        })
    }
}

/// The labels of two lists, those of the first where both have one.
fn all_labels(first: &str, second: &str) -> String {
    let mut all = labels(first);
    for (agent, label) in labels(second) {
        if !all.iter().any(|(known, _)| *known == agent) {
            all.push((agent, label));
        }
    }
    serde_json::to_string(&all).unwrap_or_default()
}

/// Who confirms a game that is kept and not confirmed, where an equal one of a part is: the
/// other of the two workers that it names.
fn confirmation<'a>(kept: &GameResult, other: &'a GameResult) -> Option<&'a String> {
    if kept.confirmed_by.is_some() {
        return None;
    }
    let confirmed_by = other.confirmed_by.as_ref()?;
    match kept.worker.as_ref() == Some(confirmed_by) {
        true => other.worker.as_ref(),
        false => Some(confirmed_by),
    }
}

/// Whether a game may come out otherwise another time: the clock had a say in it, or another
/// program played. Games of ledgers before version 4 do not say so; their agents do.
fn may_differ(game: &GameResult) -> bool {
    let conditions = &game.job.conditions;
    game.timed
        || conditions.time.is_some()
        || conditions.clock.is_some()
        || games::visit(&game.job.game, Remembering(&game.job.agents)).unwrap_or(false)
}

/// Whether any of some agents is limited by time alone, or is another program.
struct Remembering<'a>(&'a [String]);

impl games::Visitor for Remembering<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: G) -> bool {
        let mut texts = self.0.iter();
        texts.any(|text| agents::open(&game, text, 0).is_ok_and(|agent| agent.remembers()))
    }
}

/// What differs between two games, in words.
fn differences(one: &GameResult, other: &GameResult) -> Vec<String> {
    let mut found = Vec::new();
    let mut moves = one.moves().zip(other.moves());
    match moves.position(|(one, other)| one != other) {
        Some(index) => {
            let text = |game: &GameResult| game.moves().nth(index).unwrap_or_default().to_owned();
            let number = index + 1;
            found.push(format!(
                "move {number} is {} and {}",
                text(one),
                text(other)
            ));
        }
        None if one.plies.len() != other.plies.len() => {
            let (one, other) = (one.plies.len(), other.plies.len());
            found.push(format!("it has {one} and {other} moves"));
        }
        None => {}
    }
    let mut both = |what: &str, one: String, other: String| {
        if one != other {
            found.push(format!("{what} {one} and {other}"));
        }
    };
    let scores = |game: &GameResult| format!("{:?}", game.scores.as_slice());
    both("scores", scores(one), scores(other));
    both("ending:", one.ending.to_string(), other.ending.to_string());
    both(
        "nodes",
        format!("{:?}", one.nodes),
        format!("{:?}", other.nodes),
    );
    let fingerprints = |game: &GameResult| {
        let known = game.fingerprints.iter().flatten();
        known.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    both(
        "versions of the agents:",
        fingerprints(one),
        fingerprints(other),
    );
    if found.is_empty() {
        found.push("values of moves, turns or the last position".to_owned());
    }
    found
}

/// The games that are there, and the statements that they are read and written with.
struct Games<'a> {
    all: &'a Transaction<'a>,
    insert: Statement<'a>,
    confirm: Statement<'a>,
    find: Statement<'a>,
    numbers: Lineups<'a>,
    /// The number of a lineup in the part, and here: games of one stand together mostly.
    last: Option<(i64, i64)>,
    /// The lineups that are there, as far as they were asked for.
    lineups: HashMap<i64, Lineup>,
    seats: SeatCounts,
}

impl<'a> Games<'a> {
    fn new(all: &'a Transaction<'a>) -> rusqlite::Result<Games<'a>> {
        Ok(Games {
            all,
            insert: all.prepare(rows::INSERT)?,
            confirm: all.prepare("UPDATE games SET confirmed_by = ? WHERE id = ?")?,
            find: all.prepare(&rows::select_with_lineup("WHERE id = ?"))?,
            numbers: Lineups::new(all)?,
            last: None,
            lineups: HashMap::new(),
            seats: SeatCounts::default(),
        })
    }

    /// Whether the game was not there yet.
    fn insert(&mut self, game: &GameResult, theirs: i64, at: Moment) -> rusqlite::Result<bool> {
        let ours = match self.last {
            Some((last, ours)) if last == theirs => ours,
            _ => self.numbers.number(&game.job)?,
        };
        self.last = Some((theirs, ours));
        rows::insert(&mut self.insert, game, ours, at)
    }

    /// The game that is there under an id.
    fn kept(&mut self, id: GameId) -> rusqlite::Result<Result<GameResult, Unreadable>> {
        let Games {
            all,
            find,
            lineups,
            seats,
            ..
        } = self;
        let entry = find.query_row([id.0], |row| {
            let number = rows::lineup(row)?;
            if !lineups.contains_key(&number) {
                lineups.extend(reading::lineups(all)?);
            }
            match lineups.get(&number) {
                Some(lineup) => rows::entry(row, lineup, seats.of(lineup)),
                None => rows::without_lineup(row).map(Err),
            }
        })?;
        Ok(entry.map(|entry| entry.result))
    }
}
