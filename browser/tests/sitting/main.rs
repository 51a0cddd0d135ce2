//! How it is to sit at the boards: the words of a game, and each board as one has it at a table.

mod congklak;
mod files;
mod sounds;

use papan_browser::{Browser, Device, Hand, Server, folder, pages};
use serde_json::{Value, json};

/// A server, and a browser in a language, with animations as they are at first.
async fn sit_down(name: &str, language: &str) -> (Server, Browser) {
    let server = Server::start(&folder(name));
    let browser = Browser::start(name, Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    speak(&browser, language, "normal").await;
    (server, browser)
}

/// What the page is to speak, and how fast boards move.
async fn speak(browser: &Browser, language: &str, animation: &str) {
    let settings = json!({ "language": language, "animation": animation }).to_string();
    let settings = Value::from(settings);
    browser
        .value(&format!(
            "localStorage.setItem('papan.settings', {settings})"
        ))
        .await;
}

/// A game of a person against the weakest level, with these moves played.
fn against_one(game: &str, seats: usize, moves: &str) -> Value {
    let mut players = vec![json!({ "kind": "agent", "agent": "level:1" }); seats];
    players[0] = json!({ "kind": "person" });
    let moves: Vec<&str> = moves.split_whitespace().collect();
    json!({ "game": game, "seats": players, "moves": moves })
}

/// Makes a game and goes there.
async fn open(server: &Server, browser: &Browser, game: &Value) {
    let id = pages::create(browser, game).await;
    browser.goto(&server.page(&format!("/game/{id}"))).await;
    let phase = "['mine', 'over'].includes(document.querySelector('.play')?.dataset.phase)";
    browser.until("the game", phase).await;
}

/// The text of an element, once there is some.
async fn text(browser: &Browser, selector: &str) -> String {
    let expression = format!("document.querySelector({})?.innerText", json!(selector));
    let text = browser.until(selector, &expression).await;
    text.as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_game_is_told_in_the_words_of_its_players() {
    let (server, browser) = sit_down("words", "en").await;
    for (language, you, hole, lines) in [
        ("en", "You", "A plays hole 7", ["Won by 14 discs", "Rules"]),
        (
            "id",
            "Anda",
            "A memainkan lubang 7",
            ["selisih 14 bidak", "Aturan"],
        ),
    ] {
        speak(&browser, language, "off").await;
        open(&server, &browser, &against_one("congklak", 2, "1 7")).await;
        assert!(text(&browser, ".play-players").await.contains(you));
        assert!(text(&browser, ".play-said").await.contains(hole));
        // The rules are one click away from a game.
        let rules = "[...document.querySelectorAll('.play a[href$=\"/rules/congklak\"]')].map((link) => link.textContent).join()";
        assert_eq!(browser.value(rules).await, lines[1]);
        let moves = "d3 d4 c4 d2 b1 a4 c1 b4 pass d1 pass a1";
        open(&server, &browser, &against_one("othello:size=4", 2, moves)).await;
        let result = text(&browser, ".play-result").await;
        assert!(result.contains(lines[0]), "{result}");
        // The passes before the last move are over with it.
        assert_eq!(
            browser
                .value("document.querySelector('.play-said.warn')")
                .await,
            Value::Null
        );
    }
    speak(&browser, "en", "off").await;
    open(
        &server,
        &browser,
        &against_one("blokus-classic", 4, "a20,b20,c20,d20,e20"),
    )
    .await;
    let scores = text(&browser, ".play-players").await;
    assert!(!scores.contains('-'), "one minus sign: {scores}");
    // What can be chosen is a list, and what can be written as well has a box of its own.
    browser.goto(&server.page("/new/congklak")).await;
    let other = "(() => { const list = document.querySelector('select#rule-relay'); if (!list) return null;
        list.closest('details').open = true; list.value = '…'; list.dispatchEvent(new Event('change'));
        return !document.querySelector('#rule-relay-other').hidden; })()";
    browser.until("a box for another value", other).await;
    // Who has only the program can do something in an empty arena; without one there is no arena.
    if !server.is_site() {
        browser.goto(&server.page("/arena")).await;
        browser.click("main .card button").await;
        browser
            .until(
                "two levels that play",
                "document.querySelector('.play.watched')",
            )
            .await;
    }
    browser.finish().await;
}

/// Whether an element is seen whole, as the page stands.
fn seen_whole(selector: &str) -> String {
    format!(
        "(() => {{ const box = document.querySelector({}).getBoundingClientRect();
           return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }})()",
        json!(selector)
    )
}

