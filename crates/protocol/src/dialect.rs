//! What the protocols call colours and moves, for both ends of a conversation.

use papan_core::Notation;

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
