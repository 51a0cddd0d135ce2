//! The numbers of a tournament and the games of a ledger as tables for other programs. They
//! count rounds, seatings and seats from 0, as all that programs read.

use super::data::Tournament;
use crate::sheet::{Cell, Sheet};
use papan_arena::{ledger::Entry, tally::Tally};
use papan_core::Seat;

/// One row for each game of a tournament: see [`entries_sheet`].
pub fn games_sheet(tournament: &Tournament) -> Sheet {
    let reports = tournament.reports.iter();
    let games = reports.flat_map(|report| {
        let label = |agent: &usize| report.table.agents[*agent].label.clone();
        let games = report.results.iter();
        games.map(move |game| (&game.entry, game.players.iter().map(label).collect()))
    });
    entries_sheet(&games.collect::<Vec<_>>())
}

const BEFORE: [&str; 5] = ["id", "event", "game", "round", "seating"];
const OF_SEATS: [&str; 9] = [
    "agent",
    "label",
    "fingerprint",
    "title",
    "score",
    "rank",
    "seconds",
    "cpu_seconds",
    "nodes",
];
const AFTER: [&str; 19] = [
    "ending",
    "ending_seat",
    "fault",
    "reason",
    "margin",
    "plies",
    "opening_plies",
    "start",
    "moves",
    "position",
    "seed",
    "conditions",
    "version",
    "commit",
    "build",
    "finished_at",
    "worker",
    "confirmed_by",
    "timed",
];

/// One row for each game of a ledger, which are given with the labels of their agents by seat.
///
/// The columns: id, event, game, round and seating; for each seat that any of the games has
/// its agent, label, fingerprint, title, score, rank, seconds, CPU seconds and nodes, as in
/// `agent_0`; how it ended; how many plies it has, how many of them are the opening, the start where it is not
/// the usual one, all moves and the last position; seed (a text: it has 64 bits), conditions
/// (JSON), the version of Papan that played it, the commit that this was built from and how, when it was
/// finished; the worker that played it and the one that confirmed it, and whether the clock had a
/// say in it (0 or 1).
pub fn entries_sheet(games: &[(&Entry, Vec<String>)]) -> Sheet {
    let seats = games.iter().map(|(entry, _)| entry.result.job.agents.len());
    let seats = seats.max().unwrap_or(0);
    let of_seats = OF_SEATS
        .iter()
        .flat_map(|what| (0..seats).map(move |seat| format!("{what}_{seat}")));
    let before = BEFORE.map(str::to_owned).into_iter();
    let names = before.chain(of_seats).chain(AFTER.map(str::to_owned));
    let mut sheet = Sheet::new(names);
    for (entry, labels) in games {
        sheet.row(row(entry, labels, seats));
    }
    sheet
}

fn row(entry: &Entry, labels: &[String], seats: usize) -> Vec<Cell> {
    let (game, job) = (&entry.result, &entry.result.job);
    let mut cells = vec![
        Cell::text(entry.id),
        Cell::text(&job.event),
        Cell::text(&job.game),
        Cell::count(job.round),
        Cell::count(job.seating),
    ];
    for what in OF_SEATS {
        cells.extend((0..seats).map(|seat| {
            match what {
                _ if seat >= job.agents.len() => Cell::Nothing,
                "agent" => Cell::text(&job.agents[seat]),
                "label" => Cell::optional(labels.get(seat)),
                "fingerprint" => {
                    Cell::optional(game.fingerprints.get(seat).and_then(Option::as_ref))
                }
                "title" => Cell::optional(game.titles.get(seat).and_then(Option::as_ref)),
                "score" => whole(game.scores.as_slice().get(seat).copied()),
                "rank" => whole(game.outcome.ranks().get(seat).copied()),
                "seconds" => Cell::Number(game.time_of(Seat::new(seat)).0.as_secs_f64()),
                "cpu_seconds" => match game.cpu_time_of(Seat::new(seat)) {
                    Some(time) => Cell::Number(time.as_secs_f64()),
                    None => Cell::Nothing,
                },
                _ => game
                    .nodes
                    .get(seat)
                    .map_or(Cell::Nothing, |nodes| Cell::count(*nodes)),
            }
        }));
    }
    let details = game.ending.details();
    let (version, commit) = match game.version.split_once('+') {
        Some((version, commit)) => (version, Some(commit)),
        None => (game.version.as_str(), None),
    };
    cells.extend([
        Cell::text(game.ending.kind()),
        details
            .seat
            .map_or(Cell::Nothing, |seat| Cell::count(seat.index() as u64)),
        Cell::optional(details.fault),
        Cell::optional(details.reason),
        whole(details.margin),
        Cell::count(game.plies.len()),
        Cell::count(job.opening.moves.len()),
        job.opening
            .start
            .as_ref()
            .map_or(Cell::Nothing, Cell::notation),
        Cell::notation(game.moves().collect::<Vec<_>>().join(" ")),
        Cell::notation(&game.position),
        Cell::text(job.seed),
        // Numbers and texts can always be written.
        Cell::text(serde_json::to_string(&job.conditions).unwrap_or_default()),
        Cell::text(version),
        Cell::optional(commit),
        Cell::optional(game.build.as_ref()),
        Cell::text(entry.finished_at),
        Cell::optional(game.worker.as_ref()),
        Cell::optional(game.confirmed_by.as_ref()),
        Cell::count(u8::from(game.timed)),
    ]);
    cells
}

fn whole(number: Option<impl Into<i64>>) -> Cell {
    number.map_or(Cell::Nothing, |number| Cell::Whole(number.into()))
}

/// One row for each agent in each game. What a tally says has the names of
/// [`Tally::NAMES`].
pub fn standings_sheet(tournament: &Tournament) -> Sheet {
    const BEFORE: [&str; 7] = [
        "game",
        "label",
        "spec",
        "place",
        "rating",
        "rating_low",
        "rating_high",
    ];
    let mut sheet = Sheet::new(BEFORE.into_iter().chain(Tally::NAMES));
    for table in tournament.reports.iter().map(|report| &report.table) {
        for agent in &table.agents {
            let number = |value: Option<f64>| value.map_or(Cell::Nothing, Cell::Number);
            let rating = agent.rating;
            let mut cells = vec![
                Cell::text(&table.game),
                Cell::text(&agent.label),
                Cell::text(&agent.spec),
                Cell::count(agent.place),
                number(rating.map(|rating| rating.value)),
                number(rating.map(|rating| rating.low)),
                number(rating.map(|rating| rating.high)),
            ];
            // Numbers can always be written.
            let values = serde_json::to_value(agent.tally).unwrap_or_default();
            cells.extend(Tally::NAMES.map(|name| match &values[name] {
                value if value.is_f64() => number(value.as_f64()),
                value => whole(value.as_i64()),
            }));
            sheet.row(cells);
        }
    }
    sheet
}
