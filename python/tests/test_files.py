"""Files of games: written here, read here, and by the program."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import papan
import pytest


def some_states(game: papan.Game) -> list[papan.State]:
    """Games of several lengths, one of them to its end and one from a position of its own."""
    lines = [game.random_line(plies, seed=plies) for plies in (1, 5, 12, 10_000)]
    states = [game.state(line) for line in lines]
    begun = game.new_initial_state(states[1].position)
    begun.apply_action(begun.legal_actions()[0])
    return [*states, begun]


@pytest.mark.parametrize("name", ["othello", "othello:size=6", "blokus-duo", "congklak", "adjacency"])
@pytest.mark.parametrize("form", ["lines", "json", "pgn"])
def test_what_is_written_is_read_again(name: str, form: str) -> None:
    game = papan.load_game(name)
    assert form in game.formats()
    states = some_states(game)
    written = game.write(form, states)
    for data in (written, written.decode()):
        read = [game.state(one) for one in game.read(form, data)]
        assert read == states
        assert [one.moves for one in read] == [one.moves for one in states]
        assert [one.start for one in read] == [one.start for one in states]
    again = game.write(form, game.read(form, written))
    assert [game.state(one) for one in game.read(form, again)] == states


@pytest.mark.parametrize(
    ("name", "form"), [("othello", "ggf"), ("othello", "sgf"), ("blokus-duo", "blksgf")]
)
def test_the_program_reads_and_writes_the_same(name: str, form: str, tmp_path: Path) -> None:
    game = papan.load_game(name)
    states = [game.state(game.random_line(10_000, seed=seed)) for seed in range(3)]
    source, target = tmp_path / f"games.{form}", tmp_path / "games.json"
    # A file of Pentobi's has one game.
    states = states[:1] if form == "blksgf" else states
    source.write_bytes(game.write(form, states))
    command = [sys.executable, "-m", "papan", "convert", name, str(source), str(target)]
    command += ["--from", form, "--to", "json"]
    subprocess.run(command, check=True, capture_output=True)
    told = json.loads(target.read_text(encoding="utf-8"))
    assert [game.state(one) for one in told] == states
    assert told == game.read(form, source.read_bytes())


def test_what_was_noted_is_kept() -> None:
    game = papan.load_game("othello")
    noted: dict[str, Any] = {
        "tags": {"black": "ann", "white": "bob"},
        "moves": [{"move": "f5", "value": 1.5, "comment": "parallel?"}, "d6"],
    }
    [again] = game.read("json", game.write("json", [noted]))
    assert again["tags"] == noted["tags"] and again["game"] == "othello"
    assert again["moves"] == [noted["moves"][0], {"move": "d6"}]
    assert game.state(again).moves == ["f5", "d6"]


def test_mistakes_are_named() -> None:
    game = papan.load_game("othello")
    state = game.state("f5 d6")
    with pytest.raises(papan.PapanError, match="it has: transcript, obf, ggf"):
        game.read("gff", "")
    with pytest.raises(papan.PapanError, match="gff"):
        game.write("gff", [state])
    with pytest.raises(papan.PapanError, match="a game of othello and not of kalah"):
        papan.load_game("kalah").write("json", [state])
    with pytest.raises(papan.PapanError, match="a game of othello and not of othello:size=6"):
        papan.load_game("othello:size=6").state({"game": "othello", "moves": ["f5"]})
    with pytest.raises(papan.PapanError, match="this is no game"):
        game.write("json", [{"mvoes": []}])
    with pytest.raises(papan.PapanError):
        game.write("ggf", [{"moves": ["a1"]}])
    with pytest.raises(papan.IllegalActionError):
        game.state({"moves": ["a1"]})
    with pytest.raises(TypeError):
        game.write("json", [3])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        game.read("json", 3)  # type: ignore[arg-type]
    with pytest.raises(papan.PapanError):
        game.read("ggf", b"(;GM[Othello]")
