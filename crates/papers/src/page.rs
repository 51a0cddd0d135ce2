//! The report as one page.

use crate::{
    data::{Chart, Compare, Figure, Paper, Verdict},
    result::{ExperimentResult, RowResult, distinct},
};
use papan_report::{
    Markup, Page,
    chart::{Bar, Bars, Grouped, Histogram, Scale},
    table::{Column, Table},
};

/// One page with everything that was run: tables, charts, verdicts and their reasons.
///
/// ```
/// use papan_papers::{Runner, data, page, select};
///
/// let papers = data::all().unwrap();
/// let chosen = select::named(&papers, &["congklak-negascout/steps"]).unwrap();
/// let results = Runner::default().run(&chosen, &|_| {}).unwrap();
/// let html = page::report(&papers, &results).html();
/// assert!(html.contains("<svg") && html.contains("NegaScout"));
/// ```
pub fn report(papers: &[Paper], results: &[ExperimentResult]) -> Page {
    let mut page = Page::new("Five papers, run again");
    page.paragraph(&summary(results));
    for paper in papers {
        let of_paper = || results.iter().filter(|result| result.paper == paper.name);
        if of_paper().next().is_none() {
            continue;
        }
        page.heading(&paper.name);
        let title = Markup::element("em", &[], [Markup::text(&paper.title)]);
        let source = Markup::text(source(paper));
        page.markup(&Markup::element("p", &[], [title, source]));
        page.paragraph(&paper.summary);
        for result in of_paper() {
            page.subheading(&result.title);
            page.paragraph(&result.about);
            page.table(&table(result));
            draw(&mut page, result);
            let again = format!(
                "papan papers run {}/{} · {:.1} s",
                result.paper, result.experiment, result.seconds
            );
            page.markup(&Markup::element(
                "p",
                &[("class", "small")],
                [Markup::element("code", &[], [Markup::text(again)])],
            ));
        }
    }
    page
}

/// Who wrote a paper and when, as far as it is known.
fn source(paper: &Paper) -> String {
    let mut text = String::new();
    if !paper.authors.is_empty() {
        text += &format!(", {}", paper.authors.join(", "));
    }
    if let Some(year) = paper.year {
        text += &format!(", {year}");
    }
    text + "."
}

fn summary(results: &[ExperimentResult]) -> String {
    let rows = || results.iter().flat_map(|result| &result.rows);
    let count = |verdict| rows().filter(|row| row.verdict == verdict).count();
    let people = rows().filter(|row| row.compare == Compare::NeedsPeople);
    let unexpected = rows().filter(|row| !row.as_expected()).count();
    format!(
        "{} published numbers and claims: {} hold, {} do not, {}{} need people and were not run. \
         {} other than expected.",
        rows().count(),
        count(Some(Verdict::Match)),
        count(Some(Verdict::Differs)),
        match count(Some(Verdict::Undecided)) {
            0 => String::new(),
            open => format!("{open} had too few games, "),
        },
        people.count(),
        match unexpected {
            0 => "No verdict is".to_owned(),
            1 => "One verdict is".to_owned(),
            _ => format!("{unexpected} verdicts are"),
        }
    )
}

