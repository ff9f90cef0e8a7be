import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPhones } from "@drover/virtual-android";
import { expect, it } from "vitest";
import { notTried, python } from "../find-python.ts";
import { driveByRpc } from "./uiautomator2.ts";

it.skipIf(python === null)(
  `a client in Python's standard library drives a phone by uiautomator2's protocol, over a forwarded port${notTried}`,
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "drover-u2-"));
    const phones = await startPhones({ count: 1, dir });
    try {
      expect(await driveByRpc(phones.adbPort, phones.serials[0] ?? "")).toEqual({
        ping: "pong",
        device: expect.objectContaining({ currentPackageName: "com.android.settings", sdkInt: 34 }),
        ...{ dump: true, scrolled: true, clicked: true, opened: true, ended: true },
        typed: [true, "Żółć"],
        missing: {
          code: -32_001,
          message: "androidx.test.uiautomator.UiObjectNotFoundException",
          data: "UiSelector[TEXT=Nothing]",
        },
      });
    } finally {
      await phones.close();
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
