//! A tournament as a page: who is how strong, how the games went, and every game to be
//! played back.
//!
//! | item | what it is |
//! |---|---|
//! | [`report`] | the report of an event in a ledger |
//! | [`Tournament`], [`GameReport`] | all that a page shows: the arena's standings and results |
//! | [`Replay`] | the boards of a game as pictures |
//! | [`page`] | the page |
//! | [`figures`] | its charts alone |
//! | [`games_sheet`], [`entries_sheet`], [`standings_sheet`] | the numbers for other programs |
//!
//! [`Tournament`] is `Serialize`: its JSON is all of it.

mod data;
mod event;
mod games;
mod layout;
mod play;
mod replay;
mod sheets;
mod sprt;
mod standings;
mod words;
mod workers;

pub use data::{Fact, GameReport, ReportedGame, Tournament};
pub use event::{NOTE, ReportError, report};
pub use layout::Figure;
pub use replay::Replay;
pub use sheets::{entries_sheet, games_sheet, standings_sheet};
pub use standings::{rating_history, rating_marks};

use crate::{Markup, Page};
use layout::Layout;

/// The page of a tournament. It needs scripts to play games back and for nothing else.
pub fn page(tournament: &Tournament) -> serde_json::Result<Page> {
    let mut page = Page::new(&tournament.title);
    page.style(include_str!("../../assets/tournament.css"));
    facts(&mut page, tournament);
    let several = tournament.reports.len() > 1;
    for report in &tournament.reports {
        if several {
            page.heading(&report.table.game);
        }
        let layout = &mut Layout {
            page: &mut page,
            is_part: several,
            figures: Vec::new(),
            last: String::new(),
        };
        sections(layout, report);
    }
    games::games(&mut page, tournament)?;
    if tournament
        .reports
        .iter()
        .any(|report| !report.results.is_empty())
    {
        page.script(include_str!("../../assets/tournament.js"));
    }
    Ok(page)
}

/// The charts of what was played of one game, in the order of the page.
pub fn figures(report: &GameReport) -> Vec<Figure> {
    let mut layout = Layout {
        page: &mut Page::new(""),
        is_part: false,
        figures: Vec::new(),
        last: String::new(),
    };
    sections(&mut layout, report);
    layout.figures
}

fn sections(layout: &mut Layout<'_>, report: &GameReport) {
    layout.section("Summary");
    let text = Markup::text(words::summary(report));
    let summary = Markup::element("p", &[("class", "summary")], [text]);
    layout.page.markup(&summary);
    if report.table.distinct().is_repetitive() {
        layout.paragraph(&format!(
            "Note: only {} of {} games are different. Agents without chance repeat themselves; all \
             ratings and intervals rest on the different games alone.",
            report.table.different, report.table.games
        ));
    }
    if let Some(test) = &report.sprt {
        layout.paragraph(&words::verdict(test));
    }
    if !report.table.agents.is_empty() {
        standings::ratings(layout, report);
    }
    standings::cross(layout, report);
    standings::history(layout, report);
    if let Some(test) = &report.sprt {
        sprt::sprt(layout, test);
    }
    play::seats(layout, report);
    play::openings(layout, report);
    play::scores(layout, report);
    play::lengths(layout, report);
    play::times(layout, report);
    play::endings(layout, report);
    workers::workers(layout, report);
}

fn facts(page: &mut Page, tournament: &Tournament) {
    let games: usize = tournament
        .reports
        .iter()
        .map(|report| report.results.len())
        .sum();
    let mut facts = Vec::new();
    if let [report] = &tournament.reports[..] {
        facts.push(Fact::new("game", &report.table.game));
    }
    facts.push(Fact::new("games", games.to_string()));
    let tables = || tournament.reports.iter().map(|report| &report.table);
    let different: u64 = tables().map(|table| table.different).sum();
    facts.push(Fact::new("different games", different.to_string()));
    facts.extend(tournament.facts.iter().cloned());
    let items = facts.iter().map(|fact| {
        let term = Markup::element("dt", &[], [Markup::text(&fact.name)]);
        let value = Markup::element("dd", &[], [Markup::text(&fact.value)]);
        Markup::element("div", &[], [term, value])
    });
    page.lead(&Markup::element("dl", &[("class", "facts")], items));
}
