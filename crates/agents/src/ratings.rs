//! What levels are worth, as measured by `papan tournament tournaments/levels.toml`.
//!
//! The numbers are those of a run whose size docs/levels.md tells; they are written here by
//! hand from `papan report levels --format json`, so that programs and pages can show them.

use serde::Serialize;

/// The rating of a level in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rating {
    /// The level.
    pub level: u32,
    /// Its rating in Elo; the mean of the nine levels of a game is [`MEAN`].
    pub elo: i32,
    /// The lower end of its interval at 95%.
    pub low: i32,
    /// The upper end of it.
    pub high: i32,
}

/// What an average level is rated, so that ratings look as players know them. Ratings of
/// different games cannot be compared.
pub const MEAN: i32 = 1_500;

/// A rating around 0: value, low, high.
type Around = (i32, i32, i32);

/// For each game the ratings of its levels.
const MEASURED: &[(&str, [Around; 9])] = &[
    (
        "othello",
        [
            (-806, -1069, -543),
            (-579, -783, -374),
            (-363, -511, -215),
            (-166, -284, -48),
            (66, -56, 188),
            (260, 131, 390),
            (409, 267, 551),
            (541, 376, 706),
            (637, 435, 839),
        ],
    ),
    (
        "blokus-duo",
        [
            (-1016, -1472, -561),
            (-705, -1034, -376),
            (-434, -643, -225),
            (-18, -187, 151),
            (94, -64, 252),
            (357, 166, 547),
            (502, 312, 691),
            (560, 356, 763),
            (661, 438, 883),
        ],
    ),
    (
        "blokus-classic",
        [
            (-819, -1274, -364),
            (-532, -780, -285),
            (-126, -217, -35),
            (82, -63, 226),
            (125, 18, 231),
            (220, 107, 333),
            (321, 183, 459),
            (345, 171, 519),
            (385, 92, 678),
        ],
    ),
    (
        "congklak",
        [
            (-408, -502, -315),
            (-283, -364, -201),
            (-232, -298, -166),
            (-94, -151, -36),
            (-22, -76, 32),
            (100, 42, 158),
            (235, 172, 298),
            (318, 246, 391),
            (386, 301, 470),
        ],
    ),
    (
        "adjacency",
        [
            (-812, -963, -662),
            (-622, -730, -514),
            (-407, -503, -311),
            (-159, -234, -84),
            (-3, -77, 71),
            (175, 92, 258),
            (369, 273, 465),
            (603, 494, 711),
            (856, 720, 993),
        ],
    ),
];

/// The games whose levels have been rated.
pub fn games() -> impl Iterator<Item = &'static str> {
    MEASURED.iter().map(|(game, _)| *game)
}

/// The ratings of the levels of a game, as it calls itself; `None` where they have not been
/// measured.
///
/// ```
/// use papan_agents::ratings;
///
/// let othello = ratings::of("othello").unwrap();
/// assert!(othello[8].elo > othello[0].elo + 1_000);
/// assert!(ratings::of("othello:size=4").is_none());
/// ```
pub fn of(game: &str) -> Option<[Rating; 9]> {
    let (_, measured) = MEASURED.iter().find(|(name, _)| *name == game)?;
    let mut level = 0;
    Some(measured.map(|(elo, low, high)| {
        level += 1;
        Rating {
            level,
            elo: MEAN + elo,
            low: MEAN + low,
            high: MEAN + high,
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_above_the_one_below() {
        for game in games() {
            let levels = of(game).unwrap();
            let mean = levels.iter().map(|rating| rating.elo).sum::<i32>() / 9;
            assert!((mean - MEAN).abs() <= 5, "{game}: {mean}");
            for pair in levels.windows(2) {
                assert!(pair[0].elo < pair[1].elo, "{game}, level {}", pair[1].level);
            }
            assert!(levels.iter().all(|of| of.low < of.elo && of.elo < of.high));
            assert_eq!(crate::games::open(game).unwrap().name(), game);
        }
        assert_eq!(games().count(), 5);
    }
}
