from __future__ import annotations

from email.message import Message
from typing import Any

# What API Gateway refuses before the API is asked; it says `{"message": …}` alone.
GATEWAY_CODES = {401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 413: "InvalidRequest", 500: "InternalError"}


class DroverError(Exception):
    """What the API refused. Code `NoAnswer`: it was not reached, and `status` is None."""

    def __init__(self, code: str, message: str, advice: list[str], status: int | None = None) -> None:
        super().__init__(f"{code}: {message}" if code else message)
        self.code, self.message, self.advice, self.status = code, message, advice, status
        self.fields: list[dict[str, Any]] = []
        self.request_id: str | None = None
        self.retry_after_seconds: float | None = None

    @property
    def was_not_begun(self) -> bool:
        asks_again = self.code == "" or self.retry_after_seconds is not None
        return self.code in ("FarmBusy", "TooManyRequests") or self.status == 429 and asks_again


def refused(status: int, headers: Message, answer: Any) -> DroverError:
    given = answer if isinstance(answer, dict) else {}
    message = given.get("detail") or given.get("title") or given.get("message") or f"The API answered {status}."
    code = given.get("code") or (GATEWAY_CODES.get(status, "") if "message" in given else "")
    error = DroverError(str(code), str(message), given.get("advice") or [], status)
    error.fields = given.get("errors") or []
    error.request_id = headers.get("apigw-requestid")
    after = headers.get("retry-after") or ""
    error.retry_after_seconds = float(after) if after.isdecimal() else None
    return error
