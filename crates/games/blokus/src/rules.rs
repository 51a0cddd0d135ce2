//! What can differ between games of Blokus, as a value.

use papan_core::{
    Family, MAX_SEATS, Seat, SeatPlace, Work,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};
use thiserror::Error;

/// The largest board.
pub const MAX_SIZE: usize = 20;
/// The smallest board.
pub const MIN_SIZE: usize = 5;

/// A square by its row from the top and its column from the left, both from 0.
pub type Square = (usize, usize);

/// The board, the players, where they start and how they score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: usize,
    seats: usize,
    colours: usize,
    starts: [Square; MAX_SEATS],
    scoring: Scoring,
}

/// What a game counts. Either way placing all pieces earns 15 points more, and 5 on top
/// when the last one was the monomino.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// A point for every square placed.
    Squares,
    /// A point less for every square left in hand.
    Official,
}

/// Where colours start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Starts {
    /// In the corners, each opposite the one before it: top left, bottom right, top
    /// right, bottom left.
    Corners,
    /// In the corners, clockwise from the top left, as on the classic board.
    Classic,
    /// Two sevenths of the board away from the corners, in the order of
    /// [`Starts::Corners`]: e10 and j5 on 14x14.
    Duo,
}

impl Starts {
    /// The start squares of the four colours on a board of this size.
    pub fn squares(self, size: usize) -> [Square; MAX_SEATS] {
        let (low, high) = match self {
            Starts::Corners | Starts::Classic => (0, size - 1),
            Starts::Duo => (2 * size / 7, size - 1 - 2 * size / 7),
        };
        match self {
            Starts::Corners | Starts::Duo => [(low, low), (high, high), (low, high), (high, low)],
            Starts::Classic => [(low, low), (low, high), (high, high), (high, low)],
        }
    }
}

/// Values that make no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// No board is as small or as large as that.
    #[error("a board has {MIN_SIZE} to {MAX_SIZE} squares along a side, not {0}")]
    Size(usize),
    /// Too few or too many players.
    #[error("there are two to four players, not {0}")]
    Seats(usize),
    /// The colours cannot be shared out.
    #[error("{seats} players hold {seats} or 4 colours, not {colours}")]
    Colours {
        /// How many players there are.
        seats: usize,
        /// How many colours they were to hold.
        colours: usize,
    },
    /// Not one start square for each colour.
    #[error("{colours} colours need {colours} start squares, not {found}")]
    Starts {
        /// How many colours there are.
        colours: usize,
        /// How many start squares were given.
        found: usize,
    },
    /// A start square that is not on the board.
    #[error("a start square lies outside the board")]
    StartOutside,
    /// One square for two colours.
    #[error("two colours start on the same square")]
    StartShared,
}

