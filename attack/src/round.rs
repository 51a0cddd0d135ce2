//! One round of the attack: what is wanted, and all of its cases.

use crate::{
    cases::{CASES, Case},
    ground::{Failure, Ground, Machine, Trouble},
    processes,
    rights::{self, Place},
    table::{self, Row, Table},
};
use rustix::process::Signal;
use std::{
    collections::VecDeque,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime},
};

/// What the person at the terminal wants.
#[derive(Debug)]
pub(crate) struct Wanted {
    minutes: f64,
    only: Vec<String>,
    list: bool,
    seed: Option<u64>,
    round: u64,
    program: Option<PathBuf>,
    json: bool,
    docs: Option<PathBuf>,
}

impl Wanted {
    pub(crate) fn read(words: &[String]) -> Result<Wanted, String> {
        let mut wanted = Wanted {
            minutes: 3.0,
            only: Vec::new(),
            list: false,
            seed: None,
            round: 0,
            program: None,
            json: false,
            docs: None,
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let mut value = || {
                let value = words.next_if(|next| !next.starts_with("--"));
                value.ok_or_else(|| format!("{word} needs a value"))
            };
            fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, String> {
                text.parse()
                    .map_err(|_| format!("{word} {text}: no such number"))
            }
            match word.as_str() {
                "--minutes" => wanted.minutes = number(word, value()?)?,
                "--seed" => wanted.seed = Some(number(word, value()?)?),
                "--round" => wanted.round = number(word, value()?)?,
                "--program" => wanted.program = Some(value()?.into()),
                "--docs" => wanted.docs = Some(value()?.into()),
                "--json" => wanted.json = true,
                "--list" => wanted.list = true,
                "--only" => {
                    wanted.only.push(value()?.clone());
                    while let Some(name) = words.next_if(|next| !next.starts_with("--")) {
                        wanted.only.push(name.clone());
                    }
                }
                _ => return Err(format!("'{word}' is not known")),
            }
        }
        if !(wanted.minutes > 0.0 && wanted.minutes <= 10_000.0) {
            return Err("--minutes is a number above 0".to_owned());
        }
        let known = |name: &&String| CASES.iter().any(|case| case.name == **name);
        match wanted.only.iter().find(|name| !known(name)) {
            Some(unknown) => Err(format!("there is no case '{unknown}' (--list names them)")),
            None => Ok(wanted),
        }
    }

    /// Does it. `words` are those that it was read from.
    pub(crate) fn carry_out(&self, words: &[String]) -> Result<ExitCode, String> {
        if self.list {
            for case in CASES {
                println!("{:<24} {}", case.name, case.about);
            }
            return Ok(ExitCode::SUCCESS);
        }
        if !processes::are_told() {
            return Err("the attack watches processes in /proc, which is not here".to_owned());
        }
        let program = self.program.as_ref();
        let program = program.ok_or("which program? --program PATH says it")?;
        let program =
            fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
        if rights::is_root() {
            return rights::go_on_as_nobody(&program, self.docs.as_deref(), words)
                .map_err(|error| error.to_string());
        }
        let place = rights::place().map_err(|error| error.to_string())?;
        let table = self.attack(&program, &place)?;
        match self.json {
            true => println!("{}", table.json()),
            false => print!("{}", table.text()),
        }
        if let Some(page) = &self.docs {
            match place.is_lent {
                true => fs::write(place.folder.join(rights::TABLE), table.markdown())
                    .map_err(|error| error.to_string())?,
                false => table::write_into(page, &table.markdown())?,
            }
        }
        if !place.is_lent {
            rights::tidy(&place.folder, table.failed());
        }
        Ok(match table.failed() {
            true => ExitCode::FAILURE,
            false => ExitCode::SUCCESS,
        })
    }

    fn attack(&self, program: &Path, place: &Place) -> Result<Table, String> {
        let version = Command::new(program).arg("--version").output();
        let version = version.map_err(|error| format!("{}: {error}", program.display()))?;
        let days = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let today = days.map_or(0, |time| time.as_secs() / 86_400);
        let machine = Machine {
            program: program.to_owned(),
            own: env::current_exe().map_err(|error| error.to_string())?,
            folder: place.folder.clone(),
            small: place.small.clone(),
            seed: self.seed.unwrap_or(today),
            round: self.round,
        };
        let begin = Instant::now();
        let cases: Vec<&Case> = CASES
            .iter()
            .filter(|case| self.only.is_empty() || self.only.iter().any(|name| name == case.name))
            .collect();
        let rows = run(
            &machine,
            &cases,
            Duration::from_secs_f64(self.minutes * 60.0),
        );
        // Whatever a case has forgotten.
        for left in processes::marked(&format!("{}-", std::process::id())) {
            processes::signal(left, Signal::KILL);
        }
        Ok(Table {
            rows,
            seed: machine.seed,
            time: begin.elapsed(),
            version: String::from_utf8_lossy(&version.stdout).trim().to_owned(),
        })
    }
}

