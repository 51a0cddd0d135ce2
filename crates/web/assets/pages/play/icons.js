// The signs on the buttons: drawn, because not every font has them.

import { s } from "../../lib/dom.js";

/** @type {Record<string, string>} outlines on a field of 24 by 24 */
const OUTLINES = {
  pause: "M8 5v14M16 5v14",
  resume: "M8 5l11 7-11 7z",
  step: "M6 5l9 7-9 7zM18 5v14",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9V15.5h7v-1.6A6 6 0 0 0 12 3z",
  values: "M5 20V12M12 20V5M19 20v-5",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  muted: "M4 9v6h4l5 4V5L8 9zM16.5 9.5l5 5M21.5 9.5l-5 5",
  stop: "M7 7h10v10H7z",
};

/** @param {string} name @returns {SVGElement} */
export function icon(name) {
  return s(
    "svg",
    { class: "play-icon", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" },
    s("path", { d: OUTLINES[name] ?? "" }),
  );
}
