"""A program that answers for a Python agent: it passes lines on to the process that has the agent.

It is run as a file, by an interpreter that loads nothing else, because a match starts one for each
of its threads. The address of the process stands in the environment.
"""

import json
import os
import socket
import sys


def main() -> int:
    """Passes questions on and answers back, until either side ends."""
    kind, _, place = os.environ["PAPAN_BRIDGE"].partition(":")
    key = os.environ["PAPAN_BRIDGE_KEY"]
    if kind == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(place)
    else:
        connection = socket.create_connection(("127.0.0.1", int(place)))
    stream = connection.makefile("rwb")
    stream.write(json.dumps({"key": key, "agent": sys.argv[1]}).encode() + b"\n")
    for question in sys.stdin.buffer:
        stream.write(question)
        stream.flush()
        answer = stream.readline()
        if not answer:
            print("the process that has the agent is gone", file=sys.stderr)
            return 1
        if b'"error"' in answer:
            print(json.loads(answer)["error"], file=sys.stderr)
            return 1
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
