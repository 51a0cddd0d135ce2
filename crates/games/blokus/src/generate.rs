//! Finding every legal placement at once.
//!
//! A placement is legal when all its squares are *open* (empty and not beside one's own
//! pieces) and one of them is a *corner* (diagonal to one's own pieces, or the start
//! square). For one orientation of a piece, the anchors whose squares are all open are
//! the intersection of the open squares shifted by each of its offsets; those that touch
//! a corner are the union of the corners shifted likewise. Each orientation is a smaller
//! one and one more square, so each costs one intersection and one union of whole boards.

use crate::{
    Move, Piece, Squares,
    pieces::{ORIENTATIONS, SMALL_ORIENTATIONS, orientations},
};
use papan_core::machine::Vectors;
use std::{cell::RefCell, ops::ControlFlow};

mod covering;

/// The offsets from an anchor that occur in any orientation, besides (0, 0).
const OFFSETS: usize = 20;

/// How orientations grow out of each other on a board of one width.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// The distance in bits of each offset.
    distances: [u32; OFFSETS],
    /// For each orientation its parent and the number of the added offset.
    steps: [(u8, u8); 128],
    /// For each piece the set of its orientations.
    of_piece: [u128; 32],
    /// For each orientation its squares as distances from the anchor, repeated where it
    /// has fewer than five.
    shapes: [[u8; 5]; 128],
    /// For each orientation its piece.
    pieces: [Piece; 128],
    /// What allows the faster kernels to be called.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    vectors: Option<Vectors>,
}

impl Tables {
    /// For rows that begin `stride` bits apart.
    pub(crate) fn new(stride: usize) -> Tables {
        let all = orientations();
        let mut offsets: Vec<_> = all.iter().skip(1).map(|o| o.added).collect();
        offsets.sort();
        offsets.dedup();
        assert_eq!(offsets.len(), OFFSETS);
        let distance = |&(row, column): &(i32, i32)| (row * stride as i32 + column) as u32;
        let step = |at: usize| {
            let at = at.min(ORIENTATIONS - 1);
            let offset = offsets.binary_search(&all[at].added).unwrap_or(0);
            (all[at].parent as u8, offset as u8)
        };
        Tables {
            distances: std::array::from_fn(|at| distance(&offsets[at])),
            steps: std::array::from_fn(step),
            of_piece: std::array::from_fn(|at| match Piece::all().nth(at) {
                Some(piece) => piece.orientations().fold(0, |set, at| set | 1 << at),
                None => 0,
            }),
            shapes: std::array::from_fn(|at| {
                let squares = all.get(at).map_or(&[][..], |o| &o.squares);
                std::array::from_fn(|at| squares.get(at).map_or(0, distance) as u8)
            }),
            pieces: std::array::from_fn(|at| all.get(at).map_or(Piece::MONOMINO, |o| o.piece)),
            vectors: Vectors::detect(),
        }
    }

    /// The same with the kernels that every machine can run.
    pub(crate) fn portable(self) -> Tables {
        Tables {
            vectors: None,
            ..self
        }
    }

    /// The orientations of a set of pieces.
    #[inline(always)]
    fn of_pieces(&self, pieces: u32) -> u128 {
        papan_core::bits::ones(pieces.into())
            .fold(0, |set, piece| set | self.of_piece[piece as usize % 32])
    }

    /// The piece of an orientation.
    #[inline(always)]
    pub(crate) fn piece(&self, orientation: usize) -> Piece {
        self.pieces[orientation % 128]
    }

    /// The squares of an orientation on an anchor.
    #[inline(always)]
    pub(crate) fn covered<const WORDS: usize>(
        &self,
        orientation: usize,
        anchor: usize,
    ) -> Squares<WORDS> {
        let mut squares = Squares::EMPTY;
        for distance in self.shapes[orientation % 128] {
            squares.insert((anchor + distance as usize) % (64 * WORDS));
        }
        squares
    }
}

/// What a colour may build on, and with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<const WORDS: usize> {
    /// Empty squares that are not beside the colour's own pieces.
    pub(crate) open: Squares<WORDS>,
    /// Squares of which a placement must cover one.
    pub(crate) corners: Squares<WORDS>,
    /// The pieces left, one bit each.
    pub(crate) pieces: u32,
}

