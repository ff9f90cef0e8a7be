import { createHash } from "node:crypto";
import { recordedSerial } from "#shared/contracts/device/adb-transcript.ts";

/** What of a stranger's device is not kept, by the request that would tell it. */
const masks: readonly (readonly [asked: RegExp, mask: (answer: string) => string])[] = [
  [/\bcontent query\b/, (answer) => answer.replace(/^Row: .*(?:\n(?!Row: |__RC_).*)*/gm, maskedRow)],
  [/\bfind \/sdcard\//, (answer) => answer.replace(/(?<=\/sdcard\/).+/g, maskedPath)],
  [
    /\bgetprop\b/,
    (answer) =>
      answer.replace(
        /^(\[[^\]]*(?:serial|imei|meid|iccid|mac|uuid|ssid|hostname|operator|phone)[^\]]*\]: )\[.+\]$/gim,
        "$1[masked]",
      ),
  ],
  [
    /\bsettings list\b/,
    (answer) =>
      answer.replace(
        /^([\w.]*(?:android_id|advertising|bluetooth_(?:name|address)|device_name|phone|ssid|account)[\w.]*)=.+$/gim,
        "$1=masked",
      ),
  ],
  // Whatever listens on that port of the machine that replays it is another device's console.
  [/getprop ro\.virtual_android\.console_port/, (answer) => answer.replace(/^\d{4,5}$/gm, "")],
];

/** In every answer. */
const everywhere: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "person@example.invalid"],
  [/\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b/gi, "02:00:00:00:00:00"],
];

/** Keeps the names of columns and the ids, and of each value its shape. */
function maskedRow(row: string): string {
  return row.replace(/(?<=[ ,](?!_id=)[\w:]+=)(?:(?!, \w+=)[\s\S])*/g, (value) =>
    value === "NULL" ? value : value.replaceAll(/\p{L}/gu, "x").replaceAll(/\d/g, "0"),
  );
}

/** Directories that every device has. */
const common =
  /^(Alarms|Android|Audiobooks|DCIM|Documents|Download|Movies|Music|Notifications|Pictures|Podcasts|Recordings|Ringtones|data|media|obb)$/;

const maskedPath = (path: string): string =>
  path
    .split("/")
    .map((name) => (common.test(name) ? name : createHash("sha256").update(name).digest("hex").slice(0, 8)))
    .join("/");

/** The answer without what says whose device it is. What apps showed on their screens stays. */
export function maskAnswer(asked: string, answer: string, serial: string): string {
  let masked = answer;
  for (const [pattern, mask] of masks) if (pattern.test(asked)) masked = mask(masked);
  for (const [pattern, word] of everywhere) masked = masked.replace(pattern, word);
  return maskSerial(masked, serial);
}

export const maskSerial = (text: string, serial: string): string => text.replaceAll(serial, recordedSerial);
