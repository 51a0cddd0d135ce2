//! What the page asks and what it is answered, whatever carries it.

use crate::{
    error::{Answer, ApiError},
    house::Client,
};
use serde::{Serialize, de::DeserializeOwned};
use std::str::FromStr;

/// What stands before the body of a request.
#[derive(Clone, Debug)]
pub struct Head {
    /// Who asks. Limits are kept per client.
    pub client: Client,
    /// Such as `GET`.
    pub method: String,
    /// The address without what stands behind the question mark.
    pub path: String,
    /// What stands there.
    pub query: String,
    /// Names in small letters, with their values.
    pub headers: Vec<(String, String)>,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub head: Head,
    /// What was sent with it.
    pub body: Vec<u8>,
}

/// What a request is answered.
#[derive(Clone, Debug)]
pub struct Response {
    /// As HTTP counts them.
    pub status: u16,
    /// Names in small letters, with their values.
    pub headers: Vec<(&'static str, String)>,
    /// What is sent.
    pub body: Vec<u8>,
}

impl Head {
    /// The only header of a name; of several it is the first.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Refuses what does not say that it sends JSON.
    pub fn check_json(&self) -> Answer<()> {
        let kind = self.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        let kind = kind.to_ascii_lowercase();
        let part = kind.strip_prefix("application/");
        match part.is_some_and(|part| part == "json" || part.ends_with("+json")) {
            true => Ok(()),
            false => {
                let text = "Expected request with `Content-Type: application/json`";
                Err(ApiError::new(415, "request", text))
            }
        }
    }
}

/// A request that has found its address.
pub(crate) struct Asked {
    pub(crate) head: Head,
    /// The parts of the path that have names, in their order.
    pub(crate) parameters: Vec<String>,
    body: Vec<u8>,
}

impl Asked {
    pub(crate) fn new(request: Request, parameters: Vec<String>) -> Asked {
        Asked {
            head: request.head,
            body: request.body,
            parameters,
        }
    }

    /// A part of the path, which is no name of anything when it is not understood.
    pub(crate) fn parameter<T: FromStr>(&self, place: usize) -> Answer<T> {
        let text = self
            .parameters
            .get(place)
            .and_then(|text| text.parse().ok());
        text.ok_or_else(|| ApiError::missing("there is nothing of that name"))
    }

    /// What stands behind the question mark.
    pub(crate) fn query<T: DeserializeOwned>(&self) -> Answer<T> {
        serde_urlencoded::from_str(&self.head.query).map_err(|error| {
            let text = format!("Failed to deserialize query string: {error}");
            ApiError::bad("request", text)
        })
    }

    /// The body, which is JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Answer<T> {
        self.head.check_json()?;
        read_json(&self.body).map_err(|(is_data, error)| {
            let (status, what) = match is_data {
                true => (422, "deserialize the JSON body into the target type"),
                false => (400, "parse the request body as JSON"),
            };
            ApiError::new(status, "request", format!("Failed to {what}: {error}"))
        })
    }

    /// The secret that it brings.
    pub(crate) fn bearer(&self) -> Option<&str> {
        let value = self.head.header("authorization")?;
        value.strip_prefix("Bearer ").map(str::trim)
    }
}

/// Reads JSON. A mistake is told with the field that it is in, and whether it is one of the data,
/// not of how they are written.
#[cfg(not(target_family = "wasm"))]
fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, (bool, String)> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut reader);
    let value = read.map_err(|error| (error.inner().is_data(), error.to_string()))?;
    reader.end().map_err(|error| (false, error.to_string()))?;
    Ok(value)
}

/// The same without the field: all that asks here is the page, and to know the field takes a large
/// part of the program.
#[cfg(target_family = "wasm")]
fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, (bool, String)> {
    serde_json::from_slice(bytes).map_err(|error| (error.is_data(), error.to_string()))
}

impl Response {
    /// JSON.
    pub fn json(told: &impl Serialize) -> Answer<Response> {
        let text = serde_json::to_vec(told).map_err(ApiError::internal)?;
        Ok(Response::of("application/json", text))
    }

    /// Something of a kind.
    pub fn of(kind: &str, body: impl Into<Vec<u8>>) -> Response {
        Response {
            status: 200,
            headers: vec![("content-type", kind.to_owned())],
            body: body.into(),
        }
    }

    /// Nothing, because it was done.
    pub(crate) fn done() -> Response {
        Response {
            status: 204,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    /// With another status.
    pub fn with_status(self, status: u16) -> Response {
        Response { status, ..self }
    }

    /// With one more header.
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Response {
        self.headers.push((name, value.into()));
        self
    }
}

impl From<ApiError> for Response {
    fn from(error: ApiError) -> Response {
        #[derive(Serialize)]
        struct Told<'a> {
            error: &'a ApiError,
        }
        // Texts and numbers, which always can be written.
        let body = serde_json::to_vec(&Told { error: &error }).unwrap_or_default();
        let response = Response::of("application/json", body).with_status(error.status);
        let response = match error.retry {
            Some(seconds) => response.with_header("retry-after", seconds.to_string()),
            None => response,
        };
        match error.allow {
            Some(methods) => response.with_header("allow", methods),
            None => response,
        }
    }
}
