//! How games went: seats, scores, lengths, times, endings.

use super::{
    data::{GameReport, ReportedGame},
    layout::{Layout, brief, charts, name},
    words::{count, names, optional, percent, surely, time},
};
use crate::{
    Markup,
    chart::{Bar, Bars, Histogram, Line, Lines, Quartiles, Scale, Spread, number},
    table::{Column, Table},
};
use papan_arena::{GameResult, standings::AgentStanding};
use papan_core::Seat;
use std::collections::BTreeMap;

pub(super) fn seats(layout: &mut Layout<'_>, report: &GameReport) {
    let table = &report.table;
    if table.games == 0 || table.seats.is_empty() {
        return;
    }
    layout.section("Seat advantage");
    if let Some(first) = &table.first_move {
        let meaning = match first {
            _ if first.low > 0.0 => "moving first is an advantage here",
            _ if first.high < 0.0 => "moving first is a disadvantage here",
            _ => "the interval holds zero, so that these games show no advantage of either side",
        };
        layout.paragraph(&format!(
            "Moving first is worth {} Elo: {meaning}.",
            surely(first)
        ));
    }
    let fair = 1.0 / table.seats.len() as f64;
    let mut chart = Bars::new("First places by seat", "share of games")
        .dots()
        .reference(fair);
    let mut rows = Table::new([
        Column::text("seat"),
        Column::number("share of first places"),
        Column::number("95% interval"),
        Column::number("mean score"),
        Column::number("mean rank"),
    ]);
    for seat in &table.seats {
        let (share, (low, high)) = (seat.tally.share(), seat.interval);
        chart = chart.bar(Bar::new(&seat.name, share).interval(low, high));
        rows.row([
            seat.name.as_str(),
            &percent(share),
            &format!("{} to {}", percent(low), percent(high)),
            &optional(seat.tally.mean_score(), |score| format!("{score:.1}")),
            &format!("{:.2}", seat.tally.mean_rank()),
        ]);
    }
    let caption = format!(
        "A shared first place is counted in parts. The dashed line is where all seats would be \
         alike, {}.",
        percent(fair)
    );
    layout.chart(chart.markup(), &caption, None);
    layout.page.table(&rows);
    unscored(layout, report);
}

/// How the seats did after each opening, where openings came several times.
pub(super) fn openings(layout: &mut Layout<'_>, report: &GameReport) {
    let table = &report.table;
    let seatings = table.seats.len() as u64;
    if table.openings < 2 || table.openings.saturating_mul(2 * seatings) > table.games {
        return;
    }
    layout.section("Openings");
    let mut columns = vec![
        Column::text("opening"),
        Column::number("games"),
        Column::number("different"),
    ];
    let shares = table
        .seats
        .iter()
        .map(|seat| format!("first places of {}", seat.name));
    columns.extend(shares.map(Column::number));
    let mut rows = Table::new(columns);
    for opening in &table.by_opening {
        let mut cells = vec![
            brief(&opening.opening, 60),
            Markup::text(opening.games),
            Markup::text(opening.different),
        ];
        let shares = opening.shares.iter().map(|share| percent(*share));
        cells.extend(shares.map(Markup::text));
        rows.cells(None, cells);
    }
    layout.paragraph(&format!(
        "The games began with {} openings; these were played most. Games of one opening are taken \
         to vary together.",
        table.openings
    ));
    layout.page.table(&rows);
}

/// Says what the mean scores leave out.
pub(super) fn unscored(layout: &mut Layout<'_>, report: &GameReport) {
    if let Some(text) = report.table.unscored() {
        layout.paragraph(&format!("Note: {text}."));
    }
}

/// The seats that an agent had, with their games.
fn seats_of(report: &GameReport, agent: usize) -> impl Iterator<Item = (&GameResult, Seat)> {
    report.results.iter().flat_map(move |game| {
        let own = game.players.iter().enumerate();
        let own = own.filter(move |(_, player)| **player == agent);
        own.map(|(seat, _)| (&game.entry.result, Seat::new(seat)))
    })
}

pub(super) fn scores(layout: &mut Layout<'_>, report: &GameReport) {
    let scores = |agent: usize| -> Vec<i64> {
        let scored = seats_of(report, agent).filter(|(game, _)| game.is_scored());
        scored
            .map(|(game, seat)| game.scores[seat].into())
            .collect()
    };
    let ladder = report.table.ladder();
    if ladder.iter().all(|(agent, _)| scores(*agent).is_empty()) {
        return;
    }
    layout.section("Scores");
    let names = names(&report.table.agents);
    let mut chart = Spread::new("Final scores of each agent", "points");
    let mut table = Table::new([
        Column::text("agent"),
        Column::number("least"),
        Column::number("first quarter"),
        Column::number("median"),
        Column::number("third quarter"),
        Column::number("most"),
    ]);
    for (index, agent) in ladder {
        let scores = scores(index);
        chart = chart.row(&names[index], scores.clone());
        if let Some(five) = Quartiles::of(&scores) {
            let values = [five.least, five.first, five.median, five.third, five.most];
            let cells = values.map(|value| Markup::text(number(value)));
            let first = name(&names[index], &agent.label);
            table.cells(None, [first].into_iter().chain(cells));
        }
    }
    let caption = "Each hill is as high as its most frequent score; the bar under it is the \
                   middle half of the games, the upright mark the median.";
    layout.chart(chart.markup(), caption, Some(&table));
    unscored(layout, report);
}

