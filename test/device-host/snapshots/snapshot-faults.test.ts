import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HostClock, systemClock } from "#device-host/host-clock.ts";
import { ForkAnswer, Snapshot } from "#shared/contracts/device/snapshot.ts";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;
const performs = (stepNumber: number, action: StoredAction) =>
  ({ kind: "perform", stepNumber, actions: [action], ...looking }) as const;
const browser = "org.chromium.webview_shell";

let farm: TestFarm;
let deviceId: DeviceId;
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const ready = async () => {
  ({ deviceId } = await farm.device(0, (state) => state === "ready"));
};
const take = async () => Snapshot.parse(await askDevice(farm, deviceId, { type: "snapshot" }));
const restore = ({ snapshotId }: Snapshot) => askDevice(farm, deviceId, { type: "restore", snapshotId });
const startOf = async (jobId: Snapshot["jobId"] & string) =>
  (await farm.repositories.jobs.get(tenantId, jobId))?.start;

/** This machine's, until it is told to hurry: then each short pause is as long as `milliseconds`. */
function hurriedClock(milliseconds: number) {
  const state = { hurries: false, ahead: 0 };
  const clock: HostClock = {
    ...systemClock,
    monotonic: () => performance.now() + state.ahead,
    wait: (pause, signal) => {
      if (state.hurries && pause > 0 && pause <= 500) state.ahead += milliseconds;
      return systemClock.wait(pause, signal);
    },
  };
  return { clock, state };
}

describe("a snapshot that cannot be had", () => {
  it("[fault S1] is not believed to be back until it is seen, and its device is cleaned", async () => {
    const { clock, state } = hurriedClock(10_000);
    await farm.startHost({ clock });
    await ready();
    const kept = await take();
    await farm.repositories.snapshots.put({ ...kept, package: "com.example.never" });
    state.hurries = true;
    expect(await restore(kept)).toMatchObject({
      code: "SnapshotFailed",
      detail: expect.stringContaining("'com.android.launcher3' is in front, not 'com.example.never'"),
    });
    state.hurries = false;
    await farm.device(0, (is) => is === "dirty");
    farm.phones.phones[0]?.settings.put("global", "bluetooth_on", "1");
    await farm.run(await farm.lease(), setUp);
    expect(farm.phones.phones[0]?.settings.get("global", "bluetooth_on")).toBe("0");
  });

  it("[fault S2] costs a step nothing, and lets a job begin clean that was to begin there", async () => {
    farm.phones.phones[0]?.setProperty("ro.virtual_android.console_port", "1");
    await farm.startHost();
    await ready();
    const held = await farm.lease({ snapshot: "every" });
    await farm.run(held, setUp);
    await farm.run(held, performs(1, { action: "home" }));
    const step = await farm.repositories.steps.get(tenantId, held.jobId, 1);
    expect(step).toMatchObject({ outcome: { ok: true } });
    expect(step?.snapshotId).toBeUndefined();
    await farm.run(held, { kind: "release" });
    const { facts } = await recorded();
    expect(await restore(facts)).toMatchObject({ code: "SnapshotFailed" });
    const { snapshotId } = facts;
    const forked = await farm.lease({
      source: { kind: "fork", jobId: held.jobId, at: 1, steps: 1, snapshotId },
    });
    await farm.run(forked, setUp);
    expect(await startOf(forked.jobId)).toMatchObject({
      restored: false,
      reason: expect.stringContaining("SnapshotFailed"),
    });
  });

  it("[fault S3] is gone when it is out of date, though its device still has it", async () => {
    await farm.startHost();
    await ready();
    const kept = await take();
    await farm.repositories.snapshots.put({ ...kept, expiresAt: new Date(0).toISOString() });
    expect(await restore(kept)).toMatchObject({ code: "NotFound" });
  });
});

/** A snapshot of the device that the table alone knows. */
async function recorded(): Promise<{ readonly facts: Snapshot }> {
  const facts = Snapshot.parse({
    schemaVersion: 1,
    tenantId,
    snapshotId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    deviceId,
    hostId: "host-a",
    kind: "step",
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    milliseconds: 1,
    package: "com.android.launcher3",
    touched: [],
    holdsSecrets: false,
  });
  await farm.repositories.snapshots.put(facts);
  return { facts };
}

describe("a snapshot with a secret on its screen", () => {
  it("[fault S6] shows it to no job that goes back there, from its first look on", async () => {
    const vault = createSecretVault(farm.storage.clients.secretsManager, stage);
    const value = "hunter2 & Co";
    await vault.put(tenantId, SecretName.parse("shop"), { value, packages: [browser] });
    await farm.startHost();
    await ready();
    const held = await farm.lease({ task: "Sign in with {{secret:shop}}.", snapshot: "every" });
    await farm.run(held, setUp);
    await farm.run(held, performs(1, { action: "open_app", package: browser }));
    await farm.run(held, performs(2, { action: "type_secret", secret: "shop", coordinate: [0.5, 0.07] }));
    const step = await farm.repositories.steps.get(tenantId, held.jobId, 2);
    expect(JSON.stringify(await farm.phones.phones[0]?.dumpHierarchy())).toContain("hunter2");
    await farm.run(held, { kind: "release" });
    const { snapshotId } = step ?? {};
    const source = { kind: "fork", jobId: held.jobId, at: 2, steps: 2, snapshotId };
    const forked = await farm.lease({ task: "Look around", source, debug: true });
    const { output } = await farm.run(forked, setUp);
    expect(await startOf(forked.jobId)).toMatchObject({ restored: true, snapshotId });
    expect(JSON.stringify(await farm.phones.phones[0]?.dumpHierarchy())).toContain("hunter2");
    const { observation } = SetUpAnswer.parse(JSON.parse(output ?? "null"));
    const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
    expect(observation.package).toBe(browser);
    expect(JSON.stringify(tree)).not.toMatch(/hunter2/i);
    expect(await farm.storage.artifacts.getText(observation.hierarchyKey ?? "")).not.toMatch(/hunter2/i);
  });
});

describe("a fork", () => {
  it("[fault S7] for which nobody comes ends after its minutes, and is in no list then", async () => {
    const { clock, state } = hurriedClock(0);
    await farm.startHost({ clock });
    await ready();
    const { snapshotId } = await take();
    const { deviceIds } = ForkAnswer.parse(
      await askDevice(farm, deviceId, { type: "fork", snapshotId, count: 1 }),
    );
    state.ahead = 16 * 60_000;
    await expect
      .poll(async () => (await farm.repositories.devices.list(tenantId, { limit: 5 })).items.length)
      .toBe(1);
    expect(await farm.repositories.devices.get(tenantId, deviceIds[0] as DeviceId)).toMatchObject({
      state: "offline",
    });
  });
});
