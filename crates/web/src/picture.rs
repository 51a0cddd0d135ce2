//! Boards as pictures, for the page and for files.

use crate::{
    app::App,
    error::Answer,
    extract::Json,
    inspect::{GameLine, aside},
};
use axum::{
    Router,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
    routing::post,
};
use papan_core::picture::{Picture, Theme};
use serde::Deserialize;
use std::sync::Arc;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/picture", post(picture))
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(flatten)]
    line: GameLine,
    #[serde(default)]
    theme: Colours,
    /// In pixels.
    width: Option<u32>,
}

/// Which colours a picture has.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Colours {
    #[default]
    Light,
    Dark,
    Page,
}

/// The end of a line of play.
async fn picture(Json(wanted): Json<Wanted>) -> Answer<Response> {
    let theme = match wanted.theme {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
        Colours::Page => Theme::Page,
    };
    let picture = aside(move || Ok(wanted.line.position()?.picture())).await?;
    Ok(answer(&picture, theme, wanted.width))
}

/// A picture as the answer to a request.
pub(crate) fn answer(picture: &Picture, theme: Theme, width: Option<u32>) -> Response {
    let svg = picture.to_svg(theme, width);
    ([(CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}
