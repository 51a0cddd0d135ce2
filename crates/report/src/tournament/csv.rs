//! The numbers of a tournament for spreadsheets: RFC 4180, one line for each row. As
//! everything that people read, they count rounds, seatings and seats from 1.

use super::data::Tournament;
use papan_arena::{Ending, ledger::Entry, tally::Tally};
use papan_core::{MAX_SEATS, Seat};

/// One row for each game of a tournament: see [`entries_csv`].
pub fn games_csv(tournament: &Tournament) -> String {
    let reports = tournament.reports.iter();
    entries_csv(reports.flat_map(|report| {
        let label = |agent: &usize| report.table.agents[*agent].label.clone();
        let games = report.results.iter();
        games.map(move |game| (&game.entry, game.players.iter().map(label).collect()))
    }))
}

/// One row for each game of a ledger, which are given with the labels of their agents by seat.
///
/// The columns: id, event, game, round and seating; for each seat that any of the games has
/// its agent, label, score, rank, seconds and nodes; how it ended, in a word (`ending`), in
/// parts and in a sentence (`why`); plies, seed, conditions, start, opening, moves, position,
/// version and finished_at.
pub fn entries_csv<'a>(games: impl Iterator<Item = (&'a Entry, Vec<String>)>) -> String {
    const OF_SEATS: [&str; 6] = ["agent", "label", "score", "rank", "seconds", "nodes"];
    const BEFORE: [&str; 5] = ["id", "event", "game", "round", "seating"];
    const AFTER: [&str; 15] = [
        "ending",
        "ending_seat",
        "fault",
        "reason",
        "margin",
        "why",
        "plies",
        "seed",
        "conditions",
        "start",
        "opening",
        "moves",
        "position",
        "version",
        "finished_at",
    ];
    let rows: Vec<Row> = games.map(|(entry, labels)| row(entry, &labels)).collect();
    let seats = rows.iter().map(|row| row.seats.len()).max().unwrap_or(0);
    let mut head = BEFORE.map(str::to_owned).to_vec();
    for what in OF_SEATS {
        head.extend((1..=seats).map(|seat| format!("{what}_{seat}")));
    }
    head.extend(AFTER.map(str::to_owned));
    let mut text = line(&head);
    for Row {
        before,
        seats: own,
        after,
    } in rows
    {
        let mut cells = before.to_vec();
        for column in 0..OF_SEATS.len() {
            let cell = |seat: usize| {
                own.get(seat)
                    .map_or(String::new(), |own| own[column].clone())
            };
            cells.extend((0..seats).map(cell));
        }
        cells.extend(after);
        text += &line(&cells);
    }
    text
}

struct Row {
    before: [String; 5],
    seats: Vec<[String; 6]>,
    after: [String; 15],
}

fn row(entry: &Entry, labels: &[String]) -> Row {
    let game = &entry.result;
    let job = &game.job;
    let seat = |seat: Seat| {
        let index = seat.index();
        [
            or_empty(job.agents.get(index)),
            or_empty(labels.get(index)),
            or_empty(game.scores.as_slice().get(index)),
            or_empty(game.outcome.ranks().get(index)),
            game.time_of(seat).0.as_secs_f64().to_string(),
            or_empty(game.nodes.get(index)),
        ]
    };
    let number = |seat: Seat| (seat.index() + 1).to_string();
    let (ending_seat, fault, reason, margin) = match &game.ending {
        Ending::Over => (None, None, None, None),
        Ending::Solved { margin } => (None, None, None, Some(*margin)),
        Ending::Agreed { seat } => (Some(number(*seat)), None, None, None),
        Ending::Forfeit {
            seat,
            fault,
            reason,
        } => (Some(number(*seat)), Some(*fault), Some(reason), None),
    };
    let moves: Vec<&str> = game.moves().collect();
    Row {
        before: [
            entry.id.to_string(),
            job.event.clone(),
            job.game.clone(),
            job.round.saturating_add(1).to_string(),
            job.seating.saturating_add(1).to_string(),
        ],
        seats: Seat::all(job.agents.len().min(MAX_SEATS))
            .map(seat)
            .collect(),
        after: [
            game.ending.kind().to_owned(),
            or_empty(ending_seat),
            or_empty(fault),
            or_empty(reason),
            or_empty(margin),
            game.ending.to_string(),
            game.plies.len().to_string(),
            job.seed.to_string(),
            job.conditions.to_string(),
            or_empty(job.opening.start.as_ref()),
            job.opening.moves.join(" "),
            moves.join(" "),
            game.position.clone(),
            game.version.clone(),
            entry.finished_at.to_string(),
        ],
    }
}

/// One row for each agent in each game. What a tally says has the names of
/// [`Tally::NAMES`].
pub fn standings_csv(tournament: &Tournament) -> String {
    const BEFORE: [&str; 7] = [
        "game",
        "label",
        "spec",
        "place",
        "rating",
        "rating_low",
        "rating_high",
    ];
    let head: Vec<String> = BEFORE
        .into_iter()
        .chain(Tally::NAMES)
        .map(str::to_owned)
        .collect();
    let mut text = line(&head);
    for table in tournament.reports.iter().map(|report| &report.table) {
        for agent in &table.agents {
            let rating = agent.rating;
            let mut cells = vec![
                table.game.clone(),
                agent.label.clone(),
                agent.spec.clone(),
                agent.place.to_string(),
                or_empty(rating.map(|rating| rating.value)),
                or_empty(rating.map(|rating| rating.low)),
                or_empty(rating.map(|rating| rating.high)),
            ];
            // Numbers can always be written.
            let values = serde_json::to_value(agent.tally).unwrap_or_default();
            cells.extend(Tally::NAMES.map(|name| {
                let value = values.get(name).filter(|value| !value.is_null());
                or_empty(value)
            }));
            text += &line(&cells);
        }
    }
    text
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\r\n"
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
