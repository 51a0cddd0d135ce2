//! Who is how strong: ratings, standings, the cross table.

use super::{
    data::GameReport,
    layout::{Layout, charts, name},
    play::unscored,
    words::{count, names, optional, percent, results, signed, surely, time},
};
use crate::{
    Markup,
    chart::{Bar, Bars, Line, Lines, interval_mark, number},
    table::{Column, Table},
};
use papan_arena::standings::{AgentStanding, PairStanding, StandingsTable};

/// More agents than this leave no room for more than one number in a cell.
const ROOMY: usize = 8;
/// More agents than this need smaller cells.
const DENSE: usize = 16;

pub(super) fn ratings(layout: &mut Layout<'_>, report: &GameReport) {
    layout.section("Ratings");
    let names = names(&report.table.agents);
    let rated = report.table.ladder();
    let mut ladder = Bars::new("Rating of each agent", "Elo").numbers().dots();
    for (index, agent) in &rated {
        if let Some(rating) = agent.rating {
            let dot = Bar::new(&names[*index], rating.value);
            ladder = ladder.bar(dot.interval(rating.low, rating.high));
        }
    }
    if rated.iter().any(|(_, agent)| agent.rating.is_some()) {
        let caption = "Bars are 95% intervals. Agents whose bars overlap may not be told apart by \
                       these games alone.";
        layout.chart(ladder.markup(), caption, None);
    }
    let rows: Vec<(&AgentStanding, &str)> = rated
        .iter()
        .map(|(index, agent)| (*agent, names[*index].as_str()))
        .collect();
    layout
        .page
        .markup(&standings(report.table.seats.len(), &rows));
    unscored(layout, report);
}

/// Columns that would be empty, or say the same as another, are left out.
fn standings(seats: usize, agents: &[(&AgentStanding, &str)]) -> Markup {
    let has = |part: fn(&AgentStanding) -> bool| agents.iter().any(|(agent, _)| part(agent));
    let results = match seats > 2 {
        true => "first, shared, behind",
        false => "won, drawn, lost",
    };
    type Shown = fn(&AgentStanding) -> String;
    let columns: [(&str, bool, Shown); 10] = [
        ("Elo (95%)", has(|agent| agent.rating.is_some()), |agent| {
            optional(agent.rating.as_ref(), surely)
        }),
        ("games", true, |agent| number(agent.tally.games() as f64)),
        (results, true, |agent| {
            let tally = &agent.tally;
            format!("{}–{}–{}", tally.wins(), tally.draws(), tally.losses())
        }),
        ("share", true, |agent| percent(agent.tally.share())),
        (
            "mean score",
            has(|agent| agent.tally.scored_games() > 0),
            |agent| optional(agent.tally.mean_score(), |score| format!("{score:.1}")),
        ),
        ("mean rank", seats > 2, |agent| {
            format!("{:.2}", agent.tally.mean_rank())
        }),
        (
            "time a move",
            has(|agent| agent.tally.mean_seconds().is_some()),
            |agent| optional(agent.tally.mean_seconds(), time),
        ),
        (
            "CPU a game",
            has(|agent| agent.tally.cpu().mean_game_seconds().is_some()),
            |agent| optional(agent.tally.cpu().mean_game_seconds(), time),
        ),
        (
            "nodes a game",
            has(|agent| agent.tally.mean_nodes() > 0.0),
            |agent| number(agent.tally.mean_nodes().round()),
        ),
        (
            "forfeits",
            has(|agent| agent.tally.forfeits() > 0),
            |agent| number(agent.tally.forfeits() as f64),
        ),
    ];
    let columns = columns.iter().filter(|(_, is_shown, _)| *is_shown);
    let headings = columns
        .clone()
        .map(|(heading, ..)| Column::number(*heading));
    let mut table = Table::new([Column::text("agent")].into_iter().chain(headings));
    for (agent, short) in agents {
        let whole = match agent.spec.is_empty() || agent.spec == agent.label {
            true => agent.label.clone(),
            false => format!("{}: {}", agent.label, agent.spec),
        };
        let mut first = Markup::text(format!("{}. ", agent.place));
        first.push(&name(short, &whole));
        let cells = columns
            .clone()
            .map(|(.., shown)| Markup::text(shown(agent)));
        table.cells(None, [first].into_iter().chain(cells));
    }
    table.markup()
}

pub(super) fn cross(layout: &mut Layout<'_>, report: &GameReport) {
    let table = &report.table;
    if table.pairs.is_empty() {
        return;
    }
    layout.section("Cross table");
    let roomy = table.agents.len() <= ROOMY;
    let mut words = match table.seats.len() > 2 {
        true => "The share of games in which the agent of the row ended before the agent of the \
                 column, in percent; level places count as half. "
            .to_owned(),
        false => "The share of the points that the agent of the row took from the agent of the \
                  column, in percent. "
            .to_owned(),
    };
    words += "Blue is more than half, orange less.";
    if table.pairs.iter().any(|pair| pair.elo.is_some()) {
        words += " Bold where the 95% interval of the difference leaves no doubt who is stronger.";
    }
    if roomy {
        words += " Below it are wins, draws and losses.";
    }
    layout.paragraph(&words);
    layout.page.markup(&cross_table(table, roomy));
}

