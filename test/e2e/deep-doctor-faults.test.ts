import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { faultNames, startPhones } from "@drover/virtual-android";
import { expect, it } from "vitest";
import { deepDoctor } from "#cli/host/deep/deep-doctor.ts";
import type { DeepPart } from "#shared/contracts/device/deep-report.ts";

const settings = "com.android.settings";
const picture = "^exec:screencap";
const tree = "uiautomator dump";
const swipe = "input swipe";

interface Trouble {
  /** As a fault script has them. */
  readonly faults: readonly (Readonly<Record<string, unknown>> & { readonly fault: string })[];
  /** What fails, and how the report says so; nothing: a job survives it all. */
  readonly found: { readonly [Part in DeepPart]?: RegExp };
  /** What fails besides, as it happens. */
  readonly besides?: readonly DeepPart[];
  /** What passes for sure. */
  readonly passed?: DeepPart;
}

/** Every fault that a virtual phone knows, and what the report says of it. */
const troubles: Readonly<Record<string, Trouble>> = {
  "what a job survives": {
    faults: [
      {
        fault: "prefix",
        command: picture,
        text: "[Warning] Multiple displays were found\n",
        after: 2,
        times: 3,
      },
      { fault: "cut-tail", command: picture, bytes: 12, after: 8, times: 1 },
      { fault: "flood", command: tree, after: 4, times: 1 },
      { fault: "cut", command: tree, afterBytes: 200, after: 8, times: 1 },
      { fault: "reset", command: tree, after: 12, times: 1 },
      { fault: "late-content", command: tree, after: 20, times: 1 },
      { fault: "hostile-text", command: tree, after: 26, times: 1, commands: 1 },
      { fault: "app-crash", command: swipe, package: settings, times: 1 },
      { fault: "left-file", command: swipe, path: "Download/left.txt", times: 1 },
      { fault: "full-disk" },
      { fault: "lost-list", phone: "server", command: "track-devices" },
      { fault: "install-refused" },
      { fault: "uninstall-refused", package: "com.example" },
      { fault: "unclearable", package: settings },
      { fault: "no-network" },
    ],
    found: {},
    passed: "snapshot",
  },
  "pictures that are missing, broken or late": {
    faults: [
      { fault: "hang", command: picture, after: 1, times: 1 },
      { fault: "drip", command: picture, after: 4, times: 1 },
      { fault: "refuse", command: picture, after: 7, times: 1 },
      { fault: "cut-picture", command: picture, after: 10, times: 1, commands: 6 },
      { fault: "empty-picture", command: picture, after: 16, times: 1, commands: 6 },
      { fault: "giant-picture", command: picture, after: 22, times: 1, commands: 6 },
      { fault: "noisy-picture", command: picture, after: 28, times: 1, commands: 1 },
    ],
    found: { image: /of \d+ screens have none/, recording: /RecordingFailed/ },
  },
  "trees that are missing or broken": {
    faults: [
      { fault: "null-root", command: tree, after: 3, times: 1, dumps: 9 },
      { fault: "cut-dump", command: tree, after: 14, times: 1, commands: 8 },
      { fault: "huge-dump", command: tree, after: 22, times: 1, commands: 4 },
      { fault: "never-idle", command: tree, after: 28, times: 1, commands: 4, milliseconds: 500 },
    ],
    found: { tree: /of \d+ screens have none/ },
    besides: ["actions", "text"],
  },
  "text that gets lost": { faults: [{ fault: "lost-characters" }], found: { text: /of 5 failed/ } },
  "another tool that has the tree": {
    faults: [{ fault: "held-tree" }],
    found: { tree: /\d+ of \d+ screens have none/, text: /the screen has no elements/ },
  },
  "a connection that goes again and again": {
    faults: [
      { fault: "gone", command: swipe, times: 1, milliseconds: 1_500 },
      { fault: "server-gone", command: swipe, after: 1, times: 1, milliseconds: 1_500 },
      { fault: "offline", command: "input draganddrop", times: 1, milliseconds: 1_500 },
      { fault: "unauthorized", command: "input keyevent 122", times: 1, milliseconds: 1_500 },
      { fault: "flapping", command: "input keyevent 93", times: 1 },
      { fault: "twin", command: "input keyevent 187", times: 1, milliseconds: 1_500 },
      { fault: "reboot", command: "reboot", times: 1 },
    ],
    found: { actions: /Device|recover/ },
    besides: ["text", "tree", "image", "recording", "cleaning", "snapshot", "reboot", "asFound"],
  },
  "dialogs, and a display that is off, turned or secret": {
    faults: [
      { fault: "system-anr", command: swipe, times: 1 },
      { fault: "app-anr", command: swipe, after: 1, times: 1, package: settings },
      { fault: "permission-dialog", command: "input draganddrop", times: 1, package: settings },
      { fault: "app-dialog", command: "input keyevent 93", times: 1, package: settings },
      { fault: "secure-window", command: "input tap", times: 1, commands: 10 },
      { fault: "turned", command: "input keyevent 187", times: 1, commands: 10 },
      { fault: "display-off", command: "input keyevent 224", after: 2, times: 1 },
    ],
    found: {},
    besides: ["actions", "tree", "image", "text"],
  },
  "a screen that is frozen": {
    faults: [{ fault: "frozen", command: "input keyevent 3", times: 1 }],
    // The host restarts a frozen device; the job may hear of that first, and end before the device can be cleaned.
    found: { actions: /ScreenFrozen|LeaseLost.*booted again|DeviceDisconnected/ },
    besides: ["text", "tree", "image", "recording", "cleaning", "asFound"],
  },
  "a device that never boots": {
    faults: [{ fault: "never-boots" }],
    found: { device: /has not seen it booted; .*still booting/ },
  },
};

