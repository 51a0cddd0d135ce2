//! What only the page without a server does: it is an app. That it plays like the other one is tested by the tests of
//! that one, with `PAPAN_SITE`.

use papan_browser::{Browser, Device, Hand, Site, against, folder, pages, site_folder};
use serde_json::{Value, json};
use std::{fs, path::Path};

#[tokio::test]
async fn it_can_be_installed() {
    let site = Site::under_test();
    let browser = Browser::start("install", Device::Desktop).await;
    browser.goto(&site.page("/")).await;
    browser.kept().await;
    let manifest = browser.devtools("Page.getAppManifest", json!({})).await;
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let told: Value =
        serde_json::from_str(manifest["data"].as_str().expect("a manifest")).expect("JSON");
    for icon in told["icons"].as_array().expect("icons") {
        let address = format!(
            "{}/{}",
            site.address(),
            icon["src"].as_str().expect("a file")
        );
        let size = browser
            .awaited(&format!(
                "fetch('{address}').then((answer) => answer.blob()).then(createImageBitmap).then(({{ width }}) => width, () => 0)"
            ))
            .await;
        let sizes = icon["sizes"].as_str().expect("a size");
        assert!(
            sizes == "any" || sizes == format!("{size}x{size}"),
            "{icon} is {size} wide"
        );
    }
    let problems = browser
        .devtools("Page.getInstallabilityErrors", json!({}))
        .await;
    assert_eq!(problems["installabilityErrors"], json!([]));
    browser.finish().await;
}

/// What is asked above finds something where there is something to find.
#[tokio::test]
async fn it_cannot_be_installed_without_its_manifest() {
    let files = folder("no-manifest").join("site");
    copy(&site_folder().expect("PAPAN_SITE"), &files);
    let index = files.join("index.html");
    let text = fs::read_to_string(&index).expect("the page");
    let other = text.replace("<link rel=\"manifest\" href=\"manifest.webmanifest\">", "");
    assert_ne!(text, other);
    fs::write(&index, other).expect("the page");
    forget_hashes(&files, &["./"]);
    let site = Site::offer(&files);
    let browser = Browser::start("not-installed", Device::Desktop).await;
    browser.goto(&site.page("/")).await;
    browser.kept().await;
    let problems = browser
        .devtools("Page.getInstallabilityErrors", json!({}))
        .await;
    let problems = problems["installabilityErrors"].as_array().expect("a list");
    assert!(
        problems.iter().any(|each| each["errorId"] == "no-manifest"),
        "{problems:?}"
    );
    browser.finish().await;
}

#[tokio::test]
async fn everything_is_there_without_a_network() {
    let mut site = Site::under_test();
    let browser = Browser::start("offline", Device::Desktop).await;
    browser.goto(&site.page("/")).await;
    browser.without_animation().await;
    browser.kept().await;
    site.switch_off();
    site.asked();
    for family in [
        "othello",
        "adjacency",
        "blokus-duo",
        "blokus-classic",
        "congklak",
    ] {
        browser.goto(&site.page("/")).await;
        browser
            .click(&format!("[data-family={family}] button.primary"))
            .await;
        // Some moves of each; whole games are played by the tests of all families.
        for _ in 0..3 {
            assert!(browser.my_turn().await, "{family}");
            browser.play_any(Hand::Pointer).await;
        }
        assert!(browser.my_turn().await, "{family}");
        // In the middle of the game the page is loaded again.
        let ply = browser.ply().await;
        browser.reload().await;
        assert!(browser.my_turn().await, "{family}");
        assert_eq!(browser.ply().await, ply, "{family}");
        browser.key("h").await;
        browser
            .until(
                "a hint",
                "document.querySelector('.play-said')?.dataset.hint",
            )
            .await;
        browser.key("u").await;
        browser
            .until(
                "the turn before",
                &format!("Number(document.querySelector('.play').dataset.ply) < {ply}"),
            )
            .await;
        browser.goto(&site.page(&format!("/rules/{family}"))).await;
        browser
            .until(
                "a board of the rules",
                "document.querySelector('main figure svg')",
            )
            .await;
    }
    browser.goto(&site.page("/papers")).await;
    browser
        .until(
            "papers",
            "document.querySelector('main a[href*=\"/papers/\"]')",
        )
        .await;
    browser.click("#language").await;
    browser
        .until(
            "Indonesian",
            "document.documentElement.lang === 'id' && document.querySelector('main a[href*=\"/papers/\"]')",
        )
        .await;
    assert_eq!(site.asked(), [""; 0], "somebody was asked");
    browser.finish().await;
}

