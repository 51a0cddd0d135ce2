//! The game of `xtask/newcomer` in the page, as a person meets it: on the start page, to the
//! result, with its rules and in analysis. `cargo xtask test --all --only newcomer` starts it.

use papan_browser::{Browser, Device, Server, folder};

#[tokio::main]
async fn main() {
    let server = Server::start(&folder("newcomer"));
    let browser = Browser::start("newcomer", Device::Desktop).await;
    browser.goto(&server.page("/")).await;
    browser.without_animation().await;
    browser
        .until(
            "the card with a picture",
            "document.querySelector('[data-family=nim] svg')",
        )
        .await;
    browser.click("[data-family=nim] button.primary").await;
    let mut moves = 0;
    while browser.my_turn().await {
        let before = browser.ply().await;
        browser.click(".board-heaps .match:not([disabled])").await;
        let shown = format!("Number(document.querySelector('.play').dataset.ply) > {before}");
        browser.until("the move to be shown", &shown).await;
        moves += 1;
    }
    assert!((1..=6).contains(&moves), "{moves} moves");
    let result = browser
        .until(
            "the result",
            "document.querySelector('.play-result:not([hidden])')?.innerText",
        )
        .await;
    let result = result.as_str().expect("a text");
    assert!(
        result.contains("First") || result.contains("Second"),
        "{result}"
    );
    for (path, what) in [
        (
            "/rules/nim",
            "document.querySelector('article')?.innerText.includes('last match')",
        ),
        ("/new/nim", "document.querySelector('#rule-matches')"),
        (
            "/analyse?game=nim&moves=a3",
            "document.querySelectorAll('.board-heaps .match').length === 9",
        ),
    ] {
        browser.goto(&server.page(path)).await;
        browser.until(path, what).await;
    }
    browser.finish().await;
}
