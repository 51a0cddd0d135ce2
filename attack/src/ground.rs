//! Where one case is tried, and what came of it.

use crate::{ended::Ended, program::Order, random::Random};
use std::{
    fmt::Display,
    fs, io,
    path::{Path, PathBuf},
    time::Instant,
};

/// Why a case came to no verdict.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// This machine does not allow it.
    NotTried(String),
    /// The attack itself went wrong, which counts as a failure: nobody knows whether the program
    /// would have survived.
    Broken(String),
}

impl<E: Display> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        Trouble::Broken(error.to_string())
    }
}

/// What the attack knows of this machine.
#[derive(Clone)]
pub(crate) struct Machine {
    /// The attacked program.
    pub(crate) program: PathBuf,
    /// The attack itself: it is also the engines.
    pub(crate) own: PathBuf,
    /// The folder of everything that is written.
    pub(crate) folder: PathBuf,
    /// A file system with next to no room, where there is one.
    pub(crate) small: Option<PathBuf>,
    /// The seed of everything random.
    pub(crate) seed: u64,
    /// The first round of every case.
    pub(crate) round: u64,
}

/// Something that the program did not survive.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// What went wrong.
    pub(crate) problem: String,
    /// The command or request.
    pub(crate) trial: String,
    /// In which round.
    pub(crate) round: u64,
}

/// The place of one case, with what was tried there.
pub(crate) struct Ground {
    machine: Machine,
    case: &'static str,
    /// Its folder, which is kept when something failed.
    pub(crate) folder: PathBuf,
    until: Instant,
    rounds: u64,
    orders: u64,
    /// Chance, anew in each round.
    pub(crate) random: Random,
    pub(crate) tried: u64,
    pub(crate) failures: Vec<Failure>,
}

impl Ground {
    pub(crate) fn new(machine: &Machine, case: &'static str, until: Instant) -> io::Result<Ground> {
        let folder = machine.folder.join(case);
        fs::create_dir_all(&folder)?;
        Ok(Ground {
            machine: machine.clone(),
            case,
            folder,
            until,
            rounds: 0,
            orders: 0,
            random: Random::new(machine.seed, case, machine.round),
            tried: 0,
            failures: Vec::new(),
        })
    }

    /// Keeps what the last trial was given, if that trial failed.
    pub(crate) fn keep_failed(&self, bytes: &[u8]) -> io::Result<()> {
        let kept = self.folder.join(format!("failed-{}", self.failures.len()));
        match self.failures.is_empty() || kept.exists() {
            true => Ok(()),
            false => fs::write(kept, bytes),
        }
    }

    /// Begins the next round, of which there are at least so many and then as many as time allows.
    /// A case that has failed three times is known well enough.
    pub(crate) fn next_round(&mut self, least: u64) -> bool {
        let goes_on = self.rounds < least || Instant::now() < self.until;
        if goes_on && !self.is_known() {
            self.random = Random::new(self.machine.seed, self.case, self.round());
            self.rounds += 1;
            return true;
        }
        false
    }

    /// Whether it has failed so often that more would tell nothing new: each hang takes a minute.
    pub(crate) fn is_known(&self) -> bool {
        self.failures.len() >= 3
    }

    /// The number of the round that comes next, or of the only one.
    fn round(&self) -> u64 {
        self.machine.round + self.rounds
    }

    /// The attacked program, not started yet.
    pub(crate) fn papan<T: AsRef<std::ffi::OsStr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
    ) -> Order {
        self.orders += 1;
        let mark = format!("{}-{}-{}.", std::process::id(), self.case, self.orders);
        let machine = &self.machine;
        Order::new(&machine.program, &machine.own, mark, &self.folder).arguments(arguments)
    }

    /// An agent that is a faulty engine.
    pub(crate) fn engine(&self, protocol: &str, parameters: &str, fault: &str) -> String {
        let own = self.machine.own.display();
        format!("{protocol}:{parameters}{own} engine {protocol} {fault}")
    }

    /// A file of this case, which is not there yet.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        for end in ["", "-wal", "-shm", "-journal", ".lock"] {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            let _ = fs::remove_file(name);
        }
        path
    }

    /// The small file system, or why the case cannot be tried.
    pub(crate) fn small(&self) -> Result<&Path, Trouble> {
        self.machine.small.as_deref().ok_or_else(|| {
            Trouble::NotTried(
                "a file system of 1 MB is made by root only, with mount and unshare".to_owned(),
            )
        })
    }

    /// Counts a trial, with what went wrong in it.
    pub(crate) fn count(&mut self, trial: impl Into<String>, problem: Option<String>) {
        self.tried += 1;
        if let Some(problem) = problem {
            self.failures.push(Failure {
                problem,
                trial: trial.into(),
                round: self.round().saturating_sub(u64::from(self.rounds > 0)),
            });
        }
    }

    /// Counts a command, which should have ended with one of these codes.
    pub(crate) fn expect(&mut self, ended: &Ended, codes: &[i32]) {
        self.count(ended.text.clone(), ended.problem(codes));
    }
}
