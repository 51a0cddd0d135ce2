// The tab of moves: the list, what can be done with a variation, a comment, and a box to type into.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { drawMoves } from "./movelist.js";
import { branch, ROOT } from "./tree.js";

/**
 * @param {import("./sources.js").Subject} subject
 * @param {import("./desk.js").Actions} actions
 */
export function createMovesPanel(subject, actions) {
  const list = h("div", { class: "moves", role: "group", "aria-label": t("analyse.moves.title") });
  const promote = tool("promote", actions.promote, t("analyse.key.promote"));
  const remove = tool("delete", actions.remove, t("analyse.key.delete"));
  const playHere = tool("play-here", actions.playHere);
  const box = h("input", { id: "typed-move", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {HTMLTextAreaElement} */
  const comment = h("textarea", { id: "move-comment", rows: 2, onchange: () => actions.comment(comment.value.trim()) });
  let commented = -1;

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    problem.textContent = "";
    try {
      await actions.type(box.value);
      box.value = "";
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const form = h(
    "form",
    { class: "typed row", onsubmit: submit },
    h("label", { for: "typed-move" }, t("analyse.type.label")),
    box,
    h("button", { type: "submit" }, t("analyse.type.play")),
    problem,
  );
  const element = h("div", { class: "stack-small" }, list, h("div", { class: "row moves-tools" }, promote, remove, playHere), form, h("div", { class: "field" }, h("label", { for: "move-comment" }, t("analyse.comment")), comment));

  /** @param {import("./desk.js").Shown & {hideReview: boolean}} shown */
  function draw(shown) {
    const { tree } = shown;
    drawMoves(list, { tree, told: shown.told, seatNames: subject.seatNames, geometry: subject.geometry, hideReview: shown.hideReview }, actions.goTo);
    promote.disabled = branch(tree) === null;
    remove.disabled = tree.cursor === ROOT;
    playHere.disabled = !shown.view || shown.view.turn === null;
    // What is being written stays until one goes to another move.
    if (commented !== tree.cursor || document.activeElement !== comment) comment.value = tree.spots[tree.cursor].comment;
    commented = tree.cursor;
  }

  return { element, draw, focus: () => box.focus() };
}

/** @param {string} name @param {() => void} action @param {string} [title] */
function tool(name, action, title) {
  return h("button", { type: "button", class: "small", title, onclick: action }, t(`analyse.tool.${name}`));
}
