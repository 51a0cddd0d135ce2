//! Games that are reviewed.

use crate::support::{folder, json, output, papan};
use serde_json::Value;
use std::fs;

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn a_review_judges_every_move_and_says_what_was_better() {
    let folder = folder("review");
    let file = folder.join("game.txt");
    let moves = "c4 e3 f2 c5 d6 c6 b4 d3 e2 b6 f4 b3 b2 e6";
    fs::write(&file, moves).unwrap();
    let file = file.to_str().unwrap();
    let told = json(&["review", file, "--nodes", "3000"]);
    let judged = told["games"][0]["moves"].as_array().unwrap();
    assert_eq!(judged.len(), 14);
    for judged in judged {
        let lost = judged["lost"]["points"].as_f64().unwrap_or(0.0);
        assert!(lost < 3.0 || judged["grade"] != "good", "{judged}");
    }
    assert_eq!(told["players"].as_array().unwrap().len(), 2);
    let text = output(&["review", file, "--nodes", "3000"]);
    assert!(
        text.contains("better: ") && text.contains("reply:  "),
        "{text}"
    );
    // The reasons of faults, for programs and in words.
    let faults = judged
        .iter()
        .filter(|judged| ["inaccuracy", "mistake", "blunder"].contains(&text_of(&judged["grade"])));
    let reasons: Vec<&Value> = faults
        .flat_map(|judged| judged["reasons"].as_array().unwrap())
        .collect();
    assert!(!reasons.is_empty(), "no fault has a reason: {told}");
    for reason in reasons {
        let sentence = text_of(&reason["text"]);
        assert!(sentence.starts_with("It "), "{reason}");
        assert!(!text_of(&reason["code"]).is_empty(), "{reason}");
        assert!(text.contains(sentence), "{sentence} is not in {text}");
    }
    // The same games are judged alike.
    assert_eq!(
        told["games"],
        json(&["review", file, "--nodes", "3000", "--threads", "1"])["games"]
    );
    let summary = json(&["review", file, "--nodes", "100", "--summary"]);
    assert!(summary.get("games").is_none() && summary["players"][0]["moves"] == 7);
}

/// Of a file with many players the games of some can be judged alone, named or by number.
#[test]
fn a_review_can_be_of_the_games_among_some_players() {
    let folder = folder("review-among");
    let file = folder.join("games.ggf");
    let game = |black: &str, white: &str| {
        format!(
            "(;GM[Othello]PB[{black}]PW[{white}]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
             -------- -------- -------- *]B[d3]W[c5];)\n"
        )
    };
    let games = [
        game("Ross", "Jensen"),
        game("Jensen", "Wijaya"),
        game("Ross", "Wijaya"),
    ];
    fs::write(&file, games.concat()).unwrap();
    let base = folder.join("games.wtb");
    let (file, base) = (file.to_str().unwrap(), base.to_str().unwrap());
    let count = |arguments: &[&str]| {
        let quick = ["review", "--nodes", "1", "--among"];
        json(&[&quick[..], arguments].concat())["games"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(count(&["Ross,Jensen", file]), 1);
    assert_eq!(count(&["Ross,Jensen,Wijaya", file]), 3);
    assert_eq!(count(&["Ross,Jensen,Wijaya", "--games", "2-3", file]), 2);
    let refused = papan(&["review", "--nodes", "1", "--among", "Ross", file]);
    assert_eq!(refused.status.code(), Some(2));
    // A base without its names has numbers.
    let mut bytes = vec![0; 16 + 2 * 68];
    (bytes[4], bytes[12]) = (2, 8);
    for (game, (black, white)) in [(0, (7, 9)), (1, (7, 8))] {
        let at = 16 + 68 * game;
        (bytes[at + 2], bytes[at + 4], bytes[at + 8]) = (black, white, 56);
    }
    fs::write(base, bytes).unwrap();
    assert_eq!(count(&["7,9", base]), 1);
}

#[test]
fn what_cannot_be_reviewed_is_bad_input() {
    let folder = folder("review-refused");
    let file = folder.join("nothing.txt");
    fs::write(&file, "nothing of the kind").unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["review", file][..],
        &["review", "--game", "chess", file],
        &["review", "--games", "5-3", file],
        &["review", "--agent", "nobody", "--game", "othello", file],
    ] {
        assert_eq!(papan(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
