//! All games, by the names that one types. This is the only place that lists them.

use crate::Playable;
use papan_core::{
    AnyGame, Family, erase,
    spec::{Entry, Settings, SpecError},
};
use std::sync::LazyLock;

/// Makes the catalogue of its lines. A line names the crate of a game, with its `PRESETS` and
/// `FAMILIES`, and the type that has `from_settings`; in braces stand the
/// variants of a type that is an enum of several games. How a game is played stands in its
/// implementation of [`Playable`]; a line that ends with `plain` makes one, with the score as
/// the only evaluation and no agents of its own.
macro_rules! catalogue {
    ($($name:ident: $home:ident => $type:ident $({ $($variant:ident),+ })? $($plain:ident)?;)+) => {
        /// The rules that there are, each with its presets and parameters.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Known {
            $($name,)+
        }

        impl Known {
            const ALL: &[Known] = &[$(Known::$name,)+];

            fn presets(self) -> &'static [Entry] {
                match self {
                    $(Known::$name => $home::PRESETS,)+
                }
            }

            fn families(self) -> &'static [Family] {
                match self {
                    $(Known::$name => $home::FAMILIES,)+
                }
            }

            fn visit<V: Visitor>(self, settings: &Settings, visitor: V) -> Result<V::Output, SpecError> {
                match self {
                    $(Known::$name => {
                        let game = $home::$type::from_settings(settings)?;
                        Ok(catalogue!(@visit visitor, game, $home::$type $(, $($variant),+)?))
                    })+
                }
            }
        }

        $($(catalogue!(@$plain $home::$type);)?)+
    };
    (@visit $visitor:ident, $game:ident, $type:path) => {
        $visitor.visit($game)
    };
    (@visit $visitor:ident, $game:ident, $type:path, $($variant:ident),+) => {{
        use $type as Any;
        match $game {
            $(Any::$variant(game) => $visitor.visit(game),)+
        }
    }};
    (@plain $type:path) => {
        impl Playable for $type {
            type Evaluation = papan_search::ScoreDifference;

            const EVALUATIONS: &'static [crate::EvaluationEntry<papan_search::ScoreDifference>] =
                &[crate::EvaluationEntry::new(
                    "score",
                    "the score of the game as it stands",
                    papan_search::ScoreDifference,
                )];

            fn agents() -> &'static crate::agents::AgentTable<Self> {
                static TABLE: crate::agents::AgentTable<$type> = crate::agents::AgentTable::new();
                &TABLE
            }
        }
    };
}

// Every game, in the order of the start page. Nothing else lists them.
catalogue! {
    Othello: papan_othello => Othello;
    Blokus: papan_blokus => AnySize { Small, Large };
    Congklak: papan_congklak => Congklak;
    Adjacency: papan_adjacency => Adjacency;
}

/// Every game with its parameters.
///
/// ```
/// let names: Vec<&str> = papan_agents::games::all().iter().map(|game| game.name).collect();
/// assert!(names.contains(&"othello") && names.contains(&"kalah"));
/// ```
pub fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        Known::ALL
            .iter()
            .flat_map(|known| known.presets())
            .copied()
            .collect()
    });
    &ALL
}

/// The games with their variants, in the order of the start page.
///
/// ```
/// let names: Vec<&str> = papan_agents::games::families().map(|family| family.name).collect();
/// assert!(names.contains(&"othello") && names.contains(&"blokus-classic"));
/// ```
pub fn families() -> impl Iterator<Item = &'static Family> {
    Known::ALL.iter().flat_map(|known| known.families())
}

/// The family that has this name.
pub fn family_named(name: &str) -> Option<&'static Family> {
    families().find(|family| family.name == name)
}

/// The family of the game that a text names.
///
/// ```
/// use papan_agents::games::family_of;
///
/// assert_eq!(family_of("kalah:seeds=3").unwrap().name, "congklak");
/// assert_eq!(family_of("blokus:size=20,seats=4").unwrap().name, "blokus-classic");
/// assert!(family_of("chess").is_err());
/// ```
pub fn family_of(text: &str) -> Result<&'static Family, SpecError> {
    struct Ask;
    impl Visitor for Ask {
        type Output = &'static Family;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            game.family()
        }
    }
    visit(text, Ask)
}

/// A game of each set of rules: what has the same rules has the same agents.
pub fn representatives() -> impl Iterator<Item = &'static str> {
    Known::ALL.iter().map(|known| known.presets()[0].name)
}

/// The agent that judges positions of a game, for hints, values and reviews: see
/// [`Playable::ANALYSIS`].
pub fn analysis_agent(text: &str) -> Result<&'static str, SpecError> {
    struct Ask;
    impl Visitor for Ask {
        type Output = &'static str;
        fn visit<G: Playable>(self, _: G) -> Self::Output {
            G::ANALYSIS
        }
    }
    visit(text, Ask)
}