#[tokio::test]
async fn tabs_share_their_games_and_outlive_each_other() {
    let site = Site::under_test();
    let browser = Browser::start("two-tabs", Device::Desktop).await;
    let id = pages::at_the_table(&browser, &site, &against("level:1", "othello")).await;
    assert!(browser.my_turn().await);
    browser.new_tab(&site.page(&format!("/game/{id}"))).await;
    assert!(browser.my_turn().await);
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    let ply = browser.ply().await;
    let shows = |ply: u64| format!("document.querySelector('.play')?.dataset.ply === '{ply}'");
    browser.tab(0).await;
    browser.until("the other tab's move", &shows(ply)).await;
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    let ply = browser.ply().await;
    // The first tab has the worker.
    browser.close_tab().await;
    browser.tab(0).await;
    browser.until("what the first tab did", &shows(ply)).await;
    // This one has it by now.
    browser.answer("/api/games").await;
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    assert!(browser.ply().await > ply);
    browser.finish().await;
}

#[tokio::test]
async fn a_new_version_comes_when_it_is_wanted_and_loses_no_game() {
    let place = folder("versions");
    let files = place.join("site");
    copy(&site_folder().expect("PAPAN_SITE"), &files);
    let site = Site::offer(&files);
    let browser = Browser::start("versions", Device::Desktop).await;
    let id = pages::at_the_table(&browser, &site, &against("level:1", "othello")).await;
    browser.kept().await;
    assert!(browser.my_turn().await);
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    let ply = browser.ply().await;
    // The same files as another build.
    let old = browser
        .awaited(&format!(
            "{}.then(({{ BUILD }}) => BUILD)",
            Browser::module("pocket/parts.js")
        ))
        .await;
    let old = old.as_str().expect("a build").to_owned();
    renew(&files, &old);
    browser
        .awaited("navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => true)")
        .await;
    let note = "document.querySelector('#device-note[data-note=\"device.note.new\"] button')";
    browser.until("a note about the new version", note).await;
    assert_eq!(browser.barriers().await, [""; 0]);
    // Nothing changes until somebody wants it.
    assert!(browser.my_turn().await);
    assert_eq!(browser.ply().await, ply);
    browser.click("#device-note button").await;
    browser
        .until(
            "the new page",
            &format!(
                "!document.querySelector('script[type=module]')?.src.includes('{}')",
                hash_of(&old)
            ),
        )
        .await;
    browser.goto(&site.page(&format!("/game/{id}"))).await;
    assert!(browser.my_turn().await);
    assert_eq!(browser.ply().await, ply);
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    browser.complaints().await;
    browser.finish().await;
    let _ = fs::remove_dir_all(place);
}

/// What stands behind the version in the name of a build.
fn hash_of(build: &str) -> &str {
    build.rsplit_once('-').expect("a hash").1
}

/// Gives the build another name, as changes in it would.
fn renew(files: &Path, build: &str) {
    let hash = hash_of(build).to_owned();
    let other: String = hash.chars().rev().collect();
    fs::rename(
        files.join(format!("page-{hash}")),
        files.join(format!("page-{other}")),
    )
    .expect("a folder");
    let parts = format!("page-{other}/pocket/parts.js");
    for name in ["index.html", "service-worker.js", &parts] {
        let path = files.join(name);
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, text.replace(&hash, &other)).expect("a file");
    }
    forget_hashes(files, &["./", &parts]);
}

/// What has changed has another hash than the list says; it is kept without one.
fn forget_hashes(files: &Path, changed: &[&str]) {
    let path = files.join("service-worker.js");
    let mut text = fs::read_to_string(&path).expect("a file");
    for name in changed {
        let entry = format!("[\"{name}\", \"");
        let begin = text.find(&entry).expect("it is in the list") + entry.len();
        let end = begin + text[begin..].find('"').expect("a hash");
        text.replace_range(begin..end, "");
    }
    fs::write(&path, text).expect("a file");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("a file");
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("a copy")),
        }
    }
}

