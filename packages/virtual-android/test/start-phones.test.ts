import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Adb } from "@devicefarmer/adbkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPhones } from "../src/start-phones.ts";

let dir = "";

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "phones-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe("startPhones", () => {
  it("shows its phones to an adb client under emulators' serials", async () => {
    const phones = await startPhones({ count: 3, dir: join(dir, "three") });
    try {
      const client = Adb.createClient({ host: "127.0.0.1", port: phones.adbPort });
      const devices = await client.listDevices();
      expect(devices.map((device: { readonly id: string }) => device.id)).toEqual([
        "emulator-5554",
        "emulator-5556",
        "emulator-5558",
      ]);
      expect(phones.serials).toEqual(devices.map((device: { readonly id: string }) => device.id));
    } finally {
      await phones.close();
    }
  });

  it("refuses a bad count, a directory it cannot make and a port in use, each by name", async () => {
    await expect(startPhones({ count: -1, dir })).rejects.toThrow(
      "count must be a whole number from 0 to 1000, not -1",
    );
    await expect(startPhones({ count: 1.5, dir })).rejects.toThrow("not 1.5");
    await writeFile(join(dir, "file"), "");
    await expect(startPhones({ count: 1, dir: join(dir, "file", "x") })).rejects.toThrow(
      "cannot be made or written",
    );
    const squatter = createServer().listen(0, "127.0.0.1");
    await once(squatter, "listening");
    const address = squatter.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await expect(startPhones({ count: 1, dir, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    squatter.close();
  });
});

describe("drover phones", () => {
  it("prints one JSON line when it is ready and ends with 0 on SIGTERM", async () => {
    const drover = resolve("bin/drover.js");
    const child = spawn(process.execPath, [drover, "phones", "--count", "2", "--dir", join(dir, "cli")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const [line] = await once(createInterface(child.stdout), "line");
    const ready: unknown = JSON.parse(String(line));
    expect(ready).toEqual({
      adbHost: "127.0.0.1",
      adbPort: expect.any(Number),
      serials: ["emulator-5554", "emulator-5556"],
    });
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});
