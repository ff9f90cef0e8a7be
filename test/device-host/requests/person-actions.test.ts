import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const key = (global_action: "HOME" | "BACK" | "POWER"): UIAction => ({
  action_id: "a1",
  action_type: "global_action",
  global_action,
  max_retries: 0,
});
const looking = { modelPicture: null, ocr: "never" } as const;

describe("what a person does on a device through the API", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm();
    await farm.startHost();
    await farm.device(0, (state) => state === "ready");
  });
  afterAll(() => farm.close());

  it("[spec R14] is kept under the device, without what was typed", async () => {
    const { deviceId } = await farm.device(0, (state) => state === "ready");
    const place = { tenantId, deviceId };
    await askDevice(farm, deviceId, { type: "execute", action: key("HOME") });
    const typed = { action_id: "a2", action_type: "type", text: "hunter2", max_retries: 0 } as const;
    await askDevice(farm, deviceId, { type: "execute", action: typed });
    const kept = await farm.repositories.devices.actionsOn(place, 10);
    expect(kept).toMatchObject([
      { action: "type", characters: 7 },
      { action: "global_action", target: "HOME", ok: true },
    ]);
    expect(JSON.stringify(kept)).not.toContain("hunter2");
    expect(kept[0]).not.toHaveProperty("jobId");
  });

  it("[spec R9.2] [fault C19] is not done on another screen than the one that was asked for, and answers that screen", async () => {
    const { deviceId } = await farm.device(0, (state) => state === "ready" || state === "dirty");
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    const { elements } = SemanticUITree.parse(await askDevice(farm, deviceId, { type: "ui-tree" }));
    const element = elements.find(({ text }) => text === "Clock");
    if (element === undefined) throw new Error("no Clock on the screen");
    phone.showDialog("com.android.launcher3", { title: "News", buttons: [{ label: "Close" }] });
    const taps = vi.spyOn(phone.input, "tap");
    const click = { action_type: "click", max_retries: 0 } as const;
    const first = await askDevice(farm, deviceId, {
      type: "execute",
      action: { ...click, action_id: "a3", element_id: element.element_id },
    });
    expect(first).toMatchObject({
      action_id: "a3",
      success: false,
      error: expect.stringMatching(/Nothing was done/),
    });
    expect(taps).not.toHaveBeenCalled();
    const close = SemanticUITree.parse(first.new_tree).elements.find(({ text }) => text === "Close");
    const second = await askDevice(farm, deviceId, {
      type: "execute",
      action: { ...click, action_id: "a4", element_id: close?.element_id ?? -1 },
    });
    expect(second).toMatchObject({ success: true });
    expect(taps).toHaveBeenCalledTimes(1);
  });

  it("[spec A5] is tried again as often as it may be when it failed, and no more", async () => {
    const { deviceId } = await farm.device(0, (state) => state === "ready" || state === "dirty");
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    const pressed = vi.spyOn(phone.input, "keyevent");
    const failing = (times: number) => {
      pressed.mockClear();
      for (let time = 0; time < times; time += 1)
        pressed.mockRejectedValueOnce(new Error("Injection of input event failed"));
    };
    const press = (max_retries: number) =>
      askDevice(farm, deviceId, { type: "execute", action: { ...key("BACK"), max_retries } });
    failing(2);
    expect(await press(2)).toMatchObject({ success: true, retries: 2 });
    failing(2);
    expect(await press(1)).toMatchObject({ code: "AdbCommandFailed" });
    expect(pressed.mock.calls.filter(([code]) => code === 4)).toHaveLength(2);
    pressed.mockRestore();
  });

  it("[spec A5] says why there are no elements when the display is off", async () => {
    const { deviceId } = await farm.device(0, (state) => state === "ready" || state === "dirty");
    const press = (name: "POWER" | "HOME") =>
      askDevice(farm, deviceId, { type: "execute", action: key(name) });
    const off = {
      success: true,
      new_tree: null,
      tree_unavailable: expect.stringMatching(/display is off.*POWER/),
    };
    expect(await press("POWER")).toMatchObject(off);
    expect(await press("HOME")).toMatchObject(off);
    const on = await press("POWER");
    expect(on).toMatchObject({ success: true, new_tree: { elements: expect.any(Array) } });
    expect(on).not.toHaveProperty("tree_unavailable");
  });

  it("[spec R12] stands on the step of a job that waits for an answer, whose lease stays", async () => {
    const held = await farm.lease();
    const { jobId, lease } = held;
    const { deviceId, epoch } = lease;
    await farm.run(held, { kind: "setUp", precheck: false, ...looking });
    const ask = (action: UIAction, of = epoch) =>
      askDevice(farm, deviceId, { type: "execute", action, held: { jobId, epoch: of } });
    expect(await ask(key("BACK"))).toMatchObject({ success: true });
    expect(await ask(key("BACK"), epoch + 1)).toMatchObject({ code: "LeaseLost" });
    expect(await askDevice(farm, deviceId, { type: "execute", action: key("BACK") })).toMatchObject({
      code: "DeviceBusy",
    });
    const stored = await farm.repositories.devices.get(tenantId, deviceId);
    expect(stored).toMatchObject({ state: "leased", leaseJobId: jobId, leaseEpoch: epoch });
    // What the machine sends when the answer is there: it looks again, and does nothing.
    await farm.run(held, { kind: "perform", stepNumber: 1, actions: [], ...looking });
    const step = await farm.repositories.steps.get(tenantId, jobId, 1);
    expect(step?.interventions).toMatchObject([{ kind: "key", durationMilliseconds: expect.any(Number) }]);
    const [newest] = await farm.repositories.devices.actionsOn({ tenantId, deviceId }, 1);
    expect(newest).toMatchObject({ action: "global_action", target: "BACK", jobId });
    await farm.run(held, { kind: "release" });
  });
});
