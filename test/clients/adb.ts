import { spawnSync } from "node:child_process";
import type { PhoneClient } from "./client-phone.ts";
import { runProgram } from "./run-program.ts";
import { talkToPort } from "./talk-to-port.ts";

const { stdout, status } = spawnSync("adb", ["version"], { encoding: "utf8" });
/** There is an `adb` on the PATH. */
export const hasAdb = status === 0;
const version = hasAdb ? stdout.split("\n")[1]?.trim() : "none on the PATH";

/** Debian's adb, a process for each command. */
export const adbClient: PhoneClient = {
  name: `adb (${version})`,
  connect: async ({ port }) => {
    const server = async (...args: readonly string[]): Promise<string> =>
      (await runProgram("adb", ["-P", String(port), ...args])).toString();
    return {
      phone: (serial) => {
        const adb = (...args: readonly string[]) => server("-s", serial, ...args);
        return {
          list: async () =>
            [...(await server("devices")).matchAll(/^(\S+)\tdevice$/gm)].map(([, found = ""]) => found),
          size: async () => /\d+x\d+/.exec(await adb("shell", "wm", "size"))?.[0] ?? "",
          launch: async (packageName, activity) => {
            await adb("shell", "am", "start", "-W", "-n", `${packageName}/${activity}`);
          },
          screenshot: () =>
            runProgram("adb", ["-P", String(port), "-s", serial, "exec-out", "screencap", "-p"]),
          tree: () => adb("exec-out", "uiautomator", "dump", "/dev/tty"),
          tap: async (x, y) => void (await adb("shell", "input", "tap", String(x), String(y))),
          type: async (text) => void (await adb("shell", "input", "text", text)),
          install: async (apk) => void (await adb("install", "-r", "-g", apk)),
          forward: async (far) => {
            const near = Number(await adb("forward", "tcp:0", `tcp:${far}`));
            const answer = await talkToPort(near);
            await adb("forward", "--remove", `tcp:${near}`);
            return answer;
          },
          logcat: async (during) => {
            await during();
            return adb("logcat", "-d", "-v", "threadtime");
          },
          reboot: async () => {
            await adb("reboot");
            await adb(
              "wait-for-device",
              "shell",
              'while [ -z "$(getprop sys.boot_completed)" ]; do sleep 0.1; done',
            );
          },
        };
      },
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
