//! The engine: iterative deepening in the midgame, then an exact endgame search.

use super::{
    Scoring,
    confidence::{EXACT, LADDER, Step},
    endgame::endgame_key,
    endgame_table::EndgameTable,
    evaluation::BoardEvaluation,
    last_squares::Board,
    midgame::SearchState,
    patterns::UNIT,
    probcut::Margins,
    reach::{first_move_known, for_what_is_to_choose, keeps_what_it_knows, steps_in_reach},
    solver::{Goal, in_discs},
    squares::Corners,
    stability::Edges,
    table::{NO_SQUARE, TranspositionTable},
    team::with_helpers,
};
use papan_core::{Game, key, machine};
use papan_othello::{
    Move, Othello, Position,
    kernel::{Kernel, Task},
};
use papan_search::{Deliberation, Limits, Points, Report, Value, Watch};

/// A player of Othello on any board, as strong as its limits allow.
///
/// ```
/// use papan_core::{Game, Notation};
/// use papan_engines::othello::Engine;
/// use papan_othello::Othello;
/// use papan_search::Limits;
///
/// let othello = Othello::new();
/// let mut engine = Engine::new(&othello, 1 << 12);
/// let report = engine.think(&othello.start(), &Limits::depth(4));
/// assert_eq!(report.depth, 4);
/// assert_eq!(report.principal_variation[0], report.best);
/// ```
pub struct Engine {
    pub(super) game: Othello,
    pub(super) state: SearchState,
    /// How many threads it has.
    threads: usize,
    /// How many threads search now.
    pub(super) searching: usize,
}

/// A move at the root with its value in the last search that searched it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) played: Move,
    pub(super) after: Position,
    pub(super) value: i32,
}

/// What kind of search values the moves of the root.
#[derive(Clone, Copy)]
pub(super) enum Search {
    /// To this depth in plies, the move itself included.
    Plies(u32),
    /// To the end of the game, in discs.
    Exact,
}

/// A node below the root.
struct Node<'a> {
    state: &'a mut SearchState,
    position: &'a Position,
    search: Search,
    window: (i32, i32),
}

impl Task for Node<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let (own, other) = (self.position.own(), self.position.other());
        match self.search {
            Search::Plies(depth) => {
                let depth = depth - 1;
                self.state.midgame(kernel, own, other, depth, self.window)
            }
            Search::Exact => {
                let empties = kernel.count(self.state.board.squares & !(own | other));
                self.state.exact(kernel, own, other, empties, self.window)
            }
        }
    }
}

impl Search {
    /// The highest value.
    fn most(self, board: &Board) -> i32 {
        match self {
            Search::Plies(_) => UNIT * board.total,
            Search::Exact => board.total,
        }
    }
}

impl Engine {
    /// An engine for a board, with a transposition table of about `positions` entries.
    ///
    /// # Panics
    /// As [`BoardEvaluation::of`].
    pub fn new(game: &Othello, positions: usize) -> Engine {
        let squares = game.squares();
        Engine {
            game: *game,
            threads: 1,
            searching: 1,
            state: SearchState {
                board: Board {
                    squares,
                    total: squares.count_ones() as i32,
                    scoring: Scoring::Margin,
                },
                corners: Corners::of(game).corners,
                edges: Edges::of(squares),
                evaluation: BoardEvaluation::of(game),
                table: TranspositionTable::new(positions),
                endgame_table: EndgameTable::new(positions),
                near_table: EndgameTable::near(),
                level: EXACT,
                member: None,
                watch: Watch::start(&Limits::NONE),
                selective: true,
                margins: Margins::get(),
            },
        }
    }

    /// The same engine without selective cuts, so that a depth is a depth: to measure what
    /// they may cost.
    pub fn full_width(mut self) -> Engine {
        self.state.selective = false;
        self
    }

    /// The same with another evaluation.
    pub fn with_evaluation(mut self, evaluation: BoardEvaluation) -> Engine {
        self.state.evaluation = evaluation;
        self
    }

