//! Every game of the WTHOR base against the rules.

use papan_core::formats::find_format;
use papan_othello::Othello;
use std::time::Instant;

mod data;

/// Files, games and unfinished games of the base from 1977 to 2025.
const WHOLE_BASE: (usize, usize) = (49, 137_548);
const UNFINISHED: usize = 413;

#[test]
fn every_game_of_the_base_is_legal_and_ends_as_recorded() {
    let Some(folder) = data::find("othello/wthor") else {
        return;
    };
    let othello = Othello::new();
    let wthor = find_format(&othello, "wthor").unwrap();
    let (mut files, mut games, mut unfinished, mut wrong) = (0, 0, 0, 0);
    let mut reading = 0.0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "wtb") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let begun = Instant::now();
        let records = wthor
            .read(&othello, &bytes)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        reading += begun.elapsed().as_secs_f64();
        for (number, record) in (1..).zip(&records) {
            let last = record.replay(&othello).unwrap().last;
            let score = (64 + othello.margin(&last)) / 2;
            let recorded = record.tag("black-score").unwrap();
            assert!(record.tag("result").is_some(), "{number}: no result");
            if !last.is_over() {
                unfinished += 1;
            } else if recorded != score.to_string() {
                data::report(&format!(
                    "{} {number}: {score}, not {recorded}",
                    path.display()
                ));
                wrong += 1;
            }
        }
        let written = (wthor.write)(&othello, &records).unwrap();
        assert!(written == bytes, "{} is not written back", path.display());
        files += 1;
        games += records.len();
    }
    data::report(&format!(
        "{files} files, {games} games read in {reading:.2} s: {} finished as recorded, \
         {wrong} otherwise, {unfinished} unfinished",
        games - wrong - unfinished
    ));
    assert_eq!(wrong, 0);
    if (files, games) == WHOLE_BASE {
        assert_eq!(unfinished, UNFINISHED);
    }
}
