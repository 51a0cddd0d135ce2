//! What the fuzz targets share: the list of games, and how an input names one.
//!
//! An input of the targets `position` and `file` begins with a line that names a game,
//! as on the command line. So an input that was found to be a problem can be read, and
//! the parameters are explored too.

use papan_adjacency::Adjacency;
use papan_blokus::{self as blokus, Rules};
use papan_congklak::Congklak;
use papan_core::{
    Notation,
    spec::{Entry, Settings},
};
use papan_othello::Othello;
use std::cell::Cell;

/// Something that must hold in every game.
pub trait Check {
    /// Panics where it does not hold.
    fn check<G: Notation>(&self, game: &G);
}

/// Checks the game that a text names; a text that names none is passed over.
///
/// This is the list of games: one line for each, or for each of its types.
pub fn check_named_game(text: &str, check: &impl Check) {
    named(text, check, papan_adjacency::PRESETS, |settings| {
        Adjacency::from_settings(settings).ok()
    });
    named(text, check, papan_congklak::PRESETS, |settings| {
        Congklak::from_settings(settings).ok()
    });
    named(text, check, papan_othello::PRESETS, |settings| {
        Othello::from_settings(settings).ok()
    });
    named(text, check, papan_blokus::PRESETS, |settings| {
        blokus::Small::new(Rules::from_settings(settings).ok()?)
    });
    named(text, check, papan_blokus::PRESETS, |settings| {
        let rules = Rules::from_settings(settings).ok()?;
        (rules.size() > blokus::Small::MAX_SIZE)
            .then(|| blokus::Large::new(rules))
            .flatten()
    });
}

fn named<G: Notation>(
    text: &str,
    check: &impl Check,
    presets: &'static [Entry],
    make: impl Fn(&Settings) -> Option<G>,
) {
    let Ok(settings) = Settings::parse("game", text, presets) else {
        return;
    };
    let again = Settings::parse("game", &settings.to_string(), presets);
    assert_eq!(again.as_ref(), Ok(&settings));
    if let Some(game) = make(&settings) {
        check.check(&game);
    }
}

/// A game's own name leads back to it.
pub struct CheckName;

impl Check for CheckName {
    fn check<G: Notation>(&self, game: &G) {
        let name = game.name();
        let found = Cell::new(0);
        check_named_game(&name, &CheckNamed(&name, &found));
        assert_eq!(found.get(), 1, "games named '{name}'");
    }
}

struct CheckNamed<'a>(&'a str, &'a Cell<u32>);

impl Check for CheckNamed<'_> {
    fn check<G: Notation>(&self, game: &G) {
        assert_eq!(game.name(), self.0);
        self.1.set(self.1.get() + 1);
    }
}
