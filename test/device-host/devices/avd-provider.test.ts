import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HostSetup } from "#cli/host/host-setup.ts";
import { systemdUnits } from "#cli/host/systemd-units.ts";
import { runSdk } from "#device-host/devices/android-sdk.ts";
import { avdProvider } from "#device-host/devices/avd-provider.ts";
import { prepareAvd } from "#device-host/devices/prepare-avd.ts";
import { fakeSdk } from "./fake-sdk.ts";

const image = "system-images;android-34;google_apis;x86_64";
const patience = { bootSeconds: 20, pollMilliseconds: 5 };
const setup: HostSetup = {
  ...{ hostId: "bench", stage: "prod", tenant: "acme", pool: "default", table: "t", bucket: "b" },
  ...{ region: "eu-central-1", dir: "/var/lib/drover", node: "/usr/bin/node", drover: "/opt/drover.js" },
  ...{ sdk: null, avdHome: "", group: null, credentials: { kind: "machine" }, emulators: 0, ephemeral: 4 },
};
let fake: Awaited<ReturnType<typeof fakeSdk>>;
beforeEach(async () => {
  fake = await fakeSdk();
});
afterEach(() => fake.remove());

const prepared = async () => {
  const keyboardFile = path.join(fake.dir, "keyboard.apk");
  await writeFile(keyboardFile, "apk");
  return prepareAvd(fake.sdk, { number: 0, image, keyboardFile }, patience);
};

describe("preparing an AVD", () => {
  it("boots it once, cold, and keeps it clean with the keyboard on it; a second time does nothing", async () => {
    expect(await prepared()).toBe(true);
    const calls = await fake.calls();
    expect(calls[0]).toBe(
      `avdmanager create avd --force --name drover-0 --package ${image} --device pixel_6`,
    );
    expect(calls[1]).toMatch(/^emulator -avd drover-0 -port 5554 -no-window .*-no-snapshot$/);
    expect(calls.slice(-5)).toEqual([
      `adb -s emulator-5554 install -r ${path.join(fake.dir, "keyboard.apk")}`,
      "adb -s emulator-5554 shell ime enable com.android.adbkeyboard/.AdbIME",
      "adb -s emulator-5554 shell settings put global hide_error_dialogs 1",
      "adb -s emulator-5554 emu avd snapshot save drover-clean",
      "adb -s emulator-5554 emu kill",
    ]);
    expect(await prepared()).toBe(false);
    expect(await fake.calls()).toEqual(calls);
  });

  it("waits for an image that says it has booted before its package manager answers", async () => {
    await prepared();
    const asked = (await fake.calls()).filter((call) => call.endsWith("pm path android"));
    expect(asked.length).toBe(2);
  });

  it("says what the emulator said when it does not start", async () => {
    await fake.refuse();
    await expect(prepared()).rejects.toThrow("requires hardware acceleration");
  });
});

describe("emulators for a job each", () => {
  it("[spec G6] run side by side from one AVD's clean snapshot, write into no disk, and end when told to", async () => {
    await prepared();
    const provider = avdProvider(fake.sdk);
    const serials = provider.capabilities.serials.slice(3, 5);
    expect(await Promise.all(serials.map((serial) => provider.create({ serial })))).toEqual(serials);
    const started = (await fake.calls()).filter((call) => call.startsWith("emulator ")).slice(1);
    for (const call of started)
      expect(call).toMatch(/-avd drover-0 .*-read-only -snapshot drover-clean -no-snapshot-save$/);
    expect(started.map((call) => /-port (\d+)/.exec(call)?.[1]).sort()).toEqual(["5560", "5562"]);
    await Promise.all(serials.map((serial) => provider.destroy(serial)));
    for (const serial of serials)
      expect(existsSync(path.join(fake.dir, "state", `${serial}.pid`))).toBe(false);
    await provider.destroy("emulator-5554");
  });

  it("are units of the system where that is said, which the host starts and stops by their names", async () => {
    await prepared();
    const sdk = { ...fake.sdk, emulatorUnits: true };
    const unit = systemdUnits(
      { ...setup, sdk: fake.dir, avdHome: fake.sdk.avdHome },
      { unitDir: "/u", configDir: "/c", user: "drover" },
    ).find((file) => file.path.endsWith("drover-emulator@.service"));
    vi.stubEnv("PATH", `${await fake.systemd(unit?.text ?? "")}:${process.env.PATH}`);
    const provider = avdProvider(sdk);
    expect(provider.capabilities.serials).toHaveLength(16);
    const [serial = ""] = provider.capabilities.serials.slice(3);
    expect(await provider.create({ serial })).toBe(serial);
    const calls = await fake.calls();
    expect(calls).toContain("systemctl start --wait --no-ask-password drover-emulator@5560.service");
    expect(calls).toContainEqual(
      expect.stringMatching(/^emulator -avd drover-0 -port 5560 .*-read-only -snapshot drover-clean/),
    );
    // One whose console does not answer cannot be asked to end.
    await rename(path.join(fake.dir, "platform-tools/adb"), path.join(fake.dir, "platform-tools/no-adb"));
    await provider.destroy(serial);
    expect(await fake.calls()).toContain("systemctl stop --no-ask-password drover-emulator@5560.service");
    await rename(path.join(fake.dir, "platform-tools/no-adb"), path.join(fake.dir, "platform-tools/adb"));
    await fake.refuse();
    await expect(provider.create({ serial: "emulator-5566" })).rejects.toThrow(
      /did not start: .*Job for drover-emulator@5566\.service failed/s,
    );
    vi.unstubAllEnvs();
  });

  it("are refused with the emulator's own words", async () => {
    const provider = avdProvider(fake.sdk);
    await expect(provider.create({ serial: "emulator-5554" })).rejects.toThrow("Unknown AVD name [drover-0]");
    await provider.destroy("emulator-5554");
  });
});

it("the stand-in SDK says no to what the real one does not know", async () => {
  await expect(runSdk(fake.sdk, "emulator", ["-headless"])).rejects.toThrow("unknown option: -headless");
  await expect(runSdk(fake.sdk, "adb", ["-s", "emulator-5554", "emu", "kill"])).rejects.toThrow("not found");
  await expect(runSdk(fake.sdk, "avdmanager", ["delete", "avd"])).rejects.toThrow(
    "unknown command delete avd",
  );
});
