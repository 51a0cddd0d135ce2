//! The program as its users run it.

mod support;

use serde_json::Value;
use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};
use support::{folder, json, output, papan, refusal, text};

#[test]
fn every_command_explains_itself() {
    let all = output(&["--help"]);
    for command in [
        "serve", "games", "show", "perft", "playouts", "convert", "bench",
    ] {
        assert!(all.contains(command), "{command}");
        let help = output(&[command, "--help"]);
        assert!(
            help.contains("--json") && help.contains("Usage: papan"),
            "{help}"
        );
    }
    assert!(output(&["--version"]).starts_with("papan "));
}

#[test]
fn games_are_listed_with_parameters_and_players() {
    let listing = json(&["games"]);
    let games = listing["games"].as_array().unwrap();
    let game = |name: &str| games.iter().find(|game| game["name"] == name).unwrap();
    assert_eq!(game("blokus-classic")["players"], 4);
    assert_eq!(game("blokus-classic-3")["players"], 3);
    assert_eq!(game("adjacency")["parameters"][0]["name"], "rounds");
    assert_eq!(game("adjacency")["parameters"][0]["allowed"], "1..=28");
    for name in [
        "othello",
        "blokus-duo",
        "blokus-paper-duo",
        "congklak",
        "congklak-paper",
        "kalah",
    ] {
        assert!(output(&["games"]).contains(name));
        game(name);
    }
    for name in ["othello:size=6", "OTHELLO"] {
        let one = json(&["games", name]);
        assert_eq!(one["games"].as_array().unwrap().len(), 1, "{name}");
    }
}

