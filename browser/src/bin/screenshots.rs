//! Pictures of every page in both themes and four sizes, into the folder `screenshots` of the
//! project: `cargo xtask screenshots`. A word behind it takes only pages whose name has it.

use papan_browser::{Browser, Crew, Device, fill_ledger, folder, pages};
use std::{env, fs, path::Path};

#[tokio::main]
async fn main() {
    let only = env::args().nth(1).unwrap_or_default();
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../screenshots");
    fs::create_dir_all(&pictures).expect("a folder");
    let data = folder("screenshots");
    fill_ledger(&data);
    let mut crew = Crew::start(&data);
    for name in ["anna", "bert"] {
        crew.hire(name);
    }
    crew.coordinate();
    let server = crew.serve();
    for (size, device, width, height) in [
        ("desktop", Device::Desktop, 1440, 900),
        ("tablet", Device::Desktop, 1024, 768),
        ("phone", Device::Phone, 390, 844),
        ("sideways", Device::Phone, 844, 390),
    ] {
        let browser = Browser::start(size, device).await;
        browser.resize(width, height).await;
        let pages = pages::all(&browser, &server).await;
        for page in pages.iter().filter(|page| page.name.contains(&only)) {
            for theme in ["light", "dark"] {
                // Without motion every picture is the same each time.
                browser.prefer(theme, true).await;
                browser.goto(&server.page(&page.path)).await;
                browser.until(page.name, page.ready).await;
                browser.settle().await;
                let file = format!("{}-{size}-{theme}.png", page.name);
                browser.screenshot(&pictures.join(file)).await;
            }
        }
        browser.finish().await;
    }
}
