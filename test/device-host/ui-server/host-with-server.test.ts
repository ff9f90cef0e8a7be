import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serverPackage } from "#device-host/ui-server/server-packages.ts";
import { AdbPortAnswer, type SessionCall } from "#shared/contracts/session/session-call.ts";
import { JudgeAnswer, PerformAnswer, ReleaseAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { talk } from "../adb-port/two-phones.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";
import { writeServerApks } from "./stand-in-server.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const holding = { kind: "openAdbPort", holdSeconds: 60 } as const;
const runner = `${serverPackage}.test/androidx.test.runner.AndroidJUnitRunner`;
const warnings: string[] = [];
const note = (message: string): void => void warnings.push(message);
const logger = { debug() {}, info() {}, warn: note, error: note };

let farm: TestFarm;
let dir: string;
let apks: string;
const start = () => farm.startHost({ logger, uiServer: { use: "auto", apks } });
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-ui-host-"));
  apks = writeServerApks(dir);
  farm = await startTestFarm();
  await start();
});
afterAll(async () => {
  await farm.close();
  await rm(dir, { recursive: true, force: true });
});

type Held = Awaited<ReturnType<TestFarm["lease"]>>;
const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const runs = () =>
  phone()
    .dumpHierarchy()
    .then(({ ok }) => !ok);
const installed = () =>
  phone()
    .packages.list()
    .filter(({ packageName }) => packageName.startsWith(serverPackage));
const outputOf = ({ output }: { readonly output?: string | undefined }) => JSON.parse(output ?? "null");
const perform = async (held: Held, stepNumber: number, action: object) =>
  PerformAnswer.parse(
    outputOf(
      await farm.run(held, {
        kind: "perform",
        stepNumber,
        actions: [action as { action: "home" }],
        modelPicture: null,
        ocr: "never",
      }),
    ),
  );
const release = async (held: Held) =>
  ReleaseAnswer.parse(outputOf(await farm.run(held, { kind: "release" })));
const ask = ({ jobId, lease: { deviceId, epoch } }: Held, call: SessionCall) =>
  askDevice(farm, deviceId, { type: "session", jobId, epoch, call });

it("is installed for the first job, is no side effect of it, and stays when the device is cleaned", async () => {
  const held = await farm.lease({
    changes: { forbid: "any" },
    validators: [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "0" }],
  });
  await farm.run(held, setUp);
  expect(await runs()).toBe(true);
  const opened = await perform(held, 1, { action: "open_app", package: "com.android.settings" });
  expect(opened).toMatchObject({
    outcome: { ok: true },
    observation: { package: "com.android.settings", flags: [] },
  });
  const judged = JudgeAnswer.parse(outputOf(await farm.run(held, { kind: "judge" })));
  expect(judged).toMatchObject({ verdict: "passed" });
  expect(JSON.stringify(judged)).not.toContain("appium");
  expect(await release(held)).toEqual({ clean: true });
  expect(installed()).toHaveLength(2);
  expect(warnings).toEqual([]);
});

it("[fault B17] dies between two steps: the job goes on, and no fault is its own", async () => {
  const held = await farm.lease();
  await farm.run(held, setUp);
  await phone().activities.forceStop(serverPackage);
  const step = await perform(held, 1, { action: "open_app", package: "com.android.settings" });
  expect(step).toMatchObject({
    outcome: { ok: true },
    observation: { package: "com.android.settings", flags: [] },
  });
  expect(warnings.splice(0)).toEqual(["ui server lost"]);
  expect(await perform(held, 2, { action: "home" })).toMatchObject({ outcome: { ok: true } });
  expect(await runs()).toBe(true);
  expect(await release(held)).toEqual({ clean: true });
});

it("gives way to a session's own server, whose replaced packages are cleaned away and installed anew", async () => {
  const held = await farm.lease();
  await farm.run(held, setUp);
  expect(await runs()).toBe(true);
  const { port } = AdbPortAnswer.parse(await ask(held, holding));
  expect(await runs()).toBe(false);
  for (const one of [serverPackage, `${serverPackage}.test`])
    expect(await talk(port ?? 0, ["host:transport-any", `shell:pm uninstall ${one}`])).toContain("Success");
  const other = { packageName: serverPackage, label: "Another", versionCode: 1 };
  await phone().packages.install(Buffer.from(JSON.stringify(other)), { replace: true, downgrade: true });
  expect(await release(held)).toEqual({ clean: true });
  expect(installed()).toEqual([]);
  const next = await farm.lease();
  await farm.run(next, setUp);
  expect([installed().length, await runs()]).toEqual([2, true]);
  await release(next);
});

const jar = "/data/local/tmp/u2.jar";
const uiautomator2 = `echo jar > ${jar}; CLASSPATH=${jar} nohup app_process / com.wetest.uia2.Main >/dev/null 2>&1 &`;

it.each([
  ["Appium's", `am instrument ${runner}`],
  ["uiautomator2's", uiautomator2],
])("is started again after a session's port was closed that left %s running", async (_, begin) => {
  const held = await farm.lease();
  await farm.run(held, setUp);
  const { port } = AdbPortAnswer.parse(await ask(held, holding));
  await talk(port ?? 0, ["host:transport-any", `shell:${begin}`]);
  await expect.poll(runs).toBe(true);
  await ask(held, { kind: "closeAdbPort" });
  expect(await perform(held, 1, { action: "home" })).toMatchObject({
    outcome: { ok: true },
    observation: { flags: [] },
  });
  expect(await runs()).toBe(true);
  await release(held);
});

it("keeps its own lines out of a session's log, and is ended when the host is drained", async () => {
  const held = await farm.lease();
  await farm.run(held, setUp);
  const { port } = AdbPortAnswer.parse(await ask(held, holding));
  for (const tag of ["appium", "theirs"])
    await talk(port ?? 0, ["host:transport-any", `shell:log -t ${tag} line of ${tag}`]);
  const { lines } = await ask(held, { kind: "logcat", lines: 500, filter: { level: "V" } });
  expect(JSON.stringify(lines)).toContain("line of theirs");
  expect(JSON.stringify(lines)).not.toContain("line of appium");
  await ask(held, { kind: "closeAdbPort" });
  await perform(held, 1, { action: "home" });
  await release(held);
  await farm.hosts.at(-1)?.drain();
  expect(await runs()).toBe(false);
});
