//! What another program does right and wrong, line by line for its author.
//!
//! Every check starts the program anew, so that each stands for itself.

mod gtp;
mod json;
mod nboard;
mod session;
mod ugi;
mod whole_games;

pub(crate) use session::Session;

use crate::{
    client::{Program, Protocol},
    process::Side,
};
use papan_core::Notation;
use papan_search::Failure;
use serde::Serialize;

/// What one check found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What was tried.
    pub name: &'static str,
    /// How it went.
    pub verdict: CheckVerdict,
    /// What is wrong, or worth knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What was said, where something is wrong: `>` before our lines, `<` before those of
    /// the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogue: Vec<String>,
}

/// How a check went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// As it should be.
    Right,
    /// Not as it could be, but programs can be played against nevertheless.
    Note,
    /// Not as it must be.
    Wrong,
}

/// Why a check does not end well.
pub(crate) enum Problem {
    Note(String),
    Wrong(String),
    /// Nobody is to blame for it, so that nothing can be said about the program.
    Trouble(Failure),
}

impl Problem {
    /// What a failure shows, in words of one's own where the program is to blame.
    pub(crate) fn of(failure: Failure, words: impl FnOnce(&Failure) -> String) -> Problem {
        match failure.fault.is_nobodys() {
            true => Problem::Trouble(failure),
            false => Problem::Wrong(words(&failure)),
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        Problem::of(failure, |failure| format!("it {}", failure.text))
    }
}

pub(crate) fn wrong<T>(text: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Wrong(text.into()))
}

pub(crate) fn note<T>(text: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Note(text.into()))
}

/// Those who check a program for a game.
pub(crate) struct Checker<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) program: &'a Program,
    report: &'a mut dyn FnMut(&Check),
    checks: Vec<Check>,
    /// Why nothing more can be checked.
    trouble: Option<Failure>,
}

impl<G: Notation> Checker<'_, G> {
    /// Tries something with a program that has just been started. Says whether nothing was
    /// wrong.
    pub(crate) fn check(
        &mut self,
        name: &'static str,
        attempt: impl FnOnce(&mut Session) -> Result<(), Problem>,
    ) -> bool {
        if self.trouble.is_some() {
            return false;
        }
        let mut session = match Session::start(self.program) {
            Ok(session) => session,
            Err(failure) => {
                let problem = Problem::of(failure, |failure| failure.text.clone());
                return self.finish(name, Err(problem), Vec::new());
            }
        };
        let result = attempt(&mut session);
        let dialogue = session.dialogue();
        self.finish(name, result, dialogue)
    }

    /// Writes down how something went.
    pub(crate) fn finish(
        &mut self,
        name: &'static str,
        result: Result<(), Problem>,
        dialogue: Vec<(Side, String)>,
    ) -> bool {
        let (verdict, text) = match result {
            Ok(()) => (CheckVerdict::Right, None),
            Err(Problem::Note(text)) => (CheckVerdict::Note, Some(text)),
            Err(Problem::Wrong(text)) => (CheckVerdict::Wrong, Some(text)),
            Err(Problem::Trouble(failure)) => {
                self.trouble = Some(failure);
                return false;
            }
        };
        let dialogue = match verdict {
            CheckVerdict::Right => Vec::new(),
            CheckVerdict::Note | CheckVerdict::Wrong => dialogue,
        };
        let line = |(side, line): (Side, String)| match side {
            Side::Us => format!("> {line}"),
            Side::Program => format!("< {line}"),
        };
        let check = Check {
            name,
            verdict,
            text,
            dialogue: dialogue.into_iter().map(line).collect(),
        };
        (self.report)(&check);
        self.checks.push(check);
        verdict != CheckVerdict::Wrong
    }

    /// How the program answers a greeting and says its name, in a line that begins with
    /// `says`; `place` is where. Whether the program can be played against at all.
    fn check_greeting(
        &mut self,
        name: &'static str,
        greet: impl Fn(&mut Session) -> Result<Vec<String>, Problem>,
        says: &str,
        place: &str,
    ) -> bool {
        if !self.check(name, |session| greet(session).map(|_| ())) {
            return false;
        }
        self.check("it says its name", |session| {
            match greet(session)?.iter().any(|line| line.starts_with(says)) {
                true => Ok(()),
                false => note(format!("there is no line '{says}NAME' {place}")),
            }
        });
        true
    }

    /// How the program ends, which is the same in all protocols.
    fn check_ends(&mut self) {
        let farewell = self.program.protocol.farewell();
        if !farewell.is_empty() {
            self.check("quit as the very first command ends it", |session| {
                session.send(farewell)?;
                session.must_end()
            });
        }
        self.check("the end of its input ends it", |session| {
            session.close_input();
            session.must_end()
        });
    }
}

/// Tries all that a program should do. `report` sees every check as soon as it is done. A
/// failure for which the program is not to blame ends it: trouble of the machine.
pub fn check<G: Notation>(
    game: &G,
    program: &Program,
    report: &mut dyn FnMut(&Check),
) -> Result<Vec<Check>, Failure> {
    let mut checker = Checker {
        game,
        program,
        report,
        checks: Vec::new(),
        trouble: None,
    };
    let ready = match program.protocol {
        Protocol::Gtp => gtp::check(&mut checker),
        Protocol::NBoard => nboard::check(&mut checker),
        Protocol::Ugi => ugi::check(&mut checker),
        Protocol::Json => json::check(&mut checker),
    };
    // Whoever does not even greet would only be waited for again and again.
    if ready {
        whole_games::check(&mut checker);
        checker.check_ends();
    }
    match checker.trouble {
        None => Ok(checker.checks),
        Some(failure) => Err(failure),
    }
}
