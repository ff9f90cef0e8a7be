import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Host } from "#shared/contracts/device/host.ts";
import { hostId, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const plenty = 1e12;

describe("a host that cannot do its work", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
  });
  afterEach(() => farm.close());

  const hostIn = async (state: Host["state"]): Promise<Host> => {
    for (;;) {
      const host = await farm.repositories.hosts.get(tenantId, hostId);
      if (host?.state === state) return host;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  it("[fault A19] takes no new work while its disk is full, says why, and goes on by itself when there is room", async () => {
    let free = plenty;
    await farm.startHost({ beatSeconds: 0.02, freeBytes: async () => free });
    const held = await farm.lease();
    free = 5_000_000;
    expect(await hostIn("degraded")).toMatchObject({
      stateReason: "only 4 MB of disk space are free, 200 MB are needed: free some space.",
    });
    // What it has it finishes.
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    await farm.run(held, { kind: "release" });
    await farm.device(0, (state) => state === "ready");
    const { taskToken, jobId } = await farm.acquire();
    for (let beats = 0; beats < 5; beats += 1) await hostIn("degraded");
    expect(farm.steps.answersTo(taskToken)).toEqual([]);
    free = plenty;
    expect(await farm.steps.answerTo(taskToken)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(await hostIn("online")).not.toHaveProperty("stateReason");
    expect(await farm.repositories.jobs.get(tenantId, jobId)).toMatchObject({ status: "running" });
  });

  it("[fault A19] asks the file system for the room in its own directory", async () => {
    await farm.startHost({ leastFreeBytes: Number.MAX_SAFE_INTEGER });
    expect((await hostIn("degraded")).stateReason).toMatch(/^only \d+ MB of disk space are free/);
  });

  it("[fault A19] does nothing on a device that it cannot write down first", async () => {
    await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    const taps = vi.spyOn(phone.input, "tap");
    const tap = { action: "tap", coordinate: [0.5, 0.5] as [number, number] } as const;
    const perform = {
      kind: "perform",
      stepNumber: 1,
      actions: [tap],
      modelPicture: null,
      ocr: "never",
    } as const;
    // Holds the journal's write lock, as a full disk does.
    const journal = new DatabaseSync(`${farm.dir}/host/journal.sqlite`);
    journal.exec("BEGIN EXCLUSIVE");
    expect(await farm.run(held, perform)).toMatchObject({ error: "StorageUnavailable" });
    expect(taps).not.toHaveBeenCalled();
    journal.exec("ROLLBACK");
    journal.close();
    expect(await farm.run(held, perform)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(taps).toHaveBeenCalledTimes(1);
  });

  it("says of the devices it had that they are offline when it is started again without an adb server", async () => {
    const first = await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    await first.close();
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    const second = await farm.startHost({ devices: { host: "127.0.0.1", port } });
    expect(await farm.device(0, (state) => state === "offline")).toMatchObject({
      stateReason: "the adb server cannot be reached.",
    });
    await second.close();
    await farm.startHost();
    await farm.device(0, (state) => state === "ready");
  });
});
