//! What `papan match` and `papan tournament` have in common: playing with or without a
//! ledger, saying how far it is, and stopping on request.

use crate::{
    elsewhere::{Elsewhere, passing_ledger},
    exit::Exit,
    interrupt, output,
    standings::{rating, short},
};
use anyhow::Result;
use clap::Args;
use papan_arena::{
    ContestGame, Ending, Players, Pool,
    ledger::Ledger,
    statistics::SprtStatus,
    tournament::{Kind, Program, Progress, RunOptions, STALE, SequentialTest},
};
use papan_core::visible;
use std::{
    collections::BTreeMap,
    thread,
    time::{Duration, Instant},
};

/// How games are played.
#[derive(Args)]
pub(crate) struct Playing {
    /// The number of games at the same time; as many as there are cores when not given
    #[arg(long, value_name = "T", conflicts_with = "on", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Let the system move games from core to core. Without this every game has a core of
    /// its own, where there are enough cores and the system allows it
    #[arg(long)]
    no_pin: bool,

    /// Count games together that different versions of an agent have played under one name.
    /// Without this nothing is played then
    #[arg(long)]
    mix: bool,

    /// Rate an agent by its forfeits that cannot be started or forfeits its first five games
    /// for the same fault. Without this such an agent ends the command with exit code 3, and
    /// those forfeits are not kept
    #[arg(long)]
    allow_forfeits: bool,

    /// Play games again that the ledger has as forfeits
    #[arg(long)]
    retry_forfeits: bool,

    #[command(flatten)]
    elsewhere: Elsewhere,
}

/// How many reasons of forfeits are shown.
const SHOWN: usize = 10;

/// What came of it.
pub(crate) struct RunResult {
    pub(crate) progress: Progress,
    /// Whether it was stopped before its end.
    pub(crate) stopped: bool,
    /// How often which agent forfeited for which reason: the first of them in their order, and one
    /// more, which tells that there are others.
    forfeits: BTreeMap<(String, String), u64>,
}

impl RunResult {
    /// Who forfeited how often, and why, in lines of text.
    pub(crate) fn forfeits(&self) -> String {
        let lines = self
            .forfeits
            .iter()
            .take(SHOWN)
            .map(|((agent, reason), count)| {
                let games = if *count == 1 { "game" } else { "games" };
                format!("{} forfeited {count} {games}: {reason}\n", short(agent, 40))
            });
        let mut text: String = lines.collect();
        if self.forfeits.len() > SHOWN {
            text += "... and for more reasons, which the ledger has\n";
        }
        text
    }

    /// Ends the command: as interrupted when it was, else by the answer of a sequential test.
    pub(crate) fn end(&self) -> Result<()> {
        let test = self.progress.sprt.as_ref();
        match test.map(|test| test.state.status) {
            _ if self.stopped => Exit::Interrupted.end(""),
            None | Some(SprtStatus::AcceptH1) => Ok(()),
            Some(SprtStatus::AcceptH0) => Exit::Rejected.end(""),
            Some(SprtStatus::Running) => Exit::Undecided.end(""),
        }
    }
}

impl Playing {
    /// Plays a program to its end, with one line that says how far it is. Ctrl-C ends it
    /// early; the games that were finished are kept.
    pub(crate) fn play(
        &self,
        program: &Program,
        threads: Option<usize>,
        ledger: Option<&mut Ledger>,
        watch: &mut dyn FnMut(&ContestGame),
    ) -> Result<RunResult> {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let given = self.threads.map(|threads| threads as usize).or(threads);
        let stop = interrupt::stop_then_end()?;
        let options = RunOptions {
            mix: self.mix,
            allow_forfeits: self.allow_forfeits,
            retry_forfeits: self.retry_forfeits,
            stop: &stop,
        };
        let mut pool = Pool::new(given.unwrap_or(cores), &stop);
        if !self.no_pin {
            pool = pool.pinned();
        }
        let kept = ledger.as_ref().map(|ledger| ledger.path());
        let coordinator = self.elsewhere.coordinator(kept, &stop)?;
        let mut passing;
        let ledger = match ledger {
            None if coordinator.is_some() => {
                passing = passing_ledger()?;
                Some(&mut passing)
            }
            ledger => ledger,
        };
        let players: &dyn Players = match &coordinator {
            Some(coordinator) => coordinator,
            None => &pool,
        };
        for note in program.notes() {
            output::note(&format!("note: {note}"));
        }
        let mut line = Line::new(program);
        let mut forfeits = BTreeMap::new();
        let mut pass = 0;
        let result = program.run(ledger, players, &options, &mut |played, progress| {
            if progress.pass > pass {
                pass = progress.pass;
                forfeits.clear();
            }
            watch(played);
            let game = &played.game;
            if let Ending::Forfeit {
                seat,
                fault,
                reason,
            } = &game.ending
            {
                let agent = game.job.agents[seat.index()].clone();
                let reason = format!("{fault}: {reason}");
                *forfeits.entry((agent, reason)).or_default() += 1;
                // Each may be another one, in very many games.
                if forfeits.len() > SHOWN + 1 {
                    forfeits.pop_last();
                }
            }
            line.show(progress);
        });
        line.bar.finish_and_clear();
        let progress = result?;
        if progress.replayed > 0 {
            output::note(&format!(
                "note: {} games were begun anew because the whole program had stood still, as \
                 after Ctrl-Z",
                progress.replayed
            ));
        }
        for (worker, reason) in &progress.put_aside {
            output::note(&format!("note: worker {worker} is put aside: {reason}"));
        }
        for note in progress.versions.notes() {
            output::note(&format!("note: {note}"));
        }
        Ok(RunResult {
            progress,
            stopped: stop.is_stopped(),
            forfeits,
        })
    }
}

