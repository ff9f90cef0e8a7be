import sharp from "sharp";
import { expect, it } from "vitest";
import { type HostClock, systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import type { ScreenSources } from "#device-host/observe/screen-source.ts";
import type { TestPhone } from "../start-test-phone.ts";
import { showingFrame, tamperedSources } from "./tampered-sources.ts";

/** Pauses take no time; deadlines of real connections stay real. */
const clock = { ...systemClock, wait: async () => {} };

interface Observed {
  readonly test: TestPhone;
  readonly sources: ScreenSources;
}

/** What every look keeps, wherever tree and picture come from. The phone shows Settings as each begins. */
export function itSettles(under: () => Observed): void {
  const look = (among: HostClock = clock, sources = under().sources) =>
    observeScreen({ ...under().test.observed, sources }, among);

  it("[spec I4.2] answers picture and elements of the same moment, with the app in front", async () => {
    const seen = await look();
    expect(seen).toMatchObject({ flags: [], screen: { width: 1080, height: 2400 } });
    expect(seen.facts).toMatchObject({
      package: "com.android.settings",
      activity: "com.android.settings.Settings",
    });
    expect(seen.screenshot?.size).toEqual({ width: 1080, height: 2400 });
    expect(seen.tree?.elements.map(({ text }) => text).join()).toContain("Connected devices");
  });

  it("answers equal hashes for a screen on which nothing happened, and another after it changed", async () => {
    const first = await look();
    expect((await look()).treeHash).toBe(first.treeHash);
    await under().test.phone.activities.home();
    expect((await look()).treeHash).not.toBe(first.treeHash);
  });

  it("[fault B7] takes no picture in mid-movement", async () => {
    let passed = 0;
    // Sixty pictures a second, for 0.3 s; time passes in pauses alone.
    const moving = {
      ...clock,
      wait: async (milliseconds: number) => {
        passed += milliseconds;
      },
    };
    const frame = showingFrame(() => Math.min(18, Math.floor(passed / 16)));
    const seen = await look(moving, tamperedSources(under().sources, frame));
    expect(seen.xml).toContain('text="Frame 18"');
  });

  it("[fault B7] waits for children that arrive late", async () => {
    under().test.phone.faults.lateChildren = 2;
    // However slow this machine is.
    const seen = await look({ ...clock, monotonic: () => 0 });
    expect(seen.flags).toEqual([]);
    expect(seen.tree?.elements.length).toBeGreaterThan(5);
  });

  it("[fault B11] says of a black picture that a window forbids it, and has the elements all the same", async () => {
    const { phone } = under().test;
    phone.faults.secureWindows = true;
    phone.changed();
    const seen = await look();
    expect(seen.flags).toEqual([expect.stringMatching(/^secureScreen: .* the picture is black/)]);
    expect(seen.tree?.elements.map(({ text }) => text).join()).toContain("Connected devices");
    expect((await sharp(seen.screenshot?.bytes).stats()).channels[0]?.mean).toBeLessThan(5);
    phone.faults.secureWindows = false;
    phone.changed();
    expect((await look()).flags).toEqual([]);
  });

  it("[fault B13] answers the size that the screen has when it is turned", async () => {
    under().test.phone.faults.rotation = 1;
    const seen = await look();
    expect(seen.screen).toEqual({ width: 2400, height: 1080 });
    expect(seen.screenshot?.size).toEqual(seen.screen);
  });

  it("[fault C5] shows the dialog that covers the app, with what may be pressed on it", async () => {
    under().test.phone.showPermissionDialog("com.android.settings", "record audio");
    const { tree, facts } = await look();
    expect(facts.package).toBe("com.android.permissioncontroller");
    const pressed = tree?.elements.filter(({ clickable }) => clickable).map(({ text }) => text);
    expect(pressed).toEqual(["While using the app", "Only this time", "Don’t allow"]);
  });
}
