// The box for typed moves: the notation of the terminal, and the reason when a move is refused.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * @param {(move: string) => Promise<string>} play answers with why not, or with an empty text
 */
export function createTyped(play) {
  const problem = h("p", { class: "play-typed-problem problem", id: "play-typed-problem", role: "alert" });
  const input = h("input", {
    id: "play-typed",
    class: "play-typed-input",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    maxlength: 120,
    "aria-describedby": "play-typed-problem",
    placeholder: t("play.typed.example"),
    oninput: () => refuse(""),
  });
  const button = h("button", { type: "submit" }, t("play.typed.play"));
  const element = h(
    "form",
    { class: "play-typed", onsubmit: submit },
    h("label", { for: "play-typed" }, t("play.typed")),
    h("div", { class: "play-typed-row" }, input, button),
    problem,
  );

  /** @param {string} text */
  function refuse(text) {
    problem.textContent = text;
    input.setAttribute("aria-invalid", String(text !== ""));
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const move = input.value.trim();
    if (move === "") return;
    const reason = await play(move);
    refuse(reason);
    if (reason === "") input.value = "";
  }

  return {
    element,
    focus: () => input.focus(),
    /** @param {boolean} possible @param {string} example a move as one would type it */
    update(possible, example) {
      button.setAttribute("aria-disabled", String(!possible));
      input.placeholder = example === "" ? t("play.typed.example") : example;
    },
  };
}
