"""Python functions, objects and classes as agents.

An agent is a callable that is given a state and returns an action or a move as text, or an object
with a method ``choose`` that does so. Where it has a method ``begin``, that is called with a seed
before each game. A class is made into an object for each thread that plays.

The program plays the games; whenever it is the turn of such an agent it asks a small program of
this package, which asks this process over a socket.
"""

from __future__ import annotations

import inspect
import json
import operator
import os
import secrets
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from papan import _program
from papan._papan import Agent, Game, PapanError, State, load_game
from papan._papan import agent as find_agent

# The program that asks for an agent.
_BRIDGE = Path(__file__).with_name("_bridge.py")

_PROTOCOLS = ("gtp", "ugi", "nboard")

# What an agent may be called in a command.
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")


def is_agent(agent: Any) -> bool:
    """Whether something is an agent in Python, and none that a text names."""
    return not isinstance(agent, (str, Agent)) and (callable(agent) or hasattr(agent, "choose"))


def is_function(agent: Any) -> bool:
    """Whether an agent remembers nothing of a game that another one could disturb."""
    return isinstance(agent, type) or inspect.isroutine(agent)


def spec_of(agent: Any) -> str:
    """The text that names an agent of the program."""
    return agent.spec if isinstance(agent, Agent) else str(agent)


def name_of(agent: Any) -> str:
    """What an agent is called where nobody says so."""
    name = getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__
    cleaned = "".join(letter for letter in str(name) if letter in _LETTERS)
    return cleaned or "agent"


def label_of(spec: str) -> str:
    """What an agent is called whose games were kept: an agent in Python by its own name."""
    words = spec.split(" ")
    return words[-1] if Path(words[-2 % len(words)].strip("'")).name == _BRIDGE.name else spec


class AgentServer:
    """Answers for agents of this process while it is open, as a context manager.

    With ``isolated`` every game's agent runs in a forked child process, so that a function that
    never returns is ended when its time is up; what it changes is lost with the child. Without it
    the function is called in this process, in a thread.
    """

    def __init__(self, agents: Mapping[str, Any], *, isolated: bool = False) -> None:
        self._agents = dict(agents)
        for name in self._agents:
            if not name or not set(name) <= _LETTERS:
                raise PapanError(f"an agent cannot be called {name!r}: letters, digits, - _ . only")
        self._isolated = isolated and hasattr(os, "fork")
        self._key = secrets.token_hex(16)
        self._folder = tempfile.TemporaryDirectory(prefix="papan-")
        if hasattr(socket, "AF_UNIX"):
            self._listener = socket.socket(socket.AF_UNIX)
            place = str(Path(self._folder.name) / "agents")
            self._listener.bind(place)
            self._address = f"unix:{place}"
        else:
            self._listener = socket.create_server(("127.0.0.1", 0))
            self._address = f"tcp:{self._listener.getsockname()[1]}"
        self._listener.listen(64)
        self.problems: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """What the program needs to be told to reach this process."""
        return {"PAPAN_BRIDGE": self._address, "PAPAN_BRIDGE_KEY": self._key}

    def spec(self, name: str, move_time: float | None = None) -> str:
        """The text that names an agent for the program."""
        words = [sys.executable, "-I", "-S", str(_BRIDGE), name]
        limit = "" if move_time is None else f"move={max(1, round(move_time * 1000))}ms,"
        return f"json:{limit}{shlex.join(words)}"

    def close(self) -> None:
        """Answers nobody any more."""
        self._listener.close()
        self._folder.cleanup()

    def __enter__(self) -> AgentServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            stream = connection.makefile("rwb")
            try:
                hello = json.loads(stream.readline() or b"{}")
            except ValueError:
                return
            agent = self._agents.get(hello.get("agent", ""))
            if agent is None or not secrets.compare_digest(hello.get("key", ""), self._key):
                return
            if self._isolated:
                self._fork(connection, stream, agent)
            else:
                problem = _answer_all(stream, agent)
                if problem:
                    self.problems.append(problem)

    def _fork(self, connection: socket.socket, stream: Any, agent: Any) -> None:
        child = os.fork()
        if child == 0:
            # Nothing of the parent's may run here but the agent.
            code = 0
            try:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                code = 1 if _answer_all(stream, agent) else 0
            finally:
                os._exit(code)
        # The other end closes when the game needs the agent no more, or ended it for its time. Our
        # end is only watched: reading is the child's.
        poll = select.poll()
        poll.register(connection, select.POLLRDHUP if hasattr(select, "POLLRDHUP") else 0)
        while not poll.poll(200):
            done, _ = os.waitpid(child, os.WNOHANG)
            if done:
                return
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(child, 0)


