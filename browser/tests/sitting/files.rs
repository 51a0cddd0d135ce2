//! Files with thousands of games, their names and what is made of them.

use super::sit_down;
use papan_browser::Browser;
use serde_json::json;

/// A file of the base with so many games, and one with the names of its players.
const BASE: &str = "
    const games = 2478;
    const base = new Uint8Array(16 + 68 * games);
    new DataView(base.buffer).setUint32(4, games, true);
    new DataView(base.buffer).setUint16(10, 2023, true);
    base[12] = 8;
    for (let game = 0; game < games; game += 1) {
      const at = 16 + 68 * game;
      base[at + 2] = 1 + (game % 3);
      base[at + 4] = 4;
      base.set([56, 64, 33, 34], at + 8);
      base[at] = game % 2;
      base[at + 6] = [32, 33, 37][game % 3];
      base[at + 7] = 30;
    }
    const names = new Uint8Array(16 + 20 * 5);
    ['', 'Tamaki', 'Ross', 'Jensen', 'Wijaya'].forEach((name, index) => names.set(new TextEncoder().encode(name), 16 + 20 * index));
    const events = new Uint8Array(16 + 26 * 2);
    ['Jakarta Open', 'Bandung Cup'].forEach((name, index) => events.set(new TextEncoder().encode(name), 16 + 26 * index));
    const files = new DataTransfer();
    for (const [bytes, name] of [[base, 'WTH_2023.wtb'], [names, 'WTHOR.JOU'], [events, 'WTHOR.TRN']]) files.items.add(new File([bytes], name));
    const input = document.querySelector('#import-file');
    input.files = files.files;
    input.dispatchEvent(new Event('change'));";

#[tokio::test]
async fn a_file_of_thousands_of_games_is_opened_page_by_page() {
    let (server, browser) = sit_down("base", "en").await;
    browser.goto(&server.page("/analyse")).await;
    browser
        .until("the page", "document.querySelector('#import-file')")
        .await;
    browser
        .awaited(&format!("(async () => {{ {BASE} }})()"))
        .await;
    let says = |text: &str| {
        format!(
            "document.querySelector('.import-found').innerText.includes({})",
            json!(text)
        )
    };
    browser.until("all games", &says("2,478 games")).await;
    browser
        .until("a page of them", &says("1 to 100 of 2,478"))
        .await;
    browser.until("names", &says("Tamaki – Wijaya")).await;
    browser.until("tournaments", &says("Bandung Cup")).await;
    // Sorted by the size of the result: draws, then by two discs, then by ten.
    browser.choose("#import-sort", "result").await;
    let first = "document.querySelector('.import-list li').innerText";
    browser
        .until("draws", &format!("{first}.includes(' · 0 · ')"))
        .await;
    for _ in 0..9 {
        browser.click(".import-found nav button:last-child").await;
        browser.settle().await;
    }
    let second = format!("{first}.includes('B+2 ')");
    browser.until("games won by two discs", &second).await;
    browser.choose("#import-sort", "event").await;
    let bandung = format!("{first}.includes('Bandung Cup')");
    browser.until("the first tournament", &bandung).await;
    browser.choose("#import-sort", "").await;
    browser
        .until("the first page", &says("1 to 100 of 2,478"))
        .await;
    browser.click(".import-found nav button:last-child").await;
    browser
        .until("the next page", &says("101 to 200 of 2,478"))
        .await;
    browser.click("#import-search").await;
    browser.write("ross").await;
    browser
        .until("those of one player", &says("1 to 100 of 826"))
        .await;
    browser.click(".import-list button").await;
    browser
        .until(
            "the game",
            "document.querySelector('.desk-players')?.innerText.includes('Ross')",
        )
        .await;
    // A file that is made of it keeps the names, in its text and in what it is called.
    browser.click("#tab-share").await;
    browser
        .value("(() => { const make = URL.createObjectURL; URL.createObjectURL = (file) => {
            file.text().then((text) => { window.file = text; }); return make.call(URL, file); };
            const click = HTMLAnchorElement.prototype.click; HTMLAnchorElement.prototype.click = function () { window.called = this.download; return click.call(this); }; })()")
        .await;
    browser
        .value("[...document.querySelectorAll('.panel-share button')].find(({ textContent }) => textContent === 'ggf').click()")
        .await;
    browser
        .until("the file", "window.file?.includes('PB[Ross]') && window.file.includes('PW[Wijaya]') && window.called.startsWith('Ross-Wijaya')")
        .await;
    // A numbered text is read, and a file is called by who played.
    browser.goto(&server.page("/analyse")).await;
    browser
        .until("the page", "document.querySelector('#import-text')")
        .await;
    browser.click("#import-text").await;
    browser.write("1. f5 d6 2. c3 d3").await;
    browser.click(".import button.primary").await;
    browser
        .until(
            "four moves",
            "document.querySelectorAll('.moves-line .move').length === 4",
        )
        .await;
    let module = Browser::module("lib/picture.js");
    for (game, names) in [
        ("othello", ["a", "8"]),
        ("adjacency", ["h", "8"]),
        ("blokus-duo", ["n", "14"]),
        ("blokus-classic", ["t", "20"]),
        // Five seeds lie nowhere at the start, so that the number is that of a hole.
        ("congklak", ["1", "5"]),
    ] {
        let named = format!(
            "{module}.then((module) => module.pictureOf({{ game: '{game}' }}, {{ theme: 'light', names: true }}))"
        );
        let named = browser.awaited(&named).await;
        let named = named.as_str().expect("a picture");
        for name in names {
            assert!(named.contains(&format!(">{name}</text>")), "{game}: {name}");
        }
    }
    browser.finish().await;
}
