//! Property files: SGF and the formats that borrow its grammar (GGF, blksgf).
//!
//! Read are the main lines of each game tree; variations are passed over. Text is
//! UTF-8 or else Latin-1, as in [`text_of`].

use crate::{
    FormatError, Record,
    formats::{TakeRecord, text_of},
};
use std::{iter::Peekable, ops::ControlFlow};

/// One node: its properties in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Name and values, as in `AB[a1][b2]`.
    pub properties: Vec<(String, Vec<String>)>,
}

impl Node {
    /// The first value of a property.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// Every value of a property.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.properties
            .iter()
            .filter(move |(known, _)| known == name)
            .flat_map(|(_, values)| values.iter().map(String::as_str))
    }
}

/// How deep game trees may be nested: a file of parentheses must not exhaust the stack
/// of anything that reads it.
const MAX_DEPTH: usize = 1000;

/// The most bytes of one game tree: as nodes it takes some thirty times as much memory.
const MAX_TREE: usize = 16 << 20;

/// Reads the games of a property file from their trees and hands them over one by one.
pub fn read_trees(
    format: &'static str,
    bytes: &[u8],
    take: &mut TakeRecord<'_>,
    mut read: impl FnMut(&[Node]) -> Result<Record, String>,
) -> Result<(), FormatError> {
    let mut number = 0;
    parse(format, bytes, &mut |nodes| {
        number += 1;
        let record = read(&nodes)
            .map_err(|problem| FormatError::malformed(format, format!("game {number}"), problem))?;
        Ok(take(record))
    })
}

/// Hands over the main line of every game tree in a file, until it is told to break. An empty
/// file holds no games; a text in which no tree begins is in another format.
///
/// ```
/// use std::ops::ControlFlow;
///
/// let file = b"(;GM[2]C[a \\] b];B[dc](;W[cc])(;W[ec]))";
/// let mut games = Vec::new();
/// papan_core::sgf::parse("sgf", file, &mut |nodes| {
///     games.push(nodes);
///     Ok(ControlFlow::Continue(()))
/// })
/// .unwrap();
/// assert_eq!(games.len(), 1);
/// assert_eq!(games[0][0].get("C"), Some("a ] b"));
/// assert_eq!(games[0].len(), 3); // root, B, W: the second variation is left out
/// assert_eq!(games[0][2].get("W"), Some("cc"));
/// ```
pub fn parse(
    format: &'static str,
    bytes: &[u8],
    take: &mut dyn FnMut(Vec<Node>) -> Result<ControlFlow<()>, FormatError>,
) -> Result<(), FormatError> {
    let text = text_of(bytes);
    let (mut games, mut begin) = (0_usize, 0);
    // For each open tree: whether its nodes belong to the main line, and whether one
    // of its own subtrees has been read.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut line: Vec<Node> = Vec::new();
    let mut characters = text.char_indices().peekable();
    let error = |at: usize, problem: &str| {
        let row = 1 + text[..at].matches('\n').count();
        FormatError::malformed(format, format!("line {row}"), problem)
    };
    while let Some((at, character)) = characters.next() {
        if open.is_empty() {
            begin = at;
        } else if at - begin > MAX_TREE {
            let most = MAX_TREE >> 20;
            return Err(error(at, &format!("a game tree has at most {most} MiB")));
        }
        match character {
            '(' => {
                if open.len() == MAX_DEPTH {
                    return Err(error(at, "game trees are nested too deeply"));
                }
                let main = match open.last_mut() {
                    None => true,
                    Some((main, branched)) => *main && !std::mem::replace(branched, true),
                };
                open.push((main, false));
            }
            ')' => {
                open.pop().ok_or_else(|| error(at, "')' without '('"))?;
                if open.is_empty() {
                    games += 1;
                    if take(std::mem::take(&mut line))?.is_break() {
                        return Ok(());
                    }
                }
            }
            ';' => match open.last() {
                Some((true, _)) => line.push(Node::default()),
                Some((false, _)) => {}
                None => return Err(error(at, "';' outside a game tree")),
            },
            _ if character.is_ascii_alphanumeric() && !open.is_empty() => {
                let mut name = String::from(character);
                while let Some((_, next)) =
                    characters.next_if(|(_, next)| next.is_ascii_alphanumeric())
                {
                    name.push(next);
                }
                // Old SGF writes long names whose capitals count.
                if name.chars().any(|letter| letter.is_ascii_uppercase()) {
                    name.retain(|letter| !letter.is_ascii_lowercase());
                }
                let mut values = Vec::new();
                loop {
                    while characters
                        .next_if(|(_, next)| next.is_whitespace())
                        .is_some()
                    {}
                    if characters.next_if(|(_, next)| *next == '[').is_none() {
                        break;
                    }
                    values
                        .push(value(&mut characters).ok_or_else(|| error(at, "'[' without ']'"))?);
                }
                if values.is_empty() {
                    return Err(error(at, "a property without a value"));
                }
                if let Some((true, _)) = open.last() {
                    let node = line
                        .last_mut()
                        .ok_or_else(|| error(at, "a property before ';'"))?;
                    node.properties.push((name, values));
                }
            }
            _ if open.is_empty() || character.is_whitespace() => {}
            _ => return Err(error(at, "a character that is no part of a game tree")),
        }
    }
    if !open.is_empty() {
        return Err(error(text.len(), "'(' without ')'"));
    }
    match games == 0 && !text.trim().is_empty() {
        true => Err(FormatError::malformed(
            format,
            "file",
            "there is no game tree, which would begin with '('",
        )),
        false => Ok(()),
    }
}

