import { connect, createServer } from "node:net";
import { Adb } from "@devicefarmer/adbkit";
import { afterEach, describe, expect, it } from "vitest";
import { listenOnPhone } from "../../src/helper-apps/phone-ports.ts";
import { createPhone } from "../../src/start-phone.ts";
import { servePhone } from "./served-phone.ts";

const served = servePhone();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server of this machine that answers everybody in capitals. */
async function shoutingPort(): Promise<number> {
  const server = createServer((socket) =>
    socket.on("data", (bytes) => socket.end(bytes.toString().toUpperCase())),
  );
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function answerOf(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  closing.push(() => socket.destroy());
  socket.write("hello");
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}

const serial = "emulator-5554";
const forward = async (request: string): Promise<string> => {
  const client = served().connect().send(`host-serial:${serial}:${request}`);
  const status = await client.status();
  return status === "OKAY" ? client.status() : status;
};
const listed = async (): Promise<string> => {
  const client = served().connect().send(`host-serial:${serial}:list-forward`);
  return (await client.status()) === "OKAY" ? client.text() : "";
};

describe("forwarded ports", () => {
  it("lead to what `adb reverse` opened on the phone, from there to a server of this machine, and back", async () => {
    const shouting = await shoutingPort();
    const reverse = served().connect();
    expect(await reverse.start(serial, `reverse:forward:tcp:7000;tcp:${shouting}`)).toBe("OKAY");
    expect(await reverse.status()).toBe("OKAY");
    const client = served().connect().send(`host-serial:${serial}:forward:tcp:0;tcp:7000`);
    expect([await client.status(), await client.status()]).toEqual(["OKAY", "OKAY"]);
    const port = Number(await client.text());
    expect(await listed()).toBe(`${serial} tcp:${port} tcp:7000\n`);
    expect(await answerOf(port)).toBe("HELLO");
    const list = served().connect();
    expect([await list.start(serial, "reverse:list-forward"), await list.text()]).toEqual([
      "OKAY",
      `host-19 tcp:7000 tcp:${shouting}\n`,
    ]);
    expect(await forward(`killforward:tcp:${port}`)).toBe("OKAY");
    expect(await listed()).toBe("");
  });

  it("accept and end a connection to a port on which nothing of the phone listens", async () => {
    const client = served().connect().send(`host-serial:${serial}:forward:tcp:0;tcp:6790`);
    expect([await client.status(), await client.status()]).toEqual(["OKAY", "OKAY"]);
    await expect(answerOf(Number(await client.text()))).resolves.toBe("");
  });

  it("are refused in adb's words when they are known, wrong or not there", async () => {
    expect(await forward("forward:localabstract:a;tcp:1")).toBe("OKAY");
    expect(await forward("forward:norebind:localabstract:a;tcp:2")).toBe(
      "FAIL cannot rebind existing socket",
    );
    expect(await forward("forward:nonsense;tcp:1")).toBe(
      "FAIL cannot bind listener: unknown socket specification: nonsense",
    );
    expect(await forward("killforward:tcp:1")).toBe("FAIL listener 'tcp:1' not found");
  });

  it("go with their phone", async () => {
    expect(await forward("forward:localabstract:a;tcp:1")).toBe("OKAY");
    served().devices.detach(serial);
    served().devices.attach(served().phone.device);
    expect(await listed()).toBe("");
  });
});

describe("a socket of the phone", () => {
  const reversedTo = async (local: string, remote: string): Promise<void> => {
    const reverse = served().connect();
    expect(await reverse.start(serial, `reverse:forward:${local};${remote}`)).toBe("OKAY");
    expect(await reverse.status()).toBe("OKAY");
  };
  const phone = () => Adb.createClient({ host: "127.0.0.1", port: served().server.port }).getDevice(serial);
  const shell = async (command: string) => {
    const client = served().connect();
    await client.start(serial, `exec:${command}`);
    return String(await client.readToEnd());
  };

  it("that listens is opened with adbkit's openTcp and openLocal", async () => {
    const remote = `tcp:${await shoutingPort()}`;
    await reversedTo("tcp:7000", remote);
    await reversedTo("localabstract:scrcpy", remote);
    for (const open of [() => phone().openTcp(7000), () => phone().openLocal("localabstract:scrcpy")]) {
      const stream = await open();
      stream.write("hello");
      expect(String(await Adb.util.readAll(stream))).toBe("HELLO");
    }
  });

  it("leads to a server that a helper app has there, by a forward and without one, until it closes", async () => {
    const { device } = served().phone;
    const close = listenOnPhone(device, 6_790, (_, response) => response.end("hello"));
    expect(await forward("forward:tcp:0;tcp:6790")).toBe("OKAY");
    const port = /tcp:(\d+) tcp:6790/.exec(await listed())?.[1];
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("hello");
    const stream = await phone().openTcp(6_790);
    stream.write("GET / HTTP/1.0\r\n\r\n");
    expect(String(await Adb.util.readAll(stream))).toMatch(/hello$/);
    expect(await shell("cat /proc/net/tcp")).toContain("0100007F:1A86 ");
    close?.();
    await expect(phone().openTcp(6_790)).rejects.toThrow("Failure: 'closed'");
  });

  it("is closed where nothing listens, on the phone or behind it", async () => {
    await reversedTo("tcp:7001", "tcp:1");
    await expect(phone().openTcp(7000)).rejects.toThrow("Failure: 'closed'");
    await expect(phone().openTcp(7001)).rejects.toThrow("Failure: 'closed'");
    await expect(phone().openLocal("localabstract:scrcpy")).rejects.toThrow("Failure: 'closed'");
    await expect(phone().openLocal("/dev/socket/nothing")).rejects.toThrow("Failure: 'closed'");
  });

  it("is in /proc/net and netstat as long as it listens", async () => {
    expect((await shell("cat /proc/net/tcp")).split("\n")).toHaveLength(2);
    await reversedTo("tcp:7000", "tcp:1");
    await reversedTo("localabstract:scrcpy", "tcp:1");
    expect(await shell("cat /proc/net/tcp")).toMatch(
      /^ {2}sl {2}local_address rem_address .* inode +\n {3}0: 0100007F:1B58 00000000:0000 0A .* 20001 1 .{16} 100 0 0 10 0 +\n$/,
    );
    expect(await shell("cat /proc/net/unix")).toMatch(/ 00010000 0001 01 20002 @scrcpy\n$/);
    expect(await shell("netstat -tln")).toBe(
      [
        "Active Internet connections (only servers)",
        "Proto Recv-Q Send-Q Local Address           Foreign Address         State      ",
        "tcp        0      0 127.0.0.1:7000          0.0.0.0:*               LISTEN     ",
        "",
      ].join("\n"),
    );
    expect(await shell("netstat -xa")).toMatch(/unix {2}2 +\[ ACC \] +STREAM +LISTENING +20002 @scrcpy\n$/);
    expect(await shell("netstat -ap")).toMatch(/localhost:7000 .* 402\/adbd\n.* 402\/adbd +@scrcpy\n$/s);
    const remove = served().connect();
    await remove.start(serial, "reverse:killforward-all");
    expect(await remove.status()).toBe("OKAY");
    expect(await shell("netstat -tn; cat /proc/net/unix | grep scrcpy")).not.toMatch(/LISTEN|scrcpy/);
  });
});

describe("a chosen transport", () => {
  it("is what `host:features` and `host:get-state` are about", async () => {
    served().devices.attach(served().phone.device, { serial: "emulator-5556" });
    for (const [request, answer] of [
      ["host:get-state", "device"],
      ["host:get-serialno", "emulator-5556"],
      ["host:features", "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"],
    ] as const) {
      const client = served().connect();
      expect(await client.start("emulator-5556", request)).toBe("OKAY");
      expect(await client.text()).toBe(answer);
    }
  });
});

describe("logcat", () => {
  const logged = async (command: string): Promise<Buffer> => {
    const client = served().connect();
    await client.start(serial, `exec:${command}`);
    return client.readToEnd();
  };

  it("runs as `adb logcat` asks for it, in every format of text", async () => {
    await logged("log -t Tag -p w hello");
    expect(String(await logged('export ANDROID_LOG_TAGS=""; exec logcat -d -v threadtime'))).toMatch(
      /^--------- beginning of main\n03-04 05:06:07\.000 {2}1234 {2}1234 W Tag {5}: hello\n$/,
    );
    expect(String(await logged("logcat -d -v long"))).toContain(
      "[ 03-04 05:06:07.000  1234: 1234 W/Tag      ]\nhello\n\n",
    );
    expect(String(await logged("logcat -d -v raw -T '03-04 05:06:08.000'"))).toBe("");
    expect(String(await logged("logcat -d -v epoch Tag:E '*:S'"))).toBe("");
    expect(String(await logged("logcat -d -v colourful"))).toBe('Invalid parameter "colourful" to -v\n');
  });

  it("gives liblog's own entries with -B", async () => {
    await logged("log -t Tag -p e boom");
    const entry = await logged("logcat -d -B");
    expect([
      entry.readUInt16LE(0),
      entry.readUInt16LE(2),
      entry.readInt32LE(4),
      entry.readUInt32LE(12),
    ]).toEqual([10, 28, 1234, Date.UTC(2026, 2, 4, 5, 6, 7) / 1000]);
    expect(entry.subarray(28)).toEqual(Buffer.from("\u0006Tag\0boom\0"));
  });
});

describe("a restart that takes time", () => {
  it("lets `sys.boot_completed` come by the phone's clock", async () => {
    let now = Date.UTC(2026, 2, 4);
    const dir = `${served().phone.device.filesRoot}/slow`;
    const phone = await createPhone({
      serial: "emulator-5558",
      dir,
      clock: () => new Date(now),
      bootMilliseconds: 3_000,
    });
    closing.push(() => void phone.close());
    const booted = () => phone.properties().get("sys.boot_completed");
    expect(booted()).toBe("1");
    await phone.reboot();
    expect([booted(), phone.properties().get("init.svc.bootanim")]).toEqual([undefined, "running"]);
    now += 3_000;
    expect(booted()).toBe("1");
  });
});
