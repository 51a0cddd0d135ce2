//! The endgame problems of the French federation, numbers 40 to 59.

use papan_core::{Game, formats::find_format};
use papan_othello::Othello;
use std::collections::BTreeSet;

mod data;

#[test]
fn every_problem_lists_every_move_from_best_to_worst() {
    let Some(path) = data::find("othello/fforum-40-59.obf") else {
        return;
    };
    let bytes = std::fs::read(path).unwrap();
    let othello = Othello::new();
    let obf = find_format(&othello, "obf").unwrap();
    let problems = obf.read(&othello, &bytes).unwrap();
    assert_eq!(problems.len(), 20);
    for problem in &problems {
        let position = problem.first_position(&othello).unwrap();
        assert!(problem.values.is_sorted_by_key(|(_, value)| -value));
        let listed: BTreeSet<&str> = problem.values.iter().map(|(text, _)| &text[..]).collect();
        assert_eq!(listed.len(), problem.values.len(), "a move listed twice");
        // Each was read by the rules, so that as many moves as there are is all of them.
        let legal = othello.count_moves(&position, &mut Vec::new());
        assert_eq!(listed.len(), legal, "{:?}", problem.start);
    }
    assert!((obf.write)(&othello, &problems).unwrap() == bytes);
    data::report(&format!("{} endgame problems read", problems.len()));
}
