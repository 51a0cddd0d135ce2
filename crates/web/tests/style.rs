//! The style sheets of the page: colours are named once, and pictures and boards have the same.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

/// All files of the page with this ending, and what they say.
fn files(ending: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.extension().is_some_and(|found| found == ending) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(ASSETS), ending, &mut found);
    assert!(found.len() > 10, "files of {ending}");
    found
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}

/// The names that stand behind each occurrence of some characters.
fn names_after<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(before).map(move |(at, _)| {
        let rest = &text[at + before.len()..];
        &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())]
    })
}

/// Whether a name is a colour in hexadecimal.
fn is_hexadecimal(name: &str) -> bool {
    matches!(name.len(), 3 | 4 | 6 | 8) && name.chars().all(|digit| digit.is_ascii_hexdigit())
}

#[test]
fn only_the_tokens_name_colours() {
    for (path, text) in files("css") {
        if path.ends_with("style/tokens.css") {
            continue;
        }
        let found = names_after(&text, "#").find(|name| is_hexadecimal(name));
        assert_eq!(found, None, "{}", path.display());
        for function in ["rgb(", "rgba(", "hsl(", "hsla(", "oklch(", "lab("] {
            assert!(!text.contains(function), "{function} in {}", path.display());
        }
    }
    for (path, text) in files("js") {
        let found = names_after(&text, "\"#").find(|name| is_hexadecimal(name));
        assert_eq!(found, None, "{}", path.display());
    }
}

#[test]
fn every_property_that_is_used_is_there() {
    let (sheets, modules) = (files("css"), files("js"));
    let all = || sheets.iter().chain(&modules).map(|(_, text)| text);
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for text in all() {
        for name in names_after(text, "--").filter(|name| !name.is_empty()) {
            let defines = [format!("--{name}:"), format!("\"--{name}\"")];
            if defines.iter().any(|define| text.contains(define.as_str())) {
                known.insert(name);
            }
        }
    }
    for (path, text) in sheets.iter().chain(&modules) {
        for (at, _) in text.match_indices("var(--") {
            let rest = &text[at + 6..];
            let name = &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())];
            // A fallback says what holds where nothing is defined; a template has names of its own.
            let open = rest[name.len()..].starts_with([',', '$']);
            assert!(
                open || known.contains(name),
                "--{name} in {}",
                path.display()
            );
        }
    }
}

#[test]
fn every_sheet_is_loaded_somewhere() {
    let mut loaders = ["index.html", "lib/styles.js"]
        .map(|name| fs::read_to_string(format!("{ASSETS}/{name}")).unwrap())
        .concat();
    // The module of a board names its sheets, and what opens later loads its own.
    let modules = files("js").into_iter().map(|(_, text)| text);
    let names = |text: &String| {
        ["export const styles", "loadStyles(["]
            .iter()
            .any(|way| text.contains(way))
    };
    for text in modules.filter(names) {
        loaders += &text;
    }
    for (path, text) in files("css") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_loaded = [format!("\"{name}\""), format!("/style/{name}.css")]
            .iter()
            .any(|way| loaders.contains(way.as_str()));
        assert!(is_loaded, "{name}");
        let lines = text.lines().count();
        assert!(lines <= 260, "{name} has {lines} lines: it is two subjects");
    }
}

/// The properties of a block of `tokens.css`.
fn block(text: &str, selector: &str) -> BTreeMap<String, String> {
    let from = text.find(&format!("{selector} {{")).unwrap();
    let to = from + text[from..].find("\n}").unwrap();
    (text[from..to].lines())
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": ")?;
            Some((name.to_owned(), value.trim_end_matches(';').to_owned()))
        })
        .collect()
}

#[test]
fn pictures_have_the_colours_of_the_page() {
    use papan_core::picture::Theme;
    let tokens = fs::read_to_string(format!("{ASSETS}/style/tokens.css")).unwrap();
    let light = block(&tokens, ":root");
    let dark = block(&tokens, ":root[data-theme=\"dark\"]");
    let mut compared = 0;
    for (game, moves) in [
        ("othello", &["f5", "d6"][..]),
        ("blokus-duo", &["e9,d10,e10,f10,e11"]),
        ("blokus-classic", &["a20", "t20"]),
        ("congklak", &["3"]),
        ("adjacency", &["c4"]),
    ] {
        let mut position = papan_agents::games::open(game).unwrap().start();
        for text in moves {
            position.play(text).unwrap();
        }
        let picture = position.picture();
        let page = picture.to_svg(Theme::Page, None);
        let in_dark = picture.to_svg(Theme::Dark, None);
        let dark_colours: Vec<&str> = (names_after(&in_dark, "=\"#"))
            .filter(|name| is_hexadecimal(name))
            .collect();
        let used: Vec<&str> = page.split("var(--").skip(1).collect();
        assert_eq!(used.len(), dark_colours.len());
        for (rest, dark_colour) in used.into_iter().zip(dark_colours) {
            let (name, rest) = rest.split_once(',').unwrap();
            let colour = rest.split_once(')').unwrap().0;
            let of_page = light.get(name).unwrap_or_else(|| panic!("no token {name}"));
            assert_eq!(of_page, colour, "{name} of {game}");
            let of_page = dark.get(name).unwrap_or(of_page);
            assert_eq!(
                of_page.trim_start_matches('#'),
                dark_colour,
                "{name} of {game}"
            );
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared} colours");
}
