//! The batches that are out: how large they are, how many, and which must be issued again.

use papan_arena::Slot;
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::{Duration, Instant},
};

/// How long a batch should keep one thread busy: long enough that messages cost nothing, short
/// enough that little is lost with a worker and the last ones come in at about the same time.
const BATCH_TIME: Duration = Duration::from_millis(1_500);

/// The same where games must not run ahead of what has been counted.
const CAREFUL_BATCH_TIME: Duration = Duration::from_millis(250);

/// The most games of a batch, such that a message stays well below what servers carry.
const MOST_GAMES: u64 = 1_000;

/// Without a sign for this long, whoever had a batch does not have it any more.
const SILENCE: Duration = Duration::from_secs(12);

/// Over which time speeds are measured.
const RATE_TIME: Duration = Duration::from_secs(4);

/// Batches that were issued and are not done.
pub(super) struct Batches {
    /// What the names of batches begin with, other in every run.
    nonce: String,
    next: u64,
    open: BTreeMap<u64, OpenBatch>,
    batch_of: HashMap<Slot, u64>,
    again: VecDeque<Slot>,
    size: f64,
    careful: bool,
    rate: Rate,
}

struct OpenBatch {
    /// Those of its jobs that are not done.
    slots: Vec<Slot>,
    /// Its place in the stream of jobs, once the server has it.
    sequence: Option<u64>,
    /// When anyone last said something of it.
    seen: Instant,
}

impl Batches {
    pub(super) fn new(nonce: String, careful: bool, size: f64) -> Batches {
        Batches {
            nonce,
            next: 0,
            open: BTreeMap::new(),
            batch_of: HashMap::new(),
            again: VecDeque::new(),
            size,
            careful,
            rate: Rate::default(),
        }
    }

    /// How many games the next batch has, when these many are left for so many threads.
    fn next_size(&mut self, threads: usize, left: u64, now: Instant) -> u64 {
        let threads = threads.max(1) as f64;
        let time = if self.careful {
            CAREFUL_BATCH_TIME
        } else {
            BATCH_TIME
        };
        if let Some(rate) = self.rate.per_second(now) {
            let wanted = time.as_secs_f64() * rate / threads;
            // Slow at first, before a batch has come back and told how long games are.
            self.size = wanted.clamp(self.size / 4.0, self.size * 4.0);
        }
        self.size = self.size.clamp(1.0, MOST_GAMES as f64);
        let even = (left as f64 / (2.0 * threads)).max(1.0);
        self.size.min(even) as u64
    }

    /// The size of batches that was found, for the next run.
    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// How many batches may be out: one in work and one in hand for each thread.
    fn most_open(&self, threads: usize) -> usize {
        match self.careful {
            true => threads.max(1) + 1,
            false => 2 * threads.max(1),
        }
    }

    /// The next batch to issue with its name and jobs; `None` when enough are out or there are
    /// no more.
    pub(super) fn issue(
        &mut self,
        threads: usize,
        left: u64,
        now: Instant,
        next: &mut dyn FnMut() -> Option<Slot>,
    ) -> Option<(u64, String, Vec<Slot>)> {
        if self.open.len() >= self.most_open(threads) {
            return None;
        }
        let size = self.next_size(threads, left, now);
        let mut slots = Vec::new();
        while (slots.len() as u64) < size {
            let Some(slot) = self.again.pop_front().or_else(&mut *next) else {
                break;
            };
            slots.push(slot);
        }
        if slots.is_empty() {
            return None;
        }
        let number = self.next;
        self.next += 1;
        for slot in &slots {
            self.batch_of.insert(*slot, number);
        }
        let batch = OpenBatch {
            slots: slots.clone(),
            sequence: None,
            seen: now,
        };
        self.open.insert(number, batch);
        Some((number, self.name(number), slots))
    }

    fn name(&self, number: u64) -> String {
        format!("{}-{number}", self.nonce)
    }

