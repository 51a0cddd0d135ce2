//! What came of the games of each worker.

use super::{
    data::GameReport,
    layout::{Layout, brief},
    words::{names, optional, percent, time},
};
use crate::{
    Markup,
    chart::number,
    table::{Column, Table},
};

/// More agents than this leave no room for the share of each.
const ROOMY: usize = 6;

/// A table of the workers where several played, and whether they agree.
pub(super) fn workers(layout: &mut Layout<'_>, report: &GameReport) {
    let table = &report.table;
    if table.workers.is_empty() {
        return;
    }
    layout.section("Workers");
    if let Some(agreement) = &table.agreement {
        let verdict = match agreement.is_doubtful() {
            true => {
                "The results depend on who played the games, more than chance makes likely: workers \
                 that are all alike differ so much less than once in a hundred times"
            }
            false => "The same meetings came out alike wherever they were played",
        };
        layout.paragraph(&format!("{verdict}: {agreement}."));
    }
    let names = names(&table.agents);
    // Of two agents the share of one says it all.
    let shown = match names.len() {
        2 => 1,
        count if count <= ROOMY => count,
        _ => 0,
    };
    let shares = names.iter().take(shown);
    let shares = shares.map(|name| Column::number(format!("share of {name}")));
    let before = [Column::text("worker"), Column::number("games")];
    let after = ["time a move", "timed", "confirmed"].map(Column::number);
    let mut rows = Table::new(before.into_iter().chain(shares).chain(after));
    for worker in &table.workers {
        let name = worker.worker.as_deref().unwrap_or("this machine");
        let games = number(worker.games as f64);
        let shares = worker.shares.iter().take(shown);
        let shares = shares.map(|share| optional(*share, percent));
        let rest = [
            optional(worker.mean_seconds, time),
            number(worker.timed as f64),
            number(worker.confirmed as f64),
        ];
        let cells = [games].into_iter().chain(shares).chain(rest);
        rows.cells(
            None,
            [brief(name, 40)].into_iter().chain(cells.map(Markup::text)),
        );
    }
    layout.page.markup(&rows.markup());
}
