//! The lines from each square to the edge.

/// The steps towards higher squares: right, down left, down, down right. The opposite
/// directions are the same steps backwards.
pub(super) const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Not the outer columns: a line of discs to turn cannot reach past them sideways.
pub(super) const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// For each square the lines in the four directions of [`STEPS`], towards higher
/// squares in `UP` and towards lower ones in `DOWN`; the square itself is left out.
#[repr(align(32))]
pub(super) struct Rays(pub(super) [[u64; 4]; 64]);

pub(super) static UP: Rays = Rays(rays(1));
pub(super) static DOWN: Rays = Rays(rays(-1));

const fn rays(sign: i32) -> [[u64; 4]; 64] {
    let directions = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (rows, columns) = directions[direction];
            let mut row = square as i32 / 8 + sign * rows;
            let mut column = square as i32 % 8 + sign * columns;
            while 0 <= row && row < 8 && 0 <= column && column < 8 {
                rays[square][direction] |= 1 << (8 * row + column);
                row += sign * rows;
                column += sign * columns;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}
