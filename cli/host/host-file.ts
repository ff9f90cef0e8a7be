import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { isRunning, processStart } from "#local/process-start.ts";

/** Where a host that runs on this machine answers, for the commands of who may read its directory. */
const HostFile = z.object({
  pid: z.int(),
  /** Tells the process from a later one with the same id; null where the system does not say. */
  processStart: z.string().nullable(),
  hostId: z.string(),
  url: z.url(),
  token: z.string(),
});
export type HostFile = z.infer<typeof HostFile>;

const fileIn = (dir: string): string => path.join(dir, "host.json");

export async function writeHostFile(dir: string, host: Omit<HostFile, "pid" | "processStart">) {
  const file: HostFile = { ...host, pid: process.pid, processStart: await processStart(process.pid) };
  await writeFile(fileIn(dir), `${JSON.stringify(file)}\n`, { mode: 0o600 });
  return { remove: () => rm(fileIn(dir), { force: true }) };
}

/** Null: no host runs on this directory. */
export async function readHostFile(dir: string): Promise<HostFile | null> {
  const text = await readFile(fileIn(dir), "utf8").catch(() => null);
  if (text === null) return null;
  const file = HostFile.parse(JSON.parse(text));
  return (await isRunning(file.pid, file.processStart)) ? file : null;
}
