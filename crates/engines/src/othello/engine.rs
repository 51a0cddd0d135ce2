//! The engine: deepening searches of the middle of the game, then the exact end.

use super::{
    Count,
    endgame::{Endgame, exact_key},
    judge::{Judge, evaluate},
    last::Board,
    patterns::UNIT,
    squares::Corners,
    stability::Edges,
    table::{NO_SQUARE, Table},
    thinker::{Middle, Thinker},
};
use papan_core::{Game, key};
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Report, Value, Watch};

/// A player of Othello on any board, as strong as the time that it gets.
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
    game: Othello,
    thinker: Thinker,
}

/// A move at the root with its value in the last search that looked at it.
#[derive(Clone, Copy)]
struct Candidate {
    played: Move,
    after: Position,
    value: i32,
}

/// What kind of search values the moves of the root.
#[derive(Clone, Copy)]
enum Search {
    /// So many plies, the move itself included.
    Plies(u32),
    /// To the end of the game, in discs.
    Exact,
}

impl Search {
    /// Above all values.
    fn most(self, board: &Board) -> i32 {
        match self {
            Search::Plies(_) => UNIT * board.total,
            Search::Exact => board.total,
        }
    }
}

impl Engine {
    /// An engine for a board that remembers about so many positions.
    pub fn new(game: &Othello, positions: usize) -> Engine {
        let squares = game.squares();
        Engine {
            game: *game,
            thinker: Thinker {
                board: Board {
                    squares,
                    total: squares.count_ones() as i32,
                    count: Count::Margin,
                },
                corners: Corners::of(game).corners,
                edges: Edges::of(squares),
                judge: Judge::of(game),
                table: Table::new(positions),
                watch: Watch::start(&Limits::NONE),
                selective: true,
            },
        }
    }

    /// Chooses a move in a position of a game that goes on. The value is in discs, empty
    /// squares counted for the winner.
    pub fn think(&mut self, position: &Position, limits: &Limits) -> Report<Move> {
        self.thinker.table.clear();
        self.thinker.watch = Watch::start(limits);
        self.thinker.board.count = Count::Margin;
        let mut candidates = self.candidates(position);
        let empties = self.empties(position);
        let most = limits.depth.unwrap_or(u32::MAX);
        let reach = self.reach(limits);
        let mut report = Report::unsearched(candidates[0].played);
        let mut depth = 1;
        while depth <= most && depth < empties && !self.thinker.watch.is_over() {
            let known = report.value.is_some().then(|| candidates[0].value);
            if let Some(value) = self.search(&mut candidates, Search::Plies(depth), known) {
                report.depth = depth;
                report.value = Some(Value::Points(discs(value)));
            }
            report.best = candidates[0].played;
            self.tell(position, &report);
            // With the end in reach a guess is only needed to find the first move.
            if most >= empties
                && empties <= reach
                && depth >= empties.min(20).saturating_sub(8).max(4)
            {
                break;
            }
            depth += 1;
        }
        if most >= empties
            && (empties <= reach || depth >= empties)
            && !self.thinker.watch.is_over()
        {
            let known = report.value.is_some().then(|| discs(candidates[0].value));
            for candidate in &mut candidates {
                candidate.value = discs(candidate.value);
            }
            if let Some(value) = self.search(&mut candidates, Search::Exact, known) {
                report.depth = empties;
                report.value = Some(Value::Points(value));
                report.exact = true;
            }
            report.best = candidates[0].played;
            self.tell(position, &report);
        }
        let exact = report.exact.then(|| candidates[0].value);
        report.principal_variation = self.line(position, report.best, report.depth, exact);
        report.nodes = self.thinker.watch.nodes();
        report.time = self.thinker.watch.elapsed();
        report
    }

    /// Tells whoever listens what was found so far.
    fn tell(&mut self, position: &Position, report: &Report<Move>) {
        if let Some(live) = self.thinker.watch.live().cloned() {
            let line = self.line(position, report.best, report.depth, None);
            live.tell(&self.game, position, &line, report.value, report.depth);
        }
    }

    /// The exact value of a position of a game that goes on, by either count, with best
    /// play from there; `None` when the limits do not allow for it.
    ///
    /// ```
    /// use papan_core::Game;
    /// use papan_engines::othello::{Count, Engine};
    /// use papan_othello::Othello;
    /// use papan_search::{Limits, Value};
    ///
    /// let small = Othello::with_size(4);
    /// let mut engine = Engine::new(&small, 1 << 12);
    /// let report = engine.solve(&small.start(), Count::Margin, &Limits::NONE).unwrap();
    /// assert_eq!(report.value, Some(Value::Points(-10)));
    /// ```
    pub fn solve(
        &mut self,
        position: &Position,
        count: Count,
        limits: &Limits,
    ) -> Option<Report<Move>> {
        self.thinker.table.clear();
        self.thinker.watch = Watch::start(limits);
        self.thinker.board.count = count;
        let mut candidates = self.candidates(position);
        let empties = self.empties(position);
        let mut known = None;
        for depth in 1..empties.saturating_sub(8).min(14) {
            known = self.search(&mut candidates, Search::Plies(depth), known);
        }
        for candidate in &mut candidates {
            candidate.value = discs(candidate.value);
        }
        let value = self.search(&mut candidates, Search::Exact, known.map(discs))?;
        let best = candidates[0].played;
        Some(Report {
            best,
            value: Some(Value::Points(value)),
            principal_variation: self.line(position, best, empties, Some(value)),
            depth: empties,
            nodes: self.thinker.watch.nodes(),
            time: self.thinker.watch.elapsed(),
            exact: true,
        })
    }

