"""Drover's HTTP API, with the standard library alone."""

from .client import Drover, pages
from .drover_error import DroverError
from .events import Event

__all__ = ["Drover", "DroverError", "Event", "pages"]
