//! Measuring on a machine that does other things too: short repeated runs, of which the
//! fastest counts, because noise only ever adds time; and time on the processor, not on
//! the wall, where the system tells it.

use std::{
    env, fs,
    path::PathBuf,
    process::Command,
    time::{Duration, Instant},
};

/// The length of each measurement.
const MEASUREMENT: Duration = Duration::from_secs(2);

/// How long one run is: the system counts time on the processor in steps of a few
/// milliseconds.
const RUN: Duration = Duration::from_millis(250);

/// Does a piece of work again and again and returns how many units of it were done in a
/// second in the best run. The work returns its number of units.
///
/// ```
/// let rate = papan_benches::best_rate(|| std::hint::black_box((0..1000_u64).count() as u64));
/// assert!(rate > 0.0);
/// ```
pub fn best_rate(mut work: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let mut best: f64 = 0.0;
    while begin.elapsed() < MEASUREMENT {
        let (run, on_processor) = (Instant::now(), processor_time());
        let mut units = 0;
        while run.elapsed() < RUN {
            units += work();
        }
        let taken = match (on_processor, processor_time()) {
            (Some(before), Some(after)) if after > before => after - before,
            _ => run.elapsed(),
        };
        best = best.max(units as f64 / taken.as_secs_f64());
    }
    best
}

/// How long this thread has been on a processor, where the system tells (Linux).
pub fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// A number with blanks between thousands.
///
/// ```
/// assert_eq!(papan_benches::grouped(1234567.8), "1 234 568");
/// ```
pub fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// The program itself: what `$PAPAN` names, or else it is built, with the settings of this one.
pub fn program() -> PathBuf {
    if let Some(program) = env::var_os("PAPAN") {
        return program.into();
    }
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "-p", "papan"])
        .status()
        .expect("cargo");
    assert!(built.success(), "the program is built");
    let here = env::current_exe().expect("a program");
    let release = here.ancestors().nth(2).expect("the folder of builds");
    release.join(format!("papan{}", env::consts::EXE_SUFFIX))
}

/// A line of what the system tells of the memory of a process, in bytes: `VmRSS` is what it has
/// now, `VmHWM` the most that it has had.
pub fn memory(process: u32, line: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let found = status
        .lines()
        .find_map(|text| text.strip_prefix(line)?.strip_prefix(':'));
    let number = found.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    number.unwrap_or(f64::NAN) * 1024.0
}

/// How long a process has been on processors, all its threads together, in seconds, where the system tells (Linux).
pub fn processor_time_of(process: u32) -> f64 {
    /// Linux tells these times in hundredths of a second, whatever it counts in itself.
    const TICKS: f64 = 100.0;
    let told = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may have blanks; what follows has none.
    let behind = told.rsplit(')').next().unwrap_or_default();
    let times = behind.split_whitespace().skip(11).take(2);
    let times: Vec<f64> = times.filter_map(|word| word.parse().ok()).collect();
    match times[..] {
        [user, system] => (user + system) / TICKS,
        _ => f64::NAN,
    }
}
