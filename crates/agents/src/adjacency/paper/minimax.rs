//! The report's minimax: three plies ahead in a game that is not quite the real one.

use super::rounds_left;
use crate::{Agent, Answer, Traced, Valued, Values, tree};
use papan_adjacency::{Adjacency, Position, Square, neighbours};
use papan_core::{Game, Notation, Scores, Seat, bits, key};
use papan_search::{Evaluation, Limits, Observer, Report, Trace, Value, Visit, Watch, margin};

/// The game inside the report's search, from one position on. It differs from the real one:
/// a move paints all four squares around it, empty ones too, and the rounds left, which are
/// the horizon, drop with every ply instead of every second.
#[derive(Clone, Copy, Debug)]
pub(in crate::adjacency) struct Painting {
    start: Painted,
}

/// A position of [`Painting`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::adjacency) struct Painted {
    marks: [u64; 2],
    mover: Seat,
    /// How many plies are left to look at.
    horizon: u8,
}

impl Painted {
    fn empty(&self) -> u64 {
        !(self.marks[0] | self.marks[1])
    }

    /// The same board in the real game, with as many plies left as the search has.
    fn as_position(&self, game: &Adjacency) -> Option<Position> {
        let mark = |square: usize| match self.marks.map(|marks| marks >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let row = |row: usize| (0..8).map(|column| mark(8 * row + column)).collect();
        let rows: Vec<String> = (0..8).map(row).collect();
        let mover = game.seat_name(self.mover);
        let text = format!("{} {mover} {}", rows.join("/"), self.horizon);
        game.parse_position(&text).ok()
    }
}

impl Painting {
    /// The tree that the report's minimax looks at to choose a move here. The move itself
    /// costs no round; behind it come two plies, or one in the last round.
    pub(in crate::adjacency) fn below(position: &Position) -> Painting {
        Painting {
            start: Painted {
                marks: [Seat::FIRST, Seat::SECOND].map(|seat| position.marks(seat)),
                mover: position.mover(),
                horizon: 1 + rounds_left(position).min(2) as u8,
            },
        }
    }
}

impl Game for Painting {
    type Position = Painted;
    type Move = Square;

    fn start(&self) -> Painted {
        self.start
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self, position: &Painted) -> Option<Seat> {
        (position.horizon > 0 && position.empty() != 0).then_some(position.mover)
    }

    fn moves(&self, position: &Painted, moves: &mut Vec<Square>) {
        if position.horizon > 0 {
            moves.extend(bits::ones(position.empty()).map(|index| Square::new(index as usize)));
        }
    }

    fn play(&self, position: &mut Painted, played: Square) {
        let own = position.mover.index();
        let painted = played.bit() | neighbours(played.bit());
        position.marks[own] |= painted;
        position.marks[1 - own] &= !painted;
        position.mover = position.mover.next(2);
        position.horizon -= 1;
    }

    fn scores(&self, position: &Painted) -> Scores {
        Scores::new(&position.marks.map(|marks| marks.count_ones() as i32))
    }

    fn key(&self, position: &Painted) -> u64 {
        let [x, o] = position.marks;
        let rest = u64::from(position.horizon) << 1 | position.mover.index() as u64;
        key::of_words([x, o, rest])
    }
}

/// The report's value of a position of [`Painting`]: the difference of marks, but a board
/// without an empty square before the horizon gives back the bound that its search began
/// with, as if the side to move had lost everything.
#[derive(Clone, Copy, Debug)]
pub(in crate::adjacency) struct PaintedMarks;

/// The report's infinity.
const BOUND: i32 = 9_999;

/// What observers take for an open end of a window.
const OPEN: i32 = (1 << 30) - 1;

impl Evaluation<Painting> for PaintedMarks {
    fn value(&self, game: &Painting, position: &Painted, seat: Seat) -> i32 {
        margin(game, position, seat)
    }