#[test]
fn a_position_is_shown() {
    let shown = json(&["show", "othello"]);
    assert_eq!(shown["game"], "othello");
    assert_eq!(shown["turn"], 0);
    assert_eq!(
        shown["legal_moves"],
        serde_json::json!(["d3", "c4", "f5", "e6"])
    );
    assert_eq!(shown["scores"], serde_json::json!([2, 2]));
    assert_eq!(shown["outcome"], Value::Null);
    assert!(output(&["show", "othello"]).contains("3 . . . + . . . ."));

    let start = "......OO/......OO/......../......../......../......../XX....../XX...... X 56";
    assert_eq!(json(&["show", "adjacency"])["position"], start);
    let short = json(&["show", "adjacency:rounds=16"])["position"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(short.ends_with("X 32"), "{short}");
    // The plies of a given position win over the rounds.
    let given = json(&["show", "adjacency:rounds=16", "--position", start]);
    assert_eq!(given["position"], start);

    let congklak = json(&["show", "congklak"]);
    assert_eq!(congklak["position"], "7,7,7,7,7,7,7:0 7,7,7,7,7,7,7:0 A");
    assert_eq!(congklak["legal_moves"].as_array().unwrap().len(), 7);
}

#[test]
fn moves_are_played_before_it() {
    let shown = json(&["show", "othello", "--moves", "f5 D6"]);
    assert_eq!(shown["turn"], 0);
    assert_eq!(shown["played"][1]["move"], "d6");
    assert_eq!(shown["played"][0]["effects"]["details"]["flipped"][0], "e5");
    let first_turn = json(&["show", "congklak", "--moves", "1 2 7 7 1 3 1 4 7"]);
    assert_eq!(first_turn["scores"][0], 54);
    assert_eq!(first_turn["played"][8]["seat"], 0);
}

#[test]
fn a_finished_game_has_an_outcome() {
    let full = format!("{} X", "X".repeat(33) + &"O".repeat(31));
    let shown = json(&["show", "othello", "--position", &full]);
    assert_eq!(shown["turn"], Value::Null);
    assert_eq!(shown["legal_moves"], serde_json::json!([]));
    assert_eq!(
        shown["outcome"],
        serde_json::json!({"ranks": [1, 2], "winner": 0})
    );
    assert!(output(&["show", "othello", "--position", &full]).contains("black wins"));
    let drawn = format!("{} X", "X".repeat(32) + &"O".repeat(32));
    let shown = json(&["show", "othello", "--position", &drawn]);
    assert_eq!(
        shown["outcome"],
        serde_json::json!({"ranks": [1, 1], "winner": null})
    );
}

#[test]
fn perft_counts() {
    let counted = json(&["perft", "othello", "7"]);
    assert_eq!(counted["nodes"], 55092);
    assert!(counted["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(json(&["perft", "othello:size=4", "8"])["nodes"], 9112);
    assert_eq!(json(&["perft", "blokus-duo", "2"])["nodes"], 171_396);
    assert_eq!(json(&["perft", "othello", "0"])["nodes"], 1);
    let parts = output(&["perft", "othello", "5", "--divide"]);
    assert!(
        parts.contains("f5: 349\n") && parts.contains("1396 nodes"),
        "{parts}"
    );
    let divided = json(&["perft", "othello", "5", "--divide", "--moves", "f5"]);
    // The four first moves are mirror images of each other.
    assert_eq!(divided["nodes"], 8200 / 4);
    assert_eq!(divided["divide"].as_object().unwrap().len(), 3);
}

#[test]
fn playouts_are_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        json(&[
            "playouts",
            "blokus-classic",
            "--games",
            "700",
            "--seed",
            "5",
            "--threads",
            threads,
        ])
    };
    let (one, three) = (play("1"), play("3"));
    for key in [
        "games",
        "moves",
        "wins",
        "draws",
        "win_share",
        "mean_scores",
    ] {
        assert_eq!(one[key], three[key], "{key}");
    }
    assert_eq!(one["games"], 700);
    let wins: u64 = one["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert_eq!(wins + one["draws"].as_u64().unwrap(), 700);
    for (share, wins) in std::iter::zip(
        one["win_share"].as_array().unwrap(),
        one["wins"].as_array().unwrap(),
    ) {
        assert_eq!(share.as_f64().unwrap(), wins.as_f64().unwrap() / 700.0);
    }
    let means = one["mean_scores"].as_array().unwrap().iter();
    let sum: f64 = means.map(|mean| mean.as_f64().unwrap()).sum();
    assert!((-140.0..-90.0).contains(&sum), "{sum}");
    let other = json(&[
        "playouts",
        "blokus-classic",
        "--games",
        "700",
        "--seed",
        "6",
    ]);
    assert_ne!(other["moves"], one["moves"]);
    assert!(one["games_per_second"].as_f64().unwrap() > 0.0);
    assert!(output(&["playouts", "kalah", "--games", "10"]).contains("wins"));
}

#[test]
fn bench_counts_what_it_always_did() {
    // Another number means that a game has changed: say so where it is changed.
    assert_eq!(json(&["bench"])["nodes"], 179_249_800);
    let last = output(&["bench"]).lines().last().unwrap().to_owned();
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!((words[1], words[3]), ("nodes,", "nodes/s"), "{last}");
}

#[test]
fn files_are_converted() {
    let folder = folder("files_are_converted");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(file("games.txt"), "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
    output(&["convert", "othello", &file("games.txt"), &file("games.ggf")]);
    let (ggf, wtb) = (file("games.ggf"), file("games.wtb"));
    let report = json(&["convert", "othello", &ggf, &wtb, "--from", "GGF"]);
    assert_eq!(report["games"], 2);
    assert_eq!(
        (&report["from"], &report["to"]),
        (&"ggf".into(), &"wthor".into())
    );
    output(&["convert", "othello", &file("games.wtb"), &file("games.sgf")]);
    let lines = output(&["convert", "othello", &file("games.sgf"), "--to", "lines"]);
    assert_eq!(
        lines,
        "othello | start | f5 d6 c3 d3 c4\nothello | start | f5 f6 e6 f4\n"
    );

    let refused = refusal(&["convert", "othello", &file("games.txt"), &file("games.sgf")]);
    assert!(refused.contains("--force replaces it"), "{refused}");
    output(&[
        "convert",
        "othello",
        &file("games.txt"),
        &file("games.sgf"),
        "--force",
    ]);
    let left: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 4, "nothing half-written is left: {left:?}");
}

#[test]
fn standard_input_and_output_are_files_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["convert", "blokus-duo", "--from", "lines", "--to", "blksgf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let line = b"blokus-duo | start | e9,d10,e10,f10,e11 j5\n";
    child.stdin.take().unwrap().write_all(line).unwrap();
    let output = text(&child.wait_with_output().unwrap().stdout);
    assert!(output.starts_with("(;GM[Blokus Duo]"), "{output}");
    assert!(output.contains(";W[j5]"), "{output}");
}

#[cfg(unix)]
#[test]
fn what_is_replaced_stays_what_it_was() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = folder("what_is_replaced_stays_what_it_was");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(file("a.txt"), "f5d6c3\n").unwrap();
    let convert = |to: &str| papan(&["convert", "othello", &file("a.txt"), to, "--force"]);

    // A link leads to the file that is replaced, and the file keeps its permissions.
    fs::write(file("real.sgf"), "old").unwrap();
    fs::set_permissions(file("real.sgf"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink(file("real.sgf"), file("link.sgf")).unwrap();
    assert!(convert(&file("link.sgf")).status.success());
    assert!(fs::symlink_metadata(file("link.sgf")).unwrap().is_symlink());
    assert!(
        fs::read_to_string(file("real.sgf"))
            .unwrap()
            .contains("GM[2]")
    );
    assert_eq!(
        fs::metadata(file("real.sgf")).unwrap().permissions().mode() & 0o777,
        0o600
    );

    // A pipe stays a pipe.
    assert!(
        Command::new("mkfifo")
            .arg(file("pipe.sgf"))
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = file("pipe.sgf");
        move || fs::read_to_string(pipe).unwrap()
    });
    assert!(convert(&file("pipe.sgf")).status.success());
    assert!(reader.join().unwrap().contains("GM[2]"));
    assert!(
        fs::metadata(file("pipe.sgf"))
            .unwrap()
            .file_type()
            .is_fifo()
    );

    symlink(file("nowhere"), file("dangling.sgf")).unwrap();
    for (to, problem) in [
        (file("dangling.sgf"), "link "),
        (file("none/a.sgf"), "there is no folder"),
    ] {
        let output = convert(&to);
        assert_eq!(output.status.code(), Some(2), "{to}");
        assert!(
            text(&output.stderr).contains(problem),
            "{}",
            text(&output.stderr)
        );
    }
    fs::create_dir(file("folder.sgf")).unwrap();
    assert!(text(&convert(&file("folder.sgf")).stderr).contains("is a folder"));
}

#[test]
fn what_is_shown_can_be_given_back() {
    for game in [
        "othello",
        "othello:size=4",
        "blokus-duo",
        "blokus-classic-3",
        "congklak",
        "kalah",
        "adjacency",
    ] {
        let shown = json(&["show", game]);
        let position = shown["position"].as_str().unwrap();
        assert_eq!(
            json(&["show", game, "--position", position]),
            shown,
            "{game}"
        );
        let counted = json(&["perft", game, "2", "--position", position])["nodes"].clone();
        assert_eq!(counted, json(&["perft", game, "2"])["nodes"], "{game}");
    }
    // A pass may begin with a hyphen too.
    let said = refusal(&["show", "othello", "--moves", "--"]);
    assert!(said.contains("may not pass"), "{said}");
}

/// A full board of Adjacency.
const FULL: &str = "XOXOXOXO/OXOXOXOX/XOXOXOXO/OXOXOXOX/XOXOXOXO/OXOXOXOX/XOXOXOXO/OXOXOXOX X 0";

/// `docs/agents.md` is what the program writes.
#[test]
fn the_list_of_agents_is_current() {
    let written =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents.md"));
    let shown = text(&papan(&["agents", "--markdown"]).stdout);
    assert_eq!(
        written.unwrap().trim_end(),
        shown.trim_end(),
        "papan agents --markdown > docs/agents.md makes it current"
    );
}

#[test]
fn agents_are_listed_for_a_game() {
    let list = json(&["agents", "othello"]);
    let names: Vec<&str> = list["agents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|agent| agent["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"minimax") && names.contains(&"paper/othello-negamax"));
    assert!(!names.contains(&"paper/leaky"));
    let many = json(&["agents", "blokus-classic"]).to_string();
    assert!(!many.contains("\"minimax\"") && many.contains("\"paranoid\""));
}

#[test]
fn best_answers_with_move_value_and_line() {
    let answer = json(&["best", "adjacency", "alphabeta:depth=4", "--all"]);
    assert_eq!(answer["value"], 0);
    assert_eq!(answer["depth"], 4);
    assert_eq!(answer["line"].as_array().unwrap().len(), 4);
    assert_eq!(answer["line"][0], answer["move"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 56);
    let best = moves.iter().map(|valued| valued["value"].as_i64().unwrap());
    assert_eq!(best.max(), Some(0));
    let random = json(&["best", "othello", "random"]);
    assert!(random["value"].is_null());
    let deeper = json(&["best", "othello:size=4", "negascout"]);
    assert_eq!(deeper["exact"], true);
    assert_eq!(deeper["value"], -8); // by discs alone
}

#[test]
fn best_gives_several_lines() {
    for (game, agent) in [
        ("othello", "patterns:depth=4"),
        ("othello", "negascout:depth=3"),
        ("kalah", "mcts:nodes=500"),
        ("blokus-duo", "explorer:nodes=50"),
        ("congklak", "level:3"),
    ] {
        let answer = json(&["best", game, agent, "--lines", "3"]);
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3, "{game} {agent}");
        let value = |at: usize| lines[at]["value"].as_f64().unwrap();
        assert!(value(0) >= value(1) && value(1) >= value(2), "{answer}");
        for line in lines {
            assert_eq!(line["line"][0], line["move"]);
            assert!(line["depth"].is_u64() && line["exact"].is_boolean());
        }
    }
    // Where the solver is through, what each move is worth is proven.
    let late = [
        "best",
        "othello:size=4",
        "patterns",
        "--lines",
        "9",
        "--all",
    ];
    let answer = json(&late);
    for list in ["lines", "moves"] {
        for judged in answer[list].as_array().unwrap() {
            assert_eq!(
                (&judged["value"], &judged["exact"]),
                (&(-10).into(), &true.into())
            );
        }
    }
    let text = String::from_utf8(papan(&late).stdout).unwrap();
    assert!(
        text.contains("value -10, proven") && text.contains("=-10  b1 "),
        "{text}"
    );
}

#[test]
fn openings_have_names_and_the_book_knows_them() {
    let tiger = ["--moves", "f5 d6 c3 d3 c4 f4"];
    let shown = json(&[&["show", "othello"], &tiger[..]].concat());
    assert_eq!(shown["opening"]["name"], "Tiger");
    assert!(json(&["show", "othello"])["opening"].is_null());
    let text = String::from_utf8(papan(&[&["show", "othello"], &tiger[..]].concat()).stdout);
    assert!(text.unwrap().contains("opening   Tiger"));
    let best = json(
        &[
            &["best", "othello", "patterns:nodes=100,book=on"],
            &tiger[..],
        ]
        .concat(),
    );
    assert_eq!(best["opening"]["code"], "tiger");
    assert_eq!(
        (&best["move"], &best["nodes"]),
        (&best["book"][0]["move"], &0.into())
    );
    let searched = json(&[&["best", "othello", "patterns:nodes=100"], &tiger[..]].concat());
    assert!(searched["nodes"].as_u64() > Some(0) && searched["book"] == best["book"]);
}

#[test]
fn matches_are_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        let mut table = json(&[
            "match",
            "adjacency:rounds=6",
            "random",
            "greedy:ties=random",
            "--games",
            "40",
            "--rotate-seats",
            "--openings",
            "random:2",
            "--threads",
            threads,
        ]);
        for list in ["agents", "seats", "by_seat"] {
            for row in table[list].as_array_mut().unwrap() {
                row["mean_seconds"] = 0.into();
                row["mean_game_seconds"] = 0.into();
                row["mean_cpu_seconds"] = 0.into();
                row["mean_game_cpu_seconds"] = 0.into();
            }
        }
        table["cpu_ratio"] = 0.into();
        table
    };
    let alone = play("1");
    assert_eq!(alone, play("3"));
    assert_eq!(alone["games"], 40);
    let agents = alone["agents"].as_array().unwrap();
    let count = |agent: usize, name: &str| agents[agent][name].as_u64().unwrap();
    assert_eq!(count(0, "wins") + count(1, "wins") + count(0, "draws"), 40);
    assert!(
        agents[1]["share"].as_f64().unwrap() > 0.7,
        "greedy beats random"
    );
    assert_eq!(alone["by_seat"].as_array().unwrap().len(), 4);
}

