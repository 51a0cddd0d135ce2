//! The engine: iterative deepening in the midgame, then an exact endgame search.

use super::{
    Scoring,
    confidence::EXACT,
    endgame::endgame_key,
    endgame_table::EndgameTable,
    evaluation::{BoardEvaluation, evaluate},
    last_squares::Board,
    midgame::SearchState,
    patterns::UNIT,
    probcut::Margins,
    squares::Corners,
    stability::Edges,
    table::{NO_SQUARE, TranspositionTable},
};
use papan_core::{Game, key};
use papan_othello::{
    Move, Othello, Position,
    kernel::{Kernel, Task},
};
use papan_search::{Limits, Report, Value, Watch};

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
    pub(super) threads: usize,
    /// The value that the last [`think`](Engine::think) found, in [`UNIT`]ths of a disc.
    fine_value: i32,
}

/// What the engine says of a position to those who learn from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The move that it would play.
    pub best: Move,
    /// What that is worth to the side to move, in [`UNIT`]ths of a disc.
    pub value: i32,
    /// Whether the value is that of the game itself.
    pub exact: bool,
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
    pub fn new(game: &Othello, positions: usize) -> Engine {
        let squares = game.squares();
        Engine {
            game: *game,
            threads: 1,
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
            fine_value: 0,
        }
    }

    /// The same engine without selective cuts, so that a depth is a depth: to measure what
    /// they may cost.
    pub fn full_width(mut self) -> Engine {
        self.state.selective = false;
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
        let (mut candidates, empties) = self.begin(position, Scoring::Margin, limits);
        let most = limits.depth.unwrap_or(u32::MAX);
        let endings = endings_in_reach(limits, empties);
        let mut report = Report::unsearched(candidates[0].played);
        let mut depth = 1;
        while depth <= most && depth < empties && !self.state.watch.is_over() {
            let known = report.value.is_some().then(|| candidates[0].value);
            if let Some(value) = self.search(&mut candidates, Search::Plies(depth), known) {
                report.depth = depth;
                report.value = Some(Value::Points(discs(value)));
                self.fine_value = value;
            }
            report.best = candidates[0].played;
            self.tell(position, &report);
            // With the end in reach, this one only finds its first move.
            if most >= empties
                && !endings.is_empty()
                && depth >= empties.min(20).saturating_sub(8).max(4)
            {
                break;
            }
            depth += 1;
        }
        let endings = match depth >= empties {
            true => &[EXACT],
            false => endings,
        };
        if most >= empties {
            for candidate in &mut candidates {
                candidate.value = discs(candidate.value);
            }
            for &level in endings {
                self.search_to_the_end(&mut candidates, level, &mut report, empties);
                self.tell(position, &report);
            }
        }
        let exact = report.exact.then(|| candidates[0].value);
        report.principal_variation = self.line(position, report.best, report.depth, exact);
        report.nodes = self.state.watch.nodes();
        report.time = self.state.watch.elapsed();
        report
    }

    /// Searches to the end of the game at a level of confidence.
    fn search_to_the_end(
        &mut self,
        candidates: &mut [Candidate],
        level: u8,
        report: &mut Report<Move>,
        empties: u32,
    ) {
        if self.state.watch.is_over() {
            return;
        }
        let known = report.value.is_some().then(|| candidates[0].value);
        self.state.level = level;
        let value = self.search(candidates, Search::Exact, known);
        self.state.level = EXACT;
        if let Some(value) = value {
            report.depth = empties;
            report.value = Some(Value::Points(value));
            report.exact = level == EXACT;
            self.fine_value = UNIT * value;
        }
        report.best = candidates[0].played;
    }

    /// Tells a listener what the search has found so far.
    fn tell(&mut self, position: &Position, report: &Report<Move>) {
        if let Some(live) = self.state.watch.live().cloned() {
            let line = self.line(position, report.best, report.depth, None);
            live.tell(&self.game, position, &line, report.value, report.depth);
        }
    }

    /// The best move within `limits` and its value in [`UNIT`]ths of a disc, and whether it is
    /// exact: for those who learn from what the engine finds.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::Engine;
    /// use papan_othello::Othello;
    /// use papan_search::Limits;
    ///
    /// let othello = Othello::new();
    /// let mut engine = Engine::new(&othello, 1 << 12);
    /// let label = engine.label(&othello.start(), &Limits::nodes(1_000));
    /// assert!(!label.exact);
    /// ```
    pub fn label(&mut self, position: &Position, limits: &Limits) -> Label {
        let report = self.think(position, limits);
        Label {
            best: report.best,
            value: self.fine_value,
            exact: report.exact,
        }
    }

    /// The value of every legal move in discs, in the order of the game: as deep as the
    /// limits allow for all of them.
    pub fn values(&mut self, position: &Position, limits: &Limits) -> Vec<(Move, i32)> {
        let (mut candidates, empties) = self.begin(position, Scoring::Margin, limits);
        let most = limits.depth.unwrap_or(u32::MAX);
        let exact = most >= empties && endings_in_reach(limits, empties + 2).contains(&EXACT);
        let mut values: Vec<i32> = candidates
            .iter()
            .map(|candidate| -discs(evaluate(&self.game, &candidate.after)))
            .collect();
        for depth in 1..=most.min(empties) {
            let search = match depth == empties || exact && depth + 8 >= empties {
                true => Search::Exact,
                false => Search::Plies(depth),
            };
            let most = search.most(&self.state.board);
            for candidate in &mut candidates {
                match self.value(&candidate.after, search, (-most, most)) {
                    Some(value) => candidate.value = -value,
                    None => break,
                }
            }
            if self.state.watch.is_over() {
                break;
            }
            for (value, candidate) in values.iter_mut().zip(&candidates) {
                *value = match search {
                    Search::Plies(_) => discs(candidate.value),
                    Search::Exact => candidate.value,
                };
            }
            if let Search::Exact = search {
                break;
            }
        }
        candidates
            .iter()
            .map(|candidate| candidate.played)
            .zip(values)
            .collect()
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
        self.state.watch = Watch::start(limits);
        self.state.board.scoring = scoring;
        let empty = self.state.board.squares & !(position.own() | position.other());
        (self.candidates(position), empty.count_ones())
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
    fn value(&mut self, position: &Position, search: Search, window: (i32, i32)) -> Option<i32> {
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

/// Whether a search may build on those before it: only where time alone limits it, since a
/// search by nodes or to a depth must find the same whatever came before.
fn keeps_what_it_knows(limits: &Limits) -> bool {
    limits.time.is_some() && limits.nodes.is_none() && limits.depth.is_none_or(|depth| depth >= 60)
}

/// The levels of confidence on the way to the end of the game, and the part of the nodes of an exact
/// search that each takes, by and large.
const ENDINGS: [(u8, f64); 3] = [(0, 0.1), (2, 0.3), (EXACT, 1.0)];

/// The levels of [`ENDINGS`] at which a search to the end is likely to come through within
/// `limits`; some positions take much longer than others.
fn endings_in_reach(limits: &Limits, empties: u32) -> &'static [u8] {
    const LEVELS: [u8; ENDINGS.len()] = [ENDINGS[0].0, ENDINGS[1].0, ENDINGS[2].0];
    let by_time = limits
        .time
        .map(|time| time.as_micros() as u64 * NODES_EACH_MICROSECOND);
    let nodes = limits.nodes.into_iter().chain(by_time).min();
    let nodes = nodes.unwrap_or(1 << 26) as f64 / 4.0;
    let expected = expected_nodes(empties) as f64;
    let count = ENDINGS
        .iter()
        .take_while(|(_, part)| part * expected <= nodes)
        .count();
    // Where the proof comes at once, nothing leads to it sooner.
    match count == ENDINGS.len() && empties < 14 {
        true => &LEVELS[count - 1..],
        false => &LEVELS[..count],
    }
}

/// The nodes that an exact search with `empties` empty squares takes, by and large:
/// measured on positions of games between good players.
pub fn expected_nodes(empties: u32) -> u64 {
    // Each empty square costs a little more than twice as much, from 4,000 for twelve.
    let less = (empties..12).fold(4_000, |nodes: u64, _| nodes * 10 / 21);
    (12..empties).fold(less, |nodes, _| nodes.saturating_mul(21) / 10)
}

/// The nodes that an endgame search does in a microsecond, by and large.
const NODES_EACH_MICROSECOND: u64 = 3;

/// A value in [`UNIT`]ths of a disc as discs, rounded.
pub(super) fn discs(value: i32) -> i32 {
    (value + value.signum() * UNIT / 2) / UNIT
}
