import { afterAll, beforeAll, expect, it } from "vitest";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
});
afterAll(() => farm.close());

const recorders = async (): Promise<number> => {
  const [serial = ""] = farm.phones.serials;
  const adb = new ServedDevice({ endpoint: { host: "127.0.0.1", port: farm.phones.adbPort }, serial });
  const [listed] = await adb.read([["ps", "-A"]]);
  return listed?.output.split("\n").filter((line) => /\bscreenrecord\b/.test(line)).length ?? 0;
};

it("[spec R11] a job whose host was started again has a recording of what came after, which says that the rest is lost", async () => {
  const host = await farm.startHost();
  const held = await farm.lease({ record: true });
  await farm.run(held, { kind: "setUp", precheck: false, ...looking });
  const act = (stepNumber: number, action: StoredAction) =>
    farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
  await act(1, { action: "open_app", package: "com.android.settings" });
  expect(await recorders()).toBe(1);
  await host.close();
  // Nobody records on a device that may be another's by now.
  await expect.poll(recorders).toBe(0);
  await farm.startHost();
  await act(2, { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.3] });
  const { output } = await farm.run(held, { kind: "release" });
  expect(JSON.parse(output ?? "null")).toEqual({ clean: true });
  const job = await farm.repositories.jobs.get(tenantId, held.jobId);
  expect(job?.recordings).toMatchObject([
    {
      epoch: held.lease.epoch,
      videoKey: expect.any(String),
      problem: expect.stringMatching(
        /^RecordingFailed: .*the part before 20.* is lost, because the device's host was restarted/,
      ),
    },
  ]);
}, 120_000);
