//! The rules.

use crate::{
    Move, Piece, Position, Rules, Scoring, Squares, Violation,
    encoding::Numbers,
    generate::{self, Legal, Reach, Tables},
    notation::square_name_of,
    pieces::{Offset, PIECE_SQUARES, orientations},
    position::{ALL_PIECES, OVER},
    rules::{MAX_SIZE, MIN_SIZE, Square},
};
use papan_core::{
    Game, MAX_SEATS, Random, Scores, Seat, key,
    spec::{Settings, SpecError},
};
use std::sync::{Arc, OnceLock};

/// Blokus on a board that fits in `WORDS` words: see [`Small`](crate::Small) and
/// [`Large`](crate::Large).
///
/// ```
/// use papan_blokus::Small;
/// use papan_core::{Game, Notation};
///
/// let duo = Small::named("blokus-duo").unwrap();
/// let mut position = duo.start();
/// assert_eq!(duo.perft(&position, 1), 414);
/// let cross = duo.parse_move(&position, "e9,d10,e10,f10,e11").unwrap();
/// duo.play(&mut position, cross);
/// assert_eq!(duo.turn(&position).unwrap().index(), 1);
/// assert_eq!(
///     duo.parse_move(&position, "e9").unwrap_err().to_string(),
///     "'e9' is not allowed: it overlaps a piece on the board"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Blokus<const WORDS: usize> {
    rules: Rules,
    name: String,
    tables: Tables,
    /// The squares of the board, without the gap behind each row.
    board: Squares<WORDS>,
    starts: [Squares<WORDS>; MAX_SEATS],
    /// Made when someone asks for them.
    pub(crate) numbers: OnceLock<Arc<Numbers>>,
}

impl<const WORDS: usize> Blokus<WORDS> {
    /// The largest board that fits: each row takes one bit more than it has squares, and
    /// the longest piece reaches four rows down.
    pub const MAX_SIZE: usize = {
        let mut size = MIN_SIZE;
        while size < MAX_SIZE
            && (size + 1) * (size + 2) <= 64 * WORDS
            && 4 * (size + 2) <= Squares::<WORDS>::FARTHEST as usize
        {
            size += 1;
        }
        size
    };

    /// The game with these rules, or `None` when the board is too large for the words.
    pub fn new(rules: Rules) -> Option<Blokus<WORDS>> {
        if rules.size() > Self::MAX_SIZE {
            return None;
        }
        let stride = rules.size() + 1;
        let mut board = Squares::EMPTY;
        for row in 0..rules.size() {
            for column in 0..rules.size() {
                board.insert(row * stride + column);
            }
        }
        let mut starts = [Squares::EMPTY; MAX_SEATS];
        for (set, &(row, column)) in starts.iter_mut().zip(rules.starts()) {
            *set = Squares::one(row * stride + column);
        }
        Some(Blokus {
            name: rules.name(),
            tables: Tables::new(stride),
            board,
            starts,
            rules,
            numbers: OnceLock::new(),
        })
    }

    /// The game that a text such as `blokus-duo` names.
    pub fn named(text: &str) -> Result<Blokus<WORDS>, SpecError> {
        let settings = Settings::parse("game", text, crate::PRESETS)?;
        Blokus::new(Rules::from_settings(&settings)?).ok_or_else(|| {
            let most = Self::MAX_SIZE;
            settings.conflict(format!(
                "boards of this type have at most {most}x{most} squares"
            ))
        })
    }

    /// The same game without special instructions, the twin that the faster kernels are
    /// tested against.
    pub fn portable(self) -> Blokus<WORDS> {
        Blokus {
            tables: self.tables.portable(),
            ..self
        }
    }

