//! Workers on other machines in the browser: who plays, a server that goes away and comes back.

use papan_browser::{Browser, Crew, Device, folder};
use serde_json::json;

/// Waits until the main part of the page says something.
async fn says(browser: &Browser, text: &str) {
    let expression = format!(
        "document.querySelector('main').innerText.includes({})",
        json!(text)
    );
    browser.until(text, &expression).await;
}

/// No barriers in either theme, and nothing wider than the screen.
async fn is_open_to_all(browser: &Browser, what: &str) {
    for theme in ["light", "dark"] {
        browser.prefer(theme, true).await;
        assert_eq!(browser.barriers().await, [""; 0], "{what}, {theme}");
    }
    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    assert_eq!(browser.value(fits).await, true, "{what} is too wide");
}

async fn watch(device: Device, name: &str) {
    let data = folder(name);
    let mut crew = Crew::start(&data);
    let server = crew.serve();
    let browser = Browser::start(name, device).await;
    browser.goto(&server.page("/arena")).await;
    browser
        .until("the link", "document.querySelector('a[href=\"/workers\"]')")
        .await;
    browser.click("a[href=\"/workers\"]").await;
    says(&browser, "Nobody works there now").await;
    is_open_to_all(&browser, "nobody").await;

    crew.hire("anna");
    crew.hire("bert");
    crew.coordinate();
    for text in ["anna", "bert", "autumn cup", " left", "playing"] {
        says(&browser, text).await;
    }
    is_open_to_all(&browser, "two workers").await;

    // Whoever has the focus keeps it while the page goes on.
    let link = "document.querySelector('main a[href=\"/arena/autumn%20cup\"]')";
    browser.until("a page of its own", link).await;
    browser.value(&format!("{link}.focus()")).await;
    let before = browser
        .value("document.querySelector('progress').value")
        .await;
    let moved = format!("document.querySelector('progress').value > {before}");
    browser.until("it goes on", &moved).await;
    let focus = format!("document.activeElement === {link}");
    assert_eq!(browser.value(&focus).await, true);

    crew.lose_server();
    says(&browser, "No NATS server answers at nats://127.0.0.1").await;
    is_open_to_all(&browser, "away").await;
    crew.find_server();
    let back = "!document.querySelector('main').innerText.includes('No NATS server')";
    browser.until("it is back", back).await;
    says(&browser, "anna").await;

    // What each of them played stands with the tournament.
    browser.click("main a[href=\"/arena/autumn%20cup\"]").await;
    says(&browser, "What came of each worker's games").await;
    says(&browser, "Chi-squared").await;
    for name in ["anna", "bert"] {
        says(&browser, name).await;
    }
    is_open_to_all(&browser, "the tournament").await;
    assert_eq!(browser.complaints().await, [""; 0]);
    browser.finish().await;
}

#[tokio::test]
async fn workers_are_watched_on_a_desktop() {
    watch(Device::Desktop, "workers-desktop").await;
}

#[tokio::test]
async fn workers_are_watched_on_a_phone() {
    watch(Device::Phone, "workers-phone").await;
}
