import { globSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { functionNames } from "#shared/contracts/functions/functions.ts";
import { packZip } from "#shared/rules/export/pack-zip.ts";

/** Always the same: CDK uploads a zip again when its bytes are others. */
const modifiedAt = new Date("2000-01-01T00:00:00Z");

/** Puts `<directory>/<function>.zip` in the place of each function's folder: a quarter of its size. */
export async function zipBundles(directory: string): Promise<void> {
  for (const name of functionNames) {
    const folder = path.join(directory, name);
    const pieces = await Array.fromAsync(packZip(filesOf(folder), modifiedAt));
    await writeFile(`${folder}.zip`, Buffer.concat(pieces));
    await rm(folder, { recursive: true });
  }
}

async function* filesOf(folder: string) {
  for (const file of globSync("**/*.mjs", { cwd: folder }).sort())
    yield { path: file, body: readFileSync(path.join(folder, file)) };
}
