// What a board component is. There is one for each geometry; pages use them through
// boards/index.js and know nothing of rules. What stands on a board (`Content`) and what a move does
// (`Details`) only the module of its geometry knows.

/**
 * What a move does.
 *
 * @template [Details=unknown]
 * @typedef {Core.Effects & {details: Details}} Effects
 */

/**
 * The move that led to a position.
 *
 * @template [Details=unknown]
 * @typedef {{seat: number, move: string, effects: Effects<Details> | null}} Last
 */

/**
 * What there is to show.
 *
 * @template [Content=unknown]
 * @template [Details=unknown]
 * @typedef {object} Shown
 * @property {Core.View & {board: Content}} view the server's view of the position
 * @property {Last<Details> | null} last the move that led here
 * @property {boolean} playable whether the person may move now
 * @property {boolean} [seated] whether a person of this page has a seat, also while others move; left
 *   out: not known before they may move
 * @property {Map<string, Mark>} marks something to write on moves: values, a hint, a mistake
 * @property {Sign[]} [signs] what is said of places elsewhere on the page
 * @property {Arrow[]} [arrows] from one move to another, with the signs
 * @property {number} version a new number for every change; the same number is drawn without animation
 * @property {number | null} [bottom] the seat that sits at the bottom of the screen, where a board has
 *   sides; left out or null: as pictures have it
 */

/**
 * @typedef {object} Mark
 * @property {string} text short: "+4", "58%"
 * @property {"best" | "good" | "poor" | "hint" | "bad"} tone
 */

/**
 * From the move that was played to the reply, or to what would have been better.
 *
 * @typedef {object} Arrow
 * @property {"reply" | "better"} kind
 * @property {Pick<Sign, "place" | "seat">[]} from the places of the one move
 * @property {Pick<Sign, "place" | "seat">[]} to those of the other
 */

/**
 * Something that is said of a place elsewhere on the page, and by which sign one finds it here.
 *
 * @typedef {object} Sign
 * @property {string} place as the server names it: a square, or the move of a hole
 * @property {number} seat whose place it is, where seats have their own
 * @property {string} text one or two letters; "" where the frame alone is enough
 * @property {"reason" | "reply" | "both"} kind
 */

/**
 * What a move would do, or why it cannot be played.
 *
 * @template [Details=unknown]
 * @typedef {{effects: Effects<Details> | null, error: import("../lib/api.js").Problem | null}} Preview
 */

/**
 * @template [Details=unknown]
 * @typedef {object} Asked what a board asks its page
 * @property {(move: string) => void} play the person has decided
 * @property {(move: string) => Promise<Preview<Details>>} preview
 * @property {(text: string) => void} say something to show and to read out (already translated)
 * @property {(sound: "seed") => void} [sound] something is to be heard while a move is shown
 * @property {string[]} seatNames as the server says them
 */

/**
 * @template [Content=unknown]
 * @template [Details=unknown]
 * @typedef {object} Board
 * @property {(shown: Shown<Content, Details>) => void} update draws; animates `last` when the version is new and it leads
 *   from the position before to this one. An update that comes during an animation waits for its end.
 * @property {() => void} skip ends a running animation at once, and shows the newest update
 * @property {() => Promise<void>} [settled] kept as soon as nothing is animated and no update waits; without
 *   it a board is always settled
 * @property {(key: KeyboardEvent) => boolean} key a key pressed outside of the board; true when it was used
 * @property {(move: string | null) => void} [point] shows where a move lies that is spoken of elsewhere, or none
 * @property {() => void} focus
 * @property {() => void} destroy
 */

/**
 * @template [Content=unknown]
 * @template [Details=unknown]
 * @typedef {object} BoardModule what each module of a geometry exports
 * @property {(root: HTMLElement, asked: Asked<Details>) => Board<Content, Details>} create the board to play on
 * @property {string[]} [styles] the style sheets that it needs beside `boards`
 * @property {boolean} [listed] whether there are so many moves that values are listed beside the board
 * @property {boolean} [tellsLate] whether its animation tells what a move did, so that the page waits with it
 * @property {() => [string, string][]} keys the keys of this board and what they do (translated)
 * @property {(root: HTMLElement, board: Content, changed: (position: string) => void, options?: {turn?: number | null}) => {destroy: () => void}} setup
 *   lets a person set up a position, starting from `board` (with the seat `turn` to move), and tells its
 *   text in the notation of the game after every change, whose form the module knows
 */

// A page may set the custom property --board-height on any element around a board: the height that
// the board may take at most. Without it the height of the screen less 11rem is used.
export {};
