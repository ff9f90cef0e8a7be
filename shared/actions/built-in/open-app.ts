import * as z from "zod";
import type { AppFacts } from "../../contracts/device/device-facts.ts";
import { PackageName } from "../../contracts/values/package-name.ts";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { findApp } from "../../screen/find-app.ts";
import { defineBuiltIn, once } from "../action-definition.ts";
import { launchApp } from "./launch-app.ts";

const parameters = z.strictObject({ app: SafeText.trim().min(1).max(223) });
const device = z.strictObject({ package: PackageName });

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

export const openApp = defineBuiltIn({
  name: "open_app",
  description: "By name or package.",
  parameters,
  aliases: ["launch_app", "launch", "start_app", "open"],
  kind: "apps",
  facts: {
    changesScreen: true,
    repeatable: "always",
    presses: "nothing",
    anywhere: true,
    script: "open_app",
  },
  capability: "apps",
  device,
  aims: () => ({ at: "anywhere" }),
  inWords: ({ app }) => `open ${app}`,
  resolve: ({ app }, { apps }) => ({ parameters: { package: packageOf(app, apps) } }),
  async run({ package: packageName }, { device }) {
    await launchApp(packageName, device);
    return once;
  },
});