/// Tries all cases, as many at once as there are cores: most of them wait most of the time.
fn run(machine: &Machine, cases: &[&Case], time: Duration) -> Vec<Row> {
    let workers = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(4);
    let waiting = Mutex::new((0..cases.len()).collect::<VecDeque<_>>());
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(cases.iter().map(|_| None).collect());
    let share = share(cases, time, workers);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let next = waiting
                        .lock()
                        .ok()
                        .and_then(|mut waiting| waiting.pop_front());
                    let Some(next) = next else { return };
                    let row = try_case(machine, cases[next], share);
                    eprintln!("{}", progress(&row));
                    if let Ok(mut rows) = rows.lock() {
                        rows[next] = Some(row);
                    }
                }
            });
        }
    });
    rows.into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .flatten()
        .collect()
}

/// The time of each case that can go on for any time.
fn share(cases: &[&Case], time: Duration, workers: usize) -> Duration {
    let fixed: u32 = cases.iter().map(|case| case.seconds).sum();
    let open = cases.iter().filter(|case| case.goes_on).count();
    let all = time.as_secs_f64() * workers as f64 - f64::from(fixed);
    Duration::from_secs_f64((all / open.max(1) as f64).max(1.0))
}

fn progress(row: &Row) -> String {
    let time = row.time.as_secs_f64();
    match (row.failures.first(), &row.not_tried) {
        (Some(failure), _) => format!(
            "{} FAILED after {time:.1} s: {}",
            row.name,
            table::one_line(&failure.problem)
        ),
        (None, Some(reason)) => format!("{} was not tried: {reason}", row.name),
        (None, None) => format!("{} survived {} trials in {time:.1} s", row.name, row.tried),
    }
}

fn try_case(machine: &Machine, case: &Case, share: Duration) -> Row {
    let begin = Instant::now();
    let mut row = Row {
        name: case.name,
        about: case.about,
        tried: 0,
        failures: Vec::new(),
        not_tried: None,
        time: Duration::ZERO,
    };
    let broken = |row: &mut Row, problem: String| {
        row.failures.push(Failure {
            problem: format!("the case could not be tried to its end: {problem}"),
            trial: case.name.to_owned(),
            round: machine.round,
        });
    };
    match Ground::new(machine, case.name, begin + share) {
        Ok(mut ground) => {
            let result = (case.run)(&mut ground);
            row.tried = ground.tried;
            row.failures = ground.failures;
            match result {
                Ok(()) if row.tried > 0 => {}
                Ok(()) => row.not_tried = Some("it tried nothing".to_owned()),
                Err(Trouble::NotTried(reason)) => row.not_tried = Some(reason),
                Err(Trouble::Broken(problem)) => broken(&mut row, problem),
            }
            if row.failures.is_empty() {
                let _ = fs::remove_dir_all(&ground.folder);
            }
        }
        Err(error) => broken(&mut row, error.to_string()),
    }
    row.time = begin.elapsed();
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Wanted, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        Wanted::read(&words)
    }

    #[test]
    fn what_is_wanted_is_read() {
        let wanted = read("--minutes 0.5 --only kill-tournament disk-full --seed 7 --json");
        let wanted = wanted.expect("all of it is known");
        assert_eq!((wanted.minutes, wanted.seed), (0.5, Some(7)));
        assert_eq!(wanted.only, ["kill-tournament", "disk-full"]);
        assert!(wanted.json && !wanted.list);
        // What is said later counts: so root hands on another program.
        let wanted = read("--program a --program b").expect("it is known");
        assert_eq!(wanted.program.as_deref(), Some(Path::new("b")));
        for wrong in [
            "--minutes",
            "--minutes -1",
            "--only nothing",
            "more",
            "--seed x",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_name_stands_once() {
        let mut names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn time_is_shared_by_the_cases_that_take_any() {
        let cases: Vec<&Case> = CASES.iter().collect();
        let short = share(&cases, Duration::from_secs(60), 1);
        let long = share(&cases, Duration::from_secs(3600), 2);
        assert!(short >= Duration::from_secs(1) && long > short * 10);
    }
}
