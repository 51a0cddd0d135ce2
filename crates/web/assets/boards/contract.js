// What a board component is. There is one for each geometry; pages use them through
// boards/index.js and know nothing of rules.

/**
 * What there is to show.
 *
 * @typedef {object} Shown
 * @property {any} view the server's view of the position: board, legal_moves, turn, scores
 * @property {{seat: number, move: string, effects: any} | null} last the move that led here
 * @property {boolean} playable whether the person may move now
 * @property {boolean} [seated] whether a person of this page has a seat, also while others move; left
 *   out: not known before they may move
 * @property {Map<string, Mark>} marks something to write on moves: values, a hint, a mistake
 * @property {number} version a new number for every change; the same number is drawn without animation
 * @property {number | null} [bottom] the seat that sits at the bottom of the screen, where a board has
 *   sides; left out or null: as the server draws it
 */

/**
 * @typedef {object} Mark
 * @property {string} text short: "+4", "58%"
 * @property {"best" | "good" | "poor" | "hint" | "bad"} tone
 */

/**
 * @typedef {object} Asked what a board asks its page
 * @property {(move: string) => void} play the person has decided
 * @property {(move: string) => Promise<{effects: any, error: any}>} preview what a move would do, or why not
 * @property {(text: string) => void} say something to show and to read out (already translated)
 * @property {string[]} seatNames as the server says them
 */

/**
 * @typedef {object} Board
 * @property {(shown: Shown) => void} update draws; animates `last` when the version is new and it leads
 *   from the position before to this one. An update that comes during an animation waits for its end.
 * @property {() => void} skip ends a running animation at once, and shows the newest update
 * @property {() => Promise<void>} [settled] kept as soon as nothing is animated and no update waits; without
 *   it a board is always settled
 * @property {(key: KeyboardEvent) => boolean} key a key pressed outside of the board; true when it was used
 * @property {() => void} focus
 * @property {() => void} destroy
 */

/**
 * @typedef {object} PictureOptions
 * @property {{move: string, effects?: any} | string | null} [last] the move to mark
 * @property {number} [size] the width in pixels; without it the picture fills the place it is put in
 * @property {number | null} [bottom] as in Shown
 */

/**
 * @typedef {object} BoardModule what each module of a geometry exports
 * @property {(root: HTMLElement, asked: Asked) => Board} create the board to play on
 * @property {(board: any, options?: PictureOptions) => string} picture the board as an SVG text that
 *   stands alone (colours written out, no script, no style attribute), for small boards and for files
 * @property {() => [string, string][]} keys the keys of this board and what they do (translated)
 * @property {(root: HTMLElement, board: any, changed: (position: string) => void, options?: {turn?: number | null}) => {destroy: () => void}} setup
 *   lets a person set up a position, starting from `board` (with the seat `turn` to move), and tells its
 *   text in the notation of the game after every change, whose form the module knows
 */

// A page may set the custom property --board-height on any element around a board: the height that
// the board may take at most. Without it the height of the screen less 11rem is used.
export {};
