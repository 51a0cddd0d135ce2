//! Things by name and typed parameters: `othello:size=6`, `congklak:holes=5,seeds=3`.
//!
//! What may be named is described by data ([`Entry`], [`Parameter`]); parsing checks a
//! text against that data, fills in the defaults and answers mistakes with the nearest
//! valid names.

mod error;
mod nearest;
mod numbers;
mod value;

pub use error::SpecError;
pub use nearest::did_you_mean;
pub use numbers::{parse_time, time_text};
pub use value::ParameterValue;

use numbers::{decimal, time};
use serde::{Serialize, Serializer};
use std::{fmt, time::Duration};

/// Something that can be named, with its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// The name one types.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// What may follow the colon.
    pub parameters: &'static [Parameter],
}

impl Entry {
    /// Whether a text such as `NAME` or `NAME:key=value` names it.
    pub fn is_named(&self, text: &str) -> bool {
        split(text).0.eq_ignore_ascii_case(self.name)
    }

    /// Those of these values, one for each parameter, that are not the usual ones, as
    /// `name=value`. A value that stands alone is always among them.
    pub fn differences(&self, values: impl IntoIterator<Item = String>) -> Vec<String> {
        let values = self.parameters.iter().zip(values);
        let written = values.filter_map(|(parameter, value)| match parameter.name {
            "" => Some(value),
            _ if parameter.default == value => None,
            name => Some(format!("{name}={value}")),
        });
        written.collect()
    }

    /// The shortest text that names it with these values.
    pub fn text(&self, values: impl IntoIterator<Item = String>) -> String {
        let differences = self.differences(values);
        let separator = if differences.is_empty() { "" } else { ":" };
        format!("{}{separator}{}", self.name, differences.join(","))
    }
}

/// The name in a text, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (name, arguments) = text.split_once(':').unwrap_or((text, ""));
    (name.trim(), arguments)
}

/// One parameter of an [`Entry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Parameter {
    /// The word before the equals sign. Empty for a value that stands alone behind the
    /// colon, as in `level:5`.
    pub name: &'static str,
    /// What may stand behind it.
    #[serde(rename = "allowed")]
    pub kind: Kind,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What it means.
    pub summary: &'static str,
}

impl Parameter {
    /// A parameter with the values that it takes and the one that holds when it is not given.
    ///
    /// ```
    /// use papan_core::spec::{Kind, Parameter};
    ///
    /// const SIZE: Parameter =
    ///     Parameter::new("size", Kind::Choice(&["4", "6", "8"]), "8").means("squares along a side");
    /// assert_eq!(SIZE.form(), "size=4|6|8");
    /// ```
    pub const fn new(name: &'static str, kind: Kind, default: &'static str) -> Parameter {
        Parameter {
            name,
            kind,
            default,
            summary: "",
        }
    }

    /// The same with what it means.
    pub const fn means(mut self, summary: &'static str) -> Parameter {
        self.summary = summary;
        self
    }

    /// As one writes it, with the values that it takes: `size=4|6|8`.
    pub fn form(&self) -> String {
        match self.name {
            "" => self.kind.to_string(),
            name => format!("{name}={}", self.kind),
        }
    }

    fn usual(&self) -> ParameterValue {
        ParameterValue::read(self.kind, self.default)
            .unwrap_or_else(|| panic!("{} cannot be '{}'", self.form(), self.default))
    }
}

