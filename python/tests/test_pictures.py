"""What a notebook shows."""

import gc
import json
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import papan
import psutil
import pytest


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["othello", "blokus-duo", "congklak", "adjacency"])
def test_a_board_is_drawn_as_the_program_draws_it(name: str, theme: str, tmp_path: Path) -> None:
    game = papan.load_game(name)
    state = game.state(game.random_line(5, seed=2))
    target = tmp_path / "board.svg"
    command = [sys.executable, "-m", "papan", "show", name, "--moves", " ".join(state.moves)]
    command += ["--svg", str(target), *(["--dark"] if theme == "dark" else [])]
    subprocess.run(command, check=True, capture_output=True)
    drawn = target.read_text(encoding="utf-8")
    width = re.search(r'width="(\d+)"', drawn)
    assert width is not None
    assert state.svg(int(width.group(1)), theme) + "\n" == drawn
    assert state._repr_svg_() == state.svg()
    with pytest.raises(papan.PapanError, match="light and dark"):
        state.svg(theme="blue")


def test_a_game_to_step_through(tmp_path: Path) -> None:
    state = papan.load_game("othello").state("f5 d6 c3")
    pictures = papan.show_game(state, notes=["begin", "", "parallel"])
    assert len(pictures) == 4 and pictures[0].startswith("<svg")
    assert pictures.captions[2] == "2. white: d6 (parallel)"
    shown = pictures._repr_html_()
    assert shown.startswith("<iframe") and "http://" not in shown.replace("http://www.w3.org", "")
    assert pictures.save(tmp_path / "game.html").read_text().startswith("<!doctype html>")
    with pytest.raises(papan.PapanError):
        papan.show_game(state, notes=["x"] * 5)
    with pytest.raises(papan.PapanError):
        papan.show_game(state, at=4)


# What a reader does with the buttons, the keys and the slider, and what stands there after each.
STEPS = """
const seen = [];
const look = () => seen.push([
  element("caption").textContent, pictures.indexOf(pictures[now]), Number(slider.value),
  element("board").querySelectorAll("svg").length,
  ["first", "back", "next", "last"].filter((name) => element(name).disabled).join(" "),
]);
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
look();
for (const name of ["first", "next", "next", "back", "last"]) { element(name).click(); look(); }
for (const key of ["ArrowLeft", "Home", "ArrowRight", "End", "ArrowRight", "x"]) { press(key); look(); }
slider.value = 1; slider.dispatchEvent(new Event("input")); look();
document.title = JSON.stringify(seen);
"""


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no Chromium")
def test_the_buttons_of_a_game_in_a_browser(tmp_path: Path) -> None:
    pictures = papan.show_game(papan.load_game("othello").state("f5 d6 c3"), at=1)
    page = tmp_path / "game.html"
    page.write_text(pictures.html.replace("show(now);\n</script>", f"show(now);\n{STEPS}</script>"))
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()]
    drawn = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    title = re.search(r"<title>(.*?)</title>", drawn)
    assert title is not None
    seen = json.loads(title.group(1))
    at = [1, 0, 1, 2, 1, 3, 2, 0, 1, 3, 3, 3, 1]
    ends = {0: "first back", 3: "next last"}
    assert seen == [[pictures.captions[ply], ply, ply, 1, ends.get(ply, "")] for ply in at]


def test_the_tree_of_a_search() -> None:
    page = papan.trace(papan.load_game("othello").state("f5"), "negascout:depth=2")
    assert "<iframe" in page._repr_html_() and "negascout" in page.html
    with pytest.raises(papan.PapanError):
        papan.trace(papan.load_game("othello").state(), "random")


def test_the_page(tmp_path: Path) -> None:
    with papan.open_page(browser=False, data=tmp_path / "games.db", ledger=tmp_path / "l.db") as page:
        assert page.running and page.address in page._repr_html_()
        with urllib.request.urlopen(page.address) as answer:
            assert b"Papan" in answer.read()
    assert not page.running and "closed" in page._repr_html_()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_a_page_that_nobody_keeps_stays_open(tmp_path: Path) -> None:
    """As in the last line of a cell whose result is not kept."""
    address = papan.open_page(browser=False, data=tmp_path / "games.db", ledger=tmp_path / "l.db").address
    gc.collect()
    assert answers(address)
    server = [one for one in psutil.Process().children() if "--port" in one.cmdline()]
    assert len(server) == 1
    server[0].terminate()
    server[0].wait()


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 9)", "sys.exit()"])
def test_the_page_ends_with_who_opened_it(end: str, tmp_path: Path) -> None:
    """Also with one that was killed and could say nothing."""
    code = (
        "import os, papan, sys\n"
        "page = papan.open_page(browser=False, data=sys.argv[1], ledger=sys.argv[2])\n"
        "print(page.address, page._process.pid, flush=True)\n"
        "sys.stdin.readline()\n"
        f"{end}\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "games.db"), str(tmp_path / "l.db")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        address, number = process.stdout.readline().split()
        server = psutil.Process(int(number))
        assert answers(address)
        process.stdin.write("\n")
    server.wait(60)
    assert not answers(address)
