"""The examples run: those of the documents in their order, and those of the native part."""

import doctest
import importlib
import importlib.util
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import papan
import pytest
from papan import _papan
from papan.environments import AECEnvironment, PlayerEnvironment, VectorEnvironment

PROJECT = Path(__file__).parents[2]


CHECKOUT = pytest.mark.skipif(
    not (PROJECT / "docs").exists(), reason="the documents are part of a checkout only"
)


@CHECKOUT
@pytest.mark.parametrize(
    ("document", "least"),
    [("docs/python.md", 10), ("docs/for-students.md", 1), ("README.md", 1), ("python/README.md", 1)],
)
def test_the_code_of_a_document_runs(document: str, least: int) -> None:
    text = (PROJECT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= least
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, document, "exec"), names)


def rows() -> Iterator[tuple[str, str]]:
    """What stands beside each other in the tables for those who come from elsewhere."""
    text = (PROJECT / "docs/python.md").read_text(encoding="utf-8")
    for table in text.split("\n## For those who come from ")[1:]:
        for line in table.partition("\n## ")[0].splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if line.startswith("|") and len(cells) == 2 and cells[0] not in ("there", "---"):
                yield cells[0], cells[1]


@CHECKOUT
def test_the_calls_of_the_tables_run() -> None:
    """Ours, and theirs where ours are said to be the same."""
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    ran = 0
    for theirs, ours in rows():
        same = ours.startswith(("the same", "it runs"))
        calls = re.findall(r"`([^`]+)`", (theirs if same else "") + ours)
        # What is searched to its end has to be small.
        name = "othello:size=4" if "search" in theirs else "othello"
        game = papan.load_game(name)
        state = game.state("f5" if "undo" in theirs else game.random_line(5 if ":" in name else 0))
        player, action = state.current_player(), state.legal_actions()[0]
        text = state.serialize() if "serialize" in theirs else state.action_to_string(action)
        environment, env = VectorEnvironment("othello", 64, seed=1), AECEnvironment("othello")
        env.reset(seed=1)
        names: dict[str, Any] = {
            "AECEnvironment": AECEnvironment,
            "PlayerEnvironment": PlayerEnvironment,
            "VectorEnvironment": VectorEnvironment,
            "actions": environment.sample(),
            "a": action,
            "env": env,
            "environment": environment,
            "game": game,
            "minimax": minimax,
            "observation": env.observe("player_0"),
            "one": "random",
            "other": "greedy",
            "papan": papan,
            "player": player,
            "seed": 1,
            "state": state,
            "text": text,
        }
        if "undo" in theirs:
            state.apply_action(action)
        for call in calls:
            # Some only name a thing, or need what not everybody has.
            if "..." in call or call in ("pickle", "info"):
                continue
            if "jax." in call and importlib.util.find_spec("jax") is None:
                continue
            if "jax." in call:
                names["jax"] = importlib.import_module("jax")
            exec(compile(call, f"docs/python.md: {theirs}", "exec"), dict(names))
            ran += 1
    assert ran > 50


def documented() -> Iterator[tuple[str, str]]:
    """Everything public of the native part with its docstring."""
    for name, item in vars(_papan).items():
        if name.startswith("_") or not (inspect.isclass(item) or callable(item)):
            continue
        yield name, item.__doc__ or ""
        if inspect.isclass(item) and not issubclass(item, BaseException):
            for inner, member in vars(item).items():
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", inspect.getdoc(member) or ""


def test_everything_is_documented() -> None:
    # Of these the class says all that there is.
    assert [name for name, text in documented() if not text.strip()] == []


def test_the_examples_of_the_native_part_run() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name, text in [("papan", papan.__doc__ or ""), *documented()]:
        known = {"papan": papan}
        runner.run(doctest.DocTestParser().get_doctest(text, known, name, None, 0))
    found = runner.summarize(verbose=False)
    assert found.failed == 0 and found.attempted > 25, found
