import { Adb } from "@devicefarmer/adbkit";
import { type Client, must, tried } from "./client.ts";

export const tryAdbkit: Client = async ({ port, serial }) => {
  const adb = Adb.createClient({ host: "127.0.0.1", port });
  const device = adb.getDevice(serial);
  const text = async (command: string): Promise<string> =>
    (await Adb.util.readAll(await device.shell(command))).toString();
  return tried("@devicefarmer/adbkit", {
    "lists one device": async () => {
      const list = await adb.listDevices();
      must(list.length === 1 && list[0]?.id === serial, JSON.stringify(list));
      return serial;
    },
    properties: async () => `${Object.keys(await device.getProperties()).length} of them`,
    shell: async () => (await text("wm size")).trim(),
    screencap: async () => {
      const png = await Adb.util.readAll(await device.screencap());
      must(png.subarray(1, 4).toString() === "PNG", "no PNG");
      return `${png.length} bytes`;
    },
    "lists packages": async () => `${(await device.getPackages()).length} of them`,
  });
};
