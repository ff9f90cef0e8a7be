"""Drives a phone by the protocol of openatx/uiautomator2's server, with Python's standard library alone, through an adb server.

Usage: uiautomator2_rpc.py ADB_PORT SERIAL. Prints what it saw as JSON.
"""
import http.client
import json
import socket
import sys
import time

ADB_PORT, SERIAL = int(sys.argv[1]), sys.argv[2]
JAR = "/data/local/tmp/u2.jar"
BITS = {"text": 0x1, "className": 0x10, "scrollable": 0x4000, "instance": 0x1000000}


def ask_adb(*services):
    """A connection on which adb answered OKAY to each service."""
    connection = socket.create_connection(("127.0.0.1", ADB_PORT), timeout=60)
    for service in services:
        connection.sendall(b"%04x%s" % (len(service), service.encode()))
        if read(connection, 4) != b"OKAY":
            raise OSError(f"{service}: {read(connection, int(read(connection, 4), 16)).decode()}")
    return connection


def read(connection, count):
    data = b""
    while len(data) < count and (more := connection.recv(count - len(data))):
        data += more
    return data


def shell(command):
    with ask_adb(f"host:transport:{SERIAL}", f"shell:{command}") as connection:
        return connection.makefile().read()


def forward(port):
    with ask_adb(f"host-serial:{SERIAL}:forward:tcp:0;tcp:{port}") as connection:
        if read(connection, 4) != b"OKAY":
            raise OSError("no forward")
        return int(read(connection, int(read(connection, 4), 16)))


def request(port, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET" if body is None else "POST", path, body)
    return connection.getresponse().read()


def by(**fields):
    mask = sum(BITS[name] for name in fields)
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **fields}


def main():
    shell(f"echo jar > {JAR}; am start -a android.settings.SETTINGS")
    # The connection is kept: the server ends with it.
    server = ask_adb(f"host:transport:{SERIAL}", f"shell:CLASSPATH={JAR} app_process / com.wetest.uia2.Main")
    port = forward(9008)

    def call(method, *params):
        asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        answer = json.loads(request(port, "/jsonrpc/0", asked))
        return answer.get("result", answer.get("error"))

    def ping():
        try:
            return request(port, "/ping").decode()
        except (OSError, http.client.HTTPException):
            return None

    def wait_for(ready):
        deadline = time.monotonic() + 60
        while not ready() and time.monotonic() < deadline:
            time.sleep(0.05)

    wait_for(lambda: ping() == "pong")
    seen = {"ping": ping(), "device": call("deviceInfo")}
    seen["dump"] = 'text="Display"' in call("dumpWindowHierarchy", False, 50)
    seen["scrolled"] = call("scrollTo", by(scrollable=True), by(text="About phone"), True)
    call("scrollToBeginning", by(scrollable=True), True, 50, 55)
    seen["clicked"] = call("click", by(text="Display"))
    seen["opened"] = call("waitForExists", by(text="Brightness level"), 30000)
    shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact")
    field = by(className="android.widget.EditText", instance=0)
    seen["typed"] = [call("setText", field, "Żółć"), call("getText", field)]
    seen["missing"] = call("objInfo", by(text="Nothing"))
    server.close()
    wait_for(lambda: ping() is None)
    seen["ended"] = ping() is None
    print(json.dumps(seen))


main()
