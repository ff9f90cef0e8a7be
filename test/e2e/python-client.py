"""What test/e2e/plain-farm.test.ts runs with the client for Python against a farm: prints what it saw as one JSON line."""

import json
import sys

from drover_client import Drover, DroverError, pages

drover = Drover(directory=sys.argv[1])
seen = {}

job = drover.jobs.submit(task="Turn on Bluetooth", tags=["by-python"], idempotency_key="python-1")
again = drover.jobs.submit(task="Turn on Bluetooth", tags=["by-python"], idempotency_key="python-1")
seen["again"] = again["jobId"] == job["jobId"]
id = job["jobId"]

try:
    drover.jobs.wait(id, timeout_seconds=0.01)
except TimeoutError as error:
    seen["timeout"] = str(error)

# Whoever hangs up goes on after the last event.
first = drover.jobs.events(id)
begun = [next(first)]
first.close()
rest = list(drover.jobs.events(id, last_event_id=begun[-1].id))
seen["events"] = [[one.event, one.id] for one in begun + rest]
seen["end"] = rest[-1].data

told = []
ended = drover.jobs.wait(id, timeout_seconds=100, on_event=lambda event: told.append(event.event))
seen["outcome"] = ended["outcome"]
seen["told"] = told[-1]
seen["listed"] = [one["jobId"] for one in pages(drover.jobs.list, limit=1, tag="by-python")]


def failure(call):
    try:
        call()
    except (DroverError, TypeError, ValueError) as error:
        known = {name: getattr(error, name, None) for name in ("code", "status", "advice", "fields")}
        return {"kind": type(error).__name__, "message": str(error), **known}


batch = drover.batches.submit(name="two", lines=[{"taskId": "a", "request": {"task": "Turn on Bluetooth"}}])
drover.batches.wait(batch["batchId"], timeout_seconds=100)
seen["results"] = drover.batches.results(batch["batchId"], format="jsonl")["format"]
seen["unknown"] = failure(lambda: drover.jobs.read("01J00000000000000000000000"))
seen["misspelt"] = failure(lambda: drover.jobs.submit(tsk="Turn on Bluetooth"))
seen["option"] = failure(lambda: drover.jobs.list(states="running"))
seen["path"] = failure(lambda: drover.jobs.read(".."))
seen["token"] = failure(lambda: Drover(sys.argv[2], "wrong").jobs.list())
seen["nobody"] = failure(lambda: Drover("http://127.0.0.1:9", "t").jobs.list())
seen["noFarm"] = failure(lambda: Drover(directory="/nowhere"))
print(json.dumps(seen))
