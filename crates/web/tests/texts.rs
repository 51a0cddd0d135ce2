//! Everything that the server names, games, agents, parameters, formats and errors, can be said in
//! every language of the page.

use papan_agents::{Playable, agents, games};
use papan_core::spec::{Entry, Kind, Parameter};
use serde_json::{Map, Value};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// All languages with their texts, read once.
static LANGUAGES: LazyLock<BTreeMap<String, Map<String, Value>>> = LazyLock::new(|| {
    let files = fs::read_dir(folder()).unwrap();
    let names = files.filter_map(|file| {
        let name = file.unwrap().file_name().into_string().unwrap();
        let language = name.strip_prefix("start.")?.strip_suffix(".json")?;
        Some((language.to_owned(), texts(language)))
    });
    names.collect()
});

/// Where the texts are.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/texts")
}

/// The texts of a language: those of the start page and all others.
fn texts(language: &str) -> Map<String, Value> {
    let mut all = file(&format!("start.{language}"));
    all.extend(file(language));
    all
}

/// A file of texts.
fn file(name: &str) -> Map<String, Value> {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Which of the keys are missing in some language.
fn missing(keys: impl IntoIterator<Item = String>) -> Vec<String> {
    let known = |key: &String| LANGUAGES.values().all(|texts| texts.contains_key(key));
    keys.into_iter().filter(|key| !known(key)).collect()
}

/// As the page does: a text for this owner alone, or one for all who have the parameter.
fn parameter_keys(owner: &str, parameter: &Parameter) -> Vec<String> {
    let name = match parameter.name {
        "" => "main",
        name => name,
    };
    let either = |special: String, general: String| match missing([special.clone()]).is_empty() {
        true => special,
        false => general,
    };
    let mut keys = Vec::new();
    for end in ["", ".hint"] {
        keys.push(either(
            format!("parameter.{owner}.{name}{end}"),
            format!("parameter.{name}{end}"),
        ));
    }
    if let Kind::Text(_, form) = parameter.kind {
        keys.push(format!("choice.form.{form}"));
    }
    let (Kind::Choice(choices) | Kind::Text(choices, _)) = parameter.kind else {
        return keys;
    };
    let words = choices
        .iter()
        .filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
    keys.extend(
        words.map(|word| either(format!("choice.{name}.{word}"), format!("choice.{word}"))),
    );
    keys
}

fn all_parameters(entry: &Entry) -> Vec<String> {
    let keys = entry.parameters.iter();
    keys.flat_map(|parameter| parameter_keys(entry.name, parameter))
        .collect()
}

#[test]
fn games_have_names_and_explanations() {
    for entry in games::all() {
        let name = entry.name;
        let mut keys = vec![
            format!("game.{name}"),
            format!("preset.{name}"),
            format!("preset.{name}.line"),
        ];
        keys.extend(all_parameters(entry));
        let game = games::open(name).unwrap();
        keys.extend(
            game.formats()
                .iter()
                .map(|format| format!("format.{}", format.name)),
        );
        keys.extend(
            (0..game.seats())
                .map(|seat| format!("seat.{}", game.seat_name(papan_core::Seat::new(seat)))),
        );
        keys.extend(
            game.openings()
                .iter()
                .map(|opening| format!("opening.{}", opening.code)),
        );
        assert_eq!(missing(keys), Vec::<String>::new(), "{name}");
    }
}

/// The agents that only one game has.
struct OwnAgents;

impl games::Visitor for OwnAgents {
    type Output = Vec<Entry>;
    fn visit<G: Playable>(self, _: G) -> Vec<Entry> {
        G::AGENTS.iter().map(|agent| agent.info.entry).collect()
    }
}

#[test]
fn agents_have_names_and_explanations() {
    let own = games::all()
        .iter()
        .flat_map(|entry| games::visit(entry.name, OwnAgents).unwrap());
    for entry in agents::generic().map(|info| info.entry).chain(own) {
        let mut keys = vec![
            format!("agent.{}", entry.name),
            format!("agent.{}.line", entry.name),
        ];
        keys.extend(all_parameters(&entry));
        assert_eq!(missing(keys), Vec::<String>::new(), "{}", entry.name);
    }
}

/// The codes that stand in the sources of a folder, as keys of a kind of text: the first word in
/// quotes after the name of a function that makes such things.
fn codes(folder: &Path, makers: &[&str], kind: &str, found: &mut BTreeSet<String>) {
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            codes(&path, makers, kind, found);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]\nmod tests {").next();
        let source = source.unwrap_or_default();
        for maker in makers {
            for after in source.split(maker).skip(1) {
                let statement = after.split(';').next().unwrap_or_default();
                let quoted = statement.split('"').nth(1).unwrap_or_default();
                let word =
                    |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
                if !quoted.is_empty() && quoted.bytes().all(word) {
                    found.insert(format!("{kind}.{quoted}"));
                }
            }
        }
    }
}

