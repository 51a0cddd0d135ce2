//! What a person does beside moving: undo, hint, reload, a second tab, another language.

use papan_browser::{Browser, Device, Hand, Server, against, folder, pages};
use serde_json::json;
use std::time::Duration;

/// A browser and a server, with a game of the browser's own open.
async fn at_the_table(name: &str, game: serde_json::Value) -> (Server, Browser, String) {
    let mut server = Server::start(&folder(name));
    let browser = Browser::start(name, Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    browser.without_animation().await;
    server.leave_network(&browser).await;
    let id = pages::create(&browser, &game).await;
    browser.goto(&server.page(&format!("/game/{id}"))).await;
    assert!(browser.my_turn().await);
    (server, browser, id)
}

#[tokio::test]
async fn undo_goes_back_to_my_last_turn_and_redo_forward() {
    // In congklak turns are of any number of moves.
    let (_server, browser, _) = at_the_table("undo", against("level:1", "congklak")).await;
    let mut turns = vec![browser.ply().await];
    for _ in 0..4 {
        browser.play_any(Hand::Pointer).await;
        if !browser.my_turn().await {
            break;
        }
        turns.push(browser.ply().await);
    }
    let last = turns.len() - 1;
    for ply in turns[..last].iter().rev() {
        browser.key("u").await;
        browser
            .until(
                "undo",
                &format!("document.querySelector('.play').dataset.ply === '{ply}'"),
            )
            .await;
        assert!(browser.my_turn().await);
    }
    for ply in &turns[1..] {
        browser.key("y").await;
        browser
            .until(
                "redo",
                &format!("document.querySelector('.play').dataset.ply === '{ply}'"),
            )
            .await;
    }
    browser.finish().await;
}

#[tokio::test]
async fn a_hint_is_shown_and_said() {
    let (_server, browser, _) = at_the_table("hint", against("level:1", "othello")).await;
    browser.key("h").await;
    browser
        .until(
            "a mark on a square",
            "document.querySelector('[role=gridcell][data-tone=hint]')",
        )
        .await;
    let said = browser.text(".play-said").await;
    assert!(
        ["d3", "c4", "f5", "e6"]
            .iter()
            .any(|square| said.contains(square)),
        "{said}"
    );
    browser.finish().await;
}

#[tokio::test]
async fn a_game_survives_a_reload_and_a_crash_of_the_server() {
    for game in ["othello", "blokus-duo", "congklak", "adjacency"] {
        let name = format!("restart-{game}");
        let (mut server, browser, _) = at_the_table(&name, against("level:1", game)).await;
        browser.play_any(Hand::Pointer).await;
        assert!(browser.my_turn().await);
        let history = browser.text(".play-history").await;
        browser.reload().await;
        assert!(browser.my_turn().await);
        assert_eq!(browser.text(".play-history").await, history);
        server.crash_and_restart(&browser).await;
        // The page comes back by itself.
        browser
            .until(
                "the connection",
                "!document.querySelector('.away-banner:not([hidden])')",
            )
            .await;
        browser.play_any(Hand::Pointer).await;
        assert!(browser.my_turn().await);
        assert!(
            browser
                .text(".play-history")
                .await
                .starts_with(history.trim_end())
        );
        // That the server was away for a moment is no fault of the page.
        let complaints = browser.complaints().await;
        assert!(
            complaints
                .iter()
                .all(|each| each.contains("WebSocket") || each.contains("ERR_CONNECTION")),
            "{complaints:?}"
        );
        browser.finish().await;
    }
}

#[tokio::test]
async fn agents_that_are_watched_pause_and_step() {
    let mut server = Server::start(&folder("watch"));
    let browser = Browser::start("watch", Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    browser.without_animation().await;
    server.leave_network(&browser).await;
    let agent = json!({ "kind": "agent", "agent": "level:1" });
    let game = json!({ "game": "adjacency", "seats": [agent, agent] });
    let id = pages::create(&browser, &game).await;
    browser.goto(&server.page(&format!("/game/{id}"))).await;
    let ply = "Number(document.querySelector('.play')?.dataset.ply)";
    browser.until("a move", &format!("{ply} >= 1")).await;
    browser.click("[data-act=pause]").await;
    browser
        .until(
            "the pause",
            "!document.querySelector('[data-act=step]').disabled",
        )
        .await;
    browser.settle().await;
    let paused = browser.ply().await;
    // Twice the usual time between moves of agents.
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    assert_eq!(browser.ply().await, paused);
    browser.click("[data-act=step]").await;
    browser
        .until("one move", &format!("{ply} === {}", paused + 1))
        .await;
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    assert_eq!(browser.ply().await, paused + 1);
    browser.finish().await;
}

#[tokio::test]
async fn a_second_tab_watches_and_another_browser_cannot_move() {
    let (server, browser, id) = at_the_table("tabs", against("level:1", "othello")).await;
    let address = server.page(&format!("/game/{id}"));
    browser.new_tab(&address).await;
    assert!(
        browser.my_turn().await,
        "the same browser plays in every tab"
    );
    browser.tab(0).await;
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    let ply = browser.ply().await;
    browser.tab(1).await;
    browser
        .until(
            "the other tab",
            &format!("document.querySelector('.play').dataset.ply === '{ply}'"),
        )
        .await;
    let stranger = Browser::start("tabs-stranger", Device::Desktop).await;
    stranger.goto(&address).await;
    stranger
        .until(
            "the game",
            "document.querySelector('.play-watching:not([hidden])')",
        )
        .await;
    assert_eq!(
        stranger
            .value("document.querySelector('.play').dataset.phase")
            .await,
        "theirs"
    );
    assert_eq!(
        stranger
            .value("document.querySelectorAll('[data-playable=true]').length")
            .await,
        0
    );
    let page = stranger.value("document.documentElement.outerHTML").await;
    let secret = browser
        .value("JSON.parse(localStorage.getItem('papan.secrets'))[location.pathname.split('/')[2]]")
        .await;
    let secret = secret.as_str().expect("a secret");
    assert!(!page.to_string().contains(secret));
    stranger.finish().await;
    browser.finish().await;
}

#[tokio::test]
async fn an_illegal_placement_says_why() {
    let (_server, browser, _) = at_the_table("illegal", against("level:1", "blokus-duo")).await;
    // In the middle of nowhere: the first piece must cover a start square.
    browser.click(".polyominoes-pick[data-piece=O4]").await;
    browser.hover("[data-square=h13]").await;
    let reason =
        "document.querySelector('.polyominoes-status')?.textContent.includes('start square')";
    browser.until("the reason beside the board", reason).await;
    browser.click("[data-square=h13]").await;
    assert_eq!(browser.ply().await, 0);
    // The same in the box for typed moves, in another game.
    let other = pages::create(&browser, &against("level:1", "othello")).await;
    let (origin, _) = browser
        .address()
        .await
        .split_once("/game/")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .expect("a game");
    browser.goto(&format!("{origin}/game/{other}")).await;
    assert!(browser.my_turn().await);
    browser.key("m").await;
    browser.write("a1").await;
    browser.key("Enter").await;
    let refused = browser.text(".play-typed-problem").await;
    assert!(refused.contains("turn over"), "{refused}");
    assert_eq!(browser.ply().await, 0);
    browser.finish().await;
}

#[tokio::test]
async fn the_language_can_be_switched() {
    let mut server = Server::start(&folder("language"));
    let browser = Browser::start("language", Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    server.leave_network(&browser).await;
    browser.goto(&server.page("/")).await;
    browser
        .until(
            "English",
            "document.querySelector('main h1') && document.documentElement.lang === 'en'",
        )
        .await;
    let english = browser.text("main").await;
    browser.click("#language").await;
    browser
        .until(
            "Indonesian",
            "document.documentElement.lang === 'id' && document.querySelector('main h1')",
        )
        .await;
    let indonesian = browser.text("main").await;
    assert_ne!(english, indonesian);
    assert!(indonesian.contains("Main"), "{indonesian}");
    browser.reload().await;
    browser
        .until(
            "Indonesian again",
            "document.documentElement.lang === 'id' && document.querySelector('main h1')",
        )
        .await;
    browser.finish().await;
}

#[tokio::test]
async fn a_game_is_imported_reviewed_and_exported() {
    let mut server = Server::start(&folder("import"));
    let browser = Browser::start("import", Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    server.leave_network(&browser).await;
    browser.goto(&server.page("/analyse")).await;
    browser
        .until("the page", "document.querySelector('main h1')")
        .await;
    browser.click("#import-text").await;
    // White's first move loses a game that was won, which is found in no time on any machine.
    browser
        .write("othello:size=4 | start | d3 d2 d1 d4 b4")
        .await;
    browser.click(".import button.primary").await;
    browser
        .until(
            "the game",
            "document.querySelectorAll('.moves-line .move').length === 5",
        )
        .await;
    browser.click(".graph-empty button").await;
    browser
        .until(
            "a value graph with all moves",
            "document.querySelector('.graph-curve') && document.querySelectorAll('.move-loss').length > 0 && document.querySelector('.review-table td')",
        )
        .await;
    let address = browser.address().await;
    assert!(address.contains("moves="), "{address}");
    // What the page would write to a file.
    let exported = browser
        .awaited(
            &format!("{}.then((api) => api.raw('POST', '/api/export', {{
               game: 'othello', moves: ['f5', 'd6', 'c3', 'd3', 'c4'], format: 'transcript' }})).then((answer) => answer.text())",
               Browser::module("lib/api.js")),
        )
        .await;
    assert_eq!(exported.as_str().map(str::trim), Some("f5d6c3d3c4"));
    browser.finish().await;
}

