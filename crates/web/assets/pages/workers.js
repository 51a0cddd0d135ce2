// Workers on other machines, and the tournaments that they play for.

import { h, renew, replace } from "../lib/dom.js";
import { keepFresh } from "../lib/fresh.js";
import { t } from "../lib/i18n.js";
import { drawProblem, drawServers } from "./workers-view.js";

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main) {
  const [problem, servers] = [h("div", { role: "status" }), h("div", { class: "stack" })];
  const back = h("p", { class: "small" }, h("a", { href: "/arena" }, `← ${t("arena.title")}`));
  const head = h("div", { class: "stack-small" }, back, h("h1", {}, t("workers.title")), h("p", { class: "lead" }, t("workers.lead")));
  replace(main, h("div", { class: "stack" }, head, h("div", { class: "workers-seen" }, problem, servers)));
  const leave = await keepFresh("/api/arena-workers", (/** @type {Web.WorkersSeen} */ seen) => {
    // Many times a minute: who reads, has the focus or has marked something must not notice.
    renew(problem, drawProblem(seen.servers));
    renew(servers, drawServers(seen));
    return seen.servers !== null;
  });
  return { title: t("workers.title"), leave };
}
