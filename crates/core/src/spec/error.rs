//! What can be wrong with a name and its parameters.

use super::{nearest::did_you_mean, split};
use thiserror::Error;

/// A name or parameter that is not one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// Nothing has this name.
    #[error(
        "unknown {what} '{name}'{}; known: {}",
        did_you_mean(.name, .known.iter().map(String::as_str)), .known.join(", ")
    )]
    UnknownName {
        /// What was looked for: a game, an agent.
        what: &'static str,
        /// The name as given.
        name: String,
        /// Every valid name.
        known: Vec<String>,
    },
    /// It has no such parameter.
    #[error(
        "{owner} has no parameter '{name}'{}; {}",
        did_you_mean(.name, names(.known)), parameters(.known)
    )]
    UnknownParameter {
        /// Whose parameter was meant.
        owner: String,
        /// The parameter as given.
        name: String,
        /// Every valid one with its values.
        known: Vec<String>,
    },
    /// A parameter has a value that it cannot have.
    #[error(
        "{owner}: {}{value} is not possible{}; {} is {allowed}",
        assigned(.name), did_you_mean(.value, words(.allowed)), called(.name)
    )]
    BadValue {
        /// Whose parameter it is.
        owner: String,
        /// The parameter.
        name: String,
        /// The value as given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A piece of the text is not `name=value`, or stands twice.
    #[error("{owner}: '{text}' {problem}; write NAME=VALUE, separated by commas")]
    BadForm {
        /// Whose parameters were being read.
        owner: String,
        /// The piece as given.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Values that are possible one by one but not together.
    #[error("{owner}: {problem}")]
    Conflict {
        /// Whose parameters they are.
        owner: String,
        /// What does not go together, and what would.
        problem: String,
    },
}

impl SpecError {
    /// Nothing of these names is what a text names; `what` says what was looked for.
    pub fn unknown<'a>(
        what: &'static str,
        text: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> SpecError {
        let (name, _) = split(text);
        SpecError::UnknownName {
            what,
            name: crate::shortened(name),
            known: names.map(str::to_owned).collect(),
        }
    }
}

/// The words among the values that are allowed.
fn words(allowed: &str) -> impl Iterator<Item = &str> {
    let values = allowed.split('|');
    values.filter(|value| value.chars().all(char::is_alphabetic))
}

/// The names of parameters in their forms, such as `size=4|6|8`.
fn names(forms: &[String]) -> impl Iterator<Item = &str> {
    forms.iter().filter_map(|form| form.split('=').next())
}

fn assigned(name: &str) -> String {
    match name {
        "" => String::new(),
        _ => format!("{name}="),
    }
}

fn called(name: &str) -> &str {
    match name {
        "" => "it",
        _ => name,
    }
}

fn parameters(known: &[String]) -> String {
    match known {
        [] => "it takes none".to_owned(),
        _ => format!("it takes: {}", known.join(", ")),
    }
}
