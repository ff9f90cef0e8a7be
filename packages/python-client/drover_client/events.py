from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple


class Event(NamedTuple):
    id: str | None
    event: str
    data: Any


def read_events(lines: Iterator[str]) -> Iterator[Event | float]:
    """
    Server-sent events; a number is how many seconds the server wants its reader to wait before it comes again.
    https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
    """
    last_id: str | None = None
    name = "message"
    data: list[str] = []
    for line in lines:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            if data:
                yield Event(last_id, name, json.loads("\n".join(data)))
            name, data = "message", []
        elif field == "data":
            data.append(value)
        elif field == "event":
            name = value
        elif field == "id":
            last_id = value
        elif field == "retry" and value.isdecimal():
            yield int(value) / 1000
