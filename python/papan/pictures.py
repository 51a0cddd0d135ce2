"""What a notebook shows: a game to step through, the tree of a search, charts, and the web app.

Boards, trees and charts are drawn by the program, as everywhere; here they are only put into a
page. Each is one piece of HTML that loads nothing, so that a saved notebook shows the same without
a network and without Papan.
"""

from __future__ import annotations

import atexit
import html
import json
import os
import re
import selectors
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from papan import _program
from papan._papan import PapanError

if TYPE_CHECKING:
    from papan._papan import State

__all__ = ["Chart", "GamePictures", "OpenPage", "Page", "open_page", "show_game", "trace"]

# A server must not outlive who started it, even where that one was killed: its standard input ends
# then, and it with it.
_SERVER = (
    "import os, sys, threading\n"
    "wait = lambda: (sys.stdin.buffer.read(), os._exit(0))\n"
    "threading.Thread(target=wait, daemon=True).start()\n"
    "from papan.__main__ import main\n"
    "main()\n"
)


class Page:
    """A whole HTML page, shown in a frame of its own.

    The frame keeps the styles, names and keys of the page apart from those of the notebook.
    """

    def __init__(self, page: str, *, height: int = 560, title: str = "Papan") -> None:
        self.html = page
        self.height = height
        self.title = title

    def _repr_html_(self) -> str:
        # Only these two end an attribute or begin a character reference in it; leaving the rest
        # as it is keeps notebooks small.
        source = self.html.replace("&", "&amp;").replace('"', "&quot;")
        title = html.escape(self.title)
        return (
            f'<iframe title="{title}" sandbox="allow-scripts" '
            f'style="width:100%;height:{self.height}px;border:0" srcdoc="{source}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}, {len(self.html)} characters of HTML>"

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page to a file that any browser opens; returns where it is."""
        target = Path(path)
        target.write_text(self.html, encoding="utf-8")
        return target

    def open(self) -> Path:
        """Opens the page in the browser, from a file in the folder for temporary ones."""
        handle, name = tempfile.mkstemp(prefix="papan-", suffix=".html")
        os.close(handle)
        target = self.save(name)
        webbrowser.open(target.as_uri())
        return target


class Chart:
    """A chart as SVG, as ``papan report`` draws it.

    ``title`` is the section of the report, ``caption`` the line under the chart.
    """

    def __init__(self, title: str, svg: str, caption: str) -> None:
        self.title = title
        self.svg = svg
        self.caption = caption

    def _repr_html_(self) -> str:
        # Charts have the colours of light ground unless the page around them says otherwise.
        style = "max-width:720px;margin:0 0 1em;padding:8px;background:#fdfaf3;color:#2a231c"
        caption = html.escape(self.caption)
        return f'<figure style="{style}">{self.svg}<figcaption>{caption}</figcaption></figure>'

    def __repr__(self) -> str:
        return f"<Chart: {self.title}>"

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the chart to a file, which should end in ``.svg``; returns where it is."""
        target = Path(path)
        target.write_text(self.svg + "\n", encoding="utf-8")
        return target


class GamePictures(Page):
    """All positions of a game as pictures, with buttons, a slider and the arrow keys.

    ``pictures[0]`` is the SVG of the start, ``pictures[-1]`` that of the end; ``captions`` says
    what was played.
    """

    def __init__(
        self, pictures: Sequence[str], captions: Sequence[str], *, width: int, title: str, at: int
    ) -> None:
        self.pictures = list(pictures)
        self.captions = list(captions)
        page = _game_page(self.pictures, self.captions, width, title, at)
        # Below the board stand the caption, which may take two lines, and the buttons.
        height = round(width * _aspect(self.pictures[0])) + 130
        super().__init__(page, height=height, title=title)

    def __len__(self) -> int:
        return len(self.pictures)

    def __getitem__(self, ply: int) -> str:
        return self.pictures[ply]


def show_game(
    state: State,
    *,
    notes: Sequence[str] | None = None,
    at: int = -1,
    width: int = 420,
    title: str | None = None,
) -> GamePictures:
    """The game that led to a state, to be stepped through in a notebook.

    ``notes`` adds a text to each position, the start first: what an agent thought, or which move
    was a mistake. ``at`` is the position shown first, counted as in a list; ``width`` is that of
    the board in pixels.

    >>> import papan
    >>> game = papan.load_game("othello").state("f5 d6 c3")
    >>> pictures = papan.show_game(game)
    >>> len(pictures)
    4
    >>> pictures.captions[1]
    '1. black: f5'
    """
    if not 100 <= width <= 4000:
        raise PapanError(f"a board is 100 to 4000 pixels wide, not {width}")
    moves = state.moves
    texts = list(notes or [])
    if len(texts) > len(moves) + 1:
        raise PapanError(
            f"{len(texts)} notes for {len(moves) + 1} positions: one for each, the start first"
        )
    if not -len(moves) - 1 <= at <= len(moves):
        raise PapanError(f"position {at} of {len(moves) + 1}")
    walk = state.game.new_initial_state(state.start)
    seats = state.game.seat_names
    pictures = [walk.svg()]
    captions = ["start"]
    for number, move in enumerate(moves, start=1):
        seat = seats[walk.current_player()]
        walk.play(move)
        pictures.append(walk.svg())
        captions.append(f"{number}. {seat}: {move}")
    if walk.is_terminal():
        points = ", ".join(
            f"{seat} {score}" for seat, score in zip(seats, walk.scores(), strict=True)
        )
        captions[-1] += f". The end: {points}"
    for number, note in enumerate(texts):
        if note:
            captions[number] += f" ({note})"
    return GamePictures(
        pictures,
        captions,
        width=width,
        title=title or f"A game of {state.game.name}",
        at=range(len(pictures))[at],
    )


def trace(
    state: State,
    agent: str,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 1,
    height: int = 720,
) -> Page:
    """The tree that an agent searches in a state: windows, cutoffs and second searches.

    It is the page of ``papan trace``. The agents with a tree are ``minimax``, ``negamax``,
    ``alphabeta``, ``negascout`` and those of the papers that search. ``nodes`` is how many visits
    are recorded at most; of a larger tree the principal variation and the moves beside it are.

    >>> import papan
    >>> state = papan.load_game("othello").state("f5")
    >>> papan.trace(state, "negascout:depth=2")  # doctest: +ELLIPSIS
    <Page: negascout:depth=2 thinks about othello, ... characters of HTML>
    """
    with tempfile.TemporaryDirectory(prefix="papan-") as folder:
        target = Path(folder) / "tree.html"
        arguments = ["trace", state.game.name, agent, "--out", str(target), "--seed", str(seed)]
        if state.start is not None:
            arguments += ["--position", state.start]
        if state.moves:
            arguments += ["--moves", " ".join(state.moves)]
        if depth is not None:
            arguments += ["--depth", str(depth)]
        if nodes is not None:
            arguments += ["--nodes", str(nodes)]
        _program.run(arguments)
        page = target.read_text(encoding="utf-8")
    return Page(page, height=height, title=f"{agent} thinks about {state.game.name}")


class OpenPage:
    """The web app in a process of its own: ``address`` says where, ``close()`` ends it.

    It ends with the interpreter too, and at the end of a ``with``, but not with this object: who only
    wants the page need not keep it.
    """

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.address = address
        self._process = process
        atexit.register(self.close)

    @property
    def running(self) -> bool:
        """Whether the web app still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the web app; games are saved as they are played."""
        atexit.unregister(self.close)
        _end(self._process)

    def __enter__(self) -> OpenPage:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<papan serve at {self.address}{'' if self.running else ', closed'}>"

    def _repr_html_(self) -> str:
        # A link and no frame: the web app lets nobody frame it, so that no page can lay itself
        # over it and borrow its clicks.
        address = html.escape(self.address)
        if not self.running:
            return f"<p>Papan at {address} is closed.</p>"
        return f'<p><a href="{address}" target="_blank" rel="noopener">Papan at {address}</a></p>'


def open_page(
    *,
    browser: bool | None = None,
    data: str | os.PathLike[str] | None = None,
    ledger: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    wait: float = 30.0,
) -> OpenPage:
    """Starts the web app on a free port of this machine and opens it in the browser.

    ``browser`` says whether to open one; without it one is opened unless the notebook or program
    runs where there is none. ``data`` is the file of its games and ``ledger`` that of the
    tournaments it shows; without them those of ``papan serve``. ``wait`` is how many seconds it
    may take to start.
    """
    arguments = ["serve", "--port", "0", "--no-open", "--json"]
    if data is not None:
        arguments += ["--data", os.fspath(data)]
    if ledger is not None:
        arguments += ["--ledger", os.fspath(ledger)]
    if threads is not None:
        arguments += ["--threads", str(threads)]
    # Errors go to a file, since a pipe that nobody reads fills up and stops who writes.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVER, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            # Whoever interrupts a cell interrupts the whole group of the kernel.
            start_new_session=True,
            text=True,
            encoding="utf-8",
        )
        line = _first_line(process, wait)
        if not line:
            _end(process)
            errors.seek(0)
            raise _error(errors.read() or f"papan serve said nothing in {wait:g} seconds")
    page = OpenPage(process, str(json.loads(line)["address"]))
    if browser or (browser is None and _has_browser()):
        webbrowser.open(page.address)
    return page


