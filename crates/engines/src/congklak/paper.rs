//! The search of the paper that plays congklak with NegaScout, as published.
//!
//! Its tree follows other rules than its games: moves strictly alternate, because a last
//! seed in the own store ends the move, and a capture needs a filled opposite hole. That is
//! a rule set of its own, so the tree is searched on a game of its own. A leaf is worth the
//! difference of the stores; of equal moves the first in the order of columns is chosen.
//!
//! Whoever plays sees the board with the own store on the right, and counts columns from
//! the left of that view.

use papan_congklak::{Capture, Congklak, Direction, Hole, MAX_HOLES, Position, Rules};
use papan_core::{Game, Seat};
use papan_search::{Limits, Observer, Visit, Watch, margin};

/// How the tree is searched. All give the same value and the same choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every line to the full depth.
    Minimax,
    /// Without the lines that cannot change the result (alpha-beta cutoffs).
    AlphaBeta,
    /// With a null window for all moves but the first.
    NegaScout(Reading),
}

/// How the flow chart of the paper is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The reading that comes nearest to the published numbers of steps: below the root
    /// columns are taken from the right, a node forgets the lower bound that it was given,
    /// a cut needs more than the upper bound, and a second search counts one step more.
    Paper,
    /// NegaScout as Reinefeld published it, columns from the left everywhere.
    Textbook,
}

/// The result of a search of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The value of the position for the seat to move.
    pub value: i32,
    /// The chosen hole.
    pub hole: Hole,
    /// The value of each root move, in the order of the search: exact for the chosen one, a
    /// bound for others that were cut off.
    pub values: Vec<(Hole, i32)>,
    /// The calls of the searching function, the one for the root included.
    pub steps: u64,
}

/// The game that the tree is searched on: that of the table, except that moves alternate
/// and captures need a filled opposite hole. Positions mean the same in both.
///
/// ```
/// use papan_congklak::{Congklak, Rules};
/// use papan_core::Notation;
/// use papan_engines::congklak::paper;
///
/// let tree = paper::tree_game(&Congklak::new(Rules::CONGKLAK).unwrap());
/// assert!(tree.is_named("congklak-paper:extra=off"));
/// ```
pub fn tree_game(game: &Congklak) -> Congklak {
    let rules = Rules {
        extra_turn: false,
        capture: Capture::Opposite,
        ..*game.rules()
    };
    Congklak::new(rules).expect("only the size of a board can be wrong")
}

/// Searches the paper's tree for the seat to move, `depth` plies deep; nothing when the game
/// is over. A search that is stopped answers with the best move so far.
///
/// ```
/// use papan_congklak::Congklak;
/// use papan_core::Notation;
/// use papan_engines::congklak::paper::{self, Algorithm, Reading};
/// use papan_search::Limits;
///
/// let game = Congklak::named("congklak-paper").unwrap();
/// let position = game.parse_position("0,0,5,0,0,3,0:42 0,0,3,0,3,0,0:42 A").unwrap();
/// let tree = paper::tree_game(&game);
/// let algorithm = Algorithm::NegaScout(Reading::Paper);
/// let found = paper::search(&tree, &position, algorithm, 3, &Limits::NONE, &mut ()).unwrap();
/// assert_eq!((found.value, found.hole.column(), found.steps), (2, 2, 21));
/// ```
pub fn search<O: Observer<Hole>>(
    tree: &Congklak,
    position: &Position,
    algorithm: Algorithm,
    depth: u32,
    limits: &Limits,
    observer: &mut O,
) -> Option<SearchResult> {
    let mover = tree.turn(position)?;
    let clockwise = tree.rules().direction == Direction::Clockwise;
    let mut search = Search {
        tree,
        mirrored: (mover == Seat::FIRST) != clockwise,
        algorithm,
        depth,
        values: Vec::new(),
        watch: Watch::start(limits),
        observer,
    };
    let root = Node {
        position: *position,
        mover,
        ply: 0,
    };
    let value = search.visit(&root, [-INFINITE, INFINITE]);
    let mut best = None;
    for &(hole, worth) in &search.values {
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((hole, worth));
        }
    }
    let (hole, worth) = match best {
        Some(best) => best,
        None => (search.columns(&root).next()?, 0),
    };
    let stopped = search.watch.is_over();
    Some(SearchResult {
        value: if stopped { worth } else { value },
        hole,
        values: search.values,
        steps: search.watch.nodes(),
    })
}

/// More than any margin.
const INFINITE: i32 = 1_000;

