//! The search tree: nodes and their children in two growing lists.

use papan_blokus::{Blokus, Move, Position};
use papan_core::Game;
use papan_search::Value;

/// Instead of the number of a node.
pub(super) const NONE: u32 = u32::MAX;

/// A move from a node, and what is known of it. Values are those of the seat that plays
/// the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) played: Move,
    /// Its node; [`NONE`] until it has been visited often enough.
    pub(super) node: u32,
    pub(super) prior: f32,
    pub(super) visits: u32,
    pub(super) sum: f32,
}

impl Child {
    /// The mean value of its simulations, once it has any.
    pub(super) fn value(&self) -> Option<Value> {
        (self.visits > 0).then(|| Value::Share(f64::from(self.sum / self.visits as f32)))
    }
}

/// A position of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) visits: u32,
    pub(super) sum: f32,
    pub(super) seat: u8,
    pub(super) colour: u8,
}

/// All nodes; number 0 is the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<Child>,
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.children.clear();
    }

    pub(super) fn children_of(&self, node: u32) -> &[Child] {
        let node = &self.nodes[node as usize];
        &self.children[node.first as usize..(node.first + node.count) as usize]
    }

    /// The child of a node with the most visits; the better one of equals.
    pub(super) fn most_visited(&self, node: u32) -> Option<&Child> {
        most_visited(self.children_of(node))
    }

    /// The principal variation: the most visited child of each node in turn.
    pub(super) fn principal_variation(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = 0;
        while let Some(child) = self.most_visited(node).filter(|child| child.visits > 0) {
            line.push(child.played);
            if child.node == NONE {
                break;
            }
            node = child.node;
        }
        line
    }

    /// The node of a position that the game has come to from `root`, that of this tree.
    pub(super) fn find<const WORDS: usize>(
        &self,
        game: &Blokus<WORDS>,
        root: &Position<WORDS>,
        wanted: &Position<WORDS>,
    ) -> Option<u32> {
        self.nodes.first()?;
        self.find_below(game, 0, root, wanted)
    }

    fn find_below<const WORDS: usize>(
        &self,
        game: &Blokus<WORDS>,
        node: u32,
        position: &Position<WORDS>,
        wanted: &Position<WORDS>,
    ) -> Option<u32> {
        if position == wanted {
            return Some(node);
        }
        let colour = position.colour()?;
        let children = self.children_of(node).iter();
        children
            .filter(|child| child.node != NONE)
            .find_map(|child| {
                // What has been placed stays where it is.
                if wanted.hand(colour) >> game.piece(child.played).index() & 1 == 1 {
                    return None;
                }
                let mut next = *position;
                game.play(&mut next, child.played);
                let (placed, stands) = (next.placed(colour), wanted.placed(colour));
                if placed.iter().any(|square| !stands.contains(square)) {
                    return None;
                }
                self.find_below(game, child.node, &next, wanted)
            })
    }

    /// Makes a node the root and forgets all that is not below it, in the same memory. `moved` hears
    /// of every child that stays where it was and where it is now.
    pub(super) fn keep(&mut self, root: u32, mut moved: impl FnMut(usize, usize)) {
        let mut numbers = vec![NONE; self.nodes.len()];
        numbers[root as usize] = 0;
        let (mut nodes, mut children) = (0, 0);
        // A node comes after the one above it, and so do its children: everything moves forward.
        for at in root as usize..self.nodes.len() {
            if numbers[at] == NONE {
                continue;
            }
            numbers[at] = nodes as u32;
            let node = self.nodes[at];
            let first = children as u32;
            for from in node.first as usize..(node.first + node.count) as usize {
                let child = self.children[from];
                if child.node != NONE {
                    numbers[child.node as usize] = 0;
                }
                self.children[children] = child;
                moved(from, children);
                children += 1;
            }
            self.nodes[nodes] = Node { first, ..node };
            nodes += 1;
        }
        self.nodes.truncate(nodes);
        self.children.truncate(children);
        for child in &mut self.children {
            if child.node != NONE {
                child.node = numbers[child.node as usize];
            }
        }
    }
}

/// The child with the most visits; the better one of equals.
pub(super) fn most_visited(children: &[Child]) -> Option<&Child> {
    children.iter().max_by(|left, right| {
        let key = |child: &Child| (child.visits, child.sum);
        key(left)
            .partial_cmp(&key(right))
            .unwrap_or(std::cmp::Ordering::Equal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blokus::{Explorer, ExplorerSettings};
    use papan_blokus::Small;
    use papan_core::Random;
    use papan_search::Limits;

    /// Checks all numbers of a tree against the rules and each other.
    fn check(tree: &Tree, game: &Small, node: u32, position: &Position<4>) -> usize {
        let here = tree.nodes[node as usize];
        let children = tree.children_of(node);
        let visits: u32 = children.iter().map(|child| child.visits).sum();
        assert_eq!(here.visits, visits);
        assert_eq!(Some(here.colour as usize), position.colour().or(Some(0)));
        let mut nodes = 1;
        for child in children {
            assert!(game.is_legal(position, child.played));
            if child.node != NONE {
                let below = tree.nodes[child.node as usize];
                assert!(below.visits <= child.visits);
                let next = game.after(position, child.played);
                nodes += check(tree, game, child.node, &next);
            }
        }
        nodes
    }

    #[test]
    fn what_is_kept_is_the_tree_below_a_node() {
        let game = Small::named("blokus:size=8").unwrap();
        let mut explorer = Explorer::new(ExplorerSettings::default());
        let limits = Limits::nodes(3_000);
        explorer.search(&game, &game.start(), &limits, &mut Random::new(1));
        let mut tree = explorer.tree;
        let mut position = game.start();
        assert_eq!(check(&tree, &game, 0, &position), tree.nodes.len());
        for _ in 0..2 {
            let line = tree.principal_variation();
            let next = game.after(&position, line[0]);
            let node = tree.find(&game, &position, &next).unwrap();
            let (before, kept) = (tree.children.clone(), tree.nodes[node as usize]);
            let mut moved = Vec::new();
            tree.keep(node, |from, to| moved.push((from, to)));
            assert_eq!(moved.len(), tree.children.len());
            for (from, to) in moved {
                assert_eq!(before[from].played, tree.children[to].played);
            }
            assert_eq!(tree.nodes[0].visits, kept.visits);
            assert_eq!(tree.principal_variation(), line[1..]);
            assert_eq!(check(&tree, &game, 0, &next), tree.nodes.len());
            position = next;
        }
        // From there nothing leads back to the start.
        assert_eq!(tree.find(&game, &position, &game.start()), None);
    }
}
