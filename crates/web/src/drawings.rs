//! Boards and charts as SVG, for the page and for files.

use crate::{
    app::App,
    error::{Answer, ApiError},
    extract::Json,
    inspect::{GameLine, aside},
};
use axum::{
    Router,
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
    routing::post,
};
use papan_core::picture::Theme;
use papan_report::chart::{Chart, Style};
use serde::Deserialize;
use std::{ops::RangeInclusive, sync::Arc};

/// How wide a chart may be.
const WIDTHS: RangeInclusive<f64> = 200.0..=2000.0;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/picture", post(picture))
        .route("/api/chart", post(chart))
}

#[derive(Deserialize)]
struct WantedPicture {
    #[serde(flatten)]
    line: GameLine,
    #[serde(default)]
    theme: Theme,
    /// In pixels.
    width: Option<u32>,
}

#[derive(Deserialize)]
struct WantedChart {
    chart: Chart,
    #[serde(default)]
    style: Style,
}

/// The board at the end of a line of play.
async fn picture(Json(wanted): Json<WantedPicture>) -> Answer<Response> {
    let WantedPicture { line, theme, width } = wanted;
    drawn(move || Ok(line.position()?.picture().to_svg(theme, width))).await
}

/// A chart in the words of the page.
async fn chart(Json(WantedChart { chart, style }): Json<WantedChart>) -> Answer<Response> {
    if !WIDTHS.contains(&style.width) {
        let (least, most) = (WIDTHS.start(), WIDTHS.end());
        let text = format!("a width of {}: {least} to {most} are allowed", style.width);
        return Err(ApiError::bad("request", text));
    }
    drawn(move || Ok(chart.draw(&style).to_string())).await
}

/// Something drawn, as the answer to a request.
pub(crate) async fn drawn(
    draw: impl FnOnce() -> Answer<String> + Send + 'static,
) -> Answer<Response> {
    let svg = aside(draw).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
