//! Stable discs: those that can never be turned over again.

use papan_core::bits;

/// Where lines end on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edges {
    outside: u64,
    /// For each of the four axes the squares with a neighbour outside the board.
    ends: [u64; 4],
}

/// Right, down left, down, down right, with the columns from which a step stays on the
/// 8x8 squares; backwards the columns are the other way round.
const AXES: [(u32, u64); 4] = [
    (1, 0x7F7F_7F7F_7F7F_7F7F),
    (7, 0xFEFE_FEFE_FEFE_FEFE),
    (8, !0),
    (9, 0x7F7F_7F7F_7F7F_7F7F),
];

impl Edges {
    /// Those of a board with these squares.
    pub(super) fn of(squares: u64) -> Edges {
        let mut ends = [0; 4];
        for square in bits::ones(squares) {
            for (axis, end) in ends.iter_mut().enumerate() {
                let (step, columns) = AXES[axis];
                let forward = (1 << square & columns) << step & squares;
                let backward = (1_u64 << square) >> step & columns & squares;
                if forward == 0 || backward == 0 {
                    *end |= 1 << square;
                }
            }
        }
        Edges {
            outside: !squares,
            ends,
        }
    }

    /// Discs of `own` that no sequence of moves can turn: on every axis the line through
    /// the disc is full, or it ends there, or a neighbour is such a disc. There may be
    /// more.
    #[inline(always)]
    pub(super) fn stable(&self, own: u64, other: u64) -> u64 {
        let filled = own | other | self.outside;
        let full = full_lines(filled);
        let safe: [u64; 4] = std::array::from_fn(|axis| full[axis] | self.ends[axis]);
        let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
        while stable != 0 {
            let mut grown = own;
            for (axis, (step, columns)) in AXES.into_iter().enumerate() {
                let beside = (stable & columns) << step | stable >> step & columns;
                grown &= safe[axis] | beside;
            }
            grown |= stable;
            if grown == stable {
                break;
            }
            stable = grown;
        }
        stable
    }
}

/// The squares whose lines have no empty square, for each axis.
#[inline(always)]
fn full_lines(filled: u64) -> [u64; 4] {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    let mut rows = filled & filled >> 4;
    rows &= rows >> 2;
    rows = (rows & rows >> 1 & LEFT) * 0xFF;
    let mut columns = filled & filled.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    [rows, diagonal(filled, 7), columns, diagonal(filled, 9)]
}

/// Squares from which one, two or four steps along an axis leave the 8x8 squares, for the
/// steps of 7 (down left) and 9 (down right) and backwards.
const OFF: [[[u64; 2]; 3]; 2] = [
    [
        [0xFF01_0101_0101_0101, 0x8080_8080_8080_80FF],
        [0xFFFF_0303_0303_0303, 0xC0C0_C0C0_C0C0_FFFF],
        [0xFFFF_FFFF_0F0F_0F0F, 0xF0F0_F0F0_FFFF_FFFF],
    ],
    [
        [0xFF80_8080_8080_8080, 0x0101_0101_0101_01FF],
        [0xFFFF_C0C0_C0C0_C0C0, 0x0303_0303_0303_FFFF],
        [0xFFFF_FFFF_F0F0_F0F0, 0x0F0F_0F0F_FFFF_FFFF],
    ],
];

#[inline(always)]
fn diagonal(filled: u64, step: u32) -> u64 {
    let off = &OFF[usize::from(step == 9)];
    let (mut down, mut up) = (filled, filled);
    for (doubling, [off_down, off_up]) in off.iter().enumerate() {
        down &= down >> (step << doubling) | off_down;
        up &= up << (step << doubling) | off_up;
    }
    down & up
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Random};
    use papan_othello::Othello;

    #[test]
    fn full_lines_are_those_without_an_empty_square() {
        let mut random = Random::new(3);
        for _ in 0..2_000 {
            let filled = random.next_u64() | random.next_u64() | random.next_u64();
            let lines = full_lines(filled);
            for square in 0..64_i32 {
                let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
                for (axis, (rows, columns)) in steps.into_iter().enumerate() {
                    let on_line = |distance: i32| {
                        let (row, column) = (
                            square / 8 + distance * rows,
                            square % 8 + distance * columns,
                        );
                        let inside = (0..8).contains(&row) && (0..8).contains(&column);
                        inside.then_some(8 * row + column)
                    };
                    let full = (-7..8).filter_map(on_line).all(|at| filled >> at & 1 == 1);
                    assert_eq!(lines[axis] >> square & 1 == 1, full, "{filled:x} {square}");
                }
            }
        }
    }

    #[test]
    fn stable_discs_outlast_random_games() {
        for size in [4, 6, 8] {
            let othello = Othello::with_size(size);
            let edges = Edges::of(othello.squares());
            let mut found = 0;
            for index in 0..300 {
                let mut random = Random::for_item(9, index);
                let mut position = othello.start();
                let mut moves = Vec::new();
                let mut stable = [0; 2];
                while !position.is_over() {
                    moves.clear();
                    othello.moves(&position, &mut moves);
                    othello.play(&mut position, moves[random.below(moves.len())]);
                    let now = [
                        edges.stable(position.black(), position.white()),
                        edges.stable(position.white(), position.black()),
                    ];
                    assert_eq!(stable[0] & !position.black(), 0);
                    assert_eq!(stable[1] & !position.white(), 0);
                    for side in 0..2 {
                        stable[side] |= now[side];
                    }
                }
                found += (stable[0] | stable[1]).count_ones();
            }
            assert!(found > 300 * size * size / 2, "size {size}: {found}");
        }
    }
}
