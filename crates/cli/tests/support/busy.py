"""An agent for tests that speaks lines of JSON and plays the first legal move.

    busy.py work SECONDS    takes that much CPU time for each move
    busy.py wait SECONDS    sleeps that long
"""
import json, sys, time

does, seconds = sys.argv[1], float(sys.argv[2])
for line in sys.stdin:
    question = json.loads(line)
    if does == "wait":
        time.sleep(seconds)
    else:
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass
    print(json.dumps({"move": question["legal_moves"][0]}), flush=True)
