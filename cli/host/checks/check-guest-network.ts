import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { type Finding, fail, ok, warn } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

const remedy =
  "Install the host with --system: its emulators then get their own user and firewall rules (docs/hosts.md).";

/** Whether an app in an emulator reaches the adb server, and by it every device, or the machine's role: tried from there. */
export async function checkGuestNetwork(endpoint: AdbEndpoint): Promise<readonly Finding[]> {
  const listed = await listAttachedDevices(endpoint).catch(() => []);
  const emulators = listed.filter(
    ({ serial, state }) => state === "device" && serial.startsWith("emulator-"),
  );
  return Promise.all(
    emulators.map(({ serial }) => checkGuest(new ServedDevice({ endpoint, serial }), endpoint.port)),
  );
}

async function checkGuest(device: ServedDevice, adbPort: number): Promise<Finding> {
  // 10.0.2.2 is the machine's own loopback (developer.android.com/studio/run/emulator-networking).
  const asked = [`10.0.2.2 ${adbPort}`, "169.254.169.254 80"] as const;
  const unsure = (why: string): Finding =>
    warn("guest network", `${device.serial} ${why}`, "Try 'nc' there manually.");
  try {
    // toybox's nc ends with 0 when somebody listens, with 1 when nobody does or answers in time.
    const tried = await device.read(
      asked.map((place) => ["sh", "-c", `nc -w 2 -q 1 ${place} </dev/null`] as const),
    );
    if (tried.some(({ code }) => code !== 0 && code !== 1)) return unsure("has no 'nc' to test with");
    const reached = asked.filter((_place, at) => tried[at]?.code === 0);
    if (reached.length === 0)
      return ok("guest network", `${device.serial} reaches neither this adb server nor the machine's role`);
    return fail("guest network", `an app on ${device.serial} reaches ${reached.join(" and ")}`, remedy);
  } catch (error) {
    return unsure(`does not reply: ${because(error)}`);
  }
}
