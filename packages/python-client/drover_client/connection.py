from __future__ import annotations

import http.client
import json
import random
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from socket import socket
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from .drover_error import DroverError, refused
from .events import Event, read_events
from .farm import Token

ANSWER_SECONDS = 30.0
QUIET_SECONDS = 60.0
UNDECIDED = (None, 502, 503, 504)
MOST_RETRIES = 6
# Nobody may be there at all: who asks wants to know soon.
MOST_UNANSWERED = 2
LONGEST_RETRY_SECONDS = 10.0
# In a row: four minutes without a server.
MOST_LOST = 20
LONGEST_EVENT_PAUSE_SECONDS = 15.0


def segment(name: str, value: str) -> str:
    """A name within a path. Without one the list would be asked for, or what lies above."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} is {value!r}: it has to be a name in the route's path.")
    return quote(value, safe="")


class Group:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection


class Connection:
    def __init__(self, api_url: str, token: Token) -> None:
        address = urlsplit(api_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"api_url is {api_url!r}: it has to be an http or https address.")
        self._api_url, self._address, self._token = api_url, address, token

    def ask(
        self, method: str, path: str, query: dict[str, Any], headers: dict[str, str | None], body: Any, takes_key: bool
    ) -> Any:
        """Sent again, after growing pauses of random length, is what was not begun, and what is harmless to do twice."""
        given = {name: _text(value) for name, value in query.items() if value is not None}
        url = f"{path}?{urlencode(given)}" if given else path
        sent = {name: value for name, value in headers.items() if value is not None}
        if takes_key:
            sent.setdefault("idempotency-key", secrets.token_hex(16))
        if isinstance(body, dict):
            # A field with the name of one of Python's own words is given with an underscore behind it.
            body = {name.removesuffix("_"): value for name, value in body.items()}
        is_safe = takes_key or method in ("GET", "PUT", "DELETE")
        left, failed = LONGEST_RETRY_SECONDS, 0
        while True:
            try:
                with self._answer(method, url, sent, body, ANSWER_SECONDS) as (answer, _wire):
                    return _in_json(answer.read())
            except DroverError as error:
                most = MOST_UNANSWERED if error.status is None else MOST_RETRIES
                pause = max(error.retry_after_seconds or 0, 0.2 * 2**failed * random.uniform(0.5, 1))
                is_again = error.was_not_begun or is_safe and error.status in UNDECIDED
                if not is_again or failed >= most or pause > left:
                    raise
                left, failed = left - pause, failed + 1
                time.sleep(pause)

    def events(self, path: str, last_event_id: str | None, timeout_seconds: float | None) -> Iterator[Event]:
        """Until `end`. A lost connection is made again, and goes on after the last event. TimeoutError: not within the time."""
        deadline = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        failed = 0
        asked_pause: float | None = None
        while True:
            try:
                for event in read_events(self._lines(path, last_event_id, deadline)):
                    failed = 0
                    if isinstance(event, float):
                        asked_pause = event
                        continue
                    last_event_id = event.id or last_event_id
                    yield event
                    if event.event == "end":
                        return
                # An API that cannot hold a connection says when to come again, and ends.
                pause = asked_pause
            except DroverError as error:
                is_refused = error.status is not None and error.status < 500 and error.status != 429
                if is_refused or failed >= MOST_LOST:
                    raise
                pause = None
            if pause is None:
                pause, failed = 0.5 * 2**failed, failed + 1
            pause = min(pause, LONGEST_EVENT_PAUSE_SECONDS) * random.uniform(0.5, 1)
            time.sleep(seconds_left(deadline, pause))

    def _lines(self, path: str, last_event_id: str | None, deadline: float | None) -> Iterator[str]:
        headers = {"accept": "text/event-stream"} | ({"last-event-id": last_event_id} if last_event_id else {})
        with self._answer("GET", path, headers, None, seconds_left(deadline, ANSWER_SECONDS)) as (answer, wire):
            kind = answer.headers.get_content_type()
            if kind != "text/event-stream":
                raise DroverError("NoEvents", f"{path} answers {kind}, which is no stream of events.", [], answer.status)
            while True:
                wire.settimeout(seconds_left(deadline, QUIET_SECONDS))
                line = answer.readline()
                # A line without an end is not whole.
                if not line.endswith(b"\n"):
                    return
                yield line.decode("utf-8", "replace").rstrip("\r\n")

    @contextmanager
    def _answer(
        self, method: str, url: str, headers: Mapping[str, str], body: Any, seconds: float
    ) -> Iterator[tuple[http.client.HTTPResponse, socket]]:
        """An answer that is good, and what it comes through."""
        kind = http.client.HTTPSConnection if self._address.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._address.hostname or "", self._address.port, timeout=seconds)
        token = self._token() if callable(self._token) else self._token
        sent = {"authorization": f"Bearer {token}", "connection": "close", **headers}
        text = None if body is None else json.dumps(body).encode()
        if text is not None:
            sent["content-type"] = "application/json"
        try:
            connection.connect()
            wire: socket = connection.sock
            connection.request(method, url, text, sent)
            # It closes the connection, which is its own.
            with connection.getresponse() as answer:
                if answer.status >= 300:
                    raise refused(answer.status, answer.headers, _in_json(answer.read()))
                yield answer, wire
        except OutOfTime:
            raise
        except (OSError, http.client.HTTPException) as error:
            advice = ["Look whether the farm runs and whether its address is right."]
            message = f"{self._api_url} did not answer: {error or type(error).__name__}."
            raise DroverError("NoAnswer", message, advice) from error
        finally:
            connection.close()


class OutOfTime(TimeoutError):
    """Not a socket's own."""


def seconds_left(deadline: float | None, most: float) -> float:
    if deadline is None:
        return most
    left = deadline - time.monotonic()
    if left <= 0:
        raise OutOfTime("It did not end within timeout_seconds.")
    return min(left, most)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _in_json(text: bytes) -> Any:
    """None: there is nothing, or something else."""
    try:
        return json.loads(text)
    except ValueError:
        return None
