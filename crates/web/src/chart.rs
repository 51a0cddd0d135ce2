//! Charts, drawn in the words of the page.

use crate::{
    app::App,
    error::{Answer, ApiError},
    extract::Json,
    inspect::aside,
};
use axum::{
    Router,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
    routing::post,
};
use papan_report::chart::{Chart, Style};
use serde::Deserialize;
use std::sync::Arc;

/// How wide a chart may be.
const WIDTHS: std::ops::RangeInclusive<f64> = 200.0..=2000.0;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/chart", post(chart))
}

#[derive(Deserialize)]
struct Wanted {
    chart: Chart,
    #[serde(default)]
    style: Style,
}

async fn chart(Json(Wanted { chart, style }): Json<Wanted>) -> Answer<Response> {
    if !WIDTHS.contains(&style.width) {
        let text = format!(
            "a width of {}: {} to {} are allowed",
            style.width,
            WIDTHS.start(),
            WIDTHS.end()
        );
        return Err(ApiError::bad("request", text));
    }
    let svg = aside(move || Ok(chart.draw(&style).to_string())).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
