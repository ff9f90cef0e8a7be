import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { leastApiLevel, newestApiLevel } from "#device-host/devices/api-levels.ts";
import { type Finding, fail, ok, warn } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

/** Whether each attached device has booted an Android that a host works with. Nothing when the adb server does not answer: another check says so. */
export async function checkDevices(endpoint: AdbEndpoint): Promise<readonly Finding[]> {
  const listed = await listAttachedDevices(endpoint).catch(() => []);
  const ready = listed.filter(({ state }) => state === "device");
  return Promise.all(ready.map(({ serial }) => checkDevice(new ServedDevice({ endpoint, serial }))));
}

async function checkDevice(device: ServedDevice): Promise<Finding> {
  const { serial } = device;
  try {
    const asked = ["ro.build.version.sdk", "ro.build.version.release", "sys.boot_completed"];
    const said = await device.read(asked.map((name) => ["getprop", name]));
    const [sdk = "", release = "", booted = ""] = said.map(({ output }) => output.trim());
    const is = `${serial} has Android ${release} (API ${sdk})`;
    if (Number(sdk) < leastApiLevel)
      return fail("device", `${is}, which is too old`, `Use devices of API ${leastApiLevel} or later.`);
    if (booted !== "1")
      return warn(
        "device",
        `${is} and is still booting`,
        "Wait. If it does not finish, look at its screen or console.",
      );
    if (Number(sdk) > newestApiLevel)
      return warn(
        "device",
        `${is}, newer than any tested version`,
        `The newest tested version is API ${newestApiLevel}.`,
      );
    return ok("device", is);
  } catch (error) {
    return warn("device", `${serial} does not reply: ${because(error)}`, "Reconnect it, or reboot it.");
  }
}
