//! What was wrong with a request, as the page is told.

use axum::{
    Json,
    http::{StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use papan_core::{FormatError, LineError, MoveError, PositionError, spec::SpecError};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Something that was refused: nothing was changed. Over HTTP it is an answer with a status,
/// over a socket the same three fields in a message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ApiError {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    /// After how many seconds it may be asked again.
    #[serde(skip)]
    retry: Option<u32>,
    /// A short stable word, which the page translates.
    pub(crate) code: &'static str,
    /// What the translation of the code speaks of.
    #[cfg_attr(test, ts(type = "Record<string, string | number>"))]
    pub(crate) parameters: Map<String, Value>,
    /// The same in English, where it may say more.
    pub(crate) text: String,
}

/// What handlers answer.
pub(crate) type Answer<T> = Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError {
            status,
            retry: None,
            code,
            parameters: Map::new(),
            text: text.into(),
        }
    }

    /// The request makes no sense.
    pub(crate) fn bad(code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, text)
    }

    /// What was asked for is not there.
    pub(crate) fn missing(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", text)
    }

    /// One may not do this.
    pub(crate) fn forbidden(code: &'static str, text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, text)
    }

    /// Too much at once of one client: it can be asked again later.
    pub(crate) fn busy(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "busy", text).after(1)
    }

    /// Too much at once of all clients: it can be asked again later.
    pub(crate) fn crowded(text: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text).after(2)
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
    pub(crate) fn internal(error: impl std::fmt::Display) -> ApiError {
        let number = fresh_number();
        tracing::error!("internal error {number}: {error}");
        let text = format!("internal error {number}: the log of the server says more");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", text).with("number", number)
    }

    /// The same error with a parameter more.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> ApiError {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }
}

/// Six digits of sixteen: enough to find one line in a log.
fn fresh_number() -> String {
    let mut bytes = [0; 3];
    // Without chance there is still a number, and the text beside it.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry = self.retry;
        let mut response = (self.status, Json(json!({ "error": self }))).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
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
