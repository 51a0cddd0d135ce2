//! What players gave away in all games together.

use super::told::Told;
use crate::output;
use papan_agents::grades::Grade;
use serde::Serialize;

/// What one player gave away in the games of one kind.
#[derive(Serialize)]
pub(super) struct Summary {
    game: String,
    player: String,
    games: usize,
    moves: usize,
    /// The mean of what a move gave away; no points where none are known.
    points: Option<f64>,
    chance: f64,
    /// Faults in all games together.
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    /// Of these faults, those for which a reason was found.
    explained: usize,
    /// The median of the mistakes and blunders in a game.
    median_mistakes: f64,
    #[serde(skip)]
    tally: Tally,
}

/// What is counted until all games are seen.
#[derive(Default)]
struct Tally {
    points: (f64, usize),
    chance: f64,
    /// The mistakes and blunders of each game.
    in_games: Vec<usize>,
}

impl Summary {
    /// Those of all players, in the order in which they appear.
    pub(super) fn of(games: &[Told]) -> Vec<Summary> {
        let mut players: Vec<Summary> = Vec::new();
        for told in games {
            for (seat, player) in told.seats.iter().enumerate() {
                let name = player.name.as_ref().unwrap_or(&player.seat);
                let found = players
                    .iter()
                    .position(|known| known.game == told.game && known.player == *name);
                let at = found.unwrap_or(players.len());
                if found.is_none() {
                    players.push(Summary::new(&told.game, name));
                }
                players[at].add(told, seat);
            }
        }
        for player in &mut players {
            player.finish();
        }
        players
    }

    fn new(game: &str, player: &str) -> Summary {
        Summary {
            game: game.to_owned(),
            player: player.to_owned(),
            games: 0,
            moves: 0,
            points: None,
            chance: 0.0,
            inaccuracies: 0,
            mistakes: 0,
            blunders: 0,
            explained: 0,
            median_mistakes: 0.0,
            tally: Tally::default(),
        }
    }

    /// Adds what one seat did in a game.
    fn add(&mut self, told: &Told, seat: usize) {
        let mut in_game = 0;
        for played in told
            .moves
            .iter()
            .filter(|played| played.seat.index() == seat)
        {
            self.moves += 1;
            self.tally.chance += played.lost.chance;
            if let Some(points) = played.lost.points {
                self.tally.points.0 += points;
            }
            // What is the best gives nothing away, whatever it is counted in.
            if played.lost.points.is_some() || played.grade == Grade::Best {
                self.tally.points.1 += 1;
            }
            match played.grade {
                Grade::Best | Grade::Good => {}
                Grade::Inaccuracy => self.inaccuracies += 1,
                Grade::Mistake => self.mistakes += 1,
                Grade::Blunder => self.blunders += 1,
            }
            self.explained += usize::from(!played.reasons.is_empty());
            in_game += usize::from(played.grade >= Grade::Mistake);
        }
        self.games += 1;
        self.tally.in_games.push(in_game);
    }

    /// The share of the faults that have a reason; nothing where there was no fault.
    fn explained(&self) -> String {
        match self.inaccuracies + self.mistakes + self.blunders {
            0 => String::new(),
            faults => format!("{:.0}%", 100.0 * self.explained as f64 / faults as f64),
        }
    }

    fn finish(&mut self) {
        let Tally {
            points: (points, counted),
            chance,
            in_games,
        } = &mut self.tally;
        self.points = (*counted == self.moves && self.moves > 0).then(|| *points / *counted as f64);
        self.chance = *chance / self.moves.max(1) as f64;
        self.median_mistakes = median(in_games);
    }
}

fn median(counts: &mut [usize]) -> f64 {
    counts.sort_unstable();
    match counts.len() {
        0 => 0.0,
        count if count % 2 == 1 => counts[count / 2] as f64,
        count => (counts[count / 2 - 1] + counts[count / 2]) as f64 / 2.0,
    }
}

/// As people read it.
pub(super) fn table(players: &[Summary]) -> String {
    let rows: Vec<Vec<String>> = players
        .iter()
        .map(|player| {
            let each = |count: usize| format!("{:.2}", count as f64 / player.games.max(1) as f64);
            vec![
                player.game.clone(),
                player.player.clone(),
                player.games.to_string(),
                player.moves.to_string(),
                player
                    .points
                    .map_or(String::new(), |points| format!("{points:.2}")),
                format!("{:.1}%", 100.0 * player.chance),
                each(player.inaccuracies),
                each(player.mistakes),
                each(player.blunders),
                player.explained(),
                format!("{:.1}", player.median_mistakes),
            ]
        })
        .collect();
    let heads = [
        "game",
        "player",
        "games",
        "moves",
        "points/move",
        "chance/move",
        "inaccuracies/game",
        "mistakes/game",
        "blunders/game",
        "with a reason",
        "median of mistakes and blunders",
    ];
    output::table(&heads, &rows)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(&mut []), 0.0);
        assert_eq!(median(&mut [3, 1, 2]), 2.0);
        assert_eq!(median(&mut [4, 1, 2, 3]), 2.5);
    }
}
