//! All games, by the names that one types. This is the only place that lists them.

use papan_adjacency::Adjacency;
use papan_blokus::Rules;
use papan_congklak::Congklak;
use papan_core::{
    AnyGame, Notation, erase,
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

/// Something to be done with a game once its type is known.
pub trait Visitor {
    /// What comes out of it.
    type Output;
    /// Does it.
    fn visit<G: Notation>(self, game: G) -> Self::Output;
}

/// Does something with the game that a text such as `othello:size=6` names, compiled for
/// the type of that game.
///
/// ```
/// use papan_agents::games::{Visitor, visit};
/// use papan_core::Notation;
///
/// struct CountFirstMoves;
/// impl Visitor for CountFirstMoves {
///     type Output = usize;
///     fn visit<G: Notation>(self, game: G) -> usize {
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
    // A board as small as possible is as fast as possible.
    let rules = Rules::from_settings(settings)?;
    if let Some(game) = papan_blokus::Small::new(rules) {
        return Ok(visitor.visit(game));
    }
    match papan_blokus::Large::new(rules) {
        Some(game) => Ok(visitor.visit(game)),
        None => Err(settings.conflict("no board is as large as that")),
    }
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
        fn visit<G: Notation>(self, game: G) -> Box<dyn AnyGame> {
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
    fn names_are_given_once() {
        let mut names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
