// A game: to play it, or to watch it. This module puts the parts together; each part has its own.

import { boardOf } from "../boards/index.js";
import { catalogue, get, secrets } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { familyName } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { registerKeys, typing } from "../lib/keys.js";
import { pointAtMoves } from "../lib/pointing.js";
import { onChange, settings } from "../lib/settings.js";
import { createSounds } from "../lib/sounds.js";
import { say } from "../lib/status.js";
import { createTabs } from "../lib/tabs.js";
import { actionKeys, createActions } from "./play/actions.js";
import { createAdvice } from "./play/advice.js";
import { createDoing } from "./play/doing.js";
import { createHistory } from "./play/history.js";
import { createExports, createOptions } from "./play/options.js";
import { createPlayers } from "./play/players.js";
import { createResult } from "./play/result.js";
import { createScreen } from "./play/screen.js";
import { openSession } from "./play/session.js";
import { agentsOnly, current, isNotable, marksOf, mayMove, noticeAfter, seatAtBottom, wentOn } from "./play/state.js";
import { soundsOf } from "./play/sounds.js";
import { createTools } from "./play/tools.js";
import { createTyped } from "./play/typed.js";
import { createValue } from "./play/value.js";
import { createPace } from "./play/watching.js";
import { hintNodes, hintSentence, moveSentence, noticeSentence, openingText, reasonSentence, resultSentence, seatText, sentences, turnSentence } from "./play/words.js";