    /// The number of a batch of this run.
    fn number(&self, name: &str) -> Option<u64> {
        let number = name.strip_prefix(&self.nonce)?.strip_prefix('-')?;
        number.parse().ok()
    }

    /// The server has it.
    pub(super) fn stored(&mut self, number: u64, sequence: u64) {
        if let Some(batch) = self.open.get_mut(&number) {
            batch.sequence = Some(sequence);
        }
    }

    /// A worker says that it has these.
    pub(super) fn signed(&mut self, names: &[String], now: Instant) {
        for name in names {
            if let Some(number) = self.number(name)
                && let Some(batch) = self.open.get_mut(&number)
            {
                batch.seen = now;
            }
        }
    }

    /// A game has come. Whether it was waited for.
    pub(super) fn done(&mut self, slot: Slot, now: Instant) -> bool {
        let Some(number) = self.batch_of.remove(&slot) else {
            // It may wait to be issued again.
            let waiting = self.again.len();
            self.again.retain(|open| *open != slot);
            return self.again.len() < waiting;
        };
        self.rate.add(now);
        if let Some(batch) = self.open.get_mut(&number) {
            batch.seen = now;
            batch.slots.retain(|open| *open != slot);
            if batch.slots.is_empty() {
                self.open.remove(&number);
            }
        }
        true
    }

    /// A job will not be played by whoever had it.
    pub(super) fn give_back(&mut self, slot: Slot) {
        if let Some(number) = self.batch_of.remove(&slot) {
            if let Some(batch) = self.open.get_mut(&number) {
                batch.slots.retain(|open| *open != slot);
                if batch.slots.is_empty() {
                    self.open.remove(&number);
                }
            }
            self.again.push_back(slot);
        }
    }

    /// Takes back the batches that someone was given, up to this place in the stream, and that
    /// nobody has spoken of for long. Returns their places.
    pub(super) fn take_silent(&mut self, delivered: u64, now: Instant) -> Vec<u64> {
        let is_silent = |batch: &OpenBatch| {
            batch.sequence.is_some_and(|sequence| sequence <= delivered)
                && now.saturating_duration_since(batch.seen) > SILENCE
        };
        let silent = self.open.iter().filter(|(_, batch)| is_silent(batch));
        let numbers: Vec<u64> = silent.map(|(number, _)| *number).collect();
        let taken = numbers.iter().filter_map(|number| self.take_back(*number));
        taken.collect()
    }

    /// Takes back all batches: the server has forgotten them, or has never had them.
    pub(super) fn take_all(&mut self) {
        let numbers: Vec<u64> = self.open.keys().copied().collect();
        for number in numbers {
            self.take_back(number);
        }
    }

    /// Takes back what comes after the last that a server remembers.
    pub(super) fn take_after(&mut self, last: u64) {
        let lost = |batch: &OpenBatch| batch.sequence.is_some_and(|sequence| sequence > last);
        let lost = self.open.iter().filter(|(_, batch)| lost(batch));
        let numbers: Vec<u64> = lost.map(|(number, _)| *number).collect();
        for number in numbers {
            self.take_back(number);
        }
    }

    /// Takes back a batch; its place in the stream, if it has one.
    pub(super) fn take_back(&mut self, number: u64) -> Option<u64> {
        let batch = self.open.remove(&number)?;
        for slot in batch.slots {
            self.batch_of.remove(&slot);
            self.again.push_back(slot);
        }
        batch.sequence
    }

    /// The first place in the stream that is still needed.
    pub(super) fn first_needed(&self) -> Option<u64> {
        self.open.values().filter_map(|batch| batch.sequence).min()
    }

    /// Whether nothing is out and nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty() && self.again.is_empty()
    }

    /// How many games come in a second, lately.
    pub(super) fn per_second(&self, now: Instant) -> f64 {
        self.rate.per_second(now).unwrap_or(0.0)
    }
}

