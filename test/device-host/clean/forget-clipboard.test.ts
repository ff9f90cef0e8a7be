import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPhones } from "@drover/virtual-android";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import { forgetClipboard } from "#device-host/clean/forget-clipboard.ts";

const levels = [28, 29, 30, 31, 33, 34] as const;
let dir: string;
let running: Awaited<ReturnType<typeof startPhones>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "drover-clipboard-"));
  running = await startPhones({ count: levels.length, dir, apiLevels: levels });
});
afterAll(async () => {
  await running.close();
  await rm(dir, { recursive: true, force: true });
});

it.each([...levels.entries()])(
  "[fault C17] the clipboard of phone %i, API level %i, is empty afterwards",
  async (index, level) => {
    const phone = running.phones[index];
    const adb = new ServedDevice({
      endpoint: { host: "127.0.0.1", port: running.adbPort },
      serial: running.serials[index] ?? "",
    });
    phone?.clipboard.set("a job's password");
    await adb.write(forgetClipboard(level));
    expect(phone?.clipboard.get()).toBeNull();
  },
);

it("is left alone where Android has no call for it", () => {
  expect(forgetClipboard(27)).toEqual([]);
});
