//! The tree of a search as a page: nodes open and close, and the search can be stepped.

use crate::{Markup, Page};
use serde::Serialize;

/// The board of a look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The look before it; `None` below the root.
    pub parent: Option<usize>,
    /// The board in lines of plain text.
    pub drawn: String,
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a, T> {
    tree: &'a T,
    /// The board at the root.
    root: &'a str,
    boards: Vec<Drawn<'a>>,
}

/// A board as the lines that differ from the one before: most do not.
#[derive(Serialize)]
#[serde(untagged)]
enum Drawn<'a> {
    Changed(Vec<(usize, &'a str)>),
    Whole(&'a str),
}

/// The page of a tree, which is the JSON object that `papan trace` writes: the script in
/// this crate reads its keys.
///
/// ```
/// use papan_report::trace::{self, Board};
/// use serde_json::json;
///
/// let tree = json!({
///     "game": "nim", "agent": "minimax", "position": "1 0", "turn": 0,
///     "seats": ["first", "second"], "move": "1", "value": 1, "line": ["1"], "depth": 1,
///     "nodes": 1, "recorded": 1, "left_out": 0, "best": 0, "root_cut": [],
///     "branches": [{"id": 0, "parent": null, "move": "1", "mover": 0, "next": null,
///         "over": true, "depth": 0, "alpha": null, "beta": null, "value": 1,
///         "again": false, "known": false, "cut": [], "best": null}],
/// });
/// let boards = [Board { parent: None, drawn: "left\n0".to_owned() }];
/// let html = trace::page("A small tree", &tree, "left\n1", &boards).unwrap().html();
/// assert!(html.contains(r#""boards":[[[1,"0"]]]"#));
/// ```
pub fn page(
    title: &str,
    tree: &impl Serialize,
    root: &str,
    boards: &[Board],
) -> serde_json::Result<Page> {
    let lines = |board| match changed(root, boards, board) {
        Some(changed) => Drawn::Changed(changed),
        None => Drawn::Whole(&board.drawn),
    };
    let data = Data {
        tree,
        root,
        boards: boards.iter().map(lines).collect(),
    };
    let mut page = Page::new(title);
    page.style(include_str!("../assets/trace.css"))
        .markup(&Markup::constant(include_str!("../assets/trace.html")))
        .data("data", &data)?
        .script(include_str!("../assets/trace.js"));
    Ok(page)
}

/// The lines that differ from the board before, where that has as many.
fn changed<'a>(root: &str, boards: &[Board], board: &'a Board) -> Option<Vec<(usize, &'a str)>> {
    let before = board.parent.and_then(|parent| boards.get(parent));
    let before = before.map_or(root, |before| &before.drawn);
    let (old, new) = (before.split('\n'), board.drawn.split('\n'));
    if old.clone().count() != new.clone().count() {
        return None;
    }
    let lines = old.zip(new).enumerate();
    let changed = lines.filter(|(_, (old, new))| old != new);
    Some(changed.map(|(index, (_, new))| (index, new)).collect())
}
