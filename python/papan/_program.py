"""Running the program that the package brings, and reading its JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from papan._papan import AgentError, PapanError


class ProgramError(PapanError):
    """The program ended with an error; ``code`` is its exit code, as ``papan --help`` lists them."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


def words() -> list[str]:
    """The words that start the program; ``PAPAN_PROGRAM`` may name another one."""
    given = os.environ.get("PAPAN_PROGRAM")
    return [given] if given else [sys.executable, "-P", "-m", "papan"]


def run(
    arguments: Sequence[str],
    *,
    progress: bool = False,
    allowed: Sequence[int] = (0,),
    environment: Mapping[str, str] | None = None,
) -> str:
    """What the program writes to its standard output.

    An exit code that is not allowed is an exception with the program's own words. Ctrl-C stops
    the program, which keeps what is finished, and is raised here.
    """
    # A group of its own: Ctrl-C reaches the program through us, once.
    child = subprocess.Popen(
        [*words(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=None if progress else subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
    )
    try:
        output, errors = child.communicate()
    except BaseException:
        child.send_signal(signal.SIGINT)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        raise
    if child.returncode not in allowed:
        text = (errors or "").strip().removeprefix("error: ")
        text = text or f"the program ended with exit code {child.returncode}"
        if child.returncode == 3:
            raise AgentError(text)
        raise ProgramError(text, child.returncode)
    return output


def ask(arguments: Sequence[str], **options: Any) -> Any:
    """The JSON that the program writes."""
    return json.loads(run([*arguments, "--json"], **options))
