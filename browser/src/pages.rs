//! Every page of the app, brought to a state that is worth looking at.

use crate::{Browser, Server, Site};
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

/// What is there when a game was reviewed to its end and stands at a mistake.
const REVIEWED: &str = "document.querySelector('.review-bar progress')?.hidden && document.querySelector('.review-table td')
    && document.querySelector('.review-said .sentence') && document.querySelector('.place-arrows .arrow-point')";

/// Mistakes that any search finds at once, as addresses name them: sixty seeds missed in one turn, a piece that fits
/// nowhere any more, a region in which the other moves last.
pub const CONGKLAK_MISTAKE: &str = "game=congklak&moves=2";
/// See above.
pub const DUO_MISTAKE: &str = "game=blokus-duo&start=...112111..1../...1.22..1..1./...1121111..1./11...12...111./\
    .1.1112.11...1/.112.1.2222.11/...1222...2..2/11.1.2...2.222/1.11.2...2..../1.1.2.2..22.../.1222.22..2..2/\
    112..2...2.222/.11.222.22..2./2222.2..22....+2+I4,T4,Z4,O4,I5,Y,P,W,X+I3,Z4,O4,I5,Y,U,V5,W\
    &moves=c10,c11,b12,c12,c13";
/// See above.
pub const ADJACENCY_MISTAKE: &str = "game=adjacency&start=OOOO.OOO/OOOOOXXO/X..OOXXO/O.X.XX.O/OOOOOXX./OO..XXXX/OO.XXXXX/\
    XX.XXXOX+O+11&moves=c6";

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
        (
            "new-adjacency",
            "/new/adjacency",
            "document.querySelector('main form')",
        ),
        (
            "new-congklak",
            "/new/congklak",
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
            "document.querySelector('main a[href*=\"/papers/\"]')",
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
    if server.is_site() {
        // Only a server has workers, and a ledger with events: the page says so.
        pages.retain(|page| page.name != "workers");
    } else {
        let events = browser.answer("/api/arena").await;
        let event = events["events"][0]["event"].as_str().expect("an event");
        pages.push(Page {
            name: "event",
            path: format!("/arena/{}", event.replace(' ', "%20")),
            ready: "document.querySelector('main table')",
        });
    }
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
    pages.push(Page {
        name: "analyse-review",
        path: format!("/analyse/{finished}?review=1&ply=6"),
        ready: REVIEWED,
    });
    for (name, mistake) in [
        ("analyse-congklak", CONGKLAK_MISTAKE),
        ("analyse-duo", DUO_MISTAKE),
        ("analyse-adjacency", ADJACENCY_MISTAKE),
    ] {
        pages.push(Page {
            name,
            path: format!("/analyse?{mistake}&review=1"),
            ready: REVIEWED,
        });
    }
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
            "{}.then((api) => api.createGame({game}))",
            Browser::module("lib/api.js")
        ))
        .await;
    match made.as_str() {
        Some(id) => id.to_owned(),
        None => panic!("the game was not made: {made}"),
    }
}

/// Makes a game at the page without a server and opens it.
pub async fn at_the_table(browser: &Browser, site: &Site, game: &Value) -> String {
    browser.goto(&site.page("/about")).await;
    browser.without_animation().await;
    let id = create(browser, game).await;
    browser.goto(&site.page(&format!("/game/{id}"))).await;
    id
}

impl Browser {
    /// What the page gives to be kept as a file from now on is noted instead.
    pub async fn note_downloads(&self) {
        self.value(
            "(() => {
               window.downloaded = null;
               const made = new Map();
               URL.createObjectURL = (blob) => {
                 const address = `blob:noted-${made.size}`;
                 made.set(address, blob);
                 return address;
               };
               HTMLAnchorElement.prototype.click = function () {
                 const { download } = this;
                 made.get(this.href)?.text().then((text) => { window.downloaded = [download, text]; });
               };
               return true;
             })()",
        )
        .await;
    }

    /// The name and the text of the file.
    pub async fn download(&self) -> (String, String) {
        let file = self.until("a file", "window.downloaded").await;
        let part = |at: usize| file[at].as_str().expect("a text").to_owned();
        (part(0), part(1))
    }
}
