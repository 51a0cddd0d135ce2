//! What the system and other apps do with the page without a server once it is an app: they share texts and files with it,
//! open files with it, install it. And what the app asks of the system.

use papan_browser::{Browser, Device, Hand, Site, against, pages};
use serde_json::json;

/// A game that was opened for analysis has so many moves.
async fn analysed(browser: &Browser, moves: usize) {
    let expression = format!("document.querySelectorAll('.moves-line .move').length === {moves}");
    browser.until("the game that was opened", &expression).await;
}

/// Puts a file into a field for files, as a person chooses it.
async fn choose_file(browser: &Browser, selector: &str, name: &str, text: &str) {
    let (selector, name, text) = (json!(selector), json!(name), json!(text));
    browser
        .until(
            "a field for files",
            &format!(
                "(() => {{
                   const field = document.querySelector({selector});
                   if (!field) return false;
                   const chosen = new DataTransfer();
                   chosen.items.add(new File([{text}], {name}));
                   field.files = chosen.files;
                   field.dispatchEvent(new Event('change', {{ bubbles: true }}));
                   return true;
                 }})()"
            ),
        )
        .await;
}

/// Goes on with a game that comes from elsewhere.
async fn take(browser: &Browser) {
    let board = "document.querySelector('main .saved-board svg')";
    browser.until("the game that comes", board).await;
    browser.click("main button.primary").await;
    assert!(browser.my_turn().await);
}

/// A form that comes from elsewhere, as the system makes one of what another app shares.
async fn share(browser: &Browser, site: &Site, fields: &str) {
    let form = format!(
        "data:text/html,<form method=post enctype=multipart/form-data action='{}/?share=1'>{fields}<button>send</button></form>",
        site.address()
    );
    browser.goto(&form).await;
}

#[tokio::test]
async fn what_others_share_is_opened() {
    let site = Site::under_test();
    let browser = Browser::start("shared", Device::Desktop).await;
    browser.goto(&site.page("/")).await;
    browser.kept().await;
    share(&browser, &site, "<input name=text value=f5d6c3d3c4>").await;
    browser.click("button").await;
    analysed(&browser, 5).await;
    // A file, which knows its game by itself.
    share(&browser, &site, "<input type=file name=file>").await;
    choose_file(&browser, "input", "game.sgf", SGF).await;
    browser.click("button").await;
    analysed(&browser, 2).await;
    browser.finish().await;
}

const SGF: &str = "(;GM[2]FF[4]SZ[8]PB[Ani]PW[Budi];B[f5];W[d6])";

#[tokio::test]
async fn files_are_opened_with_the_app() {
    let site = Site::under_test();
    let browser = Browser::start("opened", Device::Desktop).await;
    // The system's part, which an app has only once it is installed: whoever wants files says so.
    browser
        .devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": "Object.defineProperty(window, 'launchQueue', { value: { setConsumer(take) { window.openWithApp = take; } } });" }),
        )
        .await;
    browser.goto(&site.page("/")).await;
    let open = |name: &str, text: &str| {
        let (name, text) = (json!(name), json!(text));
        format!(
            "typeof window.openWithApp === 'function' && (window.openWithApp({{ files: [{{ getFile: async () => new File([{text}], {name}) }}] }}), true)"
        )
    };
    browser
        .until("who takes files", &open("game.sgf", SGF))
        .await;
    analysed(&browser, 2).await;
    // One that another device has written goes on as a game.
    let carried = json!({ "papan": 1, "game": "othello", "seats": against("level:1", "othello")["seats"], "moves": ["f5", "d6"] });
    browser
        .until("who takes files", &open("game.papan", &carried.to_string()))
        .await;
    take(&browser).await;
    assert_eq!(browser.ply().await, 2);
    browser.finish().await;
}

#[tokio::test]
async fn a_game_is_carried_as_a_file() {
    let site = Site::under_test();
    let browser = Browser::start("file-from", Device::Desktop).await;
    pages::at_the_table(&browser, &site, &against("level:1", "congklak")).await;
    for _ in 0..2 {
        assert!(browser.my_turn().await);
        browser.play_any(Hand::Pointer).await;
    }
    assert!(browser.my_turn().await);
    let ply = browser.ply().await;
    browser.note_downloads().await;
    browser.click("#play-tab-game").await;
    browser.click("[data-act=carry]").await;
    browser.click("dialog[open] .row button:last-of-type").await;
    let (name, text) = browser.download().await;
    assert!(name.ends_with(".papan"), "{name}");
    browser.finish().await;
    // On another device it is chosen like every file of a game.
    let phone = Browser::start("file-to", Device::Phone).await;
    phone.goto(&site.page("/analyse")).await;
    choose_file(&phone, "#import-file", &name, &text).await;
    take(&phone).await;
    assert_eq!(phone.ply().await, ply);
    phone.play_any(Hand::Pointer).await;
    assert!(phone.my_turn().await);
    phone.finish().await;
}

#[tokio::test]
async fn the_app_asks_to_be_installed_to_keep_its_games_and_for_the_whole_screen() {
    let site = Site::under_test();
    let browser = Browser::start("asks", Device::Desktop).await;
    // What is asked of the browser is noted in the page.
    browser
        .devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": "window.askedFor = [];
                // The browser's own offer comes when it likes.
                addEventListener('beforeinstallprompt', (event) => event.isTrusted && event.stopImmediatePropagation());
                navigator.storage.persist = async () => { window.askedFor.push('keep'); return true; };
                Element.prototype.requestFullscreen = async function () { window.askedFor.push(`full ${this.localName}`); };" }),
        )
        .await;
    browser.goto(&site.page("/")).await;
    browser.without_animation().await;
    browser.answer("/api/games").await;
    assert_eq!(browser.value("window.askedFor").await, json!([]));
    pages::create(&browser, &against("level:1", "othello")).await;
    assert_eq!(browser.value("window.askedFor").await, json!(["keep"]));
    browser
        .value(
            "(() => {
               const event = new Event('beforeinstallprompt', { cancelable: true });
               event.prompt = async () => { window.askedFor.push('install'); };
               dispatchEvent(event);
               return event.defaultPrevented || window.askedFor.push('not heard');
             })()",
        )
        .await;
    browser.click("#device").await;
    assert_eq!(browser.barriers().await, [""; 0]);
    browser.click(".device-dialog button.primary").await;
    browser.click("#device").await;
    // It was asked once: the button is gone, and the whole screen comes first.
    browser
        .click(".device-dialog .row button:first-of-type")
        .await;
    browser
        .until("the whole screen", "window.askedFor.length >= 3")
        .await;
    assert_eq!(
        browser.value("window.askedFor").await,
        json!(["keep", "install", "full html"])
    );
    browser.finish().await;
}
