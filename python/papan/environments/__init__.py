"""Environments for programs that learn.

| class | for |
|---|---|
| :class:`VectorEnvironment` | thousands of games at once, in buffers of the caller |
| :class:`PlayerEnvironment` | Gymnasium: one player against agents |
| :class:`AECEnvironment` | PettingZoo: all players, one after the other |

The last two need their packages: ``pip install papan[environments]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from papan.environments.vector import VectorEnvironment

if TYPE_CHECKING:
    from papan.environments.gymnasium import PlayerEnvironment
    from papan.environments.pettingzoo import AECEnvironment

__all__ = ["AECEnvironment", "PlayerEnvironment", "VectorEnvironment"]


def __getattr__(name: str) -> Any:
    # Their packages are only needed by who uses them.
    if name == "PlayerEnvironment":
        from papan.environments.gymnasium import PlayerEnvironment

        return PlayerEnvironment
    if name == "AECEnvironment":
        from papan.environments.pettingzoo import AECEnvironment

        return AECEnvironment
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
