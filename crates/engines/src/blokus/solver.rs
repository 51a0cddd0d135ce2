//! Exact values near the end of a game: alpha-beta with a transposition table, bounded by
//! what each seat can still place.

use papan_blokus::{Blokus, Legal, Move, Piece, Position, Squares};
use papan_core::{Game, Random, Seat};
use papan_search::{Limits, Report, Value, Watch, margin};

/// An endgame solver. Values are final margins of the seat to move.
///
/// ```
/// use papan_blokus::Small;
/// use papan_core::{Game, Notation};
/// use papan_engines::blokus::EndgameSolver;
/// use papan_search::{Limits, Value};
///
/// let game = Small::named("blokus:size=5,starts=corners").unwrap();
/// let mut position = game.start();
/// for text in ["a5,a4,a3,a2,a1", "e1,e2,e3,e4,e5"] {
///     let played = game.parse_move(&position, text).unwrap();
///     game.play(&mut position, played);
/// }
/// // Neither touches a corner of its own any more: the game is over.
/// assert!(game.turn(&position).is_none());
/// assert!(EndgameSolver::new().solve(&game, &position, &Limits::NONE).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct EndgameSolver<const WORDS: usize> {
    table: Vec<Slot>,
    moves: Vec<Move>,
    ranked: Vec<(i32, Move)>,
    watch: Watch,
}

/// An entry of the transposition table: the value lies from `low` to `high`.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    low: i16,
    high: i16,
    best: Option<Move>,
}

const _: () = assert!(size_of::<Slot>() == 16);

const EMPTY: Slot = Slot {
    key: 0,
    low: -INFINITE,
    high: INFINITE,
    best: None,
};

/// More than any margin: two colours of 89 squares and 20 points each.
const INFINITE: i16 = 1_000;
/// The most slots of the transposition table, 16 MiB of them.
const MAX_SLOTS: usize = 1 << 20;

impl<const WORDS: usize> Default for EndgameSolver<WORDS> {
    fn default() -> Self {
        EndgameSolver::new()
    }
}

impl<const WORDS: usize> EndgameSolver<WORDS> {
    /// A solver; its memory is taken when it is first needed.
    pub fn new() -> Self {
        EndgameSolver {
            table: Vec::new(),
            moves: Vec::new(),
            ranked: Vec::new(),
            watch: Watch::start(&Limits::NONE),
        }
    }

    /// Whether a position has one exact value: there are two seats, or only one of them
    /// can still move.
    pub fn applies(game: &Blokus<WORDS>, position: &Position<WORDS>) -> bool {
        let Some(mover) = game.turn(position) else {
            return false;
        };
        let rules = game.rules();
        if rules.seats() == 2 {
            return true;
        }
        if rules.shares_fourth() && game.can_move(position, 3) {
            return false;
        }
        (0..rules.colours())
            .filter(|colour| colour % rules.seats() != mover.index())
            .all(|colour| !game.can_move(position, colour))
    }

