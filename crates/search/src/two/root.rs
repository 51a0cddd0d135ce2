//! Choosing a move: the root of the tree, iterative deepening, aspiration windows, limits.

use super::{
    alphabeta::AlphaBeta,
    compiled::{self, Node},
    minimax::{Minimax, Negamax},
    state::SearchState,
};
use crate::{
    Evaluation, INFINITY, Limits, MAX_DEPTH, Observer, Order, Report, Ties, TranspositionTable,
    Value,
};
use papan_core::{Game, Random};

/// How the tree is searched. All give the same value; they differ in the nodes that they
/// need to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every line, one side maximising and the other minimising.
    Minimax,
    /// The same with one rule for both sides.
    Negamax,
    /// Without subtrees that cannot change the result.
    AlphaBeta,
    /// Alpha-beta that first only asks, with a null window, whether a move is better than the
    /// best so far.
    NegaScout,
}

/// A search for two seats.
///
/// ```
/// use papan_core::{Game, Random, example::Nim};
/// use papan_search::{Limits, ScoreDifference, TwoSeatSearch, Value};
///
/// let nim = Nim::new(6);
/// let mut search = TwoSeatSearch::new(&ScoreDifference);
/// let report = search.run(&nim, &nim.start(), &Limits::NONE, &mut Random::new(1));
/// assert_eq!(report.best, 2); // which leaves four
/// assert_eq!(report.value, Some(Value::points(1)));
/// assert!(report.exact);
/// ```
pub struct TwoSeatSearch<'a, E, O, M> {
    /// How the tree is searched.
    pub algorithm: Algorithm,
    /// The evaluation of leaves.
    pub evaluation: &'a E,
    /// Move ordering, in alpha-beta and NegaScout.
    pub order: &'a O,
    /// The transposition table, in alpha-beta and NegaScout.
    pub table: Option<&'a mut TranspositionTable<M>>,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// Iterative deepening, one ply first, then two, and so on: then it has a good move at
    /// any time, and a good order of moves.
    pub deepen: bool,
    /// Half the width of the aspiration window: how far the value of a depth may lie from
    /// that of the one before, in a first search.
    pub aspiration: Option<i32>,
}

impl<'a, E, M> TwoSeatSearch<'a, E, crate::AsListed, M> {
    /// Alpha-beta of a fixed depth, without move ordering and transposition table.
    pub fn new(evaluation: &'a E) -> Self {
        TwoSeatSearch {
            algorithm: Algorithm::AlphaBeta,
            evaluation,
            order: &crate::AsListed,
            table: None,
            ties: Ties::First,
            deepen: false,
            aspiration: None,
        }
    }
}

impl<E, O, M: Copy> TwoSeatSearch<'_, E, O, M> {
    /// Chooses a move.
    ///
    /// # Panics
    /// When the game is over, or has more than two seats.
    pub fn run<G>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        random: &mut Random,
    ) -> Report<M>
    where
        G: Game<Move = M>,
        E: Evaluation<G>,
        O: Order<G>,
    {
        self.run_observed(game, position, limits, random, &mut ())
    }

    /// The same with someone who watches.
    ///
    /// # Panics
    /// When the game is over, or has more than two seats.
    pub fn run_observed<G, W>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        random: &mut Random,
        observer: &mut W,
    ) -> Report<M>
    where
        G: Game<Move = M>,
        E: Evaluation<G>,
        O: Order<G>,
        W: Observer<M>,
    {
        assert_eq!(game.seats(), 2, "a search for two seats");
        let mover = game.turn(position).expect("a game that goes on");
        let table = self.table.as_deref_mut();
        let state = SearchState::new(
            game,
            self.evaluation,
            self.order,
            table,
            observer,
            limits,
            mover,
        );
        let mut root = Root {
            state,
            algorithm: self.algorithm,
            ties: self.ties,
            position,
            moves: Vec::new(),
        };
        root.list_moves();
        root.deepen(self.deepen, self.aspiration, limits.depth, random)
    }
}

/// The position in question.
struct Root<'a, G: Game, E, O, W> {
    state: SearchState<'a, G, E, O, W>,
    algorithm: Algorithm,
    ties: Ties,
    position: &'a G::Position,
    /// The best move of the last depth first.
    moves: Vec<G::Move>,
}

/// The result of one depth.
struct Iteration<M> {
    /// The best of the moves whose search was finished.
    best: Option<(M, i32)>,
    /// Whether that is all of them.
    complete: bool,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Root<'_, G, E, O, W> {
    fn list_moves(&mut self) {
        self.state.game.moves(self.position, &mut self.moves);
        if O::SORTS {
            let SearchState { order, game, .. } = self.state;
            let promise = |&played: &G::Move| order.promise(game, self.position, played);
            self.moves.sort_by_cached_key(|played| -promise(played));
        }
    }

