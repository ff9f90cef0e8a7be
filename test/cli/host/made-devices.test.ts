import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { madeDevices } from "#cli/host/made-devices.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-made-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const bell = `export default ({ defineScreen, text }) => ({
  packageName: "org.example.bell", label: "Bell", versionName: "1", versionCode: 1, icon: { name: "check", color: "#00796b" },
  launcherActivity: "org.example.bell/.Main",
  screens: [defineScreen({ component: "org.example.bell/.Main", initialState: () => ({}), render: () => ({ root: text("Ring", { size: 20 }) }) })],
});`;

it("[spec G6] makes virtual phones with a user's own apps, as slow as they are asked to be", async () => {
  await mkdir(path.join(dir, "apps", "bell"), { recursive: true });
  await writeFile(path.join(dir, "apps", "bell", "app.ts"), bell);
  const made = await madeDevices(
    {
      ...{ ephemeral: 2, deviceProvider: "virtual", adbHost: "127.0.0.1", adbPort: 5_037 },
      ...{ virtualApps: path.join(dir, "apps"), phoneLatency: "emulator" },
    },
    dir,
  );
  if (made === null) throw new Error("nothing was made");
  try {
    const [serial = ""] = made.settings.provider.capabilities.serials;
    await made.settings.provider.create({ serial });
    const device = new ServedDevice({ endpoint: made.adb, serial });
    const begun = performance.now();
    const [listed] = await device.read([
      ["pm", "list", "packages", "org.example"],
      ["input", "keyevent", "3"],
    ]);
    expect(listed?.output.trim()).toBe("package:org.example.bell");
    // An emulator's `input` alone takes 300 ms.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
  } finally {
    await made.close?.();
  }
});

it.each([
  [{ phoneLatency: "emulator" }, "--phone-latency"],
  [{ ephemeral: 1, virtualApps: "apps" }, "--virtual-apps"],
] as const)("refuses %j for devices that are no virtual phones", async (options, option) => {
  const others = { deviceProvider: "avd", adbHost: "127.0.0.1", adbPort: 5_037 } as const;
  await expect(madeDevices({ ...others, ...options }, dir)).rejects.toThrow(
    `The option ${option} is only for virtual phones.`,
  );
});