/// The rest of a value behind its '['; a backslash quotes the next character, and a line
/// break behind one is not part of the value.
fn value(characters: &mut Peekable<impl Iterator<Item = (usize, char)>>) -> Option<String> {
    let mut text = String::new();
    loop {
        match characters.next()?.1 {
            ']' => return Some(text),
            '\\' => match characters.next()?.1 {
                // Systems break lines with either character or with both.
                one @ ('\n' | '\r') => {
                    let other = if one == '\n' { '\r' } else { '\n' };
                    let _ = characters.next_if(|(_, next)| *next == other);
                }
                quoted => text.push(quoted),
            },
            plain => text.push(plain),
        }
    }
}

/// A property with one value, quoted as needed.
///
/// ```
/// assert_eq!(papan_core::sgf::property("C", "a]b"), "C[a\\]b]");
/// ```
pub fn property(name: &str, value: &str) -> String {
    let quoted = value.replace('\\', "\\\\").replace(']', "\\]");
    format!("{name}[{quoted}]")
}

/// The properties of those tags of a record that it has, from pairs of a property's and a
/// tag's name.
///
/// ```
/// let mut record = papan_core::Record::default();
/// record.set_tag("black", "Anna");
/// let names = [("PB", "black"), ("PW", "white")];
/// assert_eq!(papan_core::sgf::tag_properties(&record, &names), "PB[Anna]");
/// ```
pub fn tag_properties(record: &Record, names: &[(&str, &str)]) -> String {
    let property = |(name, tag): &(&str, &str)| Some(property(name, record.tag(tag)?));
    names.iter().filter_map(property).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(bytes: &[u8]) -> Result<Vec<Vec<Node>>, FormatError> {
        let mut games = Vec::new();
        parse("sgf", bytes, &mut |nodes| {
            games.push(nodes);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(games)
    }

    #[test]
    fn one_tree_is_no_whole_file() {
        let mut file = b"(;C[short])(;C[".to_vec();
        file.resize(MAX_TREE + 100, b'x');
        file.extend(b"];B[a1])");
        let error = parsed(&file).unwrap_err().to_string();
        assert!(error.contains("at most 16 MiB"), "{error}");
    }
    use proptest::prelude::*;

    #[test]
    fn mistakes_name_the_line() {
        for (text, expected) in [
            ("(;B[a", "line 1: '[' without ']'"),
            ("(;B[a]\n", "line 2: '(' without ')'"),
            ("(;B[a]))", "')' without '('"),
            ("(;B)", "a property without a value"),
            ("(B[a])", "a property before ';'"),
            ("(;\n=)", "line 2: a character"),
            ("f5d6c3", "sgf, file: there is no game tree"),
            ("[{}]", "there is no game tree"),
        ] {
            let error = parsed(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert!(parsed("(".repeat(2000).as_bytes()).is_err());
        assert_eq!(parsed(b"words before (;B[a]) and after").unwrap().len(), 1);
        for blank in ["", " \r\n", "\u{feff}"] {
            assert_eq!(parsed(blank.as_bytes()), Ok(Vec::new()));
        }
    }

    #[test]
    fn soft_line_breaks_vanish_and_hard_ones_stay() {
        for end in ["\n", "\r\n", "\r", "\n\r"] {
            let file = format!("(;C[one\\{end}two{end}three\\\\{end}])");
            let games = parsed(file.as_bytes()).unwrap();
            let expected = format!("onetwo{end}three\\{end}");
            assert_eq!(games[0][0].get("C"), Some(expected.as_str()), "{file:?}");
        }
    }

    #[test]
    fn text_may_be_latin_1_and_may_begin_with_a_mark() {
        for file in [&b"(;PB[J\xf6rg])"[..], b"\xef\xbb\xbf(;PB[J\xc3\xb6rg])"] {
            let games = parsed(file).unwrap();
            assert_eq!(games[0][0].get("PB"), Some("J\u{f6}rg"));
        }
    }

    proptest! {
        #[test]
        fn any_value_survives(text in "\\PC*") {
            let file = format!("(;{})", property("C", &text));
            let games = parsed(file.as_bytes()).unwrap();
            prop_assert_eq!(games[0][0].get("C"), Some(text.as_str()));
        }

        #[test]
        fn no_input_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parsed(&bytes);
        }
    }
}
