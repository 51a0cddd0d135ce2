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
    /// Whether a line does it; lines come in lower case.
    found: fn(&str) -> bool,
    /// Where it may be done: how paths begin, and why.
    allowed: &'static [(&'static str, &'static str)],
}

const RULES: [Rule; 2] = [GAMES, REPLAYS];

const GAMES: Rule = Rule {
    what: "names a game",
    instead: "what is true of one game only stands in the catalogue (crates/agents), in its own \
              crate or in a text",
    found: names_a_game,
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
const REPLAYS: Rule = Rule {
    what: "reads a move",
    instead: "moves are replayed by papan_core::line, which says which of them is wrong and why",
    found: |line| line.contains(".parse_move("),
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
        for rule in &RULES {
            let found = lines_of(&source, rule.found);
            let allowed = rule
                .allowed
                .iter()
                .any(|(begin, _)| path.starts_with(begin));
            if allowed {
                continue;
            }
            let what = rule.what;
            problems.extend(
                found
                    .iter()
                    .map(|(number, line)| format!("{path}:{number} {what}: {line}")),
            );
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

/// The lines of a source that do something, with their numbers. Comments and documentation
/// may speak of anything; tests stand at the end of a file.
fn lines_of(source: &str, found: fn(&str) -> bool) -> Vec<(usize, &str)> {
    let numbered = source.lines().enumerate();
    let mut lines = Vec::new();
    let mut after_mark = false;
    for (index, line) in numbered {
        let line = line.trim();
        if after_mark && line.starts_with("mod ") && line.ends_with('{') {
            break;
        }
        after_mark = line == "#[cfg(test)]";
        if !is_comment(line) && found(&line.to_ascii_lowercase()) {
            lines.push((index + 1, line));
        }
    }
    lines
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "* ", "*/", "<!--", "# "]
        .iter()
        .any(|begin| line.starts_with(begin))
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
        let found = lines_of(source, names_a_game);
        assert_eq!(
            found,
            [(4, "const GAMES: [&str; 1] = [\"Kalah\"]; // a list")]
        );
    }

    #[test]
    fn tests_are_known_by_their_paths() {
        assert!(is_test("crates/web/src/games/room/tests.rs"));
        assert!(is_test("crates/web/src/games/host/tests/clock.rs"));
        assert!(!is_test("crates/web/src/games/room.rs"));
    }
}
