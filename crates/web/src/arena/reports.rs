//! Reports of tournaments, which are work to make: the last few are remembered.

use papan_arena::{
    ledger::{EventSummary, GameLine, Ledger},
    standings::StandingsTable,
    tournament::SequentialTest,
};
use papan_host::{Answer, ApiError, lock};
use papan_report::{
    Markup,
    chart::Chart,
    tournament::{GameReport, ReportedGame, Tournament, rating_history, rating_marks, report},
};
use serde::Serialize;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// How many reports are remembered.
const REMEMBERED: usize = 8;
/// While games are added, a report is made again no sooner than after this multiple of the time
/// that it takes.
const PATIENCE: u32 = 10;

/// The reports that were made last.
#[derive(Default)]
pub(crate) struct Reports(Mutex<HashMap<String, Made>>);

struct Made {
    event: EventSummary,
    report: Arc<Tournament>,
    at: Instant,
    took: Duration,
}

impl Reports {
    /// The report of an event, as it is now or was a moment ago.
    pub(super) fn of(
        &self,
        ledger: Option<&Ledger>,
        name: &str,
    ) -> Answer<(EventSummary, Arc<Tournament>)> {
        let missing = || ApiError::missing("the ledger has no such tournament");
        let ledger = ledger.ok_or_else(missing)?;
        let events = ledger.events().map_err(ApiError::internal)?;
        let event = events.into_iter().find(|event| event.name == name);
        let event = event.ok_or_else(missing)?;
        // Held while a report is made: two who ask for the same have it made once.
        let mut made = lock(&self.0);
        if let Some(known) = made.get(name)
            && (known.event == event || known.at.elapsed() < PATIENCE * known.took)
        {
            return Ok((known.event.clone(), Arc::clone(&known.report)));
        }
        let begin = Instant::now();
        let report = report(ledger, &event, 0, true).map_err(ApiError::internal)?;
        let report = Arc::new(report);
        if made.len() >= REMEMBERED && !made.contains_key(name) {
            let oldest = made.iter().min_by_key(|(_, made)| made.at);
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                made.remove(&oldest);
            }
        }
        let now = Instant::now();
        let remembered = Made {
            event: event.clone(),
            report: Arc::clone(&report),
            at: now,
            took: now - begin,
        };
        made.insert(name.to_owned(), remembered);
        Ok((event, report))
    }
}

/// All of a game's report but the games, with the names that `papan report --format json` has.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "StandingsShown"))]
pub(super) struct Shown<'a> {
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    table: &'a StandingsTable,
    #[cfg_attr(test, ts(type = "Arena.SequentialTest | null"))]
    sprt: Option<&'a SequentialTest>,
    /// Whether the results depend on which worker played, more than chance makes likely.
    doubtful: bool,
    /// How the ratings came about, as charts.
    #[cfg_attr(test, ts(type = "Extract<Report.Chart, { kind: \"lines\" }>[]"))]
    rating_history: Vec<Chart>,
    /// The rating of each agent as a drawing for a cell of a table.
    rating_marks: Vec<Option<String>>,
}

impl<'a> Shown<'a> {
    pub(super) fn of(report: &'a GameReport) -> Shown<'a> {
        Shown {
            table: &report.table,
            sprt: report.sprt.as_ref(),
            doubtful: (report.table.agreement).is_some_and(|agreement| agreement.is_doubtful()),
            rating_history: (rating_history(report).into_iter())
                .map(Chart::Lines)
                .collect(),
            rating_marks: (rating_marks(report).iter())
                .map(|mark| mark.as_ref().map(Markup::to_string))
                .collect(),
        }
    }
}

/// Some of the games of a tournament.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TournamentGames"))]
pub(super) struct Games {
    #[cfg_attr(test, ts(type = "(Arena.GameLine & TournamentGame)[]"))]
    games: Vec<Listed>,
    offset: usize,
    count: usize,
}

/// A game in a line, with the names of its seats and of those who had them.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TournamentGame"))]
pub(super) struct Listed {
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    line: GameLine,
    seats: Vec<String>,
    players: Vec<String>,
}

/// At most `limit` games of a tournament, the latest rounds first, without the first `offset`.
pub(super) fn games(tournament: &Tournament, offset: usize, limit: usize) -> Games {
    let reports = tournament.reports.iter();
    let all = reports.flat_map(|report| {
        let games = report.results.iter().rev();
        games.map(move |game| (report, game))
    });
    let listed = |(report, game): (&GameReport, &ReportedGame)| {
        let table = &report.table;
        let label = |agent: &usize| table.agents[*agent].label.clone();
        Listed {
            line: GameLine::from(&game.entry),
            seats: table.seats.iter().map(|seat| seat.name.clone()).collect(),
            players: game.players.iter().map(label).collect(),
        }
    };
    let count = tournament.reports.iter().map(|report| report.results.len());
    Games {
        games: all.skip(offset).take(limit).map(listed).collect(),
        offset,
        count: count.sum(),
    }
}
