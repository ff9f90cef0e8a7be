import { rename } from "node:fs/promises";
import { join } from "node:path";
import { panelOf } from "@drover/virtual-android";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

describe("a person's touches while a job has the device", () => {
  let farm: TestFarm;
  const lines: string[] = [];
  const said = (message: string) => lines.filter((line) => JSON.parse(line).message === message).length;
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

  type Held = Awaited<ReturnType<TestFarm["lease"]>>;
  const phone = () => {
    const [first] = farm.phones.phones;
    if (first === undefined) throw new Error("no phone was started");
    return first;
  };
  const watched = (count: number) => expect.poll(() => panelOf(phone()).listeners).toBe(count);
  const begin = async (): Promise<Held> => {
    const held = await farm.lease();
    await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
    return held;
  };
  const step = async (held: Held, stepNumber: number, action: StoredAction) => {
    const body = {
      kind: "perform",
      stepNumber,
      actions: [action],
      modelPicture: null,
      ocr: "never",
    } as const;
    await farm.run(held, body);
    return farm.repositories.steps.get(tenantId, held.jobId, stepNumber);
  };
  const wait: StoredAction = { action: "wait", duration: 20 };
  const swipeByHand = async () => {
    const told = said("touched by a person");
    await panelOf(phone()).touch([{ start: { x: 540, y: 1_800 }, end: { x: 540, y: 600 } }], 300);
    await expect.poll(() => said("touched by a person")).toBe(told + 1);
  };

  it("[spec R12] stand on the step they fell into, apart from what the agent did", async () => {
    const held = await begin();
    await watched(1);
    await swipeByHand();
    const touched = await step(held, 1, { action: "tap", coordinate: [0.5, 0.5] });
    expect(touched?.interventions).toEqual([
      {
        kind: "swipe",
        at: expect.any(String),
        durationMilliseconds: 300,
        from: [expect.closeTo(0.5, 2), expect.closeTo(0.75, 2)],
        to: [expect.closeTo(0.5, 2), expect.closeTo(0.25, 2)],
      },
    ]);
    const alone = await step(held, 2, { action: "tap", coordinate: [0.5, 0.5] });
    expect(alone?.outcome?.ok).toBe(true);
    expect(alone).not.toHaveProperty("interventions");
    const pinched = await step(held, 3, {
      action: "pinch",
      fingers: [
        { start: [0.4, 0.5], end: [0.2, 0.5] },
        { start: [0.6, 0.5], end: [0.8, 0.5] },
      ],
      duration: 300,
    });
    expect(pinched?.outcome?.ok).toBe(true);
    expect(pinched).not.toHaveProperty("interventions");
    await farm.run(held, { kind: "release" });
    await watched(0);
  });

  it("[spec R12] are heard again after the connection broke", async () => {
    const service = /^shell:getevent -t/;
    farm.faults.install({ service, fault: { kind: "reset", afterBytes: 6 }, times: 1 });
    const held = await begin();
    await watched(1);
    // It breaks at its first word.
    const opened = said("touches watched");
    await panelOf(phone()).touch([{ start: { x: 5, y: 900 }, end: { x: 5, y: 900 } }], 50);
    await expect.poll(() => said("touches watched")).toBe(opened + 1);
    await watched(1);
    await swipeByHand();
    expect((await step(held, 1, wait))?.interventions).toMatchObject([{ kind: "swipe" }]);
    await farm.run(held, { kind: "release" });
    await watched(0);
  });

  it("[spec R12] cannot be told when adb's shell may not read the panel, and the job works all the same", async () => {
    const panel = join(phone().filesRoot, "dev/input/event1");
    await rename(panel, `${panel}.away`);
    const held = await begin();
    expect((await step(held, 1, wait))?.outcome?.ok).toBe(true);
    await expect.poll(() => said("a person's touches cannot be distinguished")).toBe(1);
    await farm.run(held, { kind: "release" });
    await rename(`${panel}.away`, panel);
  });
});
