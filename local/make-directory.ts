import { access, constants, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { DroverError } from "#shared/errors/drover-error.ts";

/**
 * Makes a directory, and those above it that are missing, for its owner alone; answers its absolute path.
 *
 * Not `mkdir` with `recursive`: Node 24 repeats it for ever where the system answers ENOENT although the parent exists, as
 * below /proc.
 * @throws ConfigurationInvalid when it cannot be made or written
 */
export async function makeDirectory(dir: string): Promise<string> {
  const absolute = path.resolve(dir);
  try {
    await makeWithParents(absolute);
    if (!(await stat(absolute)).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    await access(absolute, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : cause;
    throw new DroverError(
      "ConfigurationInvalid",
      `The directory ${absolute} cannot be created or written: ${code}.`,
      { advice: ["Check its path and permissions, or use another one with --dir."], cause },
    );
  }
  return absolute;
}

async function makeWithParents(dir: string): Promise<void> {
  const code = await make(dir);
  if (code !== "ENOENT") return;
  const parent = path.dirname(dir);
  await makeWithParents(parent);
  if ((await make(dir)) === "ENOENT") throw Object.assign(new Error(), { code });
}

/** Answers ENOENT instead of throwing it; that it stands there already is well. */
async function make(dir: string): Promise<"ENOENT" | undefined> {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return code;
    if (code !== "EEXIST") throw error;
  }
  return undefined;
}
