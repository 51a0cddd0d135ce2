//! What must stand in one place only, found by reading the sources: names of games, and the
//! reading of moves, without which nobody can replay a game a second time.

use crate::tools;
use std::{fs, process::Command};

/// Something that only some files may do.
struct Rule {
    /// What is found, as the message says it.
    what: &'static str,
    /// Where it belongs.
    instead: &'static str,
    /// The lines that do it.
    found: for<'a> fn(&[Line<'a>]) -> Vec<Line<'a>>,
    /// How the paths begin that it is about; all of them where this is empty.
    within: &'static str,
    /// Where it may be done: how paths begin, and why.
    allowed: &'static [(&'static str, &'static str)],
}

/// A line of code: no comment and no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line<'a> {
    number: usize,
    /// How many blanks stand before it.
    indent: usize,
    text: &'a str,
}

const RULES: [Rule; 5] = [GAMES, READING, REPLAYS, FLOATS, SYSTEM];

const GAMES: Rule = Rule {
    what: "names a game",
    instead: "what is true of one game only stands in the catalogue (crates/agents), in its own \
              crate or in a text",
    found: |lines| that(lines, names_a_game),
    within: "",
    allowed: &[
        ("crates/agents/", "the catalogue"),
        ("crates/games/", "the games themselves"),
        ("crates/engines/", "engines for one game each"),
        ("crates/papers/", "each paper is about one game"),
        ("crates/web/assets/texts/", "what people read"),
        (
            "crates/protocol/src/server/mod.rs",
            "NBoard is a protocol for one game",
        ),
    ],
};

/// Who reads moves can play them one after the other, which core does for all.
const READING: Rule = Rule {
    what: "reads a move",
    instead: "moves are replayed by papan_core::line, which says which of them is wrong and why",
    found: |lines| that(lines, |line| line.contains(".parse_move(")),
    within: "",
    allowed: &[
        ("crates/core/src/line.rs", "the one replay"),
        (
            "crates/core/src/erased.rs",
            "one move of a position without a type",
        ),
        (
            "crates/core/src/record.rs",
            "a move that somebody would have liked better",
        ),
        (
            "crates/core/src/properties.rs",
            "what the tests of every game check",
        ),
        (
            "crates/games/",
            "file formats of their own, which leave out passes",
        ),
        (
            "crates/protocol/src/client/gtp.rs",
            "one answer of a program",
        ),
        (
            "crates/protocol/src/client/mod.rs",
            "one answer of a program",
        ),
        ("crates/protocol/src/check/", "one answer of a program"),
        (
            "crates/protocol/src/server/gtp/commands.rs",
            "one move that is told",
        ),
        (
            "crates/protocol/src/server/nboard.rs",
            "one move that is told",
        ),
        (
            "crates/papers/src/runner/evaluations.rs",
            "one move of a position",
        ),
        (
            "crates/papers/src/runner/lines.rs",
            "agents play between the moves that are given",
        ),
    ],
};

/// A position without a type reads its moves itself: whoever has it play one text after the other
/// has written the replay a second time.
const REPLAYS: Rule = Rule {
    what: "plays one move after the other",
    instead: "AnyGame::walk and AnyGame::replay play a line of moves for all",
    found: plays_in_a_loop,
    within: "",
    allowed: &[
        ("crates/core/src/line.rs", "the one replay"),
        (
            "crates/games/",
            "file formats of their own, which leave out passes",
        ),
        ("crates/search/", "moves that a search chose"),
        (
            "crates/agents/src/erased.rs",
            "moves that were read before, told to an agent",
        ),
        (
            "crates/protocol/src/",
            "moves that are told or made one by one",
        ),
        (
            "crates/host/src/thinkers/look.rs",
            "a search tells moves by their places in the list",
        ),
    ],
};

