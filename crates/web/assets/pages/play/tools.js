// Beside the board: how fast it moves, and whether it is heard.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { change, settings } from "../../lib/settings.js";
import { icon } from "./icons.js";

const SPEEDS = /** @type {const} */ (["off", "slow", "normal", "fast"]);

export function createTools() {
  const mute = h("button", { type: "button", class: "play-mute quiet", onclick: () => change({ sound: !settings().sound }) });
  /** @type {HTMLSelectElement} */
  const animation = h(
    "select",
    { id: "play-animation", onchange: () => change({ animation: SPEEDS.find((speed) => speed === animation.value) }) },
    ...SPEEDS.map((speed) => h("option", { value: speed }, t(`play.animation.${speed}`))),
  );
  const element = h("div", { class: "play-tools" }, h("label", { for: "play-animation" }, t("play.animation")), animation, mute);

  function update() {
    const { sound, animation: speed } = settings();
    animation.value = speed;
    const name = t(sound ? "play.sound.on" : "play.sound.off");
    mute.setAttribute("aria-pressed", String(!sound));
    mute.setAttribute("aria-label", t("play.sound.mute"));
    mute.title = name;
    if (mute.dataset.sound !== String(sound)) mute.replaceChildren(icon(sound ? "sound" : "muted"));
    mute.dataset.sound = String(sound);
  }
  update();
  return { element, update };
}
