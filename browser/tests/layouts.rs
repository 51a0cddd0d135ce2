//! Every board in every kind of window, in both languages, played and analysed: the whole board is seen, as large as
//! there is room for it, and nothing is cut.

use papan_browser::{Browser, Device, Server, folder, pages};
use serde_json::{Value, json};

/// A board with some moves, two persons at it, and its element.
struct Board {
    game: &'static str,
    seats: usize,
    moves: &'static str,
    element: &'static str,
    /// The least part that the board takes of the height or the width of each window, played and analysed.
    least: [[f64; 2]; 4],
}

const BOARDS: [Board; 5] = [
    Board {
        game: "othello",
        seats: 2,
        moves: "c4 e3 f2",
        element: ".grid-frame",
        least: [[0.80, 0.64], [0.69, 0.59], [0.86, 0.86], [0.84, 0.82]],
    },
    Board {
        game: "adjacency",
        seats: 2,
        moves: "c4 d4",
        element: ".grid-frame",
        least: [[0.80, 0.64], [0.69, 0.59], [0.86, 0.86], [0.84, 0.82]],
    },
    Board {
        game: "congklak",
        seats: 2,
        moves: "2",
        element: ".pits-wood",
        least: [[0.65, 0.54], [0.51, 0.50], [0.87, 0.87], [0.71, 0.70]],
    },
    Board {
        game: "blokus-duo",
        seats: 2,
        moves: "e10 j4,i5,j5,k5,j6",
        element: ".polyominoes-square",
        least: [[0.74, 0.64], [0.77, 0.45], [0.85, 0.85], [0.82, 0.78]],
    },
    Board {
        game: "blokus-classic",
        seats: 4,
        moves: "a20 t20",
        element: ".polyominoes-square",
        least: [[0.72, 0.63], [0.77, 0.46], [0.86, 0.86], [0.81, 0.81]],
    },
];

const WINDOWS: [(u32, u32); 4] = [(1440, 900), (1024, 768), (390, 844), (844, 390)];

/// What is wrong with a page, in words; the part of the window that its board takes is told with it.
fn look(board: &str) -> String {
    format!(
        "(() => {{
           const wrong = [];
           const box = document.querySelector({}).getBoundingClientRect();
           const share = Math.max(box.width / innerWidth, box.height / innerHeight);
           if (box.width === 0 || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth)
             wrong.push(`the board is not seen whole: ${{[box.left, box.top, box.right, box.bottom].map(Math.round)}}`);
           if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
           // What is only read out is one pixel wide.
           const isLeftOut = (part) => part.closest('.visually-hidden') || !part.checkVisibility() || part.clientWidth <= 1;
           for (const part of document.querySelectorAll('main *')) {{
             if (part.scrollWidth <= part.clientWidth + 1 || isLeftOut(part)) continue;
             const {{ overflowX }} = getComputedStyle(part);
             if (overflowX === 'hidden' || overflowX === 'clip' || part.matches('[role=tablist]')) wrong.push(`cut: ${{part.className}} ${{part.innerText?.slice(0, 40)}}`);
           }}
           for (const part of document.querySelectorAll('.desk-left p')) {{
             const room = part.closest('.desk-left').getBoundingClientRect();
             if (part.checkVisibility() && part.getBoundingClientRect().right > room.right + 1) wrong.push(`sticks out: ${{part.innerText.slice(0, 40)}}`);
           }}
           const bar = document.querySelector('.desk .value-bar')?.getBoundingClientRect();
           if (bar && (bar.width === 0 || bar.top < 0 || bar.bottom > innerHeight || bar.right > innerWidth)) wrong.push('the value is not seen');
           return [wrong, share];
         }})()",
        json!(board)
    )
}

#[tokio::test]
async fn every_board_fits_every_window() {
    let server = Server::start(&folder("layouts"));
    let browser = Browser::start("layouts", Device::Desktop).await;
    browser.goto(&server.page("/about")).await;
    let mut wrong = Vec::new();
    for board in &BOARDS {
        let moves: Vec<&str> = board.moves.split(' ').collect();
        let persons = vec![json!({ "kind": "person" }); board.seats];
        let game = json!({ "game": board.game, "seats": persons, "moves": moves });
        let id = pages::create(&browser, &game).await;
        for language in ["en", "id"] {
            browser.speak(language).await;
            for ((width, height), least) in WINDOWS.into_iter().zip(board.least) {
                browser.resize(width, height).await;
                let played = (
                    format!("/game/{id}"),
                    "document.querySelector('.play')?.dataset.phase === 'mine'".to_owned(),
                );
                // Reviewed when it is opened for the first time, and so ever after.
                let analysed = (
                    format!("/analyse/{id}?review=1&ply=1"),
                    "document.querySelector('.desk.drawn') && document.querySelector('.review-bar progress')?.hidden
                     && document.querySelector('.review-table td')"
                        .to_owned(),
                );
                for ((path, ready), least) in [played, analysed].into_iter().zip(least) {
                    browser.goto(&server.page(&path)).await;
                    browser.until(&path, &ready).await;
                    browser.settle().await;
                    let seen = browser.value(&look(board.element)).await;
                    let share = seen[1].as_f64().expect("a part of the window");
                    let page = path.split('/').nth(1).unwrap_or_default();
                    let place = format!(
                        "{} {page} {language} {width}x{height} {share:.2}",
                        board.game
                    );
                    let said = seen[0].as_array().into_iter().flatten();
                    wrong.extend(said.map(|one| format!("{place}: {}", text(one))));
                    if share < least {
                        wrong.push(format!("{place}: small"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    browser.finish().await;
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
