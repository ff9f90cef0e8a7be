"""Presses the button three times and is done, or does what its job's task says instead."""

import json
import sys
import time

PRESSES = 3


def say(answer):
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "end":
        break
    task, step = told["observation"]["task"], told["stepNumber"]
    if step == 2 and "dies" in task:
        print("I cannot go on", file=sys.stderr, flush=True)
        sys.exit(3)
    if step == 2 and "sleeps" in task:
        time.sleep(3600)
    if step <= PRESSES:
        action = {"action": "tap", "coordinate": [0.5, 0.5]}
    else:
        action = {"action": "FINISH", "status": "success", "summary": "pressed"}
    answer = {"turnId": told["turnId"], "actions": [action], "thinking": "step %d" % step}
    say(answer)
    if "twice" in task:
        say(dict(answer, actions=[{"action": "back"}]))
