"""Games and states: OpenSpiel's names, texts, copies, and what is wrong."""

import copy
import pickle
import random

import numpy
import papan
import pytest
from hypothesis import given, settings
from hypothesis import strategies as strategies

SMALL = [
    "othello",
    "othello:size=6",
    "blokus:size=7",
    "blokus-duo",
    "blokus:size=9,seats=3",
    "congklak",
    "kalah",
    "adjacency:rounds=8",
]


def random_state(name: str, seed: int, plies: int = 6) -> papan.State:
    state = papan.load_game(name).new_initial_state()
    chance = random.Random(seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", papan.games())
def test_every_game_is_described(name: str) -> None:
    game = papan.load_game(name)
    state = game.new_initial_state()
    assert papan.load_game(game.name) == game and hash(papan.load_game(game.name)) == hash(game)
    assert 2 <= game.num_players() <= 4 == len(game.seat_names) or game.num_players() < 4
    planes, rows, columns = game.observation_tensor_shape()
    assert planes == len(game.observation_planes())
    assert game.observation_tensor_size() == planes * rows * columns
    assert len(state.observation_tensor()) == game.observation_tensor_size()
    assert state.observation().shape == (planes, rows, columns)
    assert len(state.legal_actions_mask()) == game.num_distinct_actions()
    assert state.current_player() == 0 and state.is_initial_state()
    assert state.svg().startswith("<svg") and state._repr_svg_() == state.svg()
    assert game.max_game_length() >= 12


def test_parameters_are_as_the_name_says() -> None:
    assert papan.load_game("othello").get_parameters() == {"size": 8}
    assert papan.load_game("adjacency:rounds=8").get_parameters() == {"rounds": 8, "first": "X"}
    for name in [*papan.games(), "congklak:holes=5,seeds=3", "blokus:size=9,seats=3"]:
        game = papan.load_game(name)
        given = ",".join(f"{key}={value}" for key, value in game.get_parameters().items())
        base = name.partition(":")[0]
        assert papan.load_game(f"{base}:{given}") == game


@pytest.mark.parametrize("name", SMALL)
def test_masks_texts_and_children(name: str) -> None:
    state = random_state(name, 1)
    assert state.legal_actions() == sorted(state.legal_actions())
    assert [i for i, one in enumerate(state.legal_actions_mask()) if one] == state.legal_actions()
    assert list(numpy.flatnonzero(state.mask())) == state.legal_actions()
    other = 1 - state.current_player() if state.current_player() < 2 else 0
    assert state.legal_actions(other) == []
    texts = state.legal_moves()
    assert sorted(state.string_to_action(text) for text in texts) == state.legal_actions()
    for action in state.legal_actions():
        player = state.current_player()
        text = state.action_to_string(player, action)
        assert text == state.action_to_string(action)
        assert state.string_to_action(player, text) == action
        child = state.child(action)
        assert child.history() == state.history() + [action]
        assert child == state.clone().play(text)
        assert child.full_history()[-1] == (player, action)
        child.undo_action(player, action)
        assert child == state and child.moves == state.moves
    effects = state.effects(texts[0])
    assert effects["summary"] and "details" in effects


@pytest.mark.parametrize("name", SMALL)
def test_copies(name: str) -> None:
    state = random_state(name, 2)
    before = state.position
    for other in (
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.game.deserialize_state(state.serialize()),
    ):
        assert other == state and hash(other) == hash(state)
        assert other.history() == state.history() and other.moves == state.moves
        other.apply_action(other.legal_actions()[0])
        assert state.position == before and other != state
    again = state.game.new_initial_state(state.position)
    assert again == state and again.start == state.position and again.moves == []
    assert pickle.loads(pickle.dumps(again)) == again
    assert pickle.loads(pickle.dumps(state.game)) == state.game
    assert eval(repr(state)) == state and eval(repr(again)) == again


def test_the_end() -> None:
    for name in SMALL:
        state = random_state(name, 3, 10_000)
        assert state.is_terminal() and state.current_player() == -4
        assert state.legal_actions() == [] and sum(state.legal_actions_mask()) == 0
        assert sum(state.returns()) == pytest.approx(0)
        assert max(state.returns()) >= 0 and state.move_number() <= state.game.max_game_length()
        best = max(state.scores())
        first = [score == best for score in state.scores()]
        assert [value == max(state.returns()) for value in state.returns()] == first
        with pytest.raises(papan.IllegalActionError, match="over"):
            state.apply_action(0)


def test_mistakes_are_named() -> None:
    with pytest.raises(papan.UnknownNameError, match="did you mean 'othello'"):
        papan.load_game("otello")
    with pytest.raises(papan.UnknownNameError, match="size"):
        papan.load_game("othello:size=7")
    state = papan.load_game("othello").new_initial_state()
    for action in (-1, 0, 64, 65, 10**12):
        with pytest.raises(papan.IllegalActionError):
            state.apply_action(action)
    with pytest.raises(OverflowError):
        state.apply_action(10**30)
    with pytest.raises(TypeError):
        state.apply_action("f5")  # type: ignore[arg-type]
    with pytest.raises(papan.IllegalActionError):
        state.play("f5", "a1")
    assert state.is_initial_state(), "all moves or none"
    with pytest.raises(papan.IllegalActionError):
        state.undo()
    with pytest.raises(papan.PositionTextError):
        state.game.new_initial_state("no board")
    with pytest.raises(papan.PapanError, match="player 2"):
        state.observation(2)
    for player in (-1, 2):
        with pytest.raises(papan.PapanError, match=f"player {player}"):
            state.player_return(player)
    for text in ("", "othello", "kalah\n\n", "othello\n\nx", "othello\n\n0"):
        if text == "othello":
            continue
        with pytest.raises(papan.PapanError):
            state.game.deserialize_state(text)


@settings(max_examples=60, deadline=None)
@given(strategies.sampled_from(SMALL), strategies.text(max_size=30))
def test_any_text_is_answered(name: str, text: str) -> None:
    game = papan.load_game(name)
    for ask in (
        game.new_initial_state().play,
        game.new_initial_state,
        game.deserialize_state,
        papan.load_game,
    ):
        try:
            ask(text)
        except papan.PapanError:
            pass


# How many images of the board keep the rules, and how many of them the start.
IMAGES = {
    "othello": (8, 4),
    "adjacency": (8, 2),
    "blokus-duo": (2, 2),
    "congklak": (1, 1),
    "kalah": (1, 1),
}


@pytest.mark.parametrize("name", IMAGES)
def test_symmetries_keep_the_rules(name: str) -> None:
    game = papan.load_game(name)
    start = game.new_initial_state().observation().ravel()
    identity = [numpy.arange(game.num_distinct_actions()), numpy.arange(len(start))]
    images = game.symmetries()
    assert all((one == same).all() for one, same in zip(images[0], identity, strict=True))
    kept = 0
    for actions, observation in images:
        # Each number goes to a place of its own.
        for places, all_of_them in zip((actions, observation), identity, strict=True):
            assert (numpy.sort(places) == all_of_them).all()
        image = numpy.empty_like(start)
        image[observation] = start
        if not (image == start).all():
            continue
        kept += 1
        state, other = game.new_initial_state(), game.new_initial_state()
        chance = random.Random(5)
        for _ in range(10):
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            other.apply_action(int(actions[action]))
            assert sorted(actions[state.legal_actions()]) == other.legal_actions()
            image[observation] = state.observation().ravel()
            assert (image == other.observation().ravel()).all()
    assert (len(images), kept) == IMAGES[name]


def test_all_images_of_othello() -> None:
    """Also those that change the start: the same game is played on the image of the board."""
    game = papan.load_game("othello:size=6")
    start, turn = game.new_initial_state().position.split()
    assert len(game.symmetries()) == 8
    for actions, observation in game.symmetries():
        squares = [""] * 36
        for square, text in enumerate(start):
            squares[actions[square]] = text
        state = game.new_initial_state()
        other = game.new_initial_state(f"{''.join(squares)} {turn}")
        chance = random.Random(6)
        while not state.is_terminal():
            assert sorted(actions[state.legal_actions()]) == other.legal_actions()
            image = numpy.empty(72, numpy.uint8)
            image[observation] = state.observation().ravel()
            assert (image == other.observation().ravel()).all()
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            other.apply_action(int(actions[action]))
        assert other.is_terminal() and other.returns() == state.returns()
