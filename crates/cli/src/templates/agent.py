"""An agent for Papan: reads a line of JSON for every move and answers with one.

The fields: game, position, board, seat, seat_name, turn, legal_moves, scores, moves, time_left
(seconds, or null), time, depth and nodes (limits, or null) and seed.
"""
import json
import random
import sys


def choose(question):
    """The move to play, one of the legal ones. Here your ideas go."""
    return random.choice(question["legal_moves"])


for line in sys.stdin:
    question = json.loads(line)
    # The same seed gives the same game again.
    random.seed(question["seed"] * 1000 + question["turn"])
    # What is printed must be sent at once; messages for yourself go to sys.stderr.
    print(json.dumps({"move": choose(question)}), flush=True)