#[tokio::test]
async fn a_phone_held_sideways_can_play_every_game() {
    let server = Server::start(&folder("sideways"));
    let browser = Browser::start("sideways", Device::Phone).await;
    browser.goto(&server.page("/about")).await;
    speak(&browser, "id", "off").await;
    browser.resize(844, 390).await;
    for (game, seats, board) in [
        ("othello", 2, ".grid-frame"),
        ("adjacency", 2, ".grid-frame"),
        ("congklak", 2, ".pits-wood"),
        ("blokus-duo", 2, ".polyominoes-square"),
        ("blokus-classic", 4, ".polyominoes-square"),
    ] {
        open(&server, &browser, &against_one(game, seats, "")).await;
        let window = "[innerWidth, innerHeight, matchMedia('(pointer: coarse)').matches]";
        assert_eq!(browser.value(window).await, json!([844, 390, true]));
        assert_eq!(browser.value(&seen_whole(board)).await, true, "{game}");
        browser.play_any(Hand::Pointer).await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.value(fits).await, true, "{game} is too wide");
    }
    browser.finish().await;
}

#[tokio::test]
async fn boards_are_as_large_as_the_window_allows() {
    let (server, browser) = sit_down("large", "en").await;
    speak(&browser, "id", "off").await;
    browser.resize(1024, 768).await;
    open(&server, &browser, &against_one("blokus-classic", 4, "")).await;
    let square = "document.querySelector('.polyominoes-cell').getBoundingClientRect().width";
    let square = browser.value(square).await.as_f64().expect("a width");
    assert!(square >= 28.0, "{square} pixels");
    // Analysis: the bar stands beside the board, and nothing is cut.
    browser.resize(1440, 900).await;
    let moves = "/analyse?game=othello&moves=f5+d6+c3+d3+c4&ply=5";
    browser.goto(&server.page(moves)).await;
    browser
        .until("the board", "document.querySelector('.desk.drawn')")
        .await;
    browser.click(".engine-switch").await;
    browser
        .until(
            "a speed",
            "document.querySelector('.engine-facts').textContent.includes('simpul')",
        )
        .await;
    let beside = "(() => { const board = document.querySelector('.grid-frame').getBoundingClientRect();
        const bar = document.querySelector('.value-bar').getBoundingClientRect();
        return board.height >= 560 && bar.right <= board.left && bar.height >= 0.9 * board.height; })()";
    assert_eq!(browser.value(beside).await, true);
    let cut = "[...document.querySelectorAll('.desk-right *')].filter((part) => part.scrollWidth > part.clientWidth + 1
        && getComputedStyle(part).overflowX === 'hidden' && !part.closest('.visually-hidden')).map((part) => part.className)";
    assert_eq!(browser.value(cut).await, json!([]));
    // On a phone the value stands above the board.
    browser.resize(390, 844).await;
    assert_eq!(browser.value(&seen_whole(".value-bar")).await, true);
    browser.finish().await;
}

