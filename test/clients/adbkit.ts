import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Adb } from "@devicefarmer/adbkit";
import adbkit from "@devicefarmer/adbkit/package.json" with { type: "json" };
import { must, type PhoneClient } from "./client-phone.ts";
import { freePort } from "./free-port.ts";
import { talkToPort } from "./talk-to-port.ts";

export const adbkitClient: PhoneClient = {
  name: `@devicefarmer/adbkit ${adbkit.version}`,
  connect: async ({ port }) => {
    const adb = Adb.createClient({ host: "127.0.0.1", port });
    return {
      phone: (serial) => {
        const device = adb.getDevice(serial);
        const shell = async (...command: readonly string[]): Promise<string> =>
          String(await Adb.util.readAll(await device.shell([...command])));
        return {
          list: async () => (await adb.listDevices()).map((device: { readonly id: string }) => device.id),
          size: async () => /\d+x\d+/.exec(await shell("wm", "size"))?.[0] ?? "",
          launch: async (packageName, activity) =>
            void (await device.startActivity({ component: `${packageName}/${activity}`, wait: true })),
          screenshot: async () => await Adb.util.readAll(await device.screencap()),
          tree: () => shell("uiautomator", "dump", "/dev/tty"),
          tap: async (x, y) => void (await shell("input", "tap", String(x), String(y))),
          type: async (text) => void (await shell("input", "text", text)),
          install: async (apk) =>
            must(await device.install(createReadStream(apk)), "the install was not acknowledged"),
          forward: async (far) => {
            const near = await freePort();
            await device.forward(`tcp:${near}`, `tcp:${far}`);
            must(
              (await device.listForwards()).some(
                (one: { readonly local: string }) => one.local === `tcp:${near}`,
              ),
              "not listed",
            );
            return talkToPort(near);
          },
          logcat: async (during) => {
            const log = await device.openLogcat({ clear: true });
            try {
              const entry = once(log, "entry", { signal: AbortSignal.timeout(60_000) });
              await during();
              return String((await entry)[0].message);
            } finally {
              log.end();
            }
          },
          reboot: async () => {
            await device.reboot();
            await device.waitForDevice();
            await device.waitBootComplete();
          },
        };
      },
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
