import { Readable } from "node:stream";
import { Adb, type Client } from "@devicefarmer/adbkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeviceRegistry } from "../../src/adb/device-registry.ts";
import { type AdbServer, startAdbServer } from "../../src/adb/start-adb-server.ts";
import { createFakeDevice } from "../shell/fake-device.ts";

let server: AdbServer;
let devices: DeviceRegistry;
let phone: ReturnType<typeof createFakeDevice>;
let client: Client;

beforeEach(async () => {
  devices = new DeviceRegistry();
  phone = createFakeDevice();
  devices.attach(phone.device);
  server = await startAdbServer({ devices });
  client = Adb.createClient({ host: "127.0.0.1", port: server.port });
});
afterEach(async () => {
  await server.close();
  await phone.device.close();
});

const shell = async (command: string): Promise<string> => {
  const stream = await client.getDevice("emulator-5554").shell(command);
  return (await Adb.util.readAll(stream)).toString("utf8");
};

describe("the ADB server seen by adbkit", () => {
  it("tells its version and lists its phones with what they are", async () => {
    expect(await client.version()).toBe(41);
    expect(await client.listDevices()).toEqual([{ id: "emulator-5554", type: "device" }]);
    expect(await client.listDevicesWithPaths()).toMatchObject([{ id: "emulator-5554", type: "device" }]);
  });

  it("runs shell commands with stdout and stderr in one stream", async () => {
    expect(await shell("echo 'it''s fine'; nosuch; echo $?")).toBe(
      "its fine\n/system/bin/sh: nosuch: inaccessible or not found\n127\n",
    );
  });

  it("pushes, stats, lists and pulls a file", async () => {
    const device = client.getDevice("emulator-5554");
    const body = Buffer.alloc(200_000, "drover ");
    const push = await device.push(Readable.from([body], { objectMode: false }), "/sdcard/new folder/a.bin");
    await new Promise((resolve, reject) => push.on("end", resolve).on("error", reject));
    expect((await device.stat("/sdcard/new folder/a.bin")).size).toEqual(200_000);
    expect((await device.readdir("/sdcard/new folder")).map((entry: { name: string }) => entry.name)).toEqual(
      ["a.bin"],
    );
    const pull = await device.pull("/sdcard/new folder/a.bin");
    const chunks: Buffer[] = [];
    for await (const chunk of pull) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(body)).toBe(true);
  });
});
