"""Drover's environments by Gymnasium's interface: reset() and step(), with nothing but Python's standard library.

    DROVER_ENV_URL=$(drover env serve --port 0) python3 gymnasium_env.py bluetooth-on
"""

import base64
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request


class FarmFault(RuntimeError):
    """The farm is to blame: leave the episode out, its reward is not known."""


class DroverEnv:
    """One session. Observations and actions are dictionaries, as docs/environments.md has them."""

    metadata = {"render_modes": ["png"]}

    def __init__(self, url, task=None, picture=False, timeout=150):
        parts = urllib.parse.urlsplit(url)
        self.url = f"{parts.scheme}://{parts.hostname}:{parts.port}"
        self.headers = {"content-type": "application/json"}
        if parts.password:
            self.headers["authorization"] = f"Bearer {parts.password}"
        self.task, self.picture, self.timeout = task, picture, timeout
        self.observation = None
        self.session = self._mcp("openenv/session/create")["session_id"]

    def reset(self, *, seed=None, options=None):
        asked = {"seed": seed, "task": self.task, "picture": self.picture, **(options or {})}
        result = self._post("/reset", asked)
        self.observation = result["observation"]
        return self.observation, result["metadata"]

    def step(self, action):
        result = self._post("/step", {"action": action})
        self.observation, info = result["observation"], result["metadata"]
        truncated = info.get("truncated", False)
        return self.observation, result["reward"], result["done"] and not truncated, truncated, info

    def render(self):
        picture = (self.observation or {}).get("picture")
        return base64.b64decode(picture["base64"]) if picture else None

    def close(self):
        self._mcp("openenv/session/close", {"session_id": self.session})

    def _mcp(self, method, params=None):
        answer = self._post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}})
        if "error" in answer:
            raise FarmFault(answer["error"]["message"])
        return answer["result"]

    def _post(self, path, body):
        named = body if path == "/mcp" else {**body, "session_id": self.session}
        request = urllib.request.Request(self.url + path, json.dumps(named).encode(), self.headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            told = json.load(error)
            kind = ValueError if error.code == 422 else FarmFault
            raise kind(told.get("message", told["detail"])) from None


if __name__ == "__main__":
    env = DroverEnv(os.environ["DROVER_ENV_URL"], task=sys.argv[1] if len(sys.argv) > 1 else None)
    seen, about = env.reset(seed=1)
    print(about["task_id"], "-", seen["task"], seen["elementText"], sep="\n")
    print(env.step({"action": "FINISH", "status": "infeasible"})[1:])
    env.close()
