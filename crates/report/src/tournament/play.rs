//! How games went: seats, scores, lengths, times, endings.

use super::{
    data::{Agent, GameReport},
    layout::{Layout, brief, charts, name},
    words::{count, names, optional, order, percent, surely, time},
};
use crate::{
    Markup,
    chart::{Bar, Bars, Dot, Dots, Histogram, Line, Lines, Quartiles, Scale, Spread, number},
    table::{Column, Table},
};

pub(super) fn seats(layout: &mut Layout<'_>, report: &GameReport) {
    if report.games.is_empty() || report.seats.is_empty() {
        return;
    }
    layout.section("Seat advantage");
    if let Some(first) = &report.first_move {
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
    let fair = 1.0 / report.seats.len() as f64;
    let mut chart = Dots::new("First places by seat", "share of games")
        .percent()
        .reference(fair);
    let mut table = Table::new([
        Column::text("seat"),
        Column::number("share of first places"),
        Column::number("95% interval"),
        Column::number("mean score"),
        Column::number("mean rank"),
    ]);
    for seat in &report.seats {
        if let Some(share) = seat.share {
            let dot = Dot::new(&seat.name, share);
            chart = chart.dot(match seat.interval {
                Some((low, high)) => dot.interval(low, high),
                None => dot,
            });
        }
        table.row([
            seat.name.as_str(),
            &optional(seat.share, percent),
            &optional(seat.interval, |(low, high)| {
                format!("{} to {}", percent(low), percent(high))
            }),
            &optional(seat.mean_score, |score| format!("{score:.1}")),
            &optional(seat.mean_rank, |rank| format!("{rank:.2}")),
        ]);
    }
    let caption = format!(
        "A shared first place is counted in parts. The dashed line is where all seats would be \
         alike, {}.",
        percent(fair)
    );
    layout.chart(chart.markup(), &caption, None);
    layout.page.table(&table);
}

pub(super) fn scores(layout: &mut Layout<'_>, report: &GameReport) {
    if report.agents.iter().all(|agent| agent.scores.is_empty()) {
        return;
    }
    layout.section("Scores");
    let names = names(&report.agents);
    let mut chart = Spread::new("Final scores of each agent", &report.unit);
    let mut table = Table::new([
        Column::text("agent"),
        Column::number("least"),
        Column::number("first quarter"),
        Column::number("median"),
        Column::number("third quarter"),
        Column::number("most"),
    ]);
    for index in order(&report.agents) {
        let agent = &report.agents[index];
        chart = chart.row(&names[index], agent.scores.clone());
        if let Some(five) = Quartiles::of(&agent.scores) {
            let values = [five.least, five.first, five.median, five.third, five.most];
            let cells = values.map(|value| Markup::text(number(value)));
            let first = name(&names[index], &agent.label);
            table.cells(None, [first].into_iter().chain(cells));
        }
    }
    let caption = "Each hill is as high as its most frequent score; the bar under it is the \
                   middle half of the games, the upright mark the median.";
    layout.chart(chart.markup(), caption, Some(&table));
}

pub(super) fn lengths(layout: &mut Layout<'_>, report: &GameReport) {
    let lengths: Vec<i64> = report.lengths.iter().copied().map(i64::from).collect();
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

pub(super) fn times(layout: &mut Layout<'_>, report: &GameReport) {
    let paces = || report.agents.iter().flat_map(|agent| &agent.times);
    let seconds: Vec<f64> = paces().map(|pace| pace.seconds).collect();
    let most = seconds.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return;
    }
    layout.section("Time use");
    let means = report.agents.iter().filter_map(|agent| agent.mean_seconds);
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
    let names = names(&report.agents);
    let order = order(&report.agents);
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
            let paces = report.agents[*index].times.iter();
            chart = chart.line(paces.fold(Line::new(&names[*index]), |line, pace| {
                line.point(f64::from(pace.ply), pace.seconds * factor)
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
        let agent = &report.agents[index];
        let slowest = agent
            .times
            .iter()
            .max_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let Some(slowest) = slowest else { continue };
        let cells = [
            optional(agent.mean_seconds, time),
            time(slowest.seconds),
            slowest.ply.to_string(),
        ];
        let first = name(&names[index], &agent.label);
        table.cells(None, [first].into_iter().chain(cells.map(Markup::text)));
    }
    layout.details(&table);
}

pub(super) fn endings(layout: &mut Layout<'_>, report: &GameReport) {
    if report.endings.is_empty() {
        return;
    }
    layout.section("Endings and forfeits");
    let all: u64 = report.endings.iter().map(|ending| ending.count).sum();
    let mut chart = Bars::new("How games ended", "games").numbers().key("games");
    for ending in &report.endings {
        chart = chart.bar(Bar::new(&ending.name, ending.count as f64));
    }
    let caption = format!("{} in all.", count(all, "game", "games"));
    layout.chart(chart.markup(), &caption, None);
    if report.forfeits.is_empty() {
        layout.paragraph("No game was forfeited.");
        return;
    }
    let names = names(&report.agents);
    let mut table = Table::new([
        Column::text("agent"),
        Column::number("forfeits"),
        Column::prose("reason"),
    ]);
    for forfeits in &report.forfeits {
        let agent = report.agents.get(forfeits.agent);
        let label = |agent: &Agent| name(&names[forfeits.agent], &agent.label);
        table.cells(
            None,
            [
                agent.map_or_else(Markup::default, label),
                Markup::text(forfeits.count),
                brief(&forfeits.reason, 160),
            ],
        );
    }
    layout.page.table(&table);
}
