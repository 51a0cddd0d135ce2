//! The report as one page.

use crate::{
    charts::{ExperimentChart, Subject, charts},
    data::{Compare, Paper, Verdict},
    result::ExperimentResult,
    table::columns,
};
use papan_report::{
    Markup, Page,
    chart::Style,
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
        "{} numbers and claims, {} of them our own: {} hold, {} do not, {}{} need people and were not run. \
         {} other than expected.",
        rows().count(),
        rows().filter(|row| row.source.is_none()).count(),
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
    let numbers = columns(&result.rows);
    let mut headings = vec![Column::text("")];
    headings.extend(numbers.iter().map(|column| Column::number(column.heading)));
    headings.extend([Column::text("verdict"), Column::prose("why")]);
    let mut table = Table::new(headings);
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
        cells.extend(
            numbers
                .iter()
                .map(|column| Markup::text((column.words)(row))),
        );
        cells.extend([verdict, Markup::text(&row.note)]);
        table.cells(None, cells);
    }
    table
}

fn draw(page: &mut Page, result: &ExperimentResult) {
    for ExperimentChart { of, games, chart } in charts(result) {
        let caption = match of {
            Subject::Wins => {
                "Error bars: where the share of a sample of the published size falls in 95% of cases."
                    .to_owned()
            }
            Subject::Share => {
                "Error bars: 95% interval of our share. The dashed line is the bound of the claim."
                    .to_owned()
            }
            Subject::Points => format!("{games} games."),
            Subject::Nodes | Subject::NodesLogarithmic => "Fewer is faster.".to_owned(),
        };
        page.figure(chart.draw(&Style::default()), &caption);
    }
}
