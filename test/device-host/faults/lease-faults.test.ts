import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPicture } from "#device-host/observe/hash-picture.ts";
import { hostQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import type { DeviceAction } from "../../device-action.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const tapMiddle: DeviceAction = { action: "tap", coordinate: [0.5, 0.5] };
const perform = (stepNumber: number) =>
  ({ kind: "perform", stepNumber, actions: [tapMiddle], modelPicture: null, ocr: "never" }) as const;
const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

describe("leases under faults", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.startHost();
    await farm.device(0, (state) => state === "ready");
  });
  afterEach(() => farm.close());

  it("takes no job from the queue while its only device is held", async () => {
    const held = await farm.lease();
    const next = await farm.acquire();
    await farm.run(held, setUp);
    expect(farm.steps.answersTo(next.taskToken)).toEqual([]);
    await farm.run(held, { kind: "release" });
    expect(await farm.steps.answerTo(next.taskToken)).toMatchObject({ operation: "SendTaskSuccess" });
  });

  it("[fault D1] a request delivered twice gives the job one device and answers its token once", async () => {
    const { request, taskToken, jobId } = await farm.acquire();
    await farm.send(poolQueueName(stage, tenantId, "default"), request);
    await farm.steps.answerTo(taskToken);
    const { lease } = { lease: await farm.device(0, (state) => state === "leased") };
    expect(farm.steps.answersTo(taskToken)).toHaveLength(1);
    expect(lease.leaseJobId).toBe(jobId);
  });

  it("a job cancelled while it waited is told so and the device stays free", async () => {
    const held = await farm.lease();
    const { jobId, taskToken } = await farm.acquire();
    await farm.repositories.jobs.cancel(tenantId, jobId, new Date().toISOString());
    await farm.run(held, setUp);
    await farm.run(held, { kind: "release" });
    expect(await farm.steps.answerTo(taskToken)).toMatchObject({
      operation: "SendTaskFailure",
      error: "JobCancelled",
    });
    expect(await farm.device(0, (state) => state === "ready")).toMatchObject({ state: "ready" });
  });

  it("[fault D1] a command delivered twice is executed once and answered from the journal", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    const taps = vi.spyOn(phone.input, "tap");
    const first = await farm.run(held, perform(1), { commandId: "the-command" });
    const second = await farm.run(held, perform(1), { commandId: "the-command" });
    expect(taps).toHaveBeenCalledTimes(1);
    expect(second).toEqual(first);
  });

  it("[fault D4] an answer that was taken although the host never heard so is not given twice", async () => {
    const held = await farm.lease();
    farm.steps.loseAnswers(1);
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(await farm.run(held, perform(1))).toMatchObject({ operation: "SendTaskSuccess" });
  });

  it("[fault D5] an answer that nobody waits for any more ends its message, and the lane goes on", async () => {
    const held = await farm.lease();
    const late = farm.command(held, setUp);
    farm.steps.expire(late.taskToken);
    await farm.send(hostQueueName(stage, tenantId, "host-a"), late);
    expect(await farm.run(held, perform(1))).toMatchObject({ operation: "SendTaskSuccess" });
    expect(farm.steps.answersTo(late.taskToken)).toEqual([]);
  });

  it("[fault D2] refuses a command of another epoch and touches nothing", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    const answer = await farm.run(held, perform(1), { epoch: held.lease.epoch - 1 });
    expect(answer).toMatchObject({ operation: "SendTaskFailure", error: "LeaseLost" });
    expect(JSON.parse(answer.cause ?? "{}")).toMatchObject({
      code: "LeaseLost",
      details: { errorId: expect.any(String) },
    });
    // The device is free or has another lease; which of them, nobody knows here.
    expect(await farm.repositories.errors.listByJob(tenantId, held.jobId)).toMatchObject([
      { screenshotMissing: "the lease of this job has ended, so the screen is no longer this job's" },
    ]);
  });

  it("[fault A7] a device that vanishes in mid-job fails the command, gives the lease back and keeps the evidence", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    farm.phones.devices.detach(farm.phones.serials[0] ?? "");
    const answer = await farm.run(held, perform(1));
    expect(answer).toMatchObject({ operation: "SendTaskFailure", error: "DeviceDisconnected" });
    const errors = await farm.repositories.errors.listByJob(tenantId, held.jobId);
    expect(errors).toMatchObject([
      {
        code: "DeviceDisconnected",
        stepNumber: 1,
        stateName: "PerformAction",
        screenshotKey: null,
        screenshotMissing: expect.stringContaining("cannot be reached"),
        attemptedAction: JSON.stringify([tapMiddle]),
      },
    ]);
    expect(await farm.device(0, (state) => state === "offline")).toMatchObject({
      stateReason: expect.any(String),
    });
  });

  it("[fault A7] an action whose answer was lost is not repeated and is recorded as indeterminate", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    farm.faults.install({ service: /input.*tap/, fault: { kind: "reset", afterBytes: 4 }, times: 1 });
    const answer = await farm.run(held, perform(1));
    expect(JSON.parse(answer.output ?? "null")).toMatchObject({
      outcome: { ok: false, effect: "indeterminate" },
    });
    expect(await farm.repositories.steps.get(tenantId, held.jobId, 1)).toMatchObject({
      outcome: { effect: "indeterminate" },
    });
  });

  it("[fault A8] a device that boots again fences what was sent before, is cleaned and free again", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    const [serial = ""] = farm.phones.serials;
    const [phone] = farm.phones.phones;
    farm.phones.devices.detach(serial);
    await phone?.reboot();
    if (phone !== undefined) farm.phones.devices.attach(phone);
    const ready = await farm.device(0, (state, epoch) => state === "ready" && epoch > held.lease.epoch);
    expect(ready.leaseJobId).toBeUndefined();
    expect(await farm.run(held, perform(1))).toMatchObject({ error: "LeaseLost" });
  });

  it("[fault C13] quarantines a device that cannot be cleaned, with what it keeps", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    phone.faults.unclearablePackage = "com.android.deskclock";
    vi.spyOn(phone, "restore").mockImplementation(() => {
      throw new Error("there is no such snapshot");
    });
    const action: DeviceAction = { action: "open_app", package: "com.android.deskclock" };
    await farm.run(held, {
      kind: "perform",
      stepNumber: 1,
      actions: [action],
      modelPicture: null,
      ocr: "never",
    });
    const { output } = await farm.run(held, { kind: "release" });
    const reason = expect.stringContaining("data of com.android.deskclock");
    expect(JSON.parse(output ?? "null")).toEqual({ clean: false, quarantineReason: reason });
    expect(await farm.device(0, (state) => state === "quarantined")).toMatchObject({ stateReason: reason });
  });

  it("[fault B12] wakes and unlocks a device before the job sees it", async () => {
    const held = await farm.lease();
    await farm.phones.phones[0]?.input.keyevent(26);
    expect(farm.phones.phones[0]?.display.isOn).toBe(false);
    const { output } = await farm.run(held, setUp);
    expect(JSON.parse(output ?? "null")).toMatchObject({
      observation: { package: "com.android.launcher3", flags: [] },
    });
  });

  it("[spec I5.4] a failure on a device that still answers keeps its screen", async () => {
    const held = await farm.lease({ requirements: { minApiLevel: 99 } });
    expect(await farm.run(held, setUp)).toMatchObject({ error: "DeviceUnsupported" });
    const [error] = await farm.repositories.errors.listByJob(tenantId, held.jobId);
    const picture = await farm.storage.artifacts.get(error?.screenshotKey ?? "");
    expect(picture.length).toBeGreaterThan(100);
    // By which errors that look alike are found, and on what they happened.
    const pictureHash = await hashPicture({ bytes: Buffer.from(picture) });
    expect(error).toMatchObject({ pictureHash, hostId: held.lease.hostId });
  });

  it("refuses what it does not understand without leaving its sender waiting", async () => {
    await farm.send(hostQueueName(stage, tenantId, "host-a"), { kind: "explode", taskToken: "odd-token" });
    expect(await farm.steps.answerTo("odd-token")).toMatchObject({ error: "SchemaMismatch" });
  });
});
