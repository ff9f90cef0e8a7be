import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPhones } from "@drover/virtual-android";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkAdbLoad } from "#cli/host/checks/check-adb-load.ts";
import { checkClock } from "#cli/host/checks/check-clock.ts";
import { checkCredentials } from "#cli/host/checks/check-credentials.ts";
import { checkDevices } from "#cli/host/checks/check-devices.ts";
import { checkDisk } from "#cli/host/checks/check-disk.ts";
import { checkEmulators } from "#cli/host/checks/check-emulators.ts";
import { checkGuestNetwork } from "#cli/host/checks/check-guest-network.ts";
import { checkKeyboards } from "#cli/host/checks/check-keyboards.ts";
import { checkKvm } from "#cli/host/checks/check-kvm.ts";
import { checkUiServer } from "#cli/host/checks/check-ui-server.ts";
import { installedHost } from "#cli/host/installed-settings.ts";
import { prepareAvd } from "#device-host/devices/prepare-avd.ts";
import { fakeSdk } from "../../device-host/devices/fake-sdk.ts";
import { writeServerApks } from "../../device-host/ui-server/stand-in-server.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-doctor-"));
});
afterAll(() => rm(dir, { recursive: true }));

const gigabytes = (count: number) => async () => count * 1_073_741_824;

describe("drover hosts doctor", () => {
  it("tells a machine without KVM from one whose user may not use it, each with what to do", async () => {
    expect(await checkKvm(path.join(dir, "kvm"), "linux")).toMatchObject({
      status: "fail",
      remedy: expect.stringContaining("nested virtualisation"),
    });
    await writeFile(path.join(dir, "kvm"), "");
    expect(await checkKvm(path.join(dir, "kvm"), "linux")).toMatchObject({ status: "ok" });
    expect(await checkKvm(path.join(dir, "none"), "darwin")).toMatchObject({ status: "ok" });
  });

  it("says how much room is left, and when that is too little for emulators or for any work", async () => {
    expect(await checkDisk(dir, gigabytes(100))).toMatchObject({
      status: "ok",
      detail: `100.0 GB free in ${dir}`,
    });
    expect(await checkDisk(dir, gigabytes(5))).toMatchObject({ status: "warn" });
    expect(await checkDisk(dir, gigabytes(0.5))).toMatchObject({
      status: "fail",
      remedy: expect.stringContaining("space"),
    });
    expect(await checkDisk(path.join(dir, "none"))).toMatchObject({ status: "fail" });
  });

  it("says where Appium's server is, how to install it, and nothing where it is never used", () => {
    const apks = writeServerApks(dir);
    expect(checkUiServer({ DROVER_UI_SERVER_APKS: apks })).toMatchObject([{ status: "ok" }]);
    const missing = checkUiServer({ DROVER_UI_SERVER_APKS: path.join(dir, "none") });
    expect(missing).toMatchObject([
      { status: "warn", remedy: expect.stringContaining("npm install --global appium-uiautomator2-server") },
    ]);
    expect(checkUiServer({ DROVER_UI_SERVER: "never" })).toEqual([]);
  });

  it("misses programs of the SDK, emulators, and clean snapshots", async () => {
    const fake = await fakeSdk();
    try {
      const said = (wanted?: number) =>
        checkEmulators(fake.sdk, wanted).map(({ status, detail }) => `${status} ${detail}`);
      expect(said()).toEqual([`ok ${fake.dir}`, `warn none in ${fake.sdk.avdHome}`]);
      await writeFile(path.join(fake.sdk.avdHome, "drover-0.ini"), "");
      expect(said().at(-1)).toBe("fail without a clean snapshot: drover-0");
      const image = "system-images;android-34;google_apis;x86_64";
      await prepareAvd(
        fake.sdk,
        { number: 0, image, keyboardFile: null },
        { bootSeconds: 20, pollMilliseconds: 5 },
      );
      expect(said().at(-1)).toBe("ok 1 with a clean snapshot");
      expect(said(2).at(-1)).toBe(`fail 1 of 2 in ${fake.sdk.avdHome}`);
      expect(checkEmulators({ ...fake.sdk, root: dir }, undefined)).toMatchObject([
        { status: "fail", remedy: expect.stringContaining("sdkmanager") },
      ]);
    } finally {
      await fake.remove();
    }
  });

  it("holds this machine's clock against what the service says, as far as signatures allow", async () => {
    const service = createServer((_request, response) => {
      response.sendDate = false;
      response.setHeader("date", new Date("2026-11-22T12:00:00Z").toUTCString());
      response.end();
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const at = (time: string) =>
      checkClock({ region: "eu-central-1", endpoints: { dynamodb: url } }, () => Date.parse(time));
    expect(await at("2026-11-22T12:00:04Z")).toMatchObject({ status: "ok" });
    expect(await at("2026-11-22T11:59:00Z")).toMatchObject({
      status: "warn",
      detail: expect.stringContaining("60 s behind"),
    });
    expect(await at("2026-11-22T12:05:01Z")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("AWS refuses its signatures"),
      remedy: expect.stringContaining("set-ntp"),
    });
    await new Promise((resolve) => service.close(resolve));
    expect(await at("2026-11-22T12:00:00Z")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("no answer"),
    });
  });

  it("says what is wrong with keys that reach no table", async () => {
    const aws = {
      region: "eu-central-1",
      endpoints: { dynamodb: "http://127.0.0.1:9" },
      credentials: { accessKeyId: "x", secretAccessKey: "y" },
    };
    expect(await checkCredentials(aws, { tenant: "acme", table: "t", hostId: "h" })).toMatchObject({
      status: "fail",
      remedy: expect.stringContaining("drover:tenant"),
    });
  });

  it("warns of more devices behind one adb server than it serves well", async () => {
    const listed = (count: number) =>
      Array.from({ length: count }, (_, number) => `emulator-${5_554 + 2 * number} device\n`).join("");
    let count = 16;
    const adb = createTcpServer((socket) => {
      socket.once("data", () => {
        const text = listed(count);
        socket.end(`OKAY${text.length.toString(16).padStart(4, "0")}${text}`);
      });
    });
    await new Promise<void>((resolve) => adb.listen(0, "127.0.0.1", resolve));
    const endpoint = { host: "127.0.0.1", port: (adb.address() as AddressInfo).port };
    expect(await checkAdbLoad(endpoint)).toMatchObject([{ status: "ok" }]);
    count = 17;
    expect(await checkAdbLoad(endpoint)).toMatchObject([
      {
        status: "warn",
        detail: expect.stringContaining("17 devices behind"),
        remedy: expect.stringContaining("drover hosts install"),
      },
    ]);
    await new Promise((resolve) => adb.close(resolve));
    expect(await checkAdbLoad(endpoint)).toEqual([]);
  });

  it("asks each adb server that was installed", async () => {
    const config = path.join(dir, "installed");
    await mkdir(config);
    const file = path.join(config, "host.env");
    await writeFile(file, "DROVER_TENANT='acme'\nDROVER_POOL='bench'\n");
    for (const shard of [1, 0])
      await writeFile(path.join(config, `shard-${shard}.env`), `DROVER_ADB_PORT='${5_037 + shard}'\n`);
    expect(installedHost(file)).toEqual({
      environment: { DROVER_TENANT: "acme", DROVER_POOL: "bench" },
      adbPorts: [5_037, 5_038],
    });
    expect(installedHost(path.join(config, "none.env"))).toEqual({ environment: {}, adbPorts: [] });
  });

  it("tries from each emulator whether an app there reaches the adb server or the machine's role", async () => {
    const phones = await startPhones({ count: 3, dir: path.join(dir, "guests") });
    try {
      const adb = { host: "127.0.0.1", port: phones.adbPort };
      const [, open, half] = phones.phones;
      if (open === undefined || half === undefined) throw new Error("there are no three phones");
      open.faults.reachable = [`10.0.2.2:${phones.adbPort}`, "169.254.169.254:80"];
      half.faults.reachable = ["10.0.2.2:1", "169.254.169.254:80"];
      const remedy = expect.stringContaining("--system");
      expect(await checkGuestNetwork(adb)).toMatchObject([
        { status: "ok", detail: "emulator-5554 reaches neither this adb server nor the machine's role" },
        {
          status: "fail",
          detail: `an app on emulator-5556 reaches 10.0.2.2 ${phones.adbPort} and 169.254.169.254 80`,
          remedy,
        },
        { status: "fail", detail: "an app on emulator-5558 reaches 169.254.169.254 80", remedy },
      ]);
      half.faults.offline = true;
      expect((await checkGuestNetwork(adb))[2]).toMatchObject({ status: "ok" });
    } finally {
      await phones.close();
    }
    expect(await checkGuestNetwork({ host: "127.0.0.1", port: phones.adbPort })).toEqual([]);
  });

  it("names devices that have not booted, and those that have no ADBKeyboard", async () => {
    const phones = await startPhones({ count: 2, dir: path.join(dir, "phones") });
    try {
      const adb = { host: "127.0.0.1", port: phones.adbPort };
      expect(await checkKeyboards(adb)).toMatchObject([
        { status: "ok", detail: "2 of 2 devices type any text" },
      ]);
      const [, other] = phones.phones;
      if (other === undefined) throw new Error("there is no second phone");
      other.faults.neverBoots = true;
      expect(await checkDevices(adb)).toMatchObject([
        { status: "ok", detail: "emulator-5554 has Android 14 (API 34)" },
        { status: "warn", detail: "emulator-5556 has Android 14 (API 34) and is still booting" },
      ]);
      vi.spyOn(other.packages, "list").mockReturnValue([]);
      expect(await checkKeyboards(adb)).toMatchObject([
        {
          status: "warn",
          detail: expect.stringContaining("1 of 2 devices type any text; emulator-5556 has no ADBKeyboard"),
        },
      ]);
    } finally {
      await phones.close();
    }
    expect(await checkKeyboards({ host: "127.0.0.1", port: phones.adbPort })).toEqual([]);
  });
});
