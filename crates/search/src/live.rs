//! The progress of a search while it runs.

use crate::Value;
use papan_core::Game;
use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// Where a search tells its progress, and others read it: its nodes about two thousand times
/// a second, and its principal variation and value after each depth. Moves are told by their
/// index in the game's order, so that readers need not know the type of the game.
///
/// ```
/// use papan_core::{Game, Random, example::Nim};
/// use papan_search::{Limits, Live, ScoreDifference, TwoSeatSearch};
///
/// let nim = Nim::new(6);
/// let live = Live::new();
/// let limits = Limits::NONE.and_live(&live);
/// TwoSeatSearch::new(&ScoreDifference).run(&nim, &nim.start(), &limits, &mut Random::new(1));
/// assert_eq!(live.read().line[0], 1); // the second move: to take two
/// ```
#[derive(Clone, Debug, Default)]
pub struct Live(Arc<Shared>);

#[derive(Default)]
struct Shared {
    nodes: AtomicU64,
    found: Mutex<Progress>,
    heard: Option<Box<Heard>>,
}

/// Hears that something was told.
type Heard = dyn Fn() + Send + Sync;

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Live");
        shown
            .field("nodes", &self.nodes)
            .field("found", &self.found);
        shown.finish_non_exhaustive()
    }
}

/// The progress of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// The nodes searched, or playouts done, so far.
    pub nodes: u64,
    /// The depth reached, in plies.
    pub depth: u32,
    /// The value of the best move for the seat that plays it, once there is one.
    pub value: Option<Value>,
    /// The principal variation, each move by its index among the legal moves of its position.
    pub line: Vec<u16>,
}

impl Live {
    /// A handle that nobody has told anything.
    pub fn new() -> Live {
        Live::default()
    }

    /// One that calls somebody whenever something was told: where a search has the only thread
    /// there is, nobody else could look meanwhile.
    ///
    /// ```
    /// use papan_search::Live;
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    ///
    /// let heard = Arc::new(AtomicU64::new(0));
    /// let counter = Arc::clone(&heard);
    /// let live = Live::heard_by(move || {
    ///     counter.fetch_add(1, Ordering::Relaxed);
    /// });
    /// live.count(1);
    /// live.tell_places(vec![0], None, 1);
    /// assert_eq!(heard.load(Ordering::Relaxed), 2);
    /// ```
    pub fn heard_by(heard: impl Fn() + Send + Sync + 'static) -> Live {
        Live(Arc::new(Shared {
            heard: Some(Box::new(heard)),
            ..Shared::default()
        }))
    }

    fn hear(&self) {
        if let Some(heard) = &self.0.heard {
            heard();
        }
    }

    /// What is known by now.
    pub fn read(&self) -> Progress {
        Progress {
            nodes: self.0.nodes.load(Ordering::Relaxed),
            ..self.found().clone()
        }
    }

    /// Tells the nodes so far.
    pub fn count(&self, nodes: u64) {
        self.0.nodes.store(nodes, Ordering::Relaxed);
        self.hear();
    }

    /// Tells the principal variation from a position. What is no legal move there ends it.
    pub fn tell<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        line: &[G::Move],
        value: Option<Value>,
        depth: u32,
    ) {
        let mut position = *position;
        let mut moves = Vec::new();
        let mut places = Vec::with_capacity(line.len());
        for &played in line {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(place) = moves.iter().position(|&legal| legal == played) else {
                break;
            };
            places.push(place as u16);
            game.play(&mut position, played);
        }
        self.tell_places(places, value, depth);
    }

    /// The same for moves by their indices among the legal moves of their positions.
    pub fn tell_places(&self, line: Vec<u16>, value: Option<Value>, depth: u32) {
        let mut found = self.found();
        (found.line, found.value, found.depth) = (line, value, depth);
        drop(found);
        self.hear();
    }

    /// A lock that someone let go of in a panic still holds a whole [`Progress`].
    fn found(&self) -> MutexGuard<'_, Progress> {
        self.0.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
