//! The search tree: nodes and their children in two growing lists.

use papan_blokus::Move;
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
        self.children_of(node).iter().max_by(|left, right| {
            let key = |child: &Child| (child.visits, child.sum);
            key(left)
                .partial_cmp(&key(right))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
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
}
