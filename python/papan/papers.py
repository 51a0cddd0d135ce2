"""The five papers: their experiments run again and judged."""

from __future__ import annotations

from typing import Any

from papan import _program
from papan.tables import Table


def papers() -> Table:
    """The papers, each with the names of its experiments.

    >>> "congklak-negascout" in papers()["name"]
    True
    """
    columns = ("name", "title", "authors", "year", "summary")
    rows = [
        {
            **{column: paper[column] for column in columns},
            "experiments": [f"{paper['name']}/{one['id']}" for one in paper["experiments"]],
        }
        for paper in _program.ask(["papers"])
    ]
    return Table.of_rows(rows)


def run(
    *names: str,
    games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> Table:
    """Runs papers, or experiments as ``paper/experiment``, and judges what they published.

    One row for each number or claim: what was published and where, ours with its interval, and
    the verdict. Fewer games than an experiment says may leave a verdict undecided.

    >>> table = run("congklak-negascout", games=4)
    >>> {"published", "measured", "verdict"} <= set(table.columns)
    True
    """
    arguments = ["papers", "run", *names]
    for option, value in (("games", games), ("seed", seed), ("threads", threads)):
        if value is not None:
            arguments += [f"--{option}", str(value)]
    # An unexpected verdict is an answer too.
    found: list[dict[str, Any]] = _program.ask(arguments, progress=progress, allowed=(0, 1))
    rows = [
        {"paper": entry["paper"], "experiment": entry["experiment"], **row}
        for entry in found
        for row in entry["rows"]
    ]
    return Table.of_rows(rows)
