"use strict";
(() => {
  const { tree, root, boards } = JSON.parse(document.getElementById("data").textContent);
  const looks = tree.branches;
  const ROOT = -1;
  const element = (id) => document.getElementById(id);
  const make = (name, className, text = "") => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== "") made.textContent = text;
    return made;
  };
  const number = (value) => (value > 0 ? `+${value}` : `${value}`.replace("-", "−"));
  const seatName = (seat) => tree.seats[seat];
  const me = seatName(tree.turn);

  // ---- The tree and the order of events -------------------------------------------------

  /** The looks below each look, in order; those of the root stand first. */
  const below = Array.from({ length: looks.length + 1 }, () => []);
  const childrenOf = (id) => below[id + 1];
  const parentOf = (id) => looks[id].parent ?? ROOT;
  for (const look of looks) childrenOf(parentOf(look.id)).push(look.id);

  /** Each look is entered once and left once; a step is one or the other. */
  const events = [];
  const enteredAt = new Array(looks.length);
  const leftAt = new Array(looks.length);
  {
    const path = [];
    const leave = () => {
      const id = path.pop();
      events.push({ id, leaves: true });
      leftAt[id] = events.length;
    };
    for (const { id } of looks) {
      while (path.length && path.at(-1) !== looks[id].parent) leave();
      path.push(id);
      events.push({ id, leaves: false });
      enteredAt[id] = events.length;
    }
    while (path.length) leave();
  }
  const end = events.length;

  const onLine = new Set([ROOT]);
  for (let id = tree.best; id !== null; id = looks[id].best) onLine.add(id);

  const hasWindows = looks.some((look) => look.alpha !== null || look.beta !== null);
  const isLeaf = (look) => look.next === null;
  const isUndrawn = (look) =>
    !isLeaf(look) && !look.known && tree.left_out > 0 && childrenOf(look.id).length === 0;
  const cutOf = (id) => (id === ROOT ? tree.root_cut : looks[id].cut);

  // ---- What is known at a step ----------------------------------------------------------

  let step = end;
  const isEntered = (id) => id === ROOT || enteredAt[id] <= step;
  const isLeft = (id) => (id === ROOT ? step === end : leftAt[id] <= step);
  const nextSeat = (id) => (id === ROOT ? tree.turn : looks[id].next);

  /** The best value below a look so far, or null. */
  const soFar = (id) => {
    const better = nextSeat(id) === tree.turn ? Math.max : Math.min;
    let best = null;
    for (const child of childrenOf(id)) {
      if (leftAt[child] > step) break;
      best = best === null ? looks[child].value : better(best, looks[child].value);
    }
    return best;
  };

  /** The window of a look: on entering, and narrower while its moves are looked at. */
  const windowOf = (id) => {
    let { alpha, beta } = looks[id];
    if (!isLeft(id) && !isLeaf(looks[id])) {
      const best = soFar(id);
      if (best !== null && nextSeat(id) === tree.turn) alpha = Math.max(alpha ?? best, best);
      else if (best !== null) beta = Math.min(beta ?? best, best);
    }
    return [alpha, beta];
  };
  const windowText = ([alpha, beta]) =>
    `[${alpha === null ? "−∞" : number(alpha)}, ${beta === null ? "+∞" : number(beta)}]`;

  /** "≤" or "≥" where a value outside the window is only a bound. */
  const boundOf = (look) => {
    const { alpha, beta, value } = look;
    if (isLeaf(look)) return "";
    // The first search has shown this end of the window already.
    const shown = look.again ? (look.mover === tree.turn ? alpha : beta) : null;
    if (value === shown) return "";
    if (alpha !== null && value <= alpha) return "≤ ";
    if (beta !== null && value >= beta) return "≥ ";
    return "";
  };
  const valueText = (id) => {
    if (isLeft(id)) {
      if (id === ROOT) return tree.value === null ? "" : number(tree.value);
      return boundOf(looks[id]) + number(looks[id].value);
    }
    const best = soFar(id);
    return best === null ? "…" : `${number(best)} …`;
  };

  // ---- Words ----------------------------------------------------------------------------

  const plies = (depth) => (depth === 1 ? "1 ply further" : `${depth} plies further`);
  const count = (many, one) => (many === 1 ? `1 ${one}` : `${many} ${one}s`);
  const worth = (look) => {
    const bound = { "≤ ": "at most ", "≥ ": "at least ", "": "" }[boundOf(look)];
    return `${bound}${number(look.value)} to ${me}`;
  };
  const why = (look) => {
    if (look.known) return "The table knew this position.";
    if (look.over) return "The game is over here.";
    if (isLeaf(look)) return "The horizon: the position is judged as it stands.";
    if (isUndrawn(look)) return "What lies below is not drawn.";
    if (look.cut.length === 0) return "";
    const [bound, holder] =
      look.next === tree.turn
        ? [look.beta, "which the other side does not allow: it has better elsewhere"]
        : [look.alpha, `and ${me} has at least as much elsewhere`];
    const limit = bound === null ? "" : `, past the end ${number(bound)} of the window`;
    return `Cut: worth ${worth(look)}${limit}, ${holder}. ${count(look.cut.length, "move")} ` +
      `never looked at: ${look.cut.join(" ")}.`;
  };
  const describe = () => {
    const place = `Step ${step} of ${end}. `;
    if (step === 0) return `${place}${me} is to move; nothing has been looked at.`;
    const { id, leaves } = events[step - 1];
    const look = looks[id];
    const move = `${seatName(look.mover)} ${look.move}`;
    if (!leaves) {
      const again = look.again ? " a second time" : "";
      const inside = hasWindows ? ` with the window ${windowText([look.alpha, look.beta])}` : "";
      const further = look.depth === 0 || isLeaf(look) ? "" : `, ${plies(look.depth)}`;
      return `${place}Looks at ${move}${again}${inside}${further}.`;
    }
    if (step === end) return `${place}Chooses ${tree.move}${tree.value === null ? "" : `, worth ${number(tree.value)} to ${me}`}.`;
    const cut = look.cut.length ? ` Cut: ${count(look.cut.length, "move")} never looked at.` : "";
    return `${place}${move} is worth ${worth(look)}.${cut}`;
  };

  // ---- Drawing --------------------------------------------------------------------------

  /** The list items that exist: a look's moves are drawn when it is first opened. */
  const items = new Map();
  const opened = new Set();
  /** What stepping opened and will close again. */
  const lent = new Set();
  let selected = ROOT;

  const canOpen = (id) =>
    childrenOf(id).some(isEntered) || (isLeft(id) && cutOf(id).length > 0);

  const makeItem = (id) => {
    const item = make("li");
    item.dataset.id = id;
    const seat = id === ROOT ? tree.turn : looks[id].mover;
    const look = make("button", `look seat-${seat}`);
    look.type = "button";
    look.tabIndex = -1;
    const move = make("span", "move", id === ROOT ? "position" : looks[id].move);
    move.prepend(make("span", "who", `${seatName(seat)} `));
    if (id === ROOT) move.replaceChildren(`${me} to move`);
    look.append(make("span", "opener"), move, make("span", "value"), make("span", "more"));
    item.append(look);
    items.set(id, item);
    return item;
  };

  const badges = (id) => {
    if (id === ROOT) return [];
    const look = looks[id];
    const made = [];
    const add = (name, text) => made.push(make("span", `badge ${name}`, text));
    if (look.again) add("again", "second search");
    if (!isLeft(id)) return made;
    if (look.known) add("known", "from the table");
    else if (look.over) add("", "end");
    else if (isLeaf(look)) add("", "horizon");
    else if (isUndrawn(look)) add("", "not drawn");
    if (look.cut.length) add("cut", `cut ${look.cut.length}`);
    return made;
  };

  /** Brings one item up to date, without the items below it. */
  const refreshItem = (id) => {
    const item = items.get(id);
    const look = item.firstChild;
    const [, , value, more] = look.children;
    value.textContent = valueText(id);
    value.classList.toggle("open", !isLeft(id));
    const parts = badges(id);
    if (id !== ROOT && hasWindows) parts.unshift(make("span", "", windowText(windowOf(id))));
    more.replaceChildren(...parts);
    const current = step > 0 && step < end && events[step - 1].id === id;
    item.classList.toggle("on-line", step === end && onLine.has(id));
    item.classList.toggle("running", id !== ROOT && !isLeft(id));
    item.classList.toggle("current", current);
    if (canOpen(id)) look.setAttribute("aria-expanded", opened.has(id));
    else look.removeAttribute("aria-expanded");
    if (id === selected) look.setAttribute("aria-current", "true");
    else look.removeAttribute("aria-current");
    look.tabIndex = id === selected ? 0 : -1;
  };

  const makeNever = (moves) => {
    const item = make("li", "never");
    const text = make("span");
    for (const move of moves) text.append(make("s", "", move), " ");
    text.append("never looked at");
    item.append(text);
    return item;
  };

  const forget = (id) => {
    for (const child of childrenOf(id)) {
      if (items.has(child)) forget(child);
      items.delete(child);
    }
  };

  /** Brings the list below an item up to date: the moves entered so far, then the cut. */
  const refreshList = (id, deep) => {
    const item = items.get(id);
    let list = item.children[1];
    if (!opened.has(id) || !canOpen(id)) {
      forget(id);
      list?.remove();
      return;
    }
    if (!list) {
      list = make("ul");
      item.append(list);
    }
    const children = childrenOf(id);
    list.querySelectorAll(":scope > .never").forEach((never) => never.remove());
    while (list.lastChild && !isEntered(Number(list.lastChild.dataset.id))) {
      const gone = Number(list.lastChild.dataset.id);
      forget(gone);
      items.delete(gone);
      list.lastChild.remove();
    }
    const there = list.children.length;
    if (deep) for (const child of children.slice(0, there)) refresh(child, true);
    for (const child of children.slice(there)) {
      if (!isEntered(child)) break;
      list.append(makeItem(child));
      refresh(child, true);
    }
    const cut = isLeft(id) ? cutOf(id) : [];
    if (cut.length > 6) list.append(makeNever(cut));
    else for (const move of cut) list.append(makeNever([move]));
  };

  const refresh = (id, deep) => {
    refreshItem(id);
    refreshList(id, deep);
  };

  const pathTo = (id) => {
    const path = [id];
    while (path[0] !== ROOT) path.unshift(parentOf(path[0]));
    return path;
  };

  const setOpen = (id, open) => {
    if (open) opened.add(id);
    else opened.delete(id);
    lent.delete(id);
    if (items.has(id)) refresh(id, true);
  };

  const boardOf = (id) => {
    if (id === ROOT) return root;
    if (typeof boards[id] === "string") return boards[id];
    const lines = boardOf(parentOf(id)).split("\n");
    for (const [index, line] of boards[id]) lines[index] = line;
    return lines.join("\n");
  };

  const drawDetails = () => {
    element("board").textContent = boardOf(selected);
    const path = pathTo(selected).slice(1).map((id) => looks[id].move);
    const lines = [make("p", "path", path.length ? path.join(" › ") : tree.position)];
    if (selected === ROOT) {
      lines.push(make("p", "", `${me} is to move.`));
    } else {
      const look = looks[selected];
      const left = isLeft(selected);
      const next = isLeaf(look) ? "" : `, then ${seatName(look.next)} is to move`;
      lines.push(make("p", "", `${seatName(look.mover)} plays ${look.move}${next}.`));
      lines.push(make("p", "", left ? `Worth ${worth(look)}.` : "Being looked at."));
      if (hasWindows) {
        lines.push(make("p", "", `Window on entering: ${windowText([look.alpha, look.beta])}.`));
      }
      if (look.again) {
        lines.push(make("p", "", "A second search: the first, with a window of no width, found that the move is better than those before."));
      }
      const reason = left ? why(look) : "";
      if (reason) lines.push(make("p", "", reason));
    }
    element("details").replaceChildren(...lines);
  };

  /** Scrolls the tree, and nothing else, until a look is in sight. */
  const reveal = (id) => {
    const scroller = element("scroller");
    const [inner, outer] = [items.get(id).firstChild, scroller].map((box) => box.getBoundingClientRect());
    const past = (low, high, from, to) => Math.min(low - from, 0) + Math.max(high - to, 0);
    const bottom = Math.min(outer.bottom, innerHeight);
    scroller.scrollTop += past(inner.top, inner.bottom, outer.top + 60, bottom - 60);
    scroller.scrollLeft += past(inner.left, inner.right, outer.left + 20, outer.right - 20);
  };

  const select = (id, focus) => {
    const before = selected;
    selected = id;
    if (items.has(before)) refreshItem(before);
    if (items.has(id)) {
      refreshItem(id);
      const look = items.get(id).firstChild;
      if (focus) look.focus({ preventScroll: true });
      reveal(id);
    }
    drawDetails();
  };

  // ---- Stepping -------------------------------------------------------------------------

  const isSmall = looks.length <= 60;
  const showLine = () => {
    for (const id of onLine) opened.add(id);
    if (isSmall) for (const { id } of looks) opened.add(id);
  };

  const goTo = (target) => {
    const before = step;
    step = Math.min(Math.max(target, 0), end);
    if (step === before) return;
    const current = step === 0 ? ROOT : events[step - 1].id;
    const path = pathTo(current);
    const stale = new Set();
    for (const id of [...lent].filter((id) => step === end || !path.includes(id))) {
      lent.delete(id);
      opened.delete(id);
      stale.add(id);
    }
    if (step < end) {
      // What has just been left stays open for a step, to show what was found and cut.
      const leaves = step > 0 && events[step - 1].leaves;
      for (const id of leaves ? path : path.slice(0, -1)) {
        if (opened.has(id)) continue;
        opened.add(id);
        lent.add(id);
        stale.add(id);
      }
    }
    if (Math.abs(step - before) > 1 || step === end || before === end) {
      refresh(ROOT, true);
    } else {
      // One step changes the look that it is about, the one before, and those around them.
      const earlier = before === 0 ? ROOT : events[before - 1].id;
      for (const id of stale) if (items.has(id)) refresh(id, false);
      for (const id of new Set([...path, ...pathTo(earlier)])) if (items.has(id)) refresh(id, false);
    }
    element("slider").value = step;
    element("said").textContent = describe();
    element("first").disabled = element("back").disabled = step === 0;
    element("last").disabled = element("forward").disabled = step === end;
    select(step === end ? ROOT : current, false);
  };

  let playing = null;
  const pause = () => {
    if (playing !== null) cancelAnimationFrame(playing);
    playing = null;
    element("play").textContent = "Play";
    element("said").setAttribute("aria-live", "polite");
  };
  const play = () => {
    if (step === end) goTo(0);
    element("play").textContent = "Pause";
    element("said").setAttribute("aria-live", "off");
    let last = performance.now();
    const tick = (now) => {
      const due = Math.floor(((now - last) / 1000) * Number(element("speed").value));
      if (due > 0) {
        last = now;
        goTo(step + due);
      }
      if (step === end) pause();
      else playing = requestAnimationFrame(tick);
    };
    playing = requestAnimationFrame(tick);
  };

  // ---- Input ----------------------------------------------------------------------------

  const onButton = (id, action) => element(id).addEventListener("click", action);
  const stepTo = (target) => () => {
    pause();
    goTo(target());
  };
  onButton("first", stepTo(() => 0));
  onButton("back", stepTo(() => step - 1));
  onButton("forward", stepTo(() => step + 1));
  onButton("last", stepTo(() => end));
  onButton("play", () => (playing === null ? play() : pause()));
  element("slider").addEventListener("input", stepTo(() => Number(element("slider").value)));
  const reopen = (open) => () => {
    lent.clear();
    opened.clear();
    open();
    refresh(ROOT, true);
    if (!items.has(selected)) select(ROOT, false);
  };
  onButton("show-line", reopen(showLine));
  onButton("open-all", reopen(() => {
    for (const { id } of looks) opened.add(id);
    opened.add(ROOT);
  }));
  onButton("close-all", reopen(() => {}));

  const idOf = (target) => {
    const look = target.closest(".look");
    return look ? Number(look.parentElement.dataset.id) : null;
  };
  element("tree").addEventListener("click", (event) => {
    const id = idOf(event.target);
    if (id === null) return;
    pause();
    const opener = event.target.classList.contains("opener");
    if (canOpen(id) && (opener || selected === id)) setOpen(id, !opened.has(id));
    else if (canOpen(id) && !opened.has(id)) setOpen(id, true);
    select(id, true);
  });
  element("tree").addEventListener("keydown", (event) => {
    const id = idOf(event.target);
    if (id === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const isOpen = opened.has(id) && canOpen(id);
    const shown = () => [...element("tree").querySelectorAll(".look")];
    const neighbour = (by) => {
      const all = shown();
      return idOf(all[all.indexOf(event.target) + by] ?? event.target);
    };
    let target = null;
    switch (event.key) {
      case "ArrowDown": target = neighbour(1); break;
      case "ArrowUp": target = neighbour(-1); break;
      case "ArrowRight":
        if (!isOpen && canOpen(id)) setOpen(id, true);
        else if (isOpen && childrenOf(id).some(isEntered)) target = childrenOf(id)[0];
        break;
      case "ArrowLeft":
        if (isOpen) setOpen(id, false);
        else if (id !== ROOT) target = parentOf(id);
        break;
      case "Home": target = ROOT; break;
      case "End": target = idOf(shown().at(-1)); break;
      default: return;
    }
    event.preventDefault();
    pause();
    if (target !== null) select(target, true);
  });

  // ---- The beginning --------------------------------------------------------------------

  const facts = [
    ["Game", tree.game],
    ["To move", me],
    ["Chosen", tree.value === null ? tree.move : `${tree.move}, worth ${number(tree.value)}`],
    ["Best line", tree.line.join(" ")],
    ["Depth", count(tree.depth, "ply").replace("plys", "plies")],
    ["Looks", tree.left_out === 0
      ? `${tree.recorded}, all drawn`
      : `${tree.recorded} of ${tree.recorded + tree.left_out} drawn: the best line and its siblings`],
  ];
  for (const [name, value] of facts) {
    const fact = make("div");
    fact.append(make("dt", "", name), make("dd", "", value));
    element("facts").append(fact);
  }
  const hasAgain = looks.some((look) => look.again);
  const narrow = looks.some((look) => look.alpha !== null && look.beta === look.alpha + 1);
  element("legend").textContent =
    `All numbers are those of ${me}: more is better for ${me}, and the other side takes the least. ` +
    (hasWindows
      ? `In a window [α, β], α (alpha) is what ${me} has elsewhere for sure and β (beta) what the other side ` +
        "will allow at most; once a value lies outside, the position cannot matter, and the rest of its moves " +
        "is cut (struck out). ≤ and ≥ mark values that are only known as bounds."
      : "Every line is looked at: there are no windows and no cuts.") +
    (hasAgain || narrow
      ? " After the first move, NegaScout only asks, with a window of no width, whether a move is better; " +
        "one that is gets a second search with the full window."
      : "");
  element("slider").max = end;
  element("slider").value = end;
  showLine();
  element("tree").append(makeItem(ROOT));
  refresh(ROOT, true);
  element("said").textContent = describe();
  element("last").disabled = element("forward").disabled = true;
  drawDetails();
  pause();
  if (items.has(tree.best)) reveal(tree.best);
  // A page can be opened at a step: tree.html#step-12.
  const wanted = /^#step-(\d+)$/.exec(location.hash);
  if (wanted) goTo(Number(wanted[1]));
})();
