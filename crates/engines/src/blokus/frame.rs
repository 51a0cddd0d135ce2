//! The board as the colour to move sees it: turned so that all colours start at the same place, and
//! what stands there as the inputs of a [network](super::Network).

use papan_blokus::{Blokus, Move, PIECES, Position, Square, Squares};

/// The sets of squares of each colour among the inputs: placed, open, and where it may attach.
const PLANES: usize = 3;

/// How squares and placements are numbered for each colour to move, on a board that looks the same
/// to all of them.
#[derive(Clone, Debug)]
pub struct Frames {
    colours: usize,
    cells: usize,
    placements: usize,
    of_colours: Vec<Frame>,
}

/// The numbers of squares by their index and of placements by theirs.
#[derive(Clone, Debug)]
struct Frame {
    cells: Vec<u16>,
    placements: Vec<u16>,
}

/// A square after some quarter turns of a board of this size.
fn turned(size: usize, turns: usize, square: Square) -> Square {
    (0..turns).fold(square, |(row, column), _| (column, size - 1 - row))
}

impl Frames {
    /// The frames of a game; `None` where no turn of the board puts a colour and those after
    /// it into the places of the first and those after it.
    pub fn new<const WORDS: usize>(game: &Blokus<WORDS>) -> Option<Frames> {
        let (size, colours) = (game.rules().size(), game.rules().colours());
        let starts = game.rules().starts();
        let all: Vec<Move> = game.placements().collect();
        let mut numbers = vec![0; 128 * 64 * WORDS];
        for (number, played) in all.iter().enumerate() {
            numbers[played.index()] = number as u16;
        }
        let mut of_colours = Vec::new();
        for colour in 0..colours {
            let fits = |&turns: &usize| {
                (0..colours).all(|next| {
                    turned(size, turns, starts[(colour + next) % colours]) == starts[next]
                })
            };
            let turns = (0..4).find(fits)?;
            let mut frame = Frame {
                cells: vec![0; 64 * WORDS],
                placements: vec![0; 128 * 64 * WORDS],
            };
            for index in game.squares().iter() {
                let (row, column) = turned(size, turns, game.square(index));
                frame.cells[index] = (row * size + column) as u16;
            }
            for &played in &all {
                let image = game.image(played, |square| turned(size, turns, square))?;
                frame.placements[played.index()] = numbers[image.index()];
            }
            of_colours.push(frame);
        }
        Some(Frames {
            colours,
            cells: size * size,
            placements: all.len(),
            of_colours,
        })
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// The number of squares of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of placements.
    pub fn placements(&self) -> usize {
        self.placements
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.colours * (PLANES * self.cells + PIECES + 1)
    }

    /// The number of a placement for the colour that moves.
    #[inline(always)]
    pub fn placement(&self, colour: usize, played: Move) -> usize {
        usize::from(self.of_colours[colour].placements[played.index()])
    }

    /// The number of a square for the colour that moves.
    pub fn cell(&self, colour: usize, index: usize) -> usize {
        usize::from(self.of_colours[colour].cells[index])
    }

    /// Lists the inputs that are there in a position in which `colour` moves: for it and for each
    /// colour after it, in the order of their turns, its squares (placed, open, corners) and its
    /// hand; and which colour it is.
    #[inline]
    pub fn list_inputs<const WORDS: usize>(
        &self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        inputs: &mut Vec<u16>,
    ) {
        inputs.clear();
        let cells = &self.of_colours[colour].cells[..64 * WORDS];
        let mut base = 0;
        let mut add = |base: usize, set: Squares<WORDS>| {
            inputs.extend(
                set.iter()
                    .map(|index| base as u16 + cells[index % (64 * WORDS)]),
            );
        };
        for next in 0..self.colours {
            let other = (colour + next) % self.colours;
            let open = game.open(position, other);
            add(base, position.placed(other));
            add(base + self.cells, open);
            add(base + 2 * self.cells, game.corners(position, other));
            base += PLANES * self.cells + PIECES;
        }
        let mut base = PLANES * self.cells;
        for next in 0..self.colours {
            let hand = position.hand((colour + next) % self.colours);
            let pieces = papan_core::bits::ones(hand.into());
            inputs.extend(pieces.map(|piece| (base + piece as usize) as u16));
            base += PLANES * self.cells + PIECES;
        }
        inputs.push((self.colours * (PLANES * self.cells + PIECES) + colour) as u16);
    }

    /// The images of inputs, placements and squares in the mirror that swaps rows and columns; `None`
    /// where it moves a start.
    pub fn mirror<const WORDS: usize>(&self, game: &Blokus<WORDS>) -> Option<Mirror> {
        let swapped = |(row, column): Square| (column, row);
        let starts = game.rules().starts();
        if starts.iter().any(|&start| swapped(start) != start) {
            return None;
        }
        let size = game.rules().size();
        let cell = |cell: usize| (cell % size * size + cell / size) as u16;
        let cells: Vec<u16> = (0..self.cells).map(cell).collect();
        let mut inputs: Vec<u16> = (0..self.inputs() as u16).collect();
        for next in 0..self.colours {
            for plane in 0..PLANES {
                let base = next * (PLANES * self.cells + PIECES) + plane * self.cells;
                for (at, &image) in cells.iter().enumerate() {
                    inputs[base + at] = base as u16 + image;
                }
            }
        }
        let image = |played| Some(self.placement(0, game.image(played, swapped)?) as u16);
        Some(Mirror {
            inputs,
            cells,
            placements: game.placements().map(image).collect::<Option<_>>()?,
        })
    }
}

/// The numbers of images.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// Of inputs.
    pub inputs: Vec<u16>,
    /// Of squares.
    pub cells: Vec<u16>,
    /// Of placements.
    pub placements: Vec<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_blokus::Small;
    use papan_core::{Game, Random};

    #[test]
    fn a_turned_game_has_the_same_inputs() {
        let duo = Small::named("blokus-duo").unwrap();
        let frames = Frames::new(&duo).unwrap();
        assert_eq!(frames.inputs(), 1_220);
        let half_turn = |(row, column): Square| (13 - row, 13 - column);
        let mut random = Random::new(3);
        let (mut first, mut second) = (duo.start(), duo.start());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        // The second game is the first with the colours changed and the board turned.
        for _ in 0..8 {
            for colour in 0..2 {
                let mut moves = Vec::new();
                duo.moves_with(&first, colour, u32::MAX, &mut moves);
                if moves.is_empty() {
                    return;
                }
                let played = moves[random.below(moves.len())];
                let image = duo.image(played, half_turn).unwrap();
                assert_eq!(
                    frames.placement(colour, played),
                    frames.placement(1 - colour, image)
                );
                duo.place(&mut first, colour, played);
                duo.place(&mut second, 1 - colour, image);
                frames.list_inputs(&duo, &first, colour, &mut left);
                frames.list_inputs(&duo, &second, 1 - colour, &mut right);
                // All but which colour it is.
                left.pop();
                right.pop();
                left.sort();
                right.sort();
                assert_eq!(left, right);
            }
        }
    }

    #[test]
    fn a_mirror_undoes_itself() {
        let duo = Small::named("blokus-duo").unwrap();
        let mirror = Frames::new(&duo).unwrap().mirror(&duo).unwrap();
        for images in [&mirror.inputs, &mirror.cells, &mirror.placements] {
            for (at, &image) in images.iter().enumerate() {
                assert_eq!(usize::from(images[usize::from(image)]), at);
            }
        }
    }
}
