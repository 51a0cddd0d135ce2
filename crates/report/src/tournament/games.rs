//! The list of all games, and what the script needs to play them back.

use super::{
    data::{GameReport, ReportedGame, Tournament},
    layout::{brief, name},
    replay::{Pieces, ShownGroup},
    words::{count, names},
};
use crate::{Markup, Page};
use papan_arena::Ply;
use papan_search::Value;
use serde::Serialize;

// Names of elements have an underscore, so that no heading, which may be anything, has one
// of them.

/// The list, and the player under it, which stays hidden where no script runs.
pub(super) fn games(page: &mut Page, tournament: &Tournament) -> serde_json::Result<()> {
    let all = || tournament.reports.iter().flat_map(|report| &report.results);
    let number = all().count() as u64;
    page.heading("Games");
    if number == 0 {
        page.paragraph("No game was played.");
        return Ok(());
    }
    let replays = all().filter(|game| game.replay.is_some()).count() as u64;
    page.paragraph(&match replays {
        0 => format!("{} were played.", count(number, "game", "games")),
        _ if replays == number => "The number of a game opens its replay.".to_owned(),
        _ => format!(
            "{} were played; {replays} of them can be replayed: those whose number is a link.",
            count(number, "game", "games")
        ),
    });
    page.markup(&Markup::constant(include_str!("../../assets/filter.html")));
    page.markup(&list(tournament));
    if number > PRINTED {
        let text = format!("In print, the first {PRINTED} of {number} games are listed.");
        let class = [("class", "small printed")];
        page.markup(&Markup::element("p", &class, [Markup::text(text)]));
    }
    if replays > 0 {
        page.markup(&Markup::constant(include_str!("../../assets/replay.html")));
    }
    page.data("tournament_data", &Data::of(tournament))?;
    Ok(())
}

/// The style sheet hides the games behind this many in print.
const PRINTED: u64 = 100;

fn list(tournament: &Tournament) -> Markup {
    let has_games = tournament.reports.len() > 1;
    let mut heads = vec!["game", "round", "players and scores", "ending", "plies"];
    if has_games {
        heads.insert(1, "of");
    }
    let heads = heads.into_iter().map(|text| {
        let class = if text == "plies" { "number" } else { "" };
        Markup::element(
            "th",
            &[("scope", "col"), ("class", class)],
            [Markup::text(text)],
        )
    });
    let head = Markup::element("thead", &[], [Markup::element("tr", &[], heads)]);
    let mut rows = Vec::new();
    for report in &tournament.reports {
        let names = names(&report.table.agents);
        for game in &report.results {
            let number = rows.len() + 1;
            rows.push(row(report, game, &names, number, has_games));
        }
    }
    let body = Markup::element("tbody", &[("id", "list_games")], rows);
    let table = Markup::element("table", &[("class", "games")], [head, body]);
    let attributes = [("class", "scroll list"), ("tabindex", "0")];
    Markup::element("div", &attributes, [table])
}

fn row(
    report: &GameReport,
    game: &ReportedGame,
    names: &[String],
    number: usize,
    has_games: bool,
) -> Markup {
    let (result, table) = (&game.entry.result, &report.table);
    let text = Markup::text(number);
    let link = match game.replay {
        Some(_) => {
            let place = format!("#replay-{number}");
            Markup::element("a", &[("href", &place)], [text])
        }
        None => text,
    };
    let id = game.entry.id.to_string();
    let attributes = [("scope", "row"), ("title", id.as_str())];
    let mut cells = vec![Markup::element("th", &attributes, [link])];
    let plain = |text: Markup| Markup::element("td", &[], [text]);
    if has_games {
        cells.push(plain(brief(&table.game, 24)));
    }
    cells.push(plain(Markup::text(result.job.round.saturating_add(1))));
    let mut players = Vec::new();
    for (seat, agent) in game.players.iter().enumerate() {
        let has_won = result.outcome.ranks().get(seat) == Some(&1);
        let class = if has_won { "player first" } else { "player" };
        let seat_name = table.seats.get(seat).map_or("", |seat| seat.name.as_str());
        let mut parts = vec![Markup::text(format!("{seat_name} "))];
        if let (Some(short), Some(agent)) = (names.get(*agent), table.agents.get(*agent)) {
            parts.push(name(short, &agent.label));
        }
        if let Some(score) = result.scores.as_slice().get(seat) {
            let score = score.to_string().replace('-', "−");
            parts.push(Markup::text(format!(" {score}")));
        }
        players.push(Markup::element("span", &[("class", class)], parts));
        // A blank where the line may break, and for those who copy the text.
        players.push(Markup::text(" "));
    }
    cells.push(Markup::element("td", &[("class", "players")], players));
    cells.push(plain(brief(&result.ending.to_string(), 70)));
    cells.push(Markup::element(
        "td",
        &[("class", "number")],
        [Markup::text(result.plies.len())],
    ));
    Markup::element("tr", &[], cells)
}

