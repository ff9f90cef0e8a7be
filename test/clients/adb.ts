import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Client, exec, must, tried } from "./client.ts";

const commands = 40;
const megabytes = 16;

/** Debian's adb, a process for each command. */
export const tryAdb: Client = async ({ port, serial, others, dir }) => {
  const version = (await exec("adb", ["version"])).stdout.split("\n")[1]?.trim() ?? "";
  const adb = async (...args: readonly string[]): Promise<string> =>
    (await exec("adb", ["-P", String(port), ...args], { timeout: 60_000, maxBuffer: 2 ** 26 })).stdout;
  const file = path.join(dir, "pushed.bin");
  await writeFile(file, Buffer.alloc(megabytes * 1_048_576, "drover"));
  return tried(`adb (${version})`, {
    "lists one device": async () => {
      const list = await adb("devices", "-l");
      must(list.includes(serial) && others.every((other) => !list.includes(other)), list);
      return serial;
    },
    shell: async () => {
      const began = performance.now();
      for (let count = 0; count < commands; count += 1) await adb("shell", "true");
      return `${Math.round((commands * 1_000) / (performance.now() - began))} commands a second`;
    },
    screencap: async () => {
      const { stdout } = await exec("adb", ["-P", String(port), "exec-out", "screencap", "-p"], {
        encoding: "buffer",
        maxBuffer: 2 ** 26,
      });
      must(stdout.subarray(1, 4).toString() === "PNG", "no PNG");
      return `${stdout.length} bytes`;
    },
    "push and pull": async () => {
      const began = performance.now();
      await adb("push", file, "/sdcard/clients.bin");
      const pushed = performance.now();
      await adb("pull", "/sdcard/clients.bin", `${file}.back`);
      const rate = (milliseconds: number): number => Math.round((megabytes * 1_000) / milliseconds);
      return `${rate(pushed - began)} and ${rate(performance.now() - pushed)} MB a second`;
    },
    "uiautomator dump": async () => {
      await adb("shell", "uiautomator", "dump", "/sdcard/window_dump.xml");
      const xml = await adb("exec-out", "cat", "/sdcard/window_dump.xml");
      must(xml.includes("<hierarchy"), xml.slice(0, 100));
      return `${xml.length} characters`;
    },
    forward: async () => {
      const near = (await adb("forward", "tcp:0", "localabstract:server")).trim();
      must((await adb("forward", "--list")).includes(near), "not listed");
      await adb("forward", "--remove", `tcp:${near}`);
      return `tcp:${near}`;
    },
    "reaches no other phone": async () => {
      const [other = "emulator-9"] = others;
      const said = await adb("-s", other, "shell", "id").catch((error: Error) => error.message);
      must(said.includes("alone"), said);
      return "refused";
    },
    "ends no server": async () => {
      await adb("kill-server").catch(() => "");
      must((await adb("get-state")).trim() === "device", "gone");
      return "refused";
    },
  });
};
