"""Random games a second of CPU time, beside OpenSpiel, Pgx and EnvPool: on one core.

    python python/benchmarks/environments.py [--json] [--seconds 5] [--rounds 3]

The peers are installed into a virtual environment in a temporary folder, which is removed again.
Every suite samples random legal actions in its own way and makes its own observations and masks of
legal actions in every step. Who steps many games at once does so with several numbers of them, and
the fastest counts. All are measured in turn, several times; a rate is the median of its rounds. The
program prints tables in Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PEERS = ["open_spiel", "pgx", "envpool"]

# Each is a program of its own, because of what they install and how they use threads. It prints
# one JSON object: games, steps, CPU seconds, and what an observation is.
COMMON = """
import json, os, sys, time
seconds = float(sys.argv[1])
def report(**found):
    print(json.dumps(found))
"""

PAPAN = (
    COMMON
    + """
from papan.environments import VectorEnvironment
name, count = sys.argv[2], int(sys.argv[3])
env = VectorEnvironment(name, count, seed=1)
for _ in range(100):
    env.step(env.sample())
games = steps = 0
begin = time.process_time()
while (taken := time.process_time() - begin) < seconds:
    env.step(env.sample())
    steps += count
    games += int(env.ended.sum())
report(games=games, steps=steps, cpu=taken,
       observation=f"uint8 {env.observation_shape}, mask uint8 ({env.num_actions},)",
       bytes=env.observations[0].nbytes + env.masks[0].nbytes)
"""
)

OPENSPIEL = (
    COMMON
    + """
import random
import numpy, pyspiel
game = pyspiel.load_game("othello")
chance = random.Random(1)
games = steps = 0
begin = time.process_time()
while (taken := time.process_time() - begin) < seconds:
    state = game.new_initial_state()
    while not state.is_terminal():
        observation = state.observation_tensor()
        mask = state.legal_actions_mask()
        state.apply_action(chance.choice(state.legal_actions()))
        steps += 1
    games += 1
report(games=games, steps=steps, cpu=taken, observation="list of 192 floats, list of 65 ints",
       bytes=8 * (192 + 65))
"""
)

PGX = (
    COMMON
    + """
import jax, jax.numpy as jnp, pgx
from pgx.experimental.wrappers import auto_reset
count = int(sys.argv[2])
env = pgx.make("othello")
step = auto_reset(env.step, env.init)
def one(state, key):
    key, drawn, begun = jax.random.split(key, 3)
    logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
    action = jax.random.categorical(drawn, logits)
    return jax.vmap(step)(state, action, jax.random.split(begun, count)), key
run = jax.jit(one)
key = jax.random.PRNGKey(0)
state = jax.jit(jax.vmap(env.init))(jax.random.split(key, count))
for _ in range(100):
    state, key = run(state, key)
jax.block_until_ready(state)
games = steps = 0
begin = time.process_time()
while (taken := time.process_time() - begin) < seconds:
    state, key = run(state, key)
    games += int(state.terminated.sum())
    steps += count
report(games=games, steps=steps, cpu=taken, observation="bool (8, 8, 2), mask bool (65,)",
       bytes=128 + 65)
"""
)

ENVPOOL = (
    COMMON
    + """
import numpy, envpool
count = int(sys.argv[2])
env = envpool.make("Othello-v1", env_type="gymnasium", num_envs=count, num_threads=1)
chance = numpy.random.default_rng(1)
observation, info = env.reset()
def step():
    global observation, info
    mask = info["legal_action_mask"]
    noise = chance.random(mask.shape, numpy.float32) * mask
    observation, reward, terminated, truncated, info = env.step(noise.argmax(axis=1))
    return int(numpy.sum(terminated | truncated))
for _ in range(100):
    step()
games = steps = 0
begin = time.process_time()
while (taken := time.process_time() - begin) < seconds:
    games += step()
    steps += count
report(games=games, steps=steps, cpu=taken, observation="bool (2, 8, 8, 2), mask bool (65,)",
       bytes=256 + 65)
"""
)

APPLY = (
    COMMON
    + """
import random
suite = sys.argv[2]
if suite == "papan":
    import papan as library
else:
    import pyspiel as library
game = library.load_game("othello")
chance, lines = random.Random(1), []
for _ in range(200):
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    lines.append(state.history())
count = 0
begin = time.process_time()
while (taken := time.process_time() - begin) < seconds:
    for line in lines:
        state = game.new_initial_state()
        for action in line:
            state.apply_action(action)
        count += len(line)