/// What the script reads; it knows these names.
#[derive(Serialize)]
struct Data<'a> {
    reports: Vec<Shared<'a>>,
    /// What stands on the boards of all games.
    paints: Vec<String>,
    groups: Vec<Vec<(usize, String)>>,
    games: Vec<Listed<'a>>,
}

/// What the games of a report have in common.
#[derive(Serialize)]
struct Shared<'a> {
    game: &'a str,
    seats: Vec<&'a str>,
    names: Vec<String>,
    labels: Vec<&'a str>,
}

#[derive(Serialize)]
struct Listed<'a> {
    report: usize,
    players: &'a [usize],
    scores: &'a [i32],
    ranks: &'a [u8],
    forfeit: Option<usize>,
    ending: String,
    replay: Option<Shown<'a>>,
}

/// The moves and the boards of a game.
#[derive(Serialize)]
struct Shown<'a> {
    view_box: &'a str,
    /// Each move: its text, seat, value and seconds.
    moves: Vec<(&'a str, usize, Option<f64>, Option<f64>)>,
    groups: Vec<ShownGroup>,
}

impl<'a> Data<'a> {
    fn of(tournament: &'a Tournament) -> Data<'a> {
        let mut pieces = Pieces::default();
        let (mut reports, mut games) = (Vec::new(), Vec::new());
        for (report, shared) in tournament.reports.iter().enumerate() {
            let table = &shared.table;
            reports.push(Shared {
                game: &table.game,
                seats: table.seats.iter().map(|seat| seat.name.as_str()).collect(),
                names: names(&table.agents),
                labels: table
                    .agents
                    .iter()
                    .map(|agent| agent.label.as_str())
                    .collect(),
            });
            games.extend(shared.results.iter().map(|game| {
                let result = &game.entry.result;
                let replay = game.replay.as_ref().map(|replay| Shown {
                    view_box: &replay.pictures.view_box,
                    moves: moves(&result.plies, &replay.seats),
                    groups: pieces.add(&replay.pictures),
                });
                Listed {
                    report,
                    players: &game.players,
                    scores: result.scores.as_slice(),
                    ranks: result.outcome.ranks(),
                    forfeit: result.forfeit().map(|(seat, _)| seat.index()),
                    ending: result.ending.to_string(),
                    replay,
                }
            }));
        }
        Data {
            reports,
            paints: pieces.paints,
            groups: pieces.groups,
            games,
        }
    }
}

fn moves<'a>(plies: &'a [Ply], seats: &[usize]) -> Vec<(&'a str, usize, Option<f64>, Option<f64>)> {
    let moved = plies.iter().zip(seats).map(|(ply, seat)| {
        (
            ply.text.as_str(),
            *seat,
            ply.value.map(Value::number).map(short),
            ply.time.map(|time| short(time.as_secs_f64())),
        )
    });
    moved.collect()
}

/// Three digits that count: more would fill the page with numbers that nobody reads.
fn short(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let places = (2 - value.abs().log10().floor() as i32).clamp(0, 9);
    let factor = 10f64.powi(places);
    (value * factor).round() / factor
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_for_the_script_are_short() {
        for (value, text) in [
            (0.000_271_781, "0.000272"),
            (-12.345, "-12.3"),
            (98_765.4, "98765"),
            (0.0, "0"),
        ] {
            assert_eq!(short(value).to_string(), text);
        }
    }
}
