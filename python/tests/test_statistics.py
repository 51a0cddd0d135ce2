"""The statistics of the program over any results."""

import math
from typing import Any

import papan
import pytest


def test_statistics() -> None:
    assert papan.elo(10, 0, 10).value == pytest.approx(0)
    assert papan.sprt(0, 10, 900, 0, 100)["status"] == "accepted"
    assert papan.superiority(90, 0, 10) > 0.99
    with pytest.raises(papan.PapanError):
        papan.elo(1, 0, 0, pairs=[1, 0, 0, 0, 1])
    games = [("a", "b", 1)] * 30 + [("a", "b", 0)] * 10 + [("c", "b", 0.5)] * 20
    table = papan.bradley_terry(games)
    assert table["player"][0] == "a" and sum(table["elo"]) == pytest.approx(0)
    four = [(("a", "b", "c", "d"), (1, 2, 3, 4)), (("d", "c", "b", "a"), (4, 3, 2, 1))]
    assert papan.plackett_luce(four)["player"][0] == "a"
    with pytest.raises(papan.PapanError):
        papan.bradley_terry([("a", "b", 2)])


def numbers(table: papan.Table, *columns: str) -> dict[str, tuple[float, ...]]:
    """Some columns of a table by its first one."""
    return {row[table.columns[0]]: tuple(row[name] for name in columns) for row in table}


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("othello:size=6", ["level:2", "random"]),
        ("blokus:size=7,seats=3", ["greedy", "random", "level:1"]),
    ],
)
def test_ratings_of_a_match_are_found_again(game: str, agents: list[str]) -> None:
    """From its games alone, as of anybody's."""
    result = papan.match(game, agents, games=60, openings="random:3", seed=4)
    seats = range(papan.load_game(game).num_players())
    games = [
        (tuple(row[f"label_{seat}"] for seat in seats), tuple(row[f"rank_{seat}"] for seat in seats))
        for row in result.games
    ]
    openings = [tuple(row["moves"].split()[: row["opening_plies"]]) for row in result.games]
    again = papan.plackett_luce(games, openings)
    for row in result.table:
        [same] = [one for one in again if one["player"] == row["label"]]
        assert same["elo"] == pytest.approx(row["elo"], abs=0.01)
        assert same["low"] == pytest.approx(row["elo_low"], abs=0.01)
        assert same["high"] == pytest.approx(row["elo_high"], abs=0.01)
        assert same["games"] == row["games"]


def test_a_test_of_a_match_is_found_again() -> None:
    result = papan.match("othello:size=6", ["level:3", "level:1"], sprt=(0, 50), games=400)
    assert result.sprt is not None
    [pair] = result.data["pairs"]
    again = papan.sprt(0, 50, pair["wins"], pair["draws"], pair["losses"], pair["pairs"])
    for name in ("llr", "lower", "upper"):
        assert again[name] == pytest.approx(result.sprt[name])
    share = papan.share(pair["wins"], pair["draws"], pair["losses"], pair["pairs"])
    assert share.value == pytest.approx(result.share)


def test_elo_by_hand() -> None:
    """Three wins of four are 400 log10(3); twice the games make the interval narrower by root two."""
    few, many = papan.elo(300, 0, 100), papan.elo(600, 0, 200)
    assert few.value == pytest.approx(400 * math.log10(3), abs=2)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(math.sqrt(2), rel=0.02)
    other = papan.elo(100, 0, 300)
    assert [other.value, other.low, other.high] == pytest.approx([-few.value, -few.high, -few.low])
    table = papan.bradley_terry([("a", "b", 1), ("b", "a", 0)] * 150 + [("a", "b", 0), ("b", "a", 1)] * 50)
    values = dict(zip(table["player"], table["elo"], strict=True))
    assert values["a"] - values["b"] == pytest.approx(400 * math.log10(3), abs=2)
    assert papan.superiority(30, 10, 30) == pytest.approx(0.5)


def test_mistakes_are_named() -> None:
    game = (("a", "b"), (1, 2))
    wrong: list[tuple[list[Any], Any, str]] = [
        ([game, game], ["x"], "2 games have 1 openings"),
        ([(("a", "b"), (1.5, 2))], None, "game 0 has the rank 1.5"),
        ([game, (("a", "b"), (0, 2))], None, "game 1 has the rank 0"),
        ([(("a", "b"), (float("nan"), 2))], None, "rank nan"),
        ([(("a", "b"), (float("inf"), 2))], None, "rank inf"),
        ([(("a", "b"), ("1", 2))], None, "rank '1'"),
        ([(("a", "b"), (1, None))], None, "rank None"),
        ([(("a", "b"), (1,))], None, "game 0 must have"),
        ([(("a",), (1,))], None, "game 0 must have"),
        ([("a", "b", 1)], None, "game 0 must be a pair"),
    ]
    for games, openings, problem in wrong:
        with pytest.raises(papan.PapanError, match=problem):
            papan.plackett_luce(games, openings)
    for games, problem in (([("a", "b")], "first player"), ([("a", "b", 2)], "result 2")):
        with pytest.raises(papan.PapanError, match=problem):
            papan.bradley_terry(games)
    # A frame has whole numbers as floating-point numbers where some are missing.
    assert len(papan.plackett_luce([(("a", "b"), (1.0, 2.0))])) == 2
