import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import { openCommandJournal } from "#device-host/delivery/command-journal.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import type { DeviceAction } from "../../device-action.ts";
import { hostId, sampleStep, stage, tenantId } from "../../shared/storage/sample-records.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const tapMiddle: DeviceAction = { action: "tap", coordinate: [0.5, 0.5] };
const perform = {
  kind: "perform",
  stepNumber: 1,
  actions: [tapMiddle],
  modelPicture: null,
  ocr: "never",
} as const;
const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

describe("a host that stops, dies or starts again", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
  });
  afterEach(() => farm.close());

  it("[fault D6] goes on with a job's lease after a restart", async () => {
    const first = await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    await first.close();
    await farm.startHost();
    expect(await farm.run(held, perform)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(JSON.parse((await farm.run(held, { kind: "release" })).output ?? "")).toEqual({ clean: true });
  });

  describe("while its job waits for the model and sends nothing", () => {
    let sleptMilliseconds: number;
    beforeEach(() => {
      sleptMilliseconds = 0;
    });
    const minutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString();
    const waitingJob = async (deviceUntil: string) => {
      const options = {
        beatSeconds: 0.02,
        clock: { ...systemClock, monotonic: () => systemClock.monotonic() + sleptMilliseconds },
      };
      const first = await farm.startHost(options);
      const held = await farm.lease();
      await farm.run(held, setUp);
      await farm.repositories.jobs.wait(tenantId, held.jobId, {
        reason: "The model service is overloaded.",
        errorCode: "ModelOverloaded",
        since: minutes(-1),
        until: minutes(1),
        attempts: 1,
        deviceUntil,
      });
      await first.close();
      await farm.startHost(options);
      await farm.device(0, (state) => state === "leased");
      // Long enough without a command to be asked after, not long enough to lose the lease.
      sleptMilliseconds = 40_000;
      return held;
    };

    it("[fault E1] keeps the device for it over a restart, as long as the job may hold it", async () => {
      const held = await waitingJob(minutes(2));
      for (let renewals = 0; renewals < 3; renewals += 1) {
        const { leaseExpiresAt } = await farm.device(0, (state) => state === "leased");
        const leaseNow = async () => (await farm.device(0, () => true)).leaseExpiresAt;
        await expect.poll(leaseNow).not.toBe(leaseExpiresAt);
      }
      expect(await farm.run(held, perform)).toMatchObject({ operation: "SendTaskSuccess" });
    });

    it("[fault E1] takes it back when its execution is gone and the time is long over", async () => {
      const held = await waitingJob(minutes(-6));
      const device = await farm.device(0, (state) => state === "ready");
      expect(device.leaseJobId).not.toBe(held.jobId);
    });
  });

  it("[fault D6] an action that was begun when the host died is looked after, never repeated", async () => {
    const first = await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    await first.close();
    const command = farm.command(held, perform);
    const journal = openCommandJournal(`${farm.dir}/host/journal.sqlite`, () => new Date());
    journal.begin(command.commandId);
    journal.acting(command.commandId);
    journal.close();
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    const taps = vi.spyOn(phone.input, "tap");
    await farm.repositories.steps.put(sampleStep({ jobId: held.jobId }));
    await farm.startHost();
    await farm.send(hostQueueName(stage, tenantId, hostId), command);
    const answer = await farm.steps.answerTo(command.taskToken);
    expect(JSON.parse(answer.output ?? "null")).toMatchObject({
      outcome: { ok: false, effect: "indeterminate" },
      observation: { package: "com.android.launcher3" },
    });
    expect(taps).not.toHaveBeenCalled();
  });

  it("[fault D6] says of an action that was begun, and whose lease is over now, that the device may have felt it", async () => {
    await farm.startHost();
    const held = await farm.lease();
    const before = { ...held, lease: { ...held.lease, epoch: held.lease.epoch - 1 } };
    const journal = openCommandJournal(`${farm.dir}/host/journal.sqlite`, () => new Date());
    const [begun, acted] = [farm.command(before, perform), farm.command(before, perform)];
    for (const { commandId } of [begun, acted]) journal.begin(commandId);
    journal.acting(acted.commandId);
    journal.close();
    for (const [command, details] of [
      [begun, { errorId: expect.any(String) }],
      [acted, { acted: true, errorId: expect.any(String) }],
    ] as const) {
      await farm.send(hostQueueName(stage, tenantId, hostId), command);
      const { error, cause } = await farm.steps.answerTo(command.taskToken);
      expect([error, JSON.parse(cause ?? "{}").details]).toEqual(["LeaseLost", details]);
    }
  });

  it("[fault D8] a host told to stop sends its job elsewhere, cleans nothing half and says that it is offline", async () => {
    const host = await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const drained = host.drain();
    expect(await farm.run(held, perform)).toMatchObject({ error: "HostDraining" });
    await drained;
    expect(await farm.repositories.hosts.get(tenantId, hostId)).toMatchObject({ state: "offline" });
    const device = await farm.device(0, (state) => state === "ready" || state === "dirty");
    expect(device.leaseJobId).toBeUndefined();
  });

  it("lets the jobs that it has end when its machine gives it the time, and takes no other meanwhile", async () => {
    const host = await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const drained = host.drain(60);
    const { jobId } = await farm.acquire();
    expect(await farm.run(held, perform)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(JSON.parse((await farm.run(held, { kind: "release" })).output ?? "")).toEqual({ clean: true });
    await drained;
    expect(await farm.repositories.hosts.get(tenantId, hostId)).toMatchObject({ state: "offline" });
    expect(await farm.repositories.jobs.get(tenantId, jobId)).toMatchObject({ status: "queued" });
  });

  it("[fault C12] cleans on its next start what it had to leave behind", async () => {
    const first = await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    farm.phones.phones[0]?.settings.put("system", "planted", "marker");
    await first.close();
    await farm.repositories.devices.transition({
      tenantId,
      deviceId: held.lease.deviceId,
      epoch: held.lease.epoch,
      state: "dirty",
      at: new Date().toISOString(),
    });
    await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    expect(farm.phones.phones[0]?.settings.get("system", "planted")).toBeNull();
  });

  it("[fault A10] finds devices although the adb server comes up later and says nothing of it", async () => {
    const [serial = ""] = farm.phones.serials;
    const [phone] = farm.phones.phones;
    farm.phones.devices.detach(serial);
    await farm.startHost();
    if (phone !== undefined) farm.phones.devices.attach(phone);
    expect(await farm.device(0, (state) => state === "ready")).toMatchObject({ serial });
  });

  it("[fault A11] works with neither of two devices that share a serial", async () => {
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    farm.phones.devices.attach(phone);
    const host = await farm.startHost();
    const health = await fetch(`${host.apiUrl}/health`, {
      headers: { authorization: `Bearer ${host.apiToken}` },
    });
    expect(await health.json()).toMatchObject({
      devices: [],
      refused: [{ serial: phone.serial, reason: expect.stringContaining("2 devices") }],
    });
  });

  it("[fault A11] takes a device out of work as soon as a second has its serial, and back when it is alone again", async () => {
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    farm.phones.devices.attach(phone);
    expect(await farm.device(0, (state) => state === "offline")).toMatchObject({
      stateReason: "2 devices have this serial: commands could reach the wrong one.",
    });
    // Nothing is sent to either: the job goes on elsewhere.
    expect(await farm.run(held, perform)).toMatchObject({ error: "LeaseLost" });
    farm.phones.devices.detach(phone.serial);
    farm.phones.devices.attach(phone);
    await farm.device(0, (state, epoch) => state === "ready" && epoch > held.lease.epoch);
  });

  it("[fault A15] quarantines a device with an app that stayed although its removal said 'Success', by its name", async () => {
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    await farm.startHost({ config: projectConfig({ snapshots: { keepClean: false } }) });
    const held = await farm.lease();
    await farm.run(held, setUp);
    const adb = { host: "127.0.0.1", port: farm.phones.adbPort };
    const device = new ServedDevice({ endpoint: adb, serial: phone.serial });
    const app = { packageName: "com.example.planted", label: "Planted" };
    await device.push("/data/local/tmp/planted.apk", Buffer.from(JSON.stringify(app)));
    await device.writeAll([["pm", "install", "/data/local/tmp/planted.apk"]]);
    const uninstall = vi.spyOn(phone.packages, "uninstall").mockResolvedValue(true);
    const { output } = await farm.run(held, { kind: "release" });
    expect(JSON.parse(output ?? "null")).toEqual({
      clean: false,
      quarantineReason: expect.stringContaining("app com.example.planted"),
    });
    expect(uninstall).toHaveBeenCalled();
    expect(await farm.device(0, (state) => state === "quarantined")).toMatchObject({ quarantinedBy: "host" });
  });

  it("[fault A6] keeps an unauthorized device away from work and says what to do", async () => {
    const host = await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    farm.phones.devices.setState(farm.phones.serials[0] ?? "", "unauthorized");
    const device = await farm.device(0, (state) => state === "offline");
    expect(device.stateReason).toContain("accept this computer's key");
    await host.close();
  });

  it("[fault A5] brings an offline device back by itself", async () => {
    await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    farm.phones.devices.setState(farm.phones.serials[0] ?? "", "offline");
    await farm.device(0, (_, epoch) => epoch >= 1);
    await expect.poll(() => farm.phones.devices.list()[0]?.state).toBe("device");
    await farm.device(0, (state) => state === "ready");
  });
});
