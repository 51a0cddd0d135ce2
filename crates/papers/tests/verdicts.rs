//! Every row has the verdict that its paper's file expects. Games are fewer here than by
//! default, so that the tests stay fast; `papan papers run` plays all of them.

use papan_papers::{
    ExperimentResult, RowResult, Runner,
    data::{self, Compare, Verdict},
    page, select,
};
use serde_json::{Value, json};

fn run(names: &[&str], runner: &Runner) -> Vec<ExperimentResult> {
    let papers = data::all().expect("the files are right");
    let chosen = select::named(&papers, names).expect("they are there");
    runner.run(&chosen, &|_| {}).expect("they run")
}

/// Runs experiments, with `games` games for each row or as many as the files say.
fn check(names: &[&str], games: Option<u64>) -> Vec<ExperimentResult> {
    let runner = Runner {
        games,
        ..Runner::default()
    };
    let results = run(names, &runner);
    for result in &results {
        for row in &result.rows {
            let shown = (row.measured_words(), row.interval_words());
            let name = format!("{}/{}", result.experiment, row.name);
            // With fewer games than the file says, what is at the edge may be left open.
            assert!(row.as_expected(), "{name}: {shown:?}");
            if games.is_none() {
                assert_eq!(row.verdict, row.expected, "{name}: {shown:?}");
            }
        }
    }
    results
}

fn row<'a>(results: &'a [ExperimentResult], experiment: &str, name: &str) -> &'a RowResult {
    let result = results
        .iter()
        .find(|result| result.experiment == experiment);
    let rows = &result.expect("the experiment was run").rows;
    rows.iter()
        .find(|row| row.name == name)
        .expect("the row is there")
}

#[test]
fn othello() {
    let results = check(&["othello-negamax"], None);
    assert_eq!(results[0].rows.len(), 17);
    let first = serde_json::to_value(row(&results, "evaluation", "node a")).expect("JSON");
    for (key, value) in [
        ("node", json!("a")),
        ("move", json!("w19")),
        ("legal", json!(7)),
        ("player", json!(4)),
        ("total", json!(6)),
        ("value", json!(720)),
        ("verdict", json!("match")),
    ] {
        assert_eq!(first[key], value, "{key}");
    }
    let choice = &row(&results, "choice", "white's answer at one ply").details;
    assert_eq!(
        (&choice["square"], &choice["move"]),
        (&json!(21), &json!("f3"))
    );
}

#[test]
fn adjacency() {
    let exact = check(
        &[
            "adjacency/minimax-local",
            "adjacency/swapped",
            "adjacency/people",
        ],
        None,
    );
    for (name, score) in [
        ("28 rounds", [33, 31]),
        ("20 rounds", [25, 23]),
        ("16 rounds", [24, 16]),
    ] {
        assert_eq!(row(&exact, "swapped", name).measured, json!(score));
    }
    let board = &row(&exact, "minimax-local", "28 rounds").details["board"];
    assert_eq!(
        board.as_str().map(|board| board.split('/').count()),
        Some(8)
    );
    check(&["adjacency/genetic", "adjacency/genetic-28"], Some(24));
    check(&["adjacency/robustness"], Some(200));
}

#[test]
fn congklak() {
    let results = check(
        &[
            "congklak-negascout/values",
            "congklak-negascout/steps",
            "congklak-negascout/agreement",
            "congklak-negascout/win-rates",
        ],
        None,
    );
    check(&["congklak-negascout"], Some(1000));
    let fisher = row(&results, "win-rates", "15 of 21 is more than 12 of 21");
    assert_eq!(fisher.likelihood_words(), "52%");
    let steps = |series: &str| -> Vec<u64> {
        let measured =
            |position| &row(&results, "steps", &format!("{position}, {series}")).measured;
        let rows = ["P1", "P2", "P3", "P4", "P5"].map(measured);
        rows.iter().filter_map(|value| value.as_u64()).collect()
    };
    assert_eq!(steps("best reading"), [165, 42, 126, 61, 21]);
    assert_eq!(steps("textbook"), [118, 43, 119, 45, 21]);
    assert_eq!(steps("full tree"), [227, 92, 205, 90, 22]);
}

#[test]
fn blokus_duo() {
    check(&["blokus-duo-greedy"], Some(600));
}

#[test]
fn blokus_leaky() {
    let names = ["published-games", "shuffled", "plans", "claims", "people"];
    let names = names.map(|id| format!("blokus-leaky/{id}"));
    check(&names.each_ref().map(String::as_str), Some(300));
}

