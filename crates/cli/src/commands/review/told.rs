//! What is told of one game.

use super::summary::Summary;
use papan_agents::{
    grades::{Grade, Loss},
    review::Judged,
    worth::{Scale, Worth},
};
use papan_core::{AnyGame, Reason, Record, Seat};
use papan_search::{PlainNumber, Unit};
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer of the command as JSON.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) agent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<&'a Vec<Told>>,
    pub(super) players: Vec<Summary>,
}

/// A game that was judged.
#[derive(Serialize)]
pub(super) struct Told {
    pub(super) game: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
    #[serde(skip)]
    pub(super) seats: Vec<Player>,
    pub(super) moves: Vec<Move>,
}

/// Who sits on a seat.
pub(super) struct Player {
    /// What the seat is called.
    pub(super) seat: String,
    /// Who sits there, where the file says it.
    pub(super) name: Option<String>,
}

/// A move that was judged.
#[derive(Serialize)]
pub(super) struct Move {
    ply: usize,
    pub(super) seat: Seat,
    #[serde(rename = "move")]
    played: String,
    pub(super) grade: Grade,
    pub(super) lost: Loss,
    value: Option<PlainNumber>,
    unit: Option<Unit>,
    chance: Option<f64>,
    best: String,
    best_value: Option<PlainNumber>,
    depth: u32,
    exact: bool,
    line: Vec<String>,
    reply: Vec<String>,
    pub(super) reasons: Vec<Reason>,
}

impl Told {
    pub(super) fn new(
        game: &dyn AnyGame,
        record: &Record,
        scale: Scale,
        judged: Vec<Judged>,
    ) -> Told {
        let player = |seat| {
            let name = game.seat_name(seat);
            Player {
                name: record.tag(&name).map(str::to_owned),
                seat: name,
            }
        };
        Told {
            game: game.name(),
            tags: record.tags.clone(),
            seats: Seat::all(game.seats()).map(player).collect(),
            moves: judged
                .into_iter()
                .map(|judged| Move::of(judged, scale))
                .collect(),
        }
    }

    /// As people read it: the faults, or all moves.
    pub(super) fn text(&self, number: usize, all: bool) -> String {
        let mut text = format!("game {number}: {}", self.game);
        for Player { seat, name } in &self.seats {
            if let Some(name) = name {
                text += &format!(", {seat} {name}");
            }
        }
        text += "\n";
        let shown = self
            .moves
            .iter()
            .filter(|told| all || told.grade.is_fault());
        for told in shown {
            text += &told.text(&self.seats[told.seat.index()].seat);
        }
        if self.moves.iter().all(|told| !told.grade.is_fault()) {
            text += "  no faults were found\n";
        }
        text + "\n"
    }
}

impl Move {
    fn of(judged: Judged, scale: Scale) -> Move {
        let number = |worth: Option<Worth>| worth.map(|worth| PlainNumber(worth.value));
        let worths = [judged.worth, judged.best_worth];
        Move {
            ply: judged.ply,
            seat: judged.seat,
            played: judged.played,
            grade: judged.grade,
            lost: judged.loss,
            value: number(judged.worth),
            unit: judged.worth.map(|worth| worth.value.unit()),
            chance: judged
                .worth
                .map(|worth| scale.chance(worth.value, worth.exact)),
            best: judged.best,
            best_value: number(judged.best_worth),
            depth: judged.best_worth.map_or(0, |worth| worth.depth),
            exact: worths.into_iter().flatten().all(|worth| worth.exact),
            line: judged.line,
            reply: judged.reply,
            reasons: judged.reasons,
        }
    }

    fn text(&self, seat: &str) -> String {
        let mut text = format!(
            "{:>4}  {seat:<6} {:<8} {:<10}",
            self.ply + 1,
            self.played,
            self.grade
        );
        if self.grade.is_fault() {
            if let Some(points) = self.lost.points {
                let proven = if self.exact { ", proven" } else { "" };
                text += &format!("  {points:.1} points{proven}");
            }
            text += &format!("  {:.0}% of the chance to win", 100.0 * self.lost.chance);
        }
        text = text.trim_end().to_owned() + "\n";
        if !self.grade.is_fault() {
            return text;
        }
        for reason in &self.reasons {
            text += &format!("      {}\n", reason.text);
        }
        let line = |moves: &[String]| moves.iter().take(6).cloned().collect::<Vec<_>>().join(" ");
        text += &format!("      better: {}\n", line(&self.line));
        if !self.reply.is_empty() {
            text += &format!("      reply:  {}\n", line(&self.reply));
        }
        text
    }
}