/// The names of what was learned for a game: the [weights](papan_engines::weights) that its agents
/// may need.
///
/// ```
/// use papan_agents::games::weights;
///
/// assert_eq!(weights("othello").unwrap(), ["othello", "othello-book"]);
/// assert_eq!(weights("blokus:colours=2").unwrap(), ["blokus-duo"]);
/// assert!(weights("othello:size=6").unwrap().is_empty());
/// ```
pub fn weights(text: &str) -> Result<Vec<&'static str>, SpecError> {
    struct Ask;
    impl Visitor for Ask {
        type Output = Vec<&'static str>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            game.weights()
                .iter()
                .map(|weights| weights.name())
                .collect()
        }
    }
    visit(text, Ask)
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
    for known in Known::ALL {
        if let Some(entry) = known.presets().iter().find(|entry| entry.is_named(text)) {
            return known.visit(&Settings::read(*entry, text)?, visitor);
        }
    }
    let names = all().iter().map(|entry| entry.name);
    Err(SpecError::unknown("game", text, names))
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

    /// Each preset is of one family, and the page finds it there.
    #[test]
    fn every_preset_has_one_family() {
        for entry in all() {
            let holders = families().filter(|family| family.presets.contains(&entry.name));
            assert_eq!(holders.count(), 1, "{}", entry.name);
            let family = family_of(entry.name).unwrap();
            assert!(family.presets.contains(&entry.name), "{}", entry.name);
        }
        for family in families() {
            assert_eq!(family_named(family.name), Some(family));
            for &game in family.presets.iter().chain(family.variants) {
                assert_eq!(family_of(game), Ok(family), "{game}");
            }
        }
    }

    #[test]
    fn parameters_decide_where_names_do_not() {
        for (game, family) in [
            ("othello:size=4", "othello"),
            ("kalah:holes=3", "congklak"),
            ("blokus:size=8", "blokus-duo"),
            ("blokus:size=20,seats=4,starts=classic", "blokus-classic"),
            ("blokus:size=20,colours=4,starts=classic", "blokus-classic"),
        ] {
            assert_eq!(family_of(game).unwrap().name, family, "{game}");
        }
    }

    /// Who judges positions counts in points of the result or in shares, so that chances can
    /// be made of it, and is open to all variants.
    #[test]
    fn every_game_has_an_analysis_agent() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<G: Playable>(self, game: G) {
                assert_eq!(crate::agents::unit(&game, G::ANALYSIS), Ok(1));
                assert!(crate::agents::open(&game, G::ANALYSIS, 1).is_ok());
                assert!(G::SCALE > 0.0);
                for (name, agent) in G::SEARCHES {
                    assert!(all().iter().any(|entry| entry.is_named(name)), "{agent}");
                }
            }
        }
        for entry in all() {
            visit(entry.name, Check).unwrap();
        }
    }

    #[test]
    fn every_game_is_in_the_workload_of_papan_bench() {
        for entry in all() {
            let name = open(entry.name).unwrap().name();
            let mut work = families().flat_map(|family| family.work);
            assert!(work.any(|work| work.game == name), "{name}");
        }
    }

    #[test]
    fn seats_sit_in_different_places_or_nowhere() {
        for entry in all() {
            let game = open(entry.name).unwrap();
            let places: Vec<_> = papan_core::Seat::all(game.seats())
                .filter_map(|seat| game.seat_place(seat))
                .collect();
            assert!([0, game.seats()].contains(&places.len()), "{}", entry.name);
            for (index, place) in places.iter().enumerate() {
                assert!(!places[..index].contains(place), "{}", entry.name);
            }
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

    /// A line of the catalogue is all that a game needs to have agents, levels and protocols.
    mod plain {
        use super::*;
        use crate::agents;
        use papan_core::example;
        use papan_search::Limits;

        catalogue! {
            Nim: example => Nim plain;
        }

        struct Play;
        impl Visitor for Play {
            type Output = ();
            fn visit<G: Playable>(self, game: G) {
                let start = game.start();
                for info in agents::playing(&game) {
                    let name = info.entry.name;
                    let mut agent = agents::open(&game, name, 1).unwrap();
                    let limits = Limits::nodes(500);
                    let best = agent.think(&game, &start, &limits).unwrap().best;
                    assert!(game.is_legal(&start, best), "{name}");
                    assert!(agents::fingerprint(&game, name).unwrap().is_some());
                }
                // To leave four wins.
                for good in ["negascout", "level:9", G::ANALYSIS] {
                    let mut agent = agents::open(&game, good, 1).unwrap();
                    let best = agent.think(&game, &start, &Limits::nodes(5_000));
                    let best = game.move_text(&start, best.unwrap().best);
                    assert_eq!(best, "3", "{good}");
                }
            }
        }

        #[test]
        fn a_line_is_enough() {
            let [nim] = Known::ALL else {
                panic!("one game");
            };
            assert_eq!(nim.families()[0].presets, ["nim"]);
            let settings = Settings::parse("game", "nim:matches=7", nim.presets()).unwrap();
            nim.visit(&settings, Play).unwrap();
        }
    }
}
