//! Boards and charts as SVG, for the page and for files.

use crate::{
    error::{Answer, ApiError},
    inspect::GameLine,
    request::{Asked, Response},
    route::Route,
    runtime::aside,
};
use papan_core::{
    AnyPosition,
    picture::{Animation, Theme},
};
use papan_report::chart::{Chart, Style};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// How wide a chart may be.
const WIDTHS: RangeInclusive<f64> = 200.0..=2000.0;

pub(crate) const ROUTES: &[Route] = &[
    Route::json("POST", "/api/picture", |_, asked| Box::pin(picture(asked))),
    Route::json("POST", "/api/pictures", |_, asked| {
        Box::pin(pictures(asked))
    }),
    Route::json("POST", "/api/chart", |_, asked| Box::pin(chart(asked))),
];

#[derive(Deserialize)]
struct WantedPicture {
    #[serde(flatten)]
    line: GameLine,
    #[serde(default)]
    theme: Theme,
    /// In pixels.
    width: Option<u32>,
    /// Whether the names of squares stand around it.
    #[serde(default)]
    names: bool,
}

#[derive(Deserialize)]
struct WantedChart {
    chart: Chart,
    #[serde(default)]
    style: Style,
}

/// The board at the end of a line of play.
async fn picture(asked: Asked) -> Answer<Response> {
    let WantedPicture {
        line,
        theme,
        width,
        names,
    } = asked.json()?;
    drawn(move || {
        let mut picture = line.position()?.picture();
        if names {
            picture = picture.with_names();
        }
        Ok(picture.to_svg(theme, width))
    })
    .await
}

/// The boards of a line of play from its beginning on, as one animation.
async fn pictures(asked: Asked) -> Answer<Response> {
    let WantedPicture {
        line, theme, names, ..
    } = asked.json()?;
    let animation = aside(move || {
        let mut pictures = Vec::with_capacity(line.moves.len() + 1);
        let mut look = |position: &dyn AnyPosition| {
            let picture = position.picture();
            pictures.push(if names { picture.with_names() } else { picture });
        };
        let game = line.open()?;
        let last = game.replay(&line.line(), &mut |before, _, _| look(before))?;
        look(&*last);
        serde_json::to_string(&Animation::new(&pictures, theme)).map_err(ApiError::internal)
    });
    Ok(Response::of("application/json", animation.await?))
}

/// A chart in the words of the page.
async fn chart(asked: Asked) -> Answer<Response> {
    let WantedChart { chart, style } = asked.json()?;
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
    Ok(Response::of("image/svg+xml", svg))
}