/// The last digits of these differ from machine to machine, and moves would with them.
const FLOATS: Rule = Rule {
    what: "computes with the functions of the machine",
    instead: "papan_core::floats is the same on every machine, and so are the moves that rest on it",
    found: |lines| that(lines, computes_with_the_machine),
    within: "",
    allowed: &[
        ("crates/engines/src/words.rs", "times in words"),
        (
            "crates/engines/src/blokus/solver.rs",
            "an estimate in words",
        ),
        ("crates/agents/src/congklak/mod.rs", "an estimate in words"),
        ("crates/agents/src/worth.rs", "chances that people read"),
        ("crates/games/congklak/src/picture.rs", "a picture"),
        ("crates/arena/", "statistics"),
        ("crates/distributed/", "statistics"),
        ("crates/report/", "charts"),
        ("crates/papers/", "statistics"),
        ("crates/web/", "what people see"),
        ("crates/host/", "what people see"),
        ("crates/cli/", "what people read"),
    ],
};

/// Where there is no server the host runs in a browser, which has nothing of all this.
const SYSTEM: Rule = Rule {
    what: "asks the system for a file, a socket or a thread",
    instead: "the host is given what it needs by those who run it: Store, Thinkers and runtime",
    found: |lines| that(lines, asks_the_system),
    within: "crates/host/",
    allowed: &[
        (
            "crates/host/src/runtime/native.rs",
            "the half of runtime that browsers do not have",
        ),
        ("crates/host/src/testing.rs", "for tests alone"),
    ],
};

/// Reads all sources that are neither tests nor written by a program.
pub(crate) fn check() -> Result<(), String> {
    let mut list = Command::new("git");
    list.args(["ls-files", "crates/*/src/*", "crates/web/assets/*"]);
    let files = tools::capture(&mut list)?.standard;
    let mut problems = Vec::new();
    for path in files.lines().filter(|path| !is_test(path)) {
        // Pictures are no text, and a file that was just removed is still listed.
        let Ok(source) = fs::read_to_string(path) else {
            continue;
        };
        let code = code_of(&source);
        for rule in &RULES {
            let mut allowed = rule.allowed.iter();
            if !path.starts_with(rule.within) || allowed.any(|(begin, _)| path.starts_with(begin)) {
                continue;
            }
            for Line { number, text, .. } in (rule.found)(&code) {
                problems.push(format!("{path}:{number} {}: {text}", rule.what));
            }
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let advice = RULES.map(|rule| rule.instead).join("; ");
    Err(format!("{}\n{advice}", problems.join("\n")))
}

fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// The code of a source. Comments and documentation may speak of anything; tests stand at the end
/// of a file.
fn code_of(source: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut after_mark = false;
    for (index, line) in source.lines().enumerate() {
        let text = line.trim();
        if after_mark && text.starts_with("mod ") && text.ends_with('{') {
            break;
        }
        after_mark = text == "#[cfg(test)]";
        if !text.is_empty() && !is_comment(text) {
            lines.push(Line {
                number: index + 1,
                indent: line.len() - line.trim_start().len(),
                text,
            });
        }
    }
    lines
}

/// The lines of which something is true, in lower case.
fn that<'a>(lines: &[Line<'a>], is_found: fn(&str) -> bool) -> Vec<Line<'a>> {
    let found = |line: &&Line<'a>| is_found(&line.text.to_ascii_lowercase());
    lines.iter().filter(found).copied().collect()
}

/// The lines in a loop that play one move as a text.
fn plays_in_a_loop<'a>(lines: &[Line<'a>]) -> Vec<Line<'a>> {
    // How far the loops around a line are indented: whatever stands further in is in them.
    let mut loops: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for line in lines {
        // The head of a loop may end with a brace on a line of its own.
        loops
            .retain(|indent| line.indent > *indent || (line.indent == *indent && line.text == "{"));
        if is_loop(line.text) {
            loops.push(line.indent);
        }
        if !loops.is_empty() && plays_a_text(line.text) {
            found.push(*line);
        }
    }
    found
}

fn is_loop(text: &str) -> bool {
    let unlabelled = match text.strip_prefix('\'') {
        Some(label) => label.split_once(": ").map_or("", |(_, rest)| rest),
        None => text,
    };
    let words = ["for ", "while ", "loop "];
    words.iter().any(|word| unlabelled.starts_with(word))
        || text.contains("for_each(")
        || text.contains("fold(")
}

/// A call of `play` or `advance` with one argument: those of games, which know the type of their
/// moves, have two.
fn plays_a_text(text: &str) -> bool {
    let calls = [".play(", ".advance("].into_iter();
    let mut behind = calls.flat_map(|call| text.split(call).skip(1));
    behind.any(has_one_argument)
}

