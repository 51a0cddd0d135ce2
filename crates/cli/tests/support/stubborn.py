"""An agent for tests that does what it can to outlive whoever started it.

    stubborn.py FILE [mute]

plays the first legal move, over lines of JSON. First it starts a child in a session of its own,
which ignores signals, holds all pipes and leaves a grandchild of the same kind behind, then
writes FILE. It answers only then. It ignores signals too, and goes on when its input has ended.
With `mute` it never answers.
"""
import json, os, signal, sys, time


def stay():
    while True:
        time.sleep(1000)


for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        # Its parent is gone: nobody of the program's own family knows it any more.
        with open(sys.argv[1], "w"):
            stay()
    if os.fork() == 0:
        os._exit(0)
    stay()
if "mute" not in sys.argv:
    # Else a whole game may be over, and all of this ended, before the grandchild has begun.
    while not os.path.exists(sys.argv[1]):
        time.sleep(0.001)
    for line in sys.stdin:
        print(json.loads(line)["legal_moves"][0], flush=True)
stay()
