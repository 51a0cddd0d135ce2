// The first page of analysis: which game, and from where.

import { catalogue as loadCatalogue } from "../../lib/api.js";
import { h, replace } from "../../lib/dom.js";
import { seatName, t } from "../../lib/i18n.js";
import { familyName } from "../../lib/format.js";
import { createImport } from "./importing.js";
import { openAnalysis } from "./keep.js";
import { portable } from "./link.js";
import { createSetup } from "./setup.js";

/**
 * Opens a game that was imported.
 *
 * @param {Web.ImportedGame} record
 */
export function openRecord({ game, start, moves, tags }) {
  openAnalysis(portable({ game, start, moves, ply: 0 }), { tags });
}

/**
 * @param {HTMLElement} main
 * @returns {Promise<import("../../lib/router.js").Page>}
 */
export async function showChooser(main) {
  const catalogue = await loadCatalogue();
  const setup = createSetup({ catalogue, game: catalogue.families[0].presets[0].name, position: null }, (game, position) => openAnalysis(portable({ game, start: position, moves: [], ply: 0 })));
  replace(
    main,
    h("h1", {}, t("analyse.title")),
    h("p", { class: "muted analyse-lead" }, t("analyse.lead")),
    h(
      "div",
      { class: "chooser" },
      h(
        "section",
        { class: "card stack chooser-start" },
        h("h2", {}, t("analyse.choose.start")),
        h(
          "div",
          { class: "row" },
          catalogue.families.map((family) =>
            h("a", { class: "button", href: portable({ game: family.presets[0].name, moves: [], ply: 0 }), title: family.presets[0].seat_names.map(seatName).join(", ") }, familyName(family.family)),
          ),
        ),
        h("p", { class: "muted small" }, t("analyse.choose.saved"), " ", h("a", { href: "/games" }, t("analyse.choose.games"))),
      ),
      h("section", { class: "card stack chooser-import" }, h("h2", {}, t("analyse.choose.import")), createImport(catalogue, openRecord)),
      h("section", { class: "card stack chooser-setup" }, h("h2", {}, t("analyse.choose.setup")), setup.element),
    ),
  );
  return { title: t("analyse.title"), leave: () => setup.destroy() };
}
