//! The documents follow from one run that is kept beside them, and that run from the data and the
//! program. Who changes either runs everything again:
//!
//! ```text
//! cargo run --release -- papers run --docs docs/papers
//! ```

use papan_papers::{
    ExperimentResult, RowResult, Runner,
    data::{self, Compare, Figure, Kind, Paper},
    docs,
    runner::FIRST_GAMES,
    select::{self, Chosen},
};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::PathBuf};

const AGAIN: &str = "run `cargo run --release -- papers run --docs docs/papers` again";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers")
}

fn kept() -> Vec<ExperimentResult> {
    let text = fs::read_to_string(folder().join(docs::RESULTS)).expect("a run is kept");
    serde_json::from_str(&text).expect("the kept run can be read")
}

fn papers() -> Vec<Paper> {
    data::all().expect("the files are right")
}

/// The rows of a run by paper, experiment and name.
fn rows(results: &[ExperimentResult]) -> BTreeMap<String, &RowResult> {
    let named = |result: &ExperimentResult, row: &RowResult| {
        format!("{}/{}, {}", result.paper, result.experiment, row.name)
    };
    let all = results.iter();
    all.flat_map(|result| result.rows.iter().map(move |row| (named(result, row), row)))
        .collect()
}

/// The experiments of some kinds, run again with this number of games.
fn run(kinds: &[Kind], games: Option<u64>) -> Vec<ExperimentResult> {
    let papers = papers();
    let mut chosen: Vec<Chosen> = select::everything(&papers);
    chosen.retain(|chosen| kinds.contains(&chosen.experiment.kind));
    let runner = Runner {
        games,
        ..Runner::default()
    };
    runner.run(&chosen, &|_| {}).expect("they run")
}

#[test]
fn documents_have_the_tables_of_the_kept_run() {
    let kept = kept();
    let mut texts = String::new();
    for file in fs::read_dir(folder()).expect("there are documents") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).expect("a text");
            let filled = docs::filled(&text, &kept).expect("its tables are right");
            assert!(text == filled, "{} is stale; {AGAIN}", path.display());
            texts += &text;
        }
    }
    for result in &kept {
        let name = format!(
            "<!-- papan papers: {}/{} -->",
            result.paper, result.experiment
        );
        assert!(texts.contains(&name), "no document has {name}");
    }
}

#[test]
fn a_stale_table_is_seen() {
    let kept = kept();
    let path = folder().join("congklak-negascout.md");
    let text = fs::read_to_string(path).expect("a text");
    let stale = text.replacen("31,303", "31,439", 1);
    assert_ne!(stale, text);
    assert_eq!(
        docs::filled(&stale, &kept).expect("its tables are right"),
        text
    );
}

#[test]
fn the_kept_run_is_one_of_these_data() {
    let kept = kept();
    let found = rows(&kept);
    let mut count = 0;
    for paper in papers() {
        for experiment in &paper.experiments {
            for row in &experiment.rows {
                let name = format!("{}/{}, {}", paper.name, experiment.id, row.name);
                let kept = found.get(&name);
                let kept = kept.unwrap_or_else(|| panic!("{name} was not run; {AGAIN}"));
                let before = RowResult::before(experiment, row);
                assert_eq!(kept.published, before.published, "{name}; {AGAIN}");
                assert_eq!(kept.source, before.source, "{name}; {AGAIN}");
                assert_eq!(kept.note, before.note, "{name}; {AGAIN}");
                assert_eq!(kept.verdict, row.expected, "{name}");
                count += 1;
            }
        }
    }
    assert_eq!(found.len(), count, "{AGAIN}");
}

/// Fewer than nine in ten different games say less than their number does.
#[test]
fn games_are_different_or_it_is_said_why_not() {
    let kept = kept();
    for (name, row) in rows(&kept) {
        let count = |name: &str| row.details.get(name).and_then(Value::as_u64);
        if let (Some(games), Some(different)) = (count("games"), count("different_games")) {
            let is_said = row.details.contains_key("repeats");
            let are_enough = 10 * different >= 9 * games;
            assert!(are_enough || is_said, "{name}: {different} of {games}");
        }
    }
}

/// Whatever is played or asked many times says how many of it are different.
#[test]
fn different_games_and_positions_are_counted() {
    for result in kept() {
        let papers = papers();
        let experiment = papers
            .iter()
            .find(|paper| paper.name == result.paper)
            .and_then(|paper| {
                let mut experiments = paper.experiments.iter();
                experiments.find(|experiment| experiment.id == result.experiment)
            });
        let count = match experiment.expect("one of these data").kind {
            Kind::Match | Kind::Fit => "different_games",
            Kind::Agreement => "different_positions",
            _ => continue,
        };
        for row in &result.rows {
            assert!(row.details.contains_key(count), "{}: {count}", row.name);
        }
    }
}

/// Everything in which no chance plays comes out as it is kept.
#[test]
fn what_is_exact_is_found_again() {
    let kept = kept();
    let kept = rows(&kept);
    use Kind::{Agreement, Counts, Evaluations, Game, Search, Standing};
    let results = run(
        &[Agreement, Counts, Evaluations, Game, Search, Standing],
        None,
    );
    let found = rows(&results);
    assert!(found.len() > 50);
    for (name, row) in found {
        if row.figure != Some(Figure::Seconds) {
            assert_eq!(row.measured, kept[&name].measured, "{name}; {AGAIN}");
        }
    }
}

/// Agents play as they did: the first games of every match are those of the kept run.
#[test]
fn first_games_are_played_again() {
    let kept = kept();
    let kept = rows(&kept);
    let results = run(&[Kind::Match], Some(FIRST_GAMES as u64));
    let found = rows(&results);
    assert!(found.len() > 30);
    for (name, row) in found {
        let digest = |row: &RowResult| row.details["first_games"].clone();
        assert!(digest(row).is_string(), "{name}");
        assert_eq!(digest(row), digest(kept[&name]), "{name}; {AGAIN}");
    }
}

/// Whatever was published or claimed says where; what says nothing is a claim of our own.
#[test]
fn everything_published_has_its_place() {
    for (name, row) in rows(&kept()) {
        let is_own = row.source.is_none();
        assert!(!is_own || row.published.is_null(), "{name}");
        let may_be_own = [Compare::Claim, Compare::Measure].contains(&row.compare);
        assert!(!is_own || may_be_own, "{name}");
        assert!(row.source.as_deref() != Some(""), "{name}");
    }
}

/// A verdict says what would have made it the other one.
#[test]
fn a_verdict_says_when_it_would_be_a_match() {
    for (name, row) in rows(&kept()) {
        // Who wins a game needs no number.
        let is_game = row.compare == Compare::Claim && row.measured.is_array();
        if row.verdict.is_some() && !is_game {
            assert!(row.match_if.is_some(), "{name}");
        }
        if row.compare == Compare::Distribution {
            assert!(row.likelihood.is_some(), "{name}");
        }
    }
}