impl Rules {
    /// Rules with these values, or what is wrong with them.
    ///
    /// ```
    /// use papan_blokus::{Rules, Scoring, Starts};
    ///
    /// let starts = Starts::Duo.squares(14);
    /// let duo = Rules::new(14, 2, 2, &starts[..2], Scoring::Official).unwrap();
    /// assert_eq!(duo.name(), "blokus-duo");
    /// assert!(Rules::new(14, 2, 3, &starts[..3], Scoring::Official).is_err());
    /// ```
    pub fn new(
        size: usize,
        seats: usize,
        colours: usize,
        starts: &[Square],
        scoring: Scoring,
    ) -> Result<Rules, RulesError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(RulesError::Size(size));
        }
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(RulesError::Seats(seats));
        }
        if colours != seats && colours != MAX_SEATS {
            return Err(RulesError::Colours { seats, colours });
        }
        if starts.len() != colours {
            let found = starts.len();
            return Err(RulesError::Starts { colours, found });
        }
        for (index, start) in starts.iter().enumerate() {
            if start.0 >= size || start.1 >= size {
                return Err(RulesError::StartOutside);
            }
            if starts[..index].contains(start) {
                return Err(RulesError::StartShared);
            }
        }
        let mut all = [(0, 0); MAX_SEATS];
        all[..colours].copy_from_slice(starts);
        Ok(Rules {
            size,
            seats,
            colours,
            starts: all,
            scoring,
        })
    }

    /// The rules that a text such as `blokus-duo` or `blokus:size=20,seats=4` names.
    pub fn from_settings(settings: &Settings) -> Result<Rules, SpecError> {
        let size = settings.integer("size") as usize;
        let seats = settings.integer("seats") as usize;
        let colours = settings.choice("colours", [seats, 2, 3, 4]);
        let starts = match settings.text("starts") {
            "corners" => Starts::Corners.squares(size)[..colours].to_vec(),
            "classic" => Starts::Classic.squares(size)[..colours].to_vec(),
            "duo" => Starts::Duo.squares(size)[..colours].to_vec(),
            squares => squares
                .split('+')
                .map(|name| crate::notation::parse_square(name, size))
                .collect::<Option<Vec<Square>>>()
                .ok_or_else(|| settings.bad_value("starts", squares))?,
        };
        let scoring = settings.choice("scoring", [Scoring::Squares, Scoring::Official]);
        Rules::new(size, seats, colours, &starts, scoring)
            .map_err(|error| settings.conflict(error.to_string()))
    }

    /// The shortest name of these rules: that of a preset where one has the same rules.
    pub fn name(&self) -> String {
        let preset = PRESETS[1..].iter().find(|entry| {
            let settings = Settings::parse("game", entry.name, PRESETS);
            settings.and_then(|settings| Rules::from_settings(&settings)) == Ok(*self)
        });
        if let Some(entry) = preset {
            return entry.name.to_owned();
        }
        let known = STARTS
            .iter()
            .zip([Starts::Corners, Starts::Duo, Starts::Classic]);
        let mut known =
            known.filter(|(_, starts)| starts.squares(self.size)[..self.colours] == *self.starts());
        let squares = || {
            let starts = self.starts().iter();
            let names = starts.map(|&start| crate::notation::square_name(start, self.size));
            names.collect::<Vec<String>>().join("+")
        };
        PRESETS[0].text([
            self.size.to_string(),
            self.seats.to_string(),
            match self.colours == self.seats {
                true => "seats".to_owned(),
                false => self.colours.to_string(),
            },
            known
                .next()
                .map_or_else(squares, |(name, _)| (*name).to_owned()),
            SCORINGS[self.scoring as usize].to_owned(),
        ])
    }

    /// The squares along a side.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of players.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// The number of colours on the board.
    pub const fn colours(&self) -> usize {
        self.colours
    }

    /// The start square of each colour.
    pub fn starts(&self) -> &[Square] {
        &self.starts[..self.colours]
    }

    /// The family of these rules: whatever it is called, a game of more than two colours is
    /// played as the classic one.
    pub fn family(&self) -> &'static Family {
        &FAMILIES[usize::from(self.colours > 2)]
    }

    /// Where a seat sits: at the corner that the start square of its first colour is nearest
    /// to.
    pub fn seat_place(&self, seat: Seat) -> SeatPlace {
        let (row, column) = self.starts[seat.index()];
        match (2 * row < self.size, 2 * column < self.size) {
            (true, true) => SeatPlace::TopLeft,
            (true, false) => SeatPlace::TopRight,
            (false, true) => SeatPlace::BottomLeft,
            (false, false) => SeatPlace::BottomRight,
        }
    }

    /// How the game is scored.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Whether three players take turns with the fourth colour, which then scores for
    /// nobody.
    pub const fn shares_fourth(&self) -> bool {
        self.seats == 3 && self.colours == 4
    }
}

/// The games under their names on the command line: the first is the one whose
/// parameters all others set.
pub const PRESETS: &[Entry] = &[
    Entry {
        name: "blokus",
        summary: "Blokus on any board, for two to four players",
        parameters: &parameters(["14", "2", "seats", "duo", "official"]),
    },
    Entry {
        name: "blokus-duo",
        summary: "Blokus Duo: 14x14, two players, starts at e10 and j5",
        parameters: &parameters(["14", "2", "seats", "duo", "official"]),
    },
    Entry {
        name: "blokus-paper-duo",
        summary: "the Blokus Duo study: 14x14, starts in opposite corners, squares placed",
        parameters: &parameters(["14", "2", "seats", "corners", "squares"]),
    },
    Entry {
        name: "blokus-classic",
        summary: "Blokus Classic: 20x20, four players",
        parameters: &parameters(["20", "4", "seats", "classic", "official"]),
    },
    Entry {
        name: "blokus-classic-2",
        summary: "Blokus Classic for two players with two colours each",
        parameters: &parameters(["20", "2", "4", "classic", "official"]),
    },
    Entry {
        name: "blokus-classic-3",
        summary: "Blokus Classic for three players who share the fourth colour",
        parameters: &parameters(["20", "3", "4", "classic", "official"]),
    },
];

