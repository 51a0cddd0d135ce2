//! Whole games in every family, from the start page to the result page.

use papan_browser::{Browser, Device, Hand, Server, folder};

/// Plays the game that the start page offers against the computer.
async fn play(family: &str, hand: Hand, device: Device) {
    let name = format!("{family}-{hand:?}-{}", device == Device::Phone);
    let mut server = Server::start(&folder(&name));
    let browser = Browser::start(&name, device).await;
    browser.goto(&server.page("/")).await;
    browser.without_animation().await;
    server.leave_network(&browser).await;
    let button = format!("[data-family={family}] button.primary");
    match hand {
        Hand::Pointer => browser.click(&button).await,
        Hand::Keys => {
            browser
                .until("the card", &format!("document.querySelector('{button}')"))
                .await;
            browser.tab_to(&button).await;
            browser.key("Enter").await;
        }
    }
    let moves = browser.play_to_the_end(hand).await;
    assert!(moves >= 3, "{family} was over after {moves} moves");
    let result = browser
        .value("document.querySelector('.play-result').innerText")
        .await;
    let result = result.as_str().expect("a text").to_owned();
    assert!(result.contains('1') && result.len() > 20, "{result}");
    browser.finish().await;
}

macro_rules! games {
    ($($name:ident: $family:literal, $hand:expr, $device:expr;)*) => {
        $(#[tokio::test]
        async fn $name() {
            play($family, $hand, $device).await;
        })*
    };
}

games! {
    othello_by_mouse: "othello", Hand::Pointer, Device::Desktop;
    othello_by_keys: "othello", Hand::Keys, Device::Desktop;
    othello_by_touch: "othello", Hand::Pointer, Device::Phone;
    adjacency_by_mouse: "adjacency", Hand::Pointer, Device::Desktop;
    adjacency_by_keys: "adjacency", Hand::Keys, Device::Desktop;
    adjacency_by_touch: "adjacency", Hand::Pointer, Device::Phone;
    duo_by_mouse: "blokus-duo", Hand::Pointer, Device::Desktop;
    duo_by_keys: "blokus-duo", Hand::Keys, Device::Desktop;
    duo_by_touch: "blokus-duo", Hand::Pointer, Device::Phone;
    classic_by_mouse: "blokus-classic", Hand::Pointer, Device::Desktop;
    classic_by_keys: "blokus-classic", Hand::Keys, Device::Desktop;
    classic_by_touch: "blokus-classic", Hand::Pointer, Device::Phone;
    congklak_by_mouse: "congklak", Hand::Pointer, Device::Desktop;
    congklak_by_keys: "congklak", Hand::Keys, Device::Desktop;
    congklak_by_touch: "congklak", Hand::Pointer, Device::Phone;
}
