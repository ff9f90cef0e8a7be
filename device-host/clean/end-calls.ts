import type { ShellCommand } from "#shared/actions/device-port.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";

const callStates: ShellCommand = {
  pipeline: [
    ["dumpsys", "telephony.registry"],
    ["grep", "mCallState="],
  ],
};
const glances = 10;
const glanceMilliseconds = 300;

/**
 * Hangs up. The key for it is pressed during a call only: at any other time it switches the screen off. False: the call continues.
 */
export async function endCalls(adb: AdbDevice, clock: HostClock): Promise<boolean> {
  if (!(await isInCall(adb))) return true;
  await adb.writeAll([input.keys(keyCode.end_call)]);
  for (let glance = 0; glance < glances; glance += 1) {
    if (!(await isInCall(adb))) return true;
    await clock.wait(glanceMilliseconds);
  }
  return false;
}

/** Each SIM's `mCallState` is 0 idle, 1 ringing, 2 off hook (Android 5 and later). */
async function isInCall(adb: AdbDevice): Promise<boolean> {
  const [states] = await adb.read([callStates]);
  return /mCallState=[12]\b/.test(states?.output ?? "");
}