#[tokio::test]
async fn pieces_are_drawn_where_moves_are_told() {
    let (server, browser) = sit_down("pieces", "en").await;
    speak(&browser, "en", "off").await;
    browser.resize(1440, 900).await;
    let moves = "e8,d9,e9,f9,e10 j4,i5,j5,k5,j6";
    open(&server, &browser, &against_one("blokus-duo", 2, moves)).await;
    // What is left instead of a number below zero, with a chip beside the name.
    let players = text(&browser, ".play-players").await;
    assert!(
        players.contains("84 left") && !players.contains('−'),
        "{players}"
    );
    // The list of moves, and the place of a move that one points at.
    let drawn = "document.querySelectorAll('.play-history .move-face rect').length";
    assert_eq!(browser.value(drawn).await, 10);
    browser.hover(".play-ply[data-move]").await;
    browser
        .until(
            "the place on the board",
            "document.querySelector('.polyominoes-hint-ring')",
        )
        .await;
    // A hint.
    browser.click("[data-act=hint]").await;
    browser
        .until(
            "a hint with a piece",
            "document.querySelector('.play-said .move-face')",
        )
        .await;
    let lists = "/[0-9],[a-z]/.test(document.querySelector('.play-said').textContent)";
    assert_eq!(browser.value(lists).await, false, "no lists of squares");
    // The pieces of the opponent are seen without asking for them.
    let others = "document.querySelectorAll('.polyominoes-other-pieces > svg').length";
    assert_eq!(browser.value(others).await, 20);
    // A chip in the colour of its pieces stands before each name.
    let chips = "[...document.querySelectorAll('.play-player [data-seat]')].filter((name) => {
        const { backgroundImage, backgroundColor, width } = getComputedStyle(name, '::before');
        return parseFloat(width) >= 8 && (backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)');
    }).map((name) => getComputedStyle(name).getPropertyValue('--chip'))";
    let chips = browser.value(chips).await;
    assert_eq!(chips.as_array().map(Vec::len), Some(2), "{chips}");
    assert_ne!(chips[0], chips[1]);
    // In Classic those of all three, and where there is room the own ones are larger than on a phone.
    open(
        &server,
        &browser,
        &against_one("blokus-classic", 4, "a20,b20,c20,d20,e20"),
    )
    .await;
    let others = "[...document.querySelectorAll('.polyominoes-others > li')].map((other) => other.checkVisibility() && other.querySelectorAll('.polyominoes-other-pieces > svg').length)";
    let pieces = "Math.max(...[...document.querySelectorAll('.polyominoes-pick svg')].map((piece) => { const { width, height } = piece.getBoundingClientRect(); return Math.max(width, height); }))";
    let seen = browser.value(others).await;
    let seen: Vec<u64> = seen
        .as_array()
        .expect("a list")
        .iter()
        .map(|count| count.as_u64().expect("a count"))
        .collect();
    assert!(
        seen.len() == 3 && seen.iter().all(|&count| count >= 20),
        "{seen:?}"
    );
    let wide = browser.value(pieces).await.as_f64().expect("a size");
    browser.resize(390, 844).await;
    browser.settle().await;
    let narrow = browser.value(pieces).await.as_f64().expect("a size");
    assert!(wide > narrow && wide >= 44.0, "{wide} and {narrow} pixels");
    browser.resize(1440, 900).await;
    // A piece without any place says so, wherever it is held.
    let late = json!({ "game": "blokus:size=7,colours=2,starts=a7+g1", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    open(&server, &browser, &late).await;
    for _ in 0..12 {
        let stuck = "document.querySelector('.polyominoes-pick[data-playable=false]')";
        if browser.value(stuck).await != Value::Null || !browser.my_turn().await {
            break;
        }
        browser.play_any(Hand::Pointer).await;
    }
    browser
        .click(".polyominoes-pick[data-playable=false]")
        .await;
    browser
        .until(
            "that it fits nowhere",
            "document.querySelector('.polyominoes-status').textContent.includes('fits nowhere')",
        )
        .await;
    // Analysis draws them in its lists too.
    browser
        .goto(&server.page("/analyse?game=blokus-duo&moves=e8,d9,e9,f9,e10"))
        .await;
    browser
        .until("the board", "document.querySelector('.desk.drawn')")
        .await;
    browser.click(".engine-switch").await;
    browser.until("the best moves", "document.querySelectorAll('.engine-list .move-face').length > 2 && document.querySelector('.moves-line .move-face') && document.querySelector('.line-move .move-face')").await;
    let done = "document.querySelector('.engine-deeper:not(.engine-idle)')";
    browser.until("the engine to be done", done).await;
    // And shows their places: of the move list, of the engine's line and of its list.
    let ring = "document.querySelector('.polyominoes-hint-ring')";
    for place in [".moves-line .move", ".line-move", ".list-move"] {
        browser.hover(".desk-head h1").await;
        browser.until("no place", &format!("!{ring}")).await;
        browser.hover(place).await;
        browser.until(&format!("the place of {place}"), ring).await;
    }
    // By keys as well.
    browser.hover(".desk-head h1").await;
    browser.until("no place", &format!("!{ring}")).await;
    browser.tab_to(".moves-line .move").await;
    browser.until("the place of what has the focus", ring).await;
    browser.finish().await;
}

#[tokio::test]
async fn adjacency_is_played_with_tiles_that_turn() {
    let (server, browser) = sit_down("tiles", "en").await;
    // A short game is proposed, the whole one is there.
    browser.goto(&server.page("/new/adjacency")).await;
    browser
        .until(
            "a short game",
            "document.querySelector('select#length')?.selectedOptions[0].textContent.includes('8 rounds') && document.querySelector('#length').options[1].textContent.includes('28')",
        )
        .await;
    let game = json!({ "game": "adjacency", "seats": [{ "kind": "person" }, { "kind": "person" }], "moves": ["a1"] });
    open(&server, &browser, &game).await;
    // Nothing is dotted until one points at it.
    let dots = "[...document.querySelectorAll('.marks [role=gridcell]')].filter((cell) => getComputedStyle(cell, '::after').content !== 'none').length";
    assert_eq!(browser.value(dots).await, 0);
    // The corner of the second player has a tile that nobody can reach any more, and says so.
    let safe = "[...document.querySelectorAll('.marks [data-safe=true]')].map((cell) => cell.getAttribute('aria-label'))";
    let safe = browser.value(safe).await;
    assert_eq!(safe[0], "h1, O, safe for ever");
    // A tile turns over its edge: what moves it is written down, for it may be over before one looks.
    browser
        .value("(() => { window.turns = []; const animate = Element.prototype.animate; Element.prototype.animate = function (frames, how) {
            if (this.matches('.tile')) window.turns.push([this.closest('[data-square]').dataset.square, frames.every(({ transform }) => transform.includes('rotateX')), how.duration > 0]);
            return animate.call(this, frames, how); }; })()")
        .await;
    browser.click("[data-square=b6]").await;
    browser
        .until("a tile that turns", "window.turns.length > 0")
        .await;
    assert_eq!(
        browser.value("window.turns").await,
        json!([["b7", true, true]])
    );
    browser
        .until(
            "its new face",
            "document.querySelector('[data-square=b7][data-piece=\"1\"]')",
        )
        .await;
    browser.finish().await;
}