fn table(result: &ExperimentResult) -> Table {
    // Where nothing was published, measured or estimated there is no column for it.
    type Words = fn(&RowResult) -> String;
    let mut numbers: Vec<(&str, Words)> = vec![
        ("published", RowResult::published_words),
        ("ours", RowResult::measured_words),
        ("interval", RowResult::interval_words),
    ];
    numbers.retain(|(_, words)| result.rows.iter().any(|row| !words(row).is_empty()));
    let mut columns = vec![Column::text("")];
    columns.extend(numbers.iter().map(|(heading, _)| Column::number(*heading)));
    columns.extend([Column::text("verdict"), Column::prose("why")]);
    let mut table = Table::new(columns);
    for row in &result.rows {
        let class = match row.verdict {
            Some(Verdict::Match) => "good",
            Some(Verdict::Differs) => "bad",
            Some(Verdict::Undecided) | None => "small",
        };
        let sign = match row.verdict {
            Some(Verdict::Match) => "✓ ",
            Some(Verdict::Differs) => "✗ ",
            Some(Verdict::Undecided) | None => "",
        };
        let unexpected = match row.as_expected() {
            true => "",
            false => " (unexpected)",
        };
        let verdict = format!("{sign}{}{unexpected}", row.verdict_words());
        let verdict = Markup::element("span", &[("class", class)], [Markup::text(verdict)]);
        let mut cells = vec![Markup::text(&row.name)];
        cells.extend(numbers.iter().map(|(_, words)| Markup::text(words(row))));
        cells.extend([verdict, Markup::text(&row.note)]);
        table.cells(None, cells);
    }
    table
}

fn draw(page: &mut Page, result: &ExperimentResult) {
    match result.chart {
        None => {}
        Some(Chart::Shares) => shares(page, result),
        Some(Chart::Points) => points(page, result),
        Some(Chart::Nodes) => nodes(page, result, Scale::Linear),
        Some(Chart::NodesLogarithmic) => nodes(page, result, Scale::Logarithmic),
    }
}

fn shares(page: &mut Page, result: &ExperimentResult) {
    let figure = result.rows.first().and_then(|row| row.figure);
    let (axis, caption) = match figure {
        Some(Figure::Wins) => (
            "games won by the first named",
            "Error bars: where the share of a sample of the published size falls in 95% of cases.",
        ),
        _ => (
            "share of the points or first places",
            "Error bars: 95% interval of our share. The dashed line is the bound of the claim.",
        ),
    };
    let mut bars = Bars::new(&result.title, axis);
    for row in result.rows.iter().filter(|row| row.measured.is_number()) {
        let mut bar = Bar::new(&row.name, row.measured.as_f64().unwrap_or(0.0));
        if let Some((low, high)) = row.interval {
            bar = bar.interval(low, high);
        }
        // A diamond only where a number was published that is to be compared.
        if let Some(published) = row.published.as_f64() {
            bar = bar.published(published);
        }
        bars = bars.bar(bar);
    }
    if let Some(bound) = result.rows.iter().find_map(|row| row.bound) {
        bars = bars.reference(bound);
    }
    page.figure(bars.markup(), caption);
}

fn points(page: &mut Page, result: &ExperimentResult) {
    for row in result.rows.iter().filter(|row| !row.points.is_empty()) {
        let values = row.points.iter().copied();
        let mut chart = Histogram::new(&row.name, "final points of the first named", values);
        if let Some(published) = row.published.as_f64() {
            chart = chart.published(published);
        }
        page.figure(chart.markup(), &format!("{} games.", row.points.len()));
    }
}

fn nodes(page: &mut Page, result: &ExperimentResult, scale: Scale) {
    let rows = || result.rows.iter().filter(|row| row.place.group.is_some());
    let series = distinct(rows().flat_map(|row| [&row.place.published_series, &row.place.series]));
    let groups = distinct(rows().map(|row| &row.place.group));
    let value = |row: &RowResult, name: &str| match name {
        _ if row.place.series.as_deref() == Some(name) => row.measured.as_f64(),
        _ if row.place.published_series.as_deref() == Some(name) => row.published.as_f64(),
        _ => None,
    };
    let axis = match scale {
        Scale::Linear => "nodes",
        Scale::Logarithmic => "nodes, logarithmic",
    };
    let mut chart = Grouped::new(&result.title, axis, series.iter().copied()).scale(scale);
    for group in groups {
        let values = series.iter().map(|name| {
            rows()
                .filter(|row| row.place.group.as_deref() == Some(group))
                .find_map(|row| value(row, name))
        });
        chart = chart.group(group, values.collect::<Vec<_>>());
    }
    page.figure(chart.markup(), "Fewer is faster.");
}