#[tokio::test]
async fn the_analysis_shows_several_lines_the_opening_and_what_is_proven() {
    let mut server = Server::start(&folder("lines"));
    let browser = Browser::start("lines", Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    server.leave_network(&browser).await;
    let tiger = "/analyse?game=othello&moves=f5+d6+c3+d3+c4&ply=5";
    browser.goto(&server.page(tiger)).await;
    browser
        .until(
            "the name of the opening",
            "document.querySelector('.desk-opening')?.textContent.includes('Tiger')",
        )
        .await;
    browser.click(".engine-switch").await;
    browser
        .awaited(
            "(async () => { const box = document.querySelector('.engine-options select');
               box.value = '3'; box.dispatchEvent(new Event('change')); })()",
        )
        .await;
    browser
        .until(
            "three lines, each with a value",
            "document.querySelectorAll('.engine-variation .line-worth').length === 3",
        )
        .await;
    assert!(browser.text(".engine-book").await.contains("f4"));
    // The end of the game is near: every move has its exact value.
    let late = "/analyse?game=othello:size=4&moves=d3+d2+d1+d4&ply=4";
    browser.goto(&server.page(late)).await;
    browser
        .until(
            "values that are proven",
            "[...document.querySelectorAll('.line-worth')].length > 1 && [...document.querySelectorAll('.line-worth')].every((worth) => worth.textContent.startsWith('='))",
        )
        .await;
    browser.finish().await;
}