    /// What is played.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn known_name(&self) -> &str {
        &self.name
    }

    /// The bits from one row to the next.
    pub(crate) const fn stride(&self) -> usize {
        self.rules.size() + 1
    }

    /// The index of a square in a set.
    #[inline]
    pub const fn index(&self, (row, column): Square) -> usize {
        row * self.stride() + column
    }

    /// The square with this index.
    #[inline]
    pub const fn square(&self, index: usize) -> Square {
        (index / self.stride(), index % self.stride())
    }

    /// The piece of a move and the squares it covers, row by row from the top left.
    pub fn placement(&self, played: Move) -> (Piece, Vec<Square>) {
        let (orientation, anchor) = played.parts::<WORDS>();
        let orientation = &orientations()[orientation];
        let (row, column) = self.square(anchor);
        let place = |&(down, right): &Offset| {
            (
                row.wrapping_add_signed(down as isize),
                column.wrapping_add_signed(right as isize),
            )
        };
        (
            orientation.piece,
            orientation.squares.iter().map(place).collect(),
        )
    }

    /// The squares of a move as a set, and its piece.
    #[inline]
    pub fn covered(&self, played: Move) -> (Squares<WORDS>, Piece) {
        let (orientation, anchor) = played.parts::<WORDS>();
        let squares = self.tables.covered(orientation, anchor);
        (squares, self.tables.piece(orientation))
    }

    /// The piece of a move.
    #[inline]
    pub fn piece(&self, played: Move) -> Piece {
        self.tables.piece(played.parts::<WORDS>().0)
    }

    /// The number of a move's orientation in [`orientations`](fn@orientations), and the
    /// square of its anchor.
    #[inline]
    pub fn anchored(&self, played: Move) -> (usize, Square) {
        let (orientation, anchor) = played.parts::<WORDS>();
        (orientation, self.square(anchor))
    }

    /// Every placement on the empty board, by orientation and anchor.
    ///
    /// ```
    /// use papan_blokus::Small;
    ///
    /// assert_eq!(Small::named("blokus-duo").unwrap().placements().count(), 13_729);
    /// ```
    pub fn placements(&self) -> impl Iterator<Item = Move> + use<'_, WORDS> {
        let size = self.rules.size() as i32;
        orientations()
            .iter()
            .enumerate()
            .flat_map(move |(at, shape)| {
                let on_board = move |&(row, column): &Square| {
                    shape.squares.iter().all(|&(down, right)| {
                        let (row, column) = (row as i32 + down, column as i32 + right);
                        (0..size).contains(&row) && (0..size).contains(&column)
                    })
                };
                let anchors = self.board.iter().map(|index| self.square(index));
                anchors
                    .filter(on_board)
                    .map(move |anchor| Move::new::<WORDS>(at, self.index(anchor)))
            })
    }

    /// The placement on the images of the squares of another one, for images that keep
    /// shapes and stay on the board.
    ///
    /// ```
    /// use papan_blokus::Small;
    ///
    /// let duo = Small::named("blokus-duo").unwrap();
    /// let turned = |(row, column)| (13 - row, 13 - column);
    /// for played in duo.placements() {
    ///     let image = duo.image(played, turned).unwrap();
    ///     assert_eq!(duo.piece(image), duo.piece(played));
    ///     assert_eq!(duo.image(image, turned), Some(played));
    /// }
    /// ```
    pub fn image(&self, played: Move, image_of: impl Fn(Square) -> Square) -> Option<Move> {
        let (_, squares) = self.placement(played);
        let images: Vec<Square> = squares.into_iter().map(image_of).collect();
        self.move_covering(&images)
    }

    /// The move that covers exactly these squares of the board, if they have the shape of
    /// a piece.
    pub(crate) fn move_covering(&self, squares: &[Square]) -> Option<Move> {
        let shape: Vec<Offset> = squares.iter().map(|&(r, c)| (r as i32, c as i32)).collect();
        let shape = crate::pieces::anchored(&shape);
        let orientation = orientations().iter().position(|o| o.squares == shape)?;
        let anchor = squares.iter().min()?;
        Some(Move::new::<WORDS>(orientation, self.index(*anchor)))
    }

    /// The rule that a placement on the board would break for the colour to move, as if
    /// the colour were `colour`.
    pub(crate) fn check(
        &self,
        position: &Position<WORDS>,
        colour: usize,
        played: Move,
    ) -> Result<(), Violation> {
        let (squares, piece) = self.covered(played);
        let reach = self.reach(position, colour);
        let own = position.placed[colour];
        if reach.pieces >> piece.index() & 1 == 0 {
            return Err(Violation::NotLeft(piece));
        }
        if !(squares & self.occupied(position)).is_empty() {
            return Err(Violation::Overlap);
        }
        if own.is_empty() {
            return match (squares & reach.corners).is_empty() {
                true => Err(Violation::MissesStart(square_name_of(
                    self.rules.starts()[colour],
                    self.rules.size(),
                ))),
                false => Ok(()),
            };
        }
        if !(squares & !reach.open).is_empty() {
            return Err(Violation::Edge);
        }
        match (squares & reach.corners).is_empty() {
            true => Err(Violation::NoCorner),
            false => Ok(()),
        }
    }

    /// The squares of the board.
    #[inline]
    pub const fn squares(&self) -> Squares<WORDS> {
        self.board
    }

    /// The squares of the board beside a set: those that share an edge with one of its
    /// squares. Squares of the set may be among them.
    ///
    /// ```
    /// use papan_blokus::{Small, Squares};
    ///
    /// let duo = Small::named("blokus-duo").unwrap();
    /// let corner = Squares::one(duo.index((0, 0)));
    /// assert_eq!(duo.beside(corner).count(), 2);
    /// assert_eq!(duo.diagonal(corner), Squares::one(duo.index((1, 1))));
    /// ```
    #[inline(always)]
    pub fn beside(&self, set: Squares<WORDS>) -> Squares<WORDS> {
        let stride = self.stride() as u32;
        (set.up(1) | set.down(1) | set.up(stride) | set.down(stride)) & self.board
    }

    /// The squares of the board that share a corner with a square of a set. Squares of
    /// the set and beside it may be among them.
    #[inline(always)]
    pub fn diagonal(&self, set: Squares<WORDS>) -> Squares<WORDS> {
        let stride = self.stride() as u32;
        let sideways = set.up(1) | set.down(1);
        (sideways.up(stride) | sideways.down(stride)) & self.board
    }

    /// The squares that any colour has covered.
    #[inline(always)]
    pub fn occupied(&self, position: &Position<WORDS>) -> Squares<WORDS> {
        let [first, second, third, fourth] = position.placed;
        first | second | third | fourth
    }

    /// What a colour may build on. The squares in the gaps between rows may come out as
    /// corners, but never as open, so no placement can use them.
    #[inline(always)]
    fn reach(&self, position: &Position<WORDS>, colour: usize) -> Reach<WORDS> {
        let own = position.placed[colour];
        let stride = self.stride() as u32;
        let beside = own.up(1) | own.down(1);
        let neighbours = beside | own.up(stride) | own.down(stride);
        let free = self.board & !self.occupied(position);
        Reach {
            open: free & !neighbours,
            corners: match own.is_empty() {
                true => self.starts[colour],
                false => beside.up(stride) | beside.down(stride),
            },
            pieces: position.left[colour],
        }
    }

    /// The squares of which the next placement of the colour to move must cover one.
    pub fn playable_corners(&self, position: &Position<WORDS>) -> Squares<WORDS> {
        match position.colour() {
            None => Squares::EMPTY,
            Some(colour) => {
                let reach = self.reach(position, colour);
                reach.open & reach.corners
            }
        }
    }

    /// The squares that a colour may still cover: empty and not beside its own pieces.
    #[inline(always)]
    pub fn open(&self, position: &Position<WORDS>, colour: usize) -> Squares<WORDS> {
        self.reach(position, colour).open
    }

    /// The squares of which a placement of a colour must cover one, whoever's turn it is.
    #[inline(always)]
    pub fn corners(&self, position: &Position<WORDS>, colour: usize) -> Squares<WORDS> {
        let reach = self.reach(position, colour);
        reach.open & reach.corners
    }

    /// Finds every placement of a colour with some of its pieces, given as a set like
    /// [`Position::hand`], whoever's turn it is.
    ///
    /// ```
    /// use papan_blokus::{Legal, Piece, Small};
    /// use papan_core::Game;
    ///
    /// let duo = Small::named("blokus-duo").unwrap();
    /// let mut legal = Legal::new();
    /// duo.find(&duo.start(), 1, 1 << Piece::MONOMINO.index(), &mut legal);
    /// assert_eq!(legal.total(), 1);
    /// ```
    #[inline]
    pub fn find(
        &self,
        position: &Position<WORDS>,
        colour: usize,
        pieces: u32,
        legal: &mut Legal<WORDS>,
    ) {
        let mut reach = self.reach(position, colour);
        reach.pieces &= pieces;
        generate::find(&self.tables, &reach, legal);
    }

    /// Finds the placements of a colour that cover the most of the wanted squares, where
    /// more than three count as three, and of these the ones of the largest pieces, whoever's
    /// turn it is.
    ///
    /// ```
    /// use papan_blokus::{Legal, Small, Squares};
    /// use papan_core::Game;
    ///
    /// let duo = Small::named("blokus-duo").unwrap();
    /// let (start, row) = (duo.start(), |row| Squares::one(duo.index((row, 4))));
    /// let mut legal = Legal::new();
    /// duo.find_covering(&start, 0, row(5) | row(6) | row(7), &mut legal);
    /// let (covered, piece) = duo.covered(legal.get(0));
    /// assert_eq!((covered & (row(5) | row(6) | row(7))).count(), 3);
    /// assert_eq!(piece.size(), 5);
    /// ```
    #[inline]
    pub fn find_covering(
        &self,
        position: &Position<WORDS>,
        colour: usize,
        wanted: Squares<WORDS>,
        legal: &mut Legal<WORDS>,
    ) {
        let reach = self.reach(position, colour);
        generate::find_covering(&self.tables, &reach, wanted, legal);
    }

    /// Appends every placement of a colour with some of its pieces: see
    /// [`find`](Blokus::find).
    #[inline]
    pub fn moves_with(
        &self,
        position: &Position<WORDS>,
        colour: usize,
        pieces: u32,
        moves: &mut Vec<Move>,
    ) {
        let mut reach = self.reach(position, colour);
        reach.pieces &= pieces;
        generate::list(&self.tables, &reach, moves);
    }

    /// How many placements a colour has, whoever's turn it is.
    #[inline]
    pub fn count_moves_of(&self, position: &Position<WORDS>, colour: usize) -> usize {
        generate::count(&self.tables, &self.reach(position, colour))
    }

    /// Whether a colour could place a piece if it were its turn.
    pub fn can_move(&self, position: &Position<WORDS>, colour: usize) -> bool {
        generate::any(&self.tables, &self.reach(position, colour))
    }

    /// Gives the turn to the first colour from `colour` on that can move.
    fn pass_turn(&self, position: &mut Position<WORDS>, colour: usize) {
        let colours = self.rules.colours();
        for step in 0..colours {
            let candidate = (colour + step) % colours;
            if self.can_move(position, candidate) {
                position.colour = candidate as u8;
                return;
            }
        }
        position.colour = OVER;
    }

    /// Puts a piece of a colour on the board and leaves the turn as it was: for simulated
    /// games that know themselves whose turn it is.
    #[inline]
    pub fn place(&self, position: &mut Position<WORDS>, colour: usize, played: Move) {
        let (squares, piece) = self.covered(played);
        position.placed[colour] |= squares;
        position.left[colour] &= !(1 << piece.index());
        if position.left[colour] == 0 && piece == Piece::MONOMINO {
            position.monomino_last |= 1 << colour;
        }
    }

    /// The pieces of a colour on the board, one set each: pieces of one colour never share
    /// an edge.
    pub fn pieces_placed(
        &self,
        position: &Position<WORDS>,
        colour: usize,
    ) -> impl Iterator<Item = Squares<WORDS>> + use<'_, WORDS> {
        let mut rest = position.placed[colour];
        std::iter::from_fn(move || self.next_piece(&mut rest))
    }

    /// The position with these squares and pieces, the turn at `colour` or the next that
    /// can move. That they fit together is the caller's business.
    pub(crate) fn arranged(
        &self,
        placed: [Squares<WORDS>; MAX_SEATS],
        left: [u32; MAX_SEATS],
        monomino_last: u8,
        colour: usize,
    ) -> Position<WORDS> {
        let mut position = Position {
            placed,
            left,
            colour: OVER,
            monomino_last,
        };
        self.pass_turn(&mut position, colour);
        position
    }

    /// The seat that plays a colour now. A shared fourth colour goes round: who places
    /// its next piece follows from how many it has placed.
    pub fn seat_of(&self, position: &Position<WORDS>, colour: usize) -> Seat {
        let seats = self.rules.seats();
        if self.rules.shares_fourth() && colour == 3 {
            let placed = (ALL_PIECES & !position.left[3]).count_ones() as usize;
            return Seat::new(placed % seats);
        }
        Seat::new(colour % seats)
    }

    /// The points of a colour.
    pub fn colour_score(&self, position: &Position<WORDS>, colour: usize) -> i32 {
        let placed = self.placed_points(position, colour);
        match self.rules.scoring() {
            Scoring::Squares => placed,
            Scoring::Official => placed - PIECE_SQUARES as i32,
        }
    }

    /// The squares that a colour has placed, and its bonus.
    pub(crate) fn placed_points(&self, position: &Position<WORDS>, colour: usize) -> i32 {
        let bonus = match (position.left[colour], position.monomino_last >> colour & 1) {
            (0, 1) => 20,
            (0, _) => 15,
            _ => 0,
        };
        position.placed[colour].count() as i32 + bonus
    }
}

