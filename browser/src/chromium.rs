//! A real Chromium, driven as a person would: clicks, taps and keys go through the browser's
//! own input, so that what covers a button or swallows a key is found.

use crate::{
    driver::{ADVICE, Driver, processes_of},
    patience::{BETWEEN_LOOKS, Patience},
};
use serde_json::{Value, json};
use std::{
    env, fs,
    mem::ManuallyDrop,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};
use thirtyfour::{LoggingPrefsLogLevel, prelude::*};

/// How long the driver may take for one command. Only a hung browser takes so long.
const COMMAND: Duration = Duration::from_secs(600);

/// All that can move on a page while a test waits, as a digest: where it is, what it holds,
/// what it has asked the server for.
const SEEN: &str = "(() => {
   const seen = [location.href, document.readyState, performance.getEntriesByType('resource').length,
     document.documentElement.outerHTML].join('\\n');
   let digest = 0;
   for (let at = 0; at < seen.length; at += 1) digest = (Math.imul(digest, 31) + seen.charCodeAt(at)) | 0;
   return `${seen.length} ${digest}`;
 })()";

/// What kind of device the browser pretends to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// 1280 by 900 points and a mouse.
    Desktop,
    /// 390 by 844 points, with a finger instead of a mouse.
    Phone,
}

/// A browser with one or more tabs.
pub struct Browser {
    // Never dropped: its own farewell would wait for ever in a test that failed. What must end
    // are the programs, and they do.
    pub(crate) driver: ManuallyDrop<WebDriver>,
    process: Driver,
    device: Device,
}

impl Browser {
    /// Starts a browser with a profile of its own.
    pub async fn start(name: &str, device: Device) -> Browser {
        let process = Driver::start(folder(&format!("chromium-{name}")));
        let mut wanted = DesiredCapabilities::chrome();
        for argument in [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            "--lang=en",
        ] {
            wanted.add_arg(argument).expect("an argument");
        }
        wanted
            .add_arg(&format!("--user-data-dir={}", process.profile.display()))
            .expect("an argument");
        wanted
            .set_browser_log_level(LoggingPrefsLogLevel::All)
            .expect("a level");
        let driver = WebDriver::builder(format!("http://127.0.0.1:{}", process.port), wanted)
            .request_timeout(COMMAND)
            .await
            .unwrap_or_else(|error| panic!("Chromium does not start: {error}\n{ADVICE}"));
        let browser = Browser {
            driver: ManuallyDrop::new(driver),
            device,
            process,
        };
        browser
            .driver
            .set_page_load_timeout(COMMAND)
            .await
            .expect("a time");
        // Not by the driver's own emulation, which sets its size again with every page that is loaded.
        match device {
            Device::Desktop => browser.resize(1280, 900).await,
            Device::Phone => {
                browser.resize(390, 844).await;
                let touch = json!({ "enabled": true, "maxTouchPoints": 5 });
                browser
                    .devtools("Emulation.setTouchEmulationEnabled", touch)
                    .await;
            }
        }
        browser
    }

    /// Whether there is a finger instead of a mouse.
    pub fn is_phone(&self) -> bool {
        self.device == Device::Phone
    }

    /// Makes the window so large.
    pub async fn resize(&self, width: u32, height: u32) {
        let phone = self.is_phone();
        let pixels = if phone { 2 } else { 1 };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": pixels, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
    }

    /// What the system says about light, dark and motion.
    pub async fn prefer(&self, scheme: &str, reduced_motion: bool) {
        let motion = if reduced_motion {
            "reduce"
        } else {
            "no-preference"
        };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .await;
    }

