//! What is tried. Names begin with what is attacked.

mod commands;
mod damage;
mod disk;
mod engines;
mod fairness;
mod files;
mod floods;
mod formats;
mod interrupts;
mod kills;
mod ledgers;
mod machine;
mod outputs;
mod requests;
mod roles;
mod saved;
mod sockets;
mod tournaments;

use crate::ground::{Ground, Trouble};

/// One thing that is tried in many ways.
pub(crate) struct Case {
    /// What one types behind `--only`.
    pub(crate) name: &'static str,
    /// What it does, in a few words.
    pub(crate) about: &'static str,
    /// About how long one round takes.
    pub(crate) seconds: u32,
    /// Whether chance decides, so that more rounds try more.
    pub(crate) goes_on: bool,
    pub(crate) run: fn(&mut Ground) -> Result<(), Trouble>,
}

/// One that is tried once: it always does the same.
const fn once(
    name: &'static str,
    about: &'static str,
    seconds: u32,
    run: fn(&mut Ground) -> Result<(), Trouble>,
) -> Case {
    Case {
        name,
        about,
        seconds,
        goes_on: false,
        run,
    }
}

/// One that is tried for as long as there is time.
const fn again(
    name: &'static str,
    about: &'static str,
    seconds: u32,
    run: fn(&mut Ground) -> Result<(), Trouble>,
) -> Case {
    Case {
        goes_on: true,
        ..once(name, about, seconds, run)
    }
}

pub(crate) const CASES: &[Case] = &[
    again(
        "kill-tournament",
        "SIGKILL at any moment of a tournament; resumed, its games are those of an undisturbed one",
        8,
        kills::tournament,
    ),
    again(
        "kill-writers",
        "several processes that write one ledger, some of them killed",
        4,
        kills::writers,
    ),
    once(
        "interrupt-match",
        "SIGINT and SIGTERM in a match and a tournament, which are then resumed",
        4,
        interrupts::matches,
    ),
    once(
        "interrupt-engine",
        "SIGINT and SIGTERM in best, engine-check and match while an engine starts or thinks",
        8,
        interrupts::engines,
    ),
    once(
        "engine-killed-with-us",
        "SIGKILL of Papan while engines play: they end too, with their children",
        6,
        interrupts::killed,
    ),
    once(
        "engine-session",
        "engines whose children are in sessions of their own or ignore the end of input",
        8,
        engines::stays,
    ),
    once(
        "engine-holds-pipe",
        "engines that exit while a child holds their pipe are reported as ended",
        8,
        engines::holds,
    ),
    once(
        "engine-control",
        "control characters and right-to-left marks of engines are shown as such",
        6,
        engines::control,
    ),
    again(
        "engine-faults",
        "eighteen kinds of faulty engines over four protocols in match, best and engine-check",
        6,
        engines::faults,
    ),
    again(
        "limit-files",
        "too few open files (ulimit -n): nothing is kept as a forfeit",
        6,
        machine::files,
    ),
    again(
        "limit-processes",
        "no more threads or processes (ulimit -u): no panic, nothing kept as a forfeit",
        4,
        machine::processes,
    ),
    again(
        "limit-memory",
        "too little memory (ulimit -v): nothing is kept as a forfeit",
        4,
        machine::memory,
    ),
    again(
        "pause",
        "SIGSTOP and SIGCONT in a match with clocks: no game is lost on time",
        6,
        machine::pause,
    ),
    once(
        "disk-full",
        "a full disk under a ledger, an export and saved games",
        6,
        disk::full,
    ),
    once("ledger-ranks", "a ledger with ranks='[]'", 3, damage::ranks),
    once(
        "ledger-turns",
        "a ledger with turns='3333'",
        3,
        damage::turns,
    ),
    once(
        "ledger-agents",
        "a ledger with agents='[]'",
        3,
        damage::agents,
    ),
    once(
        "ledger-missing-column",
        "a ledger without a column",
        3,
        damage::missing_column,
    ),
    once(
        "ledger-user-version",
        "a ledger that says user_version=0",
        3,
        damage::user_version,
    ),
    again(
        "ledger-cells",
        "a ledger in which any cell has any value",
        4,
        damage::cells,
    ),
    again(
        "ledger-bytes",
        "a ledger with random bytes, or truncated",
        4,
        damage::bytes,
    ),
    once(
        "ledger-hard-links",
        "a ledger with two hard links, opened twice",
        3,
        ledgers::hard_links,
    ),
    once(
        "csv-formulas",
        "names from outside that a spreadsheet would take for formulas",
        2,
        ledgers::formulas,
    ),
    once(
        "file-kinds",
        "FIFOs, devices, directories and endless files wherever a file is read",
        8,
        files::kinds,
    ),
    once(
        "file-overwrite",
        "files that are there, wherever a file is written",
        3,
        outputs::overwrite,
    ),
    once(
        "output-full",
        "a full disk behind the standard output, and behind the standard error as well",
        2,
        outputs::full,
    ),
    again(
        "file-large",
        "WTHOR files of 17 MB, and of 68 MB where there is time, in the same bounded memory",
        15,
        files::large,
    ),
    again(
        "file-mutations",
        "files of every format, changed by chance",
        4,
        formats::mutations,
    ),
    again(
        "tournament-mutations",
        "tournament files, changed by chance",
        3,
        tournaments::mutations,
    ),
    once(
        "tournament-bounds",
        "tournament files that ask for far too much: one line, at once",
        4,
        tournaments::bounds,
    ),
    again(
        "command-lines",
        "random command lines of all commands, with odd numbers, empty texts and no UTF-8",
        6,
        commands::lines,
    ),
    again(
        "engine-input",
        "random lines to Papan as an engine, in all its protocols",
        3,
        commands::engine_input,
    ),
    once(
        "long-work-shows",
        "perft and best show at a terminal that they work",
        10,
        commands::progress,
    ),
    again(
        "http-random",
        "random and mutated requests",
        4,
        requests::random,
    ),
    once(
        "http-strangers",
        "wrong hosts and origins, paths that lead out, huge bodies",
        3,
        requests::strangers,
    ),
    once(
        "http-slow",
        "slow and half-sent requests while others ask",
        10,
        requests::slow,
    ),
    once(
        "http-errors",
        "errors of the server show no paths",
        3,
        requests::errors,
    ),
    again(
        "socket-random",
        "random messages and frames over both sockets",
        4,
        sockets::random,
    ),
    once(
        "web-fair",
        "eight long analyses while a beginner's level must answer",
        10,
        fairness::analyses,
    ),
    once(
        "web-memory",
        "memory goes back after analyses",
        20,
        fairness::memory,
    ),
    once(
        "web-imports",
        "twenty imports of 1.5 MB at once, in bounded memory that goes back",
        10,
        floods::imports,
    ),
    once(
        "web-storage",
        "one client that saves games without end",
        20,
        floods::storage,
    ),
    again(
        "web-kills",
        "SIGKILL of the server at any moment: acknowledged moves are found again",
        6,
        saved::kills,
    ),
    once(
        "web-two-servers",
        "a second server on the same saved games",
        2,
        saved::two_servers,
    ),
    again(
        "http-flood",
        "thousands of requests from many connections at once",
        4,
        floods::requests,
    ),
    once(
        "web-roles",
        "nobody moves in another's game, and secrets never leak",
        3,
        roles::secrets,
    ),
    once(
        "web-runs",
        "only who started a run of an experiment may delete it",
        3,
        roles::runs,
    ),
];
