import path from "node:path";
import type { Command } from "commander";
import { type FarmFile, readFarmFile } from "#local/farm-file.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { createApiClient } from "../../api-client.ts";
import { configFile, configOption } from "../../config-file.ts";
import { checkAdb } from "../../doctor/check-adb.ts";
import { checkConfig } from "../../doctor/check-config.ts";
import { checkFarm } from "../../doctor/check-farm.ts";
import { checkModels, checkSpeech } from "../../doctor/check-model.ts";
import { checkNode } from "../../doctor/check-node.ts";
import { checkOcr } from "../../doctor/check-ocr.ts";
import { checkTools } from "../../doctor/check-tools.ts";
import { type Finding, fail, warn } from "../../doctor/finding.ts";
import { sayFindings } from "../../doctor/say-findings.ts";
import { ailingParts, dirOption } from "../../find-farm.ts";

export const doctorCommand = (command: Command): Command =>
  command
    .option("--json", "print the findings as JSON")
    .option(...dirOption)
    .option(...configOption)
    .action(async (options: { readonly dir: string; readonly config?: string; readonly json?: boolean }) => {
      const farm = await readFarmFile(options.dir);
      const config = await checkConfig(options.config, farm?.configFile);
      const tools = config.status === "fail" ? [] : await toolFindings(options.config);
      const findings = [checkNode(), config, ...tools, ...(await farmFindings(options.dir, farm))];
      sayFindings(findings, options.json);
    });

/** Of the config that a farm started here would read. */
const toolFindings = async (given: string | undefined): Promise<readonly Finding[]> =>
  checkTools(await loadProjectConfig({ DROVER_CONFIG_FILE: configFile(given) }), process.env);

async function farmFindings(dir: string, farm: FarmFile | null): Promise<readonly Finding[]> {
  if (!farm) return [warn("farm", `none is running on ${path.resolve(dir)}`, "Start one with 'drover up'.")];
  const [farmed, adb, models] = await Promise.all([
    checkFarm(farm),
    farm.adb === null ? [] : checkAdb(farm.adb),
    checkFarmModels(farm),
  ]);
  const parts = ailingParts(farm).map((line) =>
    fail("parts", line, "It continues by itself when the reason is gone."),
  );
  return [...farmed, ...adb, ...models, ...parts];
}

/** With the config that the farm reads; what is wrong with it is its own finding. */
async function checkFarmModels(farm: FarmFile): Promise<readonly Finding[]> {
  try {
    const config = await loadProjectConfig({ DROVER_CONFIG_FILE: farm.configFile ?? undefined });
    const [models, ocr] = await Promise.all([
      checkModels(farm.model, config, process.env),
      checkOcr(config, createApiClient(farm)),
    ]);
    return [...models, checkSpeech(farm.model, config), ocr];
  } catch (error) {
    if (error instanceof DroverError) return [];
    throw error;
  }
}
