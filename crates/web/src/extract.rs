//! Parts of requests, whose mistakes are answered as [`ApiError`]s. To be used instead of
//! axum's extractors of the same names.

use crate::error::ApiError;
use axum::{
    extract::{FromRequest, FromRequestParts, Request, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header::AUTHORIZATION, request::Parts},
};
use serde::de::DeserializeOwned;

/// A body of JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, ApiError> {
        match axum::Json::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Json(value)),
            Err(error) => {
                let (status, code) = match (&error, error.status()) {
                    (_, StatusCode::PAYLOAD_TOO_LARGE) => (error.status(), "too-large"),
                    // It did not come whole, or not in time.
                    (JsonRejection::BytesRejection(_), _) => (StatusCode::REQUEST_TIMEOUT, "slow"),
                    (_, status) => (status, "request"),
                };
                Err(ApiError::new(status, code, error.body_text()))
            }
        }
    }
}

/// What stands behind the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(error) => Err(ApiError::new(error.status(), "request", error.body_text())),
        }
    }
}

/// The parts of the path that have names.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            // What cannot be a name of anything is the name of nothing.
            Err(error) => Err(ApiError::missing(error.body_text())),
        }
    }
}

/// The secret that a request brings.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim)
}
