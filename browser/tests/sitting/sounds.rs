//! What is heard of boards, and how fast they move.

use super::{against_one, open, sit_down, speak};
use papan_browser::{Browser, Hand};
use serde_json::json;

#[tokio::test]
async fn boards_are_heard_after_the_first_click_and_can_be_silent() {
    let (server, browser) = sit_down("sound", "en").await;
    speak(&browser, "en", "off").await;
    let both = json!({ "game": "othello", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    open(&server, &browser, &both).await;
    let loaded = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/lib/sound.js'))";
    assert_eq!(browser.value(loaded).await, false, "sounds come later");
    listen(&browser).await;
    browser.until("the sounds", loaded).await;
    browser.play_any(Hand::Pointer).await;
    browser.until("a disc", &heard(&["noise", "190"])).await;
    // Nobody waits for a turn between two persons.
    assert_eq!(browser.value(&heard(&["523"])).await, false);
    // The own turn after the move of another, and the end.
    open(&server, &browser, &against_one("othello", 2, "")).await;
    listen(&browser).await;
    browser.play_any(Hand::Pointer).await;
    browser
        .until("the own turn", &heard(&["noise", "523", "659"]))
        .await;
    // One square is left, and the person is to move: whatever anybody draws, this ends the game.
    let moves = "a2 c1 d2 a1 c4 b4 a3 a4 b1 d4 d1 pass";
    open(&server, &browser, &against_one("othello:size=4", 2, moves)).await;
    listen(&browser).await;
    browser.play_any(Hand::Pointer).await;
    browser.until("the end", &heard(&["392", "784"])).await;
    // Nothing of all that is heard when it is not wanted, and that is kept.
    open(&server, &browser, &against_one("othello", 2, "")).await;
    browser.click(".play-mute").await;
    listen(&browser).await;
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    assert_eq!(browser.value("window.heard").await, json!([]));
    browser.reload().await;
    browser
        .until(
            "the choice is kept",
            "document.querySelector('.play-mute[aria-pressed=true]')",
        )
        .await;
    browser.finish().await;
}

/// Writes down from now on what a page lets be heard, once its sounds are there: "noise", or the pitch of a tone.
async fn listen(browser: &Browser) {
    browser
        .value("(() => { window.heard = [];
            for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
              const { start } = kind.prototype;
              kind.prototype.start = function (...when) {
                window.heard.push(this instanceof OscillatorNode ? String(Math.round(this.frequency.value)) : 'noise');
                return start.apply(this, when);
              };
            } })()")
        .await;
    browser.click(".play-players").await;
    let loaded = "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/lib/sound.js') && responseEnd > 0)";
    browser.until("the sounds", loaded).await;
    browser.settle().await;
}

/// Whether all these were heard.
fn heard(sounds: &[&str]) -> String {
    format!(
        "{}.every((sound) => window.heard.includes(sound))",
        json!(sounds)
    )
}

#[tokio::test]
async fn seeds_are_heard_one_by_one_and_fall_as_fast_as_one_likes() {
    let (server, browser) = sit_down("seeds", "en").await;
    let mut paces = Vec::new();
    for pace in ["slow", "fast"] {
        let both =
            json!({ "game": "congklak", "seats": [{ "kind": "person" }, { "kind": "person" }] });
        open(&server, &browser, &both).await;
        browser.choose("#play-animation", pace).await;
        listen(&browser).await;
        // How long the hand is on its way, in milliseconds.
        browser
            .value("(() => { window.ways = []; const hand = document.querySelector('.pits-hand');
                new MutationObserver(() => window.ways.push(parseFloat(hand.style.getPropertyValue('--time')))).observe(hand, { attributes: true }); })()")
            .await;
        browser
            .click(".pits-bottom .pit[aria-disabled=false]")
            .await;
        browser
            .until(
                "seeds that are heard",
                "window.heard.filter((sound) => sound === 'noise').length > 3",
            )
            .await;
        let way = browser.value("window.ways.find((way) => way > 0)").await;
        paces.push(way.as_f64().expect("a time"));
        browser.key("Escape").await;
    }
    assert!(paces[0] > 2.0 * paces[1], "{paces:?}");
    // Without motion a move is told at once.
    browser.choose("#play-animation", "off").await;
    browser
        .value("(() => { window.sown = false; const board = document.querySelector('[data-sowing]');
            new MutationObserver(() => { window.sown ||= board.dataset.sowing === 'true'; }).observe(board, { attributes: true }); })()")
        .await;
    browser.play_any(Hand::Pointer).await;
    assert_eq!(browser.value("window.sown").await, false);
    browser.finish().await;
}
