//! Requests and sockets on their way to the house, and its answers on their way back.

use crate::{
    app::App,
    assets,
    error::{Refused, sent},
    limits::IMPORT_PATH,
    sockets::Upgrade,
};
use axum::{
    Extension,
    body::Bytes,
    extract::{FromRequest as _, FromRequestParts as _, Request, State, WebSocketUpgrade},
    http::{StatusCode, request::Parts},
    response::{IntoResponse as _, Response},
};
use papan_host::{Answer, ApiError, Client, Head, Kind, Route};
use std::sync::Arc;

/// Answers what no other module does: as the house does, or that there is nothing.
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Response {
    let (method, path) = (request.method().as_str(), request.uri().path());
    let Some(found) = Route::find(method, path) else {
        let (parts, _) = request.into_parts();
        return assets::missing(&app, parts.uri.path(), &parts.headers).await;
    };
    let answered = match found.map(Route::kind) {
        Err(error) => Err(error),
        Ok(Kind::Socket) => open(app, client, request).await,
        Ok(kind) => asked(&app, client, kind, request).await,
    };
    answered.unwrap_or_else(|error| Refused(error).into_response())
}

async fn asked(app: &App, client: Client, kind: Kind, request: Request) -> Answer<Response> {
    let upload = match request.uri().path() {
        IMPORT_PATH => Some(app.uploads.enter(client).ok_or_else(crowded)?),
        _ => None,
    };
    let (parts, body) = request.into_parts();
    let head = head(client, &parts);
    let body = match kind {
        Kind::Json => {
            head.check_json()?;
            let read = Bytes::from_request(Request::from_parts(parts, body), &());
            let read = match &upload {
                None => read.await,
                Some(place) => tokio::select! {
                    read = read => read,
                    // Others who send faster go first.
                    () = place.sent_away() => return Err(crowded()),
                },
            };
            read.map_err(|error| {
                let (status, code) = match error.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => (error.status(), "too-large"),
                    // It did not come whole, or not in time.
                    _ => (StatusCode::REQUEST_TIMEOUT, "slow"),
                };
                ApiError::new(status.as_u16(), code, error.body_text())
            })?
        }
        Kind::Plain | Kind::Socket => Bytes::new(),
    };
    if let Some(place) = &upload {
        place.works();
    }
    let body = body.into();
    Ok(sent(
        app.house.answer(papan_host::Request { head, body }).await,
    ))
}

fn crowded() -> ApiError {
    ApiError::crowded("too many files are sent at once: send it again later")
}

async fn open(app: Arc<App>, client: Client, request: Request) -> Answer<Response> {
    let (mut parts, _) = request.into_parts();
    let head = head(client, &parts);
    let upgrade: Upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let accepted = app.sockets.accept(client, upgrade)?;
    let socket = app.house.open(head).await?;
    Ok(accepted.open(&app, socket))
}

/// What stands before the body, in the words of the house. A header that is no text says nothing.
fn head(client: Client, parts: &Parts) -> Head {
    let header = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    Head {
        client,
        method: parts.method.as_str().to_owned(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        headers: parts.headers.iter().filter_map(header).collect(),
    }
}
