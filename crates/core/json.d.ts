// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Core {
  /**
   * What a move does: in a few words, and as data of the game's own shape, which is JSON where
   * nobody knows the game.
   */
  type Effects = {
  /** In a few words: "turns over 3". */
  summary: string,
  /** The same for who says it in another language. */
  phrases: Array<Phrase>,
  /** As data: squares flipped, seeds sown step by step, the piece placed. */
  details: unknown, };
  /** What there is to know about a [`Format`] without its game. */
  type FormatInfo = {
  /** What one types: `ggf`. */
  name: string,
  /** How the names of such files end, without the dot. */
  extension: string,
  /** What it is, in a few words. */
  summary: string, };
  /**
   * A well-known beginning of a game that people have given a name.
   *
   * ```
   * use papan_core::Opening;
   *
   * let tiger = Opening::new("tiger", "Tiger", "f5d6c3d3c4");
   * assert_eq!(
   *     serde_json::to_string(&tiger).unwrap(),
   *     r#"{"code":"tiger","name":"Tiger"}"#
   * );
   * ```
   */
  type Opening = {
  /** A short stable word, for who says it in another language. */
  code: string,
  /** What it is called in English. */
  name: string, };
  /**
   * Something to be said in any language: a short stable word, and what is put in.
   *
   * ```
   * use papan_core::Phrase;
   *
   * let phrase = Phrase::new("flips", [("count", 3)]);
   * assert_eq!(
   *     serde_json::to_string(&phrase).unwrap(),
   *     r#"{"code":"flips","parameters":{"count":3}}"#
   * );
   * ```
   */
  type Phrase = {
  /** What is said. */
  code: string,
  /** The numbers and names in it. */
  parameters: Record<string, string | number>, };
  /**
   * A true statement about a position that says why a move was not the best one.
   *
   * ```
   * use papan_core::{Phrase, Reason};
   *
   * let phrase = Phrase::new("leaves-one", [("count", 3)]);
   * let reason = Reason::new("It leaves three to take.", phrase).marked(["a1"]);
   * assert_eq!(
   *     serde_json::to_string(&reason).unwrap(),
   *     r#"{"text":"It leaves three to take.","code":"leaves-one","parameters":{"count":3},"marks":["a1"]}"#
   * );
   * ```
   */
  type Reason = {
  /** As a sentence. */
  text: string,
  /** The places on the board that it speaks of, by their names in the notation of the game. */
  marks: Array<string>,
  /** What is said. */
  code: string,
  /** The numbers and names in it. */
  parameters: Record<string, string | number>, };
  /**
   * A position as JSON: `{"game", "position", "turn", "legal_moves", "scores",
   * "outcome", "board"}`, and `"opening": {"code", "name"}` where it has one.
   */
  type View = {
  /** The game and its parameters. */
  game: string,
  /** The position in one line. */
  position: string,
  /** Who is to move; null when the game is over. */
  turn: number | null,
  /** The legal moves in the game's own order. */
  legal_moves: Array<string>,
  /** One number per seat. */
  scores: Array<number>,
  /** The result; null while the game goes on. */
  outcome: { ranks: number[], winner: number | null } | null,
  /** What stands where, in the game's own shape. */
  board: unknown,
  /** The last opening with a name on the way here; left out where there is none. */
  opening?: Opening, };
}