/// Calls `visit` with each orientation of the pieces left and its legal anchors, which
/// may be none, until told to stop.
#[inline(always)]
fn each_orientation<const WORDS: usize>(
    tables: &Tables,
    reach: &Reach<WORDS>,
    mut visit: impl FnMut(usize, Squares<WORDS>) -> ControlFlow<()>,
) {
    let empty = Squares::<WORDS>::EMPTY;
    if (reach.open & reach.corners).is_empty() {
        return;
    }
    let wanted = tables.of_pieces(reach.pieces);
    // Tables of powers of two: an index is masked instead of checked.
    let mut shifted = [(empty, empty); 32];
    for (at, &distance) in shifted.iter_mut().zip(&tables.distances) {
        *at = (reach.open.down(distance), reach.corners.down(distance));
    }
    let mut small = [(empty, empty); 32];
    small[0] = (reach.open, reach.corners);
    for at in 1..SMALL_ORIENTATIONS {
        let (parent, offset) = tables.steps[at];
        let (fits, touches) = small[parent as usize % 32];
        let (open, corners) = shifted[offset as usize % 32];
        small[at] = (fits & open, touches | corners);
    }
    let mut small_wanted = wanted as u64 & ((1 << SMALL_ORIENTATIONS) - 1);
    while small_wanted != 0 {
        let at = small_wanted.trailing_zeros() as usize;
        small_wanted &= small_wanted - 1;
        let (fits, touches) = small[at % 32];
        if visit(at, fits & touches).is_break() {
            return;
        }
    }
    let mut large_wanted = (wanted >> SMALL_ORIENTATIONS) as u64;
    while large_wanted != 0 {
        let at = SMALL_ORIENTATIONS + large_wanted.trailing_zeros() as usize;
        large_wanted &= large_wanted - 1;
        let (parent, offset) = tables.steps[at % 128];
        let (fits, touches) = small[parent as usize % 32];
        let (open, corners) = shifted[offset as usize % 32];
        if visit(at, fits & open & (touches | corners)).is_break() {
            return;
        }
    }
}

/// The legal placements of a colour, orientation by orientation: filled by
/// [`Blokus::find`](crate::Blokus::find) and used again and again.
#[derive(Clone, Debug)]
pub struct Legal<const WORDS: usize> {
    /// Orientations that have any, with how many and their anchors.
    sets: [(u8, u16, Squares<WORDS>); 128],
    used: usize,
    total: usize,
    /// To find what covers the most; kept, because clearing so much memory would take longer than
    /// filling it.
    covering: covering::Memory<WORDS>,
}

impl<const WORDS: usize> Default for Legal<WORDS> {
    fn default() -> Self {
        Legal::new()
    }
}

impl<const WORDS: usize> Legal<WORDS> {
    /// None yet.
    pub const fn new() -> Self {
        Legal {
            sets: [(0, 0, Squares::EMPTY); 128],
            used: 0,
            total: 0,
            covering: covering::Memory::NEW,
        }
    }

    /// How many there are.
    #[inline]
    pub fn total(&self) -> usize {
        self.total
    }

    /// How many of them are of the largest pieces that can be placed. They come last in the
    /// game's order.
    #[inline]
    pub fn largest(&self) -> usize {
        let size_of = |orientation: u8| SIZES[orientation as usize % 128];
        let sets = &self.sets[..self.used];
        let most = sets.last().map_or(0, |last| size_of(last.0));
        let same = sets.iter().rev().take_while(|set| size_of(set.0) == most);
        same.map(|set| usize::from(set.1)).sum()
    }

    /// The placement number `rank`, in the game's order.
    ///
    /// # Panics
    /// When `rank` is not below the number of placements.
    #[inline]
    pub fn get(&self, rank: usize) -> Move {
        let (orientation, anchor) = self.nth(rank as u32);
        Move::new::<WORDS>(orientation, anchor)
    }

    /// Fills itself with the placements within reach.
    #[inline(always)]
    fn find(&mut self, tables: &Tables, reach: &Reach<WORDS>) {
        self.used = 0;
        self.total = 0;
        each_orientation(tables, reach, |orientation, anchors| {
            // Always written, only sometimes kept: a branch here would be mispredicted.
            let count = anchors.count() as usize;
            self.sets[self.used % 128] = (orientation as u8, count as u16, anchors);
            self.used += usize::from(count != 0);
            self.total += count;
            ControlFlow::Continue(())
        });
    }

