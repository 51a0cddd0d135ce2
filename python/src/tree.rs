//! The tree of a Monte Carlo search (PUCT) whose leaves wait for an evaluation from outside.

use papan_core::{AnyPosition, MAX_SEATS, Random, returns};

/// Instead of the number of a node.
const NONE: u32 = u32::MAX;

/// The worth of something to each seat, from -1 to 1.
pub(crate) type Worths = [f32; MAX_SEATS];

/// A move from a node, and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) action: u32,
    pub(crate) node: u32,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    /// Simulations on their way through it, which count as lost until they come back.
    pub(crate) pending: u32,
    /// For the seat that moves.
    pub(crate) sum: f32,
}

/// A position in the tree with its legal actions.
pub(crate) struct Node {
    pub(crate) seat: usize,
    pub(crate) edges: Vec<Edge>,
}

/// The tree of one game.
pub(crate) struct Tree {
    pub(crate) root: Box<dyn AnyPosition>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) simulations: u32,
}

/// A leaf that waits for its evaluation.
pub(crate) struct Leaf {
    pub(crate) tree: usize,
    /// The nodes and edges on the way.
    pub(crate) path: Vec<(u32, u32)>,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) seat: usize,
}

/// Where a simulation came to.
pub(crate) enum Arrival {
    /// A position that nobody has looked at yet.
    Leaf(Leaf),
    /// The end of the game.
    End(Vec<(u32, u32)>, Worths),
    /// A leaf that waits already.
    Taken,
}

/// How a search goes.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) exploration: f32,
    pub(crate) first_play_reduction: f32,
    pub(crate) noise: f32,
    pub(crate) noise_share: f32,
}

impl Tree {
    /// Selects a way down to something new.
    pub(crate) fn descend(&self, tree: usize, settings: &Settings) -> Arrival {
        let mut position = self.root.clone();
        let mut path = Vec::new();
        let mut node = 0;
        loop {
            let Some(seat) = position.turn() else {
                let worths = worths_of(&returns(&position.scores()));
                return Arrival::End(path, worths);
            };
            let Some(here) = self.nodes.get(node as usize) else {
                return Arrival::Leaf(Leaf {
                    tree,
                    path,
                    position,
                    seat: seat.index(),
                });
            };
            let at = here.select(settings);
            let edge = here.edges[at as usize];
            path.push((node, at));
            position.act(edge.action as usize);
            if edge.node == NONE {
                if position.turn().is_some() && edge.pending > 0 {
                    return Arrival::Taken;
                }
                // It gets a node when its evaluation comes.
                node = NONE;
                continue;
            }
            node = edge.node;
        }
    }

    /// Begins the simulation of a way.
    pub(crate) fn lend(&mut self, path: &[(u32, u32)]) {
        for &(node, at) in path {
            self.nodes[node as usize].edges[at as usize].pending += 1;
        }
    }

    /// Ends the simulation of a way that brought nothing.
    pub(crate) fn take_back(&mut self, path: &[(u32, u32)]) {
        for &(node, at) in path {
            self.nodes[node as usize].edges[at as usize].pending -= 1;
        }
    }

    /// Ends the simulation of a way with what it brought.
    pub(crate) fn give_back(&mut self, path: &[(u32, u32)], worths: &Worths) {
        for &(node, at) in path {
            let node = &mut self.nodes[node as usize];
            let edge = &mut node.edges[at as usize];
            edge.pending -= 1;
            edge.visits += 1;
            edge.sum += worths[node.seat];
        }
        self.simulations += 1;
    }

    /// Gives a leaf its node.
    pub(crate) fn expand(&mut self, leaf: &Leaf, priors: &[f32]) {
        let mut actions = leaf.position.actions();
        actions.sort_unstable();
        let total: f32 = actions.iter().map(|&action| priors[action].max(0.0)).sum();
        let even = 1.0 / actions.len() as f32;
        let edges = actions.iter().map(|&action| Edge {
            action: action as u32,
            node: NONE,
            prior: match total > 0.0 {
                true => priors[action].max(0.0) / total,
                false => even,
            },
            visits: 0,
            pending: 0,
            sum: 0.0,
        });
        let node = Node {
            seat: leaf.seat,
            edges: edges.collect(),
        };
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        if let Some(&(above, at)) = leaf.path.last() {
            self.nodes[above as usize].edges[at as usize].node = number;
        }
    }

    /// Adds noise to the priors of the root, so that games of self-play differ: Dirichlet noise.
    pub(crate) fn disturb(&mut self, settings: &Settings, random: &mut Random) {
        let Some(root) = self.nodes.first_mut() else {
            return;
        };
        let drawn: Vec<f32> = root
            .edges
            .iter()
            .map(|_| gamma(settings.noise, random))
            .collect();
        let total: f32 = drawn.iter().sum();
        if total > 0.0 {
            for (edge, drawn) in root.edges.iter_mut().zip(drawn) {
                edge.prior += settings.noise_share * (drawn / total - edge.prior);
            }
        }
    }

    /// The edge of the root that was tried most often.
    pub(crate) fn best(&self) -> Option<&Edge> {
        let root = self.nodes.first()?;
        root.edges.iter().max_by(|one, other| {
            let key = |edge: &Edge| (edge.visits, edge.prior);
            key(one)
                .partial_cmp(&key(other))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
    }
}

impl Node {
    fn select(&self, settings: &Settings) -> u32 {
        let (mut visits, mut sum) = (0, 0.0);
        for edge in &self.edges {
            visits += edge.visits + edge.pending;
            sum += edge.sum - edge.pending as f32;
        }
        let mean = if visits > 0 { sum / visits as f32 } else { 0.0 };
        let wide = settings.exploration * (visits.max(1) as f32).sqrt();
        let mut best = (f32::MIN, 0);
        for (at, edge) in self.edges.iter().enumerate() {
            let own = edge.visits + edge.pending;
            let value = match own {
                0 => mean - settings.first_play_reduction,
                _ => (edge.sum - edge.pending as f32) / own as f32,
            };
            let score = value + wide * edge.prior / (1 + own) as f32;
            if score > best.0 {
                best = (score, at as u32);
            }
        }
        best.1
    }
}

fn worths_of(values: &[f64]) -> Worths {
    let mut worths = [0.0; MAX_SEATS];
    for (worth, &value) in worths.iter_mut().zip(values) {
        *worth = value as f32;
    }
    worths
}

/// A number from a gamma distribution with a shape below or above 1 (Marsaglia and Tsang, 2000).
fn gamma(shape: f32, random: &mut Random) -> f32 {
    let mut uniform = || ((random.next_u64() >> 40) as f32 + 0.5) / (1u64 << 24) as f32;
    let boost = match shape < 1.0 {
        true => uniform().powf(1.0 / shape),
        false => 1.0,
    };
    let shape = if shape < 1.0 { shape + 1.0 } else { shape };
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let (one, two) = (uniform(), uniform());
        let normal = (-2.0 * one.ln()).sqrt() * (std::f32::consts::TAU * two).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && uniform().ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return boost * d * v;
        }
    }
}