def _error(text: str) -> PapanError:
    words = text.strip().removeprefix("error: ")
    return PapanError(words or "the program ended without a word")


def _first_line(process: subprocess.Popen[str], wait: float) -> str:
    """The first line that a process writes; empty when it ends or takes too long."""
    output = process.stdout
    assert output is not None
    if os.name == "nt":
        # Windows cannot wait for pipes; the web app answers or ends, and both end this line.
        return output.readline()
    until = time.monotonic() + wait
    with selectors.DefaultSelector() as selector:
        selector.register(output, selectors.EVENT_READ)
        while (left := until - time.monotonic()) > 0:
            if selector.select(left):
                return output.readline()
    return ""


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _has_browser() -> bool:
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        # A browser in the terminal would take the terminal away from who started this.
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _aspect(picture: str) -> float:
    """Height divided by width of an SVG."""
    found = re.search(r'viewBox="([^"]*)"', picture)
    numbers = [float(number) for number in found.group(1).split()] if found else []
    if len(numbers) == 4 and numbers[2] > 0:
        return numbers[3] / numbers[2]
    return 1.0


def _data(value: Any) -> str:
    """JSON that may stand in a script: nothing in it can end the script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _game_page(
    pictures: Sequence[str], captions: Sequence[str], width: int, title: str, at: int
) -> str:
    last = len(pictures) - 1
    # What is shown without scripts: where they are not allowed the position is still there.
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{html.escape(title)}</title><style>
body {{ margin: 0; font: 15px/1.4 system-ui, sans-serif; }}
main {{ max-width: {width}px; }}
#board svg {{ display: block; width: 100%; height: auto; }}
#caption {{ margin: 6px 0; min-height: 2.8em; }}
nav {{ display: flex; gap: 4px; align-items: center; }}
nav input {{ flex: 1; min-width: 0; }}
button {{ font: inherit; min-width: 2.4em; min-height: 2.2em; }}
</style></head><body><main>
<div id="board">{pictures[at]}</div>
<p id="caption" aria-live="polite">{html.escape(captions[at])}</p>
<nav><button id="first" aria-label="Start">&#124;&#8249;</button>
<button id="back" aria-label="One move back">&#8249;</button>
<input id="at" type="range" min="0" max="{last}" value="{at}" aria-label="Move">
<button id="next" aria-label="One move on">&#8250;</button>
<button id="last" aria-label="End">&#8250;&#124;</button></nav>
<script>
"use strict";
const pictures = {_data(list(pictures))};
const captions = {_data(list(captions))};
const element = (name) => document.getElementById(name);
const slider = element("at");
let now = {at};
function show(ply) {{
  now = Math.max(0, Math.min(pictures.length - 1, ply));
  element("board").innerHTML = pictures[now];
  element("caption").textContent = captions[now];
  slider.value = now;
  element("first").disabled = element("back").disabled = now === 0;
  element("next").disabled = element("last").disabled = now === pictures.length - 1;
}}
slider.oninput = () => show(Number(slider.value));
element("first").onclick = () => show(0);
element("back").onclick = () => show(now - 1);
element("next").onclick = () => show(now + 1);
element("last").onclick = () => show(pictures.length - 1);
document.onkeydown = (event) => {{
  const step = {{ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }}[event.key];
  if (step === undefined || event.target === slider) return;
  event.preventDefault();
  show(now + step);
}};
show(now);
</script></main></body></html>
"""
