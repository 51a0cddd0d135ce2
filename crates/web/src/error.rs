//! What was refused, as an answer over HTTP.

use axum::{
    body::Body,
    http::{HeaderValue, Response as Answered, StatusCode},
    response::{IntoResponse, Response},
};
use papan_host::ApiError;

/// What handlers answer.
pub(crate) type Answer<T> = Result<T, Refused>;

/// Something that was refused, on its way to the page.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) ApiError);

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Refused {
        Refused(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        sent(self.0.into())
    }
}

/// An answer of the house as it is sent.
pub(crate) fn sent(answer: papan_host::Response) -> Response {
    let mut response = Answered::new(Body::from(answer.body));
    let status = StatusCode::from_u16(answer.status);
    *response.status_mut() = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in answer.headers {
        // Names of games and files are letters and digits, so that all of them can be sent.
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
