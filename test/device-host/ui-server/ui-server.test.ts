import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { findServerPackages, npmPackage, serverPackage } from "#device-host/ui-server/server-packages.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";
import { hostedServer, writeServerApks } from "./stand-in-server.ts";

let test: TestPhone;
let dir: string;
let apks: string;
let now = 0;
/** A clock that a test moves on; pauses take their time. */
const clock = { ...systemClock, monotonic: () => performance.now() + now };
const open: ReturnType<typeof hostedServer>[] = [];
beforeEach(async () => {
  test = await startTestPhone();
  dir = await mkdtemp(path.join(tmpdir(), "drover-ui-server-"));
  apks = writeServerApks(dir);
  now = 0;
  await test.adb.write([["am", "start", "-n", "com.android.settings/.Settings"]]);
});
afterEach(async () => {
  for (const { server } of open.splice(0)) server.letGo();
  await test.close();
  await rm(dir, { recursive: true, force: true });
});

function hosted(more: Partial<Parameters<typeof hostedServer>[0]> = {}) {
  const one = hostedServer({ adb: test.adb, apks, clock, ...more });
  open.push(one);
  return one;
}
async function prepared() {
  const one = hosted();
  await one.server.prepare();
  return one;
}
const treeOf = async ({ sources }: ReturnType<typeof hosted>) =>
  (await sources.tree.dump(test.adb, [], [])).xml;
const pid = async () => (await test.adb.read([["pidof", serverPackage]]))[0]?.output.trim();
const shell = async (...line: readonly [string, ...string[]]) =>
  (await test.adb.write([line]))[0]?.output ?? "";
const stopServer = () => shell("am", "force-stop", serverPackage);
const dumpsItself = async () => (await shell("uiautomator", "dump", "/dev/tty")).includes("<hierarchy");

describe("Appium's server on a device", () => {
  it("tells the elements that uiautomator tells, and a picture, while it alone may see the windows", async () => {
    const dumped = await test.phone.dumpHierarchy();
    const one = await prepared();
    const read = parseHierarchy((await treeOf(one)) ?? "");
    const own = parseHierarchy(dumped.ok ? dumped.xml : "");
    expect(withoutHints(read.roots)).toEqual(withoutHints(own.roots));
    expect((await one.sources.picture.take(test.adb)).size).toEqual({ width: 1080, height: 2400 });
    expect(await dumpsItself()).toBe(false);
    const seen = await observeScreen({ ...test.observed, sources: one.sources }, systemClock);
    expect(seen).toMatchObject({ flags: [], facts: { package: "com.android.settings" } });
    expect(one.events).toEqual(["started"]);
  });

  it("is installed once, and again when this host's packages are others", async () => {
    const one = await prepared();
    const installed = () => test.phone.packages.list().find((entry) => entry.packageName === serverPackage);
    const path = one.server.own.paths.get(serverPackage);
    await one.server.prepare();
    expect(one.server.own.paths.get(serverPackage)).toBe(path);
    const newer = hosted({ apks: writeServerApks(dir, 8), kept: one.kept });
    await newer.server.prepare();
    expect(installed()?.versionCode).toBe(8);
    expect(newer.events).toEqual(["started"]);
  });

  it("[fault B17] dies: the look continues without it, and the next one uses it again", async () => {
    const one = await prepared();
    await stopServer();
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(one.events).toEqual(["started", "noAnswer"]);
    expect(await dumpsItself()).toBe(true);
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(one.events.at(-1)).toBe("started");
  });

  it("[fault B17] dies again and again: it is left alone for five minutes", async () => {
    const one = await prepared();
    for (let death = 0; death < 3; death += 1) {
      await stopServer();
      await treeOf(one);
      await treeOf(one);
    }
    expect(await pid()).toBe("");
    expect(one.sources.tree.quietMilliseconds).toBe(1_000);
    now += 5 * 60_000;
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(await pid()).not.toBe("");
  });

  it("[fault B17] does not start: three tries, and every look has its elements", async () => {
    const one = hosted();
    await one.server.own.install(test.adb);
    vi.spyOn(test.phone.automation, "connect").mockReturnValue(null);
    for (let look = 0; look < 5; look += 1) expect(await treeOf(one)).toContain("com.android.settings");
    expect(one.events).toEqual(["notStarted", "notStarted", "notStarted"]);
  });

  it("[fault B17] is replaced by a test of somebody else's: it takes the device back", async () => {
    const one = await prepared();
    await shell(
      "am",
      "instrument",
      "io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner",
    );
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(one.events).toEqual(["started", "anotherServer"]);
    await treeOf(one);
    expect(one.events.at(-1)).toBe("started");
  });

  it.each([
    ["is lost in the middle of a response", { kind: "cut", afterBytes: 2_000 }],
    ["is reset", { kind: "reset", afterBytes: 40 }],
    ["is refused", { kind: "fail", text: "closed" }],
    ["stays silent", { kind: "swallow" }],
  ] as const)("[fault B17] its connection %s: the look continues without it", async (_, fault) => {
    const one = await prepared();
    test.faults.install({ service: /^tcp:6790/, fault, times: 1 });
    const begun = performance.now();
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(performance.now() - begun).toBeLessThan(one.sources.tree.deadlineMilliseconds);
    expect(one.events).toEqual(["started", "noAnswer"]);
    await treeOf(one);
    expect(one.events.at(-1)).toBe("started");
  });

  it("[fault B17] is found again by the next process of its host, and no second one is started", async () => {
    const one = await prepared();
    const before = await pid();
    one.server.letGo();
    const next = hosted({ kept: one.kept });
    expect(await treeOf(next)).toContain("com.android.settings");
    expect([next.events, await pid()]).toEqual([["found"], before]);
  });

  it("is ended for whoever needs the device without it, and started afterwards", async () => {
    const one = await prepared();
    await one.server.lend("session");
    expect([await pid(), await dumpsItself()]).toEqual(["", true]);
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(await pid()).toBe("");
    one.server.takeBack("session");
    expect(await treeOf(one)).toContain("com.android.settings");
    expect(await pid()).not.toBe("");
  });

  it("steps aside for a list of all windows, which only uiautomator tells", async () => {
    const one = await prepared();
    const { xml } = await one.sources.tree.dump(test.adb, [], ["--windows"]);
    expect(xml).toContain("<display");
    now += 10_001;
    await treeOf(one);
    expect(one.events).toEqual(["started", "started"]);
  });
});

it("is looked for in a folder that holds both APKs, and a folder without them is refused by name", () => {
  expect(findServerPackages(apks)?.directory).toBe(apks);
  expect(() => findServerPackages(dir)).toThrow(
    `'${dir}' of --ui-server-apks does not hold one APK of the server`,
  );
  expect(() => findServerPackages(dir)).toThrow(npmPackage);
});

/** uiautomator names them from Android 15 on; the server always. */
const withoutHints = (roots: readonly object[]): unknown =>
  JSON.parse(JSON.stringify(roots), (key, value) =>
    key === "hint" || key === "drawingOrder" ? undefined : value,
  );
