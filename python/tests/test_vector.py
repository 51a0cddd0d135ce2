"""Many games at once are the same as one by one."""

from typing import Any

import numpy
import papan
import pytest
from numpy.typing import NDArray
from papan.environments import VectorEnvironment

# How many steps are looked at: in each at least one game ends.
GAMES = {
    "othello": 100,
    "othello:size=6": 100,
    "blokus:size=6": 100,
    "blokus:size=7,seats=3": 100,
    "blokus:size=7,seats=4": 100,
    "blokus-duo": 50,
    "blokus-classic-2": 85,
    "blokus-classic-3": 85,
    "congklak": 150,
    "kalah": 150,
    "adjacency": 100,
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_as_if_played_alone(name: str) -> None:
    environment = VectorEnvironment(name, 5, seed=3, threads=2)
    game = environment.game
    states = [game.new_initial_state() for _ in range(5)]
    ends = 0
    for _ in range(GAMES[name]):
        actions = environment.sample()
        for state, action in zip(states, actions, strict=True):
            state.apply_action(int(action))
        environment.step(actions)
        for number, state in enumerate(states):
            assert environment.ended[number] == state.is_terminal()
            assert environment.rewards[number] == pytest.approx(state.returns())
            if state.is_terminal():
                ends += 1
                state = states[number] = game.new_initial_state()
            assert environment.position(number) == state.position
            assert environment.players[number] == state.current_player()
            assert environment.observations is not None and environment.masks is not None
            assert (environment.observations[number] == state.observation()).all()
            assert (environment.masks[number] == state.mask()).all()
    assert ends > 0


def play(threads: int, seed: int, opening: int = 0) -> tuple[Any, ...]:
    environment = VectorEnvironment("congklak", 300, seed=seed, threads=threads, opening_plies=opening)
    seen = []
    for _ in range(60):
        environment.step(environment.sample())
        seen.append(environment.rewards.sum(axis=0))
    return (*(environment.position(number) for number in range(300)), numpy.array(seen).tobytes())


def test_threads_change_nothing_and_seeds_do() -> None:
    assert play(1, 7) == play(3, 7)
    assert play(1, 7) != play(1, 8)
    assert play(1, 7, opening=4) == play(2, 7, opening=4) != play(1, 7)


def test_no_number_of_threads_is_too_many() -> None:
    many = VectorEnvironment("congklak", 100_000, seed=1, threads=100_000)
    few = VectorEnvironment("congklak", 100_000, seed=1)
    for environment in (many, few):
        environment.step(environment.sample())
    assert (many.observations == few.observations).all()  # type: ignore[union-attr]


def test_openings_differ() -> None:
    environment = VectorEnvironment("othello", 50, seed=1, opening_plies=6)
    assert len({environment.position(number) for number in range(50)}) > 30
    environment.reset(1)
    first = environment.position(0)
    environment.reset(1)
    assert environment.position(0) == first


def test_what_is_wrong_changes_nothing() -> None:
    environment = VectorEnvironment("othello", 3)
    before = [environment.position(number) for number in range(3)]
    good = environment.sample().copy()
    bad = good.copy()
    bad[1] = 0
    for actions in (bad, good[:2], numpy.array([[1, 2, 3]]), numpy.array([-1, 19, 19]), [10**6] * 3):
        with pytest.raises((papan.PapanError, TypeError)):
            environment.step(actions)
    with pytest.raises(papan.PapanError, match="whole numbers"):
        environment.step(good.astype(float))
    with pytest.raises(papan.IllegalActionError, match="game 1"):
        environment.step(bad)
    assert [environment.position(number) for number in range(3)] == before
    environment.step([int(action) for action in good])
    assert [environment.position(number) for number in range(3)] != before
    with pytest.raises(papan.PapanError):
        environment.position(3)
    mistakes: tuple[dict[str, Any], ...] = (
        {"num_envs": 0},
        {"num_envs": 2**62},
        {"num_envs": 1_000_001, "with_observations": False, "with_masks": False},
        {"rewards": numpy.zeros((3, 3), numpy.float32)},
        {"rewards": numpy.zeros((3, 2))},
        {"observations": numpy.zeros((3, 2, 8, 16), numpy.uint8)[..., ::2]},
        {"opening_plies": 10_000},
    )
    for wrong in mistakes:
        with pytest.raises(papan.PapanError):
            VectorEnvironment(**{"game": "othello", "num_envs": 3, **wrong})


def test_buffers_of_the_caller() -> None:
    observations = numpy.full((4, 2, 8, 8), 9, numpy.uint8)
    environment = VectorEnvironment("othello", 4, observations=observations, with_masks=False)
    assert environment.observations is observations and observations.max() == 1
    assert environment.masks is None
    shared = numpy.from_dlpack(environment.players)
    environment.step(environment.sample())
    assert (shared == 1).all(), "the same memory, seen by DLPack"


class Tensor:
    """Memory of another library, shown by a DLPack that cannot say whether it may be written."""

    def __init__(self, memory: NDArray[Any]) -> None:
        self.memory = memory

    def __dlpack__(self, *, stream: None = None) -> Any:
        return self.memory.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return self.memory.__dlpack_device__()


class ShownTensor(Tensor):
    """The same, shown to NumPy as well: as PyTorch does."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return self.memory


def test_buffers_of_other_libraries() -> None:
    memory = numpy.full((4, 65), 9, numpy.uint8)
    tensor = ShownTensor(memory)
    assert not numpy.from_dlpack(tensor).flags.writeable
    environment = VectorEnvironment("othello", 4, masks=tensor)
    assert memory.sum() == 4 * 4
    environment.step(environment.sample())
    assert (memory == environment.masks).all() and memory.sum() == 4 * 3
    with pytest.raises(papan.PapanError, match="masks cannot be written to"):
        VectorEnvironment("othello", 4, masks=Tensor(memory))
    locked = numpy.zeros((4, 65), numpy.uint8)
    locked.flags.writeable = False
    with pytest.raises(papan.PapanError, match="masks cannot be written to"):
        VectorEnvironment("othello", 4, masks=locked)
    for nonsense in ("masks", 3, [[0] * 65] * 4):
        with pytest.raises(papan.PapanError, match="masks is no array"):
            VectorEnvironment("othello", 4, masks=nonsense)


def test_pytorch_and_we_share_memory() -> None:
    torch = pytest.importorskip("torch")
    observations = torch.full((4, 2, 8, 8), 9, dtype=torch.uint8)
    masks = torch.full((4, 65), 9, dtype=torch.uint8)
    environment = VectorEnvironment("othello", 4, observations=observations, masks=masks)
    assert observations.max() == 1 and masks.sum() == 4 * 4
    environment.step(environment.sample())
    assert masks.sum() == 4 * 3 and (masks.numpy() == environment.masks).all()
    # Ours, seen by PyTorch: the same memory after the next step as well.
    own = VectorEnvironment("othello", 4)
    seen = torch.from_dlpack(own.observations)
    assert seen.data_ptr() == own.observations.ctypes.data  # type: ignore[union-attr]
    own.step(own.sample())
    assert (seen.numpy() == own.observations).all() and seen.sum() == 4 * 5


def test_jax_sees_our_memory() -> None:
    jax = pytest.importorskip("jax")
    environment = VectorEnvironment("othello", 4)
    seen = jax.dlpack.from_dlpack(environment.observations)
    assert seen.unsafe_buffer_pointer() == environment.observations.ctypes.data  # type: ignore[union-attr]
    environment.step(environment.sample())
    assert (numpy.asarray(seen) == environment.observations).all()
    # It lets nobody write into what is its own.
    with pytest.raises(papan.PapanError, match="cannot be written to"):
        VectorEnvironment("othello", 4, masks=jax.numpy.zeros((4, 65), jax.numpy.uint8))


def test_buffers_begin_where_others_can_use_them() -> None:
    """JAX copies an array that does not begin at a multiple of 64 bytes."""
    for count in (1, 3, 1000):
        environment = VectorEnvironment("congklak", count)
        for array in (environment.observations, environment.masks, environment.rewards):
            assert array is not None and array.ctypes.data % 64 == 0 and array.flags.c_contiguous
