import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { builtInSources } from "#device-host/observe/screen-source.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";
import { itSettles } from "./settle-contract.ts";

/** Pauses take no time; deadlines of real connections stay real. */
const clock = { ...systemClock, wait: async () => {} };

describe("observing a screen", () => {
  let test: TestPhone;
  beforeEach(async () => {
    test = await startTestPhone();
    await test.phone.activities.start({
      component: "com.android.settings/.Settings",
      categories: [],
      extras: {},
      flags: 0,
    });
  });
  afterEach(() => test.close());

  describe("by what every Android has [fault B11] [fault B13]", () => {
    itSettles(() => ({ test, sources: builtInSources }));
  });

  describe("by a dump that waited until nothing moved", () => {
    it("takes that one, and asks for no second", async () => {
      const own = test.phone.dumpHierarchy.bind(test.phone);
      let now = 0;
      let dumps = 0;
      test.phone.dumpHierarchy = () => {
        now += 1_000;
        dumps += 1;
        return own();
      };
      const seen = await observeScreen(test.observed, { ...clock, monotonic: () => now });
      expect([dumps, seen.facts.package, seen.flags]).toEqual([1, "com.android.settings", []]);
      expect(seen.screenshot).not.toBeNull();
    });

    it("takes another when a window came in between", async () => {
      const own = test.phone.dumpHierarchy.bind(test.phone);
      let now = 0;
      test.phone.dumpHierarchy = () => {
        now += 1_000;
        return own();
      };
      const { adb } = test.observed;
      const read = adb.read.bind(adb);
      let asked = 0;
      vi.spyOn(adb, "read").mockImplementation(async (commands, limits) => {
        const isFocus = commands.length === 4;
        if (isFocus && ++asked === 2) await test.phone.activities.home();
        return read(commands, limits);
      });
      const seen = await observeScreen(test.observed, { ...clock, monotonic: () => now });
      vi.restoreAllMocks();
      expect(seen.facts.package).toBe("com.android.launcher3");
      expect(seen.xml).not.toContain("com.android.settings");
    });
  });

  it("[fault B1] [spec I4.2] answers the picture alone when the screen never becomes idle", async () => {
    test.phone.faults.animate = { waitMilliseconds: 1 };
    const seen = await observeScreen(test.observed, clock);
    expect(seen).toMatchObject({
      tree: null,
      xml: null,
      flags: ["treeUnavailable: could not get idle state"],
    });
    expect(seen.screenshot).not.toBeNull();
    expect(seen.treeHash).toMatch(/^png-/);
  });

  it("[fault B2] tries again while the root is null", async () => {
    test.phone.faults.nullRoots = 3;
    expect((await observeScreen(test.observed, clock)).tree).not.toBeNull();
  });

  it("[fault B2] gives up on a root that stays null after four tries", async () => {
    test.phone.faults.nullRoots = 1_000;
    const seen = await observeScreen(test.observed, clock);
    expect(seen.flags).toEqual(["treeUnavailable: null root node"]);
    expect(1_000 - test.phone.faults.nullRoots).toBe(4);
  });

  it("[fault B3] never takes an earlier dump for this one when dumping fails", async () => {
    await observeScreen(test.observed, clock);
    await test.phone.activities.home();
    test.phone.faults.nullRoots = 1_000;
    expect((await observeScreen(test.observed, clock)).xml).toBeNull();
    const [files] = await test.adb.read([["ls", "/data/local/tmp"]]);
    expect(files?.output).toBe("");
  });

  it("[fault B9] takes a damaged screenshot once more", async () => {
    test.faults.install({ service: /^exec:screencap/, fault: { kind: "cut-tail", bytes: 12 }, times: 1 });
    expect(await observeScreen(test.observed, clock)).toMatchObject({ flags: [] });
  });

  it("[fault B9] answers the tree alone when the second screenshot is damaged too", async () => {
    test.faults.install({ service: /^exec:screencap/, fault: { kind: "cut-tail", bytes: 12 } });
    const seen = await observeScreen(test.observed, clock);
    expect(seen.screenshot).toBeNull();
    expect(seen.flags).toEqual([expect.stringMatching(/^screenshotUnavailable: .*end is missing/)]);
    expect(seen.tree).not.toBeNull();
  });

  it("[fault B8] cuts a warning off the screenshot", async () => {
    test.faults.install({
      service: /^exec:screencap/,
      fault: { kind: "prefix", text: "[Warning] displays\n" },
    });
    expect(await observeScreen(test.observed, clock)).toMatchObject({ flags: [] });
  });

  it("[fault B14] takes a picture of noise whole, and refuses one larger than any screen can give", async () => {
    const size = { width: 1080, height: 2400 };
    const noise = randomBytes(size.width * size.height * 3);
    const raw = { ...size, channels: 3 } as const;
    const picture = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
    test.phone.faults.tamperScreenshot = () => picture;
    const seen = await observeScreen(test.observed, clock);
    expect(seen.screenshot?.bytes.length).toBe(picture.length);
    test.phone.faults.tamperScreenshot = () => Buffer.concat([picture, Buffer.alloc(10_000_000)]);
    const refused = await observeScreen(test.observed, clock);
    expect(refused).toMatchObject({
      screenshot: null,
      flags: [expect.stringMatching(/^screenshotUnavailable: .*larger than/)],
    });
    expect(refused.tree).not.toBeNull();
  });

  it("[fault B4] answers the picture alone and says that another tool holds uiautomator", async () => {
    const error = "UiAutomationService already registered!";
    const dumps = vi.spyOn(test.phone, "dumpHierarchy").mockResolvedValue({ ok: false, error });
    const seen = await observeScreen(test.observed, clock);
    dumps.mockRestore();
    expect(seen).toMatchObject({ tree: null, flags: ["treeUnavailable: another tool holds uiautomator"] });
    expect(seen.screenshot).not.toBeNull();
  });

  it("[fault C6] tells which elements the keyboard covers", async () => {
    await test.adb.write([
      ["am", "start", "-a", "android.intent.action.INSERT", "-t", "vnd.android.cursor.dir/contact"],
    ]);
    const { facts, tree } = await observeScreen(test.observed, clock);
    expect(facts.keyboardShown).toBe(true);
    expect(tree?.elements.map(({ visibility }) => visibility)).not.toContain("covered");
    // An app that does not make room for the keyboard: its last field is behind it.
    const last = tree?.elements.findLast(({ type }) => type === "textfield")?.bounds;
    const at = `[${last?.left},${last?.top}][${last?.right},${last?.bottom}]`;
    const behind = `[${last?.left},2000][${last?.right},2100]`;
    test.phone.faults.tamperDump = (xml) => xml.replaceAll(at, behind);
    const covered = (await observeScreen(test.observed, clock)).tree?.elements.filter(
      ({ visibility }) => visibility === "covered",
    );
    expect(covered).toMatchObject([{ type: "textfield", bounds: { top: 2000 } }]);
  });

  it("[spec R9.4] refuses a device that gives neither picture nor tree", async () => {
    test.faults.install({ service: /^exec:screencap/, fault: { kind: "cut", afterBytes: 4 } });
    test.phone.faults.nullRoots = 1_000;
    await expect(observeScreen(test.observed, clock)).rejects.toMatchObject({ code: "NoScreenSource" });
  });

  it("[fault A7] says that the device is gone, not that it has no screen", async () => {
    test.running.devices.detach(test.serial);
    await expect(observeScreen(test.observed, clock)).rejects.toMatchObject({ code: "DeviceDisconnected" });
  });

  it("never lets a screen that keeps changing hold it up for longer than the limit", async () => {
    test.phone.faults.lateChildren = 1;
    const seen = await observeScreen(test.observed, clock, { settleMilliseconds: 0 });
    expect(seen.flags).toEqual(["notSettled: the screen was still moving"]);
  });
});
