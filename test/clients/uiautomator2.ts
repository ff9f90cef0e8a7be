import { writeFile } from "node:fs/promises";
import path from "node:path";
import { asKnown, type Client, exec, type Tried, tried } from "./client.ts";

const script = `
import sys, adbutils, uiautomator2 as u2
adb = adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1]))
print("devices", [d.serial for d in adb.device_list()])
d = adb.device(sys.argv[2])
print("shell", d.shell("wm size"))
print("picture", d.screenshot().size)
print("window", d.window_size())
`;
const server = `
import sys, adbutils, uiautomator2 as u2
d = u2.connect(adbutils.AdbClient(host="127.0.0.1", port=int(sys.argv[1])).device(sys.argv[2]))
print(d.info)
`;

/** Python's, by way of adbutils. Its server is an APK and a jar that run on the device: a virtual phone runs no Java. */
export const tryUiautomator2: Client = async ({ port, serial, dir }): Promise<readonly Tried[]> => {
  const packages = path.join(dir, "uiautomator2");
  const python = async (name: string, text: string): Promise<string> => {
    const file = path.join(dir, `try-${name}.py`);
    await writeFile(file, text);
    const env = { ...process.env, PYTHONPATH: packages, ANDROID_ADB_SERVER_PORT: String(port) };
    const { stdout } = await exec("python3", [file, String(port), serial], { env, timeout: 120_000 });
    return stdout.trim().replaceAll("\n", "; ");
  };
  const installed = await tried("uiautomator2", {
    "is installed by pip": async () => {
      const args = ["install", "--quiet", "--retries", "0", "--target", packages, "uiautomator2"];
      await exec("pip", args, { timeout: 400_000 });
      return "from PyPI";
    },
  });
  // A machine without a way to PyPI says nothing of it.
  if (installed.some(({ ok }) => !ok)) return asKnown(installed);
  const known = await tried("uiautomator2", { "adbutils under it": () => python("adbutils", script) });
  const own = await tried("uiautomator2", { "its own server on the device": () => python("server", server) });
  return [...installed, ...known, ...asKnown(own)];
};
