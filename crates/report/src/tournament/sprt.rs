//! A sequential test between its bounds.

use super::{
    layout::Layout,
    words::{percent, scale, signed, surely},
};
use crate::{
    Markup,
    chart::{Line, Lines},
    table::{Column, Table},
};
use papan_arena::tournament::SequentialTest;

pub(super) fn sprt(layout: &mut Layout<'_>, test: &SequentialTest) {
    layout.section("Sequential test");
    let line = test.history.iter().fold(Line::new("ratio"), |line, point| {
        line.point(point.0 as f64, point.1)
    });
    let (elo0, elo1) = test.sprt.hypotheses();
    let (alpha, beta) = test.sprt.error_rates();
    let (state, tally) = (&test.state, &test.tally);
    let above = format!("for {} {}", signed(elo1), scale(test));
    let below = format!("for {} {}", signed(elo0), scale(test));
    let chart = Lines::new("Log-likelihood ratio", "games", "ratio")
        .reference(state.upper, above)
        .reference(state.lower, below)
        .line(line);
    let caption = "The test ends when the ratio reaches one of the dashed lines.";
    layout.chart(chart.markup(), caption, None);
    let mut table = Table::new([Column::text("what"), Column::number("value")]);
    let decimals = |value: f64| format!("{value:.2}").replace('-', "−");
    table.row(["log-likelihood ratio", &decimals(state.llr)]);
    let bounds = format!("{} and {}", decimals(state.lower), decimals(state.upper));
    table.row(["bounds", &bounds]);
    let errors = format!("{} and {}", percent(alpha), percent(beta));
    table.row(["alpha and beta", &errors]);
    table.row(["Elo (95%)", &surely(&tally.elo())]);
    table.row(["normalised Elo (95%)", &surely(&tally.normalised_elo())]);
    table.row(["likelihood of superiority", &percent(tally.superiority())]);
    let counts = tally.pairs.map(|count| count.to_string()).join(", ");
    table.row(["pairs of games with 0, ½, 1, 1½ and 2 points", &counts]);
    let narrow = Markup::element("div", &[("class", "narrow")], [table.markup()]);
    layout.page.markup(&narrow);
}
