// One line that is read out politely: moves, results, what was done.

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/**
 * Says a text to everyone: it is shown for a while and read out by a screen reader.
 *
 * @param {string} text already translated
 */
export function say(text) {
  const line = document.getElementById("status");
  if (!line) return;
  clearTimeout(hiding);
  // The same text twice is read twice only when the line changes in between.
  line.textContent = "";
  line.classList.toggle("shown", text !== "");
  requestAnimationFrame(() => {
    line.textContent = text;
  });
  hiding = setTimeout(() => line.classList.remove("shown"), 3000 + 60 * text.length);
}
