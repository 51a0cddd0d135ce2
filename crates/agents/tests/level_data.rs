//! What docs/levels.md promises of levels: of the rows, and of what was measured.

use papan_agents::{
    Playable, agents, games, levels,
    ratings::{self, Rated},
};

/// Whether the agents of all levels can be opened, and are what the docs promise.
struct Check;
impl games::Visitor for Check {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let name = game.name();
        let levels = levels::of(&game);
        for level in &levels {
            assert!(!level.agent.starts_with("level"), "a level is no level");
            // One that always errs would be `random`.
            assert!(level.errors < 1_000, "{name}");
            let seconds = level.time.as_secs_f64();
            assert!((0.1..=5.0).contains(&seconds), "{name}: {seconds} s");
            let opened = agents::open(&game, &level.agent_text(1 << 40), 1).map(|_| ());
            assert_eq!(opened, Ok(()), "{} in {name}", level.agent);
        }
        for (below, above) in levels.iter().zip(&levels[1..]) {
            assert!(below.nodes <= above.nodes, "{name}");
            assert!(below.errors >= above.errors, "{name}");
            assert!(below.time <= above.time, "{name}");
            let same = (below.nodes, below.errors) == (above.nodes, above.errors);
            assert!(!same, "{name}: two levels that play the same");
        }
    }
}

#[test]
fn every_level_of_every_game_is_as_promised() {
    let small = [
        "othello:size=4",
        "blokus:size=8,starts=corners",
        "congklak:holes=4,seeds=3",
        "adjacency:rounds=1",
    ];
    let names = games::all().iter().map(|entry| entry.name);
    for game in names.chain(small) {
        games::visit(game, Check).unwrap();
    }
}

/// What docs/levels.md promises of every game that was measured.
#[test]
fn levels_mean_the_same_everywhere() {
    for Rated {
        game,
        greedy,
        levels,
        ..
    } in ratings::all()
    {
        assert_eq!(games::open(game).unwrap().name(), *game);
        assert!(levels.len() >= 6, "{game}");
        let first = &levels[0];
        assert!(first.low > 0, "{game}: level 1 is no better than chance");
        assert!((60..=190).contains(&first.elo), "{game}: {} Elo", first.elo);
        for pair in levels.windows(2) {
            let step = pair[1].elo - pair[0].elo;
            let level = pair[1].level;
            assert!(step > 0, "{game}, level {level}");
            assert!(
                (pair[1].step_low..=pair[1].step_high).contains(&step),
                "{game}"
            );
        }
        assert!(levels.iter().all(|of| of.low < of.elo && of.elo < of.high));
        assert!(
            levels[5].elo > greedy.elo,
            "{game}: level 6 looks further than greedy"
        );
    }
    for family in games::families() {
        let game = family.presets[0];
        assert!(ratings::of(game).is_some(), "{game} has not been rated");
    }
}

/// The ratings of a level that plays otherwise now are those of somebody else.
#[test]
fn no_rating_is_stale() {
    for Rated { game, levels, .. } in ratings::all() {
        let stale: Vec<u32> = levels
            .iter()
            .filter(|rating| !rating.is_current(game))
            .map(|rating| rating.level)
            .collect();
        assert!(
            stale.is_empty(),
            "{game}: levels {stale:?} play otherwise than when they were rated; rate them \
             again, as crates/agents/ratings.toml says"
        );
    }
    let mut rating = ratings::all()[0].levels[0].clone();
    rating.fingerprint = "of another level".to_owned();
    assert!(!rating.is_current(&ratings::all()[0].game));
}
