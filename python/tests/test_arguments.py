"""No argument ends the interpreter or panics: everything is answered, or refused by an exception."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy
import papan
import pytest
from papan import _papan

NONSENSE: list[Any] = [
    None,
    -1,
    0,
    1,
    64,
    2**31,
    2**63 - 1,
    2**64,
    -(2**63),
    10**30,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "f5",
    "x" * 10_000,
    "\0",
    "\ud800",
    b"\xff",
    [],
    [1],
    ["f5"],
    (),
    {},
    object(),
    numpy.zeros(0),
    numpy.zeros((2, 2), numpy.uint8),
    lambda *arguments: None,
]
GAME = papan.load_game("othello:size=4")


def finished() -> papan.State:
    state = GAME.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


MAKERS: dict[str, Callable[[], Any]] = {
    "game": lambda: GAME,
    "state": GAME.new_initial_state,
    "finished": finished,
    "agent": lambda: papan.agent("greedy"),
    "batch": lambda: GAME.batch(3),
    "search": lambda: papan.TreeSearch([GAME.new_initial_state()]),
}


def is_many(arguments: tuple[Any, ...]) -> bool:
    return any(isinstance(one, int) and one > 10_000 for one in arguments)


def survives(call: Callable[..., Any], arguments: tuple[Any, ...], **words: Any) -> None:
    # A panic is no `Exception`, and a crash ends the tests.
    try:
        call(*arguments, **words)
    except Exception:
        pass


@pytest.mark.parametrize("kind", MAKERS)
def test_methods(kind: str) -> None:
    make = MAKERS[kind]
    names = [name for name in dir(make()) if not name.startswith("__")]
    called = 0
    for name in names:
        if not callable(getattr(make(), name)):
            continue
        for count in (0, 1, 2):
            for arguments in itertools.product(NONSENSE, repeat=count):
                # As many games or simulations as were asked for are played, whatever that takes.
                if name in ("batch", "run") and is_many(arguments):
                    continue
                survives(getattr(make(), name), arguments)
                called += 1
    assert called > 1_000


@pytest.mark.parametrize(
    "name",
    ["load_game", "agent", "elo", "share", "superiority", "sprt", "alphabeta", "fit_ratings"]
    + ["all_levels", "report_page", "report_charts", "TreeSearch", "playouts"],
)
def test_functions(name: str) -> None:
    call = getattr(_papan, name)
    for count in (1, 2):
        for arguments in itertools.product(NONSENSE, repeat=count):
            survives(call, arguments)
    for arguments in itertools.product(NONSENSE[::2], repeat=3):
        survives(call, arguments)
    for arguments in itertools.product([0, 5, 2**53, 2**63, 2**64 - 1], repeat=5):
        survives(call, arguments)


# What can be said by name beside the arguments that are needed.
WORDS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], list[str]]] = {
    "search": (
        # A search that has been run, since some settings are only used then.
        lambda *states, **words: papan.TreeSearch(*states, **words).run(even, 3, batch=2),
        ([GAME.new_initial_state()],),
        ["exploration", "first_play_reduction", "noise", "noise_share", "seed"],
    ),
    "alphabeta": (
        papan.alphabeta,
        (GAME.state(GAME.random_line(6)), lambda states: [0.0] * len(states)),
        ["depth", "nodes", "time", "arrays"],
    ),
    "playouts": (papan.playouts, (GAME.new_initial_state(),), ["games", "seed"]),
    "agent": (papan.agent, ("greedy",), ["game", "seed"]),
    "think": (papan.agent("greedy").think, (GAME.new_initial_state(),), ["nodes", "depth"]),
    "solve": (GAME.new_initial_state().solve, (), ["threads", "anyway", "wdl"]),
    "batch": (GAME.batch, (2,), ["seed", "opening_plies", "threads"]),
    "svg": (GAME.new_initial_state().svg, (), ["width", "theme"]),
    "sprt": (papan.sprt, (0, 10, 5, 5, 5), ["pairs", "alpha", "beta", "model"]),
}


def even(observations: Any, masks: Any) -> Any:
    return numpy.zeros(len(masks))


@pytest.mark.parametrize("name", WORDS)
def test_words(name: str) -> None:
    call, arguments, words = WORDS[name]
    for word in words:
        for nonsense in [*NONSENSE, 1e300, -1e300, 1e-300, 3e38, float("-inf")]:
            if word != "games" or not is_many((nonsense,)):
                survives(call, arguments, **{word: nonsense})


def test_settings_that_are_no_numbers_are_refused() -> None:
    for word in ("exploration", "first_play_reduction", "noise"):
        for number in (float("inf"), float("nan"), 1e300, -float("inf")):
            with pytest.raises(papan.PapanError, match="finite"):
                papan.TreeSearch([GAME.new_initial_state()], **{word: number})  # type: ignore[arg-type]
    with pytest.raises(papan.PapanError, match="none to play"):
        papan.playouts(GAME.new_initial_state(), 0)


class Meddler:
    """A number that looks at a state, or plays on it, when it is asked for its value."""

    def __init__(self, meddle: Callable[[], Any]) -> None:
        self.meddle = meddle

    def __index__(self) -> int:
        self.meddle()
        return 0


def test_an_argument_cannot_change_the_state_that_waits_for_it() -> None:
    state = GAME.new_initial_state()
    other = state.clone()
    legal = state.legal_moves()[0]
    for meddle in (
        lambda: state.play(legal),
        lambda: other == state,
        lambda: GAME.write("json", [state]),
        lambda: papan.TreeSearch([state]),
        lambda: papan.alphabeta(state, lambda states: [0.0] * len(states)),
        lambda: state.legal_actions(),
    ):
        with pytest.raises((papan.PapanError, RuntimeError)):
            state.apply_action(Meddler(meddle))  # type: ignore[arg-type]
    assert state == other and state.is_initial_state()


def test_numbers_of_games() -> None:
    for pairs in ([0] * 5, [2**62] * 5, [2**53] * 5, [1] * 4, [-1] * 5):
        for call in (papan.elo, papan.share, papan.superiority):
            survives(call, (2**53, 2**53, 2**53, pairs))