/// The line that says how far a tournament is.
struct Line {
    bar: indicatif::ProgressBar,
    next: Option<Instant>,
    found: u64,
}

/// Often enough to see it move, and not so often that ratings are fitted all the time.
const PAUSE: Duration = Duration::from_millis(300);

/// How often a line is written where nobody watches it change.
const SELDOM: Duration = Duration::from_secs(30);

impl Line {
    fn new(program: &Program) -> Line {
        Line {
            bar: match program.tournament().kind {
                // Nobody knows how many games a test will take.
                Kind::Sprt(_) => output::open_bar(program.total()),
                _ => output::bar(program.total()),
            },
            next: None,
            found: 0,
        }
    }

    fn show(&mut self, progress: &Progress) {
        if progress.found > self.found {
            // Games that were there before say nothing about how fast new ones come.
            self.found = progress.found;
            self.bar.set_position(self.found);
            self.bar.reset_eta();
        }
        self.bar.set_position(progress.found + progress.played);
        let now = Instant::now();
        if self.next.is_some_and(|next| now < next) {
            return;
        }
        if self.bar.is_hidden() {
            // Into a file, a line now and then.
            if self.next.is_some() {
                let done = progress.found + progress.played;
                output::note(&format!(
                    "{done}/{} games {}",
                    progress.total,
                    message(progress)
                ));
            }
            self.next = Some(now + SELDOM);
            return;
        }
        self.bar
            .set_message(visible(&message(progress)).into_owned());
        // Fitting ratings to very many games takes long: never most of the time.
        self.next = Some(Instant::now() + PAUSE.max(10 * now.elapsed()));
    }
}

/// The score and the ratings in a few words.
fn message(progress: &Progress) -> String {
    let mut parts = Vec::new();
    if let Some(sprt) = &progress.sprt {
        parts.push(sprt_text(sprt));
    }
    for standings in progress.standings.iter().filter(|game| game.games() > 0) {
        let tally = standings.pair(0, 1);
        if standings.agents.len() == 2 && tally.games() > 0 {
            let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
            parts.push(format!(
                "+{wins} ={draws} -{losses}, Elo {}",
                rating(&tally.elo())
            ));
        } else if let Some(ratings) = standings.ratings() {
            let best = ratings.ladder.iter().take(3);
            let shown: Vec<String> = best
                .map(|rung| {
                    let label = short(&standings.agents[rung.player].label, 16);
                    format!("{label} {}", rating(&rung.rating))
                })
                .collect();
            parts.push(shown.join(", "));
        }
    }
    format!("| {}", parts.join(" | "))
}

/// The state of a sequential test in a few words.
pub(crate) fn sprt_text(sprt: &SequentialTest) -> String {
    let (elo0, elo1) = sprt.sprt.hypotheses();
    let state = &sprt.state;
    let verdict = match state.status {
        SprtStatus::Running if sprt.is_stale() => {
            format!(
                "undecided: the last {STALE} rounds only repeated games that were played before"
            )
        }
        SprtStatus::Running => "undecided".to_owned(),
        SprtStatus::AcceptH0 => format!("rejected: {elo0} Elo rather than {elo1}"),
        SprtStatus::AcceptH1 => format!("accepted: {elo1} Elo rather than {elo0}"),
    };
    format!(
        "SPRT [{elo0}, {elo1}]: LLR {:.2} ({:.2}..{:.2}), {verdict}{}",
        state.llr,
        state.lower,
        state.upper,
        sprt.decided_after
            .map_or(String::new(), |games| format!(" after {games} games"))
    )
}
