import { upToDate } from "../../../apps/music/music-session.ts";
import type { VirtualDevice } from "../../../system/device.ts";
import { packageUid } from "./describe-package.ts";

const ACTIONS = 823;

/** `dumpsys media_session`: what plays, newest first. */
export function dumpMediaSessions(device: VirtualDevice): string {
  const sessions = device.mediaSessions.map((session) => upToDate(session, device));
  const [first] = sessions;
  const uids = new Map(device.packages.list().map((entry) => [entry.packageName, packageUid(entry, device)]));
  const lines = sessions.flatMap(({ packageName, isPlaying, positionMilliseconds, title, artist, album }) => [
    `    ${packageName} ${packageName}/${packageName} (userId=0)`,
    `      ownerPid=${device.activities.running().find((one) => one.packageName === packageName)?.pid ?? 0}, ownerUid=${uids.get(packageName) ?? 0}, userId=0`,
    `      package=${packageName}`,
    "      active=true",
    `      state=PlaybackState {state=${isPlaying ? "PLAYING(3)" : "PAUSED(2)"}, position=${Math.round(positionMilliseconds)}, buffered position=0, speed=${isPlaying ? "1.0" : "0.0"}, updated=0, actions=${ACTIONS}, custom actions=[], active item id=-1, error=null}`,
    `      metadata: size=3, description=${title}, ${artist}, ${album}`,
    "",
  ]);
  return [
    "MEDIA SESSION SERVICE (dumpsys media_session)",
    "",
    `${sessions.length} sessions listeners.`,
    "User Records:",
    `  Media button session is ${first === undefined ? "null" : `${first.packageName}/${first.packageName} (userId=0)`}`,
    `  Sessions Stack - have ${sessions.length} sessions:`,
    ...lines,
    "",
  ].join("\n");
}
