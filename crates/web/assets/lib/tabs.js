// Tabs: one tab stop, arrow keys between them. The panel that is open has the class "open".

import { h } from "./dom.js";

/**
 * @param {{name: string, title: string, content: HTMLElement}[]} tabs
 * @param {object} [options]
 * @param {string} [options.kind] stands before ids and classes: "play-" gives "play-tab-moves"
 * @param {number} [options.first] which one is open at first
 * @param {string} [options.label] what all of them together are called
 * @param {(name: string) => void} [options.chosen] a person has opened one
 * @returns {{element: HTMLElement, choose: (name: string) => void}}
 */
export function createTabs(tabs, { kind = "", first = 0, label, chosen = () => {} } = {}) {
  const buttons = tabs.map(({ name, title }) =>
    h("button", { type: "button", role: "tab", id: `${kind}tab-${name}`, "aria-controls": `${kind}panel-${name}`, onclick: () => choose(name) }, title),
  );
  const panels = tabs.map(({ name, content }) =>
    h("section", { role: "tabpanel", id: `${kind}panel-${name}`, class: `${kind}panel ${kind}panel-${name}`, "aria-labelledby": `${kind}tab-${name}` }, content),
  );

  /** @param {number} wanted */
  function show(wanted) {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(index === wanted));
      button.setAttribute("tabindex", index === wanted ? "0" : "-1");
      panels[index].classList.toggle("open", index === wanted);
    }
  }

  /** @param {string} name */
  function choose(name) {
    show(tabs.findIndex((tab) => tab.name === name));
    chosen(name);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const now = buttons.findIndex((button) => button.getAttribute("aria-selected") === "true");
    const next = (now + step + tabs.length) % tabs.length;
    choose(tabs[next].name);
    buttons[next].focus();
  }

  show(first);
  return {
    element: h("div", { class: `${kind}panels` }, h("div", { class: `${kind}tabs`, role: "tablist", "aria-label": label ?? null, onkeydown: onKey }, buttons), panels),
    choose,
  };
}
