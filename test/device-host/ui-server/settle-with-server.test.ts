import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { itSettles } from "../observe/settle-contract.ts";
import { showingFrame, tamperedSources } from "../observe/tampered-sources.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";
import { hostedServer, writeServerApks } from "./stand-in-server.ts";

describe("observing a screen through Appium's server", () => {
  let test: TestPhone;
  let dir: string;
  let hosted: ReturnType<typeof hostedServer>;
  beforeEach(async () => {
    test = await startTestPhone();
    dir = await mkdtemp(path.join(tmpdir(), "drover-ui-settle-"));
    hosted = hostedServer({ adb: test.adb, apks: writeServerApks(dir) });
    await hosted.server.prepare();
    await test.adb.write([["am", "start", "-n", "com.android.settings/.Settings"]]);
  });
  afterEach(async () => {
    expect(hosted.events).toEqual(["started"]);
    hosted.server.letGo();
    await test.close();
    await rm(dir, { recursive: true, force: true });
  });

  itSettles(() => ({ test, sources: hosted.sources }));

  it("[fault B7] has what changes once more nearly half a second after an action", async () => {
    let frame = 0;
    const drawn = tamperedSources(
      hosted.sources,
      showingFrame(() => frame),
    );
    const moving = delay(450).then(() => {
      frame = 1;
    });
    const seen = await observeScreen({ ...test.observed, sources: drawn }, systemClock);
    await moving;
    expect(seen.xml).toContain('text="Frame 1"');
  });

  it("sees a toast, which covers nothing", async () => {
    const before = await observeScreen({ ...test.observed, sources: hosted.sources }, systemClock);
    test.phone.showToast("com.android.settings", "Saved <b>&");
    const { tree } = await observeScreen({ ...test.observed, sources: hosted.sources }, systemClock);
    const toast = tree?.elements.find(({ text }) => text === "Saved <b>&");
    expect(toast).toMatchObject({ clickable: false });
    const others = tree?.elements.filter((element) => element !== toast);
    expect(others?.map(({ text, visibility }) => [text, visibility])).toEqual(
      before.tree?.elements.map(({ text, visibility }) => [text, visibility]),
    );
  });

  it("[fault B1] has the elements of a screen that never becomes idle, which uiautomator has not", async () => {
    test.phone.faults.animate = { waitMilliseconds: 1 };
    const seen = await observeScreen({ ...test.observed, sources: hosted.sources }, systemClock);
    test.phone.faults.animate = null;
    expect(seen.flags).toEqual([]);
    expect(seen.tree?.elements.length).toBeGreaterThan(5);
  });
});