/// How often something happens.
#[derive(Default)]
pub(crate) struct Rate {
    /// How much has happened in each tenth of a second or so.
    counts: VecDeque<(Instant, u64)>,
    first: Option<Instant>,
}

/// Into how many pieces the time is divided over which a rate is measured.
const PIECES: u32 = 40;

impl Rate {
    pub(crate) fn add(&mut self, now: Instant) {
        self.first.get_or_insert(now);
        match self.counts.back_mut() {
            Some((begin, count)) if now.saturating_duration_since(*begin) < RATE_TIME / PIECES => {
                *count += 1;
            }
            _ => self.counts.push_back((now, 1)),
        }
        while let Some((begin, _)) = self.counts.front()
            && now.saturating_duration_since(*begin) > RATE_TIME
        {
            self.counts.pop_front();
        }
    }

    /// How often a second; `None` before anything has happened.
    pub(crate) fn per_second(&self, now: Instant) -> Option<f64> {
        let first = self.first?;
        let age = now.saturating_duration_since(first);
        let recent = self
            .counts
            .iter()
            .filter(|(begin, _)| now.saturating_duration_since(*begin) <= RATE_TIME);
        let count: u64 = recent.map(|(_, count)| count).sum();
        let time = age.clamp(Duration::from_millis(250), RATE_TIME);
        Some(count as f64 / time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batches() -> Batches {
        Batches::new("n".to_owned(), false, 1.0)
    }

    fn issue(batches: &mut Batches, now: Instant, from: &mut u64) -> Option<(u64, Vec<Slot>)> {
        let mut next = || {
            *from += 1;
            Some((0, *from - 1))
        };
        let issued = batches.issue(2, 1_000_000, now, &mut next);
        issued.map(|(number, _, slots)| (number, slots))
    }

    #[test]
    fn batches_grow_until_they_take_their_time() {
        let (mut batches, mut now, mut from) = (batches(), Instant::now(), 0);
        let mut sizes = Vec::new();
        // Two threads that play 50 games a second each.
        for _ in 0..40 {
            let (_, slots) = issue(&mut batches, now, &mut from).unwrap();
            sizes.push(slots.len());
            for slot in slots {
                now += Duration::from_millis(10);
                batches.done(slot, now);
            }
        }
        assert_eq!(sizes[0], 1);
        let last = *sizes.last().unwrap();
        assert!((50..=100).contains(&last), "{sizes:?}");
        assert!(batches.is_empty());
    }

    #[test]
    fn only_so_many_are_out() {
        let (mut batches, now, mut from) = (batches(), Instant::now(), 0);
        let issued: Vec<_> = std::iter::from_fn(|| issue(&mut batches, now, &mut from)).collect();
        assert_eq!(issued.len(), 4);
        batches.done(issued[0].1[0], now);
        assert!(issue(&mut batches, now, &mut from).is_some());
    }

    #[test]
    fn what_nobody_speaks_of_is_issued_again() {
        let (mut batches, now, mut from) = (batches(), Instant::now(), 0);
        let (first, slots) = issue(&mut batches, now, &mut from).unwrap();
        let (second, _) = issue(&mut batches, now, &mut from).unwrap();
        batches.stored(first, 7);
        batches.stored(second, 8);
        let later = now + SILENCE + Duration::from_secs(1);
        // Nobody has it yet: it waits in the stream.
        assert!(batches.take_silent(6, later).is_empty());
        // Somebody speaks of it.
        batches.signed(&["n-0".to_owned(), "other-0".to_owned()], later);
        assert!(batches.take_silent(7, later).is_empty());
        let much_later = later + SILENCE + Duration::from_secs(1);
        assert_eq!(batches.take_silent(7, much_later), [7]);
        let (_, again) = issue(&mut batches, much_later, &mut from).unwrap();
        assert_eq!(again, slots);
        // The server forgot the last messages.
        batches.take_after(7);
        assert!(batches.first_needed().is_none());
    }
}
