//! Boards come back from their changes, whatever they look like.

use crate::made_up;
use papan_report::tournament::{Replay, applied, changes};
use proptest::{prelude::*, test_runner::RngSeed};

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(7),
        cases: 2000,
        ..ProptestConfig::default()
    })]

    /// Any text, with few characters so that much is alike.
    #[test]
    fn changes_lead_from_any_text_to_any_other(
        before in "[.XOä😀 \n]{0,60}",
        after in "[.XOä😀 \n]{0,60}",
    ) {
        prop_assert_eq!(applied(&before, &changes(&before, &after)), after);
    }

    /// Boards of one shape in which a few characters change.
    #[test]
    fn few_changes_are_kept_as_few(
        start in "([.XO] ){8}\n([.XO] ){8}\n([.XO] ){8}",
        places in prop::collection::vec((0usize..48, prop::sample::select(vec!['X', 'O'])), 0..6),
    ) {
        let mut after: Vec<char> = start.chars().collect();
        for (place, character) in &places {
            if after[*place] != '\n' {
                after[*place] = *character;
            }
        }
        let after: String = after.into_iter().collect();
        let changed = changes(&start, &after);
        prop_assert!(changed.len() <= places.len());
        prop_assert!(changed.windows(2).all(|pair| pair[0].place + pair[0].removed <= pair[1].place));
        prop_assert_eq!(applied(&start, &changed), after);
    }
}

#[test]
fn equal_texts_need_no_change() {
    assert!(changes("a\nb", "a\nb").is_empty());
    assert!(changes("", "").is_empty());
}

#[test]
fn every_board_of_a_replay_comes_back() {
    let boards = [
        "1 . .\nleft: 10",
        "1 X .\nleft: 9",
        "1 X O\nleft: 8\nover",
        "",
    ];
    assert_eq!(Replay::new(&boards, &[0, 1, 0]).boards(), boards);
}

/// A replay must cost much less than its boards: pages hold hundreds.
#[test]
fn replays_are_small() {
    for report in [made_up::duels(1, 2, 1), made_up::fours(4, 5, 2)] {
        let replays: Vec<Replay> = report
            .results
            .into_iter()
            .filter_map(|game| game.replay)
            .collect();
        assert_eq!(replays.len(), 2);
        for replay in replays {
            let whole: usize = replay.boards().iter().map(String::len).sum();
            let kept = replay.frames.iter().flat_map(|frame| &frame.changes);
            let kept: usize = kept.map(|change| change.text.len() + 6).sum();
            assert!(kept * 2 < whole, "{kept} of {whole}");
        }
    }
}
