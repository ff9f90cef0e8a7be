import * as z from "zod";
import type { AppFacts } from "../../contracts/device-facts.ts";
import { PackageName } from "../../contracts/package-name.ts";
import { SafeText } from "../../contracts/safe-text.ts";
import { findApp } from "../../domain/find-app.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { defineAction, once } from "./action-definition.ts";
import type { Argv } from "./device-port.ts";
import { startActivity } from "./start-activity.ts";

const parameters = z.strictObject({ app: SafeText.trim().min(1).max(223) });
const device = z.strictObject({ package: PackageName });

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
  // Checked once more, so that it can never be taken for an option.
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

function packageOf(app: string, apps: readonly AppFacts[]): string {
  const found = findApp(app, apps);
  if (found.package !== null) return found.package;
  // Packages, because a label may be any text that its maker wants a model to read.
  const packages = found.near.map(({ package: name }) => name).join(", ");
  const problem = found.several
    ? `Several apps are named '${app}': give the package of the one you mean, which is one of ${packages}.`
    : `No app '${app}' is installed.${packages === "" ? "" : ` Did you mean ${packages}?`}`;
  throw new DroverError("AppNotFound", problem, { details: { app } });
}

export const openApp = defineAction({
  name: "open_app",
  description: "By name or package.",
  parameters,
  aliases: ["launch_app", "launch", "start_app", "open"],
  kind: "apps",
  capability: "apps",
  device,
  aims: () => ({ at: "anywhere" }),
  inWords: ({ app }) => `open ${app}`,
  resolve: ({ app }, { apps }) => ({ parameters: { package: packageOf(app, apps) } }),
  async run({ package: packageName }, { device }) {
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
    return once;
  },
});
