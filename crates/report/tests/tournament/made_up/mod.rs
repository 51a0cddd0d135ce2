//! Tournaments that nobody played, but that look as if: the same for the same seed.

mod boards;

use boards::{Othello, Tiles};
use papan_report::tournament::{
    Agent, Cell, Estimate, Fact, Forfeit, Game, GameReport, Milestone, Recorder, Seat, Sprt, Step,
    Tournament, Verdict,
};

/// Chance, by the well-known generator of Marsaglia with shifts 13, 7 and 17.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end.max(1)
    }

    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Agents: levels, and programs with long names where there are many.
fn agents(number: usize) -> Vec<Agent> {
    let agent = |index: usize| match index {
        3 => Agent::new("gtp:/usr/games/gtp-rhino --search-depth 8 --ending-depth 16 --verbose"),
        7 => Agent::new("json:python3 agents/students/anna/first-attempt/agent.py --eager"),
        8 => Agent::new("json:python3 agents/students/anna/second-attempt/agent.py --eager"),
        _ => Agent {
            spec: format!("alpha-beta:depth={index},table=1048576"),
            ..Agent::new(format!("level:{}", index + 1))
        },
    };
    (0..number).map(agent).collect()
}

/// A round robin of a board game for two players, with Othello's boards.
pub(crate) fn duels(seed: u64, number: usize, rounds: u64) -> GameReport {
    let mut chance = Chance::new(seed);
    let mut games = Vec::new();
    for round in 1..=rounds {
        for one in 0..number {
            for other in 0..number {
                if one != other {
                    let game = othello(&mut chance, [one, other], number, round);
                    games.push(game);
                }
            }
        }
    }
    let seats = vec![Seat::new("black", "X"), Seat::new("white", "O")];
    let mut report = GameReport::of("othello", seats, agents(number), games);
    report.unit = "discs".to_owned();
    report.first_move = Some(Estimate::new(-14.2, -31.0, 3.1));
    rated(&mut report);
    report
}

fn othello(chance: &mut Chance, players: [usize; 2], number: usize, round: u64) -> Game {
    let mut board = Othello::new();
    let mut recorder = Recorder::new(board.draw());
    let mut plies = 0;
    let mut nodes = vec![0; 2];
    let crashes = players
        .iter()
        .position(|player| *player == 3 && chance.below(12) == 0);
    let mut forfeit = None;
    while let Some((text, seat)) = board.play(chance, players, number) {
        plies += 1;
        nodes[seat] += 900 * (players[seat] as u64 + 1).pow(2);
        let lead = f64::from(board.lead(seat));
        let is_opening = plies <= 4;
        let strength = players[seat] as f64 + 1.0;
        let hump = 1.0 + (f64::from(plies) / 60.0 * std::f64::consts::PI).sin() * 2.0;
        let step = Step {
            text,
            seat,
            value: (!is_opening && players[seat] != 1)
                .then(|| (lead + chance.share() * 6.0 - 3.0).round()),
            seconds: (!is_opening).then(|| strength.powi(2) * 3e-4 * hump * (0.5 + chance.share())),
            ..Step::default()
        };
        recorder.step(step, board.draw());
        if plies > 20 && crashes.is_some() {
            forfeit = crashes;
            break;
        }
    }
    let scores = board.scores();
    let ahead = match forfeit {
        Some(seat) => (seat as i64) * 2 - 1,
        None => (scores[0] - scores[1]).signum(),
    };
    let ranks = match ahead {
        1 => vec![1, 2],
        -1 => vec![2, 1],
        _ => vec![1, 1],
    };
    let (kind, ending) = match forfeit {
        Some(seat) => (
            "forfeit",
            format!("seat {seat} forfeits (crash): the program ended with signal 11 <core dumped>"),
        ),
        None if plies < 60 => (
            "solved",
            format!("solved: {:+} for the first seat", scores[0] - scores[1]),
        ),
        None => ("over", String::new()),
    };
    Game {
        id: format!("{:016x}", chance.next()),
        round,
        players: players.to_vec(),
        scores: scores.to_vec(),
        ranks,
        kind: kind.to_owned(),
        ending,
        forfeit: forfeit.map(|seat| Forfeit {
            seat,
            reason: "crash: the program ended with signal 11 <core dumped>".to_owned(),
        }),
        plies,
        nodes,
        pace: recorder.pace(),
        replay: Some(recorder.finish()),
    }
}

