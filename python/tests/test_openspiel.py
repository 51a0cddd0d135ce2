"""OpenSpiel's algorithms on our states, and its rules beside ours."""

import random

import numpy
import papan
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax


# With so many random moves before, what is left can be searched to its end.
ENDINGS = {
    "othello:size=4": 6,
    "othello:size=6": 27,
    "congklak:holes=3,seeds=2": 4,
    "kalah:holes=3,seeds=2": 4,
    "adjacency:rounds=2": 1,
    "blokus:size=5": 8,
}


def sign(state: papan.State) -> int:
    """Who wins, for the player to move: 1, 0 or -1."""
    value = state.solve(anyway=True).value
    assert value is not None
    return (value > 0) - (value < 0)


@pytest.mark.parametrize("name", ENDINGS)
def test_minimax_runs_unchanged(name: str) -> None:
    game = papan.load_game(name)
    looked = 0
    for seed in range(8):
        state = game.state(game.random_line(ENDINGS[name], seed=seed))
        if state.is_terminal():
            continue
        looked += 1
        value, action = minimax.alpha_beta_search(game, state=state)
        exact = sign(state)
        assert value == exact
        child = state.child(action)
        same = child.current_player() == state.current_player()
        left = child.returns()[state.current_player()]
        if not child.is_terminal():
            left = sign(child) * (1 if same else -1)
        assert left == exact
    assert looked > 2


@pytest.mark.parametrize(
    "name", ["othello", "blokus:size=7", "blokus:size=7,seats=3", "congklak", "kalah", "adjacency"]
)
def test_mcts_runs_unchanged(name: str) -> None:
    game = papan.load_game(name)
    chance = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(
        game, 1.5, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance
    )
    state = game.new_initial_state()
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.move_number() == 3


def test_mcts_finds_a_win() -> None:
    """It solves what is left of a game, and says what our solver says."""
    game = papan.load_game("othello:size=4")
    chance = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(
        game, 1.5, 3000, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance
    )
    state = game.state(game.random_line(6, seed=2))
    root = bot.mcts_search(state)
    assert root.outcome is not None
    assert root.outcome[state.current_player()] == sign(state)


def both(ours: papan.State, theirs: pyspiel.State, chance: random.Random) -> int:
    """Plays the same random moves here and there; says how many."""
    plies = 0
    while not theirs.is_terminal():
        assert ours.current_player() == theirs.current_player()
        assert ours.legal_actions() == theirs.legal_actions()
        assert ours.legal_actions_mask() == theirs.legal_actions_mask()
        # They have a plane of empty squares before those of the own discs and the other's.
        for player in (0, 1):
            planes = numpy.array(theirs.observation_tensor(player)).reshape(3, 8, 8)
            assert (ours.observation(player) == planes[1:]).all()
        action = chance.choice(theirs.legal_actions())
        ours.apply_action(action)
        theirs.apply_action(action)
        plies += 1
    assert ours.is_terminal()
    assert ours.returns() == theirs.returns()
    return plies


def test_othello_is_theirs() -> None:
    ours, theirs = papan.load_game("othello"), pyspiel.load_game("othello")
    assert ours.num_distinct_actions() == theirs.num_distinct_actions()
    chance = random.Random(1)
    for _ in range(150):
        mine, other = ours.new_initial_state(), theirs.new_initial_state()
        assert both(mine, other, chance) > 8
        assert mine.is_terminal() and other.is_terminal()


def test_kalah_is_their_mancala() -> None:
    """Six holes with four seeds; they number the holes around the board, stores included."""
    ours, theirs = papan.load_game("kalah"), pyspiel.load_game("mancala")
    chance = random.Random(2)
    for _ in range(100):
        mine, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            player = other.current_player()
            assert mine.current_player() == player
            # Holes 6 and 13 are next to the stores of their players, which are our columns 0 and 5.
            column = {
                action: 6 - action if player == 0 else action - 8
                for action in other.legal_actions()
            }
            assert sorted(column.values()) == mine.legal_actions()
            action = chance.choice(list(column))
            mine.apply_action(column[action])
            other.apply_action(action)
        assert mine.is_terminal() and mine.returns() == other.returns()


@pytest.mark.parametrize("name", ["othello", "blokus-duo", "congklak", "adjacency"])
def test_the_type_is_in_their_words(name: str) -> None:
    kind = papan.load_game(name).get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
