import { PackageName } from "../../contracts/values/package-name.ts";
import { DroverError } from "../../errors/drover-error.ts";
import type { Argv, DevicePort } from "../device-port.ts";
import { startActivity } from "./start-activity.ts";

/** Names the activity behind the launcher icon, `package/.Activity` on the last line. */
const launcherActivity = (packageName: string): Argv => [
  "cmd",
  "package",
  "resolve-activity",
  "--brief",
  "-a",
  "android.intent.action.MAIN",
  "-c",
  "android.intent.category.LAUNCHER",
  // Checked again, so that it can never be taken for an option.
  PackageName.parse(packageName),
];
const component = /^[A-Za-z][\w.]*\/[\w.$]+$/;

/** A fresh task in front, as the launcher does it. */
const launch = (activity: string): Argv => [
  "am",
  "start",
  "-a",
  "android.intent.action.MAIN",
  "-c",
  "android.intent.category.LAUNCHER",
  "-f",
  "0x10200000",
  "-n",
  activity,
];

/** Throws AppNotFound when no app of that name can be opened. */
export async function launchApp(packageName: string, device: DevicePort): Promise<void> {
  const [resolved] = await device.read([launcherActivity(packageName)]);
  const activity = resolved?.output
    .split("\n")
    .map((line) => line.trim())
    .findLast((line) => component.test(line));
  if (activity === undefined) {
    throw new DroverError("AppNotFound", `No app '${packageName}' that can be opened is installed.`, {
      details: { package: packageName, output: resolved?.output.slice(0, 200) },
    });
  }
  await startActivity(device, launch(activity));
}
