//! Several threads on one search.
//!
//! All share the transposition tables. At a node far from the leaves, once the first move has been
//! searched (the young brothers wait), a thread that has nothing to do may take others of its
//! moves: the node is split. One thread that finds a move good enough ends the work of all at that
//! node and below.

use super::{
    Engine, endgame_table::EndgameTable, midgame::SearchState, moves::OrderedMove, table::NO_SQUARE,
};
use papan_core::machine;
use papan_othello::kernel::{Kernel, Task};
use papan_search::{Limits, Watch};
use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// From this many empty squares on an endgame node may be split: below, telling others takes longer.
const SPLIT_EMPTIES: u32 = 15;

/// From this depth on a midgame node may be split.
const SPLIT_PLIES: u32 = 7;

/// How long a thread that waits for others sleeps before it looks at the clock.
const NAP: Duration = Duration::from_millis(2);

/// What the threads of a search share.
#[derive(Default)]
pub(super) struct Team {
    /// The nodes that have moves to give away.
    open: Mutex<Vec<Arc<Split>>>,
    /// Rings when there is something new to do, and when something is done.
    news: Condvar,
    idle: AtomicUsize,
    over: AtomicBool,
    /// What the helpers have searched.
    nodes: AtomicU64,
}

/// How far a node is from the leaves.
#[derive(Clone, Copy)]
pub(super) enum Height {
    /// Plies of a midgame search.
    Plies(u32),
    /// Empty squares of a search to the end.
    Squares(u32),
}

/// A node whose moves several threads search: is any of them worth more than `alpha`?
struct Split {
    /// The split that the thread works at which made this one.
    above: Option<Arc<Split>>,
    moves: Vec<OrderedMove>,
    height: Height,
    alpha: i32,
    level: u8,
    next: AtomicUsize,
    working: AtomicUsize,
    stopped: AtomicBool,
    /// The highest value and its square, and how many moves have been searched.
    found: Mutex<(i32, u8, usize)>,
}

impl Split {
    /// Whether nobody needs its result any more.
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
            || self.above.as_ref().is_some_and(|above| above.is_stopped())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        self.above
            .as_ref()
            .is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_stopped()
    }
}

/// A thread's place in a team.
#[derive(Clone)]
pub(super) struct Member {
    team: Arc<Team>,
    /// The split that this thread works at.
    at: Option<Arc<Split>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets all threads of an engine work at what `search` searches.
pub(super) fn with_helpers<T>(engine: &mut Engine, search: impl FnOnce(&mut Engine) -> T) -> T {
    if engine.searching < 2 {
        return search(engine);
    }
    let (kernel, threads) = (engine.game.kernel(), engine.searching);
    let team = Arc::new(Team::default());
    let member = Member {
        team: team.clone(),
        at: None,
    };
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..threads {
            let mut helper = engine.state.helper(member.clone());
            let started = thread::Builder::new().spawn_scoped(scope, move || {
                kernel.run(Help(&mut helper));
                machine::thread_processor_time()
            });
            // A machine without more threads searches with those that it has.
            match started {
                Ok(helper) => helpers.push(helper),
                Err(_) => break,
            }
        }
        engine.state.member = Some(member);
        let result = search(engine);
        engine.state.member = None;
        team.over.store(true, Ordering::Relaxed);
        drop(lock(&team.open));
        team.news.notify_all();
        for helper in helpers {
            match helper.join() {
                Ok(taken) => machine::add_helper(taken.unwrap_or_default()),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result
    })
}

/// Takes moves of any split until the search is over.
struct Help<'a>(&'a mut SearchState);

impl Task for Help<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let state = self.0;
        let Some(Member { team, .. }) = state.member.clone() else {
            return;
        };
        team.idle.fetch_add(1, Ordering::Relaxed);
        let mut open = lock(&team.open);
        while !team.over.load(Ordering::Relaxed) {
            let Some(split) = open.iter().find(|split| split.has_moves()).cloned() else {
                open = team.news.wait(open).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            split.working.fetch_add(1, Ordering::Relaxed);
            drop(open);
            team.idle.fetch_sub(1, Ordering::Relaxed);
            let before = state.watch.nodes();
            state.work(kernel, &split);
            let nodes = state.watch.nodes() - before;
            team.nodes.fetch_add(nodes, Ordering::Relaxed);
            team.idle.fetch_add(1, Ordering::Relaxed);
            open = lock(&team.open);
            split.working.fetch_sub(1, Ordering::Relaxed);
            team.news.notify_all();
        }
    }
}