/// The values that a [`Parameter`] takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number from the first to the last, both included.
    Integer(u32, u32),
    /// A number with up to three decimals or a fraction such as 1/2, from the first to the
    /// last, both given in thousandths.
    Decimal(i32, i32),
    /// A time such as `250ms` or `1.5s` between these many milliseconds.
    Time(u32, u32),
    /// `none`, or a whole number from 1.
    Limit,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One of these words or a text of the described form, which the game itself reads.
    Text(&'static [&'static str], &'static str),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer(low, high) => write!(f, "{low}..={high}"),
            Kind::Decimal(low, high) => {
                write!(
                    f,
                    "{}..={}",
                    decimal(i64::from(*low)),
                    decimal(i64::from(*high))
                )
            }
            Kind::Time(low, high) => write!(f, "{}..={}", time(*low), time(*high)),
            Kind::Limit => f.write_str("none|1.."),
            Kind::Choice(words) => f.write_str(&words.join("|")),
            Kind::Text(words, form) => write!(f, "{}|{form}", words.join("|")),
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An entry with a value for each of its parameters, given or default.
///
/// ```
/// use papan_core::spec::{Entry, Kind, Parameter, Settings};
///
/// const GAMES: &[Entry] = &[Entry {
///     name: "nim",
///     summary: "take the last match",
///     parameters: &[Parameter::new("matches", Kind::Integer(1, 99), "21")],
/// }];
///
/// let settings = Settings::parse("game", "nim:matches=7", GAMES).unwrap();
/// assert_eq!(settings.integer("matches"), 7);
/// assert_eq!(settings.to_string(), "nim:matches=7");
/// assert_eq!(Settings::parse("game", "nim:matches=21", GAMES).unwrap().to_string(), "nim");
/// assert_eq!(
///     Settings::parse("game", "nin", GAMES).unwrap_err().to_string(),
///     "unknown game 'nin', did you mean 'nim'?; known: nim"
/// );
/// assert_eq!(
///     Settings::parse("game", "nim:matches=0", GAMES).unwrap_err().to_string(),
///     "nim: matches=0 is not possible; matches is 1..=99"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    entry: Entry,
    values: Vec<ParameterValue>,
}

impl Settings {
    /// Reads `NAME` or `NAME:key=value,...`; `what` says in errors what is being named.
    pub fn parse(what: &'static str, text: &str, entries: &[Entry]) -> Result<Settings, SpecError> {
        match entries.iter().find(|entry| entry.is_named(text)) {
            Some(entry) => Settings::read(*entry, text),
            None => {
                let names = entries.iter().map(|entry| entry.name);
                Err(SpecError::unknown(what, text, names))
            }
        }
    }

    /// Reads what follows the name in a text that names this entry.
    pub fn read(entry: Entry, text: &str) -> Result<Settings, SpecError> {
        let (_, arguments) = split(text);
        let mut settings = Settings::usual(entry);
        let mut given = vec![false; entry.parameters.len()];
        for piece in arguments.split(',').map(str::trim) {
            if piece.is_empty() && arguments.trim().is_empty() {
                continue;
            }
            settings.set(piece, &mut given)?;
        }
        Ok(settings)
    }

    /// An entry with all parameters as they usually are.
    ///
    /// # Panics
    /// When a default is not a value of its kind: that is a mistake in the program.
    pub fn usual(entry: Entry) -> Settings {
        Settings {
            entry,
            values: entry.parameters.iter().map(Parameter::usual).collect(),
        }
    }

    fn set(&mut self, piece: &str, given: &mut [bool]) -> Result<(), SpecError> {
        let owner = || self.entry.name.to_owned();
        let bad_form = |problem| SpecError::BadForm {
            owner: owner(),
            text: crate::shortened(piece),
            problem,
        };
        let parameters = self.entry.parameters;
        let (name, value) = match piece.split_once('=') {
            Some((name, value)) => (name.trim(), value.trim()),
            None if parameters.iter().any(|known| known.name.is_empty()) => ("", piece),
            None => return Err(bad_form("has no value")),
        };
        let Some(index) = parameters
            .iter()
            .position(|known| known.name.eq_ignore_ascii_case(name))
        else {
            return Err(SpecError::UnknownParameter {
                owner: owner(),
                name: crate::shortened(name),
                known: parameters.iter().map(Parameter::form).collect(),
            });
        };
        if std::mem::replace(&mut given[index], true) {
            return Err(bad_form("is given twice"));
        }
        match ParameterValue::read(parameters[index].kind, value) {
            Some(value) => {
                self.values[index] = value;
                Ok(())
            }
            None => Err(self.bad_value(parameters[index].name, value)),
        }
    }

