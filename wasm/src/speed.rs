//! How fast rules and searches are: the work of `papan bench`, piece by piece.

use papan_agents::{Playable, agents, games};
use papan_core::machine;
use papan_search::Limits;
use std::time::Duration;
use web_time::Instant;

/// How long each piece of work is done again and again, in time of the processor where that is
/// known; the fastest run counts, since noise only adds time.
const MEASUREMENT: Duration = Duration::from_secs(2);

/// A piece of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The game with its parameters.
    pub game: String,
    /// What is done.
    pub work: Work,
}

/// What is done in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// Counting sequences of moves to this depth.
    Perft(u32),
    /// So many random games; their moves are counted.
    Playouts(u64),
    /// The first move of an agent; its nodes are counted.
    Search(String),
}

/// All pieces.
pub fn all() -> Vec<Piece> {
    let mut all = Vec::new();
    for work in games::families().flat_map(|family| family.work) {
        let piece = |what| Piece {
            game: work.game.to_owned(),
            work: what,
        };
        all.push(piece(Work::Perft(work.perft)));
        all.push(piece(Work::Playouts(work.playouts)));
    }
    let searches = games::representatives().flat_map(|game| games::visit(game, Searches));
    let strong = games::families().map(|family| (family.presets[0], "level:6,time=3600s"));
    all.extend(searches.flatten().chain(strong).map(|(game, agent)| Piece {
        game: game.to_owned(),
        work: Work::Search(agent.to_owned()),
    }));
    all
}

/// The searches of `papan bench`.
struct Searches;

impl games::Visitor for Searches {
    type Output = Vec<(&'static str, &'static str)>;
    fn visit<G: Playable>(self, _: G) -> Self::Output {
        G::SEARCHES.to_vec()
    }
}

impl Piece {
    /// What it is, in words.
    ///
    /// ```
    /// let pieces = papan_wasm::speed::all();
    /// assert!(pieces.iter().any(|piece| piece.name().starts_with("othello perft ")));
    /// assert!(pieces.iter().any(|piece| piece.name() == "adjacency level:6"));
    /// ```
    pub fn name(&self) -> String {
        let game = &self.game;
        match &self.work {
            Work::Perft(depth) => format!("{game} perft {depth}"),
            Work::Playouts(_) => format!("{game} random games"),
            Work::Search(agent) => format!("{game} {}", agent.replace(",time=3600s", "")),
        }
    }

    /// Does it again and again: how many nodes or moves there are in it, and how many a second.
    pub fn measure(&self) -> Result<(u64, f64), String> {
        let begin = Instant::now();
        let now = || machine::thread_processor_time().unwrap_or_else(|| begin.elapsed());
        let (mut counted, mut best, first) = (0, 0.0_f64, now());
        while now() - first < MEASUREMENT {
            let before = now();
            counted = self.once()?;
            let taken = (now() - before).as_secs_f64();
            best = best.max(counted as f64 / taken.max(1e-6));
        }
        Ok((counted, best))
    }

    /// Does it once: how many nodes or moves there are in it.
    pub fn once(&self) -> Result<u64, String> {
        let start = || games::open(&self.game).map(|game| game.start());
        let counted = match &self.work {
            Work::Perft(depth) => start().map(|start| start.perft(*depth)),
            Work::Playouts(count) => start().map(|start| start.playouts(1, 0..*count).moves),
            Work::Search(agent) => games::visit(&self.game, Think(agent)).flatten(),
        };
        counted.map_err(|error| error.to_string())
    }
}

/// Lets an agent choose the first move of a game, and counts its nodes.
struct Think<'a>(&'a str);

impl games::Visitor for Think<'_> {
    type Output = Result<u64, papan_core::spec::SpecError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut agent = agents::open(&game, self.0, 1)?;
        // Not an error of a level, which needs no search.
        for seed in 1.. {
            agent.begin(&game, seed);
            let thought = agent.think(&game, &game.start(), &Limits::NONE);
            if let Ok(report) = thought
                && report.nodes > 0
            {
                return Ok(report.nodes);
            }
        }
        Ok(0)
    }
}
