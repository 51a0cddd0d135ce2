//! Congklak as one sits at it: rows, numbers and words that wait for the seeds.

use super::{open, sit_down};
use papan_browser::pages;
use serde_json::json;

#[tokio::test]
async fn congklak_is_played_from_the_lower_row() {
    let (server, browser) = sit_down("lower-row", "en").await;
    let second = json!({ "game": "congklak", "moves": ["3"],
        "seats": [{ "kind": "agent", "agent": "level:1" }, { "kind": "person" }] });
    open(&server, &browser, &second).await;
    let lower = "document.querySelector('.pits-bottom .pit').dataset.seat";
    assert_eq!(browser.value(lower).await, "1");
    let left = "document.querySelector('.pits-left .pit').dataset.seat";
    assert_eq!(browser.value(left).await, "1");
    browser.click(".board-turn").await;
    assert_eq!(browser.value(lower).await, "0");
    browser.click(".board-turn").await;
    // The panel waits for the seeds, which a hand carries.
    let before = browser
        .value("document.querySelector('.play-history').innerText")
        .await;
    browser
        .click(".pits-bottom .pit[aria-disabled=false]")
        .await;
    browser
        .until(
            "a hand with seeds",
            "document.querySelector('.pits-hand[data-shown=true] .seed')",
        )
        .await;
    let seen = "document.querySelector('[data-sowing=true]') && [document.querySelector('.play-now').innerText, document.querySelector('.play-history').innerText]";
    let seen = browser.value(seen).await;
    assert_eq!(seen, json!(["B moves …", before]));
    browser.click(".board-skip").await;
    browser
        .until(
            "the move to be told",
            "document.querySelector('.play-history').innerText.includes('sows') && document.querySelectorAll('.play-ply').length > 2",
        )
        .await;
    browser.finish().await;
}

/// The numbers of the lower and of the upper row as they stand there, from the left.
const HOLES: &str = "['bottom', 'top'].map((row) => [...document.querySelectorAll(`.pits-${row} .pit`)].map((pit) => pit.querySelector('.name').textContent).join(' '))";

#[tokio::test]
async fn rows_of_congklak_lie_the_same_everywhere() {
    let (server, browser) = sit_down("rows", "en").await;
    let lower = "document.querySelector('.pits-bottom .pit')?.dataset.seat";
    let agent = json!({ "kind": "agent", "agent": "level:1" });
    let person = json!({ "kind": "person" });
    let mine = json!({ "game": "congklak", "moves": ["3"], "seats": [agent, person] });
    let others = json!({ "game": "congklak", "moves": ["3"], "seats": [agent, agent] });
    let mine = pages::create(&browser, &mine).await;
    let others = pages::create(&browser, &others).await;
    // In analysis I sit as in my game; where nobody is me the first player sits below.
    for (path, seat) in [
        (format!("/game/{mine}"), "1"),
        (format!("/analyse/{mine}"), "1"),
        (format!("/game/{others}"), "0"),
        ("/analyse?game=congklak&moves=3".to_owned(), "0"),
    ] {
        browser.goto(&server.page(&path)).await;
        let sits = format!("{lower} === '{seat}'");
        browser.until(&format!("{path}: {seat} below"), &sits).await;
        // Hole 1 is where the seeds of both come to last, and each row is numbered from there.
        let numbers = browser.value(HOLES).await;
        assert_eq!(
            numbers,
            if seat == "0" {
                json!(["7 6 5 4 3 2 1", "7 6 5 4 3 2 1"])
            } else {
                json!(["1 2 3 4 5 6 7", "1 2 3 4 5 6 7"])
            },
            "{path}"
        );
    }
    // Pictures too: the move of the first player, hole 3 counted from the right, is marked in the lower row.
    browser.goto(&server.page("/rules/congklak")).await;
    let marked = "(() => {
        const last = document.querySelector('figure[data-moves=\"3\"] svg [stroke*=pits-last]');
        if (!last) return null;
        const [hole, board] = [last, last.closest('svg')].map((part) => part.getBoundingClientRect());
        return [hole.y > board.y + board.height / 2, hole.x > board.x + board.width / 2];
    })()";
    assert_eq!(browser.until("the hole", marked).await, json!([true, true]));
    browser.finish().await;
}

#[tokio::test]
async fn in_analysis_the_seeds_tell_a_move_before_the_words_do() {
    let (server, browser) = sit_down("seeds-first", "en").await;
    let path = "/analyse?game=congklak&moves=3+2&ply=0";
    browser.goto(&server.page(path)).await;
    browser
        .until("the desk", "document.querySelector('.desk.drawn')")
        .await;
    let words = "['.desk-turn', '.desk-said', '.step-count'].map((place) => document.querySelector(place).textContent)";
    let before = browser.value(words).await;
    assert_eq!(before[2], "0 / 2");
    browser.click(".step-bar [aria-label='Next move']").await;
    let sowing = "document.querySelector('[data-sowing=true] .pits-hand[data-shown=true]')";
    browser.until("a hand with seeds", sowing).await;
    // Read at once with whether the seeds still fly.
    let seen = format!("document.querySelector('[data-sowing=true]') && {words}");
    assert_eq!(
        browser.value(&seen).await,
        json!([before[0], "", before[2]])
    );
    browser.click(".board-skip").await;
    let told = format!("{words}.join('|')");
    let told = browser
        .until(
            "the move in words",
            &format!("{told}.includes('A, hole 3: sows') && {told}"),
        )
        .await;
    let told = told.as_str().expect("a text");
    assert!(told.ends_with("1 / 2"), "{told}");
    browser.finish().await;
}
