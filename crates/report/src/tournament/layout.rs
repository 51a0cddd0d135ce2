//! Sections of the page, at the depth that the number of games asks for.

use super::words::shortened;
use crate::{Markup, Page, table::Table};

/// A page whose sections are headings of their own, or parts of the section of a game.
pub(super) struct Layout<'a> {
    pub(super) page: &'a mut Page,
    pub(super) is_part: bool,
    /// The charts so far, for those who show them without the page.
    pub(super) figures: Vec<Figure>,
    /// The section that began last.
    pub(super) last: String,
}

/// A chart with the line under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The section of the page that it is in.
    pub section: String,
    /// The chart, as SVG.
    pub chart: Markup,
    /// What there is to know about it.
    pub caption: String,
}

impl Layout<'_> {
    pub(super) fn section(&mut self, title: &str) {
        title.clone_into(&mut self.last);
        match self.is_part {
            true => self.page.subheading(title),
            false => self.page.heading(title),
        };
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.page.paragraph(text);
    }

    /// A chart that scrolls in its own box where the page is too narrow, a line about it,
    /// and its numbers as a table for those who want or need them.
    pub(super) fn chart(&mut self, chart: Markup, caption: &str, table: Option<&Table>) {
        self.figures.push(Figure {
            section: self.last.clone(),
            chart: chart.clone(),
            caption: caption.to_owned(),
        });
        let label = [("class", "scroll"), ("tabindex", "0"), ("role", "group")];
        let mut parts = vec![Markup::element("div", &label, [chart])];
        parts.push(Markup::element("figcaption", &[], [Markup::text(caption)]));
        self.page.markup(&Markup::element("figure", &[], parts));
        if let Some(table) = table {
            self.details(table);
        }
    }

    /// The numbers of charts, for those who want or need them.
    pub(super) fn details(&mut self, table: &Table) {
        let summary = Markup::element("summary", &[], [Markup::text("As a table")]);
        let details = Markup::element("details", &[], [summary, table.markup()]);
        self.page.markup(&details);
    }
}

/// More lines than this in one chart cannot be told apart.
const LINES: usize = 10;

/// Agents in as many charts as they need, each with what its title says about them.
pub(super) fn charts(order: &[usize]) -> impl Iterator<Item = (String, &[usize])> {
    let parts = order.len().div_ceil(LINES).max(1);
    let size = order.len().div_ceil(parts).max(1);
    order.chunks(size).enumerate().map(move |(part, indices)| {
        let first = part * size;
        let title = match parts {
            1 => String::new(),
            _ => format!(", places {} to {}", first + 1, first + indices.len()),
        };
        (title, indices)
    })
}

/// A name that may be long, with the whole of it where it is pointed at.
pub(super) fn name(short: &str, whole: &str) -> Markup {
    let attributes = [("class", "name"), ("title", whole)];
    Markup::element("span", &attributes, [Markup::text(short)])
}

/// A text that may be long, shortened in the same way.
pub(super) fn brief(text: &str, longest: usize) -> Markup {
    match text.chars().count() > longest {
        true => name(&shortened(text, longest), text),
        false => Markup::text(text),
    }
}
