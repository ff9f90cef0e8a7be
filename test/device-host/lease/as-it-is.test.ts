import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const theirs = { state: "quarantined", quarantinedBy: "operator", stateReason: "I look at a crash" } as const;

describe("a job on a device as it is", () => {
  let farm: TestFarm;
  let deviceId: DeviceId;
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.startHost();
    ({ deviceId } = await farm.device(0, (state) => state === "ready"));
  });
  afterEach(() => farm.close());

  const phone = () => {
    const [found] = farm.phones.phones;
    if (found === undefined) throw new Error("no phone");
    return found;
  };
  const setting = (key: string) => phone().settings.get("global", key);
  const stored = () => farm.device(0, () => true);

  it("sees what its person left there, and gives it back to them with what it did itself", async () => {
    await farm.leaseOf(await farm.acquire()).then((held) => farm.run(held, { kind: "release" }));
    await farm.device(0, (state) => state === "ready");
    await askDevice(farm, deviceId, { type: "quarantine", reason: theirs.stateReason });
    phone().settings.put("global", "wifi_on", "0");
    const held = await farm.leaseOf(await farm.acquireAsItIs(0));
    expect(await stored()).toMatchObject({ state: "leased", leaseJobId: held.jobId });
    expect((await farm.run(held, setUp)).operation).toBe("SendTaskSuccess");
    expect(setting("wifi_on")).toBe("0");
    phone().settings.put("global", "bluetooth_on", "1");
    const { output } = await farm.run(held, { kind: "release" });
    expect(JSON.parse(output ?? "")).toEqual({
      clean: false,
      quarantineReason: "It was given back without cleaning.",
    });
    expect(await stored()).toMatchObject(theirs);
    expect(await stored()).not.toHaveProperty("leaseJobId");
    expect([setting("wifi_on"), setting("bluetooth_on")]).toEqual(["0", "1"]);
  });

  it("is refused a device that is nobody's, and one that a job holds", async () => {
    const refused = async () => farm.steps.answerTo((await farm.acquireAsItIs(0)).taskToken);
    expect(await refused()).toMatchObject({ operation: "SendTaskFailure", error: "DeviceBusy" });
    const held = await farm.lease();
    expect(await refused()).toMatchObject({ operation: "SendTaskFailure", error: "DeviceBusy" });
    expect((await farm.run(held, setUp)).operation).toBe("SendTaskSuccess");
  });

  it("has it alone: a second one is refused", async () => {
    await askDevice(farm, deviceId, { type: "quarantine", reason: theirs.stateReason });
    await farm.leaseOf(await farm.acquireAsItIs(0));
    const second = await farm.acquireAsItIs(0);
    expect(await farm.steps.answerTo(second.taskToken)).toMatchObject({ error: "DeviceBusy" });
  });

  it("[fault D1] is answered the same lease when its request is delivered twice", async () => {
    await askDevice(farm, deviceId, { type: "quarantine", reason: theirs.stateReason });
    const acquired = await farm.acquireAsItIs(0);
    const { lease } = await farm.leaseOf(acquired);
    await farm.send("drover_test_acme_host_host-a", { ...acquired.request, taskToken: "again" });
    const { output } = await farm.steps.answerTo("again");
    expect(JSON.parse(output ?? "")).toMatchObject({ epoch: lease.epoch });
  });

  it("goes on over a restart of its host, and the device is its person's again when it boots", async () => {
    await askDevice(farm, deviceId, { type: "quarantine", reason: theirs.stateReason });
    const held = await farm.leaseOf(await farm.acquireAsItIs(0));
    await farm.run(held, setUp);
    await farm.hosts[0]?.close();
    const second = await farm.startHost();
    expect((await farm.run(held, setUp)).operation).toBe("SendTaskSuccess");
    await second.close();
    await phone().reboot();
    await farm.startHost();
    expect(await farm.device(0, (state) => state !== "leased")).toMatchObject(theirs);
    expect(await farm.run(held, setUp)).toMatchObject({ error: "LeaseLost" });
  });

  it("gives it back to its person when its host is drained in the middle", async () => {
    await askDevice(farm, deviceId, { type: "quarantine", reason: theirs.stateReason });
    const held = await farm.leaseOf(await farm.acquireAsItIs(0));
    await farm.run(held, setUp);
    const draining = farm.hosts[0]?.drain();
    await farm.run(held, setUp);
    await draining;
    expect(await stored()).toMatchObject(theirs);
  });
});