    /// The exact value of a position with its principal variation, or `None` when the game is
    /// over, when there is no such value, or when the limits came first.
    pub fn solve(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> Option<Report<Move>> {
        if !Self::applies(game, position) {
            return None;
        }
        self.watch = Watch::start(limits);
        // No more slots than there can be positions.
        let slots = limits
            .nodes
            .map_or(MAX_SLOTS, |nodes| nodes.min(MAX_SLOTS as u64) as usize);
        self.table.clear();
        self.table.resize(slots.next_power_of_two(), EMPTY);
        self.moves.clear();
        self.ranked.clear();
        let value = self.value(game, position, -INFINITE, INFINITE);
        if self.watch.is_over() {
            return None;
        }
        let line = self.principal_variation(game, position);
        Some(Report {
            best: *line.first()?,
            value: Some(Value::points(value.into())),
            depth: line.len() as u32,
            principal_variation: line,
            nodes: self.watch.nodes(),
            time: self.watch.elapsed(),
            exact: true,
        })
    }

    /// The value for the seat to move, exact when it lies between `alpha` and `beta`, else
    /// a bound. Meaningless once the watch is over.
    fn value(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        mut alpha: i16,
        mut beta: i16,
    ) -> i16 {
        let Some(mover) = game.turn(position) else {
            return 0;
        };
        if self.watch.tick() {
            return 0;
        }
        let key = game.key(position);
        let at = key as usize % self.table.len();
        let mut known = match self.table[at] {
            slot if slot.key == key => slot,
            _ => Slot { key, ..EMPTY },
        };
        if known.best.is_none() {
            // Bounds by what each side could gain at best.
            let now = margin(game, position, mover) as i16;
            let (own, others) = gains(game, position, mover);
            known.low = known.low.max(now - others);
            known.high = known.high.min(now + own);
        }
        if known.low >= beta || known.low == known.high {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        alpha = alpha.max(known.low);
        beta = beta.min(known.high);

        let first = self.order_moves(game, position, known.best);
        let last = self.ranked.len();
        let (mut most, mut best) = (-INFINITE, None);
        let mut reached = alpha;
        for index in first..last {
            let played = self.ranked[index].1;
            let child = game.after(position, played);
            let value = match game.turn(&child) {
                None => margin(game, &child, mover) as i16,
                Some(next) if next == mover => self.value(game, &child, reached, beta),
                Some(_) => -self.value(game, &child, -beta, -reached),
            };
            if self.watch.is_over() {
                return 0;
            }
            if value > most {
                (most, best) = (value, Some(played));
                reached = reached.max(value);
                if most >= beta {
                    break;
                }
            }
        }
        self.ranked.truncate(first);
        if most > alpha {
            known.low = known.low.max(most);
        }
        if most < beta {
            known.high = known.high.min(most);
        }
        known.best = best;
        self.table[at] = known;
        most
    }

    /// Move ordering: appends the moves of a position to `ranked`, the table's move first,
    /// and returns the index of the first.
    fn order_moves(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        table_move: Option<Move>,
    ) -> usize {
        let first = self.ranked.len();
        let Some(colour) = position.colour() else {
            return first;
        };
        self.moves.clear();
        game.moves(position, &mut self.moves);
        let colours = game.rules().colours();
        let others = (0..colours)
            .filter(|&other| other != colour)
            .fold(Squares::EMPTY, |set, other| {
                set | game.corners(position, other)
            });
        let open = game.open(position, colour);
        for &played in &self.moves {
            let (squares, piece) = game.covered(played);
            let fresh = game.diagonal(squares) & open & !game.beside(squares);
            let score = 8 * piece.size() + 6 * (squares & others).count() + fresh.count();
            let score = match Some(played) == table_move {
                true => i32::MAX,
                false => score as i32,
            };
            self.ranked.push((-score, played));
        }
        self.ranked[first..].sort_unstable();
        first
    }

    /// The principal variation, from the best moves in the table.
    fn principal_variation(&self, game: &Blokus<WORDS>, position: &Position<WORDS>) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while game.turn(&position).is_some() {
            let key = game.key(&position);
            let slot = self.table[key as usize % self.table.len()];
            moves.clear();
            game.moves(&position, &mut moves);
            match slot
                .best
                .filter(|best| slot.key == key && moves.contains(best))
            {
                Some(best) => {
                    game.play(&mut position, best);
                    line.push(best);
                }
                None => break,
            }
        }
        line
    }
}

/// The most points that the mover, and any other seat, could still gain: the pieces in
/// hand, as far as there are squares for them.
fn gains<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    mover: Seat,
) -> (i16, i16) {
    let rules = game.rules();
    let (mut own, mut others) = (0, 0);
    let counted = if rules.shares_fourth() {
        3
    } else {
        rules.colours()
    };
    for colour in 0..counted {
        let corners = game.corners(position, colour);
        if corners.is_empty() {
            continue;
        }
        // Pieces hang together at corners and edges, so only squares that the corners lead
        // to over open ones can ever be covered.
        let open = game.open(position, colour);
        let mut room = corners;
        loop {
            let grown = room | ((game.beside(room) | game.diagonal(room)) & open);
            if grown == room {
                break;
            }
            room = grown;
        }
        let room = room.count() as i16;
        let hand = position.hand(colour);
        let squares: u32 = (1..=5)
            .map(|size| size * (hand & Piece::of_size(size)).count_ones())
            .sum();
        let squares = squares as i16;
        let gain = match squares <= room {
            true => squares + 20,
            false => room,
        };
        match colour % rules.seats() == mover.index() {
            true => own += gain,
            false => others += gain,
        }
    }
    (own, others)
}

/// The game-tree complexity of a position: the number of lines of play from it, as a power
/// of ten. It is the median of estimates by random games, the product of their numbers of
/// choices each.
///
/// ```
/// use papan_blokus::Small;
/// use papan_core::Game;
///
/// let duo = Small::named("blokus-duo").unwrap();
/// assert!(papan_engines::blokus::game_tree_complexity(&duo, &duo.start()) > 30.0);
/// ```
pub fn game_tree_complexity<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
) -> f64 {
    let mut random = Random::new(1);
    let mut legal = Legal::new();
    let mut guesses: Vec<f64> = (0..65)
        .map(|_| {
            let mut position = *position;
            let mut lines = 0.0;
            while let Some(colour) = position.colour() {
                game.find(&position, colour, u32::MAX, &mut legal);
                let count = legal.total().max(1);
                lines += (count as f64).log10();
                game.play(&mut position, legal.get(random.below(count)));
            }
            lines
        })
        .collect();
    guesses.sort_unstable_by(f64::total_cmp);
    guesses[guesses.len() / 2]
}
