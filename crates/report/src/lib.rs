//! Reports: one self-contained HTML page with tables and charts.
//!
//! | module | what it holds |
//! |---|---|
//! | [`markup`] | text that is safe to put into a page |
//! | [`page`] | the page around everything: typography, light and dark, print |
//! | [`table`] | tables |
//! | [`sheet`] | tables for other programs: CSV, JSON Lines, Parquet |
//! | [`trace`] | the tree of a search, to open, close and step through |
//! | [`tournament`] | the page of a tournament, with every game to be played back |
//! | [`chart`] | charts as inline SVG: bars, dots, lines, histograms, with their intervals |
//!
//! Nothing is loaded from anywhere and nothing runs unless a script is added: a page can be
//! mailed, printed and opened without a network. Everything that comes from outside is
//! escaped on the way in, so that a [`Markup`] is always whole and safe.
//!
//! ```
//! use papan_report::{Page, chart::{Bar, Bars}, table::{Column, Table}};
//!
//! let mut table = Table::new([Column::text("agent"), Column::number("wins")]);
//! table.row(["greedy <1>", "94%"]);
//! let bars = Bars::new("Wins of the first player", "share of games")
//!     .bar(Bar::new("greedy", 0.94).interval(0.92, 0.96).published(0.95));
//! let mut page = Page::new("Results");
//! page.heading("One match").table(&table).figure(bars.markup(), "100 games");
//! let html = page.html();
//! assert!(html.starts_with("<!doctype html>") && html.contains("greedy &lt;1&gt;"));
//! ```

#[cfg(test)]
mod declarations;

pub mod chart;
pub mod markup;
pub mod page;
pub mod sheet;
pub mod table;
pub mod tournament;
pub mod trace;

pub use markup::Markup;
pub use page::Page;
