//! All games, by the names that one types. This is the only place that lists them.

use crate::Playable;
use papan_adjacency::Adjacency;
use papan_blokus::Rules;
use papan_congklak::Congklak;
use papan_core::{
    AnyGame, erase,
    spec::{Entry, Settings, SpecError},
};
use papan_othello::Othello;
use std::sync::LazyLock;

/// The games that have parameters of their own, each with its presets.
const FAMILIES: [&[Entry]; 4] = [
    papan_othello::PRESETS,
    papan_blokus::PRESETS,
    papan_congklak::PRESETS,
    papan_adjacency::PRESETS,
];

/// Every game with its parameters.
///
/// ```
/// let names: Vec<&str> = papan_agents::games::all().iter().map(|game| game.name).collect();
/// assert!(names.contains(&"othello") && names.contains(&"kalah"));
/// ```
pub fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| FAMILIES.concat());
    &ALL
}

/// The name of one game of each family: the others of a family differ in their parameters
/// and have the same agents.
pub fn families() -> Vec<&'static str> {
    FAMILIES.iter().map(|family| family[0].name).collect()
}

/// The name of the first game in the family of a game: one of [`families`].
///
/// ```
/// use papan_agents::games::family_of;
///
/// assert_eq!(family_of("kalah:seeds=3"), Ok("congklak"));
/// assert!(family_of("chess").is_err());
/// ```
pub fn family_of(text: &str) -> Result<&'static str, SpecError> {
    let settings = Settings::parse("game", text, all())?;
    let is_of = |family: &&&[Entry]| family.iter().any(|entry| entry.name == settings.name());
    let family = FAMILIES.iter().find(is_of);
    Ok(family.map_or("", |family| family[0].name))
}

/// Something to be done with a game once its type is known.
pub trait Visitor {
    /// What comes out of it.
    type Output;
    /// Does it.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}

/// Does something with the game that a text such as `othello:size=6` names, compiled for
/// the type of that game.
///
/// ```
/// use papan_agents::{Playable, games::{Visitor, visit}};
///
/// struct CountFirstMoves;
/// impl Visitor for CountFirstMoves {
///     type Output = usize;
///     fn visit<G: Playable>(self, game: G) -> usize {
///         game.count_moves(&game.start(), &mut Vec::new())
///     }
/// }
/// assert_eq!(visit("blokus-duo", CountFirstMoves), Ok(414));
/// ```
pub fn visit<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, SpecError> {
    let settings = &Settings::parse("game", text, all())?;
    let is_of = |family: &[Entry]| family.iter().any(|entry| entry.name == settings.name());
    if is_of(papan_othello::PRESETS) {
        return Ok(visitor.visit(Othello::from_settings(settings)?));
    }
    if is_of(papan_congklak::PRESETS) {
        return Ok(visitor.visit(Congklak::from_settings(settings)?));
    }
    if is_of(papan_adjacency::PRESETS) {
        return Ok(visitor.visit(Adjacency::from_settings(settings)?));
    }
    if is_of(papan_blokus::PRESETS) {
        let rules = Rules::from_settings(settings)?;
        // A set of squares as small as possible is as fast as possible.
        if let Some(game) = papan_blokus::Small::new(rules) {
            return Ok(visitor.visit(game));
        }
        if let Some(game) = papan_blokus::Large::new(rules) {
            return Ok(visitor.visit(game));
        }
    }
    Err(settings.conflict("it is in the list of games, but nothing here plays it"))
}

/// The game that a text names, erased to text and JSON.
///
/// ```
/// let mut position = papan_agents::games::open("adjacency:rounds=8").unwrap().start();
/// position.play("c4").unwrap();
/// assert_eq!(position.scores().as_slice(), [5, 4]);
/// ```
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, SpecError> {
    struct Erase;
    impl Visitor for Erase {
        type Output = Box<dyn AnyGame>;
        fn visit<G: Playable>(self, game: G) -> Box<dyn AnyGame> {
            erase(game)
        }
    }
    visit(text, Erase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_opens_under_its_name_and_under_its_own() {
        for entry in all() {
            let game = open(entry.name).unwrap();
            assert!((2..=4).contains(&game.seats()), "{}", entry.name);
            let again = open(&game.name()).unwrap();
            assert_eq!(again.name(), game.name());
            assert_eq!(again.start().view(), game.start().view());
        }
    }

    #[test]
    fn a_game_knows_every_spelling_of_its_name() {
        struct Knows(&'static str);
        impl Visitor for Knows {
            type Output = bool;
            fn visit<G: Playable>(self, game: G) -> bool {
                game.is_named(self.0)
            }
        }
        for (game, name, known) in [
            ("othello", "OTHELLO:size=8", true),
            ("othello", "othello:size=6", false),
            ("blokus-duo", " Blokus:colours=2", true),
            ("blokus-duo", "blokus-classic", false),
            ("congklak", "congklak-paper:capture=own", true),
            ("congklak", "kalah", false),
            ("adjacency:first=O", "adjacency:FIRST=o,rounds=28", true),
            ("adjacency", "adjacency:rounds=27", false),
        ] {
            assert_eq!(visit(game, Knows(name)), Ok(known), "{game} as {name}");
        }
    }

    /// Keys may be stored, so they stay what they are.
    #[test]
    fn keys_never_change() {
        for (name, moves, start, later) in [
            (
                "othello",
                "f5 d6 c3",
                12_485_689_002_217_043_773,
                2_562_957_819_650_347_664,
            ),
            (
                "othello:size=4",
                "b1 a1",
                12_485_689_002_217_043_773,
                16_766_012_684_618_915_712,
            ),
            (
                "blokus-duo",
                "e9,d10,e10,f10,e11 j5",
                10_387_186_422_023_565_040,
                12_870_807_854_709_216_220,
            ),
            (
                "blokus-classic",
                "a20 t20 t1",
                13_567_889_271_607_790_517,
                7_347_243_443_328_598_364,
            ),
            (
                "congklak",
                "1 2 7",
                10_060_637_078_660_986_057,
                3_438_613_155_851_118_166,
            ),
            (
                "kalah",
                "3 1",
                6_860_085_466_678_270_321,
                3_721_255_687_015_080_947,
            ),
            (
                "adjacency",
                "c4 d4",
                15_193_090_939_603_936_136,
                5_394_841_808_241_203_119,
            ),
        ] {
            let mut position = open(name).unwrap().start();
            let first = position.key();
            for text in moves.split(' ') {
                position.play(text).unwrap();
            }
            assert_eq!((first, position.key()), (start, later), "{name}");
        }
    }

    #[test]
    fn names_are_given_once() {
        let mut names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