    /// Asks the browser something over its own protocol.
    pub async fn devtools(&self, method: &str, parameters: Value) -> Value {
        let answer = self.driver.cdp().send_raw(method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Goes to an address and waits until it is loaded.
    pub async fn goto(&self, address: &str) {
        self.driver.goto(address).await.expect("a page");
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.driver.refresh().await.expect("the page again");
    }

    /// Where the tab is.
    pub async fn address(&self) -> String {
        self.driver.current_url().await.expect("an address").into()
    }

    /// The value of an expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        let answer = self.driver.execute(script, Vec::new()).await;
        let answer = answer.unwrap_or_else(|error| panic!("{expression}: {error}"));
        answer.json().clone()
    }

    /// The value of an expression that is a promise.
    pub async fn awaited(&self, expression: &str) -> Value {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let name = format!("awaited{}", NUMBERS.fetch_add(1, Ordering::Relaxed));
        self.value(&format!(
            "void Promise.resolve({expression}).then(
               (value) => {{ window.{name} = {{ value: value ?? null }}; }},
               (error) => {{ window.{name} = {{ value: {{ failed: String(error) }} }}; }})"
        ))
        .await;
        let answer = self.until(expression, &format!("window.{name}")).await;
        answer["value"].clone()
    }

    /// An expression for a module of the page, from wherever it was loaded.
    pub fn module(path: &str) -> String {
        let path = json!(path);
        format!("import(new URL({path}, document.querySelector('script[type=module]').src).href)")
    }

    /// What the page is answered to a request.
    pub async fn answer(&self, path: &str) -> Value {
        let (api, path) = (Browser::module("lib/api.js"), json!(path));
        self.awaited(&format!("{api}.then((api) => api.get({path}))"))
            .await
    }

    /// Waits until an expression in the page is true (or anything but false, null and the
    /// like) and returns it. This is the one way to wait: as long as anything moves, and then
    /// it says what was expected and what the page showed.
    pub async fn until(&self, what: &str, expression: &str) -> Value {
        let mut patience = Patience::new();
        let mut looked = Instant::now();
        loop {
            let value = self.value(expression).await;
            let is_true = !matches!(value, Value::Null | Value::Bool(false))
                && value != json!(0)
                && value != json!("");
            if is_true {
                return value;
            }
            if looked.elapsed() < BETWEEN_LOOKS {
                tokio::time::sleep(Duration::from_millis(25)).await;
                continue;
            }
            looked = Instant::now();
            if let Err(reason) = patience.look(self.value(SEEN).await.to_string()) {
                let address = self.address().await;
                let text = self.value("document.body.innerText").await;
                let text = text.as_str().unwrap_or_default();
                panic!(
                    "{what}: waited in vain for `{expression}`, {reason}; at {address} the page says:\n{text}"
                );
            }
        }
    }

