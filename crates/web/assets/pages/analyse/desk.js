// The desk: a game on the board with everything around it. The state is plain data here; what is
// drawn follows from it, and what a person does comes back as one of the actions.

import { boardOf } from "../../boards/index.js";
import { catalogue as loadCatalogue, ServerError } from "../../lib/api.js";
import { sayPhrases, seatName, t } from "../../lib/i18n.js";
import { pointAtMoves } from "../../lib/pointing.js";
import { animationStep, change, onChange, settings } from "../../lib/settings.js";
import { createSounds, soundOfMove } from "../../lib/sounds.js";
import { say } from "../../lib/status.js";
import { createEngine } from "./engine.js";
import { isStale, withKnown } from "./known.js";
import { createKeeper, openAnalysis, writeAddress } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { buildDesk } from "./layout.js";
import { portable, words, write } from "./link.js";
import { createLive } from "./live.js";
import { withMoves } from "./movewords.js";
import { askToPlay } from "./playhere.js";
import { createPositions } from "./positions.js";
import { createRetries } from "./retry.js";
import { createReviewer } from "./reviewer.js";
import { arrowsOf, signsOf } from "./signs.js";
import { look, open, ownSeat } from "./sources.js";
import * as trees from "./tree.js";
import { reviewLine, reviewPly } from "./tree.js";
import { firstChance, isFault, lookedText, marksOf, nextFault, short } from "./worth.js";

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
 * @property {() => void} retryNext
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
 * @property {trees.Reviewed | null} review of the move that is shown
 * @property {number} reviewPly
 * @property {number} ply
 * @property {number} plies
 * @property {{done: number, of: number} | null} running
 * @property {string | null} reviewProblem
 * @property {import("./retry.js").Trying | null} retry
 * @property {string | null} problem
 * @property {Core.View | null} view
 * @property {import("../../boards/contract.js").Sign[]} signs of the mistake on the board
 * @property {import("../../boards/contract.js").Arrow[]} arrows
 * @property {string | null} mover the colour of the move that is shown, where moves are pieces
 * @property {string | null} replier that of who moves now
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
    /** Whether the board still has to tell the move that led to the position: until then nothing else does. */
    telling: false,
  };
  const positions = createPositions(subject, () => state.tree);
  const keeper = createKeeper(subject, (error) => say(error instanceof Error ? error.message : String(error)));
  const engine = createEngine((isOpen) => isOpen && live.restart());
  const place = (/** @type {string[]} */ moves) => ({ game: subject.game, start: subject.start, moves });
  const live = createLive(engine, catalogue.time, drawLive, judgeAgain);
  const reviewer = createReviewer(engine, (id, said) => edit(trees.review(state.tree, id, said)), draw);
  const retries = createRetries(engine, draw);
  const sounds = createSounds();

  /** The moves of the line that is shown, as ids without the root. */
  const lineIds = () => trees.line(state.tree).slice(1);
  /** What the review says of its line, with what is known of its positions by now. */
  const reviews = () => reviewLine(state.tree).slice(1).map((id) => withKnown(state.tree, id, live.known, seats));
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
    state.telling = module.tellsLate === true && animationStep() > 0 && follows(state.shown?.id);
    draw();
    void showPosition();
  }

  /** Whether the position is one move after another one, so that the board shows how. @param {number | undefined} before */
  const follows = (before) => before !== undefined && state.tree.spots[state.tree.cursor].parent === before;

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
      if (!isFault(state.tree.spots[state.tree.cursor].review)) actions.nextFault();
      const { parent, review } = state.tree.spots[state.tree.cursor];
      if (parent === null || !review) return;
      desk.openTab("review");
      retries.start(state.tree.cursor, parent, moveOf(state.tree.cursor), review);
      move(trees.go(state.tree, parent));
    },
    retryNext() {
      const mistake = retries.current()?.id;
      const seat = mistake === undefined ? null : state.tree.spots[mistake]?.review?.seat;
      if (mistake === undefined || seat === null || seat === undefined) return;
      retries.end();
      const ids = trees.mainLine(state.tree).includes(mistake) ? trees.mainLine(state.tree) : trees.line(state.tree, mistake);
      const own = ids.slice(1).map((id) => state.tree.spots[id].review).map((review) => (review?.seat === seat ? review : null));
      const ply = nextFault(own, ids.indexOf(mistake));
      if (ply === null) return;
      move(trees.go(state.tree, ids[ply]));
      actions.retry();
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
      seatNames: subject.seatNames,
    };
  }

  // ---- drawing

  const desk = buildDesk(main, { subject, catalogue, formats: family?.formats ?? [], actions, shared, problem: opened.problem });
  const board = module.create(desk.boardPlace, {
    play: playMove,
    preview: (text) => engine.preview(place(trees.movesTo(state.tree)), text),
    say,
    sound: sounds.make,
    seatNames: subject.seatNames,
  });
  pointAtMoves(desk.element, board);

  function draw() {
    const moves = lineIds().map(moveOf);
    writeAddress(write({ ...subject, moves, ply: trees.ply(state.tree) }), subject, state.tree);
    if (state.telling) return drawBoard();
    desk.draw({
      tree: state.tree,
      told: positions.told,
      reviews: reviews(),
      review: withKnown(state.tree, state.tree.cursor, live.known, seats),
      reviewPly: reviewPly(state.tree),
      ply: trees.ply(state.tree),
      plies: lineIds().length,
      running: reviewer.running(),
      reviewProblem: reviewer.problem(),
      retry: retries.current(),
      problem: state.problem,
      view: state.shown?.look.view ?? null,
      ...signsNow(),
      ...coloursNow(),
    });
    drawEngine();
  }

  function drawEngine() {
    if (state.telling) return drawBoard();
    const evaluation = live.of(state.tree.cursor);
    const isHidden = retries.hides();
    const view = state.shown?.look.view ?? null;
    desk.drawEngine({ ...live.shown(), evaluation, simple: settings().simpleValues, listed: isListed, over: view !== null && view.turn === null, hidden: isHidden, seatNames: subject.seatNames, colour: coloursNow().replier }, isHidden ? null : barOf(evaluation));
    drawBoard();
  }

  /** What is found live is told by the graph at once, and by the review when moves are judged again. */
  function drawLive() {
    if (!state.telling && reviews().some((review) => review !== null)) desk.drawGraph(reviews(), reviewPly(state.tree));
    drawEngine();
  }

  /** The moves to and from a position that is better known than when they were judged. @param {number} id */
  function judgeAgain(id) {
    const { tree } = state;
    const line = reviewLine(tree);
    const at = line.indexOf(id);
    const ids = [at, at + 1].filter((ply) => ply > 0 && ply < line.length && isStale(tree, line[ply], live.known, seats)).map((ply) => line[ply]);
    if (ids.length === 0) return;
    const last = line.indexOf(ids[ids.length - 1]);
    const upTo = line.slice(1, last + 1);
    reviewer.again(place(upTo.map(moveOf)), upTo, line.indexOf(ids[0]) - 1);
  }

  /** @param {import("./engine.js").Evaluation | null} evaluation */
  function barOf(evaluation) {
    const of = (/** @type {import("./worth.js").Worth} */ worth, /** @type {number} */ seat, /** @type {number} */ depth) => ({ chance: firstChance(worth, seat, seats), seat: subject.seatNames[seats === 2 ? 0 : seat], looked: lookedText(worth, depth) });
    if (evaluation?.worth && evaluation.seat !== null) return of(evaluation.worth, evaluation.seat, evaluation.depth);
    const outcome = state.shown?.id === state.tree.cursor ? state.shown.look.view.outcome : null;
    if (outcome && seats === 2) return { chance: outcome.winner === null ? 0.5 : 1 - outcome.winner, seat: subject.seatNames[0], looked: "" };
    const review = withKnown(state.tree, state.tree.cursor, live.known, seats);
    return review?.worth ? of(review.worth, review.seat, review.depth) : null;
  }

  function drawBoard() {
    if (!state.shown) return;
    const { id, look: looked } = state.shown;
    const { view, effects } = looked;
    const frame = looked.frames.at(-1);
    const last = frame?.move && frame.seat !== null ? { seat: frame.seat, move: frame.move, effects } : null;
    board.update({ view, last, playable: view.turn !== null, marks: marksNow(id), ...signsNow(), version: state.version, bottom: ownSeat(subject.players) });
    desk.drawn();
  }

  /** What the review says of places, where the position on the board is one after a mistake. */
  function signsNow() {
    const { shown } = state;
    const spot = shown && shown.id === state.tree.cursor ? state.tree.spots[shown.id] : null;
    if (!shown || !spot?.review || spot.move === null || !isFault(spot.review) || retries.hides()) return { signs: [], arrows: [] };
    const { turn } = shown.look.view;
    return { signs: signsOf(spot.review, turn), arrows: arrowsOf(spot.review, spot.move, turn) };
  }

  /** The colours of pieces: not always those of seats, since one seat may have two. */
  function coloursNow() {
    const frames = state.shown?.id === state.tree.cursor ? state.shown.look.frames : [];
    return { mover: colourToMove(frames.at(-2)?.board), replier: colourToMove(frames.at(-1)?.board) };
  }

  /** @param {number} id @returns {Map<string, import("../../boards/contract.js").Mark>} */
  function marksNow(id) {
    const evaluation = live.of(id);
    if (!evaluation || retries.hides()) return new Map();
    const values = live.shown().values ? evaluation.values : null;
    if (!values) return new Map(evaluation.best ? [[evaluation.best, { text: short(evaluation.worth), tone: "hint" }]] : []);
    const simple = { best: t("play.value.best"), good: t("play.value.good"), poor: t("play.value.poor") };
    return marksOf(values, settings().simpleValues ? simple : null, isListed ? 10 : Infinity);
  }

  async function showPosition() {
    const id = state.tree.cursor;
    const before = state.shown?.id ?? null;
    live.leave(id);
    board.point?.(null);
    try {
      const looked = await positions.at(id);
      if (id !== state.tree.cursor) return;
      // Only a step forward is animated, and heard: a number that does not follow is drawn at once.
      const forward = before !== null && follows(before);
      state.version += forward ? 1 : 2;
      state.shown = { id, look: looked };
      state.problem = null;
      if (forward && !state.telling && looked.frames.at(-1)?.move !== "pass") sounds.make(soundOfMove(subject.geometry));
      if (state.telling) desk.announce([]);
      drawBoard();
      if (state.telling) await board.settled?.();
      if (id !== state.tree.cursor) return;
      state.telling = false;
      if (before !== null && before !== id) tell(looked);
      live.show(id, place(trees.movesTo(state.tree)), looked.view.turn !== null);
    } catch (error) {
      if (id !== state.tree.cursor) return;
      state.telling = false;
      state.problem = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /** @param {Web.Inspected} looked */
  function tell(looked) {
    const frame = looked.frames.at(-1);
    const colour = colourToMove(looked.frames.at(-2)?.board);
    desk.announce(frame?.move && frame.seat !== null ? withMoves("analyse.said", { move: frame.move }, { seat: seatName(subject.seatNames[frame.seat]), what: sayPhrases(frame.phrases) }, { geometry: subject.geometry, colour }) : [t("analyse.moves.start")]);
  }

  positions.take(trees.follow(state.tree, trees.ROOT, subject.played).tree.cursor, opened.look);
  const offKeys = listenToKeys({ actions, board, boardPlace: desk.boardPlace, boardKeys: module.keys });
  const offSettings = onChange(() => (desk.tools.update(), drawEngine()));
  addEventListener("pagehide", keeper.flush);
  draw();
  await showPosition();
  // Who comes from the end of a game has asked for the review already.
  if (wanted.review) desk.openTab("review");
  if (wanted.review && reviews().length > 0 && reviews().every((review) => review === null)) desk.startReview();
  // The variations that came with the game are told of too, without holding up the first view.
  void positions.askForAll(draw);

  return {
    title: desk.title,
    leave() {
      keeper.flush();
      removeEventListener("pagehide", keeper.flush);
      offKeys();
      offSettings();
      sounds.end();
      reviewer.stop();
      live.close();
      engine.close();
      board.destroy();
      desk.destroy();
    },
  };
}

/** @param {unknown} board @returns {string | null} the colour to move where the board has colours of pieces */
function colourToMove(board) {
  if (typeof board !== "object" || board === null || !("colours" in board) || !("colour" in board)) return null;
  const { colour, colours } = /** @type {Polyominoes.Board} */ (board);
  return colour === null ? null : colours[colour].name;
}
