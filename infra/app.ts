import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { App } from "aws-cdk-lib";
import { deploymentSettings } from "#shared/config/deployment-settings.ts";
import { cdkFile, projectRoot, readyBundles } from "#shared/project-files.ts";
import { bundleConfig } from "./functions/bundle-config.ts";
import { bundlesContext } from "./functions/drover-function.ts";
import { packForHosts } from "./host/pack-for-hosts.ts";
import { readSettings, type Settings, SettingsRefused } from "./settings.ts";
import { addDroverStacks } from "./stacks/drover-stacks.ts";

/** The CDK command line hands over context and output directory; without it, this file reads them as that would. */
function standaloneApp(): App {
  const { values } = parseArgs({
    options: { context: { type: "string", multiple: true, short: "c" }, output: { type: "string" } },
  });
  const { output, context } = deploymentSettings(values.context ?? [], readFileSync(cdkFile, "utf8"));
  return new App({ outdir: values.output ?? path.join(projectRoot, output), context });
}

/** Bundles made now of the sources, where `npm run build` has made none. */
async function bundled(): Promise<string> {
  // Only a clone has it beside it for sure.
  const { bundleFunctions } = await import("./functions/bundle-functions.ts");
  const directory = await mkdtemp(path.join(tmpdir(), "drover-functions-"));
  await bundleFunctions(directory);
  return directory;
}

/** Before anything is made, and without a stack: it is whoever deploys who can help. */
function settingsOf({ node }: App): Settings {
  try {
    return readSettings(node);
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    // As every command that was used wrongly.
    process.exit(2);
  }
}

const app = process.env.CDK_OUTDIR === undefined ? standaloneApp() : new App();
const settings = settingsOf(app);
const configFile = process.env.DROVER_CONFIG_FILE;
const bundles = readyBundles ?? (await bundled());
app.node.setContext(bundlesContext, bundles);
addDroverStacks(app, {
  ...(configFile ? await bundleConfig(configFile) : {}),
  ...(await packForHosts(settings)),
});
app.synth();
// CDK has copied them.
if (readyBundles === undefined) await rm(bundles, { recursive: true });