    /// The placement number `rank`: orientation and anchor.
    #[inline]
    pub(crate) fn nth(&self, mut rank: u32) -> (usize, usize) {
        for (orientation, count, anchors) in &self.sets[..self.used] {
            if rank >= u32::from(*count) {
                rank -= u32::from(*count);
                continue;
            }
            for (at, &word) in anchors.0.iter().enumerate() {
                let count = word.count_ones();
                if rank < count {
                    let bit = papan_core::bits::select(word, rank);
                    return (*orientation as usize, 64 * at + bit as usize);
                }
                rank -= count;
            }
        }
        unreachable!("a rank below the total is in one of the sets")
    }
}

/// The sizes of the orientations: there are 1, 2, 6, 19 and 63 of them, small ones first.
static SIZES: [u8; 128] = {
    let mut sizes = [5; 128];
    let mut at = 0;
    while at < SMALL_ORIENTATIONS {
        sizes[at] = match at {
            0 => 1,
            1..=2 => 2,
            3..=8 => 3,
            _ => 4,
        };
        at += 1;
    }
    sizes
};

/// The most words that the sets of one position can have.
const MOST_WORDS: usize = 8 * (ORIENTATIONS + 1);

/// The words of all sets that are not empty, each with its first move.
pub(crate) struct Words {
    words: [u64; MOST_WORDS],
    firsts: [u16; MOST_WORDS],
    used: usize,
}

thread_local! {
    /// Kept from call to call: clearing it would take a tenth of the time of a list.
    static FOUND: RefCell<Words> = const {
        RefCell::new(Words { words: [0; MOST_WORDS], firsts: [0; MOST_WORDS], used: 0 })
    };
}

impl Words {
    /// Adds the words of a set. Which are empty cannot be predicted, so each is written
    /// and only the others are kept.
    #[inline(always)]
    fn add<const WORDS: usize>(&mut self, base: u16, anchors: Squares<WORDS>) {
        if anchors.is_empty() {
            return;
        }
        for (index, word) in anchors.0.into_iter().enumerate() {
            let at = self.used.min(MOST_WORDS - 1);
            self.words[at] = word;
            self.firsts[at] = base + 64 * index as u16;
            self.used += usize::from(word != 0);
        }
    }
}

/// Appends all placements within reach, as `orientation * 64 * WORDS + anchor`.
pub(crate) fn list<const WORDS: usize>(
    tables: &Tables,
    reach: &Reach<WORDS>,
    moves: &mut Vec<Move>,
) {
    FOUND.with_borrow_mut(|words| list_with(tables, reach, words, moves));
}

