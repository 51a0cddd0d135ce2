//! The eight images of a board: turned and mirrored.

/// One of the eight ways to turn or mirror a board.
///
/// ```
/// use papan_othello::symmetry::Image;
///
/// let d3 = 1 << 19;
/// let images: Vec<u64> = Image::all().map(|image| image.of(d3)).collect();
/// assert!(images.contains(&(1 << 26))); // c4
/// for image in Image::all() {
///     assert_eq!(image.back(image.of(d3)), d3);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image(u8);

/// Rows and columns are exchanged, before anything else.
const TRANSPOSED: u8 = 1;
/// The first row becomes the last.
const UPSIDE_DOWN: u8 = 2;
/// The first column becomes the last.
const MIRRORED: u8 = 4;

impl Image {
    /// All eight, the board as it is first.
    pub fn all() -> impl Iterator<Item = Image> {
        (0..8).map(Image)
    }

    /// The image of a set of squares.
    pub fn of(self, mut set: u64) -> u64 {
        if self.0 & TRANSPOSED != 0 {
            set = transposed(set);
        }
        self.turned_over(set)
    }

    /// The set of squares that this is the image of.
    pub fn back(self, set: u64) -> u64 {
        let set = self.turned_over(set);
        match self.0 & TRANSPOSED != 0 {
            true => transposed(set),
            false => set,
        }
    }

    fn turned_over(self, mut set: u64) -> u64 {
        if self.0 & UPSIDE_DOWN != 0 {
            set = set.swap_bytes();
        }
        if self.0 & MIRRORED != 0 {
            set = set.swap_bytes().reverse_bits();
        }
        set
    }
}

/// Of the eight images of a position the least, which is the same for all of them, and which image
/// of the position it is.
///
/// ```
/// use papan_othello::symmetry::least_image;
///
/// let (d3, c4) = (1 << 19, 1 << 26);
/// assert_eq!(least_image(d3, 0).0, least_image(c4, 0).0);
/// ```
pub fn least_image(own: u64, other: u64) -> ((u64, u64), Image) {
    let mut least = ((own, other), Image(0));
    for image in Image::all() {
        let discs = (image.of(own), image.of(other));
        if discs < least.0 {
            least = (discs, image);
        }
    }
    least
}

/// A set with rows and columns exchanged: within blocks of 2x2, then of 4x4, then of 8x8.
fn transposed(set: u64) -> u64 {
    let swap = |set: u64, mask: u64, by: u32| {
        let changed = (set ^ set >> by) & mask;
        set ^ changed ^ changed << by
    };
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for square in 0..64 {
            assert_eq!(transposed(1 << square), 1 << (square % 8 * 8 + square / 8));
        }
    }

    #[test]
    fn eight_images_are_different_and_lead_back() {
        let set = 0b1011;
        let mut images: Vec<u64> = Image::all().map(|image| image.of(set)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
        for image in Image::all() {
            assert_eq!(image.back(image.of(set)), set);
        }
    }
}
