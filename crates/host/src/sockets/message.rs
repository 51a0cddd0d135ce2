//! What every socket says: a JSON object with a type, and the number of what it answers.

use crate::error::ApiError;
use papan_core::shortened;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Number, Value};

/// The longest message in bytes.
const LONGEST: usize = 16 * 1024;

/// What any page is told over any socket.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum SocketTold {
    /// What was wrong with a message.
    Error(ApiError),
    /// The answer to a ping.
    Pong,
    /// The server goes down.
    Bye,
}

/// What a page says, with the number that the answer repeats.
pub(super) struct Incoming<T> {
    pub(super) id: Option<Number>,
    /// Nothing is a ping, which all sockets answer in the same way.
    pub(super) message: Result<Option<T>, ApiError>,
}

impl<T: DeserializeOwned> Incoming<T> {
    /// Understands a message. Whatever it is, there is an answer to it.
    pub(super) fn parse(text: &str) -> Incoming<T> {
        let mut id = None;
        let message = read(text, &mut id);
        Incoming { id, message }
    }
}

fn read<T: DeserializeOwned>(text: &str, id: &mut Option<Number>) -> Result<Option<T>, ApiError> {
    if text.len() > LONGEST {
        let text = format!("a message has at most {LONGEST} bytes");
        return Err(ApiError::bad("too-large", text).with("most", LONGEST));
    }
    let value: Value = serde_json::from_str(text).map_err(malformed)?;
    // Lists would be understood too, as fields without names.
    if !value.is_object() {
        return Err(malformed("a message is a JSON object"));
    }
    *id = match &value["id"] {
        Value::Number(id) => Some(id.clone()),
        Value::Null => None,
        _ => return Err(malformed("the id must be a number")),
    };
    match value["type"] == "ping" {
        true => Ok(None),
        false => serde_json::from_value(value).map(Some).map_err(malformed),
    }
}

fn malformed(error: impl std::fmt::Display) -> ApiError {
    let text = error.to_string();
    // An error may quote all of the message.
    let text = match text.len() > 300 {
        true => shortened(&text),
        false => text,
    };
    ApiError::bad("malformed", text)
}

/// A message to the page, and the number of the one that it answers.
pub(crate) fn tell(id: Option<&Number>, message: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Told<'a, T> {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Number>,
        #[serde(flatten)]
        message: &'a T,
    }
    // What is told are plain numbers, texts and lists, which always can be written.
    serde_json::to_string(&Told { id, message }).unwrap_or_default()
}

/// What is told when the server goes down.
pub fn bye() -> String {
    tell(None, &SocketTold::Bye)
}

/// A message that says what was wrong.
pub(crate) fn tell_error(id: Option<&Number>, error: ApiError) -> String {
    tell(id, &SocketTold::Error(error))
}