#[tokio::test]
async fn nothing_moves_and_the_first_view_is_small() {
    let server = Server::start(&folder("first"));
    let browser = Browser::start("first", Device::Desktop).await;
    browser.goto(&server.page("/")).await;
    browser
        .until(
            "five live boards",
            "document.querySelectorAll('[data-family] svg').length === 5",
        )
        .await;
    browser.settle().await;
    let bytes = browser
        .value(
            // Where no server is, what plays comes behind the first view.
            "performance.getEntries().filter(({ name }) => !/\\/pocket\\/(?!parts)/.test(name)).reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)",
        )
        .await;
    let bytes = bytes.as_f64().expect("a number");
    assert!(bytes > 10_000.0 && bytes < 200_000.0, "{bytes} bytes");
    let shift = browser
        .awaited(
            "new Promise((done) => {
               let sum = 0;
               new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
                 .observe({ type: 'layout-shift', buffered: true });
               setTimeout(() => done(sum), 300);
             })",
        )
        .await;
    assert!(
        shift.as_f64().expect("a number") < 0.02,
        "layout shift {shift}"
    );
    let strangers = browser
        .value("performance.getEntriesByType('resource').filter((entry) => !entry.name.startsWith(location.origin)).map((entry) => entry.name)")
        .await;
    assert_eq!(strangers, json!([]));
    browser.finish().await;
}

#[tokio::test]
async fn a_test_that_fails_leaves_no_browser_behind() {
    let browser = Browser::start("fails", Device::Desktop).await;
    let processes = browser.processes();
    assert!(processes() > 0);
    let failed = tokio::spawn(async move {
        let _browser = browser;
        panic!("as a test that fails does");
    });
    assert!(failed.await.is_err());
    assert_eq!(processes(), 0);
}
