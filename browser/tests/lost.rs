//! What gets lost in the page without a server, and what is lost with it: workers that are killed, a device that is full.
//! In every family, since each keeps and thinks about games of its own kind.

use papan_browser::{Browser, Device, Hand, Site, Workers, against, pages};
use serde_json::{Value, json};

const FAMILIES: [&str; 5] = [
    "othello",
    "adjacency",
    "blokus-duo",
    "blokus-classic",
    "congklak",
];

#[tokio::test]
async fn the_game_goes_on_when_workers_are_killed() {
    let site = Site::under_test();
    let browser = Browser::start("killed", Device::Desktop).await;
    for family in FAMILIES {
        pages::at_the_table(&browser, &site, &against("level:1", family)).await;
        assert!(browser.my_turn().await, "{family}");
        for workers in [Workers::Thinkers, Workers::Host, Workers::All] {
            let before = browser.ply().await;
            browser.play_any(Hand::Pointer).await;
            browser.kill_workers(workers).await;
            assert!(browser.my_turn().await, "{family}, {workers:?}");
            assert!(browser.ply().await > before, "{family}, {workers:?}");
        }
    }
    browser.complaints().await;
    browser.finish().await;
}

#[tokio::test]
async fn an_agent_moves_that_is_lost_while_it_thinks() {
    let site = Site::under_test();
    let browser = Browser::start("killed-thinking", Device::Desktop).await;
    let slow = json!({ "game": "othello", "seats": [{ "kind": "agent", "agent": "negascout:time=3s" }, { "kind": "person" }] });
    pages::at_the_table(&browser, &site, &slow).await;
    let thinking = "document.querySelector('.play')?.dataset.phase === 'theirs'";
    browser.until("an agent that thinks", thinking).await;
    let before = browser.workers(Workers::Thinkers).await;
    browser.kill_workers(Workers::All).await;
    assert!(browser.my_turn().await);
    let after = browser.workers(Workers::Thinkers).await;
    let is_new = after.iter().all(|name| !before.contains(name));
    assert!(is_new, "{before:?}, {after:?}");
    browser.complaints().await;
    browser.finish().await;
}

#[tokio::test]
async fn a_full_device_is_said_and_loses_nothing() {
    let site = Site::under_test();
    let browser = Browser::start("full", Device::Desktop).await;
    let mut games = Vec::new();
    for family in FAMILIES {
        let id = pages::at_the_table(&browser, &site, &against("level:1", family)).await;
        assert!(browser.my_turn().await, "{family}");
        browser.play_any(Hand::Pointer).await;
        assert!(browser.my_turn().await, "{family}");
        let history = browser.text(".play-history").await;
        games.push((family, id, browser.ply().await, history));
    }
    let origin = browser.value("location.origin").await;
    let quota = |bytes: Option<u32>| match bytes {
        Some(bytes) => json!({ "origin": origin, "quotaSize": bytes }),
        None => json!({ "origin": origin }),
    };
    browser
        .devtools("Storage.overrideQuotaForOrigin", quota(Some(1)))
        .await;
    until_full(&browser).await;
    for (family, id, ply, history) in &games {
        browser.goto(&site.page(&format!("/game/{id}"))).await;
        assert!(browser.my_turn().await, "{family}");
        assert_eq!(browser.ply().await, *ply, "{family}");
        // A move that cannot be kept is said, and not played.
        browser.try_any(Hand::Pointer).await;
        let said = browser
            .until(
                "what is wrong",
                "[...document.querySelectorAll('.play-said, #status')].map((each) => each.textContent).find((text) => /room|space/i.test(text))",
            )
            .await;
        let said = said.as_str().expect("words");
        assert!(said.contains("device"), "{family}: {said}");
        assert_eq!(browser.ply().await, *ply, "{family}");
        assert_eq!(browser.text(".play-history").await, *history, "{family}");
    }
    browser
        .devtools("Storage.overrideQuotaForOrigin", quota(None))
        .await;
    for (family, id, ply, history) in &games {
        browser.goto(&site.page(&format!("/game/{id}"))).await;
        assert!(browser.my_turn().await, "{family}");
        assert_eq!(browser.ply().await, *ply, "{family}");
        assert_eq!(browser.text(".play-history").await, *history, "{family}");
        browser.play_any(Hand::Pointer).await;
        assert!(browser.my_turn().await, "{family}");
    }
    browser.complaints().await;
    browser.finish().await;
}

/// Waits until no game can be made any more: the browser looks at its space now and then.
async fn until_full(browser: &Browser) {
    let make = format!(
        "{}.then((api) => api.createGame({})).then(() => 'made', (error) => error.error.code)",
        Browser::module("lib/api.js"),
        against("level:1", "othello"),
    );
    let mut refused = Value::from("made");
    for _ in 0..400 {
        refused = browser.awaited(&make).await;
        if refused != "made" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    assert_eq!(refused, "storage-full");
}
