//! Minimax and its improvements, for two seats.

use crate::{
    Agent, Answer, Playable, Traced, Values, parameters, tree, values_at_one_ply,
    values_by_thinking,
};
use papan_core::{
    Random,
    spec::{Settings, SpecError},
};
use papan_search::{
    Algorithm, AsListed, ByEvaluation, Evaluation, Limits, Observer, Order, Report, Ties,
    TranspositionTable, TwoSeatSearch, Value, Varied,
};

/// How deep a tree is drawn where nobody says it.
const DEPTH_OF_A_TREE: u32 = 4;

/// Looks ahead for two seats.
pub(super) struct Searching<G: Playable> {
    algorithm: Algorithm,
    evaluation: Varied<G::Evaluation>,
    limits: Limits,
    ties: Ties,
    order: Guess,
    table: Option<TranspositionTable<G::Move>>,
    deepen: bool,
    aspiration: Option<i32>,
    random: Random,
}

/// Which moves are looked at first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guess {
    /// Those that the game lists first.
    Listed,
    /// Those that the game itself holds for promising.
    Promise,
    /// Those after which the evaluation is best.
    Evaluation,
}

impl<G: Playable> Searching<G> {
    pub(super) fn open(
        game: &G,
        algorithm: Algorithm,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        let limits = parameters::limits(settings);
        let mut searching = Searching {
            algorithm,
            evaluation: parameters::evaluation(game, settings, seed)?,
            ties: parameters::ties(settings),
            order: Guess::Listed,
            table: None,
            // Without a depth there would be no answer before the time is over.
            deepen: limits.depth.is_none(),
            aspiration: None,
            random: Random::new(seed),
            limits,
        };
        if matches!(algorithm, Algorithm::AlphaBeta | Algorithm::NegaScout) {
            let guesses = [Guess::Listed, Guess::Promise, Guess::Evaluation];
            searching.order = settings.choice("order", guesses);
            searching.table = match settings.integer("table") {
                0 => None,
                megabytes => Some(TranspositionTable::with_megabytes(megabytes as usize)),
            };
            searching.deepen |= settings.choice("deepen", [true, false]);
            let aspiration = settings.limit("aspiration");
            searching.aspiration = aspiration.map(|width| i32::try_from(width).unwrap_or(i32::MAX));
        }
        Ok(Box::new(searching))
    }

    fn search<O: Order<G>, W: Observer<G::Move>>(
        &mut self,
        game: &G,
        position: &G::Position,
        order: &O,
        limits: &Limits,
        observer: &mut W,
    ) -> Report<G::Move> {
        let mut search = TwoSeatSearch {
            algorithm: self.algorithm,
            evaluation: &self.evaluation,
            order,
            table: self.table.as_mut(),
            ties: self.ties,
            deepen: self.deepen,
            aspiration: self.aspiration,
        };
        search.run_observed(game, position, limits, &mut self.random, observer)
    }

    fn run<W: Observer<G::Move>>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        observer: &mut W,
    ) -> Report<G::Move> {
        if self.order == Guess::Listed {
            return self.search(game, position, &AsListed, limits, observer);
        }
        let guess = GuessedOrder {
            by_evaluation: self.order == Guess::Evaluation,
            evaluation: ByEvaluation(self.evaluation),
        };
        self.search(game, position, &guess, limits, observer)
    }
}

impl<G: Playable> Searching<G> {
    /// One depth at once. When that takes too long, what was looked at is no fair sample of
    /// the moves, and the rest of the limits goes to one depth after the other.
    fn run_to_depth(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Report<G::Move> {
        let most = Limits {
            nodes: limits.nodes.map(|nodes| nodes - nodes / 10),
            time: limits.time.map(|time| time - time / 10),
            ..limits.clone()
        };
        let tried = self.run(game, position, &most, &mut ());
        if tried.depth > 0 {
            return tried;
        }
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(tried.nodes)),
            time: limits.time_after(tried.time),
            ..limits.clone()
        };
        self.deepen = true;
        let mut report = self.run(game, position, &rest, &mut ());
        self.deepen = false;
        report.nodes += tried.nodes;
        report.time += tried.time;
        report
    }
}

/// An order that is chosen when the program runs: one more branch a move, half the code.
struct GuessedOrder<E> {
    by_evaluation: bool,
    evaluation: ByEvaluation<E>,
}

impl<G: Playable, E: Evaluation<G>> Order<G> for GuessedOrder<E> {
    #[inline(always)]
    fn promise(&self, game: &G, position: &G::Position, played: G::Move) -> i32 {
        match self.by_evaluation {
            true => self.evaluation.promise(game, position, played),
            false => game.promise(position, played),
        }
    }
}

impl<G: Playable> Agent<G> for Searching<G> {
    fn begin(&mut self, _: &G, seed: u64) {
        self.random = Random::new(seed);
        self.evaluation.seed = seed;
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let limits = self.limits.within(limits);
        let mut report = match self.deepen {
            true => self.run(game, position, &limits, &mut ()),
            false => self.run_to_depth(game, position, &limits),
        };
        // What is proven is a result of the game, whatever the evaluation counts in.
        if let (true, Some(Value::Points(points))) = (report.exact, &mut report.value) {
            *points = (points.whole() / Evaluation::<G>::unit(&self.evaluation)).into();
        }
        Ok(report)
    }

    fn values(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Values<G::Move> {
        match self.limits.within(limits).depth {
            Some(1) => values_at_one_ply(game, position, &self.evaluation),
            _ => values_by_thinking(self, game, position, limits),
        }
    }

    fn memory(&self) -> usize {
        self.table.as_ref().map_or(0, TranspositionTable::memory)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// One depth is one tree, so that nothing is deepened here, and a tree is only of use
    /// when it is whole: the agent's own limits of nodes and time do not hold.
    fn trace(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<G>> {
        let narrower = [self.limits.depth, limits.depth]
            .into_iter()
            .flatten()
            .min();
        let depth = narrower.unwrap_or(DEPTH_OF_A_TREE);
        let limits = Limits {
            depth: Some(depth),
            ..limits.clone()
        };
        let deepen = std::mem::replace(&mut self.deepen, false);
        let random = self.random.clone();
        let traced = tree::traced(game, position, most, |trace| {
            // Every run is the same, so that the second finds the line of the first.
            self.random = random.clone();
            if let Some(table) = &mut self.table {
                table.clear();
            }
            self.run(game, position, &limits, trace)
        });
        self.deepen = deepen;
        traced
    }
}
