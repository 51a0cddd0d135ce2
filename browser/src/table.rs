//! Playing at the page's table, by mouse, finger or keys.

use crate::Browser;
use serde_json::{Value, json};

/// Where a game stands as the page shows it: `mine`, `theirs` or `over`.
const PHASE: &str = "document.querySelector('.play')?.dataset.phase";

/// What a person plays with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// The mouse, or a finger on a phone.
    Pointer,
    /// Keys alone.
    Keys,
}

/// A game of a person, who begins, against an agent at every other seat.
pub fn against(agent: &str, game: &str) -> Value {
    let seats = if game == "blokus-classic" { 4 } else { 2 };
    let mut players = vec![json!({ "kind": "agent", "agent": agent }); seats];
    players[0] = json!({ "kind": "person" });
    json!({ "game": game, "seats": players })
}

impl Browser {
    /// The text of an element, once there is some.
    pub async fn text(&self, selector: &str) -> String {
        let expression = format!("document.querySelector({})?.innerText", json!(selector));
        let text = self.until(selector, &expression).await;
        text.as_str().expect("a text").to_owned()
    }

    /// Animations cost time and are looked at by tests of their own.
    pub async fn without_animation(&self) {
        self.value("localStorage.setItem('papan.settings', JSON.stringify({ animation: 'off', language: 'en' }))")
            .await;
        self.reload().await;
    }

    /// What pages speak from now on, without animation.
    pub async fn speak(&self, language: &str) {
        let settings = json!({ "language": language, "animation": "off" }).to_string();
        let settings = Value::from(settings);
        self.value(&format!(
            "localStorage.setItem('papan.settings', {settings})"
        ))
        .await;
    }

    /// The ply that is shown.
    pub async fn ply(&self) -> u64 {
        let ply = self
            .until("a game", "document.querySelector('.play')?.dataset.ply")
            .await;
        ply.as_str()
            .and_then(|ply| ply.parse().ok())
            .expect("a number")
    }

    /// Waits until a person is to move or the game is over; says whether it goes on.
    pub async fn my_turn(&self) -> bool {
        let phase = format!("['mine', 'over'].includes({PHASE}) && {PHASE}");
        self.until("my turn or the end", &phase).await == "mine"
    }

    /// Plays from the start page to the result page; returns how many moves the person made.
    pub async fn play_to_the_end(&self, hand: Hand) -> u32 {
        let mut moves = 0;
        while self.my_turn().await {
            self.play_any(hand).await;
            moves += 1;
            assert!(moves < 300, "the game does not end");
        }
        self.until(
            "the result",
            "document.querySelector('.play-result:not([hidden])')?.innerText",
        )
        .await;
        moves
    }

    /// Plays some legal move and waits until the page shows it.
    pub async fn play_any(&self, hand: Hand) {
        let before = self.ply().await;
        self.try_any(hand).await;
        self.until(
            "the move to be shown",
            &format!("Number(document.querySelector('.play').dataset.ply) > {before} || {PHASE} === 'over'"),
        )
        .await;
    }

    /// Does what plays some legal move, whatever comes of it.
    pub async fn try_any(&self, hand: Hand) {
        let before = self.ply().await;
        let geometry = self
            .value("document.querySelector('.play').dataset.geometry")
            .await;
        match (geometry.as_str(), hand) {
            (Some("discs" | "marks"), Hand::Pointer) => self.click_playable_square().await,
            (Some("discs" | "marks"), Hand::Keys) => self.walk_to_playable_square().await,
            (Some("pits"), Hand::Pointer) => {
                self.click(".pit.hole[aria-disabled=false]").await;
                self.confirm_touch(".pit.hole[aria-disabled=false]", before)
                    .await;
            }
            (Some("pits"), Hand::Keys) => self.press_hole_key().await,
            (Some("polyominoes"), Hand::Pointer) => {
                self.click(".polyominoes-pick[data-playable=true]").await;
                self.click("[data-action=next][aria-disabled=false]").await;
                self.click("[data-action=place][aria-disabled=false]").await;
            }
            (Some("polyominoes"), Hand::Keys) => {
                self.value("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()")
                    .await;
                self.key("n").await;
                self.key(" ").await;
                self.key("Enter").await;
            }
            other => panic!("no such board: {other:?}"),
        }
    }

    async fn click_playable_square(&self) {
        let before = self.ply().await;
        self.click("[role=gridcell][data-playable=true]").await;
        self.confirm_touch("[role=gridcell][data-playable=true]", before)
            .await;
    }

    /// On a phone the first tap previews; the second, on the same place, plays.
    async fn confirm_touch(&self, selector: &str, before: u64) {
        if self.is_phone() && self.ply().await == before {
            self.click(selector).await;
        }
    }

    /// With the arrow keys from the square that has the focus to one that can be played.
    async fn walk_to_playable_square(&self) {
        self.until(
            "a square to play",
            "document.querySelector('[role=gridcell][data-playable=true]')",
        )
        .await;
        self.value("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()")
            .await;
        let way = self
            .value(
                "(() => {
                   const rows = [...document.querySelectorAll('[role=row]')].map((row) => [...row.querySelectorAll('[role=gridcell]')]);
                   const find = (test) => {
                     for (const [row, cells] of rows.entries()) {
                       const column = cells.findIndex(test);
                       if (column >= 0) return [row, column];
                     }
                   };
                   const from = find((cell) => cell === document.activeElement);
                   const to = find((cell) => cell.dataset.playable === 'true');
                   return [to[0] - from[0], to[1] - from[1]];
                 })()",
            )
            .await;
        let step = |number: &Value, less: &'static str, more: &'static str| {
            let number = number.as_i64().expect("a number");
            let key = if number < 0 { less } else { more };
            (key, number.unsigned_abs())
        };
        for (key, count) in [
            step(&way[0], "ArrowUp", "ArrowDown"),
            step(&way[1], "ArrowLeft", "ArrowRight"),
        ] {
            for _ in 0..count {
                self.key(key).await;
            }
        }
        self.key("Enter").await;
    }

    async fn press_hole_key(&self) {
        let hole = self
            .until(
                "a hole to play",
                "document.querySelector('.pit.hole[aria-disabled=false] .name')?.textContent",
            )
            .await;
        self.key(hole.as_str().expect("a number")).await;
    }

    /// Presses Tab until an element has the focus.
    pub async fn tab_to(&self, selector: &str) {
        let is_there = format!("document.activeElement?.matches({})", json!(selector));
        for _ in 0..200 {
            if self.value(&is_there).await == true {
                return;
            }
            self.key("Tab").await;
        }
        panic!("{selector} cannot be reached with Tab");
    }
}
