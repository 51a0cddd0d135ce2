//! The page as a coach: one value for one position, mistakes in words and on the board, the review
//! from the end of a game to playing on.

use papan_browser::{Browser, Device, Server, folder, pages};
use serde_json::{Value, json};

async fn begin(name: &str, language: &str) -> (Server, Browser) {
    let mut server = Server::start(&folder(name));
    let browser = Browser::start(name, Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    browser.speak(language).await;
    browser.resize(1440, 900).await;
    server.leave_network(&browser).await;
    (server, browser)
}

/// The text of an element, once there is some.
async fn text(browser: &Browser, selector: &str) -> String {
    let expression = format!("document.querySelector({})?.innerText", json!(selector));
    let text = browser.until(selector, &expression).await;
    text.as_str().expect("a text").to_owned()
}

/// Starts the quick review of the game on the desk and waits for its end.
async fn review(browser: &Browser, moves: usize) {
    browser
        .until("the desk", "document.querySelector('.desk.drawn')")
        .await;
    browser.click("#tab-review").await;
    browser.choose("#review-care", "quick").await;
    browser.click(".review-bar button.primary").await;
    reviewed(browser, moves).await;
}

/// Waits until all moves are judged.
async fn reviewed(browser: &Browser, moves: usize) {
    let all = format!(
        "document.querySelector('.graph')?.getAttribute('aria-valuemax') === '{moves}'
         && document.querySelector('.review-table td') && document.querySelector('.review-bar progress')?.hidden"
    );
    browser.until("the review", &all).await;
}

/// Goes to a ply of the game by the graph.
async fn go_to(browser: &Browser, ply: usize) {
    browser
        .value("document.querySelector('.graph').focus()")
        .await;
    browser.key("Home").await;
    for _ in 0..ply {
        browser.key("ArrowRight").await;
    }
    let there =
        format!("document.querySelector('.graph').getAttribute('aria-valuenow') === '{ply}'");
    browser.until("the ply", &there).await;
    browser.settle().await;
}

/// Black loses more with every move: none of them is good because the game is lost already.
const LOST: &str = "/analyse?game=othello&moves=c4+e3+f2+c5+d6+c6+b4+d3+e2+b6+f4+b3+b2+e6";

#[tokio::test]
async fn no_move_that_loses_many_discs_is_called_good() {
    let (server, browser) = begin("grades", "en").await;
    browser.goto(&server.page(LOST)).await;
    review(&browser, 14).await;
    let mut faults = 0;
    for ply in 1..=14 {
        go_to(&browser, ply).await;
        let said = text(&browser, ".review-said .sentence, .review-said p").await;
        if said.contains("was the best move") {
            continue;
        }
        let lost = said
            .split_once(": ")
            .and_then(|(_, rest)| rest.split_once(" disc"))
            .and_then(|(lost, _)| lost.parse::<f64>().ok());
        let lost = lost.unwrap_or_else(|| panic!("no number of discs: {said}"));
        if said.starts_with("Good move") {
            assert!(lost < 3.0, "{said}");
        }
        faults += u32::from(
            ["Mistake", "Blunder"]
                .iter()
                .any(|word| said.starts_with(word)),
        );
    }
    assert!(faults >= 3, "{faults} mistakes");
    browser.finish().await;
}

/// The chance that the graph tells of the ply, in percent.
async fn in_graph(browser: &Browser) -> String {
    let told = browser
        .value("document.querySelector('.graph').getAttribute('aria-valuetext')")
        .await;
    let told = told.as_str().expect("a text");
    let percent = told.split_whitespace().find(|word| word.contains('%'));
    percent.expect("a chance").trim_end_matches(',').to_owned()
}

#[tokio::test]
async fn one_position_has_one_value_wherever_it_stands() {
    let (server, browser) = begin("one-value", "en").await;
    browser.goto(&server.page(LOST)).await;
    review(&browser, 14).await;
    go_to(&browser, 5).await;
    assert_eq!(
        in_graph(&browser).await,
        text(&browser, ".value-text").await
    );
    // Looked at for longer: the bar, the graph and the review follow.
    browser.click(".engine-switch").await;
    let done = "!document.querySelector('.engine-deeper').classList.contains('engine-idle')";
    browser.until("the engine to be done", done).await;
    assert!(text(&browser, ".engine-facts").await.contains("depth"));
    assert_eq!(
        in_graph(&browser).await,
        text(&browser, ".value-text").await
    );
    let value = text(&browser, ".engine-value").await;
    let value = value.trim().to_owned();
    go_to(&browser, 6).await;
    let said = "document.querySelector('.review-said').innerText";
    let told = browser.value(said).await;
    let told = told.as_str().expect("a text").to_owned();
    // The move there was the best one, or the best one is said with the value of the position.
    assert!(
        told.contains(&format!("({value})")) || told.contains("was the best move"),
        "{value}: {told}"
    );
    let looked = "document.querySelector('.review-looked').innerText";
    let looked = browser.value(looked).await;
    assert!(
        looked
            .as_str()
            .is_some_and(|text| text.contains("Depth") || text.contains("Proven"))
    );
    // In a game: the values on the board, the hint and the bar beside it.
    let game = json!({ "game": "othello", "moves": ["d3", "c5", "f6", "f5"],
        "seats": [{ "kind": "person" }, { "kind": "agent", "agent": "level:1" }] });
    let id = pages::create(&browser, &game).await;
    browser.goto(&server.page(&format!("/game/{id}"))).await;
    assert!(browser.my_turn().await);
    browser.click("#play-tab-thinking").await;
    browser.click("[data-act=values]").await;
    browser
        .until(
            "values",
            "[...document.querySelectorAll('.note')].some((note) => note.textContent.trim())",
        )
        .await;
    browser.click("[data-act=hint]").await;
    browser
        .until(
            "a hint",
            "document.querySelector('.play-said').dataset.hint",
        )
        .await;
    let same = "(() => {
        const hint = document.querySelector('.play-said');
        const [, move] = hint.dataset.hint.split(' ');
        const value = hint.textContent.match(/\\(([^,)]+)/)?.[1];
        const mark = document.querySelector(`[data-square=${move}] .note`).textContent.replace('=', '');
        const panel = document.querySelector('.play-facts dd').textContent;
        return value !== undefined && mark === value && panel.endsWith(` ${value}`) && /depth|proven/.test(hint.textContent);
    })()";
    browser.until("one value in all three", same).await;
    browser.finish().await;
}