/// What an engine counts in parts of a point is not rounded away, and the number says what it counts.
#[test]
fn values_have_fractions_and_a_unit() {
    let moves = ["--moves", "f5 d6 c3 d3 c4", "--all"];
    let best = json(&[&["best", "othello", "patterns:nodes=2000"], &moves[..]].concat());
    assert_eq!(
        (&best["unit"], &best["exact"]),
        (&"points".into(), &false.into())
    );
    let values = best["moves"].as_array().unwrap().iter();
    let values: Vec<f64> = values
        .map(|valued| valued["value"].as_f64().unwrap())
        .collect();
    assert!(
        values.iter().any(|value| value.fract() != 0.0),
        "{values:?}"
    );
    for value in values {
        assert!(
            format!("{value}").len() <= format!("{value:.2}").len(),
            "{value}"
        );
    }
    let share = json(&["best", "othello", "mcts:nodes=100"]);
    assert_eq!(share["unit"], "share");
    assert!(json(&["best", "othello", "random"])["unit"].is_null());
}

/// What is said of the chosen move is what its line in the list says, also when a level errs.
#[test]
fn every_move_has_one_value() {
    for seed in ["1", "2"] {
        let best = json(&["best", "congklak", "level:3", "--all", "--seed", seed]);
        let moves = best["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 7);
        let chosen = moves.iter().find(|valued| valued["move"] == best["move"]);
        assert_eq!(best["value"], chosen.unwrap()["value"], "seed {seed}");
    }
}

#[test]
fn small_games_are_solved() {
    let stopped = papan(&["solve", "othello:size=6", "--time", "1"]);
    let error = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert!(
        error.contains("not solved within 1 s: stopped before"),
        "{error}"
    );
    let undecided = papan(&["solve", "othello:size=6", "--time", "1", "--json"]);
    assert_eq!(undecided.status.code(), Some(4));
    let undecided: serde_json::Value = serde_json::from_slice(&undecided.stdout).unwrap();
    let known = &undecided["so_far"];
    assert!(known["least"].as_i64() <= Some(-4) && known["most"].as_i64() >= Some(-4));
    assert!(
        known["best"].is_string() && known["confidence"].is_number(),
        "{known}"
    );
    let solved = json(&["solve", "othello:size=4", "--threads", "2", "--anyway"]);
    assert_eq!(solved["value"], -10);
    assert_eq!(json(&["solve", "othello:size=4"])["value"], -10);
    let outcome = json(&["solve", "othello:size=4", "--wdl"]);
    assert_eq!(outcome["outcome"], "loss");
    assert!(outcome["value"].is_null() && outcome["line"].is_array());
    let text = papan(&["solve", "othello:size=4", "--wdl"]);
    assert!(text.stdout.starts_with(b"white wins\n"), "{text:?}");
    assert_eq!(
        json(&["solve", "kalah:holes=3,seeds=3", "--wdl"])["outcome"],
        "win"
    );
    assert_eq!(json(&["solve", "adjacency:rounds=3"])["value"], 0);
    assert_eq!(json(&["solve", "kalah:holes=3,seeds=3"])["value"], 2);
    let turn = json(&["solve", "congklak:holes=4,seeds=4", "--first-turn"]);
    assert_eq!(
        (&turn["collected"], &turn["exact"]),
        (&30.into(), &true.into())
    );
}

#[test]
fn endgames_of_a_file_are_solved_and_checked() {
    let folder = folder("endgames");
    let file = folder.join("problems.obf");
    let easy = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let problem = |values: &str| format!("{easy}; {values}\n");
    let text = problem("H8:+64") + &problem("") + &problem("H8:+62") + &problem("H8:+64");
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let bench = |problems: &str, more: &[&str]| {
        let words = ["bench", "endgames", "othello", file, "--problems", problems];
        papan(&[&words[..], more].concat())
    };
    let right = bench("1-2", &["--json", "--threads", "2"]);
    assert!(right.status.success(), "{right:?}");
    let right: serde_json::Value = serde_json::from_slice(&right.stdout).unwrap();
    assert_eq!(right["right"], 2);
    let first = &right["problems"][0];
    assert_eq!(
        (&first["move"], &first["value"]),
        (&"h8".into(), &64.0.into())
    );
    assert_eq!((&first["plies"], &first["number"]), (&1.into(), &1.into()));
    let wrong = bench("3-4", &[]);
    assert_eq!(wrong.status.code(), Some(1));
    let text = String::from_utf8_lossy(&wrong.stdout);
    assert!(text.contains("WRONG: the file says +62") && text.contains("2 solved, 1 right"));
    for (problems, expected) in [
        ("5", "has 4 problems"),
        ("2-1", "FIRST-LAST"),
        ("0", "FIRST"),
    ] {
        let refused = bench(problems, &[]);
        assert_eq!(refused.status.code(), Some(2), "{problems}");
        let text = String::from_utf8_lossy(&refused.stderr);
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn errors_leave_the_terminal_alone() {
    let said = refusal(&["show", "\u{1b}[31mred"]);
    assert!(
        said.contains("\\u{1b}[31mred") && !said.contains('\u{1b}'),
        "{said}"
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["show", "blokus-classic"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn mistakes_say_what_was_wrong_and_what_is_allowed() {
    for (arguments, expected) in [
        (&["show", "otello"][..], "did you mean 'othello'?"),
        (&["show", "othello:size=5"], "size is 4|6|8"),
        (&["show", "othello:sise=6"], "did you mean 'size'?"),
        (&["show", "adjacency:rounds=29"], "rounds is 1..=28"),
        (
            &["show", "blokus:seats=2,colours=3"],
            "2 players hold 2 or 4 colours",
        ),
        (
            &["show", "othello", "--moves", "f5 f5"],
            "move 2: 'f5' is not allowed: the square is taken",
        ),
        (
            &["perft", "othello", "2", "--moves", "f5 f5 d6"],
            "error: move 2: 'f5' is not allowed: the square is taken",
        ),
        (
            &["best", "othello", "random", "--moves", "f5 f5 d6"],
            "error: move 2: 'f5' is not allowed: the square is taken",
        ),
        (
            &["best", "othello", "random", "--position", "XO"],
            "error: not a position of othello",
        ),
        (
            &["show", "blokus-duo", "--moves", "a1"],
            "must cover the start square e10",
        ),
        (
            &["show", "othello", "--position", "XO"],
            "instead of 64 squares",
        ),
        (&["show", "congklak", "--moves", "8"], "8"),
        (&["perft", "othello", "x"], "invalid value 'x'"),
        (&["perft", "othello", "-1"], "unexpected argument '-1'"),
        (&["playouts", "othello", "--games", "0"], "0 is not in 1.."),
        (
            &["playouts", "othello", "--threads", "0"],
            "0 is not in 1..=1024",
        ),
        (
            &["convert", "othello", "--from", "chess", "--to", "sgf"],
            "it has: transcript, obf, ggf",
        ),
        (
            &["convert", "othello", "nowhere.ggf", "--to", "sgf"],
            "cannot read nowhere.ggf",
        ),
        (
            &["convert", "othello", "--from", "sgf"],
            "Say --to and one of: transcript (.txt)",
        ),
        (
            &[
                "convert", "othello", "--from", "sgf", "--to", "ggf", "--json",
            ],
            "name an output file",
        ),
        (&["best", "othello", "negamix"], "did you mean 'negamax'?"),
        (&["best", "othello", "minimax:depth=0"], "depth is none|1.."),
        (&["best", "othello", "level:10"], "it is 1..=9"),
        (&["best", "othello", "greedy:eval=nice"], "it has: discs"),
        (
            &["best", "blokus-classic", "minimax"],
            "these play it: random, greedy, mcts, maxn, paranoid, level",
        ),
        (
            &["best", "othello", "random", "--all"],
            "no opinion about moves",
        ),
        (
            &["best", "othello", "random", "--lines", "3"],
            "no opinion about moves: --lines needs an agent with values",
        ),
        (
            &["best", "othello", "greedy", "--lines", "0"],
            "0 is not in 1..",
        ),
        (
            &["best", "othello", "random", "--position", "X"],
            "instead of 64 squares",
        ),
        (
            &["best", "adjacency", "random", "--position", FULL],
            "the game is over",
        ),
        (
            &["solve", "adjacency", "--position", FULL],
            "nothing to solve",
        ),
        (
            &["solve", "othello", "--first-turn"],
            "has no turns of several moves",
        ),
        (
            &["match", "othello", "random"],
            "has 2 seats, and agents for 1 of them were named",
        ),
        (
            &["match", "othello", "random", "randon"],
            "did you mean 'random'?",
        ),
        (
            &["match", "othello", "random", "random", "--openings", "book"],
            "write start, random:PLIES",
        ),
        (
            &["match", "othello", "random", "random", "--games", "0"],
            "0 is not in 1..",
        ),
        (&["sing"], "unrecognized subcommand 'sing'"),
    ] {
        let said = refusal(arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}
