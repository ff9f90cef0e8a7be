import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeviceContext } from "#shared/contracts/device/device-facts.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { PerformAnswer, SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

describe("setting up a device", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm();
    await farm.startHost();
  });
  afterAll(() => farm.close());
  const appName = async ({ treeKey }: Observation): Promise<string> =>
    (await farm.storage.artifacts.getJson(treeKey ?? "", SemanticUITree)).app_name;

  it("[spec R8] leaves with the job what the device says of itself and of its apps", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    const job = await farm.repositories.jobs.get(tenantId, held.jobId);
    expect(job?.deviceFacts).toMatchObject({
      model: "Drover Virtual Phone",
      locale: "en-US",
      timeZone: "GMT",
    });
    const stored = await farm.storage.artifacts.getJson(job?.deviceContextKey ?? "", DeviceContext);
    expect(stored.apps.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["Settings", "Clock", "Contacts", "Browser", "Word Game"]),
    );
    await farm.run(held, { kind: "release" });
  });

  it.each([
    ["touch", /^ +swipe .*\n/m],
    ["keys", /^ +keyevent .*\n/m],
  ])("[spec I1.1] refuses a device that has no %s, and says so", async (capability, line) => {
    const held = await farm.lease();
    const repair = farm.faults.install({
      service: /^shell:/,
      fault: { kind: "tamper", change: (text) => text.replace(line, "") },
    });
    const refused = await farm.run(held, setUp);
    repair();
    expect(refused).toMatchObject({ error: "DeviceUnsupported" });
    expect(refused.cause).toContain(`cannot be used: it has no ${capability}`);
    await farm.run(held, { kind: "release" });
  });

  it("[spec R10] refuses a device that cannot split its screen only for a job that needs it, and says so", async () => {
    const split = {
      first: { app: "com.android.settings", task: "Turn on Bluetooth" },
      second: { app: "com.android.deskclock", task: "Set an alarm" },
    };
    const repair = farm.faults.install({
      service: /^shell:/,
      fault: { kind: "tamper", change: (text) => text.replaceAll("moveToSideStage", "") },
    });
    const other = await farm.lease();
    expect(await farm.run(other, setUp)).toMatchObject({ output: expect.any(String) });
    await farm.run(other, { kind: "release" });
    const held = await farm.lease({ workflow: { split } });
    const refused = await farm.run(held, setUp);
    repair();
    expect(refused).toMatchObject({ error: "DeviceUnsupported" });
    expect(refused.cause).toContain("cannot split its screen, as this job needs: Android 12 and later can");
    await farm.run(held, { kind: "release" });
  });

  it("[spec A3] calls the app in front as the launcher does", async () => {
    const held = await farm.lease();
    const { output } = await farm.run(held, setUp);
    const { observation } = SetUpAnswer.parse(JSON.parse(output ?? "null"));
    expect(observation).toMatchObject({
      orientation: "portrait",
      deviceTime: expect.stringMatching(/:\d\d$/),
    });
    expect(await appName(observation)).toBe("Launcher3");
    const action = { action: "open_app", package: "com.android.deskclock" } as const;
    const performed = await farm.run(held, {
      kind: "perform",
      stepNumber: 1,
      actions: [action],
      modelPicture: null,
      ocr: "never",
    });
    expect(await appName(PerformAnswer.parse(JSON.parse(performed.output ?? "null")).observation)).toBe(
      "Clock",
    );
    await farm.run(held, { kind: "release" });
  });
});
