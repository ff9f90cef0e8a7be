import { adbKeyboard } from "#device-host/actions/enter-text.ts";
import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { type Finding, ok, warn } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

const install =
  "Install ADBKeyboard there: adb -s <serial> install keyboardservice-debug.apk (docs/hosts.md)";

/** Text beyond ASCII is typed by ADBKeyboard alone (docs/faults.md C7). Nothing when the adb server does not answer: another check says so. */
export async function checkKeyboards(endpoint: AdbEndpoint): Promise<readonly Finding[]> {
  const devices = await listAttachedDevices(endpoint).catch(() => null);
  if (devices === null) return [];
  const ready = devices.filter(({ state }) => state === "device");
  if (ready.length === 0)
    return [warn("keyboard", "no device is attached", "Attach one, or start an emulator.")];
  const without: string[] = [];
  for (const { serial } of ready) {
    const why = await missing(new ServedDevice({ endpoint, serial }));
    if (why !== null) without.push(`${serial} ${why}`);
  }
  const typed = `${ready.length - without.length} of ${ready.length} devices type any text`;
  return [
    without.length === 0
      ? ok("keyboard", typed)
      : warn("keyboard", `${typed}; ${without.join("; ")}`, install),
  ];
}

async function missing(device: ServedDevice): Promise<string | null> {
  try {
    const [listed] = await device.read([["ime", "list", "-a", "-s"]]);
    return listed?.output.split("\n").some((line) => line.trim() === adbKeyboard) === true
      ? null
      : "has no ADBKeyboard";
  } catch (error) {
    return `does not reply: ${because(error)}`;
  }
}
