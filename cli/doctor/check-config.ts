import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { configFile } from "../config-file.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const check = "config";
const nameOf = (file: string | null): string => file ?? "no drover.config.ts";

/** Which config a farm started here would read, whether it can be used, and which one the running farm has. */
export async function checkConfig(
  given: string | undefined,
  farmHas: string | null | undefined,
): Promise<Finding> {
  try {
    const { file } = await loadProjectConfig({ DROVER_CONFIG_FILE: configFile(given) });
    if (farmHas !== undefined && farmHas !== file) {
      const remedy = "Restart the farm here to use this one.";
      return warn(
        check,
        `${nameOf(file)} here; the running farm was started with ${nameOf(farmHas)}`,
        remedy,
      );
    }
    return ok(check, file === null ? "no drover.config.ts: Drover's defaults apply" : file);
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    return fail(check, error.message, error.advice.join(" "));
  }
}
