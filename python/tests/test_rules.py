"""Actions, texts and the program say the same."""

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import papan
import pytest
from hypothesis import given, settings
from hypothesis import strategies as strategies
from program import Program

GAMES = {
    "othello": 300,
    "othello:size=6": 300,
    "blokus:size=7": 60,
    "blokus:size=9,seats=3": 20,
    "blokus-duo": 15,
    "blokus-classic-2": 3,
    "congklak": 500,
    "kalah": 500,
    "adjacency": 200,
}


@pytest.mark.parametrize("name", GAMES)
def test_random_games_by_actions_and_by_texts(name: str) -> None:
    game = papan.load_game(name)
    chance = random.Random(name)
    for _ in range(GAMES[name]):
        by_action, by_text = game.new_initial_state(), game.new_initial_state()
        while not by_action.is_terminal():
            action = chance.choice(by_action.legal_actions())
            by_text.play(by_action.action_to_string(action))
            by_action.apply_action(action)
        assert by_text.position == by_action.position
        assert by_text.history() == by_action.history()
        assert by_text.returns() == by_action.returns() and by_text.scores() == by_action.scores()


# How many games the program plays for each.
PLAYED = {
    "othello": 400,
    "othello:size=4": 400,
    "blokus:size=6": 200,
    "blokus:size=7,seats=4": 40,
    "blokus-duo": 15,
    "blokus-classic-3": 3,
    "congklak": 400,
    "congklak-paper": 400,
    "kalah": 400,
    "adjacency": 200,
}


# An agent that plays at random and writes down all that it is asked.
LISTENER = """
import json, os, random, sys
with open(os.path.join(sys.argv[1], str(os.getpid())), "w") as heard:
    for line in sys.stdin:
        question = json.loads(line)
        heard.write(line)
        chance = random.Random(f"{question['seed']} {len(question['moves'])}")
        print(json.dumps({"move": chance.choice(question["legal_moves"])}), flush=True)
"""


@pytest.mark.parametrize("name", PLAYED)
def test_games_of_the_program_by_actions(name: str, tmp_path: Path) -> None:
    """Random games that the program has played, again by the numbers of actions.

    Whoever is to move hears from it the position, the legal moves and the scores; those must be the
    state's at every ply.
    """
    script, heard = tmp_path / "listener.py", tmp_path / "heard"
    script.write_text(LISTENER)
    heard.mkdir()
    game = papan.load_game(name)
    players = game.num_players()
    agents = [f"json:{sys.executable} -I -S {script} {heard}"] * players
    rows = papan.match(game, agents, games=PLAYED[name], seed=7, rotate_seats=False).games
    assert len(rows) == PLAYED[name]
    questions = {}
    for file in heard.iterdir():
        for line in file.read_text().splitlines():
            question = json.loads(line)
            questions[" ".join(question["moves"])] = question
    plies = 0
    for row in rows:
        state = game.new_initial_state()
        texts = row["moves"].split()
        for ply, text in enumerate(texts):
            question = questions.get(" ".join(texts[:ply]))
            if question is None:
                # A pass is not asked for.
                assert state.legal_moves() == [text]
            else:
                is_that_of_the_program(state, question)
                plies += 1
            state.apply_action(state.string_to_action(text))
            assert state.is_terminal() == (ply == len(texts) - 1)
        assert state.position == row["position"]
        assert state.scores() == [row[f"score_{seat}"] for seat in range(players)]
        first = [row[f"rank_{seat}"] == 1 for seat in range(players)]
        assert [value == max(state.returns()) for value in state.returns()] == first
        assert sum(state.returns()) == pytest.approx(0)
    assert plies > 5 * len(rows)


def is_that_of_the_program(state: papan.State, question: dict[str, Any]) -> None:
    assert state.position == question["position"]
    assert state.current_player() == question["seat"]
    assert state.scores() == question["scores"] and not any(state.returns())
    mask = numpy.zeros(state.num_distinct_actions(), numpy.uint8)
    for text in question["legal_moves"]:
        mask[state.string_to_action(text)] += 1
    assert (state.mask() == mask).all() and mask.max() == 1


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    with Program() as asked:
        yield asked


ASKED = ["othello", "othello:size=4", "blokus:size=6", "congklak", "kalah", "adjacency:rounds=8"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the program is forked for each question")
@settings(max_examples=150, deadline=None)
@given(data=strategies.data())
def test_the_program_agrees(program: Program, data: strategies.DataObject) -> None:
    """Positions of random games, and what comes of legal, nearly legal and any other moves."""
    game = papan.load_game(data.draw(strategies.sampled_from(ASKED)))
    state = game.new_initial_state()
    for choice in data.draw(strategies.lists(strategies.integers(0, 10**6), max_size=40)):
        if not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[choice % len(legal)])
    shown = program("show", game.name, "--json", "--moves", " ".join(state.moves))
    assert shown.code == 0, shown.errors
    answer = json.loads(shown.output)
    answer.pop("played", None)
    assert answer == state.view()
    assert sorted(answer["legal_moves"]) == sorted(
        state.action_to_string(int(action)) for action in numpy.flatnonzero(state.mask())
    )
    every = range(game.num_distinct_actions())
    text = data.draw(
        strategies.one_of(
            strategies.sampled_from(every).map(state.action_to_string),
            strategies.sampled_from(state.legal_moves() or ["pass"]),
            strategies.sampled_from(state.legal_moves() or ["pass"]).flatmap(nearly),
            strategies.text("abcdefgh12345678,-x", max_size=6),
            strategies.text(strategies.characters(exclude_categories=["C", "Z"]), max_size=4),
        ).filter(lambda text: text and not text.startswith("-"))
    )
    told, after = program("show", game.name, "--json", "--moves", " ".join([*state.moves, text])), state.clone()
    try:
        after.play(text)
    except papan.IllegalActionError as error:
        assert after == state and told.code == 2
        assert told.errors.strip() == f"error: move {len(state.moves) + 1}: {error}"
    else:
        assert told.code == 0, told.errors
        answer = json.loads(told.output)
        answer.pop("played", None)
        assert answer == after.view()


def nearly(text: str) -> strategies.SearchStrategy[str]:
    """A text with one letter changed, left out or written twice."""

    def changed(at: int, letter: str) -> str:
        return text[:at] + letter + text[at + 1 :]

    places = strategies.sampled_from(range(len(text)))
    return strategies.builds(changed, places, strategies.sampled_from(["", *"ah18x,", text[:2]]))


@settings(max_examples=200, deadline=None)
@given(data=strategies.data())
def test_numbers_that_are_not_legal(data: strategies.DataObject) -> None:
    """Every number that the mask does not have is refused, with the reason that its text has."""
    game = papan.load_game(data.draw(strategies.sampled_from(ASKED)))
    state = game.state(game.random_line(data.draw(strategies.integers(0, 70)), seed=3))
    before = state.clone()
    actions = game.num_distinct_actions()
    action = data.draw(strategies.integers(-3, actions + 3) | strategies.integers(-(2**63), 2**63 - 1))
    if action in state.legal_actions():
        state.apply_action(action)
        assert state.history() == [*before.history(), action]
        return
    with pytest.raises(papan.IllegalActionError, match=f"action {action} is not legal") as refused:
        state.apply_action(action)
    with pytest.raises(papan.IllegalActionError):
        state.child(action)
    assert state == before and state.history() == before.history()
    if 0 <= action < actions and not state.is_terminal():
        with pytest.raises(papan.IllegalActionError) as by_text:
            state.play(state.action_to_string(action))
        assert str(refused.value).endswith(str(by_text.value))
