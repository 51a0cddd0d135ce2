//! Positions and moves as numbers.

use crate::{Blokus, Move, Position, Square, Squares};
use papan_core::{Encoding, Seat, Symmetry, square_images};

/// The numbers of all placements on a board, without gaps.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The number of each [`Move::index`].
    of_moves: Vec<u16>,
    moves: Vec<Move>,
}

impl Numbers {
    fn new<const WORDS: usize>(game: &Blokus<WORDS>) -> Numbers {
        let moves: Vec<Move> = game.placements().collect();
        let most = moves.iter().map(|played| played.index()).max();
        let mut of_moves = vec![u16::MAX; most.map_or(0, |most| most + 1)];
        for (number, played) in moves.iter().enumerate() {
            of_moves[played.index()] = number as u16;
        }
        Numbers { of_moves, moves }
    }
}

/// The planes of each colour: see [`Encoding::planes`].
const PLANES: usize = 3;
/// The pieces of a colour.
const PIECES: usize = 21;

/// Actions are the placements that fit on the empty board, ordered by orientation and then by the
/// square of their anchors: the order of [`Blokus::placements`]. Which colour is placed does not
/// matter.
///
/// ```
/// use papan_blokus::Small;
/// use papan_core::{Encoding, Game};
///
/// let duo = Small::named("blokus-duo").unwrap();
/// assert_eq!(duo.actions(), 13_729);
/// let played = duo.legal_moves(&duo.start())[0];
/// assert_eq!(duo.move_of(duo.action(played)), Some(played));
/// ```
impl<const WORDS: usize> Encoding for Blokus<WORDS> {
    fn actions(&self) -> usize {
        self.numbers().moves.len()
    }

    #[inline]
    fn action(&self, played: Move) -> usize {
        usize::from(self.numbers().of_moves[played.index()])
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        self.numbers().moves.get(action).copied()
    }

    fn planes(&self) -> Vec<String> {
        let colours = self.rules().colours();
        let of_colour = |number: usize| {
            let whose = match number {
                0 => "the colour of the seat".to_owned(),
                1 => "the colour after it".to_owned(),
                _ => format!("the colour {number} turns after it"),
            };
            [
                format!("the squares of {whose}"),
                format!("the open squares where {whose} may attach its next piece"),
                format!(
                    "in hand of {whose}: a square for each piece, row by row in the order of the \
                     pieces, and one after them where its last piece was the single square"
                ),
            ]
        };
        (0..colours).flat_map(of_colour).collect()
    }

    fn plane_size(&self) -> (usize, usize) {
        (self.rules().size(), self.rules().size())
    }

    fn longest_game(&self) -> usize {
        PIECES * self.rules().colours()
    }

    /// Those images that leave every colour its start.
    fn symmetries(&self) -> Vec<Symmetry> {
        let size = self.rules().size();
        let squares = size * size;
        let fair = |image: &dyn Fn(Square) -> Square| {
            self.rules()
                .starts()
                .iter()
                .all(|&start| image(start) == start)
        };
        let mut found = Vec::new();
        for image in square_images(size) {
            if !fair(&image) {
                continue;
            }
            let actions = self.numbers().moves.iter().map(|&played| {
                let image = self.image(played, &image).unwrap_or(played);
                self.action(image) as u32
            });
            let observation = (0..self.observation_size()).map(|place| {
                let (plane, square) = (place / squares, place % squares);
                // The third plane of a colour is its hand, which is no board.
                if plane % PLANES == 2 {
                    return place as u32;
                }
                let (row, column) = image((square / size, square % size));
                (plane * squares + row * size + column) as u32
            });
            found.push(Symmetry {
                actions: actions.collect(),
                observation: observation.collect(),
            });
        }
        found
    }

    fn observation_size(&self) -> usize {
        PLANES * self.rules().colours() * self.rules().size() * self.rules().size()
    }

    /// The first colour is the one that the seat moves next: the one to move, or the first after
    /// it that belongs to the seat.
    fn observe(&self, position: &Position<WORDS>, seat: Seat, planes: &mut [u8]) {
        planes.fill(0);
        let (colours, size) = (self.rules().colours(), self.rules().size());
        let turn = position.colour().unwrap_or(0);
        let next = (0..colours)
            .map(|later| (turn + later) % colours)
            .find(|&colour| self.seat_of(position, colour) == seat);
        let first = next.unwrap_or(turn);
        let mut planes = planes.chunks_exact_mut(size * size);
        let mut write = |set: Squares<WORDS>| {
            if let Some(plane) = planes.next() {
                for index in set.iter() {
                    let (row, column) = self.square(index);
                    plane[row * size + column] = 1;
                }
            }
        };
        let board: Vec<usize> = self.squares().iter().take(PIECES + 1).collect();
        for later in 0..colours {
            let colour = (first + later) % colours;
            write(position.placed(colour));
            write(self.corners(position, colour));
            let mut hand = Squares::EMPTY;
            for piece in position.pieces_left(colour) {
                hand.insert(board[piece.index()]);
            }
            if position.monomino_last(colour) {
                hand.insert(board[PIECES]);
            }
            write(hand);
        }
    }
}

impl<const WORDS: usize> Blokus<WORDS> {
    #[inline]
    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| Numbers::new(self).into())
    }
}
