//! How long the first visit of the page without a server takes, and the second one without a network,
//! over lines of different speed, from a server that packs texts: `PAPAN_SITE=target/site/folder cargo run --manifest-path
//! browser/Cargo.toml --bin first_visit`.
#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

use papan_browser::{Browser, Device, Hand, Line, Site, pages, site_folder};
use serde_json::json;
use std::time::Instant;

/// What stands on the start page once it is all there.
const DRAWN: &str = "document.querySelectorAll('[data-family] svg').length === 5";

/// A visit over a line.
struct Visit {
    /// What it is called.
    name: &'static str,
    /// Million bits a second, and milliseconds until an answer begins; none where nothing slows the line down.
    line: Option<(f64, u64)>,
    /// How many times slower the page's own thread is made.
    slower: u32,
}

const fn over(name: &'static str, megabits: f64, milliseconds: u64) -> Visit {
    Visit {
        name,
        line: Some((megabits, milliseconds)),
        slower: 1,
    }
}

const VISITS: [Visit; 5] = [
    Visit {
        name: "this machine",
        line: None,
        slower: 1,
    },
    over("50 Mbit/s, 20 ms", 50.0, 20),
    over("10 Mbit/s, 40 ms", 10.0, 40),
    over("1.6 Mbit/s, 150 ms", 1.6, 150),
    Visit {
        slower: 6,
        ..over("10 Mbit/s, 40 ms; the page six times slower", 10.0, 40)
    },
];

#[tokio::main]
async fn main() {
    let folder = site_folder().expect("PAPAN_SITE names the folder that cargo xtask site makes");
    println!(
        "| line | start page | a game is ready | its agent has answered | everything is kept | again without a network |"
    );
    println!("|---|---|---|---|---|---|");
    for Visit { name, line, slower } in VISITS {
        let line = line.map(|(megabits, milliseconds)| Line::new(megabits, milliseconds));
        let mut site = Site::offer_over(line, &folder);
        let browser = Browser::start("first-visit", Device::Phone).await;
        let slowed = json!({ "rate": slower });
        browser
            .devtools("Emulation.setCPUThrottlingRate", slowed)
            .await;
        let begin = Instant::now();
        browser.goto(&format!("{}/", site.address())).await;
        browser.until("the start page", DRAWN).await;
        let start = begin.elapsed();
        let game = json!({ "game": "othello",
            "seats": [{ "kind": "person" }, { "kind": "agent", "agent": "level:3" }] });
        let id = pages::create(&browser, &game).await;
        let address = format!("{}/#/game/{id}", site.address());
        browser.goto(&address).await;
        assert!(browser.my_turn().await);
        let ready = begin.elapsed();
        browser.play_any(Hand::Pointer).await;
        assert!(browser.my_turn().await);
        let answered = begin.elapsed();
        browser.kept().await;
        let kept = begin.elapsed();
        site.switch_off();
        let again = Instant::now();
        browser.goto(&format!("{}/?again", site.address())).await;
        browser.until("the start page", DRAWN).await;
        let again = again.elapsed();
        let seconds = [start, ready, answered, kept, again];
        let seconds = seconds.map(|time| format!("{:.1} s", time.as_secs_f64()));
        println!("| {name} | {} |", seconds.join(" | "));
        browser.finish().await;
    }
}