pub(super) fn lengths(layout: &mut Layout<'_>, report: &GameReport) {
    let plies = |game: &ReportedGame| game.entry.result.plies.len() as i64;
    let lengths: Vec<i64> = report.results.iter().map(plies).collect();
    let Some(five) = Quartiles::of(&lengths) else {
        return;
    };
    layout.section("Game lengths");
    let chart = Histogram::new("Length of the games", "plies", lengths.iter().copied());
    let caption = format!(
        "The median is {} plies; half of the games have {} to {}, all of them {} to {}.",
        number(five.median),
        number(five.first),
        number(five.third),
        number(five.least),
        number(five.most)
    );
    layout.chart(chart.markup(), &caption, None);
}

/// Paces that differ by more than this cannot be read on one linear axis.
const WIDE: f64 = 30.0;

/// The mean time in seconds of an agent's moves by their number, from 1.
fn paces(report: &GameReport, agent: usize) -> Vec<(usize, f64)> {
    let mut by_ply: BTreeMap<usize, (u64, f64)> = BTreeMap::new();
    for (game, seat) in seats_of(report, agent) {
        let plies = (1..).zip(&game.plies);
        for (number, ply) in plies.filter(|(_, ply)| ply.seat == Some(seat)) {
            let (moves, sum) = by_ply.entry(number).or_default();
            *moves += 1;
            *sum += ply.time.unwrap_or_default().as_secs_f64();
        }
    }
    let pace = |(ply, (moves, sum)): (usize, (u64, f64))| (ply, sum / moves as f64);
    by_ply.into_iter().map(pace).collect()
}

pub(super) fn times(layout: &mut Layout<'_>, report: &GameReport) {
    let agents = &report.table.agents;
    let paces: Vec<Vec<(usize, f64)>> = (0..agents.len())
        .map(|agent| paces(report, agent))
        .collect();
    let all = paces.iter().flatten();
    let most = all.map(|(_, seconds)| *seconds).fold(0.0, f64::max);
    if most <= 0.0 {
        return;
    }
    layout.section("Time use");
    let means = agents.iter().filter_map(|agent| agent.tally.mean_seconds());
    let least = means.fold(most, f64::min);
    let (factor, unit) = match most / least > WIDE {
        true => (1e6, "µs"),
        false if most >= 1.0 => (1.0, "s"),
        false if most >= 1e-3 => (1e3, "ms"),
        false => (1e6, "µs"),
    };
    let scale = match most / least > WIDE {
        true => Scale::Logarithmic,
        false => Scale::Linear,
    };
    let names = names(agents);
    let order: Vec<usize> = report
        .table
        .ladder()
        .iter()
        .map(|(agent, _)| *agent)
        .collect();
    let caption = match scale {
        Scale::Linear => "The mean over all games.",
        Scale::Logarithmic => {
            "The mean over all games. Each line of the grid is ten times the one below it."
        }
    };
    for (places, indices) in charts(&order) {
        let title = format!("Time for a move, by its number{places}");
        let mut chart = Lines::new(title, "number of the move", unit).scale(scale);
        for index in indices {
            let line = Line::new(&names[*index]);
            chart = chart.line(paces[*index].iter().fold(line, |line, (ply, seconds)| {
                line.point(*ply as f64, seconds * factor)
            }));
        }
        layout.chart(chart.markup(), caption, None);
    }
    let mut table = Table::new([
        Column::text("agent"),
        Column::number("mean time a move"),
        Column::number("longest mean"),
        Column::number("at move"),
    ]);
    for index in order {
        let paces = paces[index].iter();
        let slowest = paces.max_by(|one, other| one.1.total_cmp(&other.1));
        let Some((ply, seconds)) = slowest else {
            continue;
        };
        let cells = [
            optional(agents[index].tally.mean_seconds(), time),
            time(*seconds),
            ply.to_string(),
        ];
        let first = name(&names[index], &agents[index].label);
        table.cells(None, [first].into_iter().chain(cells.map(Markup::text)));
    }
    layout.details(&table);
}

pub(super) fn endings(layout: &mut Layout<'_>, report: &GameReport) {
    let table = &report.table;
    if table.endings.is_empty() {
        return;
    }
    layout.section("Endings and forfeits");
    let mut chart = Bars::new("How games ended", "games").numbers().key("games");
    for ending in &table.endings {
        chart = chart.bar(Bar::new(&ending.ending, ending.games as f64));
    }
    let caption = format!("{} in all.", count(table.games, "game", "games"));
    layout.chart(chart.markup(), &caption, None);
    if table.forfeits.is_empty() {
        layout.paragraph("No game was forfeited.");
        return;
    }
    let names = names(&table.agents);
    let mut rows = Table::new([
        Column::text("agent"),
        Column::number("forfeits"),
        Column::prose("reason"),
    ]);
    for forfeits in &table.forfeits {
        let agent = table.agents.get(forfeits.agent);
        let label = |agent: &AgentStanding| name(&names[forfeits.agent], &agent.label);
        rows.cells(
            None,
            [
                agent.map_or_else(Markup::default, label),
                Markup::text(forfeits.games),
                Markup::text(forfeits.fault),
            ],
        );
    }
    layout.page.table(&rows);
}
