//! Which of several best moves is played.

use papan_core::Random;

/// Which of several best moves is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first that was found.
    First,
    /// The last.
    Last,
    /// Any, each as likely as the others.
    Random,
}

impl Ties {
    /// Whether a move takes the place of an equally good one before it; it is number
    /// `equal` of those that do not come first.
    #[inline]
    pub fn takes_equal(self, equal: usize, random: &mut Random) -> bool {
        match self {
            Ties::First => false,
            Ties::Last => true,
            Ties::Random => random.below(equal + 1) == 0,
        }
    }
}
