// The desk: a game on the board with everything around it. The state is plain data here; what is
// drawn follows from it, and what a person does comes back as one of the actions.

import { boardOf } from "../../boards/index.js";
import { catalogue as loadCatalogue, ServerError } from "../../lib/api.js";
import { sayPhrases, seatName, t } from "../../lib/i18n.js";
import { change, onChange, settings } from "../../lib/settings.js";
import { say } from "../../lib/status.js";
import { createEngine } from "./engine.js";
import { createKeeper, openAnalysis, writeAddress } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { buildDesk } from "./layout.js";
import { portable, words, write } from "./link.js";
import { createLive } from "./live.js";
import { askToPlay } from "./playhere.js";
import { createPositions } from "./positions.js";
import { createRetries } from "./retry.js";
import { createReviewer } from "./reviewer.js";
import { look, open } from "./sources.js";
import * as trees from "./tree.js";
import { reviewLine, reviewPly } from "./tree.js";
import { firstChance, marksOf, nextFault, short } from "./worth.js";

/**
 * What a person can do at the desk.
 *
 * @typedef {object} Actions
 * @property {(id: number) => void} goTo
 * @property {(ply: number) => void} goToPly
 * @property {() => void} first
 * @property {() => void} previous
 * @property {() => void} next
 * @property {() => void} last
 * @property {(step: 1 | -1) => void} sibling
 * @property {(move: string) => void} play
 * @property {(text: string) => Promise<void>} type
 * @property {(moves: string[]) => void} follow
 * @property {() => void} promote
 * @property {() => void} remove
 * @property {(text: string) => void} comment
 * @property {() => void} playHere
 * @property {() => void} toggleEngine
 * @property {(move: string | null) => void} point
 * @property {() => void} deeper
 * @property {(on: boolean) => void} values
 * @property {(count: number) => void} lines
 * @property {() => void} toggleValues
 * @property {() => void} focusTyping
 * @property {(on: boolean) => void} simple
 * @property {(seconds: number) => void} startReview
 * @property {() => void} stopReview
 * @property {() => void} nextFault
 * @property {() => void} retry
 * @property {() => void} again
 * @property {() => void} solution
 * @property {() => void} endRetry
 * @property {(line: string[]) => void} better
 * @property {(game: string, position: string) => void} openPosition
 */

/**
 * What the desk shows.
 *
 * @typedef {object} Shown
 * @property {trees.Tree} tree
 * @property {Map<number, import("./movelist.js").Told>} told
 * @property {(trees.Reviewed | null)[]} reviews
 * @property {number} reviewPly
 * @property {number} ply
 * @property {number} plies
 * @property {{done: number, of: number} | null} running
 * @property {string | null} reviewProblem
 * @property {import("./retry.js").Trying | null} retry
 * @property {string | null} problem
 * @property {Core.View | null} view
 */

/**
 * @param {HTMLElement} main
 * @param {import("./link.js").Wanted} wanted
 * @param {import("./sources.js").Kept} kept
 * @returns {Promise<import("../../lib/router.js").Page>}
 */
