"""PettingZoo and Gymnasium judge our environments."""

import warnings

import numpy
import papan
import pytest
from gymnasium.utils.env_checker import check_env
from papan.environments import AECEnvironment, PlayerEnvironment
from pettingzoo.test import api_test, seed_test

GAMES = [
    *papan.games(),
    "othello:size=4",
    "blokus:size=5",
    "blokus:size=7,seats=3",
    "blokus:size=7,seats=4",
    "adjacency:rounds=4",
]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Observations are dictionaries with a mask, as in its own classic games.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(AECEnvironment(name), num_cycles=60)
        seed_test(lambda: AECEnvironment(name), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name: str) -> None:
    environment = PlayerEnvironment(name, opponent="random", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment, skip_render_check=True)


def test_a_whole_game_against_a_level() -> None:
    environment = PlayerEnvironment("congklak", opponent="level:1", seat=1)
    observation, info = environment.reset(seed=4)
    total, terminated = 0.0, False
    while not terminated:
        action = int(numpy.flatnonzero(observation["action_mask"])[-1])
        observation, reward, terminated, _, info = environment.step(action)
        total += reward
    assert info["seat"] == 1 and total == environment.state.returns()[1] != 0
    with pytest.raises(papan.PapanError):
        environment.step(0)
    again = PlayerEnvironment("congklak", opponent="level:1", seat=1)
    first, _ = again.reset(seed=4)
    second, _ = environment.reset(seed=4)
    assert (first["observation"] == second["observation"]).all()


def test_a_function_as_opponent_and_drawn_seats() -> None:
    environment = PlayerEnvironment(
        "othello:size=4", opponent=lambda state: state.legal_actions()[0], seat=None
    )
    seats = {environment.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1}


def test_every_kind_of_agent_is_an_opponent() -> None:
    class Last:
        begun: list[int] = []

        def begin(self, seed: int) -> None:
            self.begun.append(seed)

        def choose(self, state: papan.State) -> str:
            return state.legal_moves()[-1]

    played = []
    for opponent in (Last(), Last, lambda state: state.legal_moves()[-1]):
        environment = PlayerEnvironment("othello:size=4", opponent=opponent)
        environment.reset(seed=1)
        played.append(environment.step(environment.state.legal_actions()[0])[4]["moves"])
    assert played[0] == played[1] == played[2] and len(played[0]) >= 2
    assert len(Last.begun) == 2 and len(set(Last.begun)) == 1
    nonsense = PlayerEnvironment("othello", opponent=lambda state: None)
    nonsense.reset(seed=1)
    with pytest.raises(papan.PapanError, match="no action"):
        nonsense.step(nonsense.state.legal_actions()[0])


def test_an_opponent_may_play_on_what_it_is_given() -> None:
    chosen = []

    def looks_ahead(state: papan.State) -> int:
        chosen.append(state.legal_actions()[-1])
        state.apply_action(state.legal_actions()[0])
        return chosen[-1]

    environment = PlayerEnvironment("congklak", opponent=looks_ahead)
    environment.reset(seed=1)
    while not chosen:
        environment.step(environment.state.legal_actions()[0])
    history = environment.state.full_history()
    assert [action for player, action in history if player == 1] == chosen


@pytest.mark.parametrize("name", ["othello", "blokus:size=7,seats=3", "congklak"])
def test_what_is_shown(name: str) -> None:
    one = PlayerEnvironment(name, "random", render_mode="ansi")
    one.reset(seed=1)
    assert one.render() == one.state.draw()
    all_of_them = AECEnvironment(name, render_mode="ansi")
    all_of_them.reset(seed=1)
    assert all_of_them.render() == all_of_them.board.draw()
    pictures = PlayerEnvironment(name, "random", render_mode="svg")
    pictures.reset(seed=1)
    assert pictures.render() == pictures.state.svg()
    drawn = AECEnvironment(name, render_mode="svg")
    drawn.reset(seed=1)
    assert drawn.render() == drawn.board.svg()
    for kind in (PlayerEnvironment, AECEnvironment):
        with pytest.raises(papan.PapanError, match="render_mode"):
            kind(name, render_mode="human")


def test_what_is_not_legal_loses() -> None:
    environment = PlayerEnvironment("othello", opponent="random")
    environment.reset(seed=1)
    _, reward, terminated, _, info = environment.step(0)
    assert reward == -1 and terminated and "not legal" in info["illegal"]
    both = AECEnvironment("othello")
    both.reset(seed=1)
    both.step(0)
    assert both.terminations == {"player_0": True, "player_1": True}
    assert both.rewards == {"player_0": -1.0, "player_1": 1.0}
    with pytest.raises(papan.PapanError):
        PlayerEnvironment("othello", opponent=["random", "random"])
    with pytest.raises(papan.PapanError):
        PlayerEnvironment("othello", seat=2)
    with pytest.raises(papan.UnknownNameError):
        PlayerEnvironment("othello", opponent="lvel:1")