    fn finished(&self, game: &Painting, position: &Painted, seat: Seat) -> i32 {
        match position.horizon {
            0 => margin(game, position, seat),
            _ if position.mover == seat => -BOUND,
            _ => BOUND,
        }
    }
}

/// Searches every square with the full window, row by row, and plays the last of the best.
#[derive(Default)]
pub(in crate::adjacency) struct Minimax {
    moves: Vec<Square>,
}

impl Minimax {
    /// The value of a position for its mover by alpha-beta, or anything once the watch is
    /// over.
    fn value<W: Observer<Square>>(
        &mut self,
        game: &Painting,
        position: &Painted,
        [mut low, high]: [i32; 2],
        watch: &mut Watch,
        observer: &mut W,
    ) -> i32 {
        if watch.tick() {
            return 0;
        }
        if game.turn(position).is_none() {
            return PaintedMarks.finished(game, position, position.mover);
        }
        let mark = self.moves.len();
        game.moves(position, &mut self.moves);
        let mut best = -BOUND;
        for index in mark..self.moves.len() {
            let child = game.after(position, self.moves[index]);
            observer.enter(visit(game, &child, self.moves[index], [low, high]));
            let value = -self.value(game, &child, [-high, -low], watch, observer);
            observer.leave(value);
            best = best.max(value);
            low = low.max(best);
            if low >= high {
                observer.cut(&self.moves[index + 1..]);
                break;
            }
        }
        self.moves.truncate(mark);
        best
    }

    fn run<W: Observer<Square>>(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut W,
    ) -> Report<Square> {
        let mut watch = Watch::start(limits);
        let game = Painting::below(position);
        let mut start = game.start();
        let most = limits.depth.unwrap_or(u32::MAX).max(1);
        start.horizon = most.min(start.horizon.into()) as u8;
        let mut best: Option<(i32, Square)> = None;
        for square in bits::ones(start.empty()).map(|index| Square::new(index as usize)) {
            let mut child = start;
            game.play(&mut child, square);
            observer.enter(visit(&game, &child, square, [-BOUND, BOUND]));
            let value = -self.value(&game, &child, [-BOUND, BOUND], &mut watch, observer);
            observer.leave(value);
            if watch.is_over() && best.is_some() {
                break;
            }
            if best.is_none_or(|(highest, _)| value >= highest) {
                best = Some((value, square));
            }
        }
        let (value, best) = best.expect("the game goes on, so there is an empty square");
        Report {
            value: Some(Value::points(value)),
            depth: start.horizon.into(),
            ..watch.report(best)
        }
    }
}

/// A look as observers are told of it, with windows for the one who moved.
fn visit(game: &Painting, child: &Painted, played: Square, window: [i32; 2]) -> Visit<Square> {
    let [alpha, beta] = window.map(|end| {
        if end.abs() < BOUND {
            end
        } else {
            end.signum() * OPEN
        }
    });
    Visit {
        played,
        mover: child.mover.next(2),
        next: game.turn(child),
        depth: child.horizon.into(),
        alpha,
        beta,
        again: false,
    }
}

impl Agent<Adjacency> for Minimax {
    fn think(&mut self, _: &Adjacency, position: &Position, limits: &Limits) -> Answer<Square> {
        Ok(self.run(position, limits, &mut ()))
    }

    /// At the root it searches every move with the full window.
    fn values(&mut self, game: &Adjacency, position: &Position, limits: &Limits) -> Values<Square> {
        let Some(seat) = game.turn(position) else {
            return Vec::new();
        };
        let mut trace = Trace::along(seat, 64, &[]);
        self.run(position, limits, &mut trace);
        if trace.branches.len() < position.empty().count_ones() as usize {
            return Vec::new(); // it was stopped before it had seen all
        }
        let looks = trace.branches.iter();
        looks
            .map(|look| Valued::at_sight(look.played, Value::points(look.value)))
            .collect()
    }

    fn trace(
        &mut self,
        game: &Adjacency,
        position: &Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<Adjacency>> {
        let seat = game.turn(position)?;
        let (report, trace) = tree::record(seat, most, |trace| self.run(position, limits, trace));
        let painting = Painting::below(position);
        let painted = tree::replay(&painting, &painting.start(), &trace);
        let as_seen = |painted: &Painted| painted.as_position(game).unwrap_or(*position);
        Some(Traced {
            report,
            positions: painted.iter().map(as_seen).collect(),
            trace,
        })
    }
}