export async function showDesk(main, wanted, kept) {
  const [catalogue, opened] = await Promise.all([loadCatalogue(), open(wanted, kept)]);
  const { subject } = opened;
  const module = await boardOf(subject.geometry);
  const family = catalogue.families.find((entry) => entry.family === subject.family);
  const seats = subject.seatNames.length;
  const isListed = module.listed === true;

  const state = {
    tree: opened.tree,
    /** The position on the board, which may be a little behind the tree. */
    shown: /** @type {{id: number, look: Web.Inspected} | null} */ (null),
    version: 1,
    problem: /** @type {string | null} */ (null),
    /** A move that is shown on the board while one looks at it in a list. */
    pointed: /** @type {string | null} */ (null),
  };
  const positions = createPositions(subject, () => state.tree);
  const keeper = createKeeper(subject, (error) => say(error instanceof Error ? error.message : String(error)));
  const engine = createEngine((isOpen) => isOpen && live.restart());
  const place = (/** @type {string[]} */ moves) => ({ game: subject.game, start: subject.start, moves });
  const live = createLive(engine, catalogue.time, drawEngine);
  const reviewer = createReviewer(engine, (id, said) => edit(trees.review(state.tree, id, said)), draw);
  const retries = createRetries(engine, draw);

  /** The moves of the line that is shown, as ids without the root. */
  const lineIds = () => trees.line(state.tree).slice(1);
  const reviews = () => reviewLine(state.tree).slice(1).map((id) => state.tree.spots[id].review);
  const moveOf = (/** @type {number} */ id) => /** @type {string} */ (state.tree.spots[id].move);

  // ---- actions

  /** Takes a tree with other contents. @param {trees.Tree} tree */
  function edit(tree) {
    if (tree === state.tree) return;
    state.tree = tree;
    keeper.changed(tree);
    draw();
  }

  /** Takes a tree with the cursor elsewhere, and perhaps with more moves. @param {trees.Tree} tree */
  function move(tree) {
    const grown = tree.spots !== state.tree.spots;
    if (tree.cursor === state.tree.cursor && !grown) return;
    state.tree = tree;
    if (grown) keeper.changed(tree);
    retries.moved(tree);
    draw();
    void showPosition();
  }

  /** @param {string} text */
  function playMove(text) {
    const from = state.tree.cursor;
    const next = trees.play(state.tree, text);
    if (retries.wants(from)) retries.tried(next, place(trees.movesTo(state.tree)), text);
    move(next);
  }

  /**
   * Typed moves are played only when the server knows them. One that is not in its list may still
   * be another spelling; why it is refused, the engine's line says without an error in the console.
   *
   * @param {string} text
   */
  async function typeMoves(text) {
    const from = state.tree.cursor;
    const typed = words(text);
    const before = trees.movesTo(state.tree, from);
    const listed = typed.length === 1 ? state.shown?.look.view.legal_moves.find((move) => move.toLowerCase() === typed[0].toLowerCase()) : undefined;
    if (listed !== undefined) return playMove(listed);
    if (typed.length === 1) {
      const { error } = await engine.preview(place(before), typed[0]);
      if (error) throw new ServerError(error);
    }
    const looked = await look(subject.game, subject.start, [...before, ...typed]);
    const moves = looked.frames.slice(1 + before.length).flatMap((frame) => frame.move ?? []);
    if (moves.length === 1 && from === state.tree.cursor) playMove(moves[0]);
    else move(trees.follow(state.tree, from, moves).tree);
  }

  /** @type {Actions} */
  const actions = {
    goTo: (/** @type {number} */ id) => move(trees.go(state.tree, id)),
    goToPly: (/** @type {number} */ ply) => move(trees.go(state.tree, reviewLine(state.tree)[ply] ?? trees.ROOT)),
    first: () => move(trees.first(state.tree)),
    previous: () => move(trees.previous(state.tree)),
    next: () => move(trees.next(state.tree)),
    last: () => move(trees.last(state.tree)),
    sibling: (/** @type {1 | -1} */ step) => move(trees.sibling(state.tree, step)),
    play: playMove,
    type: typeMoves,
    follow: (/** @type {string[]} */ moves) => move(trees.follow(state.tree, state.tree.cursor, moves).tree),
    promote: () => edit(trees.promote(state.tree)),
    remove() {
      const tree = trees.remove(state.tree);
      reviewer.forget();
      move(tree);
    },
    comment: (/** @type {string} */ text) => edit(trees.comment(state.tree, state.tree.cursor, text)),
    playHere: () => state.shown && askToPlay({ ...subject, entry: family, moves: trees.movesTo(state.tree), turn: state.shown.look.view.turn ?? 0 }),
    toggleEngine: () => live.toggle(),
    point(/** @type {string | null} */ text) {
      state.pointed = text;
      drawBoard();
    },
    deeper: () => live.deeper(),
    values: (/** @type {boolean} */ on) => live.values(on),
    lines: (/** @type {number} */ count) => live.lines(count),
    toggleValues: () => live.values(!live.shown().values),
    focusTyping: () => desk.focusTyping(),
    simple: (/** @type {boolean} */ on) => change({ simpleValues: on }),
    startReview: (/** @type {number} */ seconds) => reviewer.start(place(lineIds().map(moveOf)), lineIds(), seconds),
    stopReview: () => reviewer.stop(),
    nextFault() {
      const ply = nextFault(reviews(), reviewPly(state.tree));
      if (ply !== null) actions.goToPly(ply);
    },
    retry() {
      const { parent, review } = state.tree.spots[state.tree.cursor];
      if (parent === null || !review) return;
      desk.openTab("review");
      retries.start(state.tree.cursor, parent, moveOf(state.tree.cursor), review);
      move(trees.go(state.tree, parent));
    },
    again: () => retries.again((parent) => move(trees.go(state.tree, parent))),
    solution: () => retries.solution((parent, line) => move(trees.follow(state.tree, parent, line).tree)),
    endRetry: () => retries.end(),
    /** The better line stands beside the move that was played. */
    better(/** @type {string[]} */ line) {
      const { parent } = state.tree.spots[state.tree.cursor];
      if (parent !== null) move(trees.go(trees.follow(state.tree, parent, line).tree, parent));
      if (parent !== null) move(trees.follow(state.tree, parent, line.slice(0, 1)).tree);
    },
    openPosition: (/** @type {string} */ game, /** @type {string} */ position) => openAnalysis(portable({ game, start: position, moves: [], ply: 0 })),
  };

  // ---- what is shared

  function shared() {
    const { look: looked } = state.shown ?? { look: opened.look };
    const line = lineIds().map(moveOf);
    const ply = trees.ply(state.tree);
    return {
      ...place(line),
      line,
      moves: line.slice(0, ply),
      address: portable({ ...place(line), ply }),
      position: looked.view.position,
      tags: subject.tags,
    };
  }

  // ---- drawing

  const desk = buildDesk(main, { subject, catalogue, formats: family?.formats ?? [], actions, shared, problem: opened.problem });
  const board = module.create(desk.boardPlace, {
    play: playMove,
    preview: (text) => engine.preview(place(trees.movesTo(state.tree)), text),
    say,
    seatNames: subject.seatNames,
  });

  function draw() {
    const ids = lineIds();
    const ply = trees.ply(state.tree);
    writeAddress(write({ ...subject, moves: ids.map(moveOf), ply }), subject, state.tree);
    desk.draw({
      tree: state.tree,
      told: positions.told,
      reviews: reviews(),
      reviewPly: reviewPly(state.tree),
      ply,
      plies: ids.length,
      running: reviewer.running(),
      reviewProblem: reviewer.problem(),
      retry: retries.current(),
      problem: state.problem,
      view: state.shown?.look.view ?? null,
    });
    drawEngine();
  }

  function drawEngine() {
    const evaluation = live.of(state.tree.cursor);
    const isHidden = retries.hides();
    const view = state.shown?.look.view ?? null;
    desk.drawEngine({ ...live.shown(), evaluation, simple: settings().simpleValues, listed: isListed, over: view !== null && view.turn === null, hidden: isHidden, seatNames: subject.seatNames }, isHidden ? null : barOf(evaluation));
    drawBoard();
  }

  /** @param {import("./engine.js").Evaluation | null} evaluation */
  function barOf(evaluation) {
    if (evaluation?.worth && evaluation.seat !== null) return { chance: firstChance(evaluation.worth, evaluation.seat, seats), seat: subject.seatNames[seats === 2 ? 0 : evaluation.seat] };
    const outcome = state.shown?.id === state.tree.cursor ? state.shown.look.view.outcome : null;
    if (outcome && seats === 2) return { chance: outcome.winner === null ? 0.5 : 1 - outcome.winner, seat: subject.seatNames[0] };
    const { review } = state.tree.spots[state.tree.cursor];
    return review?.worth ? { chance: firstChance(review.worth, review.seat, seats), seat: subject.seatNames[seats === 2 ? 0 : review.seat] } : null;
  }

  function drawBoard() {
    if (!state.shown) return;
    const { id, look: looked } = state.shown;
    const { view, effects } = looked;
    const frame = looked.frames.at(-1);
    const last = frame?.move && frame.seat !== null ? { seat: frame.seat, move: frame.move, effects } : null;
    board.update({ view, last, playable: view.turn !== null, marks: marksNow(id), version: state.version });
    desk.drawn();
  }

  /** @param {number} id @returns {Map<string, import("../../boards/contract.js").Mark>} */
  function marksNow(id) {
    const evaluation = live.of(id);
    if (!evaluation || retries.hides()) return new Map();
    const values = live.shown().values ? evaluation.values : null;
    if (!values) return new Map(evaluation.best ? [[evaluation.best, { text: short(evaluation.worth), tone: "hint" }]] : []);
    const simple = { best: t("play.value.best"), good: t("play.value.good"), poor: t("play.value.poor") };
    const marks = marksOf(values, settings().simpleValues ? simple : null, isListed ? 10 : Infinity);
    const pointed = state.pointed !== null ? marks.get(state.pointed) : undefined;
    if (state.pointed !== null && pointed) marks.set(state.pointed, { ...pointed, tone: "hint" });
    return marks;
  }

  async function showPosition() {
    const id = state.tree.cursor;
    const before = state.shown?.id ?? null;
    live.leave(id);
    state.pointed = null;
    try {
      const looked = await positions.at(id);
      if (id !== state.tree.cursor) return;
      // Only a step forward is animated: a number that does not follow is drawn at once.
      state.version += before !== null && state.tree.spots[id].parent === before ? 1 : 2;
      state.shown = { id, look: looked };
      state.problem = null;
      if (before !== null && before !== id) tell(looked);
      live.show(id, place(trees.movesTo(state.tree)), looked.view.turn !== null);
    } catch (error) {
      if (id !== state.tree.cursor) return;
      state.problem = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /** @param {Web.Inspected} looked */
  function tell(looked) {
    const frame = looked.frames.at(-1);
    desk.announce(frame?.move && frame.seat !== null ? t("analyse.said", { seat: seatName(subject.seatNames[frame.seat]), move: frame.move, what: sayPhrases(frame.phrases) }) : t("analyse.moves.start"));
  }

  positions.take(trees.follow(state.tree, trees.ROOT, subject.played).tree.cursor, opened.look);
  const offKeys = listenToKeys({ actions, board, boardPlace: desk.boardPlace, boardKeys: module.keys });
  const offSettings = onChange(drawEngine);
  addEventListener("pagehide", keeper.flush);
  draw();
  await showPosition();
  // The variations that came with the game are told of too, without holding up the first view.
  void positions.askForAll(draw);

  return {
    title: desk.title,
    leave() {
      keeper.flush();
      removeEventListener("pagehide", keeper.flush);
      offKeys();
      offSettings();
      reviewer.stop();
      live.close();
      engine.close();
      board.destroy();
      desk.destroy();
    },
  };
}