it("knows every fault of virtual phones", () => {
  const named = Object.values(troubles).flatMap(({ faults }) => faults.map(({ fault }) => fault));
  expect(named.toSorted()).toEqual(faultNames.toSorted());
});

/** Two of them with every run of the tests: each takes half a minute. */
const always = new Set(["what a job survives", "text that gets lost"]);
const isAll = process.env.npm_lifecycle_event === "test:deep-doctor";

for (const [trouble, { faults, found, besides = [], passed }] of Object.entries(troubles)) {
  const runs = isAll || always.has(trouble);
  const name = `says honestly what came of ${trouble}${runs ? "" : " (skipped: npm run test:deep-doctor)"}`;
  const check = async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "drover-deep-faults-"));
    const faultScript = path.join(dir, "faults.json");
    await writeFile(faultScript, JSON.stringify({ seed: 1, faults }));
    const phones = await startPhones({ count: 1, dir, faultScript, rebootMilliseconds: 1_000 });
    try {
      const { parts } = await deepDoctor({
        adb: { host: "127.0.0.1", port: phones.adbPort },
        device: { serial: "emulator-5554", listed: "device" },
        reboots: true,
        drover: "0.0.0",
        interrupt: new AbortController().signal,
        onFound: () => undefined,
      });
      const failed = parts.filter(({ kind }) => kind === "failed");
      const surprising = failed.filter(({ part }) => !besides.includes(part));
      expect(Object.fromEntries(surprising.map(({ part, seen }) => [part, seen]))).toEqual(
        Object.fromEntries(Object.entries(found).map(([part, why]) => [part, expect.stringMatching(why)])),
      );
      if (passed !== undefined)
        expect(parts).toContainEqual(expect.objectContaining({ part: passed, kind: "passed" }));
      for (const finding of failed) expect(finding).toMatchObject({ remedy: expect.stringMatching(/\w{3}/) });
    } finally {
      await phones.close();
      await rm(dir, { recursive: true, force: true });
    }
  };
  it.skipIf(!runs)(name, check, 330_000);
}
