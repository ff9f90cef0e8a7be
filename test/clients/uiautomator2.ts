import { writeFile } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "./run-program.ts";

const script = `
import sys, adbutils, uiautomator2 as u2
adb = adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1]))
print("devices", [d.serial for d in adb.device_list()])
d = adb.device(sys.argv[2])
print("shell", d.shell("wm size"))
print("picture", d.screenshot().size)
print("window", d.window_size())
`;

/** Python's way to a phone, adbutils. The server of uiautomator2 is an APK and a jar that run on the device: a virtual phone runs no Java. */
export async function tryAdbutils(port: number, serial: string, dir: string): Promise<string> {
  const packages = path.join(dir, "uiautomator2");
  const install = ["install", "--quiet", "--retries", "0", "--target", packages, "uiautomator2"];
  const installed = await runProgram("pip", install, {}, 400_000).catch((error: Error) => error);
  // A machine without a way to PyPI says nothing of it.
  if (installed instanceof Error) return `not tried: ${installed.message.split("\n").at(-2)}`;
  const file = path.join(dir, "adbutils.py");
  await writeFile(file, script);
  const said = await runProgram("python3", [file, String(port), serial], { PYTHONPATH: packages });
  return said.toString().trim().replaceAll("\n", "; ");
}
