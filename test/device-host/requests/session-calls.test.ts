import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lease } from "#shared/contracts/device/lease.ts";
import { tenantPrefix } from "#shared/contracts/farm/keys.ts";
import { AdbPortAnswer, type SessionCall } from "#shared/contracts/session/session-call.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { talk } from "../adb-port/two-phones.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const holding = { kind: "openAdbPort", holdSeconds: 60 } as const;

describe("what a session asks of its device", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm({ phones: 2 });
    await farm.startHost();
    await farm.device(1, (state) => state === "ready");
  });
  afterAll(() => farm.close());

  const hold = async (change: Record<string, unknown> = {}) => {
    const held = await farm.lease(change);
    await farm.run(held, setUp);
    return held;
  };
  const ask = (
    { jobId, lease }: { readonly jobId: JobId; readonly lease: Lease },
    call: SessionCall,
    epoch = lease.epoch,
  ) => askDevice(farm, lease.deviceId, { type: "session", jobId, epoch, call });
  const release = (held: { readonly jobId: JobId; readonly lease: Lease }) =>
    farm.run(held, { kind: "release" });
  const allowed = { policy: { actions: { deny: [] } } };
  const put = async (name: string, body: string): Promise<string> => {
    const key = `${tenantPrefix(tenantId)}uploads/${name}`;
    await farm.storage.artifacts.put(key, body, "application/octet-stream");
    return key;
  };

  it("opens one adb port for as long as the lease lasts, and closes it before the device is cleaned", async () => {
    const held = await hold();
    const answer = AdbPortAnswer.parse(await ask(held, holding));
    const port = answer.port ?? 0;
    expect(await talk(port, ["host:transport-any", "shell:mkdir /sdcard/left"])).toBe("OKAYOKAY");
    const open = connect(port, "127.0.0.1");
    const cut = new Promise((resolve) => open.on("error", () => {}).on("close", resolve));
    expect(AdbPortAnswer.parse(await ask(held, holding)).port).toBe(port);
    await release(held);
    await cut;
    await expect(talk(port, ["host:version"])).rejects.toThrow("ECONNREFUSED");
    const job = await farm.repositories.jobs.get(tenantId, held.jobId);
    expect(job?.adbPorts).toEqual([
      expect.objectContaining({ connections: 2, refused: 0, closedAt: expect.any(String) }),
    ]);
    const phone = farm.phones.phones[farm.phones.serials.indexOf(answer.serial)];
    expect(phone).toBeDefined();
    const again = await hold();
    const read = await ask(again, {
      kind: "pull",
      path: "/sdcard/left/x",
      key: `${tenantPrefix(tenantId)}x`,
    });
    expect(read).toMatchObject({ code: "NotFound" });
    await release(again);
  });

  it("opens none for a session that has lost the device, or whose policy has none", async () => {
    const held = await hold({ policy: { adb: { port: false } } });
    expect(await ask(held, holding)).toMatchObject({ code: "PolicyDenied" });
    expect(await ask(held, holding, held.lease.epoch + 1)).toMatchObject({ code: "LeaseLost" });
    await release(held);
    expect(await ask(held, holding)).toMatchObject({ code: "LeaseLost" });
  });

  it("closes the port when it is told to, and opens another at another port", async () => {
    const held = await hold();
    const { port } = AdbPortAnswer.parse(await ask(held, holding));
    expect(await ask(held, { kind: "closeAdbPort" })).toMatchObject({ port: null, use: { connections: 0 } });
    await expect(talk(port ?? 0, ["host:version"])).rejects.toThrow("ECONNREFUSED");
    expect(AdbPortAnswer.parse(await ask(held, holding)).port).not.toBeNull();
    await release(held);
  });

  it("[fault A14] installs an app from storage where the policy allows it, and says why not", async () => {
    const key = await put("a.apk", JSON.stringify({ packageName: "com.example.app", label: "Example" }));
    const held = await hold(allowed);
    expect(await ask(held, { kind: "install", app: { key } })).toMatchObject({ output: "Success" });
    const broken = await put("b.apk", "not an app");
    expect(await ask(held, { kind: "install", app: { key: broken } })).toMatchObject({ code: "AppUnusable" });
    await release(held);
    const refused = await hold();
    expect(await ask(refused, { kind: "install", app: { key } })).toMatchObject({ code: "PolicyDenied" });
    await release(refused);
  });

  it("shows its screen under the lease that is named and no other, which is no use by its user", async () => {
    const held = await hold();
    const link = await ask(held, { kind: "look", as: "link" });
    expect(link).toMatchObject({ mediaType: "image/png", size: { width: 1080 }, key: expect.any(String) });
    expect(await ask(held, { kind: "look", as: "base64" }, held.lease.epoch + 1)).toMatchObject({
      code: "LeaseLost",
    });
    await release(held);
    expect(await ask(held, { kind: "look", as: "base64" })).toMatchObject({ code: "LeaseLost" });
  });

  it("copies files of any name to the shared storage and back, byte for byte", async () => {
    const held = await hold();
    for (const name of ["a b.txt", "$(id>x).txt", "it's.txt", "ö😀;rm -rf.txt", "-rf"]) {
      const key = await put("file", `content of ${name}`);
      const path = `/sdcard/some dir/${name}`;
      expect(await ask(held, { kind: "push", key, path })).toMatchObject({ path });
      const back = `${tenantPrefix(tenantId)}back`;
      expect(await ask(held, { kind: "pull", key: back, path })).toMatchObject({ path });
      expect(await farm.storage.artifacts.getText(back)).toBe(`content of ${name}`);
    }
    await release(held);
  });

  it("answers the last lines of the log, no more than asked for", async () => {
    const held = await hold();
    const read = await ask(held, { kind: "logcat", lines: 3, filter: { level: "V" } });
    expect(read).toMatchObject({ truncated: false });
    expect((read.lines as unknown[]).length).toBeLessThanOrEqual(4);
    await release(held);
  });
});
