import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLogger } from "#device-host/host-logger.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { JudgeAnswer, PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const warnings: string[] = [];

let farm: TestFarm;
let host: Awaited<ReturnType<TestFarm["startHost"]>>;
beforeAll(async () => {
  farm = await startTestFarm({ phones: 3, apiLevels: [24, 23, 37] });
  const warn = (message: string, fields: object = {}) =>
    void warnings.push(`${message} ${JSON.stringify(fields)}`);
  host = await farm.startHost({ logger: { ...silentLogger, warn } });
});
afterAll(() => farm.close());

describe("a device of another Android", () => {
  it("of API level 24 carries a job from set-up to a clean end", async () => {
    const held = await farm.leaseOf(await farm.acquireNamed(0));
    const perform = async (stepNumber: number, action: StoredAction) => {
      const { output } = await farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
      return PerformAnswer.parse(JSON.parse(output ?? "null"));
    };
    const { operation } = await farm.run(held, { kind: "setUp", precheck: false, ...looking });
    expect(operation).toBe("SendTaskSuccess");
    const opened = await perform(1, { action: "open_app", package: "com.android.contacts" });
    expect(opened).toMatchObject({ outcome: { ok: true }, observation: { package: "com.android.contacts" } });
    expect(opened.observation.treeKey).not.toBeNull();
    expect((await perform(2, { action: "tap", coordinate: [0.9, 0.9] })).outcome.ok).toBe(true);
    const judged = await farm.run(held, { kind: "judge" });
    expect(JudgeAnswer.parse(JSON.parse(judged.output ?? "null")).verdict).toBeDefined();
    expect(JSON.parse((await farm.run(held, { kind: "release" })).output ?? "")).toEqual({ clean: true });
    expect(await farm.device(0, () => true)).toMatchObject({
      apiLevel: 24,
      androidRelease: "7.0",
      state: "ready",
    });
  });

  it("below API level 24 is refused by name, and never listed", async () => {
    const headers = { authorization: `Bearer ${host.apiToken}` };
    const health = await (await fetch(`${host.apiUrl}/health`, { headers })).json();
    expect(health).toMatchObject({
      refused: [
        {
          serial: farm.phones.serials[1],
          reason: "It has Android 6.0 (API 23); Drover needs API 24 or later.",
        },
      ],
    });
    const { items } = await farm.repositories.devices.list(tenantId, { limit: 10 });
    expect(items.map(({ apiLevel }) => apiLevel)).toEqual([24, 37]);
  });

  it("newer than any that was tried is taken, which the log warns of", async () => {
    expect(await farm.device(2, (state) => state === "ready")).toMatchObject({ apiLevel: 37 });
    expect(warnings.join("\n")).toMatch(/device newer than any tested version .*"apiLevel":37/);
  });
});

describe("files that somebody put on a device between two jobs", () => {
  const setUp = { kind: "setUp", precheck: false, ...looking } as const;
  const put = (name: string): void => {
    const folder = join(farm.phones.phones[0]?.filesRoot ?? "", "sdcard/Download");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), "someone's");
  };

  it("are said on the device's history and removed before the next job sees them", async () => {
    put("between.txt");
    const held = await farm.leaseOf(await farm.acquireNamed(0));
    await farm.run(held, setUp);
    const [event] = await farm.repositories.devices.history(tenantId, held.lease.deviceId, 1);
    expect(event?.reason).toBe("put on it between jobs: /sdcard/Download/between.txt; removed");
    const [files] = await Promise.all([farm.repositories.jobs.get(tenantId, held.jobId)]);
    const found = await farm.storage.artifacts.get(files?.foundDevice?.stateKey ?? "");
    expect(Buffer.from(found).toString()).not.toContain("between.txt");
    await farm.run(held, { kind: "release" });
  });
});
