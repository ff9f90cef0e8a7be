import { readFile } from "node:fs/promises";
import path from "node:path";
import { ulid } from "ulid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const mark = ["system", "drover_mark"] as const;

let farm: TestFarm;
const batchId = ulid();
beforeEach(async () => {
  farm = await startTestFarm({ phones: 2 });
  for (const phone of farm.phones.phones) phone.settings.put(...mark, phone.serial);
});
afterEach(() => farm.close());

/** An attempt at a task, of that group. */
const attempt = (group: number, epoch: number) => ({
  batch: {
    batchId,
    itemKey: `${epoch}`.padStart(20, "0"),
    taskId: "task",
    variant: "default",
    epoch,
    attempt: 1,
    group,
  },
});
const startOf = async (jobId: JobId) => (await farm.repositories.jobs.get(tenantId, jobId))?.start;
const markOf = (deviceId: string) =>
  farm.phones.phones.find(({ serial }) => deviceId.endsWith(serial))?.settings.get(...mark);
async function begun(group: number, epoch: number) {
  const held = await farm.lease(attempt(group, epoch));
  const answer = await farm.run(held, setUp);
  return { held, answer, start: await startOf(held.jobId), mark: markOf(held.lease.deviceId) };
}

describe("attempts of a group", () => {
  it("begin where the first of them began, on another device too", async () => {
    await farm.startHost();
    const first = await begun(1, 1);
    const second = await begun(1, 2);
    expect(second.held.lease.deviceId).not.toBe(first.held.lease.deviceId);
    expect(first.start).toMatchObject({ restored: false, snapshotId: expect.any(String) });
    expect(second.start).toEqual({
      snapshotId: first.start?.snapshotId,
      restored: true,
      epoch: second.held.lease.epoch,
    });
    expect(second.mark).toBe(first.mark);
    await farm.run(second.held, { kind: "release" });
    expect(markOf(second.held.lease.deviceId)).toBe(second.held.lease.deviceId.split(".")[1]);
  });

  it("begin from one snapshot when several come at once, and keep no other", async () => {
    await farm.startHost();
    const both = await Promise.all([begun(1, 1), begun(1, 2)]);
    const { items } = await farm.repositories.snapshots.list(tenantId, { limit: 5 });
    expect(new Set(both.map(({ start }) => start?.snapshotId))).toEqual(
      new Set(items.map(({ snapshotId }) => snapshotId)),
    );
    expect(both.map(({ start }) => start?.restored).toSorted()).toEqual([false, true]);
    expect(both[0]?.mark).toBe(both[1]?.mark);
  });

  it("are apart from those of the next group", async () => {
    await farm.startHost();
    const [first, other] = [await begun(1, 1), await begun(2, 2)];
    expect(other.start).toMatchObject({ restored: false });
    expect(other.start?.snapshotId).not.toBe(first.start?.snapshotId);
  });

  it("are prepared anew, and say so, when what they were to begin from is gone", async () => {
    await farm.startHost();
    const first = await begun(1, 1);
    const [snapshot] = (await farm.repositories.snapshots.list(tenantId, { limit: 5 })).items;
    if (snapshot === undefined) throw new Error("nothing was kept");
    await farm.repositories.snapshots.remove(snapshot);
    const second = await begun(1, 2);
    expect(second.start).toMatchObject({ restored: false, reason: expect.stringMatching(/^Prepared anew/) });
    expect(second.start?.snapshotId).not.toBe(first.start?.snapshotId);
    await farm.run(first.held, { kind: "release" });
    expect((await begun(1, 3)).start).toMatchObject({
      restored: true,
      snapshotId: second.start?.snapshotId,
    });
  });

  it("do not run where no snapshot can be taken", async () => {
    await farm.startHost({ devices: { devices: 1, actionMilliseconds: 0 } });
    const { answer } = await begun(1, 1);
    expect(answer).toMatchObject({ error: "DeviceUnsupported" });
  });
});

describe("a task that is prepared", () => {
  const prepare = { files: [{ path: "/sdcard/Notes/it's one.txt", text: "Milk" }] };
  const notes = async (): Promise<readonly string[]> =>
    Promise.all(
      farm.phones.phones.map(({ filesRoot }) =>
        readFile(path.join(filesRoot, "sdcard/Notes/it's one.txt"), "utf8").catch(() => ""),
      ),
    );

  it("is so once for its group, in the snapshot that all begin from, and is cleaned away", async () => {
    const lines: string[] = [];
    const logger = jsonLineLogger(
      "info",
      (line) => lines.push(line),
      () => new Date(),
    );
    await farm.startHost({ logger });
    const first = await farm.lease({ ...attempt(1, 1), prepare });
    await farm.run(first, setUp);
    const second = await farm.lease({ ...attempt(1, 2), prepare });
    await farm.run(second, setUp);
    expect(await notes()).toEqual(["Milk", "Milk"]);
    expect(await startOf(second.jobId)).toMatchObject({ restored: true });
    expect(lines.filter((line) => line.includes("device prepared"))).toHaveLength(1);
    await farm.run(first, { kind: "release" });
    await farm.run(second, { kind: "release" });
    expect(await notes()).toEqual(["", ""]);
  });

  it("alone has what it wants before its agent looks", async () => {
    await farm.startHost();
    const held = await farm.lease({ prepare });
    await farm.run(held, setUp);
    expect((await notes()).toSorted()).toEqual(["", "Milk"]);
    await farm.run(held, { kind: "release" });
    expect(await notes()).toEqual(["", ""]);
  });
});
