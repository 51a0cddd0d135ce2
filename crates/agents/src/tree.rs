//! The tree of a search in words and numbers, for programs and pages.

use crate::{Playable, Traced, agents};
use papan_core::{Game, Seat};
use papan_search::{Branch, Limits, Report, Trace, Value};
use serde::Serialize;

/// The tree that an agent looked through for a move. All values and windows are those of
/// the seat to move at the root.
///
/// ```
/// use papan_agents::{agents, tree::Tree};
/// use papan_core::Game;
/// use papan_othello::Othello;
/// use papan_search::Limits;
///
/// let othello = Othello::new();
/// let mut agent = agents::open(&othello, "minimax:depth=2", 1).unwrap();
/// let start = othello.start();
/// let traced = agent.trace(&othello, &start, &Limits::NONE, 1_000).unwrap();
/// let tree = Tree::of(&othello, "minimax:depth=2", &start, &traced);
/// assert_eq!((tree.recorded, tree.left_out), (4 + 12, 0));
/// assert_eq!((tree.branches[0].played.as_str(), tree.branches[0].value), ("d3", 0));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Tree {
    /// The game with its parameters.
    pub game: String,
    /// The agent with its parameters.
    pub agent: String,
    /// The position at the root.
    pub position: String,
    /// Who is to move there.
    pub turn: Option<Seat>,
    /// What the seats are called.
    pub seats: Vec<String>,
    /// The chosen move.
    #[serde(rename = "move")]
    pub best: String,
    /// What it is worth.
    pub value: Option<Value>,
    /// What the search expects to be played.
    pub line: Vec<String>,
    /// How many plies ahead it looked.
    pub depth: u32,
    /// How many positions it counted.
    pub nodes: u64,
    /// How many looks are in `branches`.
    pub recorded: usize,
    /// How many looks are not.
    pub left_out: u64,
    /// The look at the chosen move that gave the value.
    #[serde(rename = "best")]
    pub best_look: Option<usize>,
    /// The moves at the root that were left out because of a cut.
    pub root_cut: Vec<String>,
    /// Every look, in the order in which the search made them.
    pub branches: Vec<Look>,
}

/// One look at a position.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    /// Its place in the list.
    pub id: usize,
    /// The look at the position before; `None` below the root.
    pub parent: Option<usize>,
    /// The move that leads here.
    #[serde(rename = "move")]
    pub played: String,
    /// Who played it.
    pub mover: Seat,
    /// Who is to move here; `None` where the search ends.
    pub next: Option<Seat>,
    /// Whether the game is over here.
    pub over: bool,
    /// How many plies the search looked further.
    pub depth: u32,
    /// The low end of the window on entering; `None` where it is open.
    pub alpha: Option<i32>,
    /// The high end.
    pub beta: Option<i32>,
    /// The value that was found.
    pub value: i32,
    /// Whether this is the second search of the same move.
    pub again: bool,
    /// Whether the table knew the position.
    pub known: bool,
    /// The moves here that were left out because of a cut.
    pub cut: Vec<String>,
    /// The look below this one that gave it its value, as far as it is recorded.
    pub best: Option<usize>,
}

/// Windows that end here are open.
const OPEN: i32 = 1 << 29;

impl Tree {
    /// The tree in words.
    pub fn of<G: Playable>(
        game: &G,
        agent: &str,
        position: &G::Position,
        traced: &Traced<G>,
    ) -> Tree {
        let Traced {
            report,
            trace,
            positions,
        } = traced;
        let turn = game.turn(position);
        let seat = turn.unwrap_or(Seat::FIRST);
        let best = best_below(&trace.branches, seat, report.best);
        let words = |position: &G::Position, moves: &[G::Move]| {
            let word = |&played: &G::Move| game.move_text(position, played);
            moves.iter().map(word).collect()
        };
        let end = |end: i32| (end.abs() < OPEN).then_some(end);
        let look = |(id, (branch, seen)): (usize, (&Branch<G::Move>, &G::Position))| {
            let before = branch.parent.map_or(position, |parent| &positions[parent]);
            Look {
                id,
                parent: branch.parent,
                played: game.move_text(before, branch.played),
                mover: branch.mover,
                // Whoever is to move at the horizon does not.
                next: branch.next.filter(|_| branch.depth > 0),
                over: branch.next.is_none() && game.turn(seen).is_none(),
                depth: branch.depth,
                alpha: end(branch.window.0),
                beta: end(branch.window.1),
                value: branch.value,
                again: branch.again,
                known: branch.known,
                cut: words(seen, &branch.cut),
                best: best[id + 1],
            }
        };
        let looks = trace.branches.iter().zip(positions).enumerate();
        let branches: Vec<Look> = looks.map(look).collect();
        let on_line = std::iter::successors(best[0], |&id| best[id + 1]);
        let mut line: Vec<String> = on_line.map(|id| branches[id].played.clone()).collect();
        // A table may know how the line goes on. A paper's line never is longer than its
        // tree, so that these moves are legal.
        if line.len() < report.principal_variation.len() {
            line = game.line_text(position, &report.principal_variation);
        }
        Tree {
            game: game.name(),
            agent: agent.to_owned(),
            position: game.position_text(position),
            turn,
            seats: Seat::all(game.seats())
                .map(|seat| game.seat_name(seat))
                .collect(),
            best: game.move_text(position, report.best),
            value: report.value,
            line,
            depth: report.depth,
            nodes: report.nodes,
            recorded: branches.len(),
            left_out: trace.left_out,
            best_look: best[0],
            root_cut: words(position, &trace.root_cut),
            branches,
        }
    }
}

