"""Matches and tournaments, and the games that were kept."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from papan import _program
from papan._papan import Estimate, Game, PapanError, elo, report_charts, report_page
from papan.pictures import Chart, Page
from papan.players import AgentServer, is_agent, is_function, label_of, name_of, spec_of
from papan.tables import Table


class Ledger:
    """The games that were kept in a file, by the events they were played for.

    An event is a match or a tournament under its name; where there is only one it need not be
    named.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def events(self) -> Table:
        """One row for each match or tournament, with the number of its games."""
        kept = ("name", "count", "games", "agents", "begun_at", "first_at", "last_at")
        rows = [{name: event[name] for name in kept} for event in self._events()]
        for row in rows:
            row["agents"] = [label_of(agent) for agent in row["agents"]]
        return Table.of_rows(rows)

    def games(
        self, *, event: str | None = None, game: str | None = None, agent: str | None = None
    ) -> Table:
        """One row for each game: agents, scores, ranks, times, moves and how it ended."""
        arguments = ["ledger", "export", "--ledger", str(self.path), "--format", "jsonl"]
        if agent is not None:
            agent = next((one for one in self._agents() if label_of(one) == agent), agent)
        for option, value in (("event", event), ("game", game), ("agent", agent)):
            if value is not None:
                arguments.append(f"--{option}={value}")
        lines = _program.run(arguments).splitlines()
        rows = [json.loads(line) for line in lines if line.strip()]
        for row in rows:
            for name in row:
                if name.startswith("label_") and row[name]:
                    row[name] = label_of(row[name])
        return Table.of_rows(rows)

    def charts(self, event: str | None = None) -> list[Chart]:
        """The charts of an event: ratings, seats, scores, lengths, times, endings."""
        name = self._event(event)
        return _charts(self.path, name, self._labels(name))

    def report(self, event: str | None = None, *, replays: int = 1000) -> Page:
        """The page that ``papan report`` makes of an event, with every game to be played through."""
        name = self._event(event)
        page = report_page(self.path, name, self._labels(name), replays)
        return Page(page, height=720, title=name)

    def _events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = _program.ask(
            ["ledger", "list", "--ledger", str(self.path)]
        )["events"]
        return events

    def _agents(self, event: str | None = None) -> list[str]:
        """The agents as the ledger names them, those of Python by the program that asks for them."""
        return [
            agent
            for found in self._events()
            if event in (None, found["name"])
            for agent in found["agents"]
        ]

    def _labels(self, event: str) -> list[tuple[str, str]]:
        """Agents of Python with what they are called; those of a tournament have names already."""
        agents = self._agents(event)
        own = any(agent != label_of(agent) for agent in agents)
        return [(agent, label_of(agent)) for agent in agents] if own else []

    def _event(self, event: str | None) -> str:
        if event is not None:
            return event
        names: list[str] = self.events()["name"]
        if len(names) != 1:
            raise PapanError(f"say which event of the ledger; it has: {'; '.join(names) or 'none'}")
        return names[0]

    def __repr__(self) -> str:
        return f"Ledger({str(self.path)!r})"


def _charts(path: Path, event: str, labels: list[tuple[str, str]]) -> list[Chart]:
    found = report_charts(path, event, labels)
    several = len({game for game, *_ in found}) > 1
    return [
        Chart(f"{game}: {section}" if several else section, svg, caption)
        for game, section, svg, caption in found
    ]


class _Result:
    """What was played: the program's own tables, and every game in a ledger."""

    def __init__(
        self, data: dict[str, Any], games: Table, kept: _Kept, labels: list[tuple[str, str]]
    ) -> None:
        self.data = data
        self.games = games
        self._kept = kept
        self._labels = labels

    @property
    def _tables(self) -> list[dict[str, Any]]:
        raise NotImplementedError

    @property
    def table(self) -> Table:
        """One row for each agent: results, share of points, rating, each with its interval."""
        return Table.of_rows([row for table in self._tables for row in _agents(table)])

    @property
    def pairs(self) -> Table:
        """One row for each two agents that met: what the first took from the other."""
        return Table.of_rows([row for table in self._tables for row in _pairs(table)])

    @property
    def forfeits(self) -> Table:
        """The games that ended by a forfeit, with the reason."""
        return Table.of_rows([row for row in self.games if row["ending"] == "forfeit"])

    def charts(self) -> list[Chart]:
        """The charts of ``papan report``: ratings, seats, scores, lengths, times, endings.

        They are in the order of the report; each shows itself in a notebook.
        """
        return _charts(self._kept.path, self._kept.event, self._labels)

    def report(self, *, replays: int = 1000) -> Page:
        """The page of ``papan report``, with at most so many games to be played through."""
        page = report_page(self._kept.path, self._kept.event, self._labels, replays)
        return Page(page, height=720, title=self._kept.event)

    def _repr_html_(self) -> str:
        # Who is how strong; the other charts are shown by who asks for them.
        shown = [chart._repr_html_() for chart in self.charts()[:1]]
        return self.table._repr_html_() + "".join(shown)


