//! What can be set in the search.

use super::{playout::Playout, rave::Record, simulation::Shares, tree::Child};

/// The settings of an [`Explorer`](super::Explorer).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplorerSettings {
    /// The exploration constant: how much priors count beside values.
    pub exploration: f32,
    /// The factor of the logits before their softmax gives the priors, an inverse
    /// temperature: they are learned from how searches spread their visits, which is more
    /// evenly than right and wrong are.
    pub prior_sharpness: f32,
    /// First-play urgency: how far below the mean of its node an unvisited move is taken to
    /// be.
    pub first_play_reduction: f32,
    /// The weight of the margin in the value of a playout, from 0 to 1.
    pub margin_weight: f32,
    /// The visits of a move before its position becomes a node of the tree.
    pub expansion_visits: u32,
    /// How the simulations go on where the tree ends.
    pub playout: Playout,
    /// RAVE: the visits after which the values of a move and of simulations in which it came
    /// later weigh about the same; `None` does without the latter.
    pub rave_equivalence: Option<f32>,
    /// The weight of what a network says in the value of a simulation, from 0 to 1; the rest
    /// is that of a playout. Nothing where there is no network.
    pub network_weight: f32,
    /// The children of a node are those with the highest priors that together have this
    /// share of all.
    pub prior_mass: f32,
    /// Whether a search ends as soon as its best move cannot be overtaken in what is left of its
    /// limits.
    pub stops_when_decided: bool,
    /// At this many legal placements, of all colours together, or fewer, the endgame solver
    /// is tried first.
    pub endgame_placements: usize,
    /// The most children of a node, those with the highest priors.
    pub max_children: usize,
    /// The most children in the tree, of all nodes together; 20 bytes each, 8 more with RAVE and 20 more
    /// with a network. Several threads divide them.
    pub tree_capacity: usize,
}

impl Default for ExplorerSettings {
    fn default() -> Self {
        ExplorerSettings {
            exploration: 1.0,
            prior_sharpness: 3.0,
            first_play_reduction: 0.1,
            margin_weight: 0.6,
            expansion_visits: 3,
            playout: Playout::Random,
            rave_equivalence: None,
            network_weight: 0.0,
            prior_mass: 1.0,
            stops_when_decided: false,
            endgame_placements: 40,
            max_children: 100,
            tree_capacity: 4_000_000,
        }
    }
}

impl ExplorerSettings {
    /// The settings for playouts of local replies, which tell enough of the moves in them for
    /// RAVE to pay; with random ones it does not.
    ///
    /// ```
    /// use papan_engines::blokus::{ExplorerSettings, Playout};
    ///
    /// let settings = ExplorerSettings::with_replies();
    /// assert_eq!(settings.playout, Playout::Replies);
    /// assert!(settings.rave_equivalence.is_some());
    /// ```
    pub fn with_replies() -> Self {
        ExplorerSettings {
            playout: Playout::Replies,
            rave_equivalence: Some(1_000.0),
            ..ExplorerSettings::default()
        }
    }

    /// The settings for a search with a network: half of a value is what it says of a position, half how
    /// a playout of local replies ends.
    ///
    /// ```
    /// use papan_engines::blokus::{ExplorerSettings, Playout};
    ///
    /// let settings = ExplorerSettings::with_network();
    /// assert_eq!(settings.playout, Playout::Replies);
    /// assert!(settings.network_weight > 0.0 && settings.stops_when_decided);
    /// ```
    pub fn with_network() -> Self {
        ExplorerSettings {
            exploration: 0.7,
            prior_sharpness: 1.0,
            playout: Playout::Replies,
            network_weight: 0.5,
            prior_mass: 0.995,
            stops_when_decided: true,
            ..ExplorerSettings::default()
        }
    }

    /// The same with so many bytes for the tree, or for the trees of all threads together.
    ///
    /// ```
    /// use papan_engines::blokus::ExplorerSettings;
    ///
    /// let settings = ExplorerSettings::default().within(1 << 20);
    /// assert_eq!(settings.tree_capacity, (1 << 20) / 20);
    /// ```
    pub fn within(self, bytes: usize) -> Self {
        ExplorerSettings {
            tree_capacity: bytes / self.bytes_per_child(),
            ..self
        }
    }

    /// What a child in the tree takes.
    pub(super) fn bytes_per_child(&self) -> usize {
        let record = match self.rave_equivalence {
            Some(_) => size_of::<Record>(),
            None => 0,
        };
        let seen = match self.network_weight > 0.0 {
            true => size_of::<Option<Shares>>(),
            false => 0,
        };
        size_of::<Child>() + record + seen
    }
}
