//! What is in a ledger.

use super::{Entry, EventSummary, Ledger, LedgerError, Moment, rows, rows::Unreadable};
use crate::{Conditions, GameId, Job};
use papan_agents::games;
use papan_search::Fault;
use rusqlite::{Connection, OptionalExtension};
use std::{
    collections::{BTreeSet, HashMap},
    ops::ControlFlow,
};

/// Which games are meant; all of them by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Those of this event.
    pub event: Option<String>,
    /// Those of this game, however its name is spelled.
    pub game: Option<String>,
    /// Those in which this agent sits, named by its text or by its label in the event.
    pub agent: Option<String>,
}

/// What games with the same agents in the same seats have in common.
#[derive(Clone)]
pub(crate) struct Lineup {
    pub(super) event: String,
    pub(super) game: String,
    pub(super) agents: Vec<String>,
    pub(super) conditions: Conditions,
    /// What is wrong with it, so that none of its games can be read.
    pub(super) problem: Option<String>,
    labels: Vec<(String, String)>,
}

/// A game's place in the order of a ledger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// The place of event, game and agents in whichever seats: the games of a round stand
    /// together.
    table: usize,
    round: u64,
    /// As it is stored: what is no number of a seating is told with its game.
    seating: i64,
    number: i64,
    lineup: i64,
}

impl Ledger {
    /// All events, by name.
    pub fn events(&self) -> Result<Vec<EventSummary>, LedgerError> {
        let read = || {
            let mut statement = self.connection.prepare(
                "SELECT name, begun_at, settings, source, labels, count(games.number),
                 min(finished_at), max(finished_at)
                 FROM events LEFT JOIN lineups USING (event) LEFT JOIN games USING (lineup)
                 GROUP BY event ORDER BY name",
            )?;
            let events = statement.query_map((), |row| {
                Ok(EventSummary {
                    name: row.get(0)?,
                    begun_at: Moment(row.get(1)?),
                    settings: row.get(2)?,
                    source: row.get(3)?,
                    labels: labels(&row.get::<_, String>(4)?),
                    count: row.get::<_, i64>(5)?.cast_unsigned(),
                    first_at: row.get::<_, Option<i64>>(6)?.map(Moment),
                    last_at: row.get::<_, Option<i64>>(7)?.map(Moment),
                    games: Vec::new(),
                    agents: Vec::new(),
                })
            })?;
            events.collect::<rusqlite::Result<Vec<_>>>()
        };
        let mut events = read().map_err(|error| self.failed(error))?;
        let lineups = self.lineups(&Filter::default())?;
        for event in &mut events {
            let own = || lineups.values().filter(|lineup| lineup.event == event.name);
            let games: BTreeSet<&String> = own().map(|lineup| &lineup.game).collect();
            let agents: BTreeSet<&String> = own().flat_map(|lineup| &lineup.agents).collect();
            let texts = |texts: BTreeSet<&String>| texts.into_iter().cloned().collect();
            (event.games, event.agents) = (texts(games), texts(agents));
        }
        Ok(events)
    }

    /// How many games there are.
    pub fn count(&self, filter: &Filter) -> Result<u64, LedgerError> {
        let lineups = self.lineups(filter)?;
        let count = || {
            let mut statement = self
                .connection
                .prepare("SELECT count(*) FROM games WHERE lineup = ?")?;
            let mut sum = 0;
            for lineup in lineups.keys() {
                sum += statement.query_row([lineup], |row| row.get::<_, i64>(0))?;
            }
            Ok(sum.cast_unsigned())
        };
        count().map_err(|error| self.failed(error))
    }

    /// Hands over the games one by one, until it is told to break. They come in the order of
    /// event, game, agents (in whichever seats), round and seating, as they were when the
    /// call began.
    pub fn each(
        &self,
        filter: &Filter,
        take: &mut dyn FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        let mut problem = None;
        self.each_row(filter, &mut |row| match row {
            Ok(entry) => take(entry),
            Err(unreadable) => {
                problem = Some(unreadable);
                ControlFlow::Break(())
            }
        })?;
        match problem {
            None => Ok(()),
            Some(Unreadable { id, problem }) => Err(LedgerError::Game { id, problem }),
        }
    }