/// The button that begins with a mistake.
const LEARN: &str = ".panel-review .row:nth-child(2) > button:nth-child(2)";

/// White opens a corner with its last move.
const CORNER: &str =
    "/analyse?game=othello&moves=d3+c5+b6+f3+f6+c4+b5+b3+f5+f4+c3+d6+f2+d2+a2+a7+e6+g3+e2+g7";

#[tokio::test]
async fn a_mistake_comes_with_words_signs_and_arrows() {
    let (server, browser) = begin("words-of-a-mistake", "en").await;
    for (language, corner) in [("en", "the corner h8"), ("id", "sudut h8")] {
        browser.speak(language).await;
        browser.goto(&server.page(CORNER)).await;
        review(&browser, 20).await;
        go_to(&browser, 20).await;
        let reasons = text(&browser, ".review-reasons").await;
        assert!(reasons.contains(corner), "{reasons}");
        let sign = "document.querySelector('[data-square=h8] .place-sign[data-kind=reason], [data-square=h8] .place-sign[data-kind=both]')";
        browser.until("the corner on the board", sign).await;
        for kind in ["reply", "better"] {
            let arrow =
                format!("document.querySelector('.place-arrows .arrow-point[data-kind={kind}]')");
            browser.until(kind, &arrow).await;
        }
        // What they mean stands below, in words.
        let legend = "document.querySelectorAll('.desk-signs .sign-item').length";
        assert_eq!(browser.value(legend).await, 3);
    }
    // One looks for the better move oneself: nothing gives it away.
    browser.click(LEARN).await;
    browser
        .until(
            "a question",
            "document.querySelector('.review-said .notice')",
        )
        .await;
    let given = "document.querySelectorAll('.place-sign, .place-arrows').length";
    assert_eq!(browser.value(given).await, 0);
    browser.finish().await;
}

