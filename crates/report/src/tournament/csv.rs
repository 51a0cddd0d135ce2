//! The numbers of a tournament for spreadsheets: RFC 4180, one line for each row.

use super::data::{Estimate, Tournament};

/// One row for each game.
///
/// The columns: game, id, round, ending, why, plies, and for each seat that any of the games
/// has its agent, score and rank.
pub fn games_csv(tournament: &Tournament) -> String {
    let games = || tournament.reports.iter().flat_map(|report| &report.games);
    let seats = games().map(|game| game.players.len()).max().unwrap_or(0);
    let mut heading: Vec<String> = ["game", "id", "round", "ending", "why", "plies"]
        .map(str::to_owned)
        .to_vec();
    for seat in 1..=seats {
        heading.extend(["agent", "score", "rank"].map(|name| format!("{name}_{seat}")));
    }
    let mut text = line(&heading);
    for report in &tournament.reports {
        for game in &report.games {
            let mut cells = vec![
                report.game.clone(),
                game.id.clone(),
                game.round.to_string(),
                game.kind.clone(),
                game.ending.clone(),
                game.plies.to_string(),
            ];
            for seat in 0..seats {
                let agent = game.players.get(seat);
                let agent = agent.and_then(|agent| report.agents.get(*agent));
                cells.push(agent.map_or_else(String::new, |agent| agent.label.clone()));
                cells.push(or_empty(game.scores.get(seat)));
                cells.push(or_empty(game.ranks.get(seat)));
            }
            text += &line(&cells);
        }
    }
    text
}

/// One row for each agent in each game.
pub fn standings_csv(tournament: &Tournament) -> String {
    let mut text = line(
        &[
            "game",
            "agent",
            "spec",
            "elo",
            "elo_low",
            "elo_high",
            "games",
            "wins",
            "draws",
            "losses",
            "share",
            "mean_score",
            "mean_rank",
            "mean_seconds",
            "mean_nodes",
            "forfeits",
        ]
        .map(str::to_owned),
    );
    for report in &tournament.reports {
        for agent in &report.agents {
            let rating = |part: fn(&Estimate) -> f64| or_empty(agent.rating.as_ref().map(part));
            text += &line(&[
                report.game.clone(),
                agent.label.clone(),
                agent.spec.clone(),
                rating(|rating| rating.value),
                rating(|rating| rating.low),
                rating(|rating| rating.high),
                agent.games.to_string(),
                agent.wins.to_string(),
                agent.draws.to_string(),
                agent.losses.to_string(),
                or_empty(agent.share),
                or_empty(agent.mean_score),
                or_empty(agent.mean_rank),
                or_empty(agent.mean_seconds),
                or_empty(agent.mean_nodes),
                agent.forfeits.to_string(),
            ]);
        }
    }
    text
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",") + "\r\n"
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