def _answer_all(stream: Any, agent: Any) -> str | None:
    """Answers questions until there are none; the text of what went wrong."""
    player: Player | None = None
    for line in stream:
        try:
            player = player or Player(agent)
            answer = {"move": player.answer(json.loads(line))}
            problem = None
        except BaseException as error:  # an agent may raise anything, SystemExit included
            problem = "".join(traceback.format_exception_only(error)).strip()
            answer = {"error": problem}
        try:
            stream.write(json.dumps(answer).encode() + b"\n")
            stream.flush()
        except OSError:
            return problem
        if problem:
            return problem
    return None


class Player:
    """An agent in Python, in one game after the other."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent() if isinstance(agent, type) else agent
        self._ask = self._agent.choose if hasattr(self._agent, "choose") else self._agent
        self._game: Game | None = None
        self._seed: int | None = None

    def begin(self, seed: int) -> None:
        """Tells the agent of a new game, if it wants to know."""
        if hasattr(self._agent, "begin"):
            self._agent.begin(seed)

    def choose(self, state: State) -> int:
        """The action that the agent chooses, which need not be legal."""
        chosen = self._ask(state)
        return state.string_to_action(chosen) if isinstance(chosen, str) else _action(chosen)

    def answer(self, question: dict[str, Any]) -> str:
        """The move in answer to a question of the program, which judges it."""
        if self._game is None or self._game.name != question["game"]:
            self._game = load_game(question["game"])
        if question["seed"] != self._seed:
            self.begin(question["seed"])
        self._seed = question["seed"]
        state = self._state(self._game, question)
        chosen = self._ask(state)
        return chosen if isinstance(chosen, str) else state.action_to_string(_action(chosen))

    @staticmethod
    def _state(game: Game, question: dict[str, Any]) -> State:
        try:
            state = game.state(question["moves"])
            if state.position == question["position"]:
                return state
        except PapanError:
            pass
        # The game began with another position.
        return game.new_initial_state(question["position"])


def _action(chosen: Any) -> int:
    try:
        return operator.index(chosen)
    except TypeError:
        raise PapanError(
            f"the agent answered {chosen!r}, which is no action and no move"
        ) from None


def serve_engine(
    agent: Any, game: str | Game, protocol: str = "gtp", *, name: str | None = None
) -> int:
    """Lets other programs play with an agent over standard input and output, until they end it.

    ``protocol`` is ``gtp``, ``ugi`` or ``nboard``; ``name`` is what the others call the engine.
    Standard output belongs to the protocol: what the agent has to say goes to ``sys.stderr``.
    Returns the exit code of the program.

    >>> import papan
    >>> papan.serve_engine(lambda state: state.legal_actions()[0], "othello")  # until input ends
    0
    """
    if protocol not in _PROTOCOLS:
        raise PapanError(f"{protocol!r} is no protocol: {', '.join(_PROTOCOLS)} are possible")
    played = load_game(game) if isinstance(game, str) else game
    command = [*_program.words(), "engine", played.name]
    options = ["--protocol", protocol]
    if not is_agent(agent):
        spec = spec_of(agent)
        find_agent(spec, played.name)
        options += [] if name is None else ["--name", name]
        return subprocess.run([*command, spec, *options], check=False).returncode
    label = name_of(agent)
    with AgentServer({label: agent}) as server:
        spec = server.spec(label, 86_400.0)
        options += ["--name", label if name is None else name]
        environment = {**os.environ, **server.environment}
        return subprocess.run([*command, spec, *options], env=environment, check=False).returncode
