//! Whose turn it is: a line for each, and the lines in turn.

use papan_host::{Client, thinkers::Asker};
use std::collections::{HashMap, VecDeque};

/// Who has one turn at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Turn {
    /// All that comes from one address.
    Client(Client),
    /// One game or page. On this machine all of them come from one address, and there a page
    /// must not wait for what another program asks.
    Owner(u64),
}

impl From<Asker> for Turn {
    fn from(asker: Asker) -> Turn {
        match asker.client.is_this_machine() {
            true => Turn::Owner(asker.owner),
            false => Turn::Client(asker.client),
        }
    }
}

/// What waits, each in the line of whoever asked.
pub(super) struct Turns<T> {
    /// Those with something in their line, who is next first.
    order: VecDeque<Turn>,
    lines: HashMap<Turn, VecDeque<T>>,
}

impl<T> Default for Turns<T> {
    fn default() -> Turns<T> {
        Turns {
            order: VecDeque::new(),
            lines: HashMap::new(),
        }
    }
}

impl<T> Turns<T> {
    pub(super) fn push(&mut self, turn: Turn, item: T) {
        let line = self.lines.entry(turn).or_default();
        if line.is_empty() {
            self.order.push_back(turn);
        }
        line.push_back(item);
    }

    /// The first of the line whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        let turn = self.order.pop_front()?;
        let line = self.lines.get_mut(&turn)?;
        let item = line.pop_front();
        match line.is_empty() {
            true => drop(self.lines.remove(&turn)),
            false => self.order.push_back(turn),
        }
        item
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.lines.values().flatten()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Takes out all that are like this.
    pub(super) fn take_out(&mut self, like: impl Fn(&T) -> bool) -> Vec<T> {
        let mut taken = Vec::new();
        for line in self.lines.values_mut() {
            if line.iter().any(&like) {
                let all = std::mem::take(line).into_iter();
                let (out, kept): (VecDeque<T>, VecDeque<T>) = all.partition(&like);
                taken.extend(out);
                *line = kept;
            }
        }
        self.lines.retain(|_, line| !line.is_empty());
        let lines = &self.lines;
        self.order.retain(|turn| lines.contains_key(turn));
        taken
    }
}
