//! The page of a tournament: whole, safe, readable without scripts, and without a word to
//! other machines.

mod made_up;
mod replay;

use papan_arena::{
    Ending,
    standings::{EndingCount, WorkerStanding},
    statistics::{Agreement, Estimate},
    tournament::Entrant,
};
use papan_core::{Scores, Seat, picture::Picture};
use papan_report::tournament::{
    Fact, GameReport, Replay, Tournament, figures, games_sheet, page, standings_sheet,
};
use papan_search::{Fault, Value as Worth};
use serde_json::Value;
use std::sync::LazyLock;

const NASTY: &str = "</script><script>alert(\"1\")</script> & 'more' <!-- \u{1b}[2J";

fn html(tournament: &Tournament) -> String {
    page(tournament).expect("a page").html()
}

fn one(report: GameReport) -> String {
    html(&made_up::tournament("A tournament", vec![report]))
}

fn estimate(value: f64, low: f64, high: f64) -> Option<Estimate> {
    Some(Estimate { value, low, high })
}

fn worker(name: &str, share: f64) -> WorkerStanding {
    WorkerStanding {
        worker: Some(name.to_owned()),
        games: 50,
        shares: vec![Some(share), None],
        mean_seconds: Some(share),
        timed: 1,
        confirmed: 2,
    }
}

/// Everything that can be named has a nasty name, and every number that can be wrong is.
fn nasty() -> Tournament {
    let mut report = made_up::duels(1, 2, 1);
    report.results.truncate(1);
    let game = &mut report.results[0];
    let result = &mut game.entry.result;
    result.plies.truncate(6);
    for ply in &mut result.plies {
        ply.text = NASTY.to_owned();
        ply.value = Some(Worth::Share(f64::NAN));
    }
    result.job.agents = vec![NASTY.to_owned(); 2];
    result.job.event = NASTY.to_owned();
    result.scores = Scores::new(&[-3, i32::MAX]);
    result.position = NASTY.to_owned();
    result.ending = Ending::Forfeit {
        seat: Seat::FIRST,
        fault: Fault::Nonsense,
        reason: NASTY.repeat(9),
    };
    let board = |board: u32| Picture::of_text(&format!("{NASTY}{board}"));
    let boards: Vec<Picture> = (0..7).map(board).collect();
    game.replay = Some(Replay::new(&boards, vec![0, 1, 0, 1, 0, 1]));
    report.sprt = Some(made_up::test());
    let table = &mut report.table;
    table.game = NASTY.to_owned();
    table.workers = vec![worker(NASTY, f64::NAN), worker("", f64::INFINITY)];
    table.agreement = Some(Agreement {
        chi_squared: f64::NAN,
        degrees: 1,
        p_value: f64::NAN,
        simulated: true,
    });
    for agent in &mut table.agents {
        (agent.label, agent.spec) = (NASTY.to_owned(), NASTY.to_owned());
    }
    for seat in &mut table.seats {
        seat.name = NASTY.to_owned();
    }
    table.agents[0].rating = estimate(f64::NAN, f64::NEG_INFINITY, f64::INFINITY);
    table.agents[1].rating = estimate(3.0, -1.0, f64::INFINITY);
    table.agents[1].history = Vec::new();
    table.endings.push(EndingCount {
        ending: NASTY.to_owned(),
        games: 1,
    });
    Tournament {
        title: NASTY.to_owned(),
        facts: vec![Fact::new(NASTY, NASTY)],
        reports: vec![report.clone(), report],
    }
}

/// All pages that the tests look at, with their names.
static PAGES: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let mut duel = made_up::duels(3, 2, 3);
    duel.sprt = Some(made_up::test());
    let several = vec![made_up::fours(4, 5, 3), made_up::duels(1, 3, 1)];
    vec![
        ("nasty", html(&nasty())),
        ("nothing", html(&Tournament::default())),
        ("no games", one(made_up::duels(5, 3, 0))),
        ("pool", one(made_up::duels(1, 4, 2))),
        ("duel", one(duel)),
        ("large", one(large())),
        ("fours", one(made_up::fours(4, 5, 8))),
        ("several", html(&made_up::tournament("Two", several))),
    ]
});

/// Thirty agents, and few replays.
fn large() -> GameReport {
    made_up::duels_with_replays(2, 30, 1, 10)
}

