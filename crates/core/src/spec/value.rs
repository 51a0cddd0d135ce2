//! What a parameter is set to.

use super::{
    Kind,
    numbers::{decimal, milliseconds, thousandths, time},
};
use std::fmt;

/// What a [`Parameter`](super::Parameter) is set to: read once, when the text is, and typed
/// from then on. Each is a value of the [`Kind`] of the same name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterValue {
    /// A whole number.
    Integer(u32),
    /// A number with decimals, in thousandths.
    Decimal(i64),
    /// A time in milliseconds.
    Time(u32),
    /// A limit; `None` for none.
    Limit(Option<u64>),
    /// One of the words of the kind, with its place among them.
    Choice(usize, &'static str),
    /// A text that only its owner can read, in lower case.
    Text(String),
}

impl ParameterValue {
    /// The value that a text means; `None` when the kind does not allow it.
    pub(super) fn read(kind: Kind, text: &str) -> Option<ParameterValue> {
        match kind {
            Kind::Integer(low, high) => {
                let number = text.parse().ok()?;
                let allowed = (low..=high).contains(&number);
                allowed.then_some(ParameterValue::Integer(number))
            }
            Kind::Decimal(low, high) => {
                let number = thousandths(text)?;
                let allowed = (i64::from(low)..=i64::from(high)).contains(&number);
                allowed.then_some(ParameterValue::Decimal(number))
            }
            Kind::Time(low, high) => {
                let number = milliseconds(text)?;
                let allowed = (low..=high).contains(&number);
                allowed.then_some(ParameterValue::Time(number))
            }
            Kind::Limit if text.eq_ignore_ascii_case("none") => Some(ParameterValue::Limit(None)),
            Kind::Limit => {
                let number = text.parse().ok()?;
                (number > 0).then_some(ParameterValue::Limit(Some(number)))
            }
            Kind::Choice(words) => {
                let named = |word: &&str| word.eq_ignore_ascii_case(text);
                let index = words.iter().position(named)?;
                Some(ParameterValue::Choice(index, words[index]))
            }
            Kind::Text(..) => {
                (!text.is_empty()).then(|| ParameterValue::Text(text.to_ascii_lowercase()))
            }
        }
    }
}

/// The shortest text that means it.
impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::Integer(number) => number.fmt(f),
            ParameterValue::Decimal(thousandths) => f.write_str(&decimal(*thousandths)),
            ParameterValue::Time(milliseconds) => f.write_str(&time(*milliseconds)),
            ParameterValue::Limit(None) => f.write_str("none"),
            ParameterValue::Limit(Some(number)) => number.fmt(f),
            ParameterValue::Choice(_, word) => f.write_str(word),
            ParameterValue::Text(text) => f.write_str(text),
        }
    }
}
