// Panels behind tabs.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * @param {{name: string, element: HTMLElement}[]} panels 
 * @param {number} first which one is open at first
 * @returns {HTMLElement}
 */
export function createTabs(panels, first) {
  const tabs = panels.map(({ name }, index) =>
    h("button", { type: "button", role: "tab", id: `play-tab-${name}`, "aria-controls": `play-panel-${name}`, onclick: () => open(index), onkeydown: (/** @type {KeyboardEvent} */ event) => move(event, index) }, t(`play.panel.${name}`)),
  );
  const bodies = panels.map(({ name, element }) =>
    h("section", { class: `play-panel play-panel-${name}`, role: "tabpanel", id: `play-panel-${name}`, "aria-labelledby": `play-tab-${name}` }, element),
  );

  /** @param {number} wanted */
  function open(wanted) {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === wanted));
      tab.tabIndex = index === wanted ? 0 : -1;
      bodies[index].classList.toggle("open", index === wanted);
    });
  }

  /** @param {KeyboardEvent} event @param {number} index */
  function move(event, index) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (index + step + tabs.length) % tabs.length;
    open(next);
    tabs[next].focus();
  }

  open(first);
  return h("div", { class: "play-panels" }, h("div", { class: "play-tabs", role: "tablist", "aria-label": t("play.panels") }, ...tabs), ...bodies);
}
