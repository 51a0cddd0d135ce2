"""PettingZoo: all players, one after the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from papan._papan import Game, State, load_game
from papan.environments.rendering import RENDER_MODES, check_mode, rendered


class AECEnvironment(AECEnv[str, dict[str, Any], int]):
    """A game as PettingZoo sees it: agents ``player_0`` to ``player_3`` act in turn.

    Observations are dictionaries with ``observation`` (planes, rows and columns, uint8) and
    ``action_mask``, which is all zeros for who is not to move. An action that is not legal ends the
    game: whoever played it loses, and the others share what it loses.

    >>> environment = AECEnvironment("othello")
    >>> environment.reset(seed=1)
    >>> for name in environment.agent_iter():
    ...     observation, reward, termination, truncation, info = environment.last()
    ...     over = termination or truncation
    ...     environment.step(None if over else int(observation["action_mask"].argmax()))
    >>> sum(environment.board.returns())
    0.0
    """

    metadata: dict[str, Any] = {
        "name": "papan_v0",
        "is_parallelizable": False,
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }

    def __init__(self, game: str | Game, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = load_game(game) if isinstance(game, str) else game
        self.metadata = {**type(self).metadata, "name": f"papan_{self.game.name}_v0"}
        check_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents = list(self.possible_agents)
        shape = tuple(self.game.observation_tensor_shape())
        actions = self.game.num_distinct_actions()
        self.observation_spaces = {
            name: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, shape, numpy.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), numpy.int8),
                }
            )
            for name in self.possible_agents
        }
        self.action_spaces = {
            name: gymnasium.spaces.Discrete(actions) for name in self.possible_agents
        }
        self.board: State = self.game.new_initial_state()

    def observation_space(self, agent: str) -> Any:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. ``options={"position": text}`` begins with another position."""
        self.board = self.game.new_initial_state((options or {}).get("position"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_terminal())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        seat = self.possible_agents.index(agent)
        mask = self.board.mask().view(numpy.int8)
        if self.board.current_player() != seat:
            mask[:] = 0
        return {"observation": self.board.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        chosen = -1 if action is None else int(action)
        if 0 <= chosen < self.game.num_distinct_actions() and self.board.mask()[chosen]:
            self.board.apply_action(chosen)
            worths = self.board.returns()
            over = self.board.is_terminal()
        else:
            others = len(self.possible_agents) - 1
            worths = [-1.0 if one == name else 1.0 / others for one in self.possible_agents]
            over = True
            self.infos[name]["illegal"] = f"action {action} is not legal here"
        self.rewards = dict(zip(self.possible_agents, worths, strict=True))
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def render(self) -> str:
        """The board in text, or as a picture."""
        return rendered(self.board, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _to_move(self) -> str:
        return self.possible_agents[max(self.board.current_player(), 0)]