    /// The same with so many threads, one at least. Several prove the same values, but do not always
    /// take the same nodes to it, nor choose the same one of equally good moves.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::Engine;
    /// use papan_othello::Othello;
    /// use papan_search::Limits;
    ///
    /// let othello = Othello::new();
    /// let mut engine = Engine::new(&othello, 1 << 12).with_threads(2);
    /// assert_eq!(engine.think(&othello.start(), &Limits::depth(8)).depth, 8);
    /// ```
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.threads = machine::threads(threads);
        self
    }

    /// Forgets what earlier searches have found.
    pub fn forget(&mut self) {
        self.state.table.clear();
        self.state.endgame_table.clear();
        self.state.near_table.clear();
    }

    /// How many bytes its transposition table takes.
    pub fn memory(&self) -> usize {
        self.state.table.memory() + self.state.endgame_table.memory()
    }

    /// Chooses a move in a position of a game that goes on. The value is in discs, empty
    /// squares counted for the winner.
    pub fn think(&mut self, position: &Position, limits: &Limits) -> Report<Move> {
        let limits = &for_what_is_to_choose(position, limits);
        let mut deliberation = Deliberation::new(limits);
        let longest = deliberation.limits();
        let (mut candidates, empties) = self.begin(position, Scoring::Margin, longest);
        with_helpers(self, |engine| {
            let mut report = Report::unsearched(candidates[0].played);
            let steps = match limits.depth.is_none_or(|most| most >= empties) {
                true => steps_in_reach(limits, empties),
                false => &[],
            };
            engine.deepen(
                position,
                &mut candidates,
                steps,
                &mut deliberation,
                &mut report,
            );
            let exact = report.exact.then(|| candidates[0].value);
            report.principal_variation = engine.line(position, report.best, report.depth, exact);
            report.nodes = engine.state.nodes();
            report.time = engine.state.watch.elapsed();
            report
        })
    }

    /// Searches one ply ahead, then two, and so on; then to the end of the game, where some `steps`
    /// on the way to a proof are in reach.
    fn deepen(
        &mut self,
        position: &Position,
        candidates: &mut [Candidate],
        mut steps: &[Step],
        deliberation: &mut Deliberation<Move>,
        report: &mut Report<Move>,
    ) {
        let most = deliberation.limits().depth.unwrap_or(u32::MAX);
        let empties = self.state.board.empties(position);
        let mut depth = 1;
        while depth <= most && depth < empties && !self.state.watch.is_over() {
            let known = report.value.is_some().then(|| candidates[0].value);
            if let Some(value) = self.search(candidates, Search::Plies(depth), known) {
                report.depth = depth;
                report.value = Some(Value::Points(Points::parts(value, UNIT)));
                deliberation.note(candidates[0].played, f64::from(value) / f64::from(UNIT));
            }
            report.best = candidates[0].played;
            self.tell(position, report);
            // With the end in reach, this one only finds its first move.
            if !steps.is_empty() && first_move_known(depth, empties) {
                break;
            }
            if deliberation.may_be_clear() && self.is_far_ahead(candidates, depth) {
                deliberation.note_clear();
            }
            if steps.is_empty() && !deliberation.goes_on(self.state.watch.elapsed()) {
                return;
            }
            depth += 1;
        }
        if most >= empties && depth >= empties {
            steps = &LADDER[LADDER.len() - 1..];
        }
        if steps.is_empty() || self.state.watch.is_over() {
            return;
        }
        in_discs(candidates);
        let known = report.value.is_some().then(|| candidates[0].value);
        let mut progress = self.nothing_known(candidates);
        self.climb(
            candidates,
            steps.iter(),
            Goal::Value,
            known,
            &mut progress,
            &mut |engine, found| {
                // A bound is no value.
                if found.confidence < 100 || found.least == found.most {
                    report.best = found.best;
                    report.depth = empties;
                    report.value = Some(Value::points(found.value));
                    report.exact = found.confidence == 100;
                    engine.tell(position, report);
                }
            },
        );
        report.best = candidates[0].played;
    }

    /// Whether the best move is so much better than all others that looking deeper will not change
    /// it, by searches that are less deep.
    fn is_far_ahead(&mut self, candidates: &[Candidate], depth: u32) -> bool {
        let search = Search::Plies(depth.saturating_sub(3).max(1));
        let most = candidates[0].value - CLEAR_LEAD;
        let is_behind = |other: &Candidate| {
            let value = self.value(&other.after, search, (-most - 1, -most));
            value.is_some_and(|value| -value <= most)
        };
        candidates[1..].iter().all(is_behind)
    }

    /// Tells a listener what the search has found so far.
    fn tell(&mut self, position: &Position, report: &Report<Move>) {
        if let Some(live) = self.state.watch.live().cloned() {
            let line = self.line(position, report.best, report.depth, None);
            live.tell(&self.game, position, &line, report.value, report.depth);
        }
    }

    /// Begins a search: the moves of a position, and how many squares are empty.
    pub(super) fn begin(
        &mut self,
        position: &Position,
        scoring: Scoring,
        limits: &Limits,
    ) -> (Vec<Candidate>, u32) {
        if self.state.board.scoring != scoring || !keeps_what_it_knows(limits) {
            self.forget();
        }
        self.state.table.next_search();
        self.searching = match keeps_what_it_knows(limits) {
            true => machine::threads(self.threads.max(limits.threads.unwrap_or(1))),
            false => self.threads,
        };
        // Which thread is first is a matter of time: it need not come out the same again.
        if let (2.., Some(timekeeper)) = (self.searching, &limits.timekeeper) {
            timekeeper.note();
        }
        self.state.watch = Watch::start(&Limits {
            // Each thread has its share of them.
            nodes: limits.nodes.map(|nodes| nodes / self.searching as u64),
            ..limits.clone()
        });
        self.state.board.scoring = scoring;
        (
            self.candidates(position),
            self.state.board.empties(position),
        )
    }

    fn candidates(&self, position: &Position) -> Vec<Candidate> {
        let moves = self.game.legal_moves(position);
        let candidate = |&played: &Move| {
            let after = self.game.after(position, played);
            Candidate {
                played,
                after,
                value: 0,
            }
        };
        moves.iter().map(candidate).collect()
    }

    /// Searches all root moves within an aspiration window around `known`, widened while the
    /// value lies outside. Each move that is better than those before comes to the front, so
    /// that the best is first in the end. When it is stopped, the best so far is in front and
    /// there is no value.
    pub(super) fn search(
        &mut self,
        candidates: &mut [Candidate],
        search: Search,
        known: Option<i32>,
    ) -> Option<i32> {
        let most = search.most(&self.state.board);
        let reach = match search {
            Search::Plies(_) => 3 * UNIT,
            Search::Exact => 1,
        };
        let (mut alpha, mut beta) = (-most, most);
        if let Some(mut known) = known {
            // With the empty squares given to the winner, all values are even.
            if let (Search::Exact, Scoring::Margin) = (search, self.state.board.scoring) {
                known -= known % 2;
            }
            (alpha, beta) = ((known - reach).max(-most), (known + reach).min(most));
        }
        loop {
            let best = self.search_within(candidates, search, alpha, beta)?;
            let wider = 4 * reach;
            if best <= alpha && alpha > -most {
                (alpha, beta) = ((best - wider).max(-most), best + 1);
            } else if best >= beta && beta < most {
                (alpha, beta) = (best - 1, (best + wider).min(most));
            } else {
                return Some(best);
            }
            if let Search::Plies(_) = search {
                (alpha, beta) = (-most, most);
            }
        }
    }

    pub(super) fn search_within(
        &mut self,
        candidates: &mut [Candidate],
        search: Search,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = -2 * search.most(&self.state.board);
        for at in 0..candidates.len() {
            let after = candidates[at].after;
            let low = alpha.max(best);
            let whole = at == 0 || beta - low == 1;
            let mut value = low;
            if !whole {
                value = -self.value(&after, search, (-low - 1, -low))?;
            }
            if whole || value > low && value < beta {
                value = -self.value(&after, search, (-beta, -low))?;
            }
            candidates[at].value = value;
            if value > best {
                best = value;
                // At or below alpha a value is only an upper bound, no reason to prefer it.
                if value > low {
                    candidates[..=at].rotate_right(1);
                }
                if best >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The value of a position for its mover, or `None` when the search was stopped.
    pub(super) fn value(
        &mut self,
        position: &Position,
        search: Search,
        window: (i32, i32),
    ) -> Option<i32> {
        let value = self.game.kernel().run(Node {
            state: &mut self.state,
            position,
            search,
            window,
        });
        (!self.state.watch.is_over()).then_some(value)
    }

    /// The principal variation: to the end where the value is exact, else as far as the
    /// transposition table has it.
    pub(super) fn line(
        &mut self,
        position: &Position,
        best: Move,
        plies: u32,
        exact: Option<i32>,
    ) -> Vec<Move> {
        let mut line = vec![best];
        let mut position = *position;
        let mut exact = exact;
        self.game.play(&mut position, best);
        while self.game.turn(&position).is_some()
            && (exact.is_some() || line.len() < plies as usize)
        {
            exact = exact.map(|value| -value);
            let next = match (position.mobility(), exact) {
                (0, _) => Some(Move::PASS),
                (_, Some(value)) => self.best_to_the_end(&position, value),
                _ => self.best_in_table(&position),
            };
            let Some(next) = next else { break };
            line.push(next);
            self.game.play(&mut position, next);
        }
        line
    }

    fn best_in_table(&self, position: &Position) -> Option<Move> {
        let key = key::of_words([position.own(), position.other()]);
        let known = self.state.table.find(key)?;
        let legal = known.best != NO_SQUARE && position.mobility() >> known.best & 1 == 1;
        legal.then(|| Move::place(u32::from(known.best)))
    }

    /// The best move of a position whose value is known.
    fn best_to_the_end(&mut self, position: &Position, value: i32) -> Option<Move> {
        let known = self
            .state
            .endgame_table
            .find(endgame_key(position.own(), position.other()));
        if let Some(known) = known
            && known.lower == known.upper
            && known.best != NO_SQUARE
            && position.mobility() >> known.best & 1 == 1
        {
            return Some(Move::place(u32::from(known.best)));
        }
        let mut candidates = self.candidates(position);
        self.search(&mut candidates, Search::Exact, Some(value))?;
        Some(candidates[0].played)
    }
}

/// How far a move must be ahead of all others to be played early, in [`UNIT`]ths of a disc.
const CLEAR_LEAD: i32 = 6 * UNIT;

/// A value in [`UNIT`]ths of a disc as discs, rounded.
pub(super) fn discs(value: i32) -> i32 {
    (value + value.signum() * UNIT / 2) / UNIT
}