    fn deepen(
        mut self,
        deepen: bool,
        aspiration: Option<i32>,
        most: Option<u32>,
        random: &mut Random,
    ) -> Report<G::Move> {
        // A forced move needs no thought, unless its value at some depth is asked for.
        let forced = deepen && self.moves.len() == 1 && most.is_none();
        let most = most.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut report = Report::unsearched(self.moves[0]);
        let mut depth = if deepen { 1 } else { most };
        loop {
            let before = report.value.map(|value| value.number() as i32);
            let iteration = match (before, aspiration) {
                (Some(value), Some(width)) if depth > 2 => self.aspire(depth, value, width, random),
                _ => self.iterate(depth, -INFINITY, INFINITY, random),
            };
            if let Some((best, value)) = iteration.best {
                report.best = best;
                report.value = Some(Value::points(value));
                report.principal_variation = self.state.lines.at(depth).to_vec();
                let place = self.moves.iter().position(|&played| played == best);
                self.moves[..=place.unwrap_or(0)].rotate_right(1);
            }
            if iteration.complete {
                report.depth = depth;
                report.exact = !self.state.cut_at_horizon;
            }
            self.tell(&report);
            depth += 1;
            if !iteration.complete || report.exact || depth > most || forced {
                break;
            }
        }
        if report.value.is_none() {
            self.fall_back(&mut report);
        }
        report.nodes = self.state.watch.nodes();
        report.time = self.state.watch.elapsed();
        report
    }

    /// Tells a listener what the search has found so far.
    fn tell(&self, report: &Report<G::Move>) {
        let SearchState {
            game, evaluation, ..
        } = self.state;
        let Some(live) = self.state.watch.live() else {
            return;
        };
        // What is proven is a result of the game, whatever the evaluation counts in.
        let unit = if report.exact { evaluation.unit() } else { 1 };
        let value = report.value.map(|value| match value {
            Value::Points(points) => Value::points(points.whole() / unit),
            share => share,
        });
        live.tell(
            game,
            self.position,
            &report.principal_variation,
            value,
            report.depth,
        );
    }

    /// Searches with an aspiration window around the expected value, and again with an open
    /// one when the value lies outside.
    fn aspire(
        &mut self,
        depth: u32,
        expected: i32,
        width: i32,
        random: &mut Random,
    ) -> Iteration<G::Move> {
        let low = expected.saturating_sub(width).max(-INFINITY);
        let high = expected.saturating_add(width).min(INFINITY);
        let mut iteration = self.iterate(depth, low, high, random);
        let value = iteration.best.map(|(_, value)| value);
        if value.is_some_and(|value| value <= low) {
            // All moves failed low: no reason to prefer one.
            iteration.best = None;
        }
        if let (true, Some(value)) = (iteration.complete, value) {
            if value <= low {
                iteration = self.iterate(depth, -INFINITY, high, random);
            } else if value >= high {
                iteration = self.iterate(depth, low, INFINITY, random);
            }
        }
        iteration
    }

    /// Searches every move, `depth` plies deep.
    fn iterate(
        &mut self,
        depth: u32,
        alpha: i32,
        beta: i32,
        random: &mut Random,
    ) -> Iteration<G::Move> {
        self.state.prepare(depth);
        let mut best: Option<(G::Move, i32)> = None;
        let mut equal = 0;
        for index in 0..self.moves.len() {
            if self.state.watch.tick() {
                return Iteration {
                    best,
                    complete: false,
                };
            }
            let played = self.moves[index];
            // To know which moves are as good as the best, the window begins below it.
            let floor = best.map_or(-INFINITY, |(_, value)| match self.ties {
                Ties::First => value,
                Ties::Last | Ties::Random => value - 1,
            });
            let value = self.value(played, depth, alpha.max(floor), beta, index > 0);
            if self.state.watch.is_over() {
                return Iteration {
                    best,
                    complete: false,
                };
            }
            let better = match best {
                None => true,
                Some((_, most)) if value == most => {
                    equal += 1;
                    self.ties.takes_equal(equal, random)
                }
                Some((_, most)) => {
                    let better = value > most;
                    equal = if better { 0 } else { equal };
                    better
                }
            };
            if better {
                best = Some((played, value));
                self.state.lines.note(depth, played);
            }
            if value >= beta {
                self.state.observer.cut(&self.moves[index + 1..]);
                break;
            }
        }
        Iteration {
            best,
            complete: true,
        }
    }

    /// The value of a move.
    fn value(&mut self, played: G::Move, depth: u32, alpha: i32, beta: i32, scout: bool) -> i32 {
        let (algorithm, mover) = (self.algorithm, self.state.root);
        let (alpha, beta) = match algorithm {
            Algorithm::Minimax | Algorithm::Negamax => (-INFINITY, INFINITY),
            Algorithm::AlphaBeta | Algorithm::NegaScout => (alpha, beta),
        };
        let node = Node {
            position: self.position,
            mover,
            depth,
            alpha,
            beta,
        };
        let scout = scout && algorithm == Algorithm::NegaScout;
        let search =
            |state: &mut SearchState<_, _, _, _>, child: Node<'_, G::Position>| match algorithm {
                Algorithm::Minimax => {
                    let again = child.mover == mover;
                    let value = compiled::search::<Minimax, G, _>(state, child);
                    if again { value } else { -value }
                }
                Algorithm::Negamax => compiled::search::<Negamax, G, _>(state, child),
                Algorithm::AlphaBeta => compiled::search::<AlphaBeta<false>, G, _>(state, child),
                Algorithm::NegaScout => compiled::search::<AlphaBeta<true>, G, _>(state, child),
            };
        self.state.value_of(&node, played, alpha, scout, search)
    }

    /// The search was stopped before any move was finished: the best at one ply.
    fn fall_back(&self, report: &mut Report<G::Move>) {
        let SearchState {
            game, evaluation, ..
        } = self.state;
        let value = |&played: &G::Move| {
            let (value, _) = evaluation.after(game, self.position, played, self.state.root);
            value
        };
        if let Some(&best) = self.moves.iter().max_by_key(|played| value(played)) {
            report.best = best;
            report.principal_variation = vec![best];
        }
    }
}