    /// Waits until there is an element that can be seen and is not disabled, and says where
    /// its middle is.
    async fn place_of(&self, selector: &str) -> (f64, f64) {
        let quoted = json!(selector);
        // What is at that point must be the element or within it: nothing may cover it.
        let place = self
            .until(
                &format!("{selector} to be within reach"),
                &format!(
                    "(() => {{
                       const element = document.querySelector({quoted});
                       if (!element || element.disabled) return null;
                       element.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
                       const box = element.getBoundingClientRect();
                       if (box.width === 0 || box.height === 0) return null;
                       const x = box.x + box.width / 2, y = box.y + box.height / 2;
                       const there = document.elementFromPoint(x, y);
                       if (!there || !(element.contains(there) || there.contains(element))) return null;
                       return [x, y];
                     }})()"
                ),
            )
            .await;
        (
            place[0].as_f64().expect("a number"),
            place[1].as_f64().expect("a number"),
        )
    }

    /// Clicks with the mouse, or taps where there is a finger.
    pub async fn click(&self, selector: &str) {
        let (x, y) = self.place_of(selector).await;
        self.click_at(x, y).await;
    }

    /// Clicks or taps at a point of the window.
    pub async fn click_at(&self, x: f64, y: f64) {
        if self.device == Device::Phone {
            let point = json!([{ "x": x, "y": y }]);
            for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
                let touch = json!({ "type": kind, "touchPoints": points });
                self.devtools("Input.dispatchTouchEvent", touch).await;
            }
            return;
        }
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event = json!({
                "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
            });
            self.devtools("Input.dispatchMouseEvent", event).await;
        }
    }

    /// Moves the mouse over an element.
    pub async fn hover(&self, selector: &str) {
        let (x, y) = self.place_of(selector).await;
        let event = json!({ "type": "mouseMoved", "x": x, "y": y });
        self.devtools("Input.dispatchMouseEvent", event).await;
    }

    /// Presses a key: a character, or a name such as Enter, Escape, Tab, ArrowUp.
    pub async fn key(&self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, Some("\r")),
            "Tab" => (9, None),
            "Escape" => (27, None),
            "Home" => (36, None),
            "End" => (35, None),
            "ArrowLeft" => (37, None),
            "ArrowUp" => (38, None),
            "ArrowRight" => (39, None),
            "ArrowDown" => (40, None),
            _ => (key.to_uppercase().as_bytes()[0].into(), Some(key)),
        };
        let kind = if text.is_some() {
            "keyDown"
        } else {
            "rawKeyDown"
        };
        let code: u32 = code;
        let mut down = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
        if let Some(text) = text {
            down["text"] = json!(text);
        }
        self.devtools("Input.dispatchKeyEvent", down).await;
        let up = json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code });
        self.devtools("Input.dispatchKeyEvent", up).await;
    }

    /// Writes into the field that has the focus.
    pub async fn write(&self, text: &str) {
        self.devtools("Input.insertText", json!({ "text": text }))
            .await;
    }

    /// Chooses an option of a list by its value, as its own keyboard would.
    pub async fn choose(&self, selector: &str, value: &str) {
        let (selector_text, value) = (json!(selector), json!(value));
        self.until(
            &format!("{selector} with the option {value}"),
            &format!(
                "(() => {{
                   const list = document.querySelector({selector_text});
                   if (!list || ![...list.options].some((option) => option.value === {value})) return false;
                   list.focus();
                   list.value = {value};
                   list.dispatchEvent(new Event('input', {{ bubbles: true }}));
                   list.dispatchEvent(new Event('change', {{ bubbles: true }}));
                   return true;
                 }})()"
            ),
        )
        .await;
    }

    /// Waits until the page has stopped changing for a moment, or shows something that always
    /// moves. Both are counted in frames, of which a busy machine draws fewer.
    pub async fn settle(&self) {
        self.awaited(
            "new Promise((done) => {
               let still = 0, frames = 0;
               const watch = new MutationObserver(() => { still = 0; });
               watch.observe(document.body, { subtree: true, childList: true, attributes: true });
               const frame = () => {
                 still += 1;
                 frames += 1;
                 if (still < 25 && frames < 250) return requestAnimationFrame(frame);
                 watch.disconnect();
                 done(true);
               };
               requestAnimationFrame(frame);
             })",
        )
        .await;
    }

    /// Opens another tab and goes there.
    pub async fn new_tab(&self, address: &str) {
        let tab = self.driver.new_tab().await.expect("a tab");
        self.driver.switch_to_window(tab).await.expect("that tab");
        self.goto(address).await;
    }

    /// Closes the tab that one is at.
    pub async fn close_tab(&self) {
        self.driver.close_window().await.expect("a tab");
    }

    /// Goes to the tab with this number.
    pub async fn tab(&self, number: usize) {
        let tabs = self.driver.windows().await.expect("tabs");
        let tab = tabs[number].clone();
        self.driver.switch_to_window(tab).await.expect("that tab");
    }

    /// Writes a picture of what the window shows.
    pub async fn screenshot(&self, path: &Path) {
        let bytes = self.driver.screenshot_as_png().await.expect("a picture");
        fs::write(path, bytes).expect("a file");
    }

    /// What the browser wrote to its console since it was last asked: errors and warnings.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.driver.get_log("browser").await.expect("the console");
        let told = entries
            .into_iter()
            .filter(|entry| matches!(&*entry.level, "SEVERE" | "WARNING"));
        told.map(|entry| entry.message).collect()
    }

    /// Ends the browser; the page must not have complained.
    pub async fn finish(self) {
        let complaints = self.complaints().await;
        assert_eq!(complaints, [""; 0], "the console of the browser");
        let _ = WebDriver::clone(&self.driver).quit().await;
    }

    /// Who can say, also when the browser is gone, how many of its processes still run.
    pub fn processes(&self) -> impl Fn() -> usize + use<> {
        let profile = self.process.profile.clone();
        move || processes_of(&profile).len()
    }
}

/// An empty folder of its own for each test.
pub fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("papan-browser-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
