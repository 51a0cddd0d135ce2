//! The table of a match or tournament as text, in the words that its JSON has too.

use crate::output;
use papan_arena::{
    Openings,
    standings::{AgentStanding, PairStanding, SeatStanding, StandingsTable, WorkerStanding},
    statistics::{ELO_LIMIT, Estimate},
    tally::Tally,
};

/// Commands of other programs are long.
const WIDEST: usize = 40;

/// A table for a terminal. `openings` is where the games began, for advice about it.
pub(crate) fn text_of(table: &StandingsTable, openings: &Openings) -> String {
    let names: Vec<String> = table.agents.iter().map(name).collect();
    let mut text = format!(
        "{}: {} games, {} different, from {}\n",
        table.game,
        table.games,
        table.different,
        counted(table.openings, "opening", "openings"),
    );
    let heads = [
        "place",
        "agent",
        "rating",
        "superiority",
        "games",
        "wins",
        "draws",
        "losses",
        "share",
        "interval",
        "mean score",
        "mean rank",
        "mean seconds",
        "forfeits",
    ];
    let rows: Vec<Vec<String>> = table.ladder().iter().map(|(_, agent)| row(agent)).collect();
    text += &output::table(&heads, &rows);
    text += &table
        .unscored()
        .map_or(String::new(), |text| format!("{text}\n"));
    text += &repeated(table, openings);
    if table.groups > 1 {
        text += &format!(
            "the agents fall into {} groups that have not met: ratings compare only within one\n",
            table.groups
        );
    }
    if let Some(first) = &table.first_move {
        text += &format!("first move: {} Elo\n", rating(first));
    }
    for seat in &table.seats {
        text += &seat_line(table, seat, &names);
    }
    if let [pair] = &table.pairs[..] {
        text += &pair_line(pair, &names);
    }
    text += &cpu_line(table, &names);
    text += &openings_played(table);
    text + &workers(table, &names)
}

fn name(agent: &AgentStanding) -> String {
    short(&agent.label, WIDEST)
}

fn row(agent: &AgentStanding) -> Vec<String> {
    let tally = &agent.tally;
    vec![
        agent.place.to_string(),
        name(agent),
        agent.rating.as_ref().map_or("-".to_owned(), rating),
        optional(agent.superiority, percent),
        tally.games().to_string(),
        tally.wins().to_string(),
        tally.draws().to_string(),
        tally.losses().to_string(),
        percent(tally.share()),
        shares(agent.interval),
        mean_score(tally),
        format!("{:.2}", tally.mean_rank()),
        optional(tally.mean_seconds(), |seconds| format!("{seconds:.4}")),
        match tally.forfeits() {
            0 => String::new(),
            count => count.to_string(),
        },
    ]
}

/// How those did who had a seat, and each agent there.
fn seat_line(table: &StandingsTable, seat: &SeatStanding, names: &[String]) -> String {
    let tally = &seat.tally;
    let elo = seat.rating.as_ref();
    let elo = elo.map_or(String::new(), |elo| format!(", rating {}", rating(elo)));
    let here = table.by_seat.iter().filter(|here| here.seat == seat.seat);
    let results = here.map(|here| {
        let tally = &here.tally;
        let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
        format!("{} {wins}-{draws}-{losses}", names[here.agent])
    });
    format!(
        "seat {} ({}): share {} ({}), mean score {}, mean rank {:.2}{elo}; {}\n",
        seat.seat + 1,
        seat.name,
        percent(tally.share()),
        shares(seat.interval),
        mean_score(tally),
        tally.mean_rank(),
        results.collect::<Vec<_>>().join(", "),
    )
}

/// The difference between two agents.
fn pair_line(pair: &PairStanding, names: &[String]) -> String {
    let (Some(elo), Some(normalised), Some(superiority)) =
        (&pair.elo, &pair.normalised_elo, pair.superiority)
    else {
        return String::new();
    };
    let [one, other] = pair.agents.map(|agent| &names[agent]);
    let pairs = match pair.tally.is_paired() {
        true => format!(
            "; pairs of games with 0, ½, 1, 1½, 2 points: {:?}",
            pair.tally.pairs
        ),
        false => String::new(),
    };
    let independent = pair.tally.independent;
    let worth = independent.map_or(String::new(), |count| {
        let independent = match pair.tally.is_paired() {
            true => counted(count, "independent pair", "independent pairs"),
            false => counted(count, "independent game", "independent games"),
        };
        format!("; as sure as {independent}")
    });
    format!(
        "{one} over {other}: {} Elo, normalised {}, superiority {}{pairs}{worth}\n",
        interval(elo),
        interval(normalised),
        percent(superiority),
    )
}

/// What the processors worked for each agent, and how many times as long for the first as for the
/// other of two; nothing where it is not known.
fn cpu_line(table: &StandingsTable, names: &[String]) -> String {
    let uses = table.cpu_uses();
    let used = uses.iter().filter_map(|(agent, used)| {
        let [a_move, a_game] = [used.mean_seconds()?, used.mean_game_seconds()?].map(time);
        let name = &names[*agent];
        Some(format!("{name} {a_move} a move, {a_game} a game"))
    });
    let used: Vec<String> = used.collect();
    if used.is_empty() {
        return String::new();
    }
    let ratio = table.cpu_ratio();
    let ratio = ratio.map_or(String::new(), |ratio| format!("; ratio {ratio:.3}"));
    format!("CPU: {}{ratio}\n", used.join("; "))
}

