import type { VirtualDevice } from "../../../system/device.ts";
import { notificationKey, type PostedNotification } from "../../../system/telephony/notifications.ts";
import { packageUid } from "./describe-package.ts";

const SHELL_UID = 2000;

function uidOf(packageName: string, device: VirtualDevice): number {
  const entry = device.packages.list().find((one) => one.packageName === packageName);
  return entry === undefined || packageName === "com.android.shell" ? SHELL_UID : packageUid(entry, device);
}

export const keyOf = (one: PostedNotification, device: VirtualDevice): string =>
  notificationKey(one, uidOf(one.packageName, device));

/** NotificationRecord.dump; titles and texts only with `--noredact`, as Android has it. */
export function notificationRecord(one: PostedNotification, device: VirtualDevice, redacts: boolean): string {
  const key = keyOf(one, device);
  const { packageName, id, tag, channel = "default", ongoing = false } = one;
  const uid = uidOf(packageName, device);
  const string = (value: string) => (redacts ? `String [length=${value.length}]` : `String (${value})`);
  const flags = ongoing ? "0x2" : "0x10";
  return [
    `    NotificationRecord(0x0${uid.toString(16)}: pkg=${packageName} user=UserHandle{0} id=${id} tag=${tag} importance=3 key=${key}: Notification(channel=${channel} shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=${flags} color=0x00000000 vis=PRIVATE))`,
    `      uid=${uid} userId=0`,
    `      opPkg=${packageName}`,
    `      icon=Icon(typ=RESOURCE pkg=${packageName} id=0x0108004e)`,
    `      flags=${flags}`,
    "      pri=0",
    `      key=${key}`,
    "      seen=true",
    `      groupKey=${key}`,
    "      extras={",
    `          android.title=${string(one.title)}`,
    "          android.showWhen=Boolean (true)",
    `          android.text=${string(one.text)}`,
    "      }",
    `      when=${one.postedAtMilliseconds}`,
    `      stats=SingleNotificationStats{posttimeElapsedMs=0}`,
    `      mCreationTimeMs=${one.postedAtMilliseconds}`,
    "",
  ].join("\n");
}

/** `dumpsys notification [--noredact]`. */
export function dumpNotifications(args: readonly string[], device: VirtualDevice): string {
  const redacts = !args.includes("--noredact");
  const records = device.notifications.list().map((one) => notificationRecord(one, device, redacts));
  const zen =
    device.settings.get("global", "zen_mode") === "1" ? "ZEN_MODE_IMPORTANT_INTERRUPTIONS" : "ZEN_MODE_OFF";
  return [
    "Current Notification Manager state:",
    "  Notification List:",
    `${records.join("")}`,
    "  mArchive=Archive (0 notifications)",
    `  Zen Mode:\n    mInterruptionFilter=${zen === "ZEN_MODE_OFF" ? 1 : 2}\n    mZenMode=${zen}`,
    "",
  ].join("\n");
}
