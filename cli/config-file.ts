import { existsSync } from "node:fs";
import path from "node:path";
import { someText } from "./options/option-values.ts";

const configNames = ["drover.config.ts", "drover.config.mts", "drover.config.js", "drover.config.mjs"];

/** Of every command that starts what reads a config. */
export const configOption = [
  "--config <file>",
  "the project's config (default: DROVER_CONFIG_FILE, or drover.config.ts or .js in this folder)",
  someText,
] as const;

/** The config's absolute path; undefined when none is given and none lies in the working folder. */
export function configFile(given: string | undefined): string | undefined {
  const named = given ?? (process.env.DROVER_CONFIG_FILE || undefined);
  const name = named ?? configNames.find((candidate) => existsSync(candidate));
  return name === undefined ? undefined : path.resolve(name);
}
