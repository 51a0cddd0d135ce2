//! Tables.

use crate::Markup;

/// What stands at the head of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    heading: String,
    class: Option<&'static str>,
}

impl Column {
    /// A column of words.
    pub fn text(heading: impl Into<String>) -> Column {
        Column {
            heading: heading.into(),
            class: None,
        }
    }

    /// A column of numbers, which stand under each other.
    pub fn number(heading: impl Into<String>) -> Column {
        Column {
            heading: heading.into(),
            class: Some("number"),
        }
    }

    /// A column of sentences, which need some room.
    pub fn prose(heading: impl Into<String>) -> Column {
        Column {
            heading: heading.into(),
            class: Some("prose"),
        }
    }
}

/// Rows under headings; the first cell of a row names it.
///
/// ```
/// use papan_report::{Markup, table::{Column, Table}};
///
/// let mut table = Table::new([Column::text("node"), Column::number("value")]);
/// table.row(["a", "720"]);
/// table.cells(Some("good"), [Markup::text("b"), Markup::text("620")]);
/// let html = table.markup().to_string();
/// assert!(html.contains("<th scope=\"row\">a</th><td class=\"number\">720</td>"));
/// assert!(html.contains("<tr class=\"good\">"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Markup,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            columns: columns.into_iter().collect(),
            rows: Markup::default(),
        }
    }

    /// Adds a row of plain texts.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        self.cells(None, cells.into_iter().map(Markup::text));
    }

    /// Adds a row of anything, with a class for its looks.
    pub fn cells(&mut self, class: Option<&str>, cells: impl IntoIterator<Item = Markup>) {
        let attributes: Vec<(&str, &str)> =
            class.map(|class| ("class", class)).into_iter().collect();
        self.rows.open("tr", &attributes);
        for (index, (column, cell)) in self.columns.iter().zip(cells).enumerate() {
            let is_name = index == 0;
            let mut attributes = Vec::new();
            if is_name {
                attributes.push(("scope", "row"));
            }
            attributes.extend(column.class.map(|class| ("class", class)));
            let element = if is_name { "th" } else { "td" };
            self.rows
                .push(&Markup::element(element, &attributes, [cell]));
        }
        self.rows.close("tr");
    }

    /// The table as HTML. It scrolls in its own box where the page is too narrow.
    pub fn markup(&self) -> Markup {
        let headings = self.columns.iter().map(|column| {
            let mut attributes = vec![("scope", "col")];
            attributes.extend(column.class.map(|class| ("class", class)));
            Markup::element("th", &attributes, [Markup::text(&column.heading)])
        });
        let head = Markup::element("thead", &[], [Markup::element("tr", &[], headings)]);
        let body = Markup::element("tbody", &[], [self.rows.clone()]);
        let table = Markup::element("table", &[], [head, body]);
        Markup::element("div", &[("class", "scroll"), ("tabindex", "0")], [table])
    }
}
