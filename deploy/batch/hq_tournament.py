#!/usr/bin/env python3
"""Plays a tournament in shards with HyperQueue, and puts the ledgers together.

    hq_tournament.py FILE.toml SHARDS FOLDER [--server-dir DIR]

Without --server-dir a server and a worker with all cores are started for this one tournament;
with it the tasks go to the server that runs there (hq server start), and to its workers. Needs
the package `hyperqueue` of PyPI. Run it again after any trouble: what was played stays.
"""

import argparse
import os
from pathlib import Path

from hyperqueue import Client, Job
from hyperqueue.cluster import LocalCluster, WorkerConfig


def tournament(file: Path, shards: int, folder: Path) -> Job:
    """One task for each shard, and one after them all that merges."""
    papan = os.environ.get("PAPAN", "papan")
    job = Job(folder)
    parts = []
    tasks = []
    for number in range(1, shards + 1):
        part = str(folder / f"part{number}.db")
        parts.append(part)
        shard = [papan, "tournament", str(file), "--shard", f"{number}/{shards}"]
        tasks.append(
            job.program(
                [*shard, "--ledger", part, "--threads", "1", "--json"],
                stdout=str(folder / f"part{number}.json"),
                stderr=str(folder / f"part{number}.errors"),
                name=f"shard {number}/{shards}",
            )
        )
    job.program(
        [papan, "ledger", "merge", str(folder / "all.db"), *parts],
        stdout=str(folder / "merged"),
        stderr=str(folder / "merged.errors"),
        name="merge",
        deps=tasks,
    )
    return job


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("shards", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--server-dir", type=Path)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    job = tournament(arguments.file.resolve(), arguments.shards, folder)
    if arguments.server_dir is not None:
        client = Client(arguments.server_dir)
        client.wait_for_jobs([client.submit(job)])
    else:
        with LocalCluster(worker_config=WorkerConfig()) as cluster:
            client = cluster.client()
            client.wait_for_jobs([client.submit(job)])
    print((folder / "merged").read_text(), end="")


if __name__ == "__main__":
    main()