/// The agents that have a tree to show for a position, by the names of the catalogue.
///
/// ```
/// use papan_agents::tree;
/// use papan_core::Game;
/// use papan_othello::Othello;
///
/// let names = tree::agents(&Othello::new(), &Othello::new().start());
/// assert!(names.contains(&"alphabeta") && names.contains(&"paper/othello-negamax"));
/// assert!(!names.contains(&"random"));
/// ```
pub fn agents<G: Playable>(game: &G, position: &G::Position) -> Vec<&'static str> {
    let has_tree = |name: &str| {
        let agent = agents::open(game, name, 0);
        agent.is_ok_and(|mut agent| agent.trace(game, position, &Limits::depth(1), 1).is_some())
    };
    let names = G::agents().iter().map(|entry| entry.info.entry.name);
    names.filter(|name| has_tree(name)).collect()
}

/// Records a search that can be run again: whole where that takes no more than `most`
/// looks, otherwise its best line and the moves beside it.
pub(crate) fn record<M: Copy + Eq>(
    seat: Seat,
    most: usize,
    mut run: impl FnMut(&mut Trace<M>) -> Report<M>,
) -> (Report<M>, Trace<M>) {
    let mut trace = Trace::new(seat, most);
    let report = run(&mut trace);
    if trace.left_out == 0 {
        return (report, trace);
    }
    // Not every search says its whole line, but what was recorded along a line shows the
    // move behind it.
    let mut line = report.principal_variation;
    loop {
        let mut trace = Trace::along(seat, most, &line);
        let report = run(&mut trace);
        let best = best_below(&trace.branches, seat, report.best);
        let found: Vec<M> = std::iter::successors(best[0], |&id| best[id + 1])
            .map(|id| trace.branches[id].played)
            .collect();
        if found.len() <= line.len() {
            return (report, trace);
        }
        line = found;
    }
}

/// The same as an answer of an agent, for a tree of the game itself.
pub(crate) fn traced<G: Game>(
    game: &G,
    position: &G::Position,
    most: usize,
    run: impl FnMut(&mut Trace<G::Move>) -> Report<G::Move>,
) -> Option<Traced<G>> {
    // Nobody asks for trees in a browser, and each search would be there once more for them.
    if cfg!(target_family = "wasm") {
        return None;
    }
    let (report, trace) = record(game.turn(position)?, most, run);
    Some(Traced {
        report,
        positions: replay(game, position, &trace),
        trace,
    })
}

/// The position of each look, by the rules of the tree that was searched.
pub(crate) fn replay<T: Game>(
    tree: &T,
    start: &T::Position,
    trace: &Trace<T::Move>,
) -> Vec<T::Position> {
    let mut positions: Vec<T::Position> = Vec::with_capacity(trace.branches.len());
    for branch in &trace.branches {
        let mut position = branch.parent.map_or(*start, |parent| positions[parent]);
        tree.play(&mut position, branch.played);
        positions.push(position);
    }
    positions
}

/// For the root and then for each look: the look below it that gave it its value. That is
/// the first of the best ones, a second search counting instead of the first; at the root
/// it is the chosen move.
fn best_below<M: Copy + Eq>(branches: &[Branch<M>], seat: Seat, chosen: M) -> Vec<Option<usize>> {
    let mut best: Vec<Option<usize>> = vec![None; branches.len() + 1];
    for (id, branch) in branches.iter().enumerate() {
        let place = branch.parent.map_or(0, |parent| parent + 1);
        let for_mover = |branch: &Branch<M>| match branch.mover == seat {
            true => branch.value,
            false => -branch.value,
        };
        let takes = match best[place].map(|before| &branches[before]) {
            _ if place == 0 => branch.played == chosen,
            None => true,
            Some(before) if branch.again && before.played == branch.played => true,
            Some(before) => for_mover(branch) > for_mover(before),
        };
        if takes {
            best[place] = Some(id);
        }
    }
    best
}

#[cfg(test)]
mod tests;
