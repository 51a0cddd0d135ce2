//! The processes of a browser: the program that drives it and Chromium itself.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// What to do where there is no browser.
pub(crate) const ADVICE: &str = "The browser tests need Chromium and its driver; install them: \
     apt-get install -y chromium chromium-driver";

/// A driver on a port of its own, and the profile of the Chromium that it starts. When it is
/// dropped both programs end and the profile is gone, also when a test has failed.
pub(crate) struct Driver {
    child: Child,
    pub(crate) port: u16,
    pub(crate) profile: PathBuf,
}

impl Driver {
    pub(crate) fn start(profile: PathBuf) -> Driver {
        let program = env::var_os("CHROMEDRIVER").unwrap_or("chromedriver".into());
        let mut child = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver does not start: {error}\n{ADVICE}"));
        let output = child.stdout.take().expect("its output");
        let mut driver = Driver {
            child,
            port: 0,
            profile,
        };
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        driver.port = lines
            .find_map(|line| {
                let (_, port) = line.split_once("started successfully on port ")?;
                port.trim_end_matches('.').parse().ok()
            })
            .unwrap_or_else(|| panic!("chromedriver does not say its port\n{ADVICE}"));
        // What it writes later must be read, or it would wait.
        thread::spawn(move || lines.for_each(drop));
        driver
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Chromium is in a process group of its own and would outlive a driver that was killed.
        // Killed processes end, but not at once, and until then they write into the profile.
        for _ in 0..1_000 {
            let chromium = processes_of(&self.profile);
            if chromium.is_empty() {
                break;
            }
            let _ = Command::new("sh")
                .args(["-c", "kill -KILL \"$@\"", "kill"])
                .args(&chromium)
                .stderr(Stdio::null())
                .status();
            thread::sleep(Duration::from_millis(10));
        }
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// The numbers of the processes that were started with a profile, which no other browser has.
pub(crate) fn processes_of(profile: &Path) -> Vec<String> {
    let profile = profile.to_string_lossy();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter(|entry| {
            let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let mut words = words.split(|byte| *byte == 0);
            words.any(|word| String::from_utf8_lossy(word).contains(&*profile))
        })
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .collect()
}
