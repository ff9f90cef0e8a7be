import * as z from "zod";
import { PackageName } from "../../contracts/values/package-name.ts";
import { defineBuiltIn, once } from "../action-definition.ts";
import { launchApp } from "./launch-app.ts";

const parameters = z.strictObject({ package: PackageName });

/** Ends the app and opens it again, when nothing else gets it out of where it is; what it had not saved is lost. */
export const restartApp = defineBuiltIn({
  name: "restart_app",
  description: "End an app and open it anew.",
  parameters,
  aliases: ["relaunch_app", "force_stop_and_open"],
  kind: "apps",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: true, script: "do" },
  capability: "apps",
  offered: false,
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  inWords: ({ package: packageName }) => `restart ${packageName}`,
  async run({ package: packageName }, { device }) {
    await device.writeAll([["am", "force-stop", PackageName.parse(packageName)]]);
    await launchApp(packageName, device);
    return once;
  },
});
