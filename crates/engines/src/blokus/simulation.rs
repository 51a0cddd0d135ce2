//! One simulation of an [`Explorer`]: selection, expansion, playout or network, backpropagation.

use super::{
    explorer::Explorer,
    network::Sight,
    prior::{self, PriorContext},
    rave::Record,
    tree::{Child, NONE, Node, Tree},
};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Game, MAX_SEATS, Random, Scores, Seat};

/// The value of a playout for each seat, from 0 to 1.
pub(super) type Shares = [f32; MAX_SEATS];

impl<const WORDS: usize> Explorer<WORDS> {
    /// Adds a node for a position, its children ordered by their priors. Says also what the
    /// network sees there, if there is one.
    pub(super) fn expand(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
    ) -> (u32, Option<Sight>) {
        let mut sight = None;
        let node = self.tree.nodes.len() as u32;
        let first = self.tree.children.len() as u32;
        let mut count = 0;
        if let Some(colour) = position.colour() {
            self.moves.clear();
            let pieces = prior::candidate_pieces(game, position, colour);
            game.moves_with(position, colour, pieces, &mut self.moves);
            if self.moves.len() < 8 {
                self.moves.clear();
                game.moves_with(position, colour, u32::MAX, &mut self.moves);
            }
            let view = PriorContext::new(game, position, colour);
            let weights = prior::weights(game);
            let network = self.network.as_deref();
            sight = network.map(|network| network.look(game, position, colour, &mut self.inputs));
            self.ranked.clear();
            for &played in &self.moves {
                let mut logit = view.logit(game, weights, played);
                if let (Some(network), Some(sight)) = (network, &sight) {
                    logit = network.logit(sight, played, view.phase(), logit);
                }
                self.ranked
                    .push((self.settings.prior_sharpness * logit, played));
            }
            let max_children = self.settings.max_children.max(1);
            let order = |left: &(f32, Move), right: &(f32, Move)| right.0.total_cmp(&left.0);
            if self.ranked.len() > max_children {
                self.ranked.select_nth_unstable_by(max_children, order);
                self.ranked.truncate(max_children);
            }
            self.ranked.sort_unstable_by(order);
            let most = self.ranked.first().map_or(0.0, |first| first.0);
            let total: f32 = self
                .ranked
                .iter()
                .map(|(logit, _)| prior::exp(logit - most))
                .sum();
            let mut mass = 0.0;
            for &(logit, played) in &self.ranked {
                let prior = prior::exp(logit - most) / total;
                self.tree.children.push(Child {
                    played,
                    node: NONE,
                    prior,
                    visits: 0,
                    sum: 0.0,
                });
                count += 1;
                mass += prior;
                if mass > self.settings.prior_mass {
                    break;
                }
            }
        }
        if self.network.is_some() {
            self.seen.truncate(first as usize);
            self.seen.resize(self.tree.children.len(), None);
        }
        if self.settings.rave_equivalence.is_some() {
            let children = self.tree.children.len();
            self.records.of_children.resize(children, Record::default());
        }
        self.tree.nodes.push(Node {
            first,
            count,
            visits: 0,
            sum: 0.0,
            colour: position.colour().unwrap_or_default() as u8,
            seat: game.turn(position).map_or(0, |seat| seat.index() as u8),
        });
        (node, sight)
    }

    /// The child with the highest sum of value and exploration term (PUCT).
    #[inline(always)]
    fn select(&self, node: u32) -> u32 {
        match self.settings.rave_equivalence {
            None => self.select_by(node, |_, value, _| value),
            Some(equivalence) => self.select_by(node, |at, value, visits| {
                self.records.of_children[at].blend(value, visits, equivalence)
            }),
        }
    }

    /// The child to select, with values that `blend` makes of the number of a child, its own
    /// value and its visits.
    #[inline(always)]
    fn select_by(&self, node: u32, blend: impl Fn(usize, f32, f32) -> f32) -> u32 {
        let settings = &self.settings;
        let node = &self.tree.nodes[node as usize];
        let children = &self.tree.children[node.first as usize..(node.first + node.count) as usize];
        let mean = match node.visits {
            0 => 0.5,
            visits => node.sum / visits as f32,
        };
        let exploration = settings.exploration * (node.visits as f32 + 1.0).sqrt();
        let mut best = (f32::MIN, 0);
        for (index, child) in children.iter().enumerate() {
            let visits = child.visits as f32;
            let value = match child.visits {
                0 => mean - settings.first_play_reduction,
                _ => child.sum / visits,
            };
            let value = blend(node.first as usize + index, value, visits);
            let score = value + exploration * child.prior / (1.0 + visits);
            if score > best.0 {
                best = (score, index as u32);
            }
        }
        node.first + best.1
    }