/// A time in the unit that suits it: some agents take microseconds, others minutes.
fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 1.0 => format!("{seconds:.3} s"),
        _ if seconds >= 1e-3 => format!("{:.3} ms", seconds * 1e3),
        _ => format!("{:.3} µs", seconds * 1e6),
    }
}

/// How the seats did after the openings that were played most, where some came several times.
fn openings_played(table: &StandingsTable) -> String {
    const SHOWN: usize = 5;
    let seatings = table.agents.len() as u64;
    if table.openings < 2 || table.openings * seatings * 2 > table.games {
        return String::new();
    }
    let rows = table.by_opening.iter().take(SHOWN).map(|opening| {
        let shares = opening.shares.iter().map(|share| percent(*share));
        vec![
            short(&opening.opening, WIDEST),
            opening.games.to_string(),
            opening.different.to_string(),
            shares.collect::<Vec<_>>().join(" "),
        ]
    });
    let heads = ["opening", "games", "different", "share by seat"];
    output::table(&heads, &rows.collect::<Vec<_>>())
}

/// What came of the games of each worker where several played, and whether they agree.
fn workers(table: &StandingsTable, names: &[String]) -> String {
    // More leave no room.
    const AGENTS: usize = 4;
    if table.workers.is_empty() {
        return String::new();
    }
    // Of two agents the share of one says it all.
    let shown = match names.len() {
        2 => 1,
        count if count <= AGENTS => count,
        _ => 0,
    };
    let row = |worker: &WorkerStanding| {
        let shares = worker.shares.iter().take(shown);
        let mut row = vec![
            short(worker.worker.as_deref().unwrap_or("(this machine)"), WIDEST),
            worker.games.to_string(),
        ];
        row.extend(shares.map(|share| optional(*share, percent)));
        row.extend([
            optional(worker.mean_seconds, |seconds| format!("{seconds:.4}")),
            worker.timed.to_string(),
            worker.confirmed.to_string(),
        ]);
        row
    };
    let shares: Vec<String> = names
        .iter()
        .map(|name| format!("share of {name}"))
        .collect();
    let mut heads = vec!["worker", "games"];
    heads.extend(shares.iter().take(shown).map(String::as_str));
    heads.extend(["mean seconds", "timed", "confirmed"]);
    let rows: Vec<Vec<String>> = table.workers.iter().map(row).collect();
    let mut text = output::table(&heads, &rows);
    if let Some(agreement) = &table.agreement {
        let verdict = match agreement.is_doubtful() {
            true => "warning: the workers do not agree",
            false => "the workers agree",
        };
        text += &format!("{verdict}: {agreement}\n");
    }
    text
}

/// A warning when agents have played the same games again and again, and what helps.
fn repeated(table: &StandingsTable, openings: &Openings) -> String {
    if !table.distinct().is_repetitive() {
        return String::new();
    }
    let advice = match openings {
        Openings::Start => "openings random:8 begin each round in another way".to_owned(),
        Openings::Random(plies) => {
            let more = (plies + 4).max(8);
            format!("more random plies (openings random:{more}) give more openings")
        }
        Openings::File { .. } | Openings::List(_) => {
            "more openings in the file, or openings random:8, give other games".to_owned()
        }
    };
    format!(
        "warning: {} of {} games are different; agents without chance repeat themselves, and all \
         ratings and intervals rest on the different games alone. {advice}; agents that can vary \
         their play (vary=10) play others from the same opening\n",
        table.different, table.games
    )
}

fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

fn optional(value: Option<f64>, shown: impl Fn(f64) -> String) -> String {
    value.map_or("-".to_owned(), shown)
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn shares((low, high): (f64, f64)) -> String {
    format!("{}..{}", percent(low), percent(high))
}

/// A mean score; nothing where no game was played to its end.
fn mean_score(tally: &Tally) -> String {
    optional(tally.mean_score(), |score| format!("{score:.2}"))
}

/// An estimate with its interval: `+12 (-18..+44)`. Where all was won or lost only one end
/// of it says something.
fn interval(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    match value.abs() >= ELO_LIMIT {
        true => rating(estimate),
        false => format!("{} ({}..{})", signed(value), signed(low), signed(high)),
    }
}

/// A whole number with its sign, and no sign of nothing.
fn signed(value: f64) -> String {
    // There is a negative zero.
    format!("{:+.0}", value.round() + 0.0)
}

/// A rating with its error: `+12 ±30`. Where all was won or lost there is no most likely
/// value, and only the end of the interval says something.
pub(crate) fn rating(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    match value {
        _ if value >= ELO_LIMIT => format!("> {}", signed(low)),
        _ if value <= -ELO_LIMIT => format!("< {}", signed(high)),
        _ => format!("{} ±{:.0}", signed(value), estimate.error()),
    }
}

/// A text of at most `most` characters.
pub(crate) fn short(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
