from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .api_methods import BatchesGroup, Groups, JobsGroup
from .connection import Connection, seconds_left
from .drover_error import DroverError
from .events import Event
from .farm import Token, find_farm

if TYPE_CHECKING:
    from .api_types import JobResponse, ReadBatchAnswer

LOOK_SECONDS = 2.0
OnEvent = Callable[[Event], object]


class Jobs(JobsGroup):
    def wait(self, job_id: str, timeout_seconds: float | None = None, on_event: OnEvent | None = None) -> JobResponse:
        """The job when it has ended. TimeoutError: it goes on after so many seconds."""
        return _ended(self, job_id, timeout_seconds, on_event)


class Batches(BatchesGroup):
    def wait(self, batch_id: str, timeout_seconds: float | None = None, on_event: OnEvent | None = None) -> ReadBatchAnswer:
        """The batch when it has ended. TimeoutError: it goes on after so many seconds."""
        return _ended(self, batch_id, timeout_seconds, on_event)


class Drover(Groups):
    """The farm of the arguments, else of DROVER_API_URL and DROVER_TOKEN, else the one that runs on `directory`."""

    jobs: Jobs
    batches: Batches

    def __init__(self, api_url: str | None = None, token: Token | None = None, directory: str = ".drover") -> None:
        connection = Connection(*find_farm(api_url, token, directory))
        super().__init__(connection)
        self.jobs, self.batches = Jobs(connection), Batches(connection)


def pages(method: Callable[..., Any], *names: str, **query: Any) -> Iterator[Any]:
    """Every item of a list, over all its pages: `for job in pages(drover.jobs.list, status="running")`."""
    while True:
        page = method(*names, **query)
        yield from page["items"]
        if page.get("nextCursor") is None:
            return
        query["cursor"] = page["nextCursor"]


def _ended(group: Any, name: str, timeout_seconds: float | None, on_event: OnEvent | None) -> Any:
    deadline = None if timeout_seconds is None else time.monotonic() + timeout_seconds
    try:
        for event in group.events(name, timeout_seconds=timeout_seconds):
            if on_event:
                on_event(event)
    except DroverError as error:
        # Something between lets no streams through: it is looked at again and again.
        if error.code != "NoEvents":
            raise
    while True:
        answer = group.read(name)
        if answer["status"] in ("finished", "cancelled", "failed", "refused"):
            return answer
        time.sleep(seconds_left(deadline, LOOK_SECONDS))