class _Kept:
    """Where the games of a result are: a ledger of one's own, or one that goes with the result."""

    def __init__(self, ledger: str | Path | None, event: str) -> None:
        self.event = event
        self._folder = None if ledger else tempfile.TemporaryDirectory(prefix="papan-")
        self.path = Path(ledger) if ledger else Path(self._folder.name, "games.db")  # type: ignore[union-attr]


def _agents(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for entry in table["agents"]:
        row = {key: value for key, value in entry.items() if not isinstance(value, (dict, list))}
        rating = entry.get("rating") or {}
        low, high = entry.get("interval") or (None, None)
        row.pop("rating", None)
        if row.get("spec"):
            row["spec"] = label_of(row["spec"])
        row |= {"share_low": low, "share_high": high, "elo": rating.get("value")}
        row |= {"elo_low": rating.get("low"), "elo_high": rating.get("high")}
        yield {"game": table["game"], **row}


def _pairs(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for pair in table["pairs"]:
        first, other = (table["agents"][number]["label"] for number in pair["agents"])
        rating = pair.get("elo") or {}
        yield {
            "game": table["game"],
            "agent": first,
            "other": other,
            **{name: pair[name] for name in ("games", "wins", "draws", "losses", "share")},
            **{"elo": rating.get("value")},
            **{f"elo_{end}": rating.get(end) for end in ("low", "high")},
        }


class MatchResult(_Result):
    """What a match showed.

    ``table`` has a row for each agent, ``pairs`` one for each two of them, ``games`` one for each
    game; ``data`` is the whole JSON of ``papan match --json``. In a notebook it shows its table
    and the ratings; :meth:`charts` are all its charts, and :meth:`report` the page of
    ``papan report``.
    """

    @property
    def _tables(self) -> list[dict[str, Any]]:
        return [self.data]

    @property
    def share(self) -> float:
        """The share of points of the first agent."""
        share: float = self.data["agents"][0]["share"]
        return share

    @property
    def elo(self) -> Estimate:
        """Elo of the first of two agents over the other, with its interval."""
        if len(self.data["agents"]) != 2 or not self.data["pairs"]:
            raise PapanError("Elo over the other is for two different agents: see table and pairs")
        pair = self.data["pairs"][0]
        wins, losses, pairs = pair["wins"], pair["losses"], pair["pairs"]
        if pair["agents"][0] != 0:
            wins, losses, pairs = losses, wins, pairs[::-1]
        return elo(wins, pair["draws"], losses, pairs)

    @property
    def sprt(self) -> dict[str, Any] | None:
        """The sequential test, where there was one."""
        return self.data.get("sprt")

    def __repr__(self) -> str:
        agents = ", ".join(
            f"{entry['label']} {entry['wins']}-{entry['draws']}-{entry['losses']}"
            for entry in self.data["agents"]
        )
        return f"MatchResult({self.data['game']}, {self.data['games']} games: {agents})"


class TournamentResult(_Result):
    """What a tournament showed so far.

    ``table`` has a row for each agent in each game, ``pairs`` one for each two of them, ``games``
    one for each game that was played; ``data`` is the whole JSON of ``papan tournament --json``.
    """

    @property
    def _tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = self.data["tables"]
        return tables

    @property
    def name(self) -> str:
        """What the tournament is called in its ledger."""
        return self._kept.event

    def __repr__(self) -> str:
        return f"TournamentResult({self.name!r}, {len(self.games)} of {self.data['total']} games)"


def match(
    game: str | Game,
    agents: Sequence[Any],
    games: int = 100,
    *,
    seed: int = 1,
    openings: str | None = None,
    rotate_seats: bool = True,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    sprt: Sequence[float] | None = None,
    threads: int | None = None,
    ledger: str | Path | None = None,
    name: str | None = None,
    names: Sequence[str] | None = None,
    progress: bool = False,
) -> MatchResult:
    """Lets agents play many games against each other.

    Agents are texts such as ``level:5``, or functions that choose an action of a state, objects with
    a method ``choose`` that does so, or classes of such objects; ``names`` says what they are called.
    The same seed gives the same games as long as no agent has a time limit. With ``time``, in seconds
    for each move, Python agents run in processes of their own: one that takes too long forfeits its
    game.

    ``threads`` games are played at a time, by default as many as there are cores. An object plays
    one game after the other unless ``threads`` says otherwise; of a class there is one for each.

    >>> import papan
    >>> result = papan.match("othello:size=4", ["level:1", lambda s: s.legal_actions()[0]], games=4)
    >>> len(result.games), sum(result.table["wins"]) + result.table["draws"][0]
    (4, 4)
    """
    if time is not None and not 0 < time < math.inf:
        raise PapanError(f"{time} seconds are no time to think")
    labels = _labels(agents, names)
    own = {label: agent for label, agent in zip(labels, agents, strict=True) if is_agent(agent)}
    kept = _Kept(ledger, name or f"{game}: {' - '.join(labels)}")
    with AgentServer(own, isolated=time is not None) as server:
        specs = [
            server.spec(label) if label in own else spec_of(agent)
            for label, agent in zip(labels, agents, strict=True)
        ]
        arguments = ["match", str(game), *specs, "--games", str(games), "--seed", str(seed)]
        arguments += ["--ledger", str(kept.path), "--name", kept.event, "--allow-forfeits"]
        if rotate_seats:
            arguments.append("--rotate-seats")
        for option, value in (("openings", openings), ("nodes", nodes), ("depth", depth)):
            if value is not None:
                arguments += [f"--{option}", str(value)]
        if time is not None:
            arguments += ["--time", f"{max(1, round(time * 1000))}ms"]
        if sprt is not None:
            arguments += [f"--sprt={','.join(map(str, sprt))}"]
        if threads is None and time is None and not all(map(is_function, own.values())):
            # What it remembers of a game is not mixed with another one.
            threads = 1
        if threads is not None:
            arguments += ["--threads", str(threads)]
        data = _program.ask(
            arguments,
            progress=progress,
            # A sequential test may also end with no, or with no answer.
            allowed=(0, 1, 4) if sprt is not None else (0,),
            environment=server.environment,
        )
    rows = Ledger(kept.path).games(event=kept.event)
    known = dict(zip(specs, labels, strict=True))
    for column in rows.columns:
        if column.startswith("label_"):
            rows[column][:] = [known.get(text, text) for text in rows[column]]
    for entry, label in zip(data["agents"], labels, strict=False):
        entry["label"] = label
    return MatchResult(data, rows, kept, list(known.items()))


def _labels(agents: Sequence[Any], names: Sequence[str] | None) -> list[str]:
    """What the agents are called: every name once."""
    if names is not None and len(names) != len(agents):
        raise PapanError(f"{len(agents)} agents have {len(names)} names")
    labels: list[str] = []
    for number, agent in enumerate(agents):
        label = names[number] if names else name_of(agent) if is_agent(agent) else spec_of(agent)
        while is_agent(agent) and label in labels:
            label += "-2"
        labels.append(label)
    return labels


def tournament(
    file: str | Path | Mapping[str, Any],
    ledger: str | Path,
    *,
    agents: Mapping[str, Any] | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> TournamentResult:
    """Plays the tournament of a file, or of a dictionary with the same words.

    ``agents`` are Python agents by name, which play as well, each in processes of its own. Every finished game is in the ledger
    before it is counted: the same call resumes where it was.

    >>> import papan, tempfile
    >>> described = {"name": "small", "game": "othello:size=4", "rounds": 1, "agents": ["random"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     agents = {"first": lambda state: state.legal_actions()[0]}
    ...     result = papan.tournament(described, f"{folder}/games.db", agents=agents)
    >>> sorted(result.table["label"]), len(result.games)
    (['first', 'random'], 2)
    """
    own = {name: agent for name, agent in (agents or {}).items() if is_agent(agent)}
    with (
        AgentServer(own, isolated=True) as server,
        tempfile.TemporaryDirectory(prefix="papan-") as folder,
    ):
        path = str(file) if isinstance(file, (str, Path)) else ""
        if isinstance(file, Mapping):
            described = dict(file)
            for name, agent in (agents or {}).items():
                spec = server.spec(name) if name in own else spec_of(agent)
                extra = {"name": name, "agent": spec}
                described["agents"] = [*described.get("agents", []), extra]
            path = str(Path(folder) / "tournament.toml")
            Path(path).write_text(_toml(described), encoding="utf-8")
        elif agents:
            raise PapanError("Python agents play in tournaments that are dictionaries, not files")
        arguments = ["tournament", path, "--ledger", str(ledger), "--allow-forfeits"]
        if threads is not None:
            arguments += ["--threads", str(threads)]
        # A sequential test may also end with no, or with no answer.
        allowed = (0, 1, 4)
        environment = server.environment
        data = _program.ask(arguments, progress=progress, allowed=allowed, environment=environment)
    kept = _Kept(ledger, data["name"])
    return TournamentResult(data, Ledger(ledger).games(event=kept.event), kept, [])


def _toml(entries: Mapping[str, Any]) -> str:
    """A tournament file: texts and numbers are written as in JSON."""

    def value(data: Any) -> str:
        if isinstance(data, Mapping):
            return "{ " + ", ".join(f"{key} = {value(one)}" for key, one in data.items()) + " }"
        if isinstance(data, (list, tuple)):
            return "[" + ", ".join(value(one) for one in data) + "]"
        return json.dumps(data, ensure_ascii=False)

    return "".join(f"{key} = {value(data)}\n" for key, data in entries.items())
