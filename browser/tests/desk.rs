//! What is set up, written to files and tried again in the page: a position, the formats of games, an experiment of a paper.

use papan_browser::{Browser, Device, Server, folder};
use serde_json::json;

/// A browser at a page, in English and without animation.
async fn begin(name: &str) -> (Server, Browser) {
    let mut server = Server::start(&folder(name));
    let browser = Browser::start(name, Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    browser.without_animation().await;
    server.leave_network(&browser).await;
    (server, browser)
}

#[tokio::test]
async fn a_position_is_set_up_and_analysed() {
    let (server, browser) = begin("setup").await;
    browser.goto(&server.page("/analyse")).await;
    // By clicks: an empty square becomes black, then white.
    let text = "document.querySelector('#setup-text')?.value";
    let before = browser.until("the position as text", text).await;
    browser.click(".setup-board [data-square=c4]").await;
    browser
        .until("a disc", &format!("{text} !== {before}"))
        .await;
    browser.click(".setup-board [data-square=c4]").await;
    // Two moves of the same side: what no game leads to can be looked at too.
    browser.click(".setup button.primary").await;
    browser
        .until(
            "the position at the desk",
            "document.querySelector('.desk-board [data-square=c4]')?.getAttribute('aria-label')?.includes('white')",
        )
        .await;
    browser.click(".engine-switch").await;
    browser
        .until(
            "what an engine says about it",
            "document.querySelector('.engine-variation button')?.textContent",
        )
        .await;
    // By text, and one that is none.
    browser.click("#tab-position").await;
    browser
        .until(
            "the text again",
            "document.querySelector('.desk #setup-text')?.value",
        )
        .await;
    browser
        .value("(() => { const field = document.querySelector('#setup-text'); field.value = 'nonsense'; field.dispatchEvent(new Event('input', { bubbles: true })); })()")
        .await;
    browser
        .until(
            "what is wrong",
            "document.querySelector('.setup-problem')?.textContent && document.querySelector('.setup button.primary').disabled",
        )
        .await;
    // A server that refuses a position is heard in the console too.
    let complaints = browser.complaints().await;
    assert!(
        complaints.iter().all(|each| each.contains("/api/inspect")),
        "{complaints:?}"
    );
    browser.finish().await;
}

#[tokio::test]
async fn games_are_written_in_every_format_of_theirs() {
    let (server, browser) = begin("written").await;
    for (game, moves) in [
        ("othello", "f5 d6 c3 d3 c4"),
        ("blokus-duo", "e9,d10,e10,f10,e11"),
        ("congklak", "1 2"),
        ("adjacency", "c4 d4"),
    ] {
        let moves_text = moves.replace(' ', "+");
        browser
            .goto(&server.page(&format!("/analyse?game={game}&moves={moves_text}")))
            .await;
        let end = json!({ "game": game, "moves": moves.split(' ').collect::<Vec<_>>() });
        let position = browser
            .awaited(&format!(
                "{}.then((api) => api.post('/api/inspect', {end})).then(({{ view }}) => view.position)",
                Browser::module("lib/api.js")
            ))
            .await;
        browser.click("#tab-share").await;
        let formats = browser
            .until(
                "formats",
                "[...document.querySelectorAll('.panel-share section:nth-of-type(2) button')].map((button) => button.textContent).filter((text) => !/ /.test(text))",
            )
            .await;
        let formats = formats.as_array().expect("formats").clone();
        assert!(!formats.is_empty(), "{game}");
        for (index, format) in formats.iter().enumerate() {
            browser.note_downloads().await;
            let button = format!(
                ".panel-share section:nth-of-type(2) button:nth-of-type({})",
                index + 1
            );
            browser.click(&button).await;
            let (name, text) = browser.download().await;
            assert!(
                !text.is_empty() && name.contains('.'),
                "{game} as {format}: {name}"
            );
            // It is read again and leads to the same position. Binary formats are no texts.
            if text.contains('\u{fffd}') || text.contains('\0') {
                continue;
            }
            let read = browser
                .awaited(&format!(
                    "{}.then((api) => api.post('/api/import', {{ text: {}, game: '{game}' }}).then(({{ records: [{{ start, moves }}] }}) =>
                       api.post('/api/inspect', {{ game: '{game}', ...(start ? {{ start }} : {{}}), moves }}))).then(({{ view }}) => view.position)",
                    Browser::module("lib/api.js"),
                    json!(text)
                ))
                .await;
            assert_eq!(read, position, "{game} as {format}: {text}");
        }
    }
    browser.finish().await;
}

#[tokio::test]
async fn an_experiment_is_run_on_the_spot() {
    let (server, browser) = begin("experiment").await;
    browser
        .goto(&server.page("/papers/congklak-negascout"))
        .await;
    let place = "#experiment-values";
    browser
        .click(&format!("{place} .run-bar button.primary"))
        .await;
    browser
        .until(
            "a verdict that was found here",
            &format!(
                "document.querySelectorAll('{place} .verdict').length > 0 && document.querySelectorAll('{place} .verdict-open').length === 0 && document.querySelector('{place} .run-bar .chip')"
            ),
        )
        .await;
    // It is kept with its values.
    browser.reload().await;
    browser
        .until(
            "the verdict again",
            &format!("document.querySelector('{place} .run-bar .chip')"),
        )
        .await;
    browser.finish().await;
}