    /// The name of the entry, without parameters.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// When the entry has no such parameter, as those below do when it is of another kind:
    /// that is a mistake in the program.
    pub fn value(&self, name: &str) -> &ParameterValue {
        let index = self.entry.parameters.iter().position(|p| p.name == name);
        let index = index.unwrap_or_else(|| panic!("{} has no '{name}'", self.entry.name));
        &self.values[index]
    }

    /// The value of a parameter that is a word or a text.
    pub fn text(&self, name: &str) -> &str {
        match self.value(name) {
            ParameterValue::Text(text) => text,
            ParameterValue::Choice(_, word) => word,
            _ => self.mistaken(name, "text"),
        }
    }

    /// What the chosen word of a parameter stands for, of values in the order of the words.
    ///
    /// ```
    /// use papan_core::spec::{Entry, Kind, Parameter, Settings};
    ///
    /// const BOARD: Entry = Entry {
    ///     name: "board",
    ///     summary: "a board",
    ///     parameters: &[Parameter::new("side", Kind::Choice(&["small", "large"]), "small")],
    /// };
    /// let settings = Settings::parse("thing", "board:side=large", &[BOARD]).unwrap();
    /// assert_eq!(settings.choice("side", [6, 8]), 8);
    /// ```
    ///
    /// # Panics
    /// When the entry has no such choice, or another number of words: that is a mistake in the
    /// program.
    pub fn choice<T, const N: usize>(&self, name: &str, values: [T; N]) -> T {
        let kind = self.entry.parameters.iter().find(|p| p.name == name);
        let index = match (self.value(name), kind.map(|parameter| parameter.kind)) {
            (ParameterValue::Choice(index, _), Some(Kind::Choice(words))) => {
                assert_eq!(words.len(), N, "{}: a value for each word", self.entry.name);
                *index
            }
            _ => self.mistaken(name, "choice"),
        };
        let value = values.into_iter().nth(index);
        value.expect("the place of a word is one of a value")
    }

    /// The value of a parameter that is a whole number.
    pub fn integer(&self, name: &str) -> u32 {
        match self.value(name) {
            ParameterValue::Integer(number) => *number,
            _ => self.mistaken(name, "whole number"),
        }
    }

    /// The value of a parameter that is a number with decimals.
    pub fn decimal(&self, name: &str) -> f64 {
        match self.value(name) {
            ParameterValue::Decimal(thousandths) => *thousandths as f64 / 1e3,
            _ => self.mistaken(name, "number with decimals"),
        }
    }

    /// The value of a parameter that is a time.
    pub fn time(&self, name: &str) -> Duration {
        match self.value(name) {
            ParameterValue::Time(milliseconds) => Duration::from_millis((*milliseconds).into()),
            _ => self.mistaken(name, "time"),
        }
    }

    /// The value of a parameter that is a limit; `None` for none.
    pub fn limit(&self, name: &str) -> Option<u64> {
        match self.value(name) {
            ParameterValue::Limit(limit) => *limit,
            _ => self.mistaken(name, "limit"),
        }
    }

    fn mistaken(&self, name: &str, wanted: &str) -> ! {
        panic!("{}: '{name}' is no {wanted}", self.entry.name)
    }

    /// An error about the value of one of the parameters.
    pub fn bad_value(&self, name: &str, value: &str) -> SpecError {
        let known = self.entry.parameters.iter().find(|p| p.name == name);
        SpecError::BadValue {
            owner: self.entry.name.to_owned(),
            name: name.to_owned(),
            value: crate::shortened(value),
            allowed: known.map_or(String::new(), |p| p.kind.to_string()),
        }
    }

    /// An error about values that do not go together.
    pub fn conflict(&self, problem: impl Into<String>) -> SpecError {
        SpecError::Conflict {
            owner: self.entry.name.to_owned(),
            problem: problem.into(),
        }
    }
}