#[test]
fn errors_can_be_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    let makers = [
        "ApiError::new(",
        "ApiError::bad(",
        "ApiError::forbidden(",
        "away(place, ",
    ];
    for folder in ["src", "../host/src", "../pocket/src"] {
        codes(&root.join(folder), &makers, "error", &mut found);
    }
    let makers = ["MoveError::illegal(", "illegal(", "Violation::"];
    for game in ["othello", "blokus", "congklak", "adjacency"] {
        let folder = root.join("../games").join(game).join("src");
        codes(&folder, &makers, "error", &mut found);
    }
    // Some that are certainly there, so that the search itself is seen to work.
    for code in [
        "stale",
        "not-found",
        "workers-refused",
        "base64",
        "occupied",
        "no-corner",
        "empty-hole",
    ] {
        assert!(found.contains(&format!("error.{code}")), "{code}");
    }
    found.extend(["error.syntax", "error.game-over", "error.offline"].map(str::to_owned));
    assert_eq!(missing(found), Vec::<String>::new());
}

#[test]
fn what_moves_did_can_be_said() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let mut found = BTreeSet::new();
    let makers = ["Phrase::new(", "Phrase::plain("];
    codes(&games, &makers, "phrase", &mut found);
    assert!(found.contains("phrase.moves-again"));
    assert_eq!(missing(found), Vec::<String>::new());
}

/// Everything in the files of the papers that is our own wording, and not the title of a paper or
/// a number.
fn said_of_papers() -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    for paper in papan_papers::data::all().unwrap() {
        // Who has no authors has no title of its own either.
        said.extend(paper.authors.is_empty().then_some(paper.title));
        said.insert(paper.summary);
        for experiment in &paper.experiments {
            said.extend([experiment.title.clone(), experiment.about.clone()]);
            for row in &experiment.rows {
                said.extend([row.name.clone(), row.reason.clone()]);
                said.extend(row.published_text.clone());
                said.extend(row.settings(experiment).source);
                let fields = row.published.as_ref().and_then(Value::as_object);
                let names = fields.into_iter().flat_map(Map::keys);
                said.extend(names.map(|name| format!("word.{name}")));
                said.extend(
                    [&row.group, &row.series, &row.published_series]
                        .map(|text| text.clone().unwrap_or_default()),
                );
            }
        }
    }
    said.retain(|text| text.bytes().any(|byte| byte.is_ascii_alphabetic()));
    said
}

/// What the files of the papers say is English; every other language has it too.
#[test]
fn experiments_can_be_told_in_other_languages() {
    let said = said_of_papers();
    for language in LANGUAGES.keys().filter(|language| *language != "en") {
        let texts = file(&format!("papers.{language}"));
        let is_known = |text: &&String| texts.contains_key(*text);
        let missing: Vec<&String> = said.iter().filter(|text| !is_known(text)).collect();
        assert_eq!(missing, Vec::<&String>::new(), "{language}");
        let is_said = |text: &&String| text.starts_with("word.") || said.contains(*text);
        let unused: Vec<&String> = texts.keys().filter(|text| !is_said(text)).collect();
        assert_eq!(unused, Vec::<&String>::new(), "{language}");
    }
}

/// The figures of the rules, as (game, position, moves).
fn figures(text: &str) -> Vec<[String; 3]> {
    let value = |figure: &str, name: &str| {
        let start = format!("data-{name}=\"");
        let after = figure.split_once(start.as_str()).map(|(_, after)| after);
        after
            .and_then(|after| after.split('"').next())
            .unwrap_or_default()
            .to_owned()
    };
    let figures = text.split("<figure ").skip(1);
    figures
        .map(|rest| rest.split('>').next().unwrap_or_default())
        .map(|figure| ["game", "position", "moves"].map(|name| value(figure, name)))
        .collect()
}

#[test]
fn figures_of_the_rules_are_games_that_can_be_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/texts/rules");
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        for [game, position, moves] in figures(&fs::read_to_string(&path).unwrap()) {
            let game = games::open(&game).unwrap();
            let mut position = match position.as_str() {
                "" => game.start(),
                text => game.position(text).unwrap(),
            };
            for text in moves.split_whitespace() {
                position
                    .play(text)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
            seen += 1;
        }
    }
    assert!(seen >= 20, "only {seen} figures");
}
