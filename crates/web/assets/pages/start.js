// The start page: games to play, games to go on with, and where else to go.

import { createGame, families, get, secrets } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { loadOtherTexts, t, tOr } from "../lib/i18n.js";
import { go } from "../lib/router.js";
import { familyName } from "../lib/format.js";
import { animationStep } from "../lib/settings.js";
import { say } from "../lib/status.js";
import { liveBoard } from "./start-board.js";

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main) {
  const known = await families();
  const boards = known.map(({ family }) => liveBoard(family));
  const pause = pauseButton((on) => boards.forEach((board) => board.run(on)));
  const unfinished = h("section", { class: "stack", hidden: true });
  replace(
    main,
    h(
      "div",
      { class: "stack start" },
      h("div", { class: "start-head" }, h("div", {}, h("h1", {}, t("start.title")), h("p", { class: "muted" }, t("start.line"))), pause),
      h(
        "ul",
        { class: "game-cards" },
        known.map((card, at) => familyCard(card, boards[at].element)),
        more(),
      ),
      unfinished,
    ),
  );
  void showUnfinished(unfinished);
  return { title: "Papan", leave: () => boards.forEach((board) => board.stop()) };
}

/**
 * @param {Web.Card} card
 * @param {HTMLElement} board
 */
function familyCard(card, board) {
  const { family } = card;
  const name = familyName(family);
  return h(
    "li",
    { class: "card game-card", dataset: { family } },
    board,
    h("div", { class: "game-card-words" }, h("h2", {}, name), h("p", { class: "muted" }, tOr(`game.${family}.line`, card.summary))),
    h(
      "div",
      { class: "game-card-actions" },
      h("button", { class: "primary", type: "button", "aria-label": t("start.play.label", { game: name }), onclick: quick(card) }, t("start.play")),
      h("a", { class: "button", href: `/new/${family}`, "aria-label": t("start.new.label", { game: name }) }, t("start.new")),
      h("a", { class: "button quiet", href: `/rules/${family}`, "aria-label": t("start.rules.label", { game: name }) }, t("start.rules")),
    ),
  );
}

/**
 * Straight into a game: a person against level 3 in all other seats.
 *
 * @param {Web.Card} card
 * @returns {(event: Event) => Promise<void>}
 */
function quick({ game, seats: count }) {
  return async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      /** @type {Web.Player[]} */
      const seats = Array.from({ length: count }, (_, seat) => (seat === 0 ? { kind: "person" } : { kind: "agent", agent: "level:3" }));
      go(`/game/${await createGame({ game, seats })}`);
    } catch (error) {
      button.disabled = false;
      say(error instanceof Error ? error.message : String(error));
    }
  };
}

/** @param {(on: boolean) => void} run */
function pauseButton(run) {
  let on = animationStep() > 0;
  const button = h("button", { class: "quiet small", type: "button", onclick: toggle });
  draw();
  function toggle() {
    on = !on;
    draw();
  }
  function draw() {
    run(on);
    button.textContent = t(on ? "start.pause" : "start.resume");
  }
  return button;
}

/** @param {HTMLElement} root */
async function showUnfinished(root) {
  const own = Object.keys(secrets()).slice(-50);
  if (own.length === 0) return;
  const { games } = /** @type {Web.Games} */ (await get(`/api/games?ids=${own.map(encodeURIComponent).join(",")}`));
  const open = games.filter((game) => game.result === null).slice(0, 4);
  if (open.length === 0) return;
  // Who has no games need not wait for what shows them.
  const [{ gameCard }] = await Promise.all([import("./games-card.js"), loadOtherTexts()]);
  replace(
    root,
    h("div", { class: "spread" }, h("h2", {}, t("start.unfinished")), h("a", { href: "/games" }, t("start.all"))),
    h(
      "ul",
      { class: "saved-games" },
      open.map((game) => h("li", {}, gameCard(game, { own: true }))),
    ),
  );
  root.hidden = false;
}

function more() {
  /** @type {[string, string][]} */
  const places = [
    ["analyse", "/analyse"],
    ["papers", "/papers"],
    ["arena", "/arena"],
  ];
  return h(
    "li",
    { class: "card start-more" },
    h("h2", {}, t("start.more")),
    h(
      "ul",
      {},
      places.map(([name, address]) => h("li", {}, h("a", { class: "start-link", href: address }, h("strong", {}, t(`start.${name}`)), h("span", { class: "muted" }, t(`start.${name}.line`))))),
    ),
  );
}