fn cross_table(table: &StandingsTable, roomy: bool) -> Markup {
    let names = names(&table.agents);
    let order = table.ladder();
    let mut head = vec![Markup::element(
        "th",
        &[("scope", "col")],
        [Markup::text("agent")],
    )];
    for (_, agent) in &order {
        let attributes = [("scope", "col"), ("title", agent.label.as_str())];
        let place = Markup::text(agent.place);
        head.push(Markup::element("th", &attributes, [place]));
    }
    let head = Markup::element("thead", &[], [Markup::element("tr", &[], head)]);
    let mut rows = Vec::new();
    for (index, agent) in &order {
        let mut label = Markup::text(format!("{}. ", agent.place));
        label.push(&name(&names[*index], &agent.label));
        let mut row = vec![Markup::element("th", &[("scope", "row")], [label])];
        for (other, _) in &order {
            row.push(match table.pair(*index, *other) {
                Some(pair) => {
                    let met_names = format!("{} – {}", names[*index], names[*other]);
                    met(&pair, &met_names, roomy)
                }
                None if index == other => Markup::element("td", &[("class", "self")], []),
                None => Markup::element("td", &[("class", "unmet")], [Markup::text("–")]),
            });
        }
        rows.push(Markup::element("tr", &[], row));
    }
    let body = Markup::element("tbody", &[], rows);
    let class = match order.len() {
        _ if roomy => "cross roomy",
        agents if agents > DENSE => "cross dense",
        _ => "cross",
    };
    let table = Markup::element("table", &[("class", class)], [head, body]);
    Markup::element("div", &[("class", "scroll"), ("tabindex", "0")], [table])
}

/// A cell: the share in a colour, the rest where it is pointed at.
fn met(cell: &PairStanding, pair: &str, roomy: bool) -> Markup {
    let share = cell.share;
    let games = count(cell.games, "game", "games");
    let mut tip = format!("{pair}: {} of {games}, {}", percent(share), results(cell));
    let mut class = format!("heat-{}", (share * 10.0).round().clamp(0.0, 10.0) as u32);
    if let Some(elo) = &cell.elo {
        tip += &format!(", Elo {}", surely(elo));
        if elo.low > 0.0 || elo.high < 0.0 {
            class += " sure";
        }
    }
    let mut content = Markup::text(format!("{:.0}", share * 100.0));
    if roomy {
        content.push(&Markup::element(
            "small",
            &[],
            [Markup::text(results(cell))],
        ));
    }
    Markup::element("td", &[("class", &class), ("title", &tip)], [content])
}

/// The ratings after more and more games; several charts where there are many agents, and none
/// where nothing has changed yet.
pub fn rating_history(report: &GameReport) -> Vec<Lines> {
    let points = |agent: &AgentStanding| agent.history.len();
    if report.table.agents.iter().map(points).max().unwrap_or(0) < 2 {
        return Vec::new();
    }
    let names = names(&report.table.agents);
    let ladder = report.table.ladder();
    let order: Vec<usize> = ladder.iter().map(|(agent, _)| *agent).collect();
    let chart = |(places, indices): (String, &[usize])| {
        let title = format!("Rating by number of games{places}");
        let chart = Lines::new(title, "games of the tournament", "Elo");
        indices.iter().fold(chart, |chart, index| {
            let milestones = report.table.agents[*index].history.iter();
            chart.line(milestones.fold(Line::new(&names[*index]), |line, point| {
                let rating = point.rating;
                line.sure(point.games as f64, rating.value, rating.low, rating.high)
            }))
        })
    };
    charts(&order).map(chart).collect()
}

/// The rating of each agent as a mark for a cell of a table, all on one scale.
pub fn rating_marks(report: &GameReport) -> Vec<Option<Markup>> {
    /// Intervals without an end are cut here.
    const FARTHEST: f64 = 2000.0;
    let ratings = report.table.agents.iter().filter_map(|agent| agent.rating);
    let ends = ratings.flat_map(|rating| [rating.value, rating.low, rating.high]);
    let ends: Vec<f64> = (ends.filter(|end| end.is_finite()))
        .map(|end| end.clamp(-FARTHEST, FARTHEST))
        .collect();
    let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mark = |agent: &AgentStanding| {
        let rating = agent.rating?;
        (low < high).then(|| interval_mark(rating.value, (rating.low, rating.high), low, high))
    };
    report.table.agents.iter().map(mark).collect()
}

/// How ratings settled.
pub(super) fn history(layout: &mut Layout<'_>, report: &GameReport) {
    let agents = &report.table.agents;
    let drawn = rating_history(report);
    if drawn.is_empty() {
        return;
    }
    layout.section("Rating against number of games");
    let names = names(agents);
    let order: Vec<usize> = report
        .table
        .ladder()
        .iter()
        .map(|(agent, _)| *agent)
        .collect();
    let caption = match order.len() <= 6 {
        true => "Ratings fitted to the games so far; bands are 95% intervals.",
        false => "Ratings fitted to the games so far. The intervals at the end are in the ladder.",
    };
    for chart in drawn {
        layout.chart(chart.markup(), caption, None);
    }
    let mut table = Table::new([
        Column::text("agent"),
        Column::number("after half of the games"),
        Column::number("at the end"),
        Column::number("change"),
    ]);
    for index in order {
        let history = &agents[index].history;
        let Some(last) = history.last() else {
            continue;
        };
        let is_late = |games: u64| games * 2 >= last.games;
        let half = history.iter().find(|point| is_late(point.games));
        let half = half.unwrap_or(last).rating;
        table.row([
            names[index].as_str(),
            &surely(&half),
            &surely(&last.rating),
            &signed(last.rating.value - half.value),
        ]);
    }
    layout.details(&table);
}