#[tokio::test]
async fn a_game_is_carried_to_another_device() {
    let site = Site::under_test();
    let browser = Browser::start("carried-from", Device::Desktop).await;
    pages::at_the_table(&browser, &site, &against("level:1", "blokus-duo")).await;
    for _ in 0..2 {
        assert!(browser.my_turn().await);
        browser.play_any(Hand::Pointer).await;
    }
    assert!(browser.my_turn().await);
    let ply = browser.ply().await;
    browser.click("#play-tab-game").await;
    browser.click("[data-act=carry]").await;
    browser
        .until(
            "a code",
            "document.querySelector('.carry-code svg path')?.getAttribute('d').length > 100",
        )
        .await;
    assert_eq!(browser.barriers().await, [""; 0]);
    let link = browser
        .awaited(&format!(
            "Promise.all([{}, {}, {}, {}]).then(([carry, api, address, state]) => api.get('/api/games/' + address.here().path.split('/')[2]).then((game) =>
               carry.placeOfGame({{ ...state.gameLike(game, {{ moves: state.movesSoFar(game) }}), title: game.title }}).then(address.wholeLink)))",
            Browser::module("lib/carry.js"),
            Browser::module("lib/api.js"),
            Browser::module("lib/address.js"),
            Browser::module("pages/play/state.js"),
        ))
        .await;
    browser.finish().await;
    let phone = Browser::start("carried-to", Device::Phone).await;
    phone.goto(link.as_str().expect("a link")).await;
    phone
        .until(
            "what comes",
            "document.querySelector('main .saved-board svg')",
        )
        .await;
    assert_eq!(phone.barriers().await, [""; 0]);
    phone.click("main button.primary").await;
    assert!(phone.my_turn().await);
    assert_eq!(phone.ply().await, ply);
    phone.play_any(Hand::Pointer).await;
    assert!(phone.my_turn().await);
    phone.finish().await;
}

#[tokio::test]
async fn what_only_a_server_can_do_is_said() {
    let site = Site::under_test();
    let browser = Browser::start("server-only", Device::Desktop).await;
    for (path, language, words) in [
        ("/arena", "en", "Not in the browser"),
        ("/workers", "en", "Not in the browser"),
        ("/arena", "id", "Tidak ada di peramban"),
    ] {
        browser.goto(&site.page(path)).await;
        browser
            .value(&format!("localStorage.setItem('papan.settings', JSON.stringify({{ language: '{language}' }}))"))
            .await;
        browser.reload().await;
        let said = format!(
            "document.querySelector('main h1')?.textContent === {}",
            json!(words)
        );
        browser.until(path, &said).await;
        assert_eq!(browser.barriers().await, [""; 0]);
    }
    browser.finish().await;
}

#[tokio::test]
async fn nothing_is_deleted_before_it_is_asked_for_twice() {
    let site = Site::under_test();
    let browser = Browser::start("deleted", Device::Desktop).await;
    let id = pages::at_the_table(&browser, &site, &against("level:1", "othello")).await;
    assert!(browser.my_turn().await);
    browser.click("#device").await;
    browser.click(".device-dialog button.danger").await;
    browser
        .until(
            "a question",
            "document.querySelectorAll('dialog[open]').length === 2",
        )
        .await;
    assert_eq!(browser.barriers().await, [""; 0]);
    browser.key("Escape").await;
    browser.reload().await;
    assert!(browser.my_turn().await);
    browser.click("#device").await;
    browser.click(".device-dialog button.danger").await;
    browser.click("dialog:last-of-type button.danger").await;
    browser
        .until(
            "an app that has nothing",
            "location.hash === '' && !localStorage.getItem('papan.secrets') && document.querySelector('[data-family]')",
        )
        .await;
    browser.goto(&site.page(&format!("/game/{id}"))).await;
    let title = browser.text("main h1").await;
    assert!(title.contains("Nothing") || title.contains("no"), "{title}");
    browser.complaints().await;
    browser.finish().await;
}

/// A server may send a policy of its own with every file, which workers must follow too.
#[tokio::test]
async fn a_stricter_server_is_heard_until_the_app_keeps_its_files() {
    let folder = site_folder().expect("PAPAN_SITE");
    let site = Site::offer_with("Content-Security-Policy: default-src 'self'", &folder);
    let browser = Browser::start("strict", Device::Desktop).await;
    browser.goto(&site.page("/")).await;
    // The program may not be compiled, and the page says that.
    browser
        .until(
            "what is wrong",
            "document.querySelector('#device-note[data-note=\"device.note.failed\"]')",
        )
        .await;
    browser.kept().await;
    browser.complaints().await;
    pages::at_the_table(&browser, &site, &against("level:1", "othello")).await;
    for _ in 0..2 {
        assert!(browser.my_turn().await);
        browser.play_any(Hand::Pointer).await;
    }
    let policy = browser
        .awaited("fetch('./').then(({ headers }) => headers.get('Content-Security-Policy'))")
        .await;
    let policy = policy.as_str().expect("a policy");
    for part in [
        "frame-ancestors 'none'",
        "object-src 'none'",
        "'wasm-unsafe-eval'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    browser.finish().await;
}
