//! Writes pages of made-up tournaments, to be looked at: `cargo run --example tournament
//! FOLDER`.

#[path = "../tests/tournament/made_up/mod.rs"]
mod made_up;

use papan_report::tournament::{games_sheet, page, standings_sheet};
use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("name the folder to write to")?;
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder)?;
    let pool = made_up::duels_with_replays(1, 6, 8, 100);
    let large = made_up::duels_with_replays(2, 30, 2, 50);
    let mut duel = made_up::duels(3, 2, 100);
    duel.sprt = Some(made_up::test());
    let fours = made_up::fours(4, 5, 80);
    let pages = [
        (
            "pool",
            made_up::tournament("Six agents at Othello", vec![pool.clone()]),
        ),
        (
            "large",
            made_up::tournament("Thirty agents at Othello", vec![large]),
        ),
        (
            "duel",
            made_up::tournament("A change is tested", vec![duel]),
        ),
        (
            "several",
            made_up::tournament("Two games", vec![fours, pool]),
        ),
        (
            "empty",
            made_up::tournament("Nothing yet", vec![made_up::duels(5, 3, 0)]),
        ),
    ];
    for (name, tournament) in pages {
        let file = |ending: &str| folder.join(format!("{name}{ending}"));
        fs::write(file(".html"), page(&tournament)?.html())?;
        fs::write(file(".json"), serde_json::to_vec(&tournament)?)?;
        fs::write(file("-games.csv"), games_sheet(&tournament).csv())?;
        fs::write(file("-standings.csv"), standings_sheet(&tournament).csv())?;
    }
    Ok(())
}