/// Appends all placements within reach; `VECTORS` says that the code is compiled for a
/// processor known to have AVX2.
#[inline(always)]
fn append_all<const WORDS: usize, const VECTORS: bool>(
    tables: &Tables,
    reach: &Reach<WORDS>,
    found: &mut Words,
    moves: &mut Vec<Move>,
) {
    found.used = 0;
    each_orientation(tables, reach, |orientation, anchors| {
        let base = (orientation * 64 * WORDS) as u16;
        #[cfg(target_arch = "x86_64")]
        if VECTORS && WORDS == 4 {
            // SAFETY: `VECTORS` is set only where the processor is known to have AVX2.
            unsafe { avx2::add(found, base, anchors) };
            return ControlFlow::Continue(());
        }
        found.add(base, anchors);
        ControlFlow::Continue(())
    });

    // How many placements a word holds cannot be predicted either: four are written at a
    // time and the surplus is overwritten. They are few where they are found at all.
    const AT_ONCE: usize = 4;
    let used = found.used;
    let words = found.words.iter().zip(&found.firsts);
    let mut at = moves.len();
    moves.resize(at + 4 * used + 64, Move(0));
    for (&word, &first) in words.take(used) {
        let mut rest = word;
        let mut next = at;
        at += word.count_ones() as usize;
        if moves.len() < at + AT_ONCE {
            moves.resize(at + 512, Move(0));
        }
        while let Some(slots) = moves.get_mut(next..next + AT_ONCE) {
            for slot in slots {
                *slot = Move(first + rest.trailing_zeros() as u16);
                rest &= rest.wrapping_sub(1);
            }
            next += AT_ONCE;
            if next >= at {
                break;
            }
        }
    }
    moves.truncate(at);
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    //! Keeping the words of a set that are not empty in one step: they are moved to the
    //! front by a permutation that depends on which they are. A test plays whole
    //! games beside the plain way.

    use super::{Squares, Words};
    use std::arch::x86_64::*;

    /// For each set of words the permutation of their halves that brings them to the
    /// front, and their first moves as four 16-bit numbers.
    static FRONT: [([i32; 8], u64); 16] = {
        let mut all = [([0; 8], 0); 16];
        let mut set = 0;
        while set < 16 {
            let (mut from, mut to) = (0, 0);
            while from < 4 {
                if set >> from & 1 == 1 {
                    all[set].0[2 * to] = 2 * from;
                    all[set].0[2 * to + 1] = 2 * from + 1;
                    all[set].1 |= (64 * from as u64) << (16 * to);
                    to += 1;
                }
                from += 1;
            }
            set += 1;
        }
        all
    };

    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn add<const WORDS: usize>(found: &mut Words, base: u16, anchors: Squares<WORDS>) {
        let used = found.used;
        let ([a, b, c, d], Some(words), Some(firsts)) = (
            &anchors.0[..],
            found.words.get_mut(used..used + 4),
            found.firsts.get_mut(used..used + 4),
        ) else {
            return;
        };
        let set = _mm256_setr_epi64x(*a as i64, *b as i64, *c as i64, *d as i64);
        let empty = _mm256_cmpeq_epi64(set, _mm256_setzero_si256());
        let kept = !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as usize & 15;
        let ([e, f, g, h, i, j, k, l], firsts_kept) = FRONT[kept];
        let front = _mm256_permutevar8x32_epi32(set, _mm256_setr_epi32(e, f, g, h, i, j, k, l));
        // SAFETY: `words` has room for the four words of a vector.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), front) };
        let moves = firsts_kept + u64::from(base) * 0x0001_0001_0001_0001;
        for (at, first) in firsts.iter_mut().enumerate() {
            *first = (moves >> (16 * at)) as u16;
        }
        found.used += kept.count_ones() as usize;
    }
}

/// Compiles a function of the [`Tables`] twice, for any machine and for the vectors of
/// newer ones, and chooses at every call: a call is a whole generation. In the body
/// `VECTORS` says which one it is.
macro_rules! kernels {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($tables:ident, $($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block
    )*) => {
        $(
            $(#[$doc])*
            pub(crate) fn $name<const WORDS: usize>(
                $tables: &Tables,
                $($argument: $type),*
            ) $(-> $result)? {
                #[inline(always)]
                fn body<const WORDS: usize, const VECTORS: bool>(
                    $tables: &Tables,
                    $($argument: $type),*
                ) $(-> $result)? $body

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn vectors<const WORDS: usize>(
                    $tables: &Tables,
                    $($argument: $type),*
                ) $(-> $result)? {
                    body::<WORDS, true>($tables, $($argument),*)
                }

                #[cfg(target_arch = "x86_64")]
                if $tables.vectors.is_some() {
                    // SAFETY: that proves that the processor has these instructions.
                    return unsafe { vectors($tables, $($argument),*) };
                }
                body::<WORDS, false>($tables, $($argument),*)
            }
        )*
    };
}

kernels! {
    /// Finds all placements within reach.
    fn find(tables, reach: &Reach<WORDS>, legal: &mut Legal<WORDS>) {
        legal.find(tables, reach);
    }

    /// Finds the placements within reach that cover the most of some squares.
    fn find_covering(
        tables,
        reach: &Reach<WORDS>,
        wanted: Squares<WORDS>,
        legal: &mut Legal<WORDS>
    ) {
        legal.find_covering(tables, reach, wanted);
    }

    /// [`list`] with the memory it needs.
    fn list_with(tables, reach: &Reach<WORDS>, found: &mut Words, moves: &mut Vec<Move>) {
        append_all::<WORDS, VECTORS>(tables, reach, found, moves);
    }

    /// Counts the placements within reach.
    fn count(tables, reach: &Reach<WORDS>) -> usize {
        let mut total = 0;
        each_orientation(tables, reach, |_, anchors| {
            total += anchors.count() as usize;
            ControlFlow::Continue(())
        });
        total
    }

    /// Whether there is any placement within reach.
    fn any(tables, reach: &Reach<WORDS>) -> bool {
        if reach.pieces & 1 == 1 {
            return !(reach.open & reach.corners).is_empty();
        }
        let mut found = false;
        each_orientation(tables, reach, |_, anchors| {
            found = !anchors.is_empty();
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }
}