/// The search for readings of LeakyAI in small.
#[test]
fn the_nearest_reading_is_found_and_said_to_be_no_more() {
    let search = |games| {
        let runner = Runner {
            games: Some(games),
            ..Runner::default()
        };
        run(&["blokus-leaky/readings"], &runner).remove(0).rows
    };
    let rows = search(40);
    let [nearest, wrong] = &rows[..] else {
        panic!("two rows: {rows:?}");
    };
    let numbers = |value: &Value| -> Vec<i64> {
        serde_json::from_value(value.clone()).expect("eight scores")
    };
    let (ours, published) = (numbers(&nearest.measured), numbers(&nearest.published));
    let distance: i64 = ours
        .iter()
        .zip(&published)
        .map(|(a, b)| (a - b).abs())
        .sum();
    assert!(distance > 0 && nearest.verdict == Some(Verdict::Differs));
    assert_eq!(nearest.details["distance"], json!(distance));
    assert_eq!(nearest.details["readings"], json!(40));
    let reading = nearest.details["reading"].as_str().expect("in words");
    assert!(reading.starts_with("listing "), "{reading}");
    assert_eq!(wrong.details["distance"], json!(distance));
    assert!(wrong.as_expected() && wrong.details["readings"] == json!(40));
    // Those of a small search are among those of a larger one.
    let more = search(80)[0].details["distance"].as_i64();
    assert!(more.is_some_and(|more| more <= distance));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let names = [
        "blokus-duo-greedy/half-weight",
        "adjacency/robustness",
        "blokus-leaky/readings",
    ];
    let with = |threads| {
        let runner = Runner {
            games: Some(40),
            seed: Some(9),
            threads,
        };
        let mut results = run(&names, &runner);
        for result in &mut results {
            result.seconds = 0.0;
        }
        results
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn a_seed_changes_games_and_nothing_else() {
    let with = |seed| {
        let runner = Runner {
            games: Some(40),
            seed: Some(seed),
            threads: 1,
        };
        run(&["blokus-duo-greedy/half-weight"], &runner)[0]
            .rows
            .clone()
    };
    assert_ne!(with(1), with(2));
    assert_eq!(with(1), with(1));
}

#[test]
fn people_have_no_verdict() {
    let results = run(&["blokus-leaky/people"], &Runner::default());
    for row in &results[0].rows {
        assert_eq!(row.compare, Compare::NeedsPeople);
        let row = serde_json::to_value(row).expect("JSON");
        assert_eq!(
            (&row["verdict"], &row["expected"]),
            (&Value::Null, &Value::Null)
        );
    }
}

/// Runs a paper of one experiment.
fn run_text(text: &str, runner: &Runner) -> (Vec<data::Paper>, Vec<ExperimentResult>) {
    let header = "title = 'A title'\nsummary = 'A sentence.'\n[[experiments]]\n\
        id = 'mine'\ntitle = 'Mine'\nabout = 'Something.'\n";
    let papers = vec![data::parse("mine", &format!("{header}{text}")).expect("it is right")];
    let chosen = select::named(&papers, &["mine"]).expect("it is there");
    let results = runner.run(&chosen, &|_| {}).expect("it runs");
    (papers, results)
}

/// Greedy play against random play, of which some share of 100 games is published.
fn greedy(published: f64, expected: &str) -> String {
    let won = (100.0 * published).round();
    format!(
        "kind = 'match'\nfigure = 'results'\ngame = 'blokus-paper-duo'\ngames = 200\n\
        source = 'Table 1'\nagents = ['paper/duo-greedy', 'paper/duo-random']\n[[experiments.rows]]\n\
        name = 'a row'\ncompare = 'distribution'\nexpected = '{expected}'\n\
        results = [{won}, {}, 0]\nreason = 'So it is.'",
        100.0 - won
    )
}

fn with_games(games: Option<u64>) -> Runner {
    Runner {
        games,
        seed: Some(1),
        threads: 1,
    }
}

#[test]
fn an_unexpected_verdict_is_seen() {
    for (published, expected, found) in [
        (0.5, "match", Verdict::Differs),
        (0.94, "differs", Verdict::Match),
    ] {
        let (papers, results) = run_text(&greedy(published, expected), &with_games(None));
        let row = row(&results, "mine", "a row");
        assert_eq!(row.verdict, Some(found));
        assert!(!row.as_expected());
        let html = page::report(&papers, &results).html();
        assert!(html.contains("(unexpected)"));
    }
}

/// Two players without chance from the 36 openings of two plies: however many games are asked
/// for, there are 72, and the interval says so.
#[test]
fn repeated_games_count_once() {
    let text = "kind = 'match'\nfigure = 'score'\ngame = 'congklak-paper'\ngames = 2000\n\
        openings = 'random:2'\nseats = 'rotate'\n[[experiments.rows]]\nname = 'a row'\n\
        agents = ['paper/congklak-negascout:depth=3', 'paper/congklak-negascout:depth=2']\n\
        compare = 'claim'\nexpected = 'differs'\nabove = 0.5\nreason = 'So it is.'";
    let (_, results) = run_text(text, &with_games(None));
    let row = row(&results, "mine", "a row");
    assert_eq!(
        (&row.details["different_games"], &row.details["openings"]),
        (&json!(72), &json!(36))
    );
    assert_eq!(row.games_words(), "2000, 72 different");
    let (low, high) = row.interval.expect("a share has an interval");
    assert!(high - low > 0.15, "{low} to {high}");
    assert_eq!(row.verdict, Some(Verdict::Differs));
}

/// A claim and its bound are told apart from what was found.
#[test]
fn bounds_are_said() {
    let results = run(&["adjacency/robustness"], &with_games(Some(20)));
    let row = serde_json::to_value(&results[0].rows[0]).expect("JSON");
    assert_eq!(row["match_if"], json!({"below": 0.5}));
    assert_eq!(row["source"], Value::Null);
    assert_eq!(results[0].rows[0].match_if_words(), "below 50.0%");
}

/// Wins alone would fit; that nobody ever tied does not.
#[test]
fn ties_count_too() {
    let with = |results: &str| {
        let text = greedy(0.5, "match")
            .replace("[50, 50, 0]", results)
            .replace(
                "['paper/duo-greedy', 'paper/duo-random']",
                "['paper/duo-advanced', 'paper/duo-advanced']",
            );
        let (_, results) = run_text(&text, &with_games(Some(400)));
        row(&results, "mine", "a row").clone()
    };
    assert_eq!(with("[52, 41, 7]").verdict, Some(Verdict::Match));
    let many = with("[52, 18, 30]");
    assert_eq!(many.verdict, Some(Verdict::Differs));
    assert!(many.likelihood < Some(0.001));
}

/// What fewer games than the file says cannot show is no alarm; what they show is one.
#[test]
fn few_games_say_what_they_can() {
    for (games, published, expected, found) in [
        (1, 0.95, "match", Verdict::Match),
        (3, 0.95, "match", Verdict::Match),
        (3, 0.86, "differs", Verdict::Undecided),
        (40, 0.5, "match", Verdict::Differs),
        (40, 0.5, "differs", Verdict::Differs),
    ] {
        let text = greedy(published, expected);
        let (_, results) = run_text(&text, &with_games(Some(games)));
        let row = row(&results, "mine", "a row");
        assert_eq!(row.verdict, Some(found), "{games} games, {published}");
        let is_alarm = expected == "match" && found == Verdict::Differs;
        assert_eq!(row.as_expected(), !is_alarm);
    }
}

#[test]
fn few_games_are_no_false_alarm() {
    for (games, seed) in (1..=6).flat_map(|seed| [(1, seed), (3, seed), (20, seed)]) {
        let runner = Runner {
            games: Some(games),
            seed: Some(seed),
            ..Runner::default()
        };
        for result in run(&["adjacency/genetic", "blokus-duo-greedy"], &runner) {
            for row in &result.rows {
                let name = format!("{}/{}, {games}, {seed}", result.experiment, row.name);
                assert!(row.as_expected(), "{name}: {:?}", row.interval_words());
            }
        }
    }
}

/// Searches are compared with the first of them by value, in a single position too.
#[test]
fn other_values_are_seen_in_one_position() {
    let with = |agent: &str| {
        let text = format!(
            "kind = 'search'\nfigure = 'nodes'\ngame = 'congklak-paper'\n\
            [[experiments.rows]]\nname = 'first'\nagents = ['minimax:depth=4,eval=stores']\n\
            compare = 'measure'\nreason = 'So it is.'\n\
            [[experiments.rows]]\nname = 'second'\nagents = ['{agent}']\n\
            compare = 'claim'\nexpected = 'match'\nreason = 'So it is.'"
        );
        let (_, results) = run_text(&text, &Runner::default());
        assert_eq!(row(&results, "mine", "first").verdict, None);
        row(&results, "mine", "second").verdict
    };
    let same = "alphabeta:depth=4,eval=stores";
    assert_eq!(with(same), Some(Verdict::Match));
    // Fewer nodes, and another value; then the same value with as many nodes.
    assert_eq!(with("minimax:depth=1,eval=stores"), Some(Verdict::Differs));
    assert_eq!(with("minimax:depth=4,eval=stores"), Some(Verdict::Differs));
    // Random play has no value.
    assert_eq!(with("random"), Some(Verdict::Differs));
}

#[test]
fn a_claim_of_searches_needs_a_measure() {
    let text = "title = 'A'\nsummary = 'B'\n[[experiments]]\nid = 'mine'\ntitle = 'Mine'\n\
        about = 'C'\nkind = 'search'\ngame = 'congklak-paper'\nagents = ['random']\n\
        [[experiments.rows]]\nname = 'first'\ncompare = 'claim'\nexpected = 'match'\n\
        reason = 'D'";
    let error = data::parse("mine", text).expect_err("nothing to compare with");
    assert!(error.to_string().contains("there is no measure"), "{error}");
}

#[test]
fn claims_bring_what_they_speak_of() {
    let runner = Runner {
        games: Some(20),
        ..Runner::default()
    };
    let results = run(&["blokus-leaky/claims"], &runner);
    assert_eq!(results.len(), 1);
    assert!(results[0].rows.iter().all(|row| row.verdict.is_some()));
}