impl SearchState {
    /// A state for another thread of the same search.
    fn helper(&self, member: Member) -> SearchState {
        let mut near_table = EndgameTable::near();
        near_table.clear();
        SearchState {
            board: self.board,
            corners: self.corners,
            edges: self.edges,
            evaluation: self.evaluation,
            table: self.table.clone(),
            endgame_table: self.endgame_table.clone(),
            near_table,
            level: self.level,
            member: Some(member),
            watch: Watch::start(&Limits::NONE),
            selective: self.selective,
            margins: self.margins,
        }
    }

    /// Whether the search has been told to end, or its result is not needed any more.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.watch.is_over()
            || self
                .member
                .as_ref()
                .is_some_and(|member| member.at.as_ref().is_some_and(|split| split.is_stopped()))
    }

    /// The nodes that all threads have searched so far.
    pub(super) fn nodes(&self) -> u64 {
        let helpers = self.member.as_ref();
        let helpers = helpers.map(|member| member.team.nodes.load(Ordering::Relaxed));
        self.watch.nodes() + helpers.unwrap_or(0)
    }

    /// Whether a node of this height should be split.
    #[inline(always)]
    pub(super) fn has_idle_helper(&self, height: Height) -> bool {
        let is_high = match height {
            Height::Plies(plies) => plies >= SPLIT_PLIES,
            Height::Squares(squares) => squares >= SPLIT_EMPTIES,
        };
        is_high
            && self
                .member
                .as_ref()
                .is_some_and(|member| member.team.idle.load(Ordering::Relaxed) > 0)
    }

    /// Searches moves of a node together with idle threads: the highest value and its square, or
    /// `None` when the search was stopped.
    pub(super) fn share<K: Kernel>(
        &mut self,
        kernel: K,
        moves: Vec<OrderedMove>,
        height: Height,
        alpha: i32,
    ) -> Option<(i32, u8)> {
        let Member { team, at } = self.member.clone()?;
        let split = Arc::new(Split {
            above: at,
            moves,
            height,
            alpha,
            level: self.level,
            next: AtomicUsize::new(0),
            working: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            found: Mutex::new((i32::MIN, NO_SQUARE, 0)),
        });
        lock(&team.open).push(split.clone());
        team.news.notify_all();
        self.work(kernel, &split);
        let mut open = lock(&team.open);
        if let Some(at) = open.iter().position(|other| Arc::ptr_eq(other, &split)) {
            open.remove(at);
        }
        // Until the others are done with it, help them.
        while split.working.load(Ordering::Relaxed) > 0 {
            if self.watch.must_end_now() {
                split.stopped.store(true, Ordering::Relaxed);
            }
            let below = |other: &&Arc<Split>| other.is_below(&split) && other.has_moves();
            if let Some(other) = open.iter().find(below).cloned() {
                other.working.fetch_add(1, Ordering::Relaxed);
                drop(open);
                self.work(kernel, &other);
                open = lock(&team.open);
                other.working.fetch_sub(1, Ordering::Relaxed);
                team.news.notify_all();
                continue;
            }
            team.idle.fetch_add(1, Ordering::Relaxed);
            (open, _) = team
                .news
                .wait_timeout(open, NAP)
                .unwrap_or_else(PoisonError::into_inner);
            team.idle.fetch_sub(1, Ordering::Relaxed);
        }
        drop(open);
        if self.is_stopped() {
            return None;
        }
        let (value, square, searched) = *lock(&split.found);
        (value > alpha || searched == split.moves.len()).then_some((value, square))
    }

    /// Searches moves of a split as long as there are any.
    #[inline(always)]
    fn work<K: Kernel>(&mut self, kernel: K, split: &Arc<Split>) {
        let at = self
            .member
            .as_mut()
            .and_then(|member| member.at.replace(split.clone()));
        let level = std::mem::replace(&mut self.level, split.level);
        let alpha = split.alpha;
        while !self.is_stopped() {
            let Some(chosen) = split.moves.get(split.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let window = (-alpha - 1, -alpha);
            let value = -match split.height {
                Height::Plies(plies) => self.midgame_after(kernel, chosen, plies - 1, window),
                Height::Squares(empties) => self.after(kernel, chosen, empties - 1, window),
            };
            if self.is_stopped() {
                break;
            }
            let mut found = lock(&split.found);
            found.2 += 1;
            if value > found.0 {
                (found.0, found.1) = (value, chosen.square);
            }
            if value > alpha {
                split.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.level = level;
        if let Some(member) = &mut self.member {
            member.at = at;
        }
    }
}
