"""Thousands of games at once, in buffers of the caller."""

from __future__ import annotations

import math
from typing import Any

import numpy
from numpy.typing import NDArray

from papan._papan import Game, PapanError, load_game


# In bytes.
_ALIGNMENT = 64


class VectorEnvironment:
    """Many games of one kind that are stepped together, each in its own row of some arrays.

    The arrays belong to the caller and are written in place: ``observations`` (what the player to
    move sees, uint8), ``masks`` (1 for each legal action, uint8), ``rewards`` (of every player,
    float32, 0 until a game ends), ``ended`` and ``players`` (who is to move). They can be given;
    anything that NumPy can look at without copying will do, such as a tensor of PyTorch on the
    processor, by DLPack. Without being given they are made here, and other libraries can look at
    them by ``from_dlpack``.

    A game that ends begins anew in the same step: its rewards and ``ended`` are of the end, its
    observation, mask and player of the new game. With ``opening_plies`` each game begins with so
    many random moves.

    >>> environment = VectorEnvironment("othello", 100, seed=1)
    >>> for _ in range(10):
    ...     environment.step(environment.sample())
    >>> environment.observations.shape, environment.masks.shape
    ((100, 2, 8, 8), (100, 65))
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        seed: int = 0,
        threads: int = 1,
        opening_plies: int = 0,
        with_observations: bool = True,
        with_masks: bool = True,
        observations: Any = None,
        masks: Any = None,
        rewards: Any = None,
        ended: Any = None,
        players: Any = None,
    ) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self._batch = self.game.batch(num_envs, seed, opening_plies, threads)
        self.num_envs = num_envs
        self.num_actions = self._batch.num_actions
        self.num_players = self._batch.num_players
        self.observation_shape = self._batch.observation_shape
        shape = (num_envs, *self.observation_shape)
        # Blokus has masks of kilobytes: who does not need them need not pay for them.
        self.observations: NDArray[numpy.uint8] | None = (
            _buffer("observations", observations, shape, numpy.uint8) if with_observations else None
        )
        self.masks: NDArray[numpy.uint8] | None = (
            _buffer("masks", masks, (num_envs, self.num_actions), numpy.uint8)
            if with_masks
            else None
        )
        self.rewards: NDArray[numpy.float32] = _buffer(
            "rewards", rewards, (num_envs, self.num_players), numpy.float32
        )
        self.ended: NDArray[numpy.uint8] = _buffer("ended", ended, (num_envs,), numpy.uint8)
        self.players: NDArray[numpy.int8] = _buffer("players", players, (num_envs,), numpy.int8)
        self._sampled = numpy.empty(num_envs, numpy.int64)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew; all that is random follows from the seed."""
        self._batch.reset(
            seed, self.observations, self.masks, self.rewards, self.ended, self.players
        )

    def step(self, actions: Any) -> None:
        """Plays an action in each game and writes what came of it into the arrays.

        Where one action is not legal, an exception says which, and nothing is played at all.
        """
        chosen = numpy.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise PapanError(f"actions are whole numbers, not {chosen.dtype}")
        self._batch.step(
            numpy.ascontiguousarray(chosen, numpy.int64),
            self.observations,
            self.masks,
            self.rewards,
            self.ended,
            self.players,
        )

    def sample(self) -> NDArray[numpy.int64]:
        """A legal action for each game, each as likely as the others.

        The array is the same one each time.
        """
        self._batch.sample(self._sampled)
        return self._sampled

    def position(self, number: int) -> str:
        """The position of a game as text, for ``Game.new_initial_state``."""
        return self._batch.position(number)

    def __repr__(self) -> str:
        return f"VectorEnvironment({self.game.name!r}, {self.num_envs})"


def _aligned(shape: tuple[int, ...], kind: numpy.dtype[Any]) -> NDArray[Any]:
    """Zeros at an address that JAX takes as it is; it copies what begins elsewhere."""
    size = math.prod(shape) * kind.itemsize
    memory = numpy.zeros(size + _ALIGNMENT, numpy.uint8)
    begin = -memory.ctypes.data % _ALIGNMENT
    return memory[begin : begin + size].view(kind).reshape(shape)


def _buffer(name: str, given: Any, shape: tuple[int, ...], kind: Any) -> Any:
    """An array of the caller's, looked at without copying, or one of our own."""
    if given is None:
        return _aligned(shape, numpy.dtype(kind))
    array = given if isinstance(given, numpy.ndarray) else _seen(name, given)
    if array.shape != shape or array.dtype != kind:
        raise PapanError(
            f"{name} has the shape {array.shape} of {array.dtype} "
            f"where {shape} of {numpy.dtype(kind)} is needed"
        )
    if not array.flags.c_contiguous:
        raise PapanError(f"{name} is not C-contiguous")
    if not array.flags.writeable:
        raise PapanError(
            f"{name} cannot be written to: its owner forbids it. Leave it out, and look at the "
            f"environment's own by from_dlpack"
        )
    return array


def _seen(name: str, given: Any) -> NDArray[Any]:
    """What another library owns, looked at without copying."""
    try:
        array: NDArray[Any] = numpy.from_dlpack(given)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        kind = type(given).__name__
        raise PapanError(f"{name} is no array that NumPy can look at, but {kind}: {error}") from None
    if array.flags.writeable:
        return array
    # Older ones cannot say by DLPack whether their memory may be written, and NumPy takes it that
    # it may not; but they may show it to NumPy in a second way.
    shown = numpy.asarray(given)
    same = shown.flags.writeable and shown.ctypes.data == array.ctypes.data
    return shown if same else array
