//! The rules of a game, as everything else sees them.

use crate::{IllegalMove, Outcome, Random, Scores, Seat};
use std::{fmt::Debug, hash::Hash};

/// The rules with their parameters and tables. A variant of a game (a smaller
/// board, another rule set) is another value of the same type.
///
/// Rules know nothing of search, text or screens: searches take a `Game`, text
/// comes from [`Notation`](crate::Notation), and programs that learn the game at
/// run time use [`AnyGame`](crate::AnyGame).
///
/// ```
/// use papan_core::{Game, Random, example::Nim};
///
/// let game = Nim::new(7);
/// let mut position = game.start();
/// let mut moves = Vec::new();
/// game.moves(&position, &mut moves);
/// assert_eq!(moves, [1, 2, 3]);
/// game.play(&mut position, 3);
/// assert_eq!(game.turn(&position).unwrap().index(), 1);
///
/// let plies = game.playout(&mut position, &mut Random::new(1));
/// assert!(plies <= 4);
/// assert!(game.outcome(&position).unwrap().winner().is_some());
/// ```
pub trait Game: Send + Sync + 'static {
    /// All that the future of a game depends on; small, without heap.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// One ply: a move, one of several turns in a row, or a pass.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The position that a game begins with.
    fn start(&self) -> Self::Position;

    /// How many players there are, from two to four.
    fn seats(&self) -> usize;

    /// Who is to move, or `None` when the game is over. The same seat may be named
    /// twice in a row, and a seat may be left out: ask, never assume.
    fn turn(&self, position: &Self::Position) -> Option<Seat>;

    /// Appends the legal moves in the game's own order: at least one while
    /// [`turn`](Game::turn) names a seat, none afterwards. A caller keeps one list and
    /// truncates it, so a warm loop allocates nothing.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The legal moves in a list of their own, for callers that ask once.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Plays a legal move. Seats that cannot move are skipped here, where the game
    /// skips them; where it makes them pass, the pass is their only move. What an
    /// illegal move does is not defined, except that it is no undefined behaviour.
    fn play(&self, position: &mut Self::Position, played: Self::Move);

    /// The position after a legal move.
    #[inline(always)]
    fn after(&self, position: &Self::Position, played: Self::Move) -> Self::Position {
        let mut after = *position;
        self.play(&mut after, played);
        after
    }

    /// Whether a move is legal in a position: for callers whose moves come from elsewhere than
    /// from [`moves`](Game::moves). It may be asked about any move of the game, from whichever
    /// position. A game that can tell without listing its moves says so here.
    ///
    /// ```
    /// use papan_core::{Game, example::Nim};
    ///
    /// let nim = Nim::new(2);
    /// assert!(nim.is_legal(&nim.start(), 2));
    /// assert!(!nim.is_legal(&nim.start(), 3));
    /// ```
    fn is_legal(&self, position: &Self::Position, played: Self::Move) -> bool {
        self.legal_moves(position).contains(&played)
    }

    /// Plays a move if it is legal, and otherwise changes nothing. Searches, which have their
    /// moves from [`moves`](Game::moves), use [`play`](Game::play).
    fn try_play(
        &self,
        position: &mut Self::Position,
        played: Self::Move,
    ) -> Result<(), IllegalMove<Self::Move>> {
        if !self.is_legal(position, played) {
            return Err(IllegalMove { played });
        }
        self.play(position, played);
        Ok(())
    }

    /// The standing now, and the result once the game is over.
    fn scores(&self, position: &Self::Position) -> Scores;

    /// The same 64 bits for equal positions, on any machine and in any version.
    fn key(&self, position: &Self::Position) -> u64;

    /// The result, or `None` while the game goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        match self.turn(position) {
            Some(_) => None,
            None => Some(self.scores(position).outcome()),
        }
    }

    /// How many legal moves there are. A game that can count without listing says so
    /// here; `scratch` is for those that cannot.
    #[inline]
    fn count_moves(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        let mark = scratch.len();
        self.moves(position, scratch);
        let count = scratch.len() - mark;
        scratch.truncate(mark);
        count
    }

    /// How far the mover would be ahead by the score after a legal move, and whether the
    /// game is known to be over then. For games of two seats that can tell without playing
    /// the move, as `Some`; the last ply of a search is made of this question.
    #[inline]
    fn lead_after(&self, position: &Self::Position, played: Self::Move) -> Option<(i32, bool)> {
        let _ = (position, played);
        None
    }

    /// What a game that has ended counts in a [`perft`](crate::perft()) that asks for
    /// more plies: 0, or 1 where the published counts include it.
    #[inline]
    fn finished_ways(&self) -> u64 {
        0
    }

    /// The number of sequences of `depth` plies: see [`perft`](crate::perft()). A game
    /// with a faster way to the same number overrides it.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        crate::perft(self, position, depth)
    }

    /// Plays uniformly random moves to the end and returns how many: see
    /// [`playout`](crate::playout()). A game with a faster way to the same moves
    /// overrides it; equal seeds give equal games either way.
    fn playout(&self, position: &mut Self::Position, random: &mut Random) -> u32 {
        crate::playout(self, position, random)
    }
}
