//! No page has a barrier that axe-core knows of: WCAG A and AA, and targets large enough.

use papan_browser::{Browser, Device, Server, fill_ledger, folder, pages};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

const ADVICE: &str = "axe-core is missing; bring it with: cargo xtask test --only browser";

/// Where `cargo xtask` puts it.
fn axe() -> PathBuf {
    let usual = "../target/page/node_modules/axe-core/axe.min.js";
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join(usual);
    env::var_os("AXE").map_or_else(usual, PathBuf::from)
}

async fn look(device: Device, name: &str) {
    let axe = fs::read_to_string(axe()).expect(ADVICE);
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
            // Past the page's own policy, as a person's own tools are.
            let source = serde_json::json!({ "expression": axe });
            browser.devtools("Runtime.evaluate", source).await;
            let found = browser
                .awaited(
                    "axe.run({
                       runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
                       rules: { 'target-size': { enabled: true } },
                     }).then((found) => found.violations.map((each) =>
                       `${each.id}: ${each.help}: ${each.nodes.slice(0, 5).map((node) => node.target + ' ' + node.failureSummary).join(' | ')}`))",
                )
                .await;
            let found = found
                .as_array()
                .unwrap_or_else(|| panic!("{}: {found}", page.name))
                .clone();
            barriers.extend(
                found
                    .iter()
                    .map(|each| format!("{} {theme}: {each}", page.name)),
            );
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
