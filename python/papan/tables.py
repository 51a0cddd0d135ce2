"""Tables of results, for pandas, Polars, Arrow, NumPy or nothing at all."""

from __future__ import annotations

import html
import json
import numbers
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from papan._papan import PapanError


def _of_one_kind(values: list[Any]) -> list[Any]:
    """Values that have one type in a frame, or else their JSON."""
    kinds = {_kind(value) for value in values if value is not None}
    if all(kind.startswith("list") for kind in kinds) and len(kinds) == 2:
        # An empty list goes with any other.
        kinds.discard("list")
    if len(kinds) <= 1 and "mixed" not in kinds:
        return values
    return [
        value
        if value is None or isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, default=str)
        for value in values
    ]


def _kind(value: Any) -> str:
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        return "number"
    if isinstance(value, Mapping):
        return "mixed"
    if not isinstance(value, (list, tuple)):
        return type(value).__name__
    inner = {_kind(one) for one in value if one is not None}
    if not inner:
        return "list"
    return f"list of {inner.pop()}" if len(inner) == 1 and "mixed" not in inner else "mixed"


class Table:
    """Columns by name, all of one length.

    >>> table = Table({"agent": ["level:1", "random"], "share": [0.9, 0.1]})
    >>> len(table), table["share"], next(iter(table))
    (2, [0.9, 0.1], {'agent': 'level:1', 'share': 0.9})
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self._columns = {name: list(values) for name, values in columns.items()}
        lengths = {len(values) for values in self._columns.values()}
        if len(lengths) > 1:
            raise PapanError("the columns of a table have one length")
        self._length = lengths.pop() if lengths else 0

    @classmethod
    def of_rows(cls, rows: Sequence[Mapping[str, Any]]) -> Table:
        """The table of some rows; what a row does not have is ``None``."""
        names = dict.fromkeys(name for row in rows for name in row)
        return cls({name: [row.get(name) for row in rows] for name in names})

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for row in range(self._length):
            yield {name: values[row] for name, values in self._columns.items()}

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: list(values) for name, values in self._columns.items()}

    def to_pandas(self) -> Any:
        """A DataFrame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self._columns)

    def to_polars(self) -> Any:
        """A DataFrame of Polars, which has to be installed.

        Values of several kinds in one column are JSON there, as texts.
        """
        import polars

        return polars.DataFrame(self._typed(), strict=False)

    def to_arrow(self) -> Any:
        """A table of pyarrow, which has to be installed.

        Values of several kinds in one column are JSON there, as texts.
        """
        import pyarrow

        return pyarrow.table(self._typed())

    def _typed(self) -> dict[str, list[Any]]:
        """The columns for those who want one type for each."""
        return {name: _of_one_kind(values) for name, values in self._columns.items()}

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """For every library that speaks Arrow's interface."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"Table({self._length} rows: {', '.join(self._columns)})"

    def _repr_html_(self) -> str:
        def row(tag: str, cells: Sequence[Any]) -> str:
            texts = (
                f"{cell:.4g}" if isinstance(cell, float) else "" if cell is None else str(cell)
                for cell in cells
            )
            return "<tr>" + "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts) + "</tr>"

        rows = (row("td", list(one.values())) for one in self)
        return f"<table>{row('th', self.columns)}{''.join(rows)}</table>"
