//! What every request must pass, and what every answer carries.

mod origin;
mod rates;

pub(crate) use rates::{ConnectionRate, Rates};

use crate::{app::App, error::Refused, limits};
use axum::{
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use papan_host::{ApiError, Client};
use std::{sync::Arc, time::Instant};
use tracing::debug;

/// Nothing but what this server sends is loaded or run by the page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; \
     object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// Checks a request, has it answered, and puts the headers of safety on the answer.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    // Neither what stands behind the question mark nor headers: those may be private.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match check(&app, &request) {
        Err(error) => Refused(error).into_response(),
        Ok(()) => {
            DefaultBodyLimit::max(body_limit(&request)).apply(&mut request);
            match tokio::time::timeout(limits::REQUEST_TIME, next.run(request)).await {
                Ok(response) => response,
                Err(_) => {
                    let text = "the request took too long";
                    Refused(ApiError::new(408, "slow", text)).into_response()
                }
            }
        }
    };
    protect(response.headers_mut());
    let (status, time) = (response.status().as_u16(), begin.elapsed());
    debug!(%method, path, status, ?time, "answered");
    response
}

fn check(app: &App, request: &Request) -> Result<(), ApiError> {
    origin::check(request, app.is_local())?;
    check_size(request)?;
    let Some(client) = request.extensions().get::<Client>() else {
        return Err(ApiError::internal("a request of nobody"));
    };
    let Some(rate) = request.extensions().get::<ConnectionRate>() else {
        return Err(ApiError::internal("a request without a connection"));
    };
    app.rates.check(*client, rate, is_expensive(request))
}

/// A body that is too long is refused before any of it is read, where its length is told.
fn check_size(request: &Request) -> Result<(), ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let limit = body_limit(request);
    match length {
        Some(length) if length > limit as u64 => Err(ApiError::new(
            413,
            "too-large",
            format!("at most {limit} bytes can be sent here"),
        )
        .with("limit", limit)),
        _ => Ok(()),
    }
}

fn body_limit(request: &Request) -> usize {
    match request.uri().path() {
        limits::IMPORT_PATH => limits::IMPORT_BODY,
        path if path.ends_with("/variations") => limits::VARIATIONS_BODY,
        _ => limits::BODY,
    }
}

/// Whether a request makes work that outlives it, or much of it.
fn is_expensive(request: &Request) -> bool {
    let path = request.uri().path();
    request.method() == Method::POST
        && (matches!(path, "/api/games" | limits::IMPORT_PATH) || path.ends_with("/run"))
}

fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    // What the interface tells is true now, and maybe not a second later.
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

/// Whether a request wants to become a socket.
fn is_upgrade(headers: &HeaderMap) -> bool {
    let upgrade = headers.get(header::UPGRADE);
    upgrade.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}
