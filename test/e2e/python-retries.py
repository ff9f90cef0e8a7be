"""What test/e2e/python-retries.test.ts runs: asks a server that fails, and prints what came of it."""

import json
import sys

from drover_client import Drover, DroverError

drover = Drover(sys.argv[1], lambda: "t")


def code(call):
    try:
        return call()
    except DroverError as error:
        return error.status


print(
    json.dumps(
        {
            "read": code(lambda: drover.jobs.read("once")),
            "submitted": code(lambda: drover.jobs.submit(task="x")),
            "cancelled": code(lambda: drover.jobs.cancel("never")),
            "throttled": code(lambda: drover.jobs.cancel("throttled")),
            "screen": code(lambda: drover.devices.capture_screen("a/b", as_="link")),
            "always": code(lambda: drover.jobs.read("always")),
            "events": [event.data for event in drover.jobs.events("e")],
        }
    )
)
