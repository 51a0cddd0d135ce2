//! A sequential test between its bounds.

use super::{
    data::Sprt,
    layout::Layout,
    words::{percent, signed, surely},
};
use crate::{
    Markup,
    chart::{Line, Lines},
    table::{Column, Table},
};

pub(super) fn sprt(layout: &mut Layout<'_>, sprt: &Sprt) {
    layout.section("Sequential test");
    let line = sprt.history.iter().fold(Line::new("ratio"), |line, point| {
        line.point(point.0 as f64, point.1)
    });
    let above = format!("for {} {}", signed(sprt.elo1), sprt.scale);
    let below = format!("for {} {}", signed(sprt.elo0), sprt.scale);
    let chart = Lines::new("Log-likelihood ratio", "games", "ratio")
        .reference(sprt.upper, above)
        .reference(sprt.lower, below)
        .line(line);
    let caption = "The test ends when the ratio reaches one of the dashed lines.";
    layout.chart(chart.markup(), caption, None);
    let mut table = Table::new([Column::text("what"), Column::number("value")]);
    let decimals = |value: f64| format!("{value:.2}").replace('-', "−");
    table.row(["log-likelihood ratio", &decimals(sprt.llr)]);
    let bounds = format!("{} and {}", decimals(sprt.lower), decimals(sprt.upper));
    table.row(["bounds", &bounds]);
    let errors = format!("{} and {}", percent(sprt.alpha), percent(sprt.beta));
    table.row(["alpha and beta", &errors]);
    if let Some(elo) = &sprt.elo {
        table.row(["Elo (95%)", &surely(elo)]);
    }
    if let Some(elo) = &sprt.normalised {
        table.row(["normalised Elo (95%)", &surely(elo)]);
    }
    if let Some(superiority) = sprt.superiority {
        table.row(["likelihood of superiority", &percent(superiority)]);
    }
    if let Some(pairs) = sprt.pairs {
        let counts = pairs.map(|count| count.to_string()).join(", ");
        table.row(["pairs of games with 0, ½, 1, 1½ and 2 points", &counts]);
    }
    let narrow = Markup::element("div", &[("class", "narrow")], [table.markup()]);
    layout.page.markup(&narrow);
}
