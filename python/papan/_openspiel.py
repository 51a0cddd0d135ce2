"""What OpenSpiel's algorithms ask of a game, in its own words where it is installed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from papan._papan import Game


def game_type(game: Game) -> Any:
    """The type of a game: all of ours are sequential, without chance, with perfect information.

    >>> import papan
    >>> papan.load_game("othello").get_type().short_name
    'othello'
    """
    return SimpleNamespace(
        short_name=game.name,
        long_name=game.name,
        dynamics=_member("Dynamics", "SEQUENTIAL"),
        chance_mode=_member("ChanceMode", "DETERMINISTIC"),
        information=_member("Information", "PERFECT_INFORMATION"),
        utility=_member("Utility", "ZERO_SUM"),
        reward_model=_member("RewardModel", "TERMINAL"),
        max_num_players=game.num_players(),
        min_num_players=game.num_players(),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={},
    )


def _member(enumeration: str, name: str) -> Any:
    """A member of an enumeration of OpenSpiel, or its name where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return name
    return getattr(getattr(pyspiel.GameType, enumeration), name)
