//! A disk without room.

use super::ledgers::{games, match_in, needed, small, verify};
use crate::{
    ground::{Ground, Trouble},
    web::Server,
};
use serde_json::json;
use std::{fs, path::Path};

/// Copies a ledger with what SQLite keeps beside it.
fn copy(from: &Path, to: &Path) -> Result<(), Trouble> {
    for end in ["", "-wal", "-shm"] {
        let with = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            name
        };
        if Path::new(&with(from)).exists() {
            fs::copy(with(from), with(to))?;
        }
    }
    Ok(())
}

/// What was kept before the disk was full stays, and the rest can be played elsewhere.
pub(crate) fn full(ground: &mut Ground) -> Result<(), Trouble> {
    let disk = ground.small()?.to_owned();
    let ledger = disk.join("full.db");
    let ended = match_in(ground, &ledger, 4000).run()?;
    let space = ["full", "space", "room"];
    ground.count(ended.text.clone(), ended.problem_unless_says(&[5], &space));
    let copied = ground.file("copied.db");
    copy(&ledger, &copied)?;
    let kept = games(&copied)?.len();
    let none = (kept == 0).then(|| "no game was kept before the disk was full".to_owned());
    let problem = none.or(verify(ground, &copied)?);
    ground.count("the ledger of a full disk", problem);
    let ended = match_in(ground, &copied, 4000).run()?;
    ground.expect(&ended, &[0]);
    let count = games(&copied)?.len();
    let lost = (count != 4000).then(|| format!("{count} games instead of 4000"));
    ground.count("a ledger that is resumed on another disk", lost);

    // The disk is still full.
    fs::write(disk.join("rest"), vec![0; 1 << 20]).ok();
    let (source, _) = small(ground, "source.db")?;
    let inside = disk.join("inside.csv");
    let export = ground.papan(["ledger", "export", "--ledger"]);
    let export = export.arguments([&copied]).arguments(["--output"]);
    let ended = export.arguments([&inside]).run()?;
    ground.expect(&ended, &[5]);
    let report = ground.papan(["report", "--ledger"]).arguments([&source]);
    let page = disk.join("page.html");
    let ended = report.arguments(["-o"]).arguments([&page]).run()?;
    ground.expect(&ended, &[5]);
    for file in [&inside, &page] {
        let half = fs::metadata(file).is_ok_and(|data| data.len() > 0);
        let problem = half.then(|| format!("half a file is left: {}", file.display()));
        ground.count("what is left of a file that found no room", problem);
    }
    for entry in fs::read_dir(&disk)?.flatten() {
        let _ = fs::remove_file(entry.path());
    }
    saved_games(ground, &disk)
}

/// A server whose disk becomes full says so, and has all games that it said it has.
fn saved_games(ground: &mut Ground, disk: &Path) -> Result<(), Trouble> {
    let mut server = Server::start(ground, disk)?;
    let mut made = Vec::new();
    let title = "x".repeat(100);
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let wanted = json!({ "game": "othello", "seats": seats, "title": title });
    let variations = json!("v".repeat(60_000)).to_string();
    let mut refused = None;
    for _ in 0..400 {
        let answer = server.post("/api/games", &wanted)?;
        let game = answer.json();
        let (Some(id), Some(secret)) = (game["id"].as_str(), game["secret"].as_str()) else {
            refused = Some(answer.status);
            break;
        };
        made.push(id.to_owned());
        let bearer = format!("Bearer {secret}");
        let path = format!("/api/games/{id}/variations");
        let headers = [("authorization", bearer.as_str())];
        let _ = server.ask("PUT", &path, &headers, variations.as_bytes())?;
    }
    let problem = match refused {
        None => Some("400 games with much to keep fit into 1 MB".to_owned()),
        Some(status) if status < 400 => Some(format!("status {status} without a game")),
        Some(_) => server.problem(),
    };
    ground.count("papan serve on a disk of 1 MB", problem);
    drop(server);
    let elsewhere = ground.folder.join("elsewhere");
    fs::create_dir_all(&elsewhere)?;
    copy(&disk.join("games.db"), &elsewhere.join("games.db"))?;
    let server = Server::start(ground, &elsewhere)?;
    let mut lost = None;
    for id in &made {
        if server.get(&format!("/api/games/{id}"))?.status != 200 {
            lost = Some(format!("a game that was made is not there: {id}"));
        }
    }
    ground.count(
        format!("{} games that were made are found again", made.len()),
        lost,
    );
    needed(server.end())?;
    Ok(())
}
