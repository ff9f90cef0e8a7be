import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SingleClient } from "#device-host/adb/single-connection.ts";
import { openPortOfTwo, type PortOfTwo, talk } from "./two-phones.ts";

describe("the adb port of one device among two", () => {
  let test: PortOfTwo;
  beforeAll(async () => {
    test = await openPortOfTwo();
  });
  afterAll(() => test.close());

  it("shows the one device alone, in every list", async () => {
    const line = `${test.serial}\tdevice\n`;
    expect(await talk(test.port.port, ["host:devices"])).toBe(`OKAY${framed(line)}`);
    const long = await talk(test.port.port, ["host:devices-l"]);
    expect(long).toContain(`${test.serial} `);
    expect(long).toContain("transport_id:1");
    expect(long).not.toContain(test.other);
  });

  it("gives the device another number when it comes back, and knows it by that alone", async () => {
    const long = () => talk(test.port.port, ["host:devices-l"]);
    expect(await long()).toContain("transport_id:1");
    test.running.devices.reconnect(test.other);
    expect(await long()).toContain("transport_id:1");
    test.running.devices.reconnect(test.serial);
    expect(await long()).toContain("transport_id:2");
    expect(await talk(test.port.port, ["host:transport-id:1", "host:version"])).toMatch(/^FAIL/);
    expect(await talk(test.port.port, ["host:transport-id:2", "host:version"])).toMatch(/^OKAY/);
  });

  it("refuses the other device by serial, whichever way it is asked for", async () => {
    for (const request of [
      `host:transport:${test.other}`,
      `host:tport:serial:${test.other}`,
      `host-serial:${test.other}:get-state`,
      "host:transport-id:99",
    ])
      expect(await talk(test.port.port, [request])).toMatch(/^FAIL.*only device 'emulator-\d+'/);
  });

  it("stays when it is told to go, and so does the adb server behind it", async () => {
    expect(await talk(test.port.port, ["host:kill"])).toMatch(/^FAIL.*belongs to the farm/);
    expect(await talk(test.running.adbPort, ["host:version"])).toBe("OKAY00040029");
    expect(test.port.use().refusals.at(-1)).toContain("belongs to the farm");
  });

  it("runs a shell on the device, also after other requests on the same connection", async () => {
    const answer = await talk(test.port.port, ["host:transport-any", "shell:getprop ro.product.model"]);
    expect(answer).toMatch(/^OKAYOKAY\S/);
    expect(await talk(test.port.port, ["host:transport-any", "host:transport:other"])).toMatch(/^OKAYFAIL/);
    expect(await talk(test.port.port, ["host:transport-any", "root:"])).toMatch(/^OKAYFAIL.*adb.root/);
  });

  it("speaks with adbkit, which lists and tracks", async () => {
    const client = new SingleClient({ host: "127.0.0.1", port: test.port.port }, 30_000);
    expect(await client.listDevices()).toMatchObject([{ id: test.serial, type: "device" }]);
    const again = new SingleClient({ host: "127.0.0.1", port: test.port.port }, 30_000);
    const tracker = await again.trackDevices();
    tracker.on("error", () => {});
    expect(tracker.deviceList).toMatchObject([{ id: test.serial }]);
    again.single.socket.destroy();
  });

  it("answers what is no request with a refusal, and goes on for others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 40 }), async (bytes) => {
        const answer = await talk(test.port.port, [], Buffer.from(bytes));
        expect(answer === "" || /^(OKAY|FAIL)/.test(answer)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(await talk(test.port.port, ["host:get-state"])).toBe("OKAY0006device");
  });

  it("listens for its own forwards, and shows and removes no other's", async () => {
    const told = await talk(test.port.port, ["host:forward:tcp:0;tcp:7912"]);
    const port = Number(/^OKAYOKAY0005(\d{5})$/.exec(told)?.[1]);
    expect(port).toBeGreaterThan(1_023);
    expect(await talk(test.port.port, ["host:list-forward"])).toBe(
      `OKAY${framed(`${test.serial} tcp:${port} tcp:7912\n`)}`,
    );
    expect(await talk(test.port.port, [`host:forward:norebind:tcp:${port};tcp:1`])).toMatch(
      /^FAIL.*Cannot rebind/,
    );
    expect(await talk(test.port.port, [`host:killforward:tcp:${port}`])).toBe("OKAYOKAY");
    expect(await talk(test.port.port, [`host:killforward:tcp:${port}`])).toMatch(/^FAIL.*not found/);
    await expect(talk(port, [])).rejects.toThrow("ECONNREFUSED");
  });

  it("says so when a forward's port is taken, and takes it from nobody", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const taken = typeof address === "object" && address !== null ? address.port : 0;
    expect(await talk(test.port.port, [`host:forward:tcp:${taken};tcp:1`])).toMatch(/^FAIL.*is taken/);
    server.close();
  });
});

describe("the adb port's end", () => {
  let test: PortOfTwo;
  afterEach(() => test.close());

  it("cuts every connection and listens no more as soon as the lease is over", async () => {
    test = await openPortOfTwo();
    const shell = connect(test.port.port, "127.0.0.1");
    shell.on("error", () => {});
    shell.write(framed("host:transport-any"));
    await once(shell, "data");
    shell.write(framed("shell:sleep 60"));
    await once(shell, "data");
    const cut = once(shell, "close");
    test.endLease();
    await Promise.all([cut, test.port.closed]);
    await expect(talk(test.port.port, ["host:version"])).rejects.toThrow("ECONNREFUSED");
  });

  it("refuses a request after its lease was lost, and closes when it looks next", async () => {
    test = await openPortOfTwo();
    test.loseLease();
    expect(await talk(test.port.port, ["host:devices"])).toMatch(/^FAIL.*Lease 7 is over/);
    test.pass(1_000);
    await test.port.closed;
  });

  it("closes when nobody used or held it for a while", async () => {
    test = await openPortOfTwo();
    test.pass(59_000);
    test.port.hold(60_000);
    test.pass(59_000);
    expect(await talk(test.port.port, ["host:get-state"])).toBe("OKAY0006device");
    let closed = false;
    void test.port.closed.then(() => {
      closed = true;
    });
    // The last connection's end may be seen a moment later than here, and counts as use.
    while (!closed) {
      test.pass(61_000);
      await nextTurn();
    }
  });

  it("refuses more connections than one session can mean", async () => {
    test = await openPortOfTwo();
    const held = Array.from({ length: 128 }, () => connect(test.port.port, "127.0.0.1"));
    await Promise.all(held.map((socket) => once(socket, "connect")));
    expect(await talk(test.port.port, [])).toMatch(/^FAIL.*128 connections/);
    for (const socket of held) socket.destroy();
  });
});

const framed = (text: string): string => `${text.length.toString(16).padStart(4, "0")}${text}`;
