//! The texts of the openings that were played most.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

/// The texts of some openings by their numbers: of more than those that were played most, and of
/// far fewer than all, which may be as many as there are games. Any text that was forgotten had
/// [`KEPT`] others before it, by their games and then by their texts. Games are never
/// taken away, so that those stay before it until it is played again, and then it is seen again.
#[derive(Clone, Debug, Default)]
pub(super) struct OpeningTexts {
    texts: HashMap<u64, String>,
}

/// How many are kept at least: ten times as many as a table shows, because one whose games all
/// repeat those of other openings is not shown.
const KEPT: usize = 512;

/// One text for this many games may be there before some are forgotten, so that it is seldom
/// looked for those.
const GAMES_A_TEXT: usize = 64;

impl OpeningTexts {
    /// An opening was played.
    pub(super) fn see(&mut self, opening: u64, text: &str) {
        self.texts.entry(opening).or_insert_with(|| text.to_owned());
    }

    /// Whether the text of an opening is there.
    pub(super) fn has(&self, opening: u64) -> bool {
        self.texts.contains_key(&opening)
    }

    /// Whether there are so many texts that some should be forgotten.
    pub(super) fn are_many(&self, games: usize) -> bool {
        self.texts.len() > 2 * KEPT + games / GAMES_A_TEXT
    }

    /// Forgets all but those that were played most in games with these openings.
    pub(super) fn forget(&mut self, played: impl Iterator<Item = u64>) {
        let best = self.most_played(played, KEPT, |_| true);
        let best: HashSet<u64> = best.into_iter().map(|(opening, _)| opening).collect();
        self.texts.retain(|opening, _| best.contains(opening));
    }

    /// The openings that were played most, with their texts: at most `most` of those that are
    /// meant.
    pub(super) fn most_played(
        &self,
        played: impl Iterator<Item = u64>,
        most: usize,
        is_meant: impl Fn(u64) -> bool,
    ) -> Vec<(u64, &str)> {
        let mut games: HashMap<u64, u64> = HashMap::with_capacity(self.texts.len());
        for opening in played.filter(|opening| self.has(*opening)) {
            *games.entry(opening).or_default() += 1;
        }
        let text = |opening: u64| self.texts[&opening].as_str();
        let meant = games.into_iter().filter(|(opening, _)| is_meant(*opening));
        let mut order: Vec<(u64, u64)> = meant.collect();
        order.sort_unstable_by_key(|&(opening, games)| (Reverse(games), text(opening)));
        order.truncate(most);
        let opening = |(opening, _): (u64, u64)| (opening, text(opening));
        order.into_iter().map(opening).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as with all texts, in a fraction of them.
    #[test]
    fn what_is_forgotten_is_not_among_the_most_played() {
        let mut texts = OpeningTexts::default();
        let mut all = OpeningTexts::default();
        let mut played: Vec<u64> = Vec::new();
        for game in 0..20_000_u64 {
            // Most come once; those that come often do so early, late or all the time.
            let opening = match game % 4 {
                0 => game % 300,
                1 if game > 15_000 => 1_000 + game % 200,
                _ => 1_000_000 - game,
            };
            let text = format!("opening {}", opening * 7_919 % 1_000_003);
            played.push(opening);
            texts.see(opening, &text);
            all.see(opening, &text);
            if texts.are_many(played.len()) {
                texts.forget(played.iter().copied());
            }
        }
        let best = |texts: &OpeningTexts| -> Vec<(u64, String)> {
            let best = texts.most_played(played.iter().copied(), 50, |_| true);
            let owned = |(opening, text): (u64, &str)| (opening, text.to_owned());
            best.into_iter().map(owned).collect()
        };
        assert_eq!(best(&texts), best(&all));
        assert!(all.texts.len() > 10_000 && texts.texts.len() < 1_500);
    }
}
