//! The files of the papers, and files that are wrong.

use papan_agents::{Playable, agents, games};
use papan_core::spec::SpecError;
use papan_papers::data::{self, Compare, DataError, Kind, Paper, parse};

#[test]
fn every_paper_loads() {
    let papers = data::all().expect("the files are right");
    let names: Vec<&str> = papers.iter().map(|paper| paper.name.as_str()).collect();
    let known = [
        "adjacency",
        "othello-negamax",
        "congklak-negascout",
        "blokus-duo-greedy",
        "blokus-leaky",
    ];
    assert_eq!(names, known);
    for paper in &papers {
        for experiment in &paper.experiments {
            assert!(!experiment.rows.is_empty(), "{}", experiment.id);
            assert!(experiment.about.ends_with('.'), "{}", experiment.id);
            for row in &experiment.rows {
                assert!(row.reason.ends_with('.'), "{}/{}", experiment.id, row.name);
            }
        }
    }
}

/// What one would otherwise learn only after minutes of games.
#[test]
fn every_game_and_agent_is_there() {
    struct Opens<'a>(&'a [String]);
    impl games::Visitor for Opens<'_> {
        type Output = Result<(), SpecError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let open = |name: &String| agents::open(&game, name, 1).map(|_| ());
            self.0.iter().try_for_each(open)
        }
    }
    for paper in data::all().expect("the files are right") {
        for experiment in &paper.experiments {
            for row in &experiment.rows {
                let settings = row.settings(experiment);
                if let Some(game) = &settings.game {
                    let agents = settings.agents.unwrap_or_default();
                    let opened = games::visit(game, Opens(&agents)).and_then(|opened| opened);
                    assert_eq!(opened, Ok(()), "{}/{}", experiment.id, row.name);
                }
            }
        }
    }
}

#[test]
fn people_are_only_listed() {
    for paper in data::all().expect("the files are right") {
        for experiment in &paper.experiments {
            for row in &experiment.rows {
                let with_people = experiment.kind == Kind::People;
                let is_measure = row.compare == Compare::Measure;
                assert_eq!(with_people, row.compare == Compare::NeedsPeople);
                assert_eq!(with_people || is_measure, row.expected.is_none());
            }
        }
    }
}

const GOOD: &str = r#"
title = "A title"
summary = "A sentence."

[[experiments]]
id = "games"
title = "Games"
about = "Some games."
kind = "match"
game = "adjacency:rounds=2"
agents = ["random", "random"]
figure = "results"
games = 10
source = "Table 1"

[[experiments.rows]]
name = "a row"
compare = "distribution"
expected = "match"
results = [5, 5, 0]
reason = "So it is."

[[experiments]]
id = "claims"
title = "Claims"
about = "Some claims."
kind = "claims"
figure = "wins"

[[experiments.rows]]
name = "a claim"
of = ["games/a row"]
above = 0.1
compare = "claim"
expected = "match"
reason = "So it is."
"#;

fn read(text: &str) -> Result<Paper, DataError> {
    parse("mine", text)
}

#[test]
fn what_is_wrong_is_said() {
    read(GOOD).expect("nothing is wrong");
    for (from, to, expected) in [
        (
            "figure = \"results\"\ngames",
            "figur = \"results\"\ngames",
            "figur",
        ),
        ("results = [", "result = [", "result"),
        (
            "source = \"Table 1\"\n",
            "",
            "games/a row: source is missing: where was this published?",
        ),
        ("kind = \"match\"", "kind = \"mach\"", "mach"),
        (
            "figure = \"results\"\ngames",
            "figure = \"best\"\ngames",
            "games/a row: published is missing",
        ),
        (
            "figure = \"results\"\ngames",
            "figure = \"lead\"\ngames",
            "games/a row: distribution goes with",
        ),
        (
            "results = [5, 5, 0]\n",
            "",
            "games/a row: results is missing",
        ),
        (
            "results = [5, 5, 0]",
            "results = [0, 0, 0]",
            "games/a row: results is missing",
        ),
        (
            "compare = \"claim\"\nexpected = \"match\"",
            "compare = \"measure\"",
            "only matches and the first of some searches",
        ),
        ("games = 10\n", "", "games/a row: games is missing"),
        (
            "agents = [\"random\", \"random\"]\n",
            "",
            "games/a row: agents is missing",
        ),
        (
            "games/a row",
            "games/another",
            "there is no earlier row games/another",
        ),
        (
            "games/a row",
            "claims/a claim",
            "there is no earlier row claims/a claim",
        ),
        (
            "above = 0.1\n",
            "",
            "claims/a claim: above or below is missing",
        ),
        (
            "id = \"claims\"",
            "id = \"games\"",
            "games: this id is given twice",
        ),
        (
            "compare = \"claim\"",
            "compare = \"needs-people\"",
            "needs-people goes with",
        ),
        ("expected = \"match\"\nres", "res", "expected goes with"),
    ] {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD, "{from}");
        let error = read(&text).expect_err(expected).to_string();
        assert!(error.starts_with("papers/mine.toml: "), "{error}");
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

/// Points are compared with one game, whose size needs no telling.
#[test]
fn points_need_no_results() {
    let points = GOOD
        .replace("figure = \"results\"\ngames", "figure = \"points\"\ngames")
        .replace("results = [5, 5, 0]\n", "published = 5\n");
    read(&points).expect("nothing is wrong");
}