/** @typedef {import("./play/state.js").State} State */

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { id }) {
  const [all, answer] = await Promise.all([catalogue(), get(`/api/games/${encodeURIComponent(id)}`)]);
  const told = /** @type {Web.State} */ (answer);
  // Who has the secret will be a player as soon as the socket says so: the page is laid out for that.
  /** @type {State} */
  const first = { ...told, role: id in secrets() ? "player" : "watcher" };
  const module = await boardOf(first.geometry);
  const family = all.families.find((each) => each.family === first.family);
  const formats = family?.formats ?? [];
  /** @type {ReturnType<typeof noticeAfter>} */
  let notice = null;

  const now = h("p", { class: "play-now" });
  const said = h("p", { class: "play-said" });
  const opening = h("p", { class: "play-opening muted small" });

  /** Shows a text and has it read out. @param {string} text */
  function tell(text) {
    said.textContent = text;
    said.classList.remove("warn");
    say(text);
  }

  const session = openSession(id, first, {
    state(state) {
      screen.take(state);
      advice.ask();
    },
    moved: () => advice.forget(),
    thought: () => value.update(shown(), advice.known.looked, session.heard.thinking),
    problem: tell,
  });
  const { heard } = session;
  const advice = createAdvice(() => heard.newest, { marks: () => marksChanged(), looking: () => value.element.checkVisibility(), problem: tell });
  /** @returns {State} */
  const shown = () => screen.shown() ?? first;
  const newest = () => heard.newest;

  const doing = createDoing({ session, advice, catalogue: all, family, tell });
  const sounds = createSounds();
  /** Whether the board lets the move that it shows be heard itself. */
  let heardMove = false;
  const tools = createTools();
  const room = h("div", { class: "play-board" });
  // Before the board hears of it: what one touches must be the newest position.
  for (const event of ["pointerdown", "keydown"]) room.addEventListener(event, () => screen.catchUp(), { capture: true });
  const board = module.create(room, {
    play: (/** @type {string} */ move) => void play(move).then((refused) => refused !== "" && tell(refused)),
    preview: (/** @type {string} */ move) => advice.preview(move, shown()),
    say(/** @type {string} */ text) {
      // What a state means is told by the page; a board tells what a person does on it.
      if (!screen.drawing()) tell(text);
    },
    sound(/** @type {import("../lib/sound.js").Sound} */ sound) {
      heardMove = true;
      sounds.make(sound);
    },
    seatNames: first.seats.map((seat) => seat.name),
  });
  const screen = createScreen({
    board,
    extras: (state) => ({ marks: marks(state), playable: mayMove(state), seated: newest().role === "player" && !agentsOnly(newest()), bottom: seatAtBottom(state) }),
    showed: drawState,
    late: module.tellsLate === true ? drawMoving : null,
  });
  const players = createPlayers({ ratings: family?.ratings[first.game] ?? [], change: doing.changeSeat });
  const actions = createActions(doing.act);
  const pace = createPace(doing.setPace);
  const typed = createTyped(play);
  const history = createHistory(doing.goTo);
  const value = createValue();
  const options = createOptions({ act: doing.act, id, spec: first.game, family: first.family, formats });
  const result = createResult({ rematch: doing.rematch, exports: createExports(id, formats) });
  const playOn = h("button", { type: "button", onclick: () => doing.playOn() }, t("play.play-on"));
  const watching = h("div", { class: "play-watching", hidden: true }, h("p", {}, t("play.watching")), playOn);
  const panels = [
    { name: "moves", title: t("play.panel.moves"), content: h("div", { class: "play-moves" }, opening, history.element, typed.element) },
    { name: "thinking", title: t("play.panel.thinking"), content: value.element },
    { name: "game", title: t("play.panel.game"), content: options.element },
  ];
  const title = first.title || familyName(first.family);
  const page = h(
    "div",
    { class: "play", dataset: { geometry: first.geometry, seats: first.seats.length } },
    h("h1", { class: "visually-hidden" }, title),
    room,
    h(
      "div",
      { class: "play-side" },
      players.element,
      watching,
      h("div", { class: "play-message" }, now, said),
      result.element,
      actions.element,
      tools.element,
      pace.element,
      createTabs(panels, { kind: "play-", first: agentsOnly(first) ? 1 : 0, label: t("play.panels"), chosen: () => advice.ask() }).element,
    ),
  );
  screen.take(first);
  main.append(page);

  pointAtMoves(page, board);

  /** @param {string} move @returns {Promise<string>} */
  function play(move) {
    screen.catchUp();
    if (!mayMove(newest())) return Promise.resolve(newest().result ? t("play.over") : t("play.not-your-turn"));
    return session.command({ type: "play", move, ply: newest().ply });
  }

  /** @param {State} state */
  function marks(state) {
    const tones = { best: t("play.value.best"), good: t("play.value.good"), poor: t("play.value.poor"), hint: t("play.value.hint") };
    const { hint, values, wishes } = advice.known;
    const wanted = wishes.values && state.ply === newest().ply;
    return marksOf(wanted ? current(values, state) : null, current(hint, state), tones, settings().simpleValues);
  }

  function marksChanged() {
    screen.redraw();
    const { wishes, values } = advice.known;
    actions.update(newest(), wishes);
    value.update(shown(), advice.known.looked, heard.thinking);
    const hint = current(advice.known.hint, newest());
    if (!hint) return;
    // Where values stand on the board, the hint does not say another one.
    const known = wishes.values ? current(values, newest())?.values : null;
    const shownHint = { ...hint, worth: known?.find(({ move }) => move === hint.move)?.worth ?? hint.worth };
    const isNew = said.dataset.hint !== `${hint.ply} ${hint.move}`;
    said.dataset.hint = `${hint.ply} ${hint.move}`;
    // It is read out once, and what is found later is seen.
    if (isNew) tell(hintSentence(newest(), shownHint));
    replace(said, hintNodes(newest(), shownHint));
  }

  /** While the board tells a move, the rest of the page says only who moves. @param {State} state */
  function drawMoving(state) {
    page.dataset.phase = "theirs";
    now.textContent = state.last ? t("play.turn.moving", { seat: seatText(state, state.last.seat) }) : "";
    said.textContent = "";
  }

  /** @param {State} state @param {State | null} before */
  function drawState(state, before) {
    soundsOf(before, state, heardMove).forEach(sounds.make);
    heardMove = false;
    const focused = document.activeElement;
    const moved = before === null || before.ply !== state.ply;
    notice = noticeAfter(notice, before, state);
    page.classList.toggle("watched", agentsOnly(state));
    page.dataset.ply = String(state.ply);
    page.dataset.phase = state.result ? "over" : mayMove(state) ? "mine" : "theirs";
    watching.hidden = newest().role === "player";
    // After the end there is nothing to play on from.
    playOn.hidden = state.result !== null;
    typed.element.hidden = newest().role !== "player" || state.result !== null || agentsOnly(newest());
    players.update(state, newest());
    players.tick(newest(), (performance.now() - heard.since) / 1000);
    actions.update(newest(), advice.known.wishes);
    pace.update(newest());
    options.update(newest());
    history.update(state);
    opening.textContent = openingText(state.view);
    value.update(state, advice.known.looked, heard.thinking);
    result.update(state);
    typed.update(mayMove(state), state.view.legal_moves?.[0] ?? "");
    now.textContent = turnSentence(state);
    if (moved) {
      delete said.dataset.hint;
      tellMove(state, before);
    } else if (before?.result === null && state.result !== null) say(sentences([resultSentence(state), reasonSentence(state)]));
    keepFocus(focused, state);
  }

  /**
   * What had the focus may be gone, such as a move that was taken back or the box for moves at the end.
   *
   * @param {Element | null} focused
   * @param {State} state
   */
  function keepFocus(focused, state) {
    if (focused === null || focused === document.body || (focused.isConnected && focused.checkVisibility())) return;
    if (state.result) result.focus();
    else board.focus();
  }

  /** @param {State} state @param {State | null} before */
  function tellMove(state, before) {
    const warning = notice ? noticeSentence(state, notice) : "";
    // What the notice says is not said twice; a pass is nothing else.
    const phrases = (state.last?.effects.phrases ?? []).filter((phrase) => !notice || !isNotable(phrase));
    const move = state.last && state.last.move !== "pass" ? moveSentence(state, { ...state.last, phrases }) : "";
    // Told in the order in which it happened.
    const text = sentences(notice && notice.ply < state.ply ? [warning, move] : [move, warning]);
    const stepped = before === null || wentOn(before, state);
    const went = state.ply === 0 ? t("play.at-start") : t("play.went", { ply: state.ply, did: text });
    said.textContent = stepped ? text : went;
    said.classList.toggle("warn", warning !== "");
    // Who has just come to the page reads it; only changes are read out.
    if (before === null) return;
    // Whose turn it is and the result stand elsewhere on the page; here they are only read out.
    const next = state.result ? [resultSentence(state), reasonSentence(state)] : [mayMove(state) ? turnSentence(state) : ""];
    say(sentences([stepped ? text : went, ...next]));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    if (document.querySelector("dialog[open]")) return;
    if (["Shift", "Tab"].includes(event.key)) return;
    const inBoard = event.target instanceof Node && room.contains(event.target);
    // What a key means, it means for the newest position.
    screen.catchUp();
    const used = (!inBoard && board.key(event)) || ownKey(event.key);
    if (used) event.preventDefault();
  }

  /** @param {string} pressed */
  function ownKey(pressed) {
    if (pressed !== "m") return actions.key(pressed);
    const tab = page.querySelector("#play-tab-moves");
    if (tab instanceof HTMLElement) tab.click();
    typed.focus();
    return true;
  }

  document.addEventListener("keydown", key);
  const forget = [
    registerKeys(t("play.keys"), actionKeys),
    registerKeys(t("play.keys.board"), module.keys),
    onChange(() => (tools.update(), screen.redraw())),
  ];
  const clock = setInterval(() => players.tick(newest(), (performance.now() - heard.since) / 1000), 100);

  return {
    title,
    leave() {
      document.removeEventListener("keydown", key);
      clearInterval(clock);
      for (const end of forget) end();
      screen.end();
      sounds.end();
      session.close();
      advice.close();
      board.destroy();
    },
  };
}
