import { readFile } from "node:fs/promises";
import path from "node:path";
import { runtimeEnvironment } from "./runtime-environment.ts";

/** More would crowd out the screen. */
const longestHints = 2_000;

/** Android's own rule for names: no path can be one. */
const packageName = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/;

const read = new Map<string, Promise<string | undefined>>();

/**
 * What a project tells agents of an app: `apps/<package>.md` beside its config, read once in a process. Undefined: there is no such
 * file. What is longer than 2,000 characters is cut.
 */
export function appHints(appPackage: string): Promise<string | undefined> {
  const { DROVER_CONFIG_FILE: config = "" } = runtimeEnvironment();
  if (config === "" || !packageName.test(appPackage)) return Promise.resolve(undefined);
  const file = path.join(path.dirname(config), "apps", `${appPackage}.md`);
  const hints = read.get(file) ?? readHints(file);
  read.set(file, hints);
  return hints;
}

async function readHints(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw error;
  });
  return text.trim().slice(0, longestHints).toWellFormed() || undefined;
}
