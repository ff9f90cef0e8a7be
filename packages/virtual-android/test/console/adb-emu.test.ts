import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPhones } from "../../src/start-phones.ts";

const installed = spawnSync("adb", ["version"]).status === 0;
let home = "";
const token = () => join(home, ".emulator_console_auth_token");

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "home-"));
  vi.stubEnv("HOME", home);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What `adb emu avd name` says of a phone whose console listens where its serial says. */
async function avdName(): Promise<string> {
  const phones = await startPhones({ count: 0, dir: join(home, "phones"), consolesBySerial: true });
  const serial = `emulator-${await freePort()}`;
  try {
    await phones.start(serial);
    const { stdout } = await promisify(execFile)(
      "adb",
      ["-P", String(phones.adbPort), "-s", serial, "emu", "avd", "name"],
      { timeout: 20_000 },
    );
    return stdout.replace(serial, "SERIAL");
  } finally {
    await phones.close();
  }
}

describe.runIf(installed)("adb emu", () => {
  it("finds the token of a phone's console in the home directory", async () => {
    expect(await avdName()).toBe("SERIAL\r\nOK\r\n");
    expect(await readFile(token(), "utf8")).not.toBe("");
  });

  it("goes by the user's own token, which stays as it is", async () => {
    await writeFile(token(), "of the user");
    expect(await avdName()).toBe("SERIAL\r\nOK\r\n");
    expect(await readFile(token(), "utf8")).toBe("of the user");
  });
});

describe("consoles on free ports", () => {
  it("leave the home directory alone", async () => {
    const phones = await startPhones({ count: 1, dir: join(home, "phones") });
    await phones.close();
    expect(await readdir(home)).toEqual(["phones"]);
  });
});
