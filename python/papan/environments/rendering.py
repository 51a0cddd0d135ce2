"""How environments show their board."""

from __future__ import annotations

from papan._papan import PapanError, State

RENDER_MODES = ["ansi", "svg"]


def check_mode(mode: str | None) -> None:
    """Refuses a way to show boards that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise PapanError(f"there is no render_mode {mode!r}: ansi and svg are possible")


def rendered(state: State, mode: str | None) -> str:
    """The board in text, or as a picture."""
    return state.svg() if mode == "svg" else state.draw()
