import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Adb } from "@devicefarmer/adbkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningPhones, startPhones } from "../../src/start-phones.ts";
import { openConsole } from "./console-client.ts";

let dir = "";
let phones: RunningPhones;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "console-"));
  phones = await startPhones({ count: 1, dir });
});
afterEach(async () => {
  await phones.close();
  await rm(dir, { recursive: true, force: true });
});

const portOf = (serial: string): number => {
  const found = phones.devices.list().find((attached) => attached.serial === serial);
  return Number(found?.device.properties().get("ro.virtual_android.console_port"));
};
const token = () => readFile(join(dir, ".emulator_console_auth_token"), "utf8");
async function knownConsole(serial = "emulator-5554") {
  const client = await openConsole(portOf(serial));
  expect(await client.ask(`auth ${await token()}`)).toContain("type 'help' for a list of commands");
  return client;
}
const serials = () => phones.devices.list().map(({ serial }) => serial);
const bluetooth = (at: number) =>
  phones.devices.list()[at]?.device.settings.get("global", "bluetooth_on") ?? null;

describe("a phone's console", () => {
  it("asks for the token in the file that it names, and does nothing without it", async () => {
    using client = await openConsole(portOf("emulator-5554"));
    expect(client.banner).toBe(
      `Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to authenticate\r\nAndroid Console: you can find your <auth_token> in \r\n'${join(dir, ".emulator_console_auth_token")}'\r\nOK\r\n`,
    );
    expect(await client.ask("avd snapshot save x")).toBe("KO: unknown command, try 'help'\r\n");
    expect(await client.ask("auth wrong")).toBe(
      "KO: authentication token does not match ~/.emulator_console_auth_token\r\n",
    );
    expect(await client.ask("avd snapshot list")).toMatch(/^KO: /);
    await client.ask(`auth ${await token()}`);
    expect(await client.ask("avd snapshot list")).toBe("There is no snapshot available.\r\nOK\r\n");
  });

  it("saves, lists, loads and deletes snapshots as the emulator's does", async () => {
    using client = await knownConsole();
    const [phone] = phones.phones;
    phone?.settings.put("global", "bluetooth_on", "1");
    expect(await client.ask("avd snapshot save before")).toBe("OK\r\n");
    phone?.settings.put("global", "bluetooth_on", "0");
    expect(await client.ask("avd snapshot list")).toMatch(
      /^List of snapshots present on all disks:\r\nID {8}TAG .*\r\n-- {8}before +\d+K \d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*\r\nOK\r\n$/,
    );
    expect(await client.ask("avd snapshot load before")).toBe("OK\r\n");
    expect(phone?.settings.get("global", "bluetooth_on")).toBe("1");
    expect(await client.ask("avd snapshot del before")).toBe("OK\r\n");
    expect(await client.ask("avd snapshot load before")).toBe(
      "KO: Device 'virtual' does not have the requested snapshot 'before'\r\n",
    );
  });

  it("says what it does not understand and goes on", async () => {
    using client = await knownConsole();
    expect(await client.ask("avd snapshot save")).toBe(
      "KO: Argument missing, try 'avd snapshot save <name>'\r\n",
    );
    expect(await client.ask("avd snapshot save ../../escape")).toMatch(/^KO: a snapshot's name is/);
    expect(await client.ask("fly")).toBe("KO: unknown command, try 'help'\r\n");
    expect(await client.ask("ping")).toBe("I am alive!\r\nOK\r\n");
    expect(await client.ask("kill")).toMatch(/^KO: this phone belongs to its server/);
  });

  it("forks further phones that adb shows, each apart, and ends one when it is told to", async () => {
    using client = await knownConsole();
    phones.phones[0]?.settings.put("global", "bluetooth_on", "1");
    await client.ask("avd snapshot save start");
    phones.phones[0]?.settings.put("global", "bluetooth_on", "0");
    expect(await client.ask("avd snapshot fork start")).toBe("emulator-5556\r\nOK\r\n");
    expect(await client.ask("avd snapshot fork start")).toBe("emulator-5558\r\nOK\r\n");
    const adb = Adb.createClient({ host: "127.0.0.1", port: phones.adbPort });
    const listed = await adb.listDevices();
    expect(listed.map(({ id }: { readonly id: string }) => id)).toEqual(serials());
    expect([bluetooth(0), bluetooth(1), bluetooth(2)]).toEqual(["0", "1", "1"]);
    using fork = await knownConsole("emulator-5558");
    expect(await fork.ask("kill")).toBe("OK: killing emulator, bye bye\r\n");
    await expect.poll(serials).toEqual(["emulator-5554", "emulator-5556"]);
    expect(await client.ask("avd snapshot fork start")).toBe("emulator-5558\r\nOK\r\n");
  });

  it("has its snapshots again after a restart, and no fork", async () => {
    {
      using client = await knownConsole();
      phones.phones[0]?.settings.put("global", "bluetooth_on", "1");
      await client.ask("avd snapshot save kept");
      await client.ask("avd snapshot fork kept");
    }
    await phones.close();
    phones = await startPhones({ count: 1, dir });
    expect(serials()).toEqual(["emulator-5554"]);
    phones.phones[0]?.settings.put("global", "bluetooth_on", "0");
    using client = await knownConsole();
    expect(await client.ask("avd snapshot load kept")).toBe("OK\r\n");
    expect(bluetooth(0)).toBe("1");
  });

  it("ends a session that sends a line without an end", async () => {
    using client = await openConsole(portOf("emulator-5554"));
    await expect(client.ask("x".repeat(10_000).padStart(20_000))).rejects.toThrow("the console has gone");
  });
});