    /// The same with rows that are no games.
    pub(super) fn each_row(
        &self,
        filter: &Filter,
        take: &mut dyn FnMut(Result<Entry, Unreadable>) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        // All that is read is from one moment.
        let _moment = self
            .connection
            .unchecked_transaction()
            .map_err(|error| self.failed(error))?;
        let lineups = self.lineups(filter)?;
        let mut read = || {
            let keys = self.keys(&lineups)?;
            let mut seats = SeatCounts::default();
            let mut statement = self.connection.prepare(&rows::select())?;
            for key in keys {
                let lineup = &lineups[&key.lineup];
                let seats = seats.of(lineup);
                let row =
                    statement.query_row([key.number], |row| rows::entry(row, lineup, seats))?;
                if take(row).is_break() {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(|error| self.failed(error))
    }

    /// The keys of all games with these lineups, in order. Rows are fetched by them, because
    /// sorting whole rows would take far more memory.
    fn keys(&self, lineups: &HashMap<i64, Lineup>) -> rusqlite::Result<Vec<Key>> {
        let table = |lineup: &Lineup| {
            let mut agents = lineup.agents.clone();
            agents.sort();
            (lineup.event.clone(), lineup.game.clone(), agents)
        };
        let mut tables: Vec<_> = lineups.values().map(table).collect();
        tables.sort();
        tables.dedup();
        let mut statement = self
            .connection
            .prepare("SELECT round, seating, number FROM games WHERE lineup = ?")?;
        let mut keys = Vec::new();
        for (&number, lineup) in lineups {
            let table = tables.binary_search(&table(lineup)).unwrap_or_default();
            let found = statement.query_map([number], |row| {
                Ok(Key {
                    table,
                    round: row.get::<_, i64>(0)?.cast_unsigned(),
                    seating: row.get(1)?,
                    number: row.get(2)?,
                    lineup: number,
                })
            })?;
            for key in found {
                keys.push(key?);
            }
        }
        keys.sort_unstable();
        Ok(keys)
    }

    /// The ids of all games, also of those that cannot be read.
    pub fn ids(&self, filter: &Filter) -> Result<Vec<GameId>, LedgerError> {
        let lineups = self.lineups(filter)?;
        let read = || {
            let mut statement = self
                .connection
                .prepare("SELECT id FROM games WHERE number = ?")?;
            let keys = self.keys(&lineups)?.into_iter();
            keys.map(|key| statement.query_row([key.number], |row| row.get(0).map(GameId)))
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// The games that someone forfeited by a fault, of those jobs that are meant; whoever gave one
    /// up has played it.
    pub fn forfeits(
        &self,
        filter: &Filter,
        is_meant: &dyn Fn(&Job) -> bool,
    ) -> Result<Vec<GameId>, LedgerError> {
        let mut ids = Vec::new();
        self.each(filter, &mut |entry| {
            let forfeit = entry.result.forfeit();
            if forfeit.is_some_and(|(_, fault)| fault != Fault::Resigned)
                && is_meant(&entry.result.job)
            {
                ids.push(entry.id);
            }
            ControlFlow::Continue(())
        })?;
        Ok(ids)
    }

    /// The ids that begin with these hexadecimal digits, at most `most` of them.
    pub fn find(&self, prefix: &str, most: usize) -> Result<Vec<GameId>, LedgerError> {
        let filled = |digit: &str| {
            let missing = 32_usize.saturating_sub(prefix.len());
            let filled = format!("{prefix}{}", digit.repeat(missing));
            filled.to_ascii_lowercase().parse::<GameId>()
        };
        let (Ok(first), Ok(last)) = (filled("0"), filled("f")) else {
            return Ok(Vec::new());
        };
        let read = || {
            let sql = "SELECT id FROM games WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?";
            let mut statement = self.connection.prepare(sql)?;
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let ids = statement.query_map((first.0, last.0, most), |row| row.get(0).map(GameId))?;
            ids.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// One game.
    pub fn game(&self, id: GameId) -> Result<Option<Entry>, LedgerError> {
        let find = "SELECT number, lineup FROM games WHERE id = ?";
        let numbers: Option<(i64, i64)> = self
            .connection
            .query_row(find, [id.0], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(|error| self.failed(error))?;
        let Some((number, lineup)) = numbers else {
            return Ok(None);
        };
        let lineups = self.lineups(&Filter::default())?;
        let Some(lineup) = lineups.get(&lineup) else {
            let problem = rows::NO_LINEUP.to_owned();
            return Err(LedgerError::Game { id, problem });
        };
        self.connection
            .query_row(&rows::select(), [number], |row| {
                rows::entry(row, lineup, SeatCounts::default().of(lineup))
            })
            .map_err(|error| self.failed(error))?
            .map(Some)
            .map_err(|Unreadable { id, problem }| LedgerError::Game { id, problem })
    }

    /// Hands over all games and rows that are none, each with the number of its lineup, as
    /// they are stored, until it is told to break. Nothing is sorted, so that memory does not
    /// grow with their number.
    pub(super) fn each_stored(
        &self,
        take: &mut dyn FnMut(i64, Result<Entry, Unreadable>) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        let mut read = || {
            // All that is read is from one moment.
            let _moment = self.connection.unchecked_transaction()?;
            let lineups: HashMap<i64, Lineup> = lineups(&self.connection)?.into_iter().collect();
            let mut seats = SeatCounts::default();
            let mut statement = self
                .connection
                .prepare(&rows::select_with_lineup("ORDER BY number"))?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                let number = rows::lineup(row)?;
                let entry = match lineups.get(&number) {
                    Some(lineup) => rows::entry(row, lineup, seats.of(lineup))?,
                    None => Err(rows::without_lineup(row)?),
                };
                if take(number, entry).is_break() {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(|error| self.failed(error))
    }

    /// The lineups whose games are meant. There are few of them: whether one is meant is
    /// looked at here and not by SQLite.
    fn lineups(&self, filter: &Filter) -> Result<HashMap<i64, Lineup>, LedgerError> {
        let mut lineups = lineups(&self.connection).map_err(|error| self.failed(error))?;
        // Opening a game to ask for its name is work, and most lineups play the same one.
        let mut same = HashMap::new();
        lineups.retain(|(_, lineup)| filter.means(lineup, &mut same));
        Ok(lineups.into_iter().collect())
    }
}

/// All lineups with their numbers.
pub(super) fn lineups(connection: &Connection) -> rusqlite::Result<Vec<(i64, Lineup)>> {
    let mut statement = connection.prepare(
        "SELECT lineup, events.name, game, agents, conditions, labels
         FROM lineups JOIN events USING (event)",
    )?;
    let mut rows = statement.query(())?;
    let mut lineups = Vec::new();
    while let Some(row) = rows.next()? {
        let (agents, conditions): (String, String) = (row.get(3)?, row.get(4)?);
        let mut problem = None;
        let mut wrong = |what: &str, text: &str| {
            let text = papan_core::shortened(text);
            problem = Some(format!("its {what} cannot be '{text}'"));
        };
        let lineup = Lineup {
            event: row.get(1)?,
            game: row.get(2)?,
            agents: serde_json::from_str(&agents).unwrap_or_else(|_| {
                wrong("agents", &agents);
                Vec::new()
            }),
            conditions: serde_json::from_str(&conditions).unwrap_or_else(|_| {
                wrong("conditions", &conditions);
                Conditions::NONE
            }),
            labels: labels(&row.get::<_, String>(5)?),
            problem,
        };
        lineups.push((row.get(0)?, lineup));
    }
    Ok(lineups)
}

/// How many seats games have, each opened once.
#[derive(Default)]
pub(super) struct SeatCounts(HashMap<String, Option<usize>>);

impl SeatCounts {
    /// The seats of the games of a lineup; one for each agent where the game is not known.
    pub(super) fn of(&mut self, lineup: &Lineup) -> usize {
        let known = match self.0.get(&lineup.game) {
            Some(known) => *known,
            None => {
                let seats = games::open(&lineup.game).ok().map(|game| game.seats());
                self.0.insert(lineup.game.clone(), seats);
                seats
            }
        };
        known.unwrap_or(lineup.agents.len())
    }
}

impl Filter {
    /// The games of one event.
    pub fn event(name: &str) -> Filter {
        Filter {
            event: Some(name.to_owned()),
            ..Filter::default()
        }
    }

    /// Whether the games of a lineup are meant. `same` remembers which games are the one
    /// that was asked for.
    fn means(&self, lineup: &Lineup, same: &mut HashMap<String, bool>) -> bool {
        let event = |name: &String| *name == lineup.event;
        let game = |name: &String| match same.get(&lineup.game) {
            Some(known) => *known,
            None => {
                let found = *name == lineup.game || is_same(name, &lineup.game);
                same.insert(lineup.game.clone(), found);
                found
            }
        };
        let agent = |name: &String| {
            let labelled =
                |(agent, label): &(String, String)| label == name && lineup.agents.contains(agent);
            lineup.agents.contains(name) || lineup.labels.iter().any(labelled)
        };
        self.event.as_ref().is_none_or(event)
            && self.game.as_ref().is_none_or(game)
            && self.agent.as_ref().is_none_or(agent)
    }
}

/// Whether two texts name the same game.
fn is_same(one: &str, other: &str) -> bool {
    match (games::open(one), games::open(other)) {
        (Ok(one), Ok(other)) => one.name() == other.name(),
        _ => false,
    }
}

pub(super) fn labels(text: &str) -> Vec<(String, String)> {
    serde_json::from_str(text).unwrap_or_default()
}
