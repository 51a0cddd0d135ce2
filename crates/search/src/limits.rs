//! How long a search may think.

use crate::{Clock, Live, Report, Timekeeper};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use web_time::Instant;

/// What ends a search: the first of these that is reached. Without any, a search ends when
/// it has nothing left to look at.
///
/// ```
/// use papan_search::Limits;
/// use std::time::Duration;
///
/// let patient = Limits::depth(8).and_time(Duration::from_secs(5));
/// let hurried = Limits::nodes(1_000);
/// let both = patient.within(&hurried);
/// assert_eq!((both.depth, both.nodes), (Some(8), Some(1_000)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth limit, in plies.
    pub depth: Option<u32>,
    /// The node limit: positions searched, or simulations.
    pub nodes: Option<u64>,
    /// The most time, by the clock on the wall.
    pub time: Option<Duration>,
    /// How long a thought may take instead of [`time`](Limits::time) when the move is unclear, for
    /// those who stop early when it is clear: see [`Deliberation`](crate::Deliberation). Everyone else
    /// keeps to `time`.
    pub longest: Option<Duration>,
    /// The threads that nobody else needs: a thought that time alone limits may use so many. Without
    /// it everyone keeps to their own.
    pub threads: Option<usize>,
    /// When someone says so.
    pub stop: Option<Stop>,
    /// The clocks of the game, where there are any. Who keeps them also sets
    /// [`time`](Limits::time) to a fair share, so that only those need to look here who
    /// share out their time themselves, as other programs do.
    pub clock: Option<Clock>,
    /// How much later than its time another program may answer before nobody waits for it
    /// any more; those of our own keep their time.
    pub grace: Option<Duration>,
    /// Where the search tells how far it is. It ends nothing.
    pub live: Option<Live>,
    /// Who says how long the times of these limits are on this machine, and notes when the
    /// clock decided something.
    pub timekeeper: Option<Timekeeper>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Limits = Limits {
        depth: None,
        nodes: None,
        time: None,
        longest: None,
        threads: None,
        stop: None,
        clock: None,
        grace: None,
        live: None,
        timekeeper: None,
    };

    /// A depth limit of `plies`.
    pub const fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::NONE
        }
    }

    /// A node limit of `nodes`.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::NONE
        }
    }

    /// At most `time`.
    pub const fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::NONE
        }
    }

    /// The same with a depth limit of at most `plies`.
    pub fn and_depth(self, plies: u32) -> Limits {
        self.within(&Limits::depth(plies))
    }

    /// The same, and at most `time`.
    pub fn and_time(self, time: Duration) -> Limits {
        self.within(&Limits::time(time))
    }

    /// The same, and until it is stopped.
    pub fn and_stop(self, stop: &Stop) -> Limits {
        Limits {
            stop: Some(stop.clone()),
            ..self
        }
    }

    /// The same, and whoever holds this hears how far it is.
    pub fn and_live(self, live: &Live) -> Limits {
        Limits {
            live: Some(live.clone()),
            ..self
        }
    }

    /// The same, with times as this timekeeper counts them.
    pub fn and_timekeeper(self, timekeeper: &Timekeeper) -> Limits {
        Limits {
            timekeeper: Some(timekeeper.clone()),
            ..self
        }
    }

    /// What is left of the time limit after `taken` by the clock on the wall, which need not be
    /// the clock that the limit is counted by: see [`Timekeeper`].
    ///
    /// ```
    /// use papan_search::{Limits, Timekeeper};
    /// use std::time::Duration;
    ///
    /// let limits = Limits::time(Duration::from_secs(10));
    /// let taken = Duration::from_secs(2);
    /// assert_eq!(limits.time_after(taken), Some(Duration::from_secs(8)));
    /// let limits = limits.and_timekeeper(&Timekeeper::new(0.5));
    /// assert_eq!(limits.time_after(taken), Some(Duration::from_secs(6)));
    /// ```
    pub fn time_after(&self, taken: Duration) -> Option<Duration> {
        let counted = match &self.timekeeper {
            Some(timekeeper) => timekeeper.counted(taken),
            None => taken,
        };
        self.time.map(|time| time.saturating_sub(counted))
    }

    /// The same with times by the clock on the wall, for other programs, which know no
    /// [`Timekeeper`]. The grace period is for pauses of the machine, and stays what it is.
    ///
    /// ```
    /// use papan_search::{Limits, Timekeeper};
    /// use std::time::Duration;
    ///
    /// let limits = Limits::time(Duration::from_secs(8)).and_timekeeper(&Timekeeper::new(0.25));
    /// assert_eq!(limits.by_the_wall().time, Some(Duration::from_secs(2)));
    /// ```
    pub fn by_the_wall(&self) -> Limits {
        let Some(timekeeper) = &self.timekeeper else {
            return self.clone();
        };
        Limits {
            time: self.time.map(|time| timekeeper.given(time)),
            longest: self.longest.map(|time| timekeeper.given(time)),
            clock: self
                .clock
                .as_ref()
                .map(|clock| timekeeper.given_clock(clock)),
            timekeeper: None,
            ..self.clone()
        }
    }

    /// The same, and so many threads are free.
    pub fn and_threads(self, threads: usize) -> Limits {
        Limits {
            threads: Some(threads),
            ..self
        }
    }

    /// The narrower of each pair. Of two stop flags, clocks or timekeepers the other's is kept.
    pub fn within(&self, other: &Limits) -> Limits {
        fn narrower<T: Ord + Copy>(left: Option<T>, right: Option<T>) -> Option<T> {
            left.into_iter().chain(right).min()
        }
        Limits {
            depth: narrower(self.depth, other.depth),
            nodes: narrower(self.nodes, other.nodes),
            time: narrower(self.time, other.time),
            // Who has no longer time than the usual one has that.
            longest: self.longest.or(other.longest).and(narrower(
                self.longest.or(self.time),
                other.longest.or(other.time),
            )),
            threads: narrower(self.threads, other.threads),
            stop: other.stop.clone().or_else(|| self.stop.clone()),
            clock: other.clock.or(self.clock),
            grace: other.grace.or(self.grace),
            live: other.live.clone().or_else(|| self.live.clone()),
            timekeeper: other.timekeeper.clone().or_else(|| self.timekeeper.clone()),
        }
    }
}

