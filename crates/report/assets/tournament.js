"use strict";
(() => {
  const { reports, paints, groups, games } = JSON.parse(document.getElementById("tournament_data").textContent);
  const element = (id) => document.getElementById(id);
  const make = (name, className, text = "") => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== "") made.textContent = text;
    return made;
  };
  const rows = [...element("list_games").rows];

  // ---- The list -------------------------------------------------------------------------

  const labelsOf = (game) => game.players.map((player) => reports[game.report].labels[player]);
  const fits = (game) => {
    const agent = element("list_agent").value;
    const result = element("list_result").value;
    const seats = labelsOf(game)
      .map((label, seat) => ({ label, seat }))
      .filter(({ label }) => agent === "" || label === agent)
      .map(({ seat }) => seat);
    const firsts = game.ranks.filter((rank) => rank === 1).length;
    switch (result) {
      case "won": return seats.some((seat) => game.ranks[seat] === 1 && firsts === 1);
      case "shared": return seats.some((seat) => game.ranks[seat] === 1 && firsts > 1);
      case "lost": return seats.some((seat) => game.ranks[seat] > 1);
      case "forfeited": return seats.includes(game.forfeit);
      default: return seats.length > 0;
    }
  };
  const filter = () => {
    let found = 0;
    games.forEach((game, index) => {
      const shown = fits(game);
      rows[index].hidden = !shown;
      found += shown ? 1 : 0;
    });
    element("list_found").textContent = `${found} of ${games.length} games`;
  };
  for (const label of new Set(reports.flatMap((report) => report.labels))) {
    const option = make("option", "", label.length > 60 ? `${label.slice(0, 59)}…` : label);
    option.value = label;
    option.title = label;
    element("list_agent").append(option);
  }
  element("list_filter").addEventListener("submit", (event) => event.preventDefault());
  let turnOver = () => {};
  for (const id of ["list_agent", "list_result"]) {
    element(id).addEventListener("change", () => {
      filter();
      turnOver();
    });
  }
  element("list_filter").hidden = false;

  // ---- Boards ---------------------------------------------------------------------------

  /** The looks of a seat: seats that are named after a colour have that one. */
  const looksOf = (report, seat) => {
    const colours = ["blue", "yellow", "red", "green"];
    const name = report.seats[seat];
    return `seat seat-${colours.includes(name) ? name : seat + 1}`;
  };

  /** Draws the board behind a number of moves: what has come and not gone again by then. */
  const paint = ({ view_box, groups: all }, step) => {
    const isThere = ([, bounds]) => bounds.filter((bound) => bound <= step).length % 2 === 1;
    const shapes = all.filter(isThere).flatMap(([group]) => groups[group]);
    const drawn = shapes.map(([paint, shape]) => `<g ${paints[paint]}>${shape}</g>`).join("");
    const svg = `<svg role="img" aria-label="Board" xmlns="http://www.w3.org/2000/svg" viewBox="${view_box}">${drawn}</svg>`;
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    element("replay_board").replaceChildren(document.importNode(parsed, true));
  };

  // ---- The value graph ------------------------------------------------------------------

  const draw = (name, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
    if (text !== "") made.textContent = text;
    return made;
  };
  const number = (value) => {
    const text = Math.abs(value) >= 100 ? value.toFixed(0) : String(Math.round(value * 100) / 100);
    return value > 0 ? `+${text}` : text.replace("-", "−");
  };
  const time = (seconds) => {
    if (seconds >= 1) return `${seconds.toFixed(seconds >= 10 ? 0 : 1)} s`;
    if (seconds >= 1e-3) return `${(seconds * 1e3).toFixed(seconds >= 1e-2 ? 0 : 1)} ms`;
    return `${(seconds * 1e6).toFixed(0)} µs`;
  };
  let now = null;
  let placeOf = () => 0;
  const drawGraph = (report, steps) => {
    now = null;
    element("replay_graph").replaceChildren();
    const two = report.seats.length === 2;
    const points = steps
      .map(([, seat, value], index) => ({ x: index + 1, seat, y: two && seat === 1 ? -value : value, known: value !== null }))
      .filter((point) => point.known);
    if (points.length < 2) return;
    const [left, right, top, bottom] = [64, 690, 34, 150];
    const high = Math.max(0, ...points.map((point) => point.y));
    const low = Math.min(0, ...points.map((point) => point.y));
    placeOf = (step) => left + ((right - left) * step) / steps.length;
    const y = (value) => bottom - ((bottom - top) * (value - low)) / (high - low || 1);
    const name = two ? `Value for ${report.seats[0]}, as each player saw it` : "Value, as each player saw it";
    const svg = draw("svg", { class: "chart", viewBox: "0 0 800 176", role: "img", "aria-label": `${name}; the numbers are in the list of moves` });
    svg.append(draw("text", { class: "title", x: 0, y: 18 }, name));
    for (const value of new Set([low, 0, high])) {
      svg.append(draw("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }));
      if (value === 0 || Math.abs(y(value) - y(0)) > 14) {
        svg.append(draw("text", { class: "faint", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, number(value)));
      }
    }
    let nameAt = top + 8;
    report.seats.forEach((seat, index) => {
      const own = points.filter((point) => point.seat === index);
      if (own.length === 0) return;
      const dash = `dash-${index}`;
      const path = own.map((point, at) => `${at === 0 ? "M" : "L"}${placeOf(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("");
      svg.append(draw("path", { class: `line ${looksOf(report, index)} ${dash}`, d: path }));
      svg.append(draw("line", { class: `line ${looksOf(report, index)} ${dash}`, x1: right + 10, x2: right + 34, y1: nameAt - 4, y2: nameAt - 4 }));
      svg.append(draw("text", { class: "faint", x: right + 40, y: nameAt }, seat));
      nameAt += 18;
    });
    now = draw("line", { class: "now", y1: top, y2: bottom });
    svg.append(now, draw("text", { class: "faint", x: (left + right) / 2, y: 171, "text-anchor": "middle" }, "move"));
    element("replay_graph").append(svg);
  };

  // ---- One game -------------------------------------------------------------------------

  if (!element("replay_game")) {
    filter();
    return;
  }
  let current = null;
  let last = 0;
  let step = 0;
  const replayable = (index) => games[index].replay !== null && !rows[index].hidden;
  const next = (by) => {
    let index = current + by;
    while (index >= 0 && index < games.length && !replayable(index)) index += by;
    return index >= 0 && index < games.length ? index : null;
  };
  turnOver = () => {
    if (current === null) return;
    element("replay_before").disabled = next(-1) === null;
    element("replay_after").disabled = next(1) === null;
  };

  const describe = (game, report, steps) => {
    if (step === 0) return `Beginning of ${steps.length} moves.`;
    const [text, seat, value, seconds] = steps[step - 1];
    const parts = [`Move ${step} of ${steps.length}: ${report.seats[seat]} plays ${text}`];
    if (value !== null) parts.push(`worth ${number(value)} to it`);
    parts.push(seconds === null ? "part of the opening" : `in ${time(seconds)}`);
    return `${parts.join(", ")}.${step === steps.length ? ` End: ${game.ending}.` : ""}`;
  };

  const goTo = (target) => {
    const game = games[current];
    const report = reports[game.report];
    const steps = game.replay.moves;
    const buttons = [...element("replay_moves").querySelectorAll("button")];
    buttons[step]?.removeAttribute("aria-current");
    if (buttons[step]) buttons[step].tabIndex = -1;
    step = Math.min(Math.max(target, 0), steps.length);
    paint(game.replay, step);
    const button = buttons[step];
    button.setAttribute("aria-current", "true");
    button.tabIndex = 0;
    const box = element("replay_moves").parentElement;
    const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    element("replay_slider").value = step;
    element("replay_said").textContent = describe(game, report, steps);
    element("replay_first").disabled = element("replay_back").disabled = step === 0;
    element("replay_last").disabled = element("replay_forward").disabled = step === steps.length;
    if (now) {
      now.setAttribute("x1", placeOf(step));
      now.setAttribute("x2", placeOf(step));
    }
  };

  const listMoves = (report, steps) => {
    const item = (index, texts) => {
      const button = make("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.step = index;
      button.append(...texts.map((text) => make("span", "", text)));
      const made = make("li");
      made.append(button);
      return made;
    };
    const all = [item(0, ["", "beginning", "", "", ""])];
    steps.forEach(([text, seat, value, seconds], index) => {
      const worth = value === null ? "" : number(value);
      const taken = seconds === null ? "opening" : time(seconds);
      all.push(item(index + 1, [`${index + 1}.`, text, report.seats[seat] ?? "", worth, taken]));
    });
    element("replay_moves").replaceChildren(...all);
  };

  const legend = (game, report) => {
    const items = game.players.map((player, seat) => {
      const item = make("li", game.ranks[seat] === 1 ? "first" : "");
      const name = make("span", "", report.names[player]);
      name.title = report.labels[player];
      item.append(`${report.seats[seat]} `, name);
      if (game.scores[seat] !== undefined) item.append(`: ${String(game.scores[seat]).replace("-", "−")}`);
      return item;
    });
    element("replay_legend").replaceChildren(...items);
  };

  const open = (index, at) => {
    pause();
    if (current !== null) rows[current].classList.remove("current");
    current = index;
    step = 0;
    const game = games[index];
    const report = reports[game.report];
    const steps = game.replay.moves;
    last = steps.length;
    rows[index].classList.add("current");
    element("replay_title").textContent = `Game ${index + 1}${reports.length > 1 ? ` of ${report.game}` : ""}`;
    element("replay_slider").max = steps.length;
    legend(game, report);
    listMoves(report, steps);
    drawGraph(report, steps);
    element("replay_game").hidden = false;
    goTo(at);
    turnOver();
  };

  // ---- Playing --------------------------------------------------------------------------

  let playing = null;
  const pause = () => {
    clearTimeout(playing);
    playing = null;
    element("replay_play").textContent = "Play";
    element("replay_said").setAttribute("aria-live", "polite");
  };
  const tick = () => {
    goTo(step + 1);
    if (step === last) pause();
    else playing = setTimeout(tick, 1000 / Number(element("replay_speed").value));
  };
  const play = () => {
    if (step === last) goTo(0);
    element("replay_play").textContent = "Pause";
    element("replay_said").setAttribute("aria-live", "off");
    playing = setTimeout(tick, 1000 / Number(element("replay_speed").value));
  };

  // ---- Input ----------------------------------------------------------------------------

  const onButton = (id, action) => element(id).addEventListener("click", action);
  const stepTo = (target) => () => {
    pause();
    goTo(target());
  };
  onButton("replay_first", stepTo(() => 0));
  onButton("replay_back", stepTo(() => step - 1));
  onButton("replay_forward", stepTo(() => step + 1));
  onButton("replay_last", stepTo(() => last));
  onButton("replay_play", () => (playing === null ? play() : pause()));
  onButton("replay_before", () => (location.hash = `#replay-${next(-1) + 1}`));
  onButton("replay_after", () => (location.hash = `#replay-${next(1) + 1}`));
  element("replay_slider").addEventListener("input", stepTo(() => Number(element("replay_slider").value)));
  element("replay_moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) stepTo(() => Number(button.dataset.step))();
  });
  element("replay_game").addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
    const inMoves = event.target.closest("#replay_moves");
    let target;
    switch (event.key) {
      case "ArrowRight": target = step + 1; break;
      case "ArrowLeft": target = step - 1; break;
      case "ArrowDown": if (!inMoves) return; target = step + 1; break;
      case "ArrowUp": if (!inMoves) return; target = step - 1; break;
      case "Home": target = 0; break;
      case "End": target = last; break;
      default: return;
    }
    event.preventDefault();
    stepTo(() => target)();
    if (inMoves) element("replay_moves").querySelectorAll("button")[step].focus({ preventScroll: true });
  });

  /** A page can be opened at a game and a move: report.html#replay-3-12. */
  const follow = (focus) => {
    const wanted = /^#replay-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const index = wanted ? Number(wanted[1]) - 1 : -1;
    if (!games[index] || games[index].replay === null) return false;
    open(index, Number(wanted[2] ?? 0));
    if (focus) {
      element("replay_title").focus({ preventScroll: true });
      element("replay_game").scrollIntoView({ block: "nearest" });
    }
    return true;
  };
  addEventListener("hashchange", () => follow(true));
  element("list_games").addEventListener("click", (event) => {
    // The link of the game that is open already changes no address.
    if (event.target.closest("a")?.hash === location.hash) follow(true);
  });
  filter();
  if (!follow(true)) {
    const index = games.findIndex((game) => game.replay !== null);
    if (index >= 0) open(index, games[index].replay.moves.length);
  }
})();
