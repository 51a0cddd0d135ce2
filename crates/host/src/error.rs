//! What was wrong with a request, as the page is told.

use papan_core::{FormatError, LineError, MoveError, PositionError, spec::SpecError};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Something that was refused: nothing was changed. Over HTTP it is an answer with a status,
/// over a socket the same three fields in a message.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApiError {
    /// The status of an answer that says it.
    #[serde(skip)]
    pub status: u16,
    /// After how many seconds it may be asked again.
    #[serde(skip)]
    pub(crate) retry: Option<u32>,
    /// The methods that an address takes, where it was asked with another.
    #[serde(skip)]
    pub(crate) allow: Option<String>,
    /// A short stable word, which the page translates.
    #[cfg_attr(test, ts(type = "string"))]
    pub code: Cow<'static, str>,
    /// What the translation of the code speaks of.
    #[cfg_attr(test, ts(type = "Record<string, string | number>"))]
    pub parameters: Map<String, Value>,
    /// The same in English, where it may say more.
    pub text: String,
}

/// What is answered.
pub type Answer<T> = Result<T, ApiError>;

impl ApiError {
    /// An answer with this status.
    pub fn new(status: u16, code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError {
            status,
            retry: None,
            allow: None,
            code: Cow::Borrowed(code),
            parameters: Map::new(),
            text: text.into(),
        }
    }

    /// The request makes no sense.
    pub fn bad(code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError::new(400, code, text)
    }

    /// What was asked for is not there.
    pub fn missing(text: impl Into<String>) -> ApiError {
        ApiError::new(404, "not-found", text)
    }

    /// One may not do this.
    pub fn forbidden(code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError::new(403, code, text)
    }

    /// Too much at once of one client: it can be asked again later.
    pub fn busy(text: impl Into<String>) -> ApiError {
        ApiError::new(429, "busy", text).after(1)
    }

    /// Too much at once of all clients: it can be asked again later.
    pub fn crowded(text: impl Into<String>) -> ApiError {
        ApiError::new(503, "busy", text).after(2)
    }

    fn after(self, seconds: u32) -> ApiError {
        ApiError {
            retry: Some(seconds),
            ..self
        }
    }

    /// The server itself is in trouble: its disk is full, a file cannot be read. What it is
    /// may tell too much about the machine, so it stands in the log, under a number that
    /// everybody may know.
    pub fn internal(error: impl std::fmt::Display) -> ApiError {
        let number = fresh_number();
        tracing::error!("internal error {number}: {error}");
        let text = format!("internal error {number}: the log of the server says more");
        ApiError::new(500, "internal", text).with("number", number)
    }

    /// The same error with a parameter more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> ApiError {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }
}

/// One that another part of the program has told, such as a thinker: its status is lost on the way.
impl<'de> Deserialize<'de> for ApiError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ApiError, D::Error> {
        #[derive(Deserialize)]
        struct Told {
            code: String,
            #[serde(default)]
            parameters: Map<String, Value>,
            text: String,
        }
        let told = Told::deserialize(deserializer)?;
        Ok(ApiError {
            code: Cow::Owned(told.code),
            parameters: told.parameters,
            ..ApiError::bad("", told.text)
        })
    }
}

/// Six digits of sixteen: enough to find one line in a log.
fn fresh_number() -> String {
    let mut bytes = [0; 3];
    // Without chance there is still a number, and the text beside it.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> ApiError {
        ApiError::bad("spec", error.to_string())
    }
}

impl From<PositionError> for ApiError {
    fn from(error: PositionError) -> ApiError {
        ApiError::bad("position", error.to_string())
    }
}

impl From<MoveError> for ApiError {
    fn from(error: MoveError) -> ApiError {
        let text = match &error {
            MoveError::Illegal { reason, .. } => reason.clone(),
            _ => error.to_string(),
        };
        ApiError::bad(error.rule(), text)
    }
}

/// The page counts the plies of a game from 0.
impl From<LineError> for ApiError {
    fn from(error: LineError) -> ApiError {
        match error {
            LineError::Start(error) => error.into(),
            LineError::Move { number, problem } => ApiError::from(problem).with("ply", number - 1),
        }
    }
}

impl From<FormatError> for ApiError {
    fn from(error: FormatError) -> ApiError {
        ApiError::bad("format", error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    /// A log that can be read.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_internal_error_is_told_by_number_and_written_down_in_full() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .finish();
        let told = tracing::subscriber::with_default(subscriber, || {
            ["/home/someone/games.db is full", "another"].map(ApiError::internal)
        });
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let numbers = told.each_ref().map(|error| {
            let number = error.parameters["number"].as_str().unwrap();
            assert!(error.text.contains(number), "{}", error.text);
            assert!(!error.text.contains("someone"), "{}", error.text);
            assert_eq!(error.code, "internal");
            number.to_owned()
        });
        assert_ne!(numbers[0], numbers[1]);
        let line = log.lines().find(|line| line.contains(&numbers[0]));
        let line = line.expect("a line with the number");
        assert!(
            line.contains("/home/someone/games.db is full") && line.contains("ERROR"),
            "{line}"
        );
    }
}