/// A mistake that any search finds at once: where it was made, what is said of it in both languages, what the sentence
/// and the signs call its best move, and a place on the board with the sign of the reason.
struct Known {
    game: &'static str,
    reason: [&'static str; 2],
    best: [&'static str; 2],
    sign: &'static str,
}

const KNOWN: [Known; 3] = [
    // Sixty seeds and more in one turn.
    Known {
        game: pages::CONGKLAK_MISTAKE,
        reason: ["in one turn with holes 1", "dengan lubang 1"],
        best: ["Best was hole 1 (", "Terbaik: lubang 1 ("],
        sign: ".pit[data-seat='0'][data-column='0'] .place-sign:is([data-kind=reason], [data-kind=both])",
    },
    // Eleven squares are empty.
    Known {
        game: pages::ADJACENCY_MISTAKE,
        reason: [
            "a region of 4 empty squares",
            "daerah berisi 4 petak kosong",
        ],
        best: ["Best was e1 (", "Terbaik: e1 ("],
        sign: "[data-square=c8] .place-sign:is([data-kind=reason], [data-kind=both])",
    },
    // A few pieces are left; the reason names a piece and no place, so that only the reply has a sign.
    Known {
        game: pages::DUO_MISTAKE,
        reason: ["the I5 fits nowhere", "I5"],
        best: ["Best was a8 (", "Terbaik: a8 ("],
        sign: ".polyominoes-cell .place-sign[data-kind=reply]",
    },
];

#[tokio::test]
async fn mistakes_on_every_board_have_words_signs_and_arrows() {
    let (server, browser) = begin("words-of-boards", "en").await;
    for (number, language) in ["en", "id"].into_iter().enumerate() {
        browser.speak(language).await;
        for known in &KNOWN {
            let game = known.game;
            browser
                .goto(&server.page(&format!("/analyse?{game}")))
                .await;
            review(&browser, 1).await;
            go_to(&browser, 0).await;
            go_to(&browser, 1).await;
            let reasons = text(&browser, ".review-reasons").await;
            assert!(reasons.contains(known.reason[number]), "{game}: {reasons}");
            let said = text(&browser, ".review-said .sentence").await;
            assert!(said.contains(known.best[number]), "{game}: {said}");
            for sign in [
                known.sign,
                ".place-arrows .arrow-point[data-kind=reply]",
                ".place-arrows .arrow-point[data-kind=better]",
            ] {
                let there = format!("document.querySelector({})", json!(sign));
                browser.until(&format!("{game}: {sign}"), &there).await;
            }
            // A hole is never a bare number, wherever its move is spoken of.
            if game.contains("congklak") {
                let told = text(&browser, ".desk-said").await;
                assert!(
                    told.starts_with(["A, hole 2:", "A, lubang 2:"][number]),
                    "{told}"
                );
                let legend = text(&browser, ".desk-signs").await;
                assert_eq!(
                    legend.matches(["hole ", "lubang "][number]).count(),
                    2,
                    "{legend}"
                );
            }
        }
    }
    browser.finish().await;
}

/// Whether elements of a drawing lie on one another.
const COLLISIONS: &str = "(() => {
    const boxes = [...document.querySelectorAll('.graph-glyph, .graph-number')].map((sign) => sign.getBoundingClientRect());
    return boxes.some((one, index) => boxes.slice(index + 1).some((other) =>
        one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 3 && other.top < one.bottom - 3));
})()";

