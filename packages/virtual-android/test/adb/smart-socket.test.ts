import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { servePhone } from "./served-phone.ts";
import { WireClient } from "./wire-client.ts";

const served = servePhone();
const ask = async (request: string) => {
  const client = served().connect().send(request);
  const status = await client.status();
  return status === "OKAY" ? client.text() : status;
};

describe("the adb server's own services", () => {
  it("answers a request however its bytes are cut", async () => {
    const frame = WireClient.frame("host:version");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: frame.length - 1 }), { maxLength: 5 }),
        async (cuts) => {
          const client = served().connect();
          const places = [0, ...cuts.sort((a, b) => a - b), frame.length];
          for (const [index, place] of places.slice(1).entries()) {
            await new Promise<void>((resolve) =>
              client.socket.write(frame.subarray(places[index], place), () => resolve()),
            );
          }
          expect(await client.status()).toBe("OKAY");
          expect(await client.text()).toBe("0029");
          client.socket.destroy();
        },
      ),
      { numRuns: 20 },
    );
  });

  it("drops a service that is sent before the transport is answered, as the real server does", async () => {
    const client = served().connect();
    client.socket.write(
      Buffer.concat([WireClient.frame("host:transport:emulator-5554"), WireClient.frame("shell:echo lost")]),
    );
    expect(await client.status()).toBe("OKAY");
    // The connection still waits for a service: the next one is the first it hears of.
    expect(await client.send("shell:echo heard").status()).toBe("OKAY");
    expect((await client.readToEnd()).toString()).toBe("heard\n");
  });

  it("lists phones short and long", async () => {
    served().devices.setState("emulator-5554", "device");
    expect(await ask("host:devices")).toBe("emulator-5554\tdevice\n");
    expect(await ask("host:devices-l")).toBe(
      "emulator-5554          device product:drover_phone model:Virtual_Phone device:drover transport_id:1\n",
    );
  });

  it("tells about one phone by serial, and announces only features that are done", async () => {
    expect(await ask("host-serial:emulator-5554:get-state")).toBe("device");
    expect(await ask("host:get-serialno")).toBe("emulator-5554");
    expect(await ask("host-serial:emulator-5554:features")).toBe(
      "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir",
    );
  });

  it("answers tport with the transport id", async () => {
    const client = served().connect().send("host:tport:serial:emulator-5554");
    expect(await client.status()).toBe("OKAY");
    expect((await client.read(8)).readBigUInt64LE()).toBe(1n);
    expect(await client.send("shell:echo on").status()).toBe("OKAY");
  });

  it("refuses in adb's words", async () => {
    expect(await ask("host:transport:nope")).toBe("FAIL device 'nope' not found");
    expect(await ask("host:nonsense")).toBe("FAIL unknown host service");
    expect(await ask("shell:ls")).toBe("FAIL device offline (no transport)");
    expect(await served().connect().start("emulator-5554", "track-jdwp")).toBe("FAIL closed");
    expect(await ask("host:forward:tcp;tcp:2")).toContain("FAIL cannot bind listener");
    expect(await ask("host:kill")).toContain("FAIL this adb server belongs to the virtual phones");
  });

  it("refuses a length that is not hexadecimal and ends the connection", async () => {
    const client = served().connect();
    client.socket.write("zzzzhost:version");
    expect(await client.status()).toBe("FAIL bad size: 'zzzz'");
    expect((await client.readToEnd()).length).toBe(0);
  });

  it("says why a phone that is offline or unauthorized cannot be used", async () => {
    const { devices } = served();
    devices.setState("emulator-5554", "offline");
    expect(await ask("host:transport:emulator-5554")).toBe("FAIL device offline");
    devices.setState("emulator-5554", "unauthorized");
    expect(await ask("host:transport-any")).toMatch(
      /^FAIL device unauthorized\.\nThis adb server's \$ADB_VENDOR_KEYS is not set/,
    );
    expect(await ask("host-serial:emulator-5554:get-state")).toBe("unauthorized");
    devices.setState("emulator-5554", "offline");
    expect(await ask("host:reconnect-offline")).toBe("reconnecting emulator-5554\n");
    expect(await ask("host:get-state")).toBe("device");
  });

  it("refuses to choose between two phones, also when their serials are equal", async () => {
    const { devices, phone } = served();
    devices.attach(phone.device, { serial: "????????????" });
    expect(await ask("host:transport-any")).toBe("FAIL more than one device/emulator");
    devices.attach(phone.device, { serial: "????????????" });
    expect(await ask("host:transport:????????????")).toBe("FAIL more than one device");
    expect(await ask("host:devices")).toBe(
      "emulator-5554\tdevice\n????????????\tdevice\n????????????\tdevice\n",
    );
  });

  it("tells a tracker of every change, and gives a phone that returns a new transport id", async () => {
    const { devices, phone } = served();
    const tracker = served().connect().send("host:track-devices-l");
    expect(await tracker.status()).toBe("OKAY");
    expect(await tracker.text()).toContain("transport_id:1");
    devices.setState("emulator-5554", "offline");
    expect(await tracker.text()).toContain("offline");
    devices.detach("emulator-5554");
    expect(await tracker.text()).toBe("");
    devices.attach(phone.device);
    expect(await tracker.text()).toContain("transport_id:2");
  });

  it("answers wait-for when the phone is in that state", async () => {
    const { devices, phone } = served();
    devices.detach("emulator-5554");
    const client = served().connect().send("host-serial:emulator-5554:wait-for-any-device");
    expect(await client.status()).toBe("OKAY");
    devices.attach(phone.device, { state: "offline" });
    devices.setState("emulator-5554", "device");
    expect(await client.status()).toBe("OKAY");
  });

  it("cuts running commands when the phone vanishes", async () => {
    const client = served().connect();
    expect(await client.start("emulator-5554", "shell:sleep 500")).toBe("OKAY");
    served().devices.detach("emulator-5554");
    expect((await client.readToEnd()).length).toBe(0);
  });

  it("reboots: the phone leaves the list and comes back", async () => {
    const client = served().connect();
    expect(await client.start("emulator-5554", "reboot:")).toBe("OKAY");
    await client.readToEnd();
    expect(served().phone.calls).toContain("reboot");
    expect(await ask("host:devices-l")).toContain("transport_id:2");
  });

  it("survives any bytes sent to it, to a shell and to sync", async () => {
    const openings = fc.constantFrom(null, "sync:", "shell,v2,raw:cat", "exec:cat");
    await fc.assert(
      fc.asyncProperty(openings, fc.uint8Array({ maxLength: 64 }), async (service, bytes) => {
        const client = served().connect();
        if (service !== null) expect(await client.start("emulator-5554", service)).toBe("OKAY");
        client.socket.end(bytes);
        await client.readToEnd();
        expect(await ask("host:version")).toBe("0029");
      }),
      { numRuns: 80 },
    );
  });
});