/// The page without what is in its style and its scripts.
fn tags(html: &str) -> Vec<&str> {
    const TEXT: [&str; 2] = ["style", "script"];
    let mut tags = Vec::new();
    let mut inside: Option<&str> = None;
    for tag in html.split('<').skip(1) {
        let name = tag.split([' ', '>', '\n']).next().unwrap_or(tag);
        match inside {
            Some(text) if name.strip_prefix('/') != Some(text) => continue,
            _ => inside = TEXT.into_iter().find(|text| *text == name),
        }
        tags.push(tag);
    }
    tags
}

fn name(tag: &str) -> &str {
    tag.split([' ', '>', '\n']).next().unwrap_or(tag)
}

#[test]
fn charts_are_there_without_the_page() {
    let report = made_up::duels(2, 40, 1);
    let page = one(report.clone());
    let charts = figures(&report);
    assert!(charts.len() > 3);
    for figure in charts {
        assert!(page.contains(figure.chart.as_str()), "{}", figure.caption);
        assert!(figure.chart.as_str().starts_with("<svg"));
    }
}

#[test]
fn tags_are_balanced() {
    const VOID: [&str; 3] = ["meta", "!doctype", "input"];
    for (page, html) in PAGES.iter() {
        let mut open = Vec::new();
        for tag in tags(html) {
            match name(tag).strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{page}"),
                None if VOID.contains(&name(tag)) => {}
                None => open.push(name(tag)),
            }
        }
        assert!(open.is_empty(), "{page}: {open:?}");
    }
}

#[test]
fn what_comes_from_outside_stays_text() {
    let html = html(&nasty());
    assert_eq!(html.matches("<script>").count(), 1);
    assert_eq!(html.matches("<script type=\"application/json\"").count(), 1);
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("<!--") && !html.contains('\u{1b}'));
    let data = data(&html);
    // What nobody would see is written out.
    let shown = papan_core::visible(NASTY);
    assert_ne!(shown, NASTY);
    let ending = data["games"][0]["ending"].as_str().expect("a text");
    assert!(ending.ends_with(&shown.repeat(9)), "{ending}");
    let shapes = data["groups"].to_string();
    assert!(
        shapes.contains("&lt;") && !shapes.contains(&*shown),
        "{shapes}"
    );
    assert_eq!(data["reports"][1]["labels"][0], *shown);
}

