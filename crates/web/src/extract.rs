//! Parts of requests, whose mistakes are answered as the house answers them. To be used instead of
//! axum's extractors of the same names.

use crate::error::Refused;
use axum::{extract::FromRequestParts, http::request::Parts};
use papan_host::ApiError;
use serde::de::DeserializeOwned;

/// What stands behind the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refused> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(error) => {
                let status = error.status().as_u16();
                Err(ApiError::new(status, "request", error.body_text()).into())
            }
        }
    }
}

/// The parts of the path that have names.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refused> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            // What cannot be a name of anything is the name of nothing.
            Err(error) => Err(ApiError::missing(error.body_text()).into()),
        }
    }
}
