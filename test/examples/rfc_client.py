"""An OpenEnv client of nothing but Python's standard library, written from the public RFCs: one episode over /ws."""

import base64
import json
import os
import re
import socket
import struct
import sys
import urllib.parse


class Session:
    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        password = base64.b64encode(f"{parts.username}:{parts.password}".encode()).decode()
        head = [
            "GET /ws HTTP/1.1",
            f"Host: {parts.hostname}:{parts.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Basic {password}",
        ]
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        assert b"101" in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass

    def send(self, message):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        length = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.socket.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        _, length = self.stream.read(2)
        if length == 126:
            (length,) = struct.unpack("!H", self.stream.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.stream.read(8))
        return json.loads(self.stream.read(length))

    def ask(self, kind, data=None):
        self.send({"type": kind} if data is None else {"type": kind, "data": data})
        return self.receive()


def main(url):
    session = Session(url)
    refused = session.ask("step", {"action": "home"})
    seen = session.ask("reset", {"seed": 4, "task": "bluetooth-on"})["data"]
    seen = session.ask("step", {"action": "open_app", "app": "Settings"})["data"]
    for words in ["Connected devices", "Connection preferences", '"Bluetooth', "Use Bluetooth"]:
        line = next(one for one in seen["observation"]["elementText"].split("\n") if words in one)
        seen = session.ask("step", {"action": "tap", "element": int(re.search(r"\[(\d+)\]", line)[1])})["data"]
    ended = session.ask("step", {"action": "FINISH", "status": "success"})["data"]
    state = session.ask("state")
    session.send({"type": "close"})
    print(json.dumps({"refused": refused["data"]["code"], "reward": ended["reward"], "done": ended["done"], "state": state}))


main(sys.argv[1])
