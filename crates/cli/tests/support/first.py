"""An agent for tests that plays the first legal move, over lines of JSON."""
import json, sys

for line in sys.stdin:
    print(json.loads(line)["legal_moves"][0], flush=True)