fn data(html: &str) -> Value {
    let data = html
        .split("id=\"tournament_data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(data.expect("data")).expect("JSON")
}

#[test]
fn nothing_is_loaded() {
    for (page, html) in PAGES.iter() {
        for word in [
            "src=",
            "href=\"http",
            "https:",
            "url(",
            "@import",
            "import(",
            "fetch(",
            " onclick",
            "style=\"",
            "innerHTML",
            "eval(",
        ] {
            assert!(!html.contains(word), "{page}: {word}");
        }
        assert!(html.contains("default-src 'none'"), "{page}");
    }
}

/// No two elements have the same name, whatever games and sections are called.
#[test]
fn names_of_elements_are_their_own() {
    let mut reports = Vec::new();
    for game in ["games", "Data", "replay", "board", "games"] {
        let mut report = made_up::duels(1, 2, 1);
        report.table.game = game.to_owned();
        reports.push(report);
    }
    let named = ("names", html(&made_up::tournament("x", reports)));
    for (page, html) in PAGES.iter().chain([&named]) {
        let mut ids: Vec<&str> = tags(html)
            .into_iter()
            .filter_map(|tag| {
                tag.split('>')
                    .next()?
                    .split(" id=\"")
                    .nth(1)?
                    .split('"')
                    .next()
            })
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{page}: {ids:?}");
    }
}

/// What the script looks for by name is in the page.
#[test]
fn the_script_finds_what_it_asks_for() {
    let html = one(made_up::duels(1, 2, 1));
    let script = html.split("<script>").nth(1).expect("a script");
    let names: Vec<&str> = ["element(\"", "onButton(\"", "getElementById(\""]
        .iter()
        .flat_map(|call| script.split(call).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(html.contains(&format!("id=\"{name}\"")), "{name}");
    }
}

#[test]
fn headings_are_in_order() {
    for (page, html) in PAGES.iter() {
        let levels: Vec<u32> = tags(html)
            .into_iter()
            .filter_map(|tag| name(tag).strip_prefix('h')?.parse().ok())
            .collect();
        assert_eq!(levels.first(), Some(&1), "{page}");
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
        let falls = levels.windows(2).all(|pair| pair[1] <= pair[0] + 1);
        assert!(falls, "{page}: {levels:?}");
    }
}

#[test]
fn charts_are_whole_and_said_in_words() {
    for (page, html) in PAGES.iter() {
        for svg in html.split("<svg").skip(1) {
            let svg = svg.split("</svg>").next().expect("an end");
            assert!(
                svg.contains("role=\"img\"") && svg.contains("aria-label=\""),
                "{page}"
            );
            assert!(
                !svg.contains("NaN") && !svg.contains("inf"),
                "{page}: {svg}"
            );
        }
    }
}

#[test]
fn every_section_is_there_where_it_has_something_to_say() {
    const ALWAYS: [&str; 3] = ["Summary", "Ratings", "Games"];
    const PLAYED: [&str; 7] = [
        "Cross table",
        "Rating against number of games",
        "Seat advantage",
        "Scores",
        "Game lengths",
        "Time use",
        "Endings and forfeits",
    ];
    for (page, html) in PAGES.iter() {
        let has = |title: &str| html.contains(&format!("\">{title}</h2>"));
        match *page {
            "no games" => {
                assert!(ALWAYS.into_iter().all(has), "{page}");
                assert!(!PLAYED.into_iter().any(has), "{page}");
                assert!(html.contains("No game was played"));
                assert!(!html.contains("<script>"));
            }
            "pool" | "large" | "fours" | "duel" => {
                for title in ALWAYS.into_iter().chain(PLAYED) {
                    assert!(has(title), "{page}: {title}");
                }
                assert_eq!(has("Sequential test"), *page == "duel");
            }
            _ => {}
        }
    }
}

/// Without scripts all games are listed, and what needs scripts is not shown.
#[test]
fn the_list_needs_no_script() {
    let html = one(made_up::duels(1, 3, 2));
    let body = html
        .split("<tbody id=\"list_games\">")
        .nth(1)
        .expect("a list");
    let body = body.split("</tbody>").next().expect("an end");
    assert_eq!(body.matches("<tr>").count(), 12);
    assert_eq!(body.matches("href=\"#replay-").count(), 12);
    for id in ["list_filter", "replay_game"] {
        let tag = tags(&html)
            .into_iter()
            .find(|tag| tag.contains(&format!("id=\"{id}\"")));
        assert!(tag.is_some_and(|tag| tag.contains(" hidden")), "{id}");
    }
}

#[test]
fn long_names_are_shortened_and_whole_where_pointed_at() {
    let html = one(made_up::duels(2, 9, 1));
    let long = "json:python3 agents/students/anna/first-attempt/agent.py --eager";
    assert!(html.contains(&format!("title=\"{long}\"")));
    assert!(!html.contains(&format!(">{long}<")));
}

#[test]
fn one_game_says_little() {
    let mut entry = made_up::duels(1, 2, 1).results.remove(0).entry;
    entry.result.job.agents = ["greedy", "random"].map(str::to_owned).to_vec();
    let game = papan_agents::games::open("othello").expect("a game");
    let mut report = GameReport::new(&*game, Vec::new(), vec![entry], None, 0);
    for agent in &mut report.table.agents {
        (agent.rating, agent.history) = (None, Vec::new());
    }
    let elo = report.table.pairs[0].elo.take();
    let best = &report.table.ladder()[0].1.label.clone();
    let unrated = one(report.clone());
    let expected = format!("After 1 game, {best} has most, ");
    assert!(unrated.contains(&expected), "{expected}");
    assert!(!unrated.contains("can be replayed") && !unrated.contains("id=\"replay_board\""));
    report.table.pairs[0].elo = elo;
    assert!(one(report).contains("the interval holds zero"));
}

/// Four seats: pairs of agents are counted by who ends before whom.
#[test]
fn four_seats_are_counted_in_pairs() {
    let mut entry = made_up::fours(1, 4, 1).results.remove(0).entry;
    let game = papan_agents::games::open("blokus-classic").expect("a game");
    entry.result.job.agents = ["a", "b", "c", "a"].map(str::to_owned).to_vec();
    entry.result.scores = Scores::new(&[9, 7, 9, 2]);
    entry.result.outcome = entry.result.scores.outcome();
    let agents = ["a", "b", "c"].map(Entrant::from).to_vec();
    let table = GameReport::new(&*game, agents, vec![entry], None, 0).table;
    let pair = table.pair(0, 1).expect("they met");
    let tally = pair.tally;
    assert_eq!(
        (pair.games, tally.wins, tally.draws, tally.losses),
        (2, 1, 0, 1)
    );
    let tally = table.pair(0, 2).expect("they met").tally;
    assert_eq!((tally.wins, tally.draws, tally.losses), (0, 1, 1));
    assert!(table.pair(0, 0).is_none());
    let first = &table.agents[0].tally;
    assert_eq!(
        (first.games(), first.wins(), first.draws(), first.losses()),
        (2, 0, 1, 1)
    );
    assert_eq!(first.mean_rank(), (1.5 + 4.0) / 2.0);
    assert_eq!(first.share(), (0.5 + 0.0) / 2.0);
    assert_eq!(first.mean_score(), Some((9.0 + 2.0) / 2.0));
    let shares: Vec<f64> = table.seats.iter().map(|seat| seat.tally.share()).collect();
    assert_eq!(shares, [0.5, 0.0, 0.5, 0.0]);
}

/// Games that were not played to their end count, but not in mean scores, and every page that
/// shows mean scores says so.
#[test]
fn mean_scores_leave_out_what_was_not_played_to_its_end() {
    let report = made_up::duels(1, 4, 4);
    let table = &report.table;
    let games = report.results.iter().map(|game| &game.entry.result);
    let scored = games.filter(|game| game.ending == Ending::Over).count() as u64;
    assert!(scored > 0 && scored < table.games);
    for seat in &table.seats {
        assert_eq!(seat.tally.games(), table.games);
        assert_eq!(seat.tally.scored_games(), scored);
    }
    let left_out = table.games - scored;
    let note = format!("{left_out} games were not played to their end by the rules");
    assert!(one(report.clone()).contains(&note), "{note}");
}

#[test]
fn the_summary_says_what_the_intervals_allow() {
    let mut report = made_up::duels(1, 3, 1);
    let ratings = [(0.0, 10.0), (50.0, 10.0), (65.0, 10.0)];
    for (index, (agent, (value, error))) in report.table.agents.iter_mut().zip(ratings).enumerate()
    {
        agent.rating = estimate(value, value - error, value + error);
        agent.place = 3 - index;
    }
    let html = one(report.clone());
    assert!(html.contains(
        "level:3 is first with a rating of +65 (+55 to +75); the interval of level:2 overlaps"
    ));
    report.table.agents[1].rating = estimate(50.0, 48.0, 52.0);
    assert!(one(report).contains("no other interval reaches its own"));
}

#[test]
fn replays_that_are_kept_are_spread_and_no_more_than_wanted() {
    let report = made_up::duels_with_replays(1, 5, 1, 7);
    let games = report.results.iter();
    let kept: Vec<bool> = games.map(|game| game.replay.is_some()).collect();
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 7);
    assert!(kept[10..].contains(&true) && kept[..10].contains(&true));
}

