//! Positions and moves as numbers.

use crate::{Congklak, Hole, Position};
use papan_core::{Encoding, Seat};

/// The action of a move is the column of its hole, from 0: one less than people write.
///
/// ```
/// use papan_congklak::{Congklak, Hole};
/// use papan_core::{Encoding, Game, Seat};
///
/// let game = Congklak::default();
/// assert_eq!(game.actions(), 7);
/// assert_eq!(game.action(Hole::new(2)), 2);
/// let mut planes = vec![0; game.observation_size()];
/// game.observe(&game.start(), Seat::SECOND, &mut planes);
/// assert_eq!(planes[..8], [7, 7, 7, 7, 7, 7, 7, 0]);
/// assert_eq!(planes[16..], [1; 8]);
/// ```
impl Encoding for Congklak {
    fn actions(&self) -> usize {
        self.holes()
    }

    #[inline]
    fn action(&self, played: Hole) -> usize {
        played.column()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Hole> {
        (action < self.holes()).then(|| Hole::new(action))
    }

    fn planes(&self) -> Vec<String> {
        [
            "the seeds of the seat: in its holes by their columns, then in its store",
            "the seeds of the other seat in the same order",
            "everywhere the number of the seat, which says where its seeds are sown to",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn plane_size(&self) -> (usize, usize) {
        (1, self.holes() + 1)
    }

    /// No bound is known that games come near to: of millions of random games none has had a
    /// quarter of this.
    fn longest_game(&self) -> usize {
        1_000
    }

    fn observation_size(&self) -> usize {
        3 * (self.holes() + 1)
    }

    #[inline]
    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8]) {
        let holes = self.holes();
        let mut planes = planes.chunks_exact_mut(holes + 1);
        for side in [seat, seat.next(2)] {
            if let Some(plane) = planes.next() {
                for (column, seeds) in plane[..holes].iter_mut().enumerate() {
                    *seeds = self.seeds(position, side, column);
                }
                plane[holes] = self.store(position, side);
            }
        }
        if let Some(plane) = planes.next() {
            plane.fill(seat.index() as u8);
        }
    }
}