report(games=0, steps=count, cpu=taken, observation="", bytes=0)
"""
)


def measure(python: str, code: str, *arguments: str) -> dict[str, object]:
    """What a program finds, on one core and with one thread."""
    environment = {
        **os.environ,
        "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
        "JAX_PLATFORMS": "cpu",
        "OMP_NUM_THREADS": "1",
    }
    core = sorted(os.sched_getaffinity(0))[-1]
    done = subprocess.run(
        [python, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        lines = [line for line in done.stderr.splitlines() if "Error" in line]
        return {"problem": lines[-1] if lines else f"exit code {done.returncode}"}
    found: dict[str, object] = json.loads(lines[-1])
    return found


# What is measured: suite, what it plays, whether a peer, its program, and its numbers of games.
MEASURED: list[tuple[str, str, bool, str, list[list[str]]]] = [
    ("Papan", "Othello", False, PAPAN, [["othello", "1024"], ["othello", "4096"]]),
    ("OpenSpiel", "Othello", True, OPENSPIEL, [[]]),
    ("Pgx", "Othello", True, PGX, [["256"], ["4096"]]),
    ("EnvPool", "Othello", True, ENVPOOL, [["64"], ["1024"]]),
    ("Papan", "Blokus Duo", False, PAPAN, [["blokus-duo", "64"], ["blokus-duo", "256"]]),
    ("Papan", "congklak", False, PAPAN, [["congklak", "1024"], ["congklak", "4096"]]),
    ("Papan", "Adjacency", False, PAPAN, [["adjacency", "1024"], ["adjacency", "4096"]]),
    ("Papan", "apply_action", False, APPLY, [["papan"]]),
    ("OpenSpiel", "apply_action", True, APPLY, [["openspiel"]]),
]


def rate(found: dict[str, object], what: str) -> float:
    """How many of something in a second of CPU time."""
    return float(str(found[what])) / float(str(found["cpu"]))


def median(rounds: list[dict[str, object]]) -> dict[str, object]:
    """The round in the middle; one with a problem before all others."""
    for found in rounds:
        if "problem" in found:
            return found
    return sorted(rounds, key=lambda found: rate(found, "steps"))[len(rounds) // 2]


def versions(python: str) -> str:
    """Which versions of the peers are measured."""
    command = [python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    listed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    names = {name.replace("_", "-") for name in [*PEERS, "jaxlib", "numpy"]}
    found = [one for one in listed if one["name"].lower().replace("_", "-") in names]
    return ", ".join(f"{one['name']} {one['version']}" for one in found)


def table(rows: list[dict[str, object]]) -> str:
    """The games and the single action as tables."""
    lines = ["| suite | game | games/s | steps/s | observation and mask | bytes |"]
    lines.append("|---|---|---:|---:|---|---:|")
    calls = ["| | actions/s | beside OpenSpiel |", "|---|---:|---:|"]
    peer = next(row for row in rows if (row["suite"], row["game"]) == ("OpenSpiel", "apply_action"))
    for row in rows:
        name = f"| {row['suite']} | {row['game']} "
        if "problem" in row:
            lines.append(f"{name}| | | {row['problem']} | |")
        elif row["game"] == "apply_action":
            beside = "" if "problem" in peer else f"{rate(row, 'steps') / rate(peer, 'steps'):.2f}"
            calls.append(f"| {row['suite']} | {rate(row, 'steps'):,.0f} | {beside} |")
        else:
            rates = f"| {rate(row, 'games'):,.0f} | {rate(row, 'steps'):,.0f} "
            lines.append(f"{name}{rates}| {row['observation']} | {row['bytes']} |")
    return "\n".join([*lines, "", *calls])


def main() -> None:
    """Measures everything and prints it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds of each round")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    given = parser.parse_args()
    if given.rounds < 1 or not 0 < given.seconds < 3600:
        parser.error("at least one round, of up to an hour")
    with tempfile.TemporaryDirectory(prefix="papan-peers-") as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        peers = str(Path(folder) / "bin" / "python")
        for package in PEERS:
            command = [peers, "-m", "pip", "install", "--quiet", package]
            if subprocess.run(command, check=False).returncode != 0:
                print(f"{package} cannot be installed", file=sys.stderr)
        installed = versions(peers)
        found: list[list[list[dict[str, object]]]] = [
            [[] for _ in numbers] for *_, numbers in MEASURED
        ]
        for round_ in range(given.rounds):
            for at, (suite, game, is_peer, code, numbers) in enumerate(MEASURED):
                for which, arguments in enumerate(numbers):
                    python = peers if is_peer else sys.executable
                    measured = measure(python, code, str(given.seconds), *arguments)
                    found[at][which].append(measured)
                    print(f"{round_ + 1} {suite} {game} {arguments}: {measured}", file=sys.stderr)
    rows: list[dict[str, object]] = []
    for (suite, game, *_), numbers_found in zip(MEASURED, found, strict=True):
        medians = [median(rounds) for rounds in numbers_found]
        good = [one for one in medians if "problem" not in one]
        best = max(good, key=lambda one: rate(one, "steps")) if good else medians[0]
        rows.append({"suite": suite, "game": game, **best})
    if given.json:
        print(json.dumps({"installed": installed, "rows": rows}))
    else:
        print(f"{installed}; Python {sys.version.split()[0]}\n\n{table(rows)}")


if __name__ == "__main__":
    main()