/// A flag that stops a search from another thread.
///
/// ```
/// use papan_search::Stop;
///
/// let stop = Stop::new();
/// let held_by_the_search = stop.clone();
/// stop.stop();
/// assert!(held_by_the_search.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Raises it, for all who hold it and for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is raised.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts the nodes of a running search and says when it must end. Looking at the clock
/// is left out most of the time: a node may cost a few nanoseconds.
///
/// ```
/// use papan_search::{Limits, Watch};
///
/// let mut watch = Watch::start(&Limits::nodes(1_000));
/// while !watch.tick() {}
/// assert_eq!(watch.nodes(), 1_000);
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    nodes: u64,
    next_look: u64,
    most_nodes: u64,
    begin: Instant,
    deadline: Option<Instant>,
    stop: Option<Stop>,
    live: Option<Live>,
    timekeeper: Option<Timekeeper>,
    news: bool,
    last_news: Instant,
    over: bool,
    last_look: Instant,
    interval: u64,
}

/// How much time should pass between two looks at the clock.
const BETWEEN_LOOKS: Duration = Duration::from_micros(500);

/// How much time should pass between two pieces of news.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

impl Watch {
    /// The clock starts now.
    pub fn start(limits: &Limits) -> Watch {
        let begin = Instant::now();
        let timekeeper = limits.timekeeper.clone();
        let time = limits.time.map(|time| match &timekeeper {
            Some(timekeeper) => timekeeper.given(time),
            None => time,
        });
        let mut watch = Watch {
            nodes: 0,
            next_look: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            begin,
            deadline: time.and_then(|time| begin.checked_add(time)),
            stop: limits.stop.clone(),
            live: limits.live.clone(),
            timekeeper,
            news: false,
            last_news: begin,
            over: false,
            last_look: begin,
            interval: 16,
        };
        watch.next_look = watch.most_nodes.min(watch.interval);
        watch
    }

