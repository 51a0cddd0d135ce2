"""Gymnasium: one player against agents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from papan._papan import Game, PapanError, State, agent, load_game
from papan.environments.rendering import RENDER_MODES, check_mode, rendered
from papan.players import Player

Observation = dict[str, NDArray[Any]]


class PlayerEnvironment(gymnasium.Env[Any, Any]):
    """One player against agents: everyone else's moves are played within a step.

    Observations are dictionaries with ``observation`` (planes, rows and columns, uint8) and
    ``action_mask`` (1 for each legal action). An action that is not legal ends the episode with
    the reward of a loss, and ``info["illegal"]`` says why.

    >>> environment = PlayerEnvironment("othello", opponent="level:1")
    >>> observation, info = environment.reset(seed=1)
    >>> action = int(observation["action_mask"].argmax())
    >>> observation, reward, terminated, truncated, info = environment.step(action)
    >>> environment.state.current_player(), reward
    (0, 0.0)

    ``opponent`` is a text that names an agent, or an agent in Python as in :func:`papan.match`;
    with more than two players a list of them, in the order of the seats. ``seat`` is the player's
    own; ``None`` draws it anew in each episode.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        opponent: Any = "level:1",
        *,
        seat: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        others = self.game.num_players() - 1
        given = opponent if isinstance(opponent, (list, tuple)) else [opponent] * others
        if len(given) != others:
            raise PapanError(f"{self.game.name} has {others} opponents, not {len(given)}")
        self.opponents = [
            Player(agent(one, self.game.name) if isinstance(one, str) else one) for one in given
        ]
        if seat is not None and not 0 <= seat <= others:
            raise PapanError(f"there is no seat {seat}: {self.game.name} has seats 0 to {others}")
        self.fixed_seat = seat
        self.seat = seat or 0
        check_mode(render_mode)
        self.render_mode = render_mode
        shape = tuple(self.game.observation_tensor_shape())
        actions = self.game.num_distinct_actions()
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, shape, numpy.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(actions)
        self.state: State = self.game.new_initial_state()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. ``options={"position": text}`` begins with another position."""
        super().reset(seed=seed)
        players = self.game.num_players()
        self.seat = (
            self.fixed_seat
            if self.fixed_seat is not None
            else int(self.np_random.integers(players))
        )
        for one in self.opponents:
            one.begin(int(self.np_random.integers(1 << 32)))
        self.state = self.game.new_initial_state((options or {}).get("position"))
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and then the moves of the others until it is one's own turn again."""
        if self.state.is_terminal():
            raise PapanError("the game is over: call reset")
        chosen = int(action)
        if not 0 <= chosen < self.game.num_distinct_actions() or not self.state.mask()[chosen]:
            info = {**self._info(), "illegal": f"action {chosen} is not legal here"}
            return self._observation(), -1.0, True, False, info
        self.state.apply_action(chosen)
        self._let_others_play()
        reward = self.state.returns()[self.seat]
        return self._observation(), reward, self.state.is_terminal(), False, self._info()

    def render(self) -> Any:
        """The board in text, or as a picture."""
        return rendered(self.state, self.render_mode)

    def _let_others_play(self) -> None:
        while not self.state.is_terminal() and self.state.current_player() != self.seat:
            player = self.state.current_player()
            number = player if player < self.seat else player - 1
            # They may play on what they are given, to look ahead.
            self.state.apply_action(self.opponents[number].choose(self.state.clone()))

    def _observation(self) -> Observation:
        return {
            "observation": self.state.observation(self.seat),
            "action_mask": self.state.mask().view(numpy.int8),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "moves": self.state.moves, "scores": self.state.scores()}
