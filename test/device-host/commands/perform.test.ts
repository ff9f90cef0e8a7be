import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

describe("a performed action", () => {
  let farm: TestFarm;
  const lines: string[] = [];
  beforeAll(async () => {
    farm = await startTestFarm();
    const logger = jsonLineLogger(
      "info",
      (line) => lines.push(line),
      () => new Date(),
    );
    await farm.startHost({ logger });
  });
  afterAll(() => farm.close());

  const logged = (): readonly Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "action");

  it("[spec I6.2] is logged with its parameters, duration, outcome and retries, but never with what was typed", async () => {
    const held = await farm.lease();
    await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
    await farm.run(held, {
      kind: "perform",
      stepNumber: 1,
      actions: [{ action: "tap", coordinate: [0.5, 0.5] }],
      modelPicture: null,
      ocr: "never",
    });
    await farm.run(held, {
      kind: "perform",
      stepNumber: 2,
      actions: [{ action: "type", text: "hunter2" }],
      modelPicture: null,
      ocr: "never",
    });
    expect(logged()).toMatchObject([
      {
        jobId: held.jobId,
        stepNumber: 1,
        action: "tap",
        parameters: { coordinate: [0.5, 0.5] },
        durationMilliseconds: expect.any(Number),
        outcome: { ok: true, effect: "done", retries: 0 },
      },
      { stepNumber: 2, action: "type", parameters: { text: "7 characters" } },
    ]);
    expect(lines.join("")).not.toContain("hunter2");
    await farm.run(held, { kind: "release" });
  });

  it("[spec G3] leaves pixels, elements and the whole view forest behind for an agent outside", async () => {
    const held = await farm.lease({ agent: { kind: "external", name: "mine" } });
    await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
    const action = { action: "open_app", package: "com.android.settings" } as const;
    const { output } = await farm.run(held, {
      kind: "perform",
      stepNumber: 1,
      actions: [action],
      modelPicture: null,
      ocr: "never",
    });
    const { observation } = PerformAnswer.parse(JSON.parse(output ?? "null"));
    const { artifacts } = farm.storage;
    const pixels = Buffer.from(await artifacts.get(observation.screenshotKey ?? ""));
    const tree = await artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
    const forest = parseHierarchy(
      Buffer.from(await artifacts.get(observation.hierarchyKey ?? "")).toString(),
    );
    expect(await sharp(pixels).metadata()).toMatchObject({ format: "webp", width: 1080, height: 2400 });
    expect(tree.app_package).toBe("com.android.settings");
    expect(forest.nodeCount).toBeGreaterThan(tree.elements.length);
    await farm.run(held, { kind: "release" });
  });
});
