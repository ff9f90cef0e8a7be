import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import {
  JudgeAnswer,
  PerformAnswer,
  ReleaseAnswer,
  SetUpAnswer,
} from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "./start-test-farm.ts";

const outputOf = (answer: { output?: string; error?: string; cause?: string }): unknown => {
  expect(answer.error, answer.cause).toBeUndefined();
  return JSON.parse(answer.output ?? "null");
};

describe("a job on a device", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm();
    await farm.startHost();
  });
  afterAll(() => farm.close());

  it("registers host, pool and device, which is ready after its first cleaning", async () => {
    const device = await farm.device(0, (state) => state === "ready");
    expect(device).toMatchObject({
      apiLevel: 34,
      model: "Drover Virtual Phone",
      screen: { width: 1080, height: 2400 },
    });
    expect(await farm.repositories.pools.list(tenantId)).toMatchObject([{ pool: "default", apiLevel: 34 }]);
    expect(await farm.repositories.hosts.list(tenantId, { limit: 5 })).toMatchObject({
      items: [{ state: "online", deviceCount: 1 }],
    });
  });

  it("[spec I1.2] leases, sets up, acts and looks, judges by the device's state, cleans and frees", async () => {
    const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };
    const held = await farm.lease({ validators: [bluetooth], claim: { status: "success" } });
    const { phones } = farm;
    const job = await farm.repositories.jobs.get(tenantId, held.jobId);
    expect(job).toMatchObject({ status: "running", leaseEpoch: held.lease.epoch });

    const setUp = SetUpAnswer.parse(
      outputOf(
        await farm.run(held, {
          kind: "setUp",
          precheck: true,
          modelPicture: { longEdge: 1280, quality: 50, marks: false, alone: false },
          ocr: "never",
        }),
      ),
    );
    expect(setUp).toMatchObject({
      alreadySatisfied: false,
      observation: { package: "com.android.launcher3", flags: [] },
    });
    const tree = await farm.storage.artifacts.getJson(setUp.observation.treeKey ?? "", SemanticUITree);
    expect(tree.elements.length).toBeGreaterThan(0);
    const picture = Buffer.from(await farm.storage.artifacts.get(setUp.observation.screenshotKey ?? ""));
    expect(picture.toString("latin1", 8, 12)).toBe("WEBP");
    expect(
      (await farm.storage.artifacts.get(setUp.observation.modelScreenshotKey ?? "")).slice(0, 2),
    ).toEqual(Uint8Array.of(0xff, 0xd8));

    const open = { action: "open_app", package: "com.android.settings" } as const;
    const opened = PerformAnswer.parse(
      outputOf(
        await farm.run(held, {
          kind: "perform",
          stepNumber: 1,
          actions: [open],
          modelPicture: null,
          ocr: "never",
        }),
      ),
    );
    expect(opened).toMatchObject({
      outcome: { ok: true, effect: "done" },
      observation: { package: "com.android.settings" },
    });
    const step = await farm.repositories.steps.get(tenantId, held.jobId, 1);
    expect(step).toMatchObject({ outcome: { ok: true }, after: { package: "com.android.settings" } });
    expect(step?.timings.deviceMilliseconds).toBeGreaterThan(0);
    // Of the screen that setting up has stored.
    expect(step?.timings.uploadMilliseconds).toBeGreaterThan(0);

    phones.phones[0]?.settings.put("global", "bluetooth_on", "1");
    const judged = JudgeAnswer.parse(outputOf(await farm.run(held, { kind: "judge" })));
    expect(judged).toMatchObject({ verdict: "passed", results: [{ verdict: "passed", observed: "1" }] });

    const released = ReleaseAnswer.parse(outputOf(await farm.run(held, { kind: "release" })));
    expect(released).toEqual({ clean: true });
    expect(phones.phones[0]?.settings.get("global", "bluetooth_on")).toBe("0");
    expect((await farm.device(0, (state) => state === "ready")).leaseJobId).toBeUndefined();
  });

  it("[spec G5] says so when every check already passes", async () => {
    const held = await farm.lease({
      validators: [{ kind: "setting", namespace: "global", key: "wifi_on", equals: "1" }],
    });
    const answer = await farm.run(held, { kind: "setUp", precheck: true, modelPicture: null, ocr: "never" });
    expect(outputOf(answer)).toMatchObject({
      alreadySatisfied: true,
      observation: { modelScreenshotKey: null },
    });
    await farm.run(held, { kind: "release" });
  });
});
