from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from .drover_error import DroverError

Token = str | Callable[[], str]
ADVICE = "Start a farm with 'drover up', give api_url and token, or set DROVER_API_URL and DROVER_TOKEN."


def find_farm(api_url: str | None, token: Token | None, directory: str) -> tuple[str, Token]:
    """The arguments, else DROVER_API_URL and DROVER_TOKEN, else the farm that runs on `directory`."""
    address = api_url or os.environ.get("DROVER_API_URL")
    if address:
        known = token or os.environ.get("DROVER_TOKEN")
        if not known:
            raise DroverError("NoFarm", f"There is no token for {address}.", [ADVICE])
        return address, known
    file = Path(directory).resolve() / "farm.json"
    try:
        farm = json.loads(file.read_text(encoding="utf-8"))
        if os.name == "posix":  # Elsewhere this would end the process that it looks for.
            os.kill(farm["pid"], 0)
        return farm["apiUrl"], token or farm["token"]
    except (FileNotFoundError, ProcessLookupError):
        raise DroverError("NoFarm", f"No farm is running on {file.parent}.", [ADVICE]) from None
    except (ValueError, KeyError, TypeError):
        raise DroverError("NoFarm", f"{file} is not what a farm writes.", [ADVICE]) from None
