//! While an agent thinks in the page without a server: the page goes on, and Stop ends it at once.
#![allow(clippy::print_stdout)] // what was measured is for people: -- --nocapture

use papan_browser::{Browser, Device, Hand, Site, Workers, against, pages};
use serde_json::{Value, json};
use std::time::Instant;

/// An agent that begins and thinks so long.
fn slow(time: &str) -> Value {
    let agent = format!("negascout:time={time}");
    json!({ "game": "othello", "seats": [{ "kind": "agent", "agent": agent }, { "kind": "person" }] })
}

/// Once it has found something.
const FOUND: &str =
    "/depth [0-9]/.test(document.querySelector('.play-panel-thinking')?.textContent)";

#[tokio::test]
async fn an_agent_is_stopped_at_once() {
    let site = Site::under_test();
    let browser = Browser::start("stopped", Device::Desktop).await;
    // What it takes until an answer stands on the page that needs no thought.
    pages::at_the_table(&browser, &site, &against("random", "othello")).await;
    assert!(browser.my_turn().await);
    let begin = Instant::now();
    browser.play_any(Hand::Pointer).await;
    assert!(browser.my_turn().await);
    let answer = begin.elapsed();
    pages::at_the_table(&browser, &site, &slow("55s")).await;
    browser
        .until("an agent that has found something", FOUND)
        .await;
    let before = browser.workers(Workers::Thinkers).await;
    let begin = Instant::now();
    browser.click("[data-act=stop]").await;
    assert!(browser.my_turn().await);
    println!(
        "from Stop to my turn: {:?}; from a move to mine, the answer without thought: {answer:?}",
        begin.elapsed()
    );
    // A thought that comes to its end by itself leaves its worker alive: this one was ended in the middle.
    browser.until_one_is_gone(Workers::Thinkers, &before).await;
    browser.finish().await;
}

#[tokio::test]
async fn the_page_goes_on_while_an_agent_thinks() {
    let site = Site::under_test();
    let browser = Browser::start("smooth", Device::Desktop).await;
    // The first time everything is compiled.
    pages::at_the_table(&browser, &site, &slow("0.1s")).await;
    assert!(browser.my_turn().await);
    // Times of the page's own thread on the processor: what else the machine does is not in them.
    browser
        .devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }))
        .await;
    for seconds in [3, 6] {
        pages::at_the_table(&browser, &site, &slow(&format!("{seconds}s"))).await;
        browser
            .until("an agent that has found something", FOUND)
            .await;
        let before = busy(&browser).await;
        browser.value(WATCH).await;
        assert!(browser.my_turn().await);
        let busy = busy(&browser).await - before;
        let frames = browser.value("window.watchedFrames.gaps").await;
        let mut gaps: Vec<f64> = frames
            .as_array()
            .expect("times")
            .iter()
            .map(|gap| gap.as_f64().expect("a time"))
            .collect();
        gaps.sort_by(f64::total_cmp);
        let at = |part: f64| gaps[((gaps.len() - 1) as f64 * part) as usize];
        println!(
            "{seconds} s of thought: the page's thread worked {busy:.2} s; {} frames, half of them {:.0} ms apart or less, 95 of 100 {:.0} ms, the longest gap {:.0} ms",
            gaps.len(),
            at(0.5),
            at(0.95),
            at(1.0)
        );
        // Thinking there would take the whole time.
        assert!(busy < 0.5 * f64::from(seconds), "{busy} s of work");
        assert!(gaps.len() > 3, "{} frames", gaps.len());
    }
    browser.finish().await;
}

/// Notes how far frames are apart.
const WATCH: &str = "(() => {
    const watched = (window.watchedFrames = { gaps: [], last: performance.now() });
    const frame = () => {
      const now = performance.now();
      watched.gaps.push(now - watched.last);
      watched.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return true;
  })()";

/// How many seconds the page's own thread has worked.
async fn busy(browser: &Browser) -> f64 {
    let told = browser.devtools("Performance.getMetrics", json!({})).await;
    let metrics = told["metrics"].as_array().expect("metrics");
    let work = metrics.iter().find(|each| each["name"] == "TaskDuration");
    work.and_then(|each| each["value"].as_f64())
        .expect("how long tasks took")
}
