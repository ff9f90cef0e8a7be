import { writeFile } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "./run-program.ts";

const ownClient = path.join(import.meta.dirname, "uiautomator2_rpc.py");

/** What our own client of uiautomator2's protocol saw on a phone. */
export async function driveByRpc(port: number, serial: string): Promise<Readonly<Record<string, unknown>>> {
  const said = await runProgram("python3", [ownClient, String(port), serial], {}, 120_000);
  return JSON.parse(said.toString());
}

const script = `
import sys, adbutils, uiautomator2 as u2
adb = adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1]))
print("devices", [d.serial for d in adb.device_list()])
device = adb.device(sys.argv[2])
print("picture", device.screenshot().size)
d = u2.connect(device)
print("info", d.info["currentPackageName"])
d.app_start("com.android.settings")
d(text="Display").click(timeout=20)
print("found", d(text="Brightness level").wait(timeout=20), len(d.dump_hierarchy()) > 0)
`;

/** Openatx's own client with its `u2.jar`, unmodified, where pip finds it. */
export async function tryUiautomator2(port: number, serial: string, dir: string): Promise<string> {
  const packages = path.join(dir, "uiautomator2");
  const install = ["install", "--quiet", "--retries", "0", "--target", packages, "uiautomator2"];
  const installed = await runProgram("pip", install, {}, 400_000).catch((error: Error) => error);
  // A machine without a way to PyPI says nothing of it.
  if (installed instanceof Error) return `not tried: ${installed.message.split("\n").at(-2)}`;
  const file = path.join(dir, "drive.py");
  await writeFile(file, script);
  const said = await runProgram("python3", [file, String(port), serial], { PYTHONPATH: packages });
  return said.toString().trim().replaceAll("\n", "; ");
}
