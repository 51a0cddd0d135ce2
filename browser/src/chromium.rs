//! A real Chromium, driven as a person would: clicks, taps and keys go through the browser's
//! own input, so that what covers a button or swallows a key is found.

use serde_json::{Value, json};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use thirtyfour::{LoggingPrefsLogLevel, prelude::*};

/// How long the page may take for anything before a test gives up. Generous: machines are
/// slow at times, and nothing here measures time.
const PATIENCE: Duration = Duration::from_secs(40);

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
    driver: WebDriver,
    device: Device,
    // Killed when the test is over, also when it fails.
    _chromedriver: Process,
    profile: PathBuf,
}

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.profile);
    }
}

impl Browser {
    /// Starts a browser with a profile of its own.
    pub async fn start(name: &str, device: Device) -> Browser {
        let (process, port) = chromedriver();
        let profile = folder(&format!("chromium-{name}"));
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
            .add_arg(&format!("--user-data-dir={}", profile.display()))
            .expect("an argument");
        wanted
            .set_browser_log_level(LoggingPrefsLogLevel::All)
            .expect("a level");
        if device == Device::Phone {
            let metrics = json!({ "width": 390, "height": 844, "pixelRatio": 2, "touch": true, "mobile": true });
            wanted
                .add_experimental_option("mobileEmulation", json!({ "deviceMetrics": metrics }))
                .expect("an option");
        }
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), wanted)
            .await
            .unwrap_or_else(|error| panic!("Chromium does not start: {error}\n{ADVICE}"));
        let browser = Browser {
            driver,
            device,
            _chromedriver: process,
            profile,
        };
        if device == Device::Desktop {
            browser.resize(1280, 900).await;
        }
        browser
    }

    /// Whether there is a finger instead of a mouse.
    pub fn is_phone(&self) -> bool {
        self.device == Device::Phone
    }

    /// Makes the window so large.
    pub async fn resize(&self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
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
        let script = format!(
            "const done = arguments[arguments.length - 1];
             Promise.resolve({expression}).then(done, (error) => done({{ failed: String(error) }}));"
        );
        let answer = self.driver.execute_async(script, Vec::new()).await;
        let answer = answer.unwrap_or_else(|error| panic!("{expression}: {error}"));
        answer.json().clone()
    }

    /// What the server answers to a request of the page.
    pub async fn answer(&self, path: &str) -> Value {
        let path = json!(path);
        self.awaited(&format!("fetch({path}).then((answer) => answer.json())"))
            .await
    }

    /// Waits until an expression in the page is true (or anything but false, null and the
    /// like) and returns it.
    pub async fn until(&self, what: &str, expression: &str) -> Value {
        let begin = Instant::now();
        loop {
            let value = self.value(expression).await;
            let is_true = !matches!(value, Value::Null | Value::Bool(false))
                && value != json!(0)
                && value != json!("");
            if is_true {
                return value;
            }
            if begin.elapsed() > PATIENCE {
                let text = self.value("document.body.innerText").await;
                panic!("{what}: waited in vain for `{expression}`; the page says:\n{text}");
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
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

    /// Waits until the page has stopped changing for a moment.
    pub async fn settle(&self) {
        self.awaited(
            "new Promise((done) => {
               let timer = setTimeout(done, 400);
               const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 400); });
               watch.observe(document.body, { subtree: true, childList: true, attributes: true });
               setTimeout(done, 4000);
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
        let _ = self.driver.clone().quit().await;
    }
}

const ADVICE: &str = "The browser tests need Chromium and its driver; install them: \
     apt-get install -y chromium chromium-driver";

/// An empty folder of its own for each test.
pub fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("papan-browser-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A driver on a port of its own choice.
fn chromedriver() -> (Process, u16) {
    let program = env::var_os("CHROMEDRIVER").unwrap_or("chromedriver".into());
    let mut child = Command::new(program)
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("chromedriver does not start: {error}\n{ADVICE}"));
    let output = child.stdout.take().expect("its output");
    let process = Process(child);
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let port = lines
        .find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        })
        .unwrap_or_else(|| panic!("chromedriver does not say its port\n{ADVICE}"));
    // What it writes later must be read, or it would wait.
    std::thread::spawn(move || lines.for_each(drop));
    (process, port)
}
