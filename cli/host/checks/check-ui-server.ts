import { findServerPackages, npmPackage } from "#device-host/ui-server/server-packages.ts";
import { type Finding, ok, warn } from "../../doctor/finding.ts";
import { because } from "../../terminal/because.ts";

const install = `npm install --global ${npmPackage}, or set DROVER_UI_SERVER_APKS (docs/real-devices.md)`;

/** Whether a host here reads screens through Appium's server. Nothing when its settings say never. */
export function checkUiServer(environment: NodeJS.ProcessEnv): readonly Finding[] {
  if (environment.DROVER_UI_SERVER === "never") return [];
  try {
    const found = findServerPackages(environment.DROVER_UI_SERVER_APKS);
    return [
      found === null
        ? warn("ui server", `${npmPackage} is not installed: each screen takes two seconds longer`, install)
        : ok("ui server", `its APKs are in ${found.directory}`),
    ];
  } catch (error) {
    return [warn("ui server", because(error), install)];
  }
}
