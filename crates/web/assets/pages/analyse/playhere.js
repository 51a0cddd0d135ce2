// "Play from here": a new game from the position that is shown, against an agent.

import { createGame } from "../../lib/api.js";
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { agentText } from "../../lib/format.js";
import { seatName, t, tOr } from "../../lib/i18n.js";
import { go } from "../../lib/router.js";

/**
 * @param {object} from
 * @param {Web.Family | undefined} from.entry what the catalogue says of the game
 * @param {string} from.game
 * @param {string | null} from.start
 * @param {string[]} from.moves
 * @param {string[]} from.seatNames
 * @param {number} from.turn the seat to move
 */
export function askToPlay({ entry, game, start, moves, seatNames, turn }) {
  const many = seatNames.length > 2;
  const agents = (entry?.agents ?? []).filter((agent) => agent.name !== "level" && (agent.many || !many));
  const seat = h("select", { id: "play-seat" }, seatNames.map((name, index) => h("option", { value: index, selected: index === turn }, seatName(name))));
  const agent = h(
    "select",
    { id: "play-agent" },
    h("optgroup", { label: t("analyse.play.levels") }, [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => h("option", { value: `level:${level}`, selected: level === 4 }, t("analyse.play.level", { level })))),
    agents.length > 0 && h("optgroup", { label: t("analyse.play.agents") }, agents.map(({ name, summary }) => h("option", { value: name, title: tOr(`agent.${name}.line`, summary) }, agentText(name)))),
    h("option", { value: "" }, t("analyse.play.person")),
  );
  const problem = h("p", { class: "problem", role: "alert" });

  /** @param {SubmitEvent} event */
  async function begin(event) {
    event.preventDefault();
    /** @type {Web.Player[]} */
    const seats = seatNames.map((_, index) => (index === Number(seat.value) || agent.value === "" ? { kind: "person" } : { kind: "agent", agent: agent.value }));
    try {
      const id = await createGame({ game, seats, moves, ...(start ? { start } : {}) });
      dialog.close();
      go(`/game/${id}`);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const dialog = openDialog(t("analyse.play.title"), (close) => [
    h(
      "form",
      { class: "stack", onsubmit: begin },
      h("div", { class: "field" }, h("label", { for: "play-seat" }, t("analyse.play.seat")), seat),
      h("div", { class: "field" }, h("label", { for: "play-agent" }, t("analyse.play.against")), agent),
      problem,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, t("analyse.play.begin")), h("button", { type: "button", onclick: close }, t("analyse.play.cancel"))),
    ),
  ]);
}
