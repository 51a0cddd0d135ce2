// Tabs: one tab stop, arrow keys between them.

import { h } from "../../lib/dom.js";

/**
 * @param {{name: string, title: string, content: HTMLElement}[]} tabs
 * @param {(name: string) => void} chosen
 * @returns {{element: HTMLElement, choose: (name: string) => void}}
 */
export function createTabs(tabs, chosen) {
  const buttons = tabs.map(({ name, title }) =>
    h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, title),
  );
  const panels = tabs.map(({ name, content }) => h("div", { role: "tabpanel", id: `panel-${name}`, class: `panel panel-${name}`, "aria-labelledby": `tab-${name}` }, content));

  /** @param {string} wanted */
  function show(wanted) {
    for (const [index, { name }] of tabs.entries()) {
      const isChosen = name === wanted;
      buttons[index].setAttribute("aria-selected", String(isChosen));
      buttons[index].setAttribute("tabindex", isChosen ? "0" : "-1");
      panels[index].hidden = !isChosen;
    }
  }

  /** @param {string} wanted */
  function choose(wanted) {
    show(wanted);
    chosen(wanted);
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

  show(tabs[0].name);
  return { element: h("div", { class: "tabs" }, h("div", { role: "tablist", onkeydown: onKey }, buttons), panels), choose };
}
