import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { SetupFile } from "./setup-files.ts";

const Installed = z.object({ files: z.array(z.string()) });
const recordOf = (configDir: string): string => path.join(configDir, "installed.json");

/** Writes the files with their rights from the first byte on, and which they are for the day they are to go. */
export async function writeSetup(
  files: readonly SetupFile[],
  configDir: string,
  at: (file: string) => string = (file) => file,
): Promise<void> {
  // What an earlier setup had and this one has not must not run on.
  const before = await installedFiles(configDir, at);
  for (const file of before.filter((old) => files.every((one) => one.path !== old)))
    await rm(at(file), { force: true });
  const record = { path: recordOf(configDir), text: "", mode: 0o644 };
  const text = `${JSON.stringify({ files: [...files.map((file) => file.path), record.path] }, null, 2)}\n`;
  for (const file of [...files, { ...record, text }]) {
    await mkdir(path.dirname(at(file.path)), { recursive: true });
    await writeFile(at(file.path), file.text, { mode: file.mode });
    // One that was there keeps its old rights otherwise.
    await chmod(at(file.path), file.mode);
  }
}

/** What was written there; nothing when nothing was. */
export async function installedFiles(
  configDir: string,
  at: (file: string) => string = (file) => file,
): Promise<readonly string[]> {
  const text = await readFile(at(recordOf(configDir)), "utf8").catch(() => null);
  return text === null ? [] : Installed.parse(JSON.parse(text)).files;
}