    /// Counts a node, and says whether the search must end. After it has said so once it
    /// says so always.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next_look && self.look()
    }

    /// Whether `nodes` more are sure not to end the search. They may then be counted
    /// together by [`add`](Watch::add).
    #[inline(always)]
    pub fn has_room(&self, nodes: u64) -> bool {
        self.nodes + nodes < self.next_look
    }

    /// Counts nodes that there was room for.
    #[inline(always)]
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        if self.over {
            self.nodes -= 1; // nobody looks at it any more
            return true;
        }
        if self.nodes >= self.most_nodes || self.must_end_now() {
            self.over = true;
            self.next_look = 0;
            return true;
        }
        let now = Instant::now();
        if let Some(live) = &self.live {
            live.count(self.nodes);
            if now - self.last_news > BETWEEN_NEWS {
                self.news = true;
                self.last_news = now;
            }
        }
        let passed = now - self.last_look;
        // Slow nodes must not delay the end, fast ones not look at the clock all the time.
        if passed > BETWEEN_LOOKS {
            self.interval = (self.interval / 2).max(1);
        } else if passed < BETWEEN_LOOKS / 4 {
            self.interval = (self.interval * 2).min(1 << 20);
        }
        self.last_look = now;
        self.next_look = self.most_nodes.min(self.nodes + self.interval);
        false
    }

    /// Whether time is over or someone has said stop: for use between pieces of work that
    /// take long by themselves.
    pub fn must_end_now(&mut self) -> bool {
        self.over = self.over || self.stop.as_ref().is_some_and(Stop::is_stopped);
        if !self.over && self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.over = true;
            if let Some(timekeeper) = &self.timekeeper {
                timekeeper.note();
            }
        }
        if self.over {
            self.next_look = 0;
        }
        self.over
    }

    /// Whether the search has been told to end.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Who wants to hear how far the search is, if anyone does.
    pub fn live(&self) -> Option<&Live> {
        self.live.as_ref()
    }

    /// The same, about ten times a second: for searches without depths to tell of.
    #[inline]
    pub fn live_again(&mut self) -> Option<&Live> {
        match std::mem::take(&mut self.news) {
            true => self.live.as_ref(),
            false => None,
        }
    }

    /// The nodes so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time so far.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// A report of the search so far, which chose a move and says nothing else of it.
    pub fn report<M: Copy>(&self, best: M) -> Report<M> {
        Report {
            nodes: self.nodes(),
            time: self.elapsed(),
            ..Report::unsearched(best)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_ends_on_time_and_stays_over() {
        let mut watch = Watch::start(&Limits::time(Duration::from_millis(20)));
        while !watch.tick() {}
        assert!(watch.elapsed() >= Duration::from_millis(20));
        assert!(watch.tick() && watch.is_over());
    }

    #[test]
    fn a_raised_flag_ends_it_at_once() {
        let stop = Stop::new();
        stop.stop();
        let mut watch = Watch::start(&Limits::NONE.and_stop(&stop));
        while !watch.tick() {}
        assert!(watch.nodes() <= 16);
    }

    #[test]
    fn whoever_holds_the_handle_hears_of_it() {
        let live = Live::new();
        let limits = Limits::time(Duration::from_millis(150)).and_live(&live);
        let mut watch = Watch::start(&limits);
        let mut news = 0;
        while !watch.tick() {
            news += u32::from(watch.live_again().is_some());
        }
        assert_eq!(news, 1);
        let counted = live.read().nodes;
        assert!(counted > 0 && counted <= watch.nodes());
        assert!(Watch::start(&Limits::NONE).live_again().is_none());
    }

    #[test]
    fn the_timekeeper_hears_of_the_end_by_time_and_of_no_other() {
        let timekeeper = Timekeeper::new(1.0);
        let stop = Stop::new();
        stop.stop();
        let hour = Limits::time(Duration::from_secs(3_600)).and_timekeeper(&timekeeper);
        for limits in [
            hour.within(&Limits::nodes(100)),
            hour.clone().and_stop(&stop),
            // Both are reached: the nodes would have ended it on any machine.
            hour.within(&Limits::nodes(1)).and_time(Duration::ZERO),
        ] {
            let mut watch = Watch::start(&limits);
            while !watch.tick() {}
            assert!(watch.must_end_now() && !timekeeper.is_timed());
        }
        let mut watch = Watch::start(&hour.and_time(Duration::from_millis(1)));
        while !watch.tick() {}
        assert!(timekeeper.is_timed());
    }

    #[test]
    fn times_follow_the_pace_wherever_the_limits_come_from() {
        let slow = Limits::NONE.and_timekeeper(&Timekeeper::new(4.0));
        let own = Limits::time(Duration::from_millis(10));
        let mut watch = Watch::start(&own.within(&slow));
        while !watch.tick() {}
        assert!(watch.elapsed() >= Duration::from_millis(40));
        let fast = Limits::NONE.and_timekeeper(&Timekeeper::new(0.001));
        let mut watch = Watch::start(&fast.and_time(Duration::from_secs(20)));
        while !watch.tick() {}
        assert!(watch.elapsed() >= Duration::from_millis(20));
        assert!(watch.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn nobody_thinks_longer_than_either_limit_allows() {
        let second = Duration::from_secs(1);
        let clock = Limits {
            longest: Some(3 * second),
            ..Limits::time(second)
        };
        let longest = |other: Limits| [clock.within(&other).longest, other.within(&clock).longest];
        assert_eq!(longest(Limits::NONE), [Some(3 * second); 2]);
        assert_eq!(longest(Limits::time(2 * second)), [Some(2 * second); 2]);
        assert_eq!(longest(Limits::time(second / 2)), [Some(second / 2); 2]);
        assert_eq!(
            Limits::time(second).within(&Limits::time(second)).longest,
            None
        );
    }

    #[test]
    fn a_limit_of_one_node_is_one_node() {
        assert!(Watch::start(&Limits::nodes(1)).tick());
        assert!(Watch::start(&Limits::nodes(0)).tick());
    }
}
