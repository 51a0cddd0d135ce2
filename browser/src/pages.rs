//! Every page of the app, brought to a state that is worth looking at.

use crate::{Browser, Server};
use serde_json::{Value, json};

/// A page and how to get there.
pub struct Page {
    /// A name for files and messages.
    pub name: &'static str,
    /// Its address.
    pub path: String,
    /// An expression that is true once everything is there.
    pub ready: &'static str,
}

/// What is there when a board is: cells, holes or squares to point at.
const BOARD: &str = "document.querySelector('main [role=grid], main .pits-wood')";

/// A game between level 1 and a person, with these moves played.
fn against_a_level(game: &str, seats: usize, moves: &str) -> Value {
    let mut players = vec![json!({ "kind": "agent", "agent": "level:1" }); seats];
    players[0] = json!({ "kind": "person" });
    let moves: Vec<&str> = moves.split_whitespace().collect();
    json!({ "game": game, "seats": players, "moves": moves })
}

/// All pages. Games are made for those that need one, by the browser itself, so that they
/// are its own.
pub async fn all(browser: &Browser, server: &Server) -> Vec<Page> {
    browser.goto(&server.page("/about")).await;
    let mut pages: Vec<Page> = [
        (
            "start",
            "/",
            "document.querySelectorAll('main svg').length >= 5",
        ),
        ("new", "/new/othello", "document.querySelector('main form')"),
        (
            "new-classic",
            "/new/blokus-classic",
            "document.querySelector('main form')",
        ),
        ("games", "/games", "document.querySelector('main svg')"),
        (
            "analyse-empty",
            "/analyse",
            "document.querySelector('main h1')",
        ),
        (
            "rules-othello",
            "/rules/othello",
            "document.querySelector('main svg')",
        ),
        (
            "rules-duo",
            "/rules/blokus-duo",
            "document.querySelector('main svg')",
        ),
        (
            "rules-classic",
            "/rules/blokus-classic",
            "document.querySelector('main svg')",
        ),
        (
            "rules-congklak",
            "/rules/congklak",
            "document.querySelector('main svg')",
        ),
        (
            "rules-adjacency",
            "/rules/adjacency",
            "document.querySelector('main svg')",
        ),
        (
            "papers",
            "/papers",
            "document.querySelector('main a[href^=\"/papers/\"]')",
        ),
        ("arena", "/arena", "document.querySelector('main h1')"),
        (
            "workers",
            "/workers",
            "document.querySelector('main .card')",
        ),
        ("about", "/about", "document.querySelector('main h1')"),
    ]
    .map(|(name, path, ready)| Page {
        name,
        path: path.to_owned(),
        ready,
    })
    .into();
    let papers = browser.answer("/api/papers").await;
    let paper = papers["papers"][0]["paper"].as_str().expect("a paper");
    pages.push(Page {
        name: "paper",
        path: format!("/papers/{paper}"),
        ready: "document.querySelector('main table')",
    });
    let events = browser.answer("/api/arena").await;
    let event = events["events"][0]["event"].as_str().expect("an event");
    pages.push(Page {
        name: "event",
        path: format!("/arena/{}", event.replace(' ', "%20")),
        ready: "document.querySelector('main table')",
    });
    for (name, game) in [
        ("play-othello", against_a_level("othello", 2, "d3 c5 f6 f5")),
        (
            "play-duo",
            against_a_level("blokus-duo", 2, "e8,d9,e9,f9,e10 j4,i5,j5,k5,j6"),
        ),
        (
            "play-classic",
            against_a_level("blokus-classic", 4, "a20,b20,c20,d20,e20"),
        ),
        ("play-congklak", against_a_level("congklak", 2, "1 7")),
        ("play-adjacency", against_a_level("adjacency", 2, "c4 d4")),
    ] {
        let id = create(browser, &game).await;
        pages.push(Page {
            name,
            path: format!("/game/{id}"),
            ready: BOARD,
        });
    }
    let finished = create(
        browser,
        &against_a_level(
            "othello:size=4",
            2,
            "d3 d4 c4 d2 b1 a4 c1 b4 pass d1 pass a1",
        ),
    )
    .await;
    pages.push(Page {
        name: "result",
        path: format!("/game/{finished}"),
        ready: BOARD,
    });
    pages.push(Page {
        name: "analyse",
        path: format!("/analyse/{finished}"),
        ready: BOARD,
    });
    let watched = json!({
        "game": "adjacency",
        "seats": [{ "kind": "agent", "agent": "level:2" }, { "kind": "agent", "agent": "level:3" }],
        "moves": ["c4", "d4", "d5"],
    });
    let watched = create(browser, &watched).await;
    pages.push(Page {
        name: "watch",
        path: format!("/game/{watched}"),
        ready: BOARD,
    });
    pages
}

/// Makes a game that belongs to this browser.
pub async fn create(browser: &Browser, game: &Value) -> String {
    let made = browser
        .awaited(&format!(
            "import('/assets/lib/api.js').then((api) => api.createGame({game}))"
        ))
        .await;
    match made.as_str() {
        Some(id) => id.to_owned(),
        None => panic!("the game was not made: {made}"),
    }
}
