"""What there is to play with: agents and levels."""

from __future__ import annotations

from papan import _program
from papan._papan import Game, all_levels
from papan.tables import Table


def agents(game: str | Game | None = None) -> Table:
    """The agents with what they are and their parameters; with a game, those that play it.

    >>> "negascout" in agents("othello")["name"]
    True
    """
    named = [] if game is None else [str(game)]
    rows = []
    for entry in _program.ask(["agents", *named])["agents"]:
        parameters = [one["name"] for one in entry["parameters"]]
        rows.append({**entry, "parameters": ", ".join(parameters)})
    return Table.of_rows(rows)


def levels(game: str | Game | None = None) -> Table:
    """How levels 1 to 9 play and what they are worth, in a game or in the first of each family.

    ``agent`` plays with at most ``nodes`` a move and plays any legal move in a share of ``errors``.
    ``elo`` is above ``random``, with its interval at 95%, where it was measured; ``current`` says
    whether the level still plays as it did then.

    >>> table = levels("othello")
    >>> table["level"], table["elo"][0] < table["elo"][4]
    ([1, 2, 3, 4, 5, 6, 7, 8, 9], True)
    """
    return Table.of_rows(all_levels(None if game is None else str(game)))
