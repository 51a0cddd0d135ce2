//! Playouts: what each colour places until nobody can.

use papan_blokus::{Blokus, Legal, Move, Position, Squares};
use papan_core::{MAX_SEATS, Random};

/// How a colour chooses its placements in a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playout {
    /// Any placement of the largest pieces that fit.
    Random,
    /// Local replies: what covers the most of the squares around which the opponents may
    /// attach to their last placements, of these the largest pieces, and of a few of these the
    /// one that leaves the most corners of its own.
    Replies,
}

/// How many equally good replies are compared by the corners they leave.
const COMPARED: usize = 6;

/// Runs playouts, and keeps the memory that they need.
#[derive(Clone, Debug)]
pub(super) struct Simulator<const WORDS: usize> {
    playout: Playout,
    legal: Legal<WORDS>,
    /// The last placement of each colour in this simulation; none before it has moved.
    last: [Squares<WORDS>; MAX_SEATS],
    /// All placements of this simulation, with their colours.
    played: Vec<(u8, Move)>,
}

impl<const WORDS: usize> Simulator<WORDS> {
    pub(super) fn new(playout: Playout) -> Self {
        Simulator {
            playout,
            legal: Legal::new(),
            last: [Squares::EMPTY; MAX_SEATS],
            played: Vec::new(),
        }
    }

    /// Forgets the placements of the simulation before.
    pub(super) fn begin(&mut self) {
        self.last = [Squares::EMPTY; MAX_SEATS];
        self.played.clear();
    }

    /// Notes a placement of the tree, or of the playout.
    #[inline(always)]
    pub(super) fn note(&mut self, game: &Blokus<WORDS>, colour: usize, played: Move) {
        self.last[colour] = game.covered(played).0;
        self.played.push((colour as u8, played));
    }

    /// All placements of this simulation, with their colours.
    pub(super) fn played(&self) -> &[(u8, Move)] {
        &self.played
    }

    /// Plays from a position to the end of the game. The turn in the position is not kept
    /// up to date.
    pub(super) fn play(
        &mut self,
        game: &Blokus<WORDS>,
        position: &mut Position<WORDS>,
        random: &mut Random,
    ) {
        let Some(mut colour) = position.colour() else {
            return;
        };
        let colours = game.rules().colours();
        // A colour that cannot move once never can again: squares only fill up.
        let mut moving: u32 = (1 << colours) - 1;
        while moving != 0 {
            if moving >> colour & 1 == 1 {
                let chosen = match self.playout {
                    Playout::Random => self.any_largest(game, position, colour, random),
                    Playout::Replies => self.reply(game, position, colour, moving, random),
                };
                match chosen {
                    None => moving &= !(1 << colour),
                    Some(chosen) => {
                        game.place(position, colour, chosen);
                        self.note(game, colour, chosen);
                    }
                }
            }
            colour = (colour + 1) % colours;
        }
    }

    fn any_largest(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        random: &mut Random,
    ) -> Option<Move> {
        game.find(position, colour, u32::MAX, &mut self.legal);
        let total = self.legal.total();
        (total > 0).then(|| {
            let largest = self.legal.largest();
            self.legal.get(total - largest + random.below(largest))
        })
    }

    fn reply(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        moving: u32,
        random: &mut Random,
    ) -> Option<Move> {
        let wanted = self.wanted(game, position, colour, moving);
        if wanted.is_empty() {
            return self.any_largest(game, position, colour, random);
        }
        game.find_covering(position, colour, wanted, &mut self.legal);
        let total = self.legal.total();
        if total <= 1 {
            return (total == 1).then(|| self.legal.get(0));
        }
        let open = game.open(position, colour);
        let corners = game.corners(position, colour);
        let corners_after = |played| {
            let (squares, _) = game.covered(played);
            let open = open & !(squares | game.beside(squares));
            ((corners | game.diagonal(squares)) & open).count()
        };
        let mut best = self.legal.get(random.below(total));
        let mut most = corners_after(best);
        for _ in 1..COMPARED.min(total) {
            let other = self.legal.get(random.below(total));
            let after = corners_after(other);
            if after > most {
                (best, most) = (other, after);
            }
        }
        Some(best)
    }

    /// Where the opponents that still move may attach to their last placements, and the
    /// squares beside that they could then cover.
    #[inline(always)]
    fn wanted(
        &self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
        moving: u32,
    ) -> Squares<WORDS> {
        let rules = game.rules();
        let mut wanted = Squares::EMPTY;
        for other in 0..rules.colours() {
            let friend = !rules.shares_fourth() && other % rules.seats() == colour % rules.seats();
            if friend || moving >> other & 1 == 0 || self.last[other].is_empty() {
                continue;
            }
            let open = game.open(position, other);
            let attach = game.diagonal(self.last[other]) & open;
            wanted |= attach | (game.beside(attach) & open);
        }
        wanted
    }
}
