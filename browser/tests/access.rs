//! No page has a barrier that axe-core knows of: WCAG A and AA, and targets large enough.

use papan_browser::{Browser, Device, Server, fill_ledger, folder, pages};

async fn look(device: Device, name: &str) {
    let data = folder(name);
    fill_ledger(&data);
    let server = Server::start(&data);
    let browser = Browser::start(name, device).await;
    let mut barriers = Vec::new();
    for page in pages::all(&browser, &server).await {
        for theme in ["light", "dark"] {
            browser.prefer(theme, true).await;
            browser.goto(&server.page(&page.path)).await;
            browser.until(page.name, page.ready).await;
            browser.settle().await;
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