#[test]
fn workers_are_compared_where_several_played() {
    let mut report = made_up::duels(1, 2, 12);
    assert!(!one(report.clone()).contains("Workers"));
    for (index, game) in report.results.iter_mut().enumerate() {
        game.entry.result.worker = (index / 2 % 2 == 0).then(|| "anna".to_owned());
    }
    let game = papan_agents::games::open("othello").expect("a game");
    let entries = report
        .results
        .iter()
        .map(|game| game.entry.clone())
        .collect();
    let agents = report.table.agents.iter().map(|agent| Entrant {
        label: agent.label.clone(),
        agent: agent.spec.clone(),
    });
    let report = GameReport::new(&*game, agents.collect(), entries, None, 0);
    let html = one(report);
    for expected in [
        "Workers",
        "this machine",
        "anna",
        "by random deals",
        "share of level:1",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
}

#[test]
fn spreadsheets_have_a_row_for_each_game_and_agent() {
    let tournament =
        made_up::tournament("x", vec![made_up::duels(1, 4, 1), made_up::fours(4, 5, 3)]);
    let games = games_sheet(&tournament).csv();
    assert_eq!(games.lines().count(), 1 + 12 + 3);
    assert!(
        games.starts_with("id,event,game,round,seating,agent_0,agent_1,agent_2,agent_3,label_0,")
    );
    let columns = |line: &str| line.matches(',').count();
    let mut plain = games.lines().filter(|line| !line.contains('"'));
    assert!(plain.all(|line| columns(line) == 5 + 4 * 9 + 19 - 1));
    assert_eq!(
        standings_sheet(&tournament).csv().lines().count(),
        1 + 4 + 5
    );
    let quoted = standings_sheet(&nasty()).csv();
    assert!(quoted.contains("\"</script><script>alert(\"\"1\"\")</script> & 'more'"));
}

#[test]
fn json_is_all_of_it() {
    let tournament = made_up::tournament("x", vec![made_up::duels(1, 2, 1)]);
    let json = serde_json::to_value(&tournament).expect("JSON");
    assert_eq!(
        json["reports"][0]["results"][1]["players"],
        serde_json::json!([1, 0])
    );
    assert_eq!(json["facts"][0]["name"], "seed");
}
