"""The program, asked many times: a process that has it loaded forks for every question."""

import json
import subprocess
import sys
from types import TracebackType
from typing import NamedTuple

_SERVER = """
import json, os, sys, tempfile
from papan import _papan
for line in sys.stdin:
    told = []
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            os._exit(_papan.run_program([sys.executable, "-P", "-m", "papan"], json.loads(line)))
        _, status = os.waitpid(child, 0)
        for file in (output, errors):
            file.seek(0)
            told.append(file.read().decode())
    print(json.dumps([os.waitstatus_to_exitcode(status), *told]), flush=True)
"""


class Told(NamedTuple):
    """How the program ended, and what it said."""

    code: int
    output: str
    errors: str


class Program:
    """Answers as ``papan`` does, without being started anew each time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *arguments: str) -> Told:
        question, answer = self._process.stdin, self._process.stdout
        assert question is not None and answer is not None
        question.write(json.dumps(arguments) + "\n")
        question.flush()
        return Told(*json.loads(answer.readline()))

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()
