import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;

let farm: TestFarm;
let held: Awaited<ReturnType<TestFarm["lease"]>>;
let stepNumber = 0;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
  held = await farm.lease();
  await farm.run(held, setUp);
});
afterEach(() => {
  vi.restoreAllMocks();
  phone().faults.secureWindows = false;
  phone().faults.tamperScreenshot = null;
  phone().changed();
});
afterAll(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
/** What the agent is shown after an action. */
const seen = async () => {
  stepNumber += 1;
  const actions = [{ action: "wait" as const, duration: 1 }];
  const { output } = await farm.run(held, { kind: "perform", stepNumber, actions, ...looking });
  return PerformAnswer.parse(JSON.parse(output ?? "null")).observation;
};

describe("what a host shows of a difficult screen", () => {
  it("[fault B11] is told to be secret where a window forbids pictures, with its elements", async () => {
    phone().faults.secureWindows = true;
    phone().changed();
    const { flags, treeKey, screenshotKey } = await seen();
    expect(flags).toEqual([expect.stringMatching(/^secureScreen: /)]);
    expect([treeKey, screenshotKey]).not.toContain(null);
  });

  it("[fault B4] is the picture alone while another tool holds the accessibility service, and says so", async () => {
    const error = "UiAutomationService already registered!";
    vi.spyOn(phone(), "dumpHierarchy").mockResolvedValue({ ok: false, error });
    const { flags, treeKey, screenshotKey } = await seen();
    expect(flags).toEqual(["treeUnavailable: another tool holds uiautomator"]);
    expect([treeKey, screenshotKey === null]).toEqual([null, false]);
  });

  it("[fault B14] is a picture of eight megabytes whole", async () => {
    const size = { width: 1080, height: 2400 };
    const raw = { ...size, channels: 3 } as const;
    const noise = await sharp(randomBytes(size.width * size.height * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer();
    phone().faults.tamperScreenshot = () => noise;
    const { flags, screenshotKey } = await seen();
    expect(flags).toEqual([]);
    // A step does not wait for its picture.
    await expect
      .poll(() => farm.storage.artifacts.exists(screenshotKey ?? ""), { timeout: 30_000 })
      .toBe(true);
    const stored = await farm.storage.artifacts.get(screenshotKey ?? "");
    expect(await sharp(stored).metadata()).toMatchObject(size);
  });
});

describe("a lease that ran out and is still in the table", () => {
  it("[fault D18] keeps its device from nobody: the next job has it, cleaned first", async () => {
    await farm.run(held, { kind: "release" });
    const { deviceId } = await farm.device(0, (state) => state === "ready");
    const { jobId } = sampleJob();
    const past = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();
    await farm.repositories.devices.claim({
      tenantId,
      deviceId,
      jobId,
      at: past(120),
      expiresAt: past(60),
      allowDirty: true,
    });
    const next = await farm.lease();
    expect(next.lease.deviceId).toBe(deviceId);
    expect(await farm.run(next, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(await farm.device(0, () => true)).toMatchObject({ leaseJobId: next.jobId });
  });
});