/// What is true of Blokus besides its rules: games of two colours, and of more.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "blokus-duo",
        geometry: "polyominoes",
        presets: &["blokus-duo", "blokus-paper-duo", "blokus"],
        variants: &[],
        work: &[
            Work::new("blokus-duo", 3, 6_000),
            Work::new("blokus-paper-duo", 3, 6_000),
        ],
    },
    Family {
        name: "blokus-classic",
        geometry: "polyominoes",
        presets: &["blokus-classic", "blokus-classic-2", "blokus-classic-3"],
        variants: &[],
        work: &[
            Work::new("blokus-classic", 3, 1_000),
            Work::new("blokus-classic-2", 3, 500),
            Work::new("blokus-classic-3", 3, 500),
        ],
    },
];

/// The words for start squares, and for [`Scoring`] in its order.
const STARTS: &[&str] = &["corners", "duo", "classic"];
const SCORINGS: &[&str] = &["squares", "official"];

const fn parameters(defaults: [&'static str; 5]) -> [Parameter; 5] {
    let [size, seats, colours, starts, scoring] = defaults;
    [
        Parameter::new(
            "size",
            Kind::Integer(MIN_SIZE as u32, MAX_SIZE as u32),
            size,
        )
        .means("squares along a side"),
        Parameter::new("seats", Kind::Integer(2, 4), seats).means("players"),
        Parameter::new("colours", Kind::Choice(&["seats", "2", "3", "4"]), colours)
            .means("colours on the board: one for each player, or 4"),
        Parameter::new(
            "starts",
            Kind::Text(STARTS, "squares such as e10+j5"),
            starts,
        )
        .means("start squares"),
        Parameter::new("scoring", Kind::Choice(SCORINGS), scoring).means(
            "squares placed, or minus squares left; both +15 for all pieces, \
                      +5 if the monomino was last",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Result<Rules, String> {
        let settings = Settings::parse("game", text, PRESETS).map_err(|e| e.to_string())?;
        Rules::from_settings(&settings).map_err(|e| e.to_string())
    }

    #[test]
    fn every_name_comes_back() {
        for text in [
            "blokus-duo",
            "blokus-paper-duo",
            "blokus-classic",
            "blokus-classic-2",
            "blokus-classic-3",
            "blokus:size=5",
            "blokus:size=20,seats=4,starts=classic,scoring=squares",
            "blokus:size=17,seats=3,colours=4",
            "blokus:starts=a1+b2",
        ] {
            assert_eq!(rules(text).unwrap().name(), text);
        }
        assert_eq!(rules("blokus").unwrap().name(), "blokus-duo");
        assert_eq!(
            rules("blokus-duo:starts=e10+j5").unwrap().name(),
            "blokus-duo"
        );
        assert_eq!(
            rules("blokus-classic-2:seats=4").unwrap().name(),
            "blokus-classic"
        );
    }

    #[test]
    fn impossible_rules_are_refused() {
        for (text, expected) in [
            ("blokus:size=4", "size is 5..=20"),
            ("blokus:seats=2,colours=3", "2 players hold 2 or 4 colours"),
            ("blokus:starts=a1", "2 colours need 2 start squares, not 1"),
            (
                "blokus:starts=a1+a1",
                "two colours start on the same square",
            ),
            (
                "blokus:starts=a1+z9",
                "starts is corners|duo|classic|squares",
            ),
            ("blokus:size=5,starts=a1+f1", "starts=a1+f1 is not possible"),
        ] {
            let error = rules(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