impl<const WORDS: usize> Game for Blokus<WORDS> {
    type Position = Position<WORDS>;
    type Move = Move;

    fn start(&self) -> Position<WORDS> {
        let mut left = [0; MAX_SEATS];
        left[..self.rules.colours()].fill(ALL_PIECES);
        self.arranged([Squares::EMPTY; MAX_SEATS], left, 0, 0)
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    #[inline]
    fn turn(&self, position: &Position<WORDS>) -> Option<Seat> {
        position
            .colour()
            .map(|colour| self.seat_of(position, colour))
    }

    fn moves(&self, position: &Position<WORDS>, moves: &mut Vec<Move>) {
        if let Some(colour) = position.colour() {
            generate::list(&self.tables, &self.reach(position, colour), moves);
        }
    }

    fn is_legal(&self, position: &Position<WORDS>, played: Move) -> bool {
        let check = |colour| self.check(position, colour, played);
        position
            .colour()
            .is_some_and(|colour| check(colour).is_ok())
    }

    fn play(&self, position: &mut Position<WORDS>, played: Move) {
        if let Some(colour) = position.colour() {
            self.place(position, colour, played);
            self.pass_turn(position, colour + 1);
        }
    }

    fn scores(&self, position: &Position<WORDS>) -> Scores {
        let mut points = [0; MAX_SEATS];
        let counted = match self.rules.shares_fourth() {
            true => 3,
            false => self.rules.colours(),
        };
        for colour in 0..counted {
            points[colour % self.rules.seats()] += self.colour_score(position, colour);
        }
        Scores::new(&points[..self.rules.seats()])
    }

    fn key(&self, position: &Position<WORDS>) -> u64 {
        let colours = self.rules.colours();
        let squares = position.placed[..colours]
            .iter()
            .flat_map(|squares| squares.0);
        let hands = position.left[..colours].iter().map(|&left| u64::from(left));
        let turn = u64::from(position.colour) << 8 | u64::from(position.monomino_last);
        key::of_words(squares.chain(hands).chain([turn]))
    }

    fn count_moves(&self, position: &Position<WORDS>, _: &mut Vec<Move>) -> usize {
        match position.colour() {
            None => 0,
            Some(colour) => self.count_moves_of(position, colour),
        }
    }

    /// Generates each position's moves once: whether a colour can move at all comes out
    /// of choosing its move.
    fn playout(&self, position: &mut Position<WORDS>, random: &mut Random) -> u32 {
        let Some(mut colour) = position.colour() else {
            return 0;
        };
        let colours = self.rules.colours();
        let mut legal = Legal::new();
        let mut plies = 0;
        let mut stuck = 0;
        while stuck < colours {
            generate::find(&self.tables, &self.reach(position, colour), &mut legal);
            if legal.total() == 0 {
                stuck += 1;
            } else {
                let (orientation, anchor) = legal.nth(random.below(legal.total()) as u32);
                self.place(position, colour, Move::new::<WORDS>(orientation, anchor));
                plies += 1;
                stuck = 0;
            }
            colour = (colour + 1) % colours;
        }
        position.colour = OVER;
        plies
    }
}
