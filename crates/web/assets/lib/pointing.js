// What one points at on a page, the board shows: whatever has `data-move` speaks of that move.

/**
 * @param {HTMLElement} page
 * @param {import("../boards/contract.js").Board} board
 */
export function pointAtMoves(page, board) {
  /** The move under the pointer, and the one that keys have come to. */
  const at = { pointer: /** @type {string | null} */ (null), focus: /** @type {string | null} */ (null) };

  /** @param {"pointer" | "focus"} by @param {EventTarget | null} target */
  function point(by, target) {
    const place = target instanceof Element ? target.closest("[data-move]") : null;
    const move = place instanceof HTMLElement || place instanceof SVGElement ? (place.dataset.move ?? null) : null;
    if (at[by] === move) return;
    at[by] = move;
    board.point?.(at.pointer ?? at.focus);
  }

  page.addEventListener("pointerover", ({ target }) => point("pointer", target));
  page.addEventListener("pointerleave", () => point("pointer", null));
  // What was clicked has the focus too, and one has seen its place.
  page.addEventListener("focusin", ({ target }) => point("focus", target instanceof Element && target.matches(":focus-visible") ? target : null));
  page.addEventListener("focusout", () => point("focus", null));
}