    /// What every legal move is worth in discs, in the order of the game: as deep as the
    /// limits allow for all of them.
    pub fn values(&mut self, position: &Position, limits: &Limits) -> Vec<(Move, i32)> {
        self.thinker.table.clear();
        self.thinker.watch = Watch::start(limits);
        self.thinker.board.count = Count::Margin;
        let mut candidates = self.candidates(position);
        let empties = self.empties(position);
        let most = limits.depth.unwrap_or(u32::MAX);
        let exact = most >= empties && empties + 2 <= self.reach(limits);
        let mut values: Vec<i32> = candidates
            .iter()
            .map(|candidate| -discs(evaluate(&self.game, &candidate.after)))
            .collect();
        for depth in 1..=most.min(empties) {
            let search = match depth == empties || exact && depth + 8 >= empties {
                true => Search::Exact,
                false => Search::Plies(depth),
            };
            let most = search.most(&self.thinker.board);
            for candidate in &mut candidates {
                match self.value(&candidate.after, search, (-most, most)) {
                    Some(value) => candidate.value = -value,
                    None => break,
                }
            }
            if self.thinker.watch.is_over() {
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

    /// How many squares of a position are empty.
    fn empties(&self, position: &Position) -> u32 {
        (self.thinker.board.squares & !(position.own() | position.other())).count_ones()
    }

    /// With how many empty squares an exact search is likely to end within the limits: some
    /// take much longer than others.
    fn reach(&self, limits: &Limits) -> u32 {
        let by_time = limits
            .time
            .map(|time| time.as_micros() as u64 * NODES_EACH_MICROSECOND);
        let nodes = limits
            .nodes
            .into_iter()
            .chain(by_time)
            .min()
            .unwrap_or(1 << 26);
        (1..=40)
            .rev()
            .find(|&empties| expected_nodes(empties) <= nodes / 4)
            .unwrap_or(0)
    }

    fn candidates(&self, position: &Position) -> Vec<Candidate> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let candidate = |&played: &Move| {
            let mut after = *position;
            self.game.play(&mut after, played);
            Candidate {
                played,
                after,
                value: 0,
            }
        };
        moves.iter().map(candidate).collect()
    }

    /// Searches all moves in their order, and brings each that is better than those before
    /// to the front, so that the best is first in the end. When it is stopped, what was found
    /// better until then is in front and there is no value.
    fn search(
        &mut self,
        candidates: &mut [Candidate],
        search: Search,
        known: Option<i32>,
    ) -> Option<i32> {
        let most = search.most(&self.thinker.board);
        let reach = match search {
            Search::Plies(_) => 3 * UNIT,
            Search::Exact => 1,
        };
        let (mut alpha, mut beta) = (-most, most);
        if let Some(mut known) = known {
            // With the empty squares given to the winner, all results are even.
            if let (Search::Exact, Count::Margin) = (search, self.thinker.board.count) {
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

    fn search_within(
        &mut self,
        candidates: &mut [Candidate],
        search: Search,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = -2 * search.most(&self.thinker.board);
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
                // At or below alpha a value is only a bound, and no reason to prefer it.
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
        let (own, other) = (position.own(), position.other());
        let kernel = self.game.kernel();
        let thinker = &mut self.thinker;
        let value = match search {
            Search::Plies(depth) => kernel.run(Middle {
                thinker,
                own,
                other,
                depth: depth - 1,
                window,
            }),
            Search::Exact => kernel.run(Endgame {
                thinker,
                own,
                other,
                window,
            }),
        };
        (!self.thinker.watch.is_over()).then_some(value)
    }

    /// What is expected to be played: to the end where the value is exact, else as far as
    /// it is remembered.
    fn line(
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
                _ => self.remembered(&position),
            };
            let Some(next) = next else { break };
            line.push(next);
            self.game.play(&mut position, next);
        }
        line
    }

    fn remembered(&self, position: &Position) -> Option<Move> {
        let key = key::of_words([position.own(), position.other()]);
        let known = self.thinker.table.find(key)?;
        let legal = known.best != NO_SQUARE && position.mobility() >> known.best & 1 == 1;
        legal.then(|| Move::place(u32::from(known.best)))
    }

    /// The best move of a position whose value is known.
    fn best_to_the_end(&mut self, position: &Position, value: i32) -> Option<Move> {
        let known = self
            .thinker
            .table
            .find(exact_key(position.own(), position.other()));
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

/// What a search of the whole end of the game costs, by and large: measured on positions
/// of games between good players.
pub fn expected_nodes(empties: u32) -> u64 {
    // Each empty square costs a little more than twice as much, from 4,000 for twelve.
    let less = (empties..12).fold(4_000, |nodes: u64, _| nodes * 10 / 21);
    (12..empties).fold(less, |nodes, _| nodes.saturating_mul(21) / 10)
}

/// How many positions a search of the end looks at in a microsecond, by and large.
const NODES_EACH_MICROSECOND: u64 = 3;

/// Units as discs, rounded.
fn discs(value: i32) -> i32 {
    (value + value.signum() * UNIT / 2) / UNIT
}