    /// One simulation: selection, expansion, playout and backpropagation.
    pub(super) fn simulate(
        &mut self,
        game: &Blokus<WORDS>,
        mut position: Position<WORDS>,
        random: &mut Random,
    ) {
        self.path.clear();
        self.simulator.begin();
        let mut node = 0;
        while self.tree.nodes[node as usize].count > 0 {
            let at = self.select(node);
            self.path.push((node, at));
            let child = self.tree.children[at as usize];
            if let Some(colour) = position.colour() {
                self.simulator.note(game, colour, child.played);
            }
            game.play(&mut position, child.played);
            if child.node != NONE {
                node = child.node;
                continue;
            }
            let room = self.tree.children.len() < self.capacity;
            let mut sight = None;
            if child.visits >= self.settings.expansion_visits && room {
                let (new, seen) = self.expand(game, &position);
                self.tree.children[at as usize].node = new;
                sight = seen;
            }
            let shares = self.evaluate(game, &mut position, at as usize, sight, random);
            return self.backpropagate(&shares);
        }
        let shares = self.shares(&game.scores(&position));
        self.backpropagate(&shares);
    }

    /// The value of a simulation that has left the tree at a position, that after the move of child
    /// `at`: as the network says, if it has seen the position or can, as a playout ends, or both.
    fn evaluate(
        &mut self,
        game: &Blokus<WORDS>,
        position: &mut Position<WORDS>,
        at: usize,
        sight: Option<Sight>,
        random: &mut Random,
    ) -> Shares {
        let weight = self.settings.network_weight;
        let seen = match (position.colour(), self.network.as_deref()) {
            (Some(colour), Some(network)) if weight > 0.0 => {
                let inputs = &mut self.inputs;
                // A move is tried several times before its position becomes a node.
                let look = || network.look(game, position, colour, inputs);
                Some(*self.seen[at].get_or_insert_with(|| sight.unwrap_or_else(look).shares))
            }
            _ => None,
        };
        if let Some(seen) = seen
            && weight >= 1.0
        {
            return seen;
        }
        self.simulator.play(game, position, random);
        let mut shares = self.shares(&game.scores(position));
        if let Some(seen) = seen {
            for (share, seen) in shares.iter_mut().zip(seen) {
                *share += weight * (seen - *share);
            }
        }
        shares
    }

    /// What an end of the game is worth to each seat.
    pub fn shares(&self, scores: &Scores) -> Shares {
        let mut shares = [0.0; MAX_SEATS];
        let outcome = scores.outcome();
        let first = outcome.ranks().iter().filter(|&&rank| rank == 1).count() as f32;
        for seat in Seat::all(scores.seats()) {
            let won = match outcome.ranks()[seat.index()] {
                1 => 1.0 / first,
                _ => 0.0,
            };
            let margin = (scores.difference(seat) as f32 / 40.0).clamp(-1.0, 1.0);
            let margin_share = 0.5 + 0.5 * margin;
            shares[seat.index()] = (1.0 - self.settings.margin_weight) * won
                + self.settings.margin_weight * margin_share;
        }
        shares
    }

    /// Adds the values of a playout to all nodes on its way.
    fn backpropagate(&mut self, shares: &Shares) {
        for &(node, at) in &self.path {
            let node = &mut self.tree.nodes[node as usize];
            let share = shares[node.seat as usize % MAX_SEATS];
            node.visits += 1;
            node.sum += share;
            let child = &mut self.tree.children[at as usize];
            child.visits += 1;
            child.sum += share;
        }
        if self.settings.rave_equivalence.is_some() {
            let Tree { nodes, children } = &self.tree;
            let way = self.path.iter().map(|&(node, _)| {
                let node = nodes[node as usize];
                (node, shares[node.seat as usize % MAX_SEATS])
            });
            let move_of = |child: usize| children[child].played;
            self.records
                .add(WORDS, self.simulator.played(), way, move_of);
        }
    }
}
