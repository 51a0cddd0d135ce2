//! No page has a barrier that axe-core knows of: WCAG A and AA, and targets large enough.

use papan_browser::{Browser, Device, Server, fill_ledger, folder, pages};

/// What the header covers follows from how far a page happens to be scrolled: it lies at its own place here.
const UNSTICK: &str =
    "Object.assign(document.querySelector('.site-header').style, { position: 'relative' })";

/// How often a page that grows while agents play is scrolled to its end once more.
const SCROLLS: usize = 20;

/// At the end of a page what sticks to its lower edge covers nothing.
async fn scroll_to_the_end(browser: &Browser) {
    for _ in 0..SCROLLS {
        browser
            .value("scrollTo(0, document.documentElement.scrollHeight)")
            .await;
        browser.settle().await;
        let end = "scrollY + innerHeight >= document.documentElement.scrollHeight - 1";
        if browser.value(end).await == true {
            return;
        }
    }
    panic!("the page grows and grows");
}

async fn look(device: Device, name: &str) {
    let data = folder(name);
    fill_ledger(&data);
    let server = Server::start(&data);
    let browser = Browser::start(name, device).await;
    let mut barriers = Vec::new();
    for page in pages::all(&browser, &server).await {
        // Each language in one of the themes.
        for (theme, language) in [("light", "en"), ("dark", "id")] {
            browser.prefer(theme, true).await;
            browser.speak(language).await;
            browser.goto(&server.page(&page.path)).await;
            browser.until(page.name, page.ready).await;
            browser.settle().await;
            browser.value(UNSTICK).await;
            scroll_to_the_end(&browser).await;
            let found = browser.barriers().await;
            let name = page.name;
            barriers.extend(found.iter().map(|each| format!("{name} {theme}: {each}")));
        }
    }
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
    browser.finish().await;
}

#[tokio::test]
async fn no_barriers_on_a_desktop() {
    look(Device::Desktop, "access-desktop").await;
}

#[tokio::test]
async fn no_barriers_on_a_phone() {
    look(Device::Phone, "access-phone").await;
}