/// A bound of a window as observers expect it: what no margin reaches is far away.
fn open_ended(end: i32) -> i32 {
    if end.abs() < INFINITE { end } else { end << 20 }
}

struct Node {
    position: Position,
    /// Whose move it is, or would be.
    mover: Seat,
    ply: u32,
}

struct Search<'a, O> {
    tree: &'a Congklak,
    /// Whether the board as drawn has the store of the one who thinks on the left.
    mirrored: bool,
    algorithm: Algorithm,
    depth: u32,
    /// The values of the root moves, as far as they were searched.
    values: Vec<(Hole, i32)>,
    watch: Watch,
    observer: &'a mut O,
}

impl<O: Observer<Hole>> Search<'_, O> {
    /// One step: the value of a node for its mover.
    fn visit(&mut self, node: &Node, window: [i32; 2]) -> i32 {
        self.watch.tick();
        let finished = self.tree.turn(&node.position).is_none();
        if finished || node.ply >= self.depth || self.watch.is_over() {
            return margin(self.tree, &node.position, node.mover);
        }
        match self.algorithm {
            Algorithm::Minimax => self.minimax(node),
            Algorithm::AlphaBeta => self.alpha_beta(node, window),
            Algorithm::NegaScout(reading) => self.nega_scout(node, window, reading),
        }
    }

    fn minimax(&mut self, node: &Node) -> i32 {
        let mut best = -INFINITE;
        for hole in self.columns(node) {
            best = best.max(self.below(node, hole, [-INFINITE, INFINITE], false));
        }
        best
    }

    fn alpha_beta(&mut self, node: &Node, [low, high]: [i32; 2]) -> i32 {
        let mut best = -INFINITE;
        let mut columns = self.columns(node);
        while let Some(hole) = columns.next() {
            best = best.max(self.below(node, hole, [low.max(best), high], false));
            if best >= high {
                self.tell_cut(columns);
                break;
            }
        }
        best
    }

    /// NegaScout as Reinefeld published it, or the flow chart of the paper in its best reading.
    fn nega_scout(&mut self, node: &Node, [low, high]: [i32; 2], reading: Reading) -> i32 {
        let drawn = reading == Reading::Paper;
        let mut best = if drawn { -INFINITE } else { low };
        let mut bound = high;
        let mut first = true;
        let mut columns = self.columns(node);
        while let Some(hole) = columns.next() {
            let mut value = self.below(node, hole, [low.max(best), bound], false);
            if value > best && value < high && !first && self.searches_twice(node) {
                if drawn {
                    // The decision to search again is a step of its own.
                    self.watch.tick();
                }
                value = self.below(node, hole, [value, high], true);
            }
            best = best.max(value);
            if best > high || (best == high && !drawn) {
                self.tell_cut(columns);
                break;
            }
            bound = low.max(best) + 1;
            first = false;
        }
        best
    }

    fn tell_cut(&mut self, rest: impl Iterator<Item = Hole>) {
        if O::WATCHES {
            let rest: Vec<Hole> = rest.collect();
            if !rest.is_empty() {
                self.observer.cut(&rest);
            }
        }
    }

    /// Above leaves a second search would find nothing new.
    fn searches_twice(&self, node: &Node) -> bool {
        node.ply + 1 < self.depth
    }

    /// The value of a move for the one who plays it, within a window.
    fn below(&mut self, node: &Node, hole: Hole, [low, high]: [i32; 2], again: bool) -> i32 {
        let mut position = node.position;
        self.tree.play(&mut position, hole);
        let next = node.mover.next(2);
        let child = Node {
            position,
            mover: self.tree.turn(&position).unwrap_or(next),
            ply: node.ply + 1,
        };
        self.observer.enter(Visit {
            played: hole,
            mover: node.mover,
            next: self.tree.turn(&position),
            depth: self.depth - child.ply,
            alpha: open_ended(low),
            beta: open_ended(high),
            again,
        });
        // The same side moves twice only where one without seeds is passed over.
        let value = if child.mover == node.mover {
            self.visit(&child, [low, high])
        } else {
            -self.visit(&child, [-high, -low])
        };
        self.observer.leave(value);
        if node.ply == 0 && !self.watch.is_over() {
            self.values.retain(|&(earlier, _)| earlier != hole);
            self.values.push((hole, value));
        }
        value
    }

    /// The moves in the order in which the algorithm takes them.
    fn columns(&self, node: &Node) -> impl Iterator<Item = Hole> + use<O> {
        let from_the_right = self.algorithm == Algorithm::NegaScout(Reading::Paper) && node.ply > 0;
        let holes = usize::from(self.tree.rules().holes);
        let mut order = [None; MAX_HOLES as usize];
        for (place, slot) in order.iter_mut().enumerate().take(holes) {
            let column = match from_the_right != self.mirrored {
                true => holes - 1 - place,
                false => place,
            };
            let filled = self.tree.seeds(&node.position, node.mover, column) > 0;
            *slot = filled.then(|| Hole::new(column));
        }
        order.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::Notation;

    const PAPER: [&str; 5] = [
        "3,3,3,3,3,3,3:28 3,3,3,3,3,3,3:28 A",
        "0,4,0,0,4,4,0:30 4,4,0,4,5,5,0:34 A",
        "3,2,3,2,0,1,2:37 1,2,3,0,2,1,2:37 A",
        "0,3,4,0,1,2,0:38 1,0,3,0,2,2,3:39 A",
        "0,0,5,0,0,3,0:42 0,0,3,0,3,0,0:42 A",
    ];

    fn found(algorithm: Algorithm, text: &str) -> SearchResult {
        let game = Congklak::named("congklak-paper").unwrap();
        let position = game.parse_position(text).unwrap();
        let tree = tree_game(&game);
        search(&tree, &position, algorithm, 3, &Limits::NONE, &mut ()).unwrap()
    }

    fn steps(algorithm: Algorithm) -> Vec<u64> {
        let known = [(8, 2), (4, 1), (2, 1), (2, 1), (2, 2)];
        let check = |(text, known): (&&str, _)| {
            let found = found(algorithm, text);
            assert_eq!((found.value, found.hole.column()), known, "{algorithm:?}");
            found.steps
        };
        PAPER.iter().zip(known).map(check).collect()
    }

    const DRAWN: Algorithm = Algorithm::NegaScout(Reading::Paper);
    const TEXTBOOK: Algorithm = Algorithm::NegaScout(Reading::Textbook);

    #[test]
    fn values_holes_and_steps_are_the_published_ones() {
        assert_eq!(steps(DRAWN), [165, 42, 126, 61, 21]);
        assert_eq!(steps(TEXTBOOK), [118, 43, 119, 45, 21]);
        assert_eq!(steps(Algorithm::Minimax), [227, 92, 205, 90, 22]);
        assert_eq!(steps(Algorithm::AlphaBeta), [88, 41, 91, 43, 16]);
    }

    /// The board turned round, so that the other side has this side's move.
    fn turned(text: &str) -> String {
        let parts: Vec<&str> = text.split(' ').collect();
        let side = |part: &str| {
            let (holes, store) = part.split_once(':').unwrap();
            let holes: Vec<&str> = holes.split(',').rev().collect();
            format!("{}:{store}", holes.join(","))
        };
        format!("{} {} B", side(parts[1]), side(parts[0]))
    }

    #[test]
    fn whoever_plays_sees_the_own_store_on_the_right() {
        for text in PAPER {
            for algorithm in [DRAWN, TEXTBOOK, Algorithm::Minimax, Algorithm::AlphaBeta] {
                let (seen, other) = (found(algorithm, text), found(algorithm, &turned(text)));
                assert_eq!((other.value, other.steps), (seen.value, seen.steps));
                assert_eq!(other.hole.column(), 6 - seen.hole.column());
            }
        }
    }

    #[test]
    fn a_stopped_search_has_a_move() {
        let game = Congklak::named("congklak-paper").unwrap();
        let start = game.start();
        for nodes in 0..300 {
            let limits = Limits::nodes(nodes);
            let found = search(&tree_game(&game), &start, DRAWN, 3, &limits, &mut ());
            assert!(found.unwrap().hole.column() < 7);
        }
    }

    #[test]
    fn an_observer_sees_every_node_and_its_end() {
        #[derive(Default)]
        struct Count([u64; 3]);
        impl Observer<Hole> for Count {
            fn enter(&mut self, visit: Visit<Hole>) {
                self.0[0] += 1;
                self.0[1] += u64::from(visit.again);
            }
            fn leave(&mut self, _: i32) {
                self.0[2] += 1;
            }
        }
        let game = Congklak::named("congklak-paper").unwrap();
        let position = game.parse_position(PAPER[0]).unwrap();
        let tree = tree_game(&game);
        let mut seen = Count::default();
        search(&tree, &position, DRAWN, 3, &Limits::NONE, &mut seen);
        // The root is not seen, and a second search counts two steps.
        assert_eq!(seen.0, [156, 8, 156]);
    }
}
