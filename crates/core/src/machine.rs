//! What the processor can do, asked at run time, so that one program is fast on new
//! machines and runs on all; and how long it has worked.
//!
//! Code compiled for newer instructions may run only where they are. A proof is a value
//! that exists only there: whoever holds one may call such code.

use std::{cell::Cell, time::Duration};

/// Whether there can be more threads than the one that runs. Where there cannot, as in a browser
/// without shared memory, everything is done on that one.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// How many threads work where so many are wanted: one, where there are no others.
///
/// ```
/// use papan_core::machine::{HAS_THREADS, threads};
///
/// assert_eq!(threads(4), if HAS_THREADS { 4 } else { 1 });
/// assert_eq!(threads(0), 1);
/// ```
pub fn threads(wanted: usize) -> usize {
    match HAS_THREADS {
        true => wanted.max(1),
        false => 1,
    }
}

/// So many megabytes for one table, in bytes: at most one gigabyte where addresses have 32 bits, as
/// in a browser.
///
/// ```
/// use papan_core::machine::bytes;
///
/// assert_eq!(bytes(16), 16 << 20);
/// assert!(bytes(usize::MAX) >= 1 << 30);
/// ```
pub fn bytes(megabytes: usize) -> usize {
    let most = match usize::BITS {
        ..64 => 1 << 10,
        _ => usize::MAX >> 20,
    };
    megabytes.min(most) << 20
}

/// The processor time that all threads of this process have taken; where the system does not tell,
/// the time by the clock since this was first asked.
///
/// ```
/// use papan_core::machine::processor_time;
///
/// let before = processor_time();
/// assert!(processor_time() >= before);
/// ```
#[cfg(unix)]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The processor time that all threads of this process have taken.
#[cfg(windows)]
pub fn processor_time() -> Duration {
    let times = winsafe::HPROCESS::GetCurrentProcess().GetProcessTimes();
    times.map_or(Duration::ZERO, |(_, _, system, user)| {
        time_of_ticks(u64::from(system).saturating_add(user.into()))
    })
}

/// A time as Windows counts it, in tenths of a microsecond.
#[cfg(windows)]
pub fn time_of_ticks(ticks: u64) -> Duration {
    Duration::from_micros(ticks / 10)
}

/// The time by the clock since this was first asked.
#[cfg(not(any(unix, windows)))]
pub fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use web_time::Instant;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

thread_local! {
    /// What threads have taken that helped this one and are no more.
    static HELPED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The processor time that this thread has taken, with that of the [helpers](add_helper) which it
/// was told of; `None` where the system does not tell.
///
/// ```
/// use papan_core::machine::thread_processor_time;
///
/// let before = thread_processor_time();
/// assert!(thread_processor_time() >= before);
/// ```
pub fn thread_processor_time() -> Option<Duration> {
    Some(own_processor_time()?.saturating_add(HELPED.get()))
}

/// Counts what a thread that helped this one has taken, and has said at its end, as taken by this
/// one: who measures what a search costs does not know which threads it started.
///
/// ```
/// use papan_core::machine::{add_helper, thread_processor_time};
/// use std::thread;
///
/// if let Some(before) = thread_processor_time() {
///     let helper = thread::spawn(|| thread_processor_time().unwrap());
///     let taken = helper.join().unwrap();
///     add_helper(taken);
///     assert!(thread_processor_time().unwrap() >= before + taken);
/// }
/// ```
pub fn add_helper(taken: Duration) {
    HELPED.set(HELPED.get().saturating_add(taken));
}

#[cfg(target_os = "linux")]
fn own_processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// In steps of the system's clock, some milliseconds.
#[cfg(windows)]
fn own_processor_time() -> Option<Duration> {
    let times = winsafe::HTHREAD::GetCurrentThread().GetThreadTimes();
    let (_, _, system, user) = times.ok()?;
    Some(time_of_ticks(u64::from(system).saturating_add(user.into())))
}

#[cfg(not(any(target_os = "linux", windows)))]
fn own_processor_time() -> Option<Duration> {
    None
}

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT (Intel since 2013, AMD
/// since 2015).
///
/// ```
/// use papan_core::machine::Vectors;
///
/// match Vectors::detect() {
///     Some(_proof) => println!("vector instructions may be used"),
///     None => println!("an older processor, or another kind"),
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vectors(());

impl Vectors {
    /// The proof, where there is one.
    pub fn detect() -> Option<Vectors> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Some(Vectors(()));
        }
        None
    }
}

/// Proof that the processor has BMI1, BMI2 and POPCNT, and that depositing bits (the
/// instruction `pdep`) is fast on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FastDeposit(());

impl FastDeposit {
    /// The proof, where there is one.
    #[inline]
    pub fn detect() -> Option<FastDeposit> {
        #[cfg(target_arch = "x86_64")]
        {
            static FOUND: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
                is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
                    && !has_slow_deposit()
            });
            if *FOUND {
                return Some(FastDeposit(()));
            }
        }
        None
    }
}

/// AMD's processors before Zen 3 (family 19h) run the deposit instruction as a loop over
/// the bits, many times slower than [`select`](crate::bits::select).
#[cfg(target_arch = "x86_64")]
fn has_slow_deposit() -> bool {
    use std::arch::x86_64::__cpuid;
    let leaf = __cpuid(0);
    let vendor = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes);
    let version = __cpuid(1).eax;
    let family = (version >> 8 & 0xF) + (version >> 20 & 0xFF);
    matches!(vendor.as_flattened(), b"AuthenticAMD" | b"HygonGenuine") && family < 0x19
}