/// Whether one argument stands between here and the parenthesis that ends a call.
fn has_one_argument(call: &str) -> bool {
    let mut depth = 1;
    for (place, character) in call.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => return false,
            _ => {}
        }
        if depth == 0 {
            return place > 0;
        }
    }
    false
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "* ", "*/", "<!--", "# "]
        .iter()
        .any(|begin| line.starts_with(begin))
}

/// The four operations, the square root and rounding are the same everywhere; these are not.
fn computes_with_the_machine(line: &str) -> bool {
    const FUNCTIONS: [&str; 16] = [
        "ln", "ln_1p", "log", "log2", "log10", "exp", "exp2", "exp_m1", "powf", "powi", "sin",
        "cos", "tan", "tanh", "atan2", "cbrt",
    ];
    let calls = |function: &&str| line.contains(&format!(".{function}("));
    FUNCTIONS.iter().any(calls)
}

/// Files, threads, processes and sockets by the modules and types that have them; addresses are plain values. The line
/// is in lower case.
fn asks_the_system(line: &str) -> bool {
    const NAMES: [&str; 7] = [
        "fs::",
        "thread::",
        "process::",
        "tokio::net",
        "tcpstream",
        "tcplistener",
        "udpsocket",
    ];
    NAMES.iter().any(|name| {
        let mut places = line.match_indices(name);
        places.any(|(place, _)| {
            let before = line[..place].chars().next_back();
            !before.is_some_and(|character| character.is_alphanumeric() || character == '_')
        })
    })
}

/// An example of a command (`papan show othello`) needs a game, and any will do.
fn names_a_game(line: &str) -> bool {
    const GAMES: [&str; 5] = ["othello", "blokus", "congklak", "kalah", "adjacency"];
    GAMES.iter().any(|game| line.contains(game)) && !line.contains("papan ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_found_in_code_and_not_in_comments_or_tests() {
        let source = "\
            /// Othello is a game.\n\
            #[cfg(test)]\n\
            mod tests;\n\
            const GAMES: [&str; 1] = [\"Kalah\"]; // a list\n\
            #[arg(help = \"papan show othello\")]\n\
            fn plain() {}\n\
            #[cfg(test)]\n\
            mod inside {\n\
            const GAME: &str = \"blokus-duo\";\n\
            }\n";
        let found = that(&code_of(source), names_a_game);
        let [found] = found[..] else {
            panic!("{found:?}");
        };
        let expected = "const GAMES: [&str; 1] = [\"Kalah\"]; // a list";
        assert_eq!((found.number, found.text), (4, expected));
    }

    #[test]
    fn a_second_replay_is_found() {
        let source = "
fn replay(position: &mut dyn AnyPosition, texts: &[String]) {
    for text in texts {
        position.play(text).unwrap();
    }
    position.play(\"pass\").unwrap();
    while let Some(text) = texts.next()
        && position.turn().is_some()
    {
        if wanted(text) {
            position.advance(&text.to_lowercase())?;
        }
    }
    texts.iter().try_for_each(|text| position.advance(text))?;
    for &played in &moves {
        game.play(&mut position, played);
        room.play(&text, None, now);
    }
    position.play(last)?;
}
";
        let found = plays_in_a_loop(&code_of(source));
        let numbers: Vec<usize> = found.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [4, 11, 14], "{found:?}");
    }

    #[test]
    fn what_browsers_do_not_have_is_found() {
        let source = "
use std::{fs, net::IpAddr};
let text = fs::read_to_string(path)?;
std::thread::spawn(work);
let address: IpAddr = other_fs::address();
let stream: TcpStream = connect(address);
";
        let found = that(&code_of(source), asks_the_system);
        let numbers: Vec<usize> = found.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [3, 4, 6], "{found:?}");
    }

    #[test]
    fn tests_are_known_by_their_paths() {
        assert!(is_test("crates/host/src/games/room/tests.rs"));
        assert!(is_test("crates/host/src/games/host/tests/clock.rs"));
        assert!(!is_test("crates/host/src/games/room.rs"));
    }
}
