//! The icons of the app: the sign of the page, four discs on a board, drawn from the same numbers in every size.

use super::pack;

/// The colours of the sign, as `crates/web/assets/favicon.svg` has them.
const GROUND: [u8; 3] = [0x8a, 0x4b, 0x20];
const LINE: [u8; 3] = [0xf6, 0xe7, 0xcf];
const LIGHT: [u8; 3] = [0xf9, 0xf3, 0xe6];
const DARK: [u8; 3] = [0x1d, 0x17, 0x12];

/// The sign is drawn on a square of so many units.
const UNITS: f64 = 32.0;
/// Each pixel is looked at in so many rows and columns.
const FINE: u32 = 4;

/// How an icon is cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// The sign as it is, with round corners.
    Whole,
    /// The ground to all edges and the sign smaller: a phone cuts the icon as it likes.
    Maskable,
}

/// An icon of so many pixels as PNG.
pub(super) fn icon(size: u32, cut: Cut) -> Vec<u8> {
    let pixels: Vec<[u8; 4]> = (0..size * size)
        .map(|place| pixel(place % size, place / size, size, cut))
        .collect();
    pack::png(size, &pixels)
}

/// What is seen at a pixel: the middle of what is seen at some points of it.
fn pixel(x: u32, y: u32, size: u32, cut: Cut) -> [u8; 4] {
    let mut sum = [0_u32; 4];
    for point in 0..FINE * FINE {
        let at = |pixel: u32, part: u32| {
            (f64::from(pixel) + (f64::from(part) + 0.5) / f64::from(FINE)) * UNITS / f64::from(size)
        };
        let Some(colour) = colour(at(x, point % FINE), at(y, point / FINE), cut) else {
            continue;
        };
        for (sum, part) in sum.iter_mut().zip(colour) {
            *sum += u32::from(part);
        }
        sum[3] += 1;
    }
    let seen = sum[3];
    if seen == 0 {
        return [0; 4];
    }
    let middle = |sum: u32| ((sum + seen / 2) / seen) as u8;
    let through = (seen * 255 / (FINE * FINE)) as u8;
    [middle(sum[0]), middle(sum[1]), middle(sum[2]), through]
}

/// What is seen at a point, if anything.
fn colour(x: f64, y: f64, cut: Cut) -> Option<[u8; 3]> {
    let (x, y) = match cut {
        Cut::Whole if !in_sign(x, y) => return None,
        Cut::Whole => (x, y),
        // What phones leave of an icon holds a circle of four fifths of it.
        Cut::Maskable => ((x - 16.0) / 0.72 + 16.0, (y - 16.0) / 0.72 + 16.0),
    };
    let near = |cx: f64, cy: f64| (x - cx).hypot(y - cy) <= 4.4;
    if near(10.0, 10.0) || near(22.0, 22.0) {
        return Some(LIGHT);
    }
    if near(22.0, 10.0) || near(10.0, 22.0) {
        return Some(DARK);
    }
    let (from_x, from_y) = ((x - 16.0).abs(), (y - 16.0).abs());
    // Strokes of 1.6 with round ends.
    let on = |across: f64, along: f64| across.hypot((along - 12.0).max(0.0)) <= 0.8;
    Some(match on(from_x, from_y) || on(from_y, from_x) {
        true => LINE,
        false => GROUND,
    })
}

/// Whether a point is in the square of the sign, whose corners are round.
fn in_sign(x: f64, y: f64) -> bool {
    let over = |at: f64| ((at - 16.0).abs() - 9.0).max(0.0);
    over(x).hypot(over(y)) <= 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_the_sign_in_every_size() {
        assert_eq!(pixel(0, 0, 192, Cut::Whole), [0; 4]);
        let ground = |x, y, cut| pixel(x, y, 192, cut)[..3] == GROUND;
        assert!(ground(0, 0, Cut::Maskable) && ground(60, 10, Cut::Whole));
        assert_eq!(pixel(60, 60, 192, Cut::Whole), [0xf9, 0xf3, 0xe6, 255]);
        assert_eq!(pixel(132, 60, 192, Cut::Whole), [0x1d, 0x17, 0x12, 255]);
        assert_eq!(pixel(96, 96, 192, Cut::Maskable), [0xf6, 0xe7, 0xcf, 255]);
        assert_eq!(icon(48, Cut::Whole), icon(48, Cut::Whole));
    }

    #[test]
    fn colours_are_those_of_the_drawing() {
        let drawing = include_str!("../../../crates/web/assets/favicon.svg");
        for [red, green, blue] in [GROUND, LINE, LIGHT, DARK] {
            let colour = format!("#{red:02x}{green:02x}{blue:02x}");
            assert!(drawing.contains(&colour), "{colour}");
        }
    }
}
