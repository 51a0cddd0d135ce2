// The page of analysis: without an address of a game one chooses one.

import { showChooser } from "./analyse/chooser.js";
import { showDesk } from "./analyse/desk.js";
import { read } from "./analyse/link.js";

/** @type {import("../lib/router.js").ShowPage} */
export function show(main, parameters, query) {
  const wanted = read(parameters, query);
  const isGiven = wanted.id !== null || wanted.ledger !== null || wanted.game !== null;
  return isGiven ? showDesk(main, wanted, history.state?.analysis ?? null) : showChooser(main);
}
