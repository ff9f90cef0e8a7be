import { readFile } from "node:fs/promises";
import { versions } from "../tools/versions.ts";
import { type Adb, AdbServerClient, AdbServerNodeTcpConnector } from "../tools/yume-chan-adb.ts";
import { type ClientPhone, must, type PhoneClient } from "./client-phone.ts";

/** Tango, which speaks with the server over a socket of its own and takes a picture by `framebuffer:`. */
export const yaWebadbClient: PhoneClient = {
  name: `@yume-chan/adb ${versions.yumeChanAdb}`,
  connect: async ({ port }) => {
    const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: "127.0.0.1", port }));
    return { phone: (serial) => phoneOf(client, serial), [Symbol.asyncDispose]: async () => {} };
  },
};

function phoneOf(client: AdbServerClient, serial: string): ClientPhone {
  let known: Promise<Adb> | null = null;
  const adb = (): Promise<Adb> => {
    known ??= client.createAdb({ serial });
    return known;
  };
  const shell = async (...command: readonly string[]): Promise<string> =>
    (await adb()).subprocess.noneProtocol.spawnWaitText([...command]);
  return {
    list: async () => (await client.getDevices()).map((device) => device.serial),
    size: async () => {
      const { width, height } = await (await adb()).framebuffer();
      return `${width}x${height}`;
    },
    launch: async (packageName, activity) =>
      void (await shell("am", "start", "-W", "-n", `${packageName}/${activity}`)),
    screenshot: async () => Buffer.from((await (await adb()).framebuffer()).data),
    tree: () => shell("uiautomator", "dump", "/dev/tty"),
    tap: async (x, y) => void (await shell("input", "tap", String(x), String(y))),
    type: async (text) => void (await shell("input", "text", text)),
    install: async (apk) => install(await adb(), await readFile(apk)),
    forward: async (far) => {
      const socket = await (await adb()).createSocket(`tcp:${far}`);
      try {
        const writer = socket.writable.getWriter();
        await writer.write(Buffer.from("hello"));
        const { value } = await socket.readable.getReader().read();
        return Buffer.from(value ?? []).toString();
      } finally {
        await socket.close();
      }
    },
    logcat: async (during) => {
      await during();
      return shell("logcat", "-d");
    },
    reboot: async () => {
      const { disconnected, power } = await adb();
      await power.reboot();
      await disconnected;
      known = null;
      await client.waitFor({ serial }, "device");
      while ((await (await adb()).getProp("sys.boot_completed")) !== "1");
    },
  };
}

/** Streamed, as the package manager of its makers does it. */
async function install(adb: Adb, apk: Buffer): Promise<void> {
  const { shellProtocol } = adb.subprocess;
  if (shellProtocol === undefined) throw new Error("the phone does not announce shell_v2");
  const command = ["cmd", "package", "install", "-r", "-S", String(apk.length)];
  const installing = await shellProtocol.spawn(command);
  const writer = installing.stdin.getWriter();
  await writer.write(apk);
  await writer.close();
  const said = installing.stdout.getReader();
  const { value } = await said.read();
  must((await installing.exited) === 0, Buffer.from(value ?? []).toString());
}
