//! Choosing a move: the root of the tree, deepening, limits.

use super::{
    alphabeta::AlphaBeta,
    compiled::{self, Look},
    frame::{Child, Frame},
    minimax::Minimax,
    negamax::Negamax,
    negascout::NegaScout,
};
use crate::{
    Evaluation, INFINITY, Limits, MAX_DEPTH, Observer, Order, Report, Ties, TranspositionTable,
    Value,
};
use papan_core::{Game, Random, Seat};

/// How positions are searched. All give the same value; they differ in how much they look
/// at to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every line, one side maximising and the other minimising.
    Minimax,
    /// The same with one rule for both sides.
    Negamax,
    /// Without lines that cannot matter.
    AlphaBeta,
    /// Alpha-beta that first only asks whether a move is better than the best so far.
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
/// assert_eq!(report.value, Some(Value::Points(1)));
/// assert!(report.exact);
/// ```
pub struct TwoSeatSearch<'a, E, O, M> {
    /// How positions are searched.
    pub algorithm: Algorithm,
    /// What positions at the horizon are worth.
    pub evaluation: &'a E,
    /// Which moves are looked at first, in alpha-beta and NegaScout.
    pub order: &'a O,
    /// Positions to remember, in alpha-beta and NegaScout.
    pub table: Option<&'a mut TranspositionTable<M>>,
    /// Which of several best moves is played.
    pub ties: Ties,
    /// Whether it looks one ply ahead first, then two, and so on: then it has a good move
    /// at any time, and a good order of moves.
    pub deepen: bool,
    /// How far the value of a depth may lie from that of the one before, in a first try.
    pub aspiration: Option<i32>,
}

impl<'a, E, M> TwoSeatSearch<'a, E, crate::AsListed, M> {
    /// Alpha-beta of a fixed depth, without order and table.
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
        let frame = Frame::new(game, self.evaluation, self.order, table, observer, limits);
        let mut root = Root {
            frame,
            algorithm: self.algorithm,
            ties: self.ties,
            position,
            mover,
            moves: Vec::new(),
            line: Vec::new(),
        };
        root.list_moves();
        root.deepen(self.deepen, self.aspiration, limits.depth, random)
    }
}

/// The position in question.
struct Root<'a, G: Game, E, O, W> {
    frame: Frame<'a, G, E, O, W>,
    algorithm: Algorithm,
    ties: Ties,
    position: &'a G::Position,
    mover: Seat,
    /// The best move of the last depth first.
    moves: Vec<G::Move>,
    /// The best line of the current depth.
    line: Vec<G::Move>,
}

/// What one depth found.
struct Iteration<M> {
    /// The best of the moves that were looked at to the end.
    best: Option<(M, i32)>,
    /// Whether that is all of them.
    complete: bool,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Root<'_, G, E, O, W> {
    fn list_moves(&mut self) {
        self.frame.game.moves(self.position, &mut self.moves);
        if O::SORTS {
            let Frame { order, game, .. } = self.frame;
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
                report.value = Some(Value::Points(value));
                report.principal_variation.clone_from(&self.line);
                let place = self.moves.iter().position(|&played| played == best);
                self.moves[..=place.unwrap_or(0)].rotate_right(1);
            }
            if iteration.complete {
                report.depth = depth;
                report.exact = !self.frame.broken_off;
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
        report.nodes = self.frame.watch.nodes();
        report.time = self.frame.watch.elapsed();
        report
    }

    /// Tells whoever listens what was found so far.
    fn tell(&self, report: &Report<G::Move>) {
        let Frame {
            game, evaluation, ..
        } = self.frame;
        let Some(live) = self.frame.watch.live() else {
            return;
        };
        // What is proven is a result of the game, whatever the evaluation counts in.
        let unit = if report.exact { evaluation.unit() } else { 1 };
        let value = report.value.map(|value| match value {
            Value::Points(points) => Value::Points(points / unit),
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

    /// Searches with a window around the expected value, and again with an open one when
    /// the value lies outside.
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
            // So far all is only known to be at most this: no reason to prefer a move.
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

    /// Looks at every move, so many plies ahead.
    fn iterate(
        &mut self,
        depth: u32,
        alpha: i32,
        beta: i32,
        random: &mut Random,
    ) -> Iteration<G::Move> {
        self.frame.prepare(depth);
        let mut best: Option<(G::Move, i32)> = None;
        let mut equal = 0;
        for index in 0..self.moves.len() {
            if self.frame.watch.tick() {
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
            if self.frame.watch.is_over() {
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
                self.line.clear();
                self.line.push(played);
                if depth > 1 {
                    self.line
                        .extend_from_slice(&self.frame.lines[depth as usize - 1]);
                }
            }
            if value >= beta {
                self.frame.observer.cut(&self.moves[index + 1..]);
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
        let look = Look {
            position: self.position,
            mover: self.mover,
            depth,
            alpha,
            beta,
        };
        let child = self.frame.play(&look, played);
        let scout = scout && self.algorithm == Algorithm::NegaScout && beta - alpha > 1;
        let narrow = match child {
            Child::Inner(..) if scout && alpha > -INFINITY => alpha + 1,
            _ => beta,
        };
        let window = match self.algorithm {
            Algorithm::Minimax | Algorithm::Negamax => (-INFINITY, INFINITY),
            _ => (alpha, narrow),
        };
        self.frame.enter(&look, played, &child, window, false);
        let mut value = match &child {
            &Child::Leaf(value) => value,
            Child::Inner(position, next) => self.search(position, *next, depth - 1, alpha, narrow),
        };
        if let (Child::Inner(position, next), true) = (&child, narrow < beta)
            && alpha < value
            && value < beta
            && !self.frame.watch.is_over()
        {
            self.frame.observer.leave(value);
            let open = (value - 1, beta);
            self.frame.enter(&look, played, &child, open, true);
            self.frame.watch.tick();
            value = self.search(position, *next, depth - 1, value - 1, beta);
        }
        self.frame.observer.leave(value);
        value
    }

    /// The value of a position for the seat that chooses a move.
    fn search(
        &mut self,
        position: &G::Position,
        next: Seat,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let again = next == self.mover;
        let (low, high) = if again {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        let look = Look {
            position,
            mover: next,
            depth,
            alpha: low,
            beta: high,
        };
        let frame = &mut self.frame;
        let value = match self.algorithm {
            Algorithm::Minimax => {
                let root = self.mover;
                return compiled::search(&mut Minimax { frame, root }, look);
            }
            Algorithm::Negamax => compiled::search(&mut Negamax { frame }, look),
            Algorithm::AlphaBeta => compiled::search(&mut AlphaBeta { frame }, look),
            Algorithm::NegaScout => compiled::search(&mut NegaScout { frame }, look),
        };
        if again { value } else { -value }
    }

    /// Time was over before any move was looked at: the best at one ply.
    fn fall_back(&self, report: &mut Report<G::Move>) {
        let Frame {
            game, evaluation, ..
        } = self.frame;
        let value = |&played: &G::Move| {
            let (value, _) = evaluation.after(game, self.position, played, self.mover);
            value
        };
        if let Some(&best) = self.moves.iter().max_by_key(|played| value(played)) {
            report.best = best;
            report.principal_variation = vec![best];
        }
    }
}
