//! What the page says over the socket of a game.

use super::room::Player;
use crate::error::ApiError;
use papan_core::shortened;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// The longest message in bytes.
pub(crate) const LONGEST: usize = 16 * 1024;

/// A message of the page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Message {
    Hello {
        #[serde(default)]
        secret: Option<String>,
    },
    Play {
        #[serde(rename = "move")]
        played: String,
        ply: usize,
    },
    Preview {
        #[serde(rename = "move")]
        played: String,
        ply: usize,
    },
    Undo,
    Redo,
    Go {
        ply: usize,
    },
    Restart,
    Resign {
        seat: usize,
    },
    Player {
        seat: usize,
        player: Player,
    },
    Hint {
        #[serde(default)]
        seconds: Option<f64>,
    },
    Stop,
    Pause {
        on: bool,
    },
    Step,
    Pace {
        seconds: f64,
    },
    Values {
        on: bool,
    },
    Ping,
}

/// What the page says, with the number that the answer repeats.
#[derive(Debug)]
pub(crate) struct IncomingMessage {
    pub(crate) id: Option<Number>,
    pub(crate) message: Result<Message, ApiError>,
}

impl IncomingMessage {
    /// Understands a message. Whatever it is, there is an answer to it.
    pub(crate) fn parse(text: &str) -> IncomingMessage {
        if text.len() > LONGEST {
            let error = ApiError::bad(
                "too-large",
                format!("a message has at most {LONGEST} bytes"),
            );
            return IncomingMessage {
                id: None,
                message: Err(error.with("most", LONGEST)),
            };
        }
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return IncomingMessage::malformed(None, error),
        };
        // Lists would be understood too, as fields without names.
        if !value.is_object() {
            return IncomingMessage::malformed(None, "a message is a JSON object");
        }
        let id = match value.get("id") {
            Some(Value::Number(id)) => Some(id.clone()),
            None | Some(Value::Null) => None,
            Some(_) => return IncomingMessage::malformed(None, "the id must be a number"),
        };
        match serde_json::from_value(value) {
            Ok(message) => IncomingMessage {
                id,
                message: Ok(message),
            },
            Err(error) => IncomingMessage::malformed(id, error),
        }
    }

    fn malformed(id: Option<Number>, error: impl std::fmt::Display) -> IncomingMessage {
        let text = error.to_string();
        // An error may quote all of the message.
        let text = match text.len() > 300 {
            true => shortened(&text),
            false => text,
        };
        IncomingMessage {
            id,
            message: Err(ApiError::bad("malformed", text)),
        }
    }
}

/// A message to the page: its fields, and the number of the message that it answers.
pub(crate) fn tell(kind: &str, id: Option<&Number>, fields: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Told<'a, T> {
        #[serde(rename = "type")]
        kind: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Number>,
        #[serde(flatten)]
        fields: &'a T,
    }
    // What is told are plain numbers, texts and lists, which always can be written.
    serde_json::to_string(&Told { kind, id, fields }).unwrap_or_default()
}

/// A message that says what was wrong.
pub(crate) fn tell_error(id: Option<&Number>, error: &ApiError) -> String {
    tell("error", id, error)
}