/// The shortest text that names the same settings.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.values.iter().map(ParameterValue::to_string);
        f.write_str(&self.entry.text(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRIES: &[Entry] = &[
        Entry {
            name: "plain",
            summary: "",
            parameters: &[],
        },
        Entry {
            name: "rich",
            summary: "",
            parameters: &[
                Parameter {
                    name: "size",
                    kind: Kind::Integer(4, 8),
                    default: "8",
                    summary: "",
                },
                Parameter {
                    name: "mode",
                    kind: Kind::Choice(&["fast", "slow"]),
                    default: "fast",
                    summary: "",
                },
            ],
        },
    ];

    fn error(text: &str) -> String {
        Settings::parse("game", text, ENTRIES)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn names_and_values_are_read_liberally_and_written_strictly() {
        let settings = Settings::parse("game", " Rich: MODE=SLOW , size=08 ", ENTRIES).unwrap();
        assert_eq!(settings.to_string(), "rich:mode=slow");
        assert_eq!(settings.integer("size"), 8);
        assert_eq!(
            Settings::parse("game", "plain:", ENTRIES)
                .unwrap()
                .to_string(),
            "plain"
        );
    }

    #[test]
    fn numbers_times_and_values_that_stand_alone() {
        const AGENTS: &[Entry] = &[Entry {
            name: "level",
            summary: "",
            parameters: &[
                Parameter {
                    name: "",
                    kind: Kind::Integer(1, 9),
                    default: "5",
                    summary: "",
                },
                Parameter {
                    name: "time",
                    kind: Kind::Time(1, 60_000),
                    default: "5s",
                    summary: "",
                },
                Parameter {
                    name: "weight",
                    kind: Kind::Decimal(-1_000, 10_000),
                    default: "2",
                    summary: "",
                },
                Parameter {
                    name: "nodes",
                    kind: Kind::Limit,
                    default: "none",
                    summary: "",
                },
            ],
        }];
        let parse = |text| Settings::parse("agent", text, AGENTS);
        let settings = parse("level:7,time=0.2s,weight=1/2,nodes=5000").unwrap();
        assert_eq!(
            settings.to_string(),
            "level:7,time=200ms,weight=0.5,nodes=5000"
        );
        assert_eq!(settings.integer(""), 7);
        assert_eq!(settings.time("time"), Duration::from_millis(200));
        assert_eq!(settings.decimal("weight"), 0.5);
        assert_eq!(settings.limit("nodes"), Some(5000));
        let settings = parse("level:time=5000ms,weight=-0.25").unwrap();
        assert_eq!(settings.to_string(), "level:5,weight=-0.25");
        assert_eq!(settings.limit("nodes"), None);
        let error = |text| parse(text).unwrap_err().to_string();
        assert_eq!(error("level:10"), "level: 10 is not possible; it is 1..=9");
        assert_eq!(
            error("level:3,time=0s"),
            "level: time=0s is not possible; time is 1ms..=60s"
        );
        assert!(error("level:3,weight=11").contains("weight is -1..=10"));
        assert!(error("level:3,nodes=0").contains("nodes is none|1.."));
        assert!(error("level:3,4").contains("is given twice"));
    }

    #[test]
    fn mistakes_are_answered_with_what_is_allowed() {
        assert_eq!(error("poor"), "unknown game 'poor'; known: plain, rich");
        for name in ["ric", "rihc"] {
            let expected =
                format!("unknown game '{name}', did you mean 'rich'?; known: plain, rich");
            assert_eq!(error(name), expected);
        }
        assert_eq!(
            error("rich:sise=6"),
            "rich has no parameter 'sise', did you mean 'size'?; it takes: size=4..=8, mode=fast|slow"
        );
        assert_eq!(
            error("plain:a=1"),
            "plain has no parameter 'a'; it takes none"
        );
        assert_eq!(
            error("rich:size=9"),
            "rich: size=9 is not possible; size is 4..=8"
        );
        assert_eq!(error("rich:SIZE=9"), error("rich:size=9"));
        assert_eq!(
            error("rich:mode=x"),
            "rich: mode=x is not possible; mode is fast|slow"
        );
        assert_eq!(
            error("rich:mode=fats"),
            "rich: mode=fats is not possible, did you mean 'fast'?; mode is fast|slow"
        );
        assert!(error("rich:size").contains("'size' has no value"));
        assert!(error("rich:size=4,size=5").contains("is given twice"));
        assert!(error("rich:size=4,").contains("'' has no value"));
    }
}
