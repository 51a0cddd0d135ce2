"""Ctrl-C ends everything that takes long, at once and as Python has it; a killed process leaves nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import papan
import psutil
import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no signals to one process")

# What takes hours, each after `state` and `place`, a folder, are known.
LONG = {
    "agent": "papan.agent('mcts:time=600s').choose(state)",
    "values": "papan.agent('mcts:time=600s').values(state)",
    "solve": "state.solve(anyway=True)",
    "tree search": "papan.TreeSearch([state]).run(lambda o, m: numpy.zeros(len(m)), 10**9, batch=8)",
    "alphabeta": "papan.alphabeta(state, lambda states: [0.0] * len(states), depth=40)",
    "playouts": "papan.playouts(state, 10**15)",
}
# What the program does, in a process of its own.
OF_THE_PROGRAM = {
    "trace": "papan.trace(state, 'minimax:depth=20')",
    "papers": "papan.papers.run(games=10**8)",
    "match": "papan.match('othello:size=4', ['random', 'random'], 10**7, ledger=place + '/games.db')",
    "tournament": (
        "papan.tournament({'name': 'long', 'game': 'othello:size=4', 'rounds': 10**6,"
        " 'agents': ['random', 'greedy']}, place + '/games.db')"
    ),
}


def started(code: str, place: Path) -> psutil.Popen:
    words = [
        "import numpy, papan, sys",
        "place = sys.argv[1]",
        "state = papan.load_game('othello').new_initial_state()",
        "print('begun', flush=True)",
        "try:",
        f"    {code}",
        "except KeyboardInterrupt:",
        "    sys.exit(7)",
    ]
    command = [sys.executable, "-c", "\n".join(words), str(place)]
    process = psutil.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n", process.stderr.read()
    return process


def used(process: psutil.Process) -> float:
    """The processor's seconds of a process and of all that it has started."""
    seconds = 0.0
    try:
        for one in [process, *process.children(recursive=True)]:
            times = one.cpu_times()
            seconds += times.user + times.system
    except psutil.NoSuchProcess:
        pass
    return seconds


def waits_for(process: psutil.Process, what: Callable[[], bool]) -> None:
    """Waits until something is so; gives up when the process ends or does nothing any more."""
    last, idle = used(process), 0
    while not what():
        assert process.is_running() and process.status() != psutil.STATUS_ZOMBIE, "it ended"
        time.sleep(0.02)
        now = used(process)
        idle = 0 if now > last else idle + 1
        last = now
        assert idle < 3_000, "nothing moves any more"


def interrupted(process: psutil.Popen) -> int:
    """Sends Ctrl-C and waits for the end, as long as the process does not go on with its work."""
    begin = used(process)
    process.send_signal(signal.SIGINT)
    while process.poll() is None:
        if used(process) - begin > 20:
            process.kill()
            pytest.fail("nobody heard the interrupt")
        time.sleep(0.02)
    return int(process.returncode)


@pytest.mark.parametrize("name", [*LONG, *OF_THE_PROGRAM])
def test_an_interrupt_ends_it(name: str, tmp_path: Path) -> None:
    process = started({**LONG, **OF_THE_PROGRAM}[name], tmp_path)
    begin = used(process)
    # The program has to be loaded first.
    work = 0.3 if name in LONG else 1.5
    waits_for(process, lambda: used(process) > begin + work)
    below = process.children(recursive=True)
    assert interrupted(process) == 7, process.stderr.read()
    _, alive = psutil.wait_procs(below, timeout=60)
    assert alive == []


@pytest.mark.parametrize(
    "arguments", [["perft", "othello", "14"], ["solve", "othello", "--anyway"], ["playouts", "othello"]]
)
def test_an_interrupt_ends_the_program(arguments: list[str]) -> None:
    if arguments[0] == "playouts":
        arguments = [*arguments, "--games", str(10**12)]
    command = [sys.executable, "-m", "papan", *arguments]
    process = psutil.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    waits_for(process, lambda: used(process) > 1)
    assert interrupted(process) == -signal.SIGINT


def test_who_ignores_interrupts_goes_on_ignoring_them() -> None:
    ignoring = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    ignoring += "os.execv(sys.executable, [sys.executable, '-m', 'papan', 'perft', 'othello', '14'])"
    process = psutil.Popen([sys.executable, "-c", ignoring], stdout=subprocess.DEVNULL)
    waits_for(process, lambda: used(process) > 1)
    process.send_signal(signal.SIGINT)
    now = used(process)
    waits_for(process, lambda: used(process) > now + 0.5)
    process.terminate()
    process.wait()


def games_of(ledger: Path) -> int:
    try:
        return len(papan.Ledger(ledger).games())
    except papan.PapanError:
        return 0


def test_an_interrupted_match_keeps_what_is_finished(tmp_path: Path) -> None:
    """A function plays two games and then never answers."""
    ledger = tmp_path / "games.db"
    code = (
        "games = []\n"
        "def stubborn(state):\n"
        "    games.extend([1] if len(state.moves) < 2 else [])\n"
        "    while len(games) > 2: pass\n"
        "    return state.legal_actions()[0]\n"
        "import papan, sys\n"
        "try:\n"
        "    papan.match('othello:size=4', [stubborn, 'random'], 9, threads=1, ledger=sys.argv[1])\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    process = psutil.Popen([sys.executable, "-c", code, str(ledger)], stderr=subprocess.PIPE)
    waits_for(process, lambda: games_of(ledger) == 2)
    below = process.children(recursive=True)
    assert below and interrupted(process) == 7
    _, alive = psutil.wait_procs(below, timeout=60)
    assert alive == [] and games_of(ledger) == 2
    assert set(papan.Ledger(ledger).games()["ending"]) != {"forfeit"}

