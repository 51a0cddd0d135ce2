//! Boards come back from what is kept of them, and little is kept.

use crate::made_up;
use papan_core::picture::Theme;
use papan_report::tournament::page;
use serde_json::Value;

/// What the page shows of a game behind a number of moves, as its script puts it together.
fn shown(data: &Value, game: usize, step: u64) -> String {
    let replay = &data["games"][game]["replay"];
    let mut svg = String::new();
    for group in replay["groups"].as_array().expect("groups") {
        let bounds = group[1].as_array().expect("bounds").iter();
        if bounds.filter(|bound| bound.as_u64() <= Some(step)).count() % 2 == 0 {
            continue;
        }
        let number = group[0].as_u64().expect("a number") as usize;
        for shape in data["groups"][number].as_array().expect("shapes") {
            let paint = shape[0].as_u64().expect("a number") as usize;
            let (paint, element) = (data["paints"][paint].as_str(), shape[1].as_str());
            svg += &format!(
                "<g {}>{}</g>",
                paint.expect("a text"),
                element.expect("a text")
            );
        }
    }
    svg
}

#[test]
fn every_board_of_a_replay_is_the_picture_of_its_position() {
    let report = made_up::duels(1, 2, 1);
    let results = report.results.clone();
    let tournament = made_up::tournament("x", vec![report]);
    let data = crate::data(&page(&tournament).expect("a page").html());
    for (index, game) in results.iter().enumerate() {
        let result = &game.entry.result;
        let rules = papan_agents::games::open(&result.job.game).expect("a game");
        let mut boards = Vec::new();
        let start = result.job.opening.start.as_deref();
        let last = rules.walk(start, &mut result.moves(), &mut |position, _, _| {
            boards.push(position.picture());
        });
        boards.push(last.expect("legal moves").picture());
        for (step, board) in (0..).zip(boards) {
            // Shapes of one paint share a group there.
            let whole = board.to_svg(Theme::Page, None);
            let elements = |svg: &str| -> Vec<String> {
                let parts = svg.split('<').filter(|part| {
                    !part.is_empty()
                        && !["g ", "/g>", "svg ", "/svg>"]
                            .iter()
                            .any(|tag| part.starts_with(tag))
                });
                parts.map(str::to_owned).collect()
            };
            assert_eq!(
                elements(&shown(&data, index, step)),
                elements(&whole),
                "move {step}"
            );
        }
    }
}

/// A page of hundreds of games must stay small.
#[test]
fn replays_are_small() {
    for (report, most) in [
        (made_up::duels(1, 2, 1), 12_000),
        (made_up::fours(4, 5, 2), 30_000),
    ] {
        let replays = report
            .results
            .iter()
            .filter(|game| game.replay.is_some())
            .count();
        assert_eq!(replays, 2);
        let tournament = made_up::tournament("x", vec![report]);
        let data = crate::data(&page(&tournament).expect("a page").html());
        for game in data["games"].as_array().expect("games") {
            let kept = game["replay"].to_string().len();
            assert!((100..most).contains(&kept), "{kept}");
        }
    }
}
