//! The protocols, and what they call games, colours and moves, for both ends of a
//! conversation.

use papan_core::Notation;
use std::{fmt, str::FromStr};

/// The languages in which programs that play talk with each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, in the dialects of Othello and Blokus programs.
    Gtp,
    /// NBoard, version 2, for Othello.
    NBoard,
    /// The Universal Game Interface.
    Ugi,
    /// A line of JSON for a question, a line with a move for an answer. Others are asked so;
    /// Papan itself is not.
    Json,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 4] = [
        Protocol::Gtp,
        Protocol::NBoard,
        Protocol::Ugi,
        Protocol::Json,
    ];

    /// As one writes it.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Ugi => "ugi",
            Protocol::Json => "json",
        }
    }

    /// What tells a program to end. Those that read lines of JSON end with their input.
    pub(crate) fn farewell(self) -> &'static str {
        match self {
            Protocol::Json => "",
            _ => "quit\n",
        }
    }

    /// Whether programs of this protocol_client play a game.
    pub fn plays<G: Notation>(self, game: &G) -> bool {
        self != Protocol::NBoard
            || G::FORMATS.iter().any(|format| format.name == GGF) && game.seats() == 2
    }

    /// Whether a game may begin from any position, and not only from its start: GTP tells
    /// of moves alone.
    pub fn knows_positions(self) -> bool {
        self != Protocol::Gtp
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Protocol, String> {
        let named = |known: &Protocol| known.name().eq_ignore_ascii_case(text.trim());
        Protocol::ALL.into_iter().find(named).ok_or_else(|| {
            let text = papan_core::shortened(text);
            format!("'{text}' is no protocol; there are gtp, nboard, ugi and json")
        })
    }
}

/// The format in which NBoard is told of games.
pub(crate) const GGF: &str = "ggf";

/// What programs that speak GTP call a game, where they have a name for it.
pub(crate) fn gtp_game<G: Notation>(game: &G) -> Option<&'static str> {
    let named = G::GTP_NAMES.iter().find(|(_, ours)| game.is_named(ours));
    named.map(|(theirs, _)| *theirs)
}

/// The colour of GTP: `b` and `w` where there are two, `1` to `4` where there are more.
///
/// ```
/// use papan_othello::Othello;
/// use papan_protocol::dialect::{gtp_colour, parse_gtp_colour};
///
/// let othello = Othello::new();
/// assert_eq!(gtp_colour(&othello, 1), "w");
/// assert_eq!(parse_gtp_colour(&othello, "White"), Some(1));
/// assert_eq!(parse_gtp_colour(&othello, "3"), None);
/// ```
pub fn gtp_colour<G: Notation>(game: &G, colour: usize) -> &'static str {
    match (game.colours(), colour) {
        (2, 0) => "b",
        (2, _) => "w",
        (_, 0) => "1",
        (_, 1) => "2",
        (_, 2) => "3",
        _ => "4",
    }
}

/// The colour that a GTP word means: a letter, a word in either case, or a number from 1.
pub fn parse_gtp_colour<G: Notation>(game: &G, text: &str) -> Option<usize> {
    let colour = match text.to_ascii_lowercase().as_str() {
        "1" => 0,
        "2" => 1,
        "3" => 2,
        "4" => 3,
        "b" | "black" if game.colours() == 2 => 0,
        "w" | "white" if game.colours() == 2 => 1,
        "blue" if game.colours() > 2 => 0,
        "yellow" if game.colours() > 2 => 1,
        "red" if game.colours() > 2 => 2,
        "green" if game.colours() > 2 => 3,
        _ => return None,
    };
    (colour < game.colours()).then_some(colour)
}

/// A pass, as GTP and our own notation write it.
pub const PASS: &str = "pass";

/// A move as NBoard writes it: upper case, and `PA` for a pass.
///
/// ```
/// use papan_protocol::dialect::{from_nboard, nboard_move};
///
/// assert_eq!(nboard_move("f5"), "F5");
/// assert_eq!(nboard_move("pass"), "PA");
/// assert_eq!(from_nboard("PA"), "pass");
/// ```
pub fn nboard_move(text: &str) -> String {
    match text.eq_ignore_ascii_case(PASS) {
        true => "PA".to_owned(),
        false => text.to_ascii_uppercase(),
    }
}

/// A move of NBoard in our notation.
pub fn from_nboard(text: &str) -> String {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "--" | PASS => PASS.to_owned(),
        text => text.to_owned(),
    }
}
