"""The arena's statistics over any results, also of other people's games."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from numbers import Real
from typing import Any

from papan._papan import PapanError, elo, fit_ratings, share, sprt, superiority
from papan.tables import Table

__all__ = ["bradley_terry", "elo", "plackett_luce", "share", "sprt", "superiority"]


def plackett_luce(
    games: Iterable[Sequence[Sequence[Any]]], openings: Sequence[Hashable] | None = None
) -> Table:
    """Ratings from games of two to eight players: for each the players by seat and their ranks.

    1 is the best rank, equal ranks are tied. ``openings`` says which games have their opening in
    common: those are taken to vary together. Ratings are in Elo, with a mean of 0 in each group of
    players that games connect; the advantage of the seats is estimated beside them.

    >>> games = [(("ann", "bob"), (1, 2)), (("bob", "ann"), (2, 1)), (("ann", "bob"), (2, 1))]
    >>> plackett_luce(games)["player"]
    ['ann', 'bob']
    """
    numbers: dict[Any, int] = {}
    found: dict[Any, int] = {}
    encounters = []
    listed = [tuple(game) for game in games]
    if openings is not None and len(openings) != len(listed):
        raise PapanError(f"{len(listed)} games have {len(openings)} openings")
    for at, game in enumerate(listed):
        if len(game) != 2:
            raise PapanError(f"game {at} must be a pair: the players and their ranks")
        players, ranks = game
        seats = [numbers.setdefault(player, len(numbers)) for player in players]
        opening = found.setdefault(openings[at], len(found)) if openings is not None else 0
        encounters.append((seats, [_rank(at, rank) for rank in ranks], opening))
    ratings, _, groups = fit_ratings(len(numbers), encounters)
    group_of = {player: number for number, group in enumerate(groups) for player in group}
    rows = [
        {
            "player": player,
            "elo": ratings[number].value,
            "low": ratings[number].low,
            "high": ratings[number].high,
            "games": sum(number in seats for seats, _, _ in encounters),
            "group": group_of[number],
        }
        for player, number in numbers.items()
    ]
    rows.sort(key=lambda row: (row["group"], -row["elo"]))
    return Table.of_rows(rows)


def _rank(game: int, rank: Any) -> int:
    # A frame has whole numbers as floating-point numbers where some are missing.
    number = float(rank) if isinstance(rank, Real) else math.nan
    if not 1 <= number <= 255 or not number.is_integer():
        raise PapanError(f"game {game} has the rank {rank!r}: 1, 2, 3 and so on are possible")
    return int(number)


def bradley_terry(
    games: Iterable[Sequence[Any]], openings: Sequence[Hashable] | None = None
) -> Table:
    """Ratings from games of two players: for each the first, the second and the result.

    The result is 1 where the first won, 0 where the second did, 0.5 for a draw.

    >>> bradley_terry([("ann", "bob", 1), ("bob", "ann", 0), ("ann", "bob", 0.5)])["player"]
    ['ann', 'bob']
    """
    ranks = {1.0: (1, 2), 0.0: (2, 1), 0.5: (1, 1)}
    ranked = []
    for at, game in enumerate(games):
        if len(game) != 3:
            raise PapanError(f"game {at} must have a first player, a second and a result")
        first, second, result = game
        if result not in ranks:
            raise PapanError(f"game {at} has the result {result!r}: 1, 0.5 or 0 are possible")
        ranked.append(((first, second), ranks[float(result)]))
    return plackett_luce(ranked, openings)