/// Games of four players, with boards of tiles.
pub(crate) fn fours(seed: u64, number: usize, count: u64) -> GameReport {
    let mut chance = Chance::new(seed);
    let mut games = Vec::new();
    for round in 1..=count {
        let players: Vec<usize> = (0..4)
            .map(|seat| (round as usize + seat * 3) % number)
            .collect();
        let mut tiles = Tiles::new();
        let mut recorder = Recorder::new(tiles.draw());
        let plies = 40 + chance.below(20) as u32;
        for ply in 0..plies {
            let seat = ply as usize % 4;
            let text = tiles.place(&mut chance, seat, players[seat]);
            let seconds = Some(0.02 * chance.share() * (players[seat] + 1) as f64);
            let step = Step {
                text,
                seat,
                seconds,
                ..Step::default()
            };
            recorder.step(step, tiles.draw());
        }
        let scores = tiles.scores();
        let rank = |score: &i64| 1 + scores.iter().filter(|other| *other > score).count() as u32;
        games.push(Game {
            id: format!("{:016x}", chance.next()),
            round,
            players,
            ranks: scores.iter().map(rank).collect(),
            scores,
            kind: "over".to_owned(),
            plies,
            pace: recorder.pace(),
            replay: Some(recorder.finish()),
            ..Game::default()
        });
    }
    let seats = ["blue", "yellow", "red", "green"]
        .into_iter()
        .zip(["1", "2", "3", "4"]);
    let seats = seats.map(|(name, glyph)| Seat::new(name, glyph)).collect();
    let mut report = GameReport::of("blokus-classic", seats, agents(number), games);
    report.unit = "squares".to_owned();
    rated(&mut report);
    report
}

/// Ratings from the shares: wrong as statistics, but they look like them.
fn rated(report: &mut GameReport) {
    let mut chance = Chance::new(5);
    let elo = |share: f64, games: u64| {
        let share = share.clamp(0.02, 0.98);
        let value = -400.0 * (1.0 / share - 1.0).log10();
        let error =
            1.96 * 400.0 / 10f64.ln() / (games.max(1) as f64 * share * (1.0 - share)).sqrt();
        Estimate::new(value, value - error, value + error)
    };
    for row in &mut report.cross {
        for cell in row.iter_mut().flatten() {
            cell.elo = Some(elo(Cell::share(cell), cell.games));
        }
    }
    let all = report.games.len() as u64;
    for agent in &mut report.agents {
        let Some(share) = agent.share else { continue };
        let last = elo(share, agent.games);
        agent.rating = Some(last);
        for point in 1..=40u64 {
            let part = point as f64 / 40.0;
            let width = (last.high - last.value) / part.sqrt();
            let value = last.value + (chance.share() - 0.5) * width * (1.0 - part);
            agent.history.push(Milestone {
                games: all * point / 40,
                rating: Estimate::new(value, value - width, value + width),
            });
        }
    }
    let games = report.games.len().max(1) as f64;
    for seat in &mut report.seats {
        seat.interval = seat.share.map(|share| {
            let error = 1.96 * (share * (1.0 - share) / games).sqrt();
            (share - error, share + error)
        });
    }
}

/// A test that ended.
pub(crate) fn test() -> Sprt {
    let mut chance = Chance::new(11);
    let mut llr = 0.0;
    let mut history = Vec::new();
    for games in (2..).step_by(2) {
        llr += (chance.share() - 0.44) * 0.25;
        history.push((games, llr));
        if !(-2.94..=2.94).contains(&llr) || games > 4000 {
            break;
        }
    }
    Sprt {
        elo0: 0.0,
        elo1: 5.0,
        scale: "normalised Elo".to_owned(),
        alpha: 0.05,
        beta: 0.05,
        llr,
        lower: -2.94,
        upper: 2.94,
        verdict: if llr > 0.0 {
            Verdict::Second
        } else {
            Verdict::First
        },
        elo: Some(Estimate::new(23.0, 9.1, 37.2)),
        normalised: Some(Estimate::new(31.0, 12.4, 49.0)),
        superiority: Some(0.9994),
        pairs: Some([12, 60, 141, 80, 21]),
        history,
    }
}

/// The whole of it.
pub(crate) fn tournament(title: &str, reports: Vec<GameReport>) -> Tournament {
    let facts = vec![
        Fact::new("seed", "7"),
        Fact::new("limits", "10 ms a move, one thread"),
        Fact::new("openings", "random:4, each from both sides"),
        Fact::new("played", "2026-11-14 20:11 to 2026-11-15 06:40 UTC"),
        Fact::new("version", "papan 0.1.0"),
    ];
    Tournament {
        title: title.to_owned(),
        facts,
        reports,
    }
}
