import * as z from "zod";
import type { ShellCommand } from "#shared/agent/actions/device-port.ts";
import { input, keyCode } from "#shared/agent/actions/input-commands.ts";
import type { DeviceId } from "#shared/contracts/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { pm } from "../adb/android-commands.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";
import type { HostClock } from "../host-clock.ts";

/** What comes to a device from outside, whether a job opened its app or not: who keeps it, and which apps show and announce it. */
const kinds = {
  message: {
    uri: "content://sms",
    apps: ["com.android.messaging", "com.google.android.apps.messaging", "com.android.providers.telephony"],
  },
  call: {
    uri: "content://call_log/calls",
    apps: ["com.android.dialer", "com.google.android.dialer", "com.android.providers.contacts"],
  },
} as const;
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as readonly Kind[];

/** The newest row of each kind; null: the device has no such provider, or its shell may not read it. */
const Newest = z.record(z.enum(["message", "call"]), z.int().min(0).nullable());
type Newest = z.infer<typeof Newest>;

/** `Row: 0 _id=12` */
const newestRow = (kind: Kind): ShellCommand => ({
  pipeline: [
    ["content", "query", "--uri", kinds[kind].uri, "--projection", "_id", "--sort", "_id DESC"],
    ["grep", "-m", "1", "-E", "^(Row: 0 _id=|No result found)"],
  ],
});

async function readNewest(adb: AdbDevice): Promise<Newest> {
  const [message, call] = await adb.read(allKinds.map(newestRow));
  return { message: parseNewest(message?.output ?? ""), call: parseNewest(call?.output ?? "") };
}

function parseNewest(output: string): number | null {
  if (output.startsWith("No result found")) return 0;
  const id = /^Row: 0 _id=(\d{1,15})\s*$/.exec(output.trim())?.[1];
  return id === undefined ? null : Number(id);
}

const noteOf = (deviceId: DeviceId): string => `${deviceId}#arrivals`;

/** Takes what has come to the device so far for nobody's: what comes later is its next job's. */
export async function noteArrivals(
  adb: AdbDevice,
  journal: CommandJournal,
  deviceId: DeviceId,
): Promise<void> {
  journal.setNote(noteOf(deviceId), JSON.stringify(await readNewest(adb)));
}

/** The kinds of which something came since that was noted. */
export async function arrivedSince(
  adb: AdbDevice,
  journal: CommandJournal,
  deviceId: DeviceId,
): Promise<readonly Kind[]> {
  const noted = Newest.safeParse(JSON.parse(journal.note(noteOf(deviceId)) ?? "null")).data;
  if (noted === undefined) return [];
  const now = await readNewest(adb);
  return allKinds.filter((kind) => noted[kind] !== null && (now[kind] ?? 0) > (noted[kind] ?? 0));
}

/** What has come is cleared with the apps that keep it, which begin to count anew: what they hold then came meanwhile. */
export async function arrivalsLeft(adb: AdbDevice, cleared: readonly Kind[]): Promise<readonly string[]> {
  const now = await readNewest(adb);
  return cleared.filter((kind) => (now[kind] ?? 0) > 0).map((kind) => `a ${kind} that came`);
}

/** The apps on the device that have to be cleared then. */
export async function keepersOf(adb: AdbDevice, arrived: readonly Kind[]): Promise<readonly string[]> {
  const names = arrived.flatMap((kind) => kinds[kind].apps);
  if (names.length === 0) return [];
  const paths = await adb.read(names.map((name) => pm.path(name)));
  return names.filter((_, index) => paths[index]?.output.startsWith("package:") === true);
}

const callStates: ShellCommand = {
  pipeline: [
    ["dumpsys", "telephony.registry"],
    ["grep", "mCallState="],
  ],
};
const glances = 10;
const glanceMilliseconds = 300;

/**
 * Hangs up. The key for it is pressed during a call only: at any other time it switches the screen off. False: the call goes on.
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