#[tokio::test]
async fn from_the_end_of_a_game_to_learning_and_playing_on() {
    let (server, browser) = begin("learning", "en").await;
    let moves = "d3 d4 c4 d2 b1 a4 c1 b4 pass d1 pass a1";
    let moves: Vec<&str> = moves.split(' ').collect();
    let game = json!({ "game": "othello:size=4", "moves": moves,
        "seats": [{ "kind": "person" }, { "kind": "agent", "agent": "level:1" }] });
    let id = pages::create(&browser, &game).await;
    browser.goto(&server.page(&format!("/game/{id}"))).await;
    browser.click(".play-result a.button.primary").await;
    // It begins by itself.
    reviewed(&browser, moves.len()).await;
    let table = text(&browser, ".review-table").await;
    assert!(
        table.contains("You") && table.contains("Level 1"),
        "{table}"
    );
    assert_eq!(table.matches("black").count(), 1, "names once: {table}");
    let axes = "[...document.querySelectorAll('.graph-number')].map((number) => number.textContent).join(' ')";
    let axes = browser.value(axes).await;
    assert!(
        axes.as_str()
            .is_some_and(|axes| axes.starts_with("100% 50% 0%")),
        "{axes}"
    );
    assert_eq!(
        browser.value(COLLISIONS).await,
        false,
        "signs that lie on others"
    );
    assert!(text(&browser, ".graph-legend").await.contains("blunder"));
    // Every mistake of one player in turn, and round again.
    browser.click(LEARN).await;
    let at = "Number(document.querySelector('.graph').getAttribute('aria-valuenow'))";
    let mut seen: Vec<Value> = Vec::new();
    for _ in 0..9 {
        browser
            .until(
                "a question",
                "document.querySelector('.review-said .notice')",
            )
            .await;
        let ply = browser.value(at).await;
        if seen.first() == Some(&ply) {
            break;
        }
        seen.push(ply);
        // The next one, whatever was answered: the button before the last two.
        browser
            .click(".review-said .notice .row > button:nth-last-child(3)")
            .await;
        browser.settle().await;
    }
    let even = |ply: &Value| ply.as_u64().expect("a ply") % 2;
    assert!(
        !seen.is_empty() && seen.iter().all(|ply| even(ply) == even(&seen[0])),
        "{seen:?}"
    );
    // The move that was best is praised, and one that is worse than what was played is not.
    go_to(&browser, 6).await;
    browser.click(LEARN).await;
    for (square, tone, words) in [
        ("a3", "good", "a3 is the best move"),
        ("a2", "bad", "a2 (=+4) is not better than a4"),
    ] {
        let asks = "document.querySelector('.review-said .notice')?.innerText.includes('a4 was played here')";
        browser.until("a question", asks).await;
        browser
            .click(&format!(".desk-board [data-square={square}]"))
            .await;
        let told = text(&browser, &format!(".review-said .notice.{tone}")).await;
        assert!(told.contains(words), "{told}");
        // Once more.
        browser.click(".review-said .notice .row > button").await;
    }
    browser
        .click(".review-said .notice .row > button:last-child")
        .await;
    browser.settle().await;
    // From any position one plays on, beside the board.
    go_to(&browser, 4).await;
    let beside = "(() => { const button = document.querySelector('.step-play').getBoundingClientRect();
        return button.bottom <= innerHeight && button.right <= document.querySelector('.desk-right').getBoundingClientRect().left; })()";
    assert_eq!(browser.value(beside).await, true);
    browser.click(".step-play").await;
    browser.choose("#play-agent", "level:7").await;
    browser.click("dialog button.primary").await;
    browser
        .until("the game from there", "document.querySelector('.play')?.dataset.ply >= 4 && document.querySelector('.play-players').innerText.includes('Level 7')")
        .await;
    browser.finish().await;
}

#[tokio::test]
async fn a_game_is_taken_along_as_a_page_that_plays_itself() {
    let (server, browser) = begin("replay", "en").await;
    browser.goto(&server.page(LOST)).await;
    browser
        .until("the desk", "document.querySelector('.desk.drawn')")
        .await;
    browser.click("#tab-share").await;
    // What the browser would keep as a file.
    browser
        .value("(() => { const make = URL.createObjectURL; URL.createObjectURL = (file) => {
            file.text().then((text) => { window.file = encodeURIComponent(text); }); return make.call(URL, file); }; })()")
        .await;
    let offered = "(() => { const button = [...document.querySelectorAll('.panel-share button')].find((button) => button.textContent.includes('Page to replay'));
        button?.click(); return Boolean(button); })()";
    assert_eq!(browser.value(offered).await, true);
    let page = browser.until("the file", "window.file").await;
    let page = page.as_str().expect("a page");
    // The file is all that there is.
    browser
        .goto(&format!("data:text/html;charset=utf-8,{page}"))
        .await;
    let said = "document.querySelector('#said').textContent";
    assert_eq!(browser.value(said).await, "Start");
    let discs = "document.querySelectorAll('#board circle, #board ellipse').length";
    let before = browser.value(discs).await.as_u64().expect("discs");
    browser
        .value("(document.querySelector('#pace').value = '4')")
        .await;
    browser.click("#play").await;
    browser
        .until("the end", &format!("{said} === '14. e6'"))
        .await;
    assert_eq!(
        browser
            .value("document.querySelector('#play').textContent")
            .await,
        "Play"
    );
    assert!(browser.value(discs).await.as_u64() > Some(before));
    browser.key("ArrowLeft").await;
    browser
        .until("a step back", &format!("{said} === '13. b2'"))
        .await;
    browser.finish().await;
}
