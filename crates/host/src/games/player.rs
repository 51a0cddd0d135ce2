//! Who sits at a seat.

use crate::{
    error::{Answer, ApiError},
    thinkers::check_agent,
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The least and the most seconds that an agent can be given for a move.
pub(crate) const TIME: RangeInclusive<f64> = 0.05..=60.0;

/// Whoever is to choose the moves of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// Somebody in front of a screen.
    Person,
    /// A program of ours.
    Agent {
        /// As one writes it on the command line.
        agent: String,
        /// The most seconds for a move.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        time: Option<f64>,
    },
}

impl Player {
    pub(crate) fn is_person(&self) -> bool {
        *self == Player::Person
    }

    /// The same player as the catalogue writes it, or why nobody of that name plays the game.
    /// Other programs are refused: whoever reaches the page could start any command.
    pub(crate) fn checked(&self, game: &str) -> Answer<Player> {
        let Player::Agent { agent, time } = self else {
            return Ok(Player::Person);
        };
        if let Some(time) = time
            && !TIME.contains(time)
        {
            let (least, most) = (*TIME.start(), *TIME.end());
            let text = format!("an agent can have from {least} to {most} seconds for a move");
            let error = ApiError::bad("time", text);
            return Err(error.with("least", least).with("most", most));
        }
        Ok(Player::Agent {
            agent: check_agent(game, agent)?,
            time: *time,
        })
    }

    /// What it is called where there is room for one word.
    pub fn label(&self) -> &str {
        match self {
            Player::Person => "person",
            Player::Agent { agent, .. } => agent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(text: &str, time: Option<f64>) -> Player {
        let agent = text.to_owned();
        Player::Agent { agent, time }
    }

    #[test]
    fn agents_are_written_as_the_catalogue_writes_them() {
        let checked = agent(" Minimax:eval=discs,depth=3", Some(2.0)).checked("othello");
        assert_eq!(checked.unwrap(), agent("minimax:eval=discs", Some(2.0)));
        assert_eq!(Player::Person.checked("kalah").unwrap(), Player::Person);
    }

    #[test]
    fn what_cannot_play_is_refused() {
        let code = |player: Player, game: &str| player.checked(game).unwrap_err().code;
        for program in [
            "gtp:x",
            "GTP: x",
            "nboard:x",
            " ugi:x",
            "json:rm -r",
            "json",
            "engine:edax",
            " Engine: x",
        ] {
            assert_eq!(
                code(agent(program, None), "othello"),
                "program",
                "{program}"
            );
        }
        assert_eq!(code(agent("randon", None), "othello"), "spec");
        assert_eq!(code(agent("", None), "othello"), "spec");
        assert_eq!(code(agent("minimax", None), "blokus-classic"), "spec");
        assert_eq!(code(agent("random", Some(f64::NAN)), "othello"), "time");
        assert_eq!(code(agent("random", Some(1e9)), "othello"), "time");
        assert_eq!(code(agent("random", None), "chess"), "spec");
    }
}
