import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { FarmProviders, ProviderName } from "#shared/contracts/agent/provider-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isRunning } from "./process-start.ts";

/** How a part of the farm that is its own process fares. */
export const PartStatus = z.strictObject({
  state: z.enum(["running", "backingOff"]),
  /** How often it was started again since the farm started. */
  restarts: z.int().min(0),
  /** How it ended last, unasked; null when it never did. */
  lastEnd: z.string().nullable(),
  /** When it is started again; null while it runs. */
  nextStartAt: z.iso.datetime().nullable(),
});
export type PartStatus = z.infer<typeof PartStatus>;

/** What a running farm leaves in its directory so that other commands find it. Holds a token: readable by its owner alone. */
export const FarmFile = z.strictObject({
  schemaVersion: z.literal(2),
  pid: z.int(),
  /** Tells the process from a later one with the same id; null where the system does not say. */
  processStart: z.string().nullable(),
  startedAt: z.string(),
  /** The project's config that it was started with; null: none. */
  configFile: z.string().nullable().default(null),
  apiUrl: z.url(),
  token: z.string(),
  model: z.strictObject({
    provider: ProviderName,
    model: z.string(),
    providers: FarmProviders,
    practice: z.boolean(),
  }),
  /** Null: its devices stand in for phones in the host's own process. */
  adb: z
    .strictObject({
      host: z.string(),
      port: z.int(),
      virtualPhones: z.int(),
      /** So many at most are made for a job each, and none are there without one. */
      madeForJobs: z.boolean().default(false),
    })
    .nullable(),
  host: z.strictObject({ hostId: z.string(), url: z.url(), token: z.string() }),
  /** Process ids of the farm's parts by name; `farm` is the process of the cloud stand-ins. */
  processes: z.record(z.string(), z.int()),
  /** By the names of `processes`, the farm's own process left out. */
  parts: z.record(z.string(), PartStatus),
  /** `AWS_ENDPOINT_URL_<SERVICE>` and credentials: a shell that exports them can use any AWS tool on the farm. */
  environment: z.record(z.string(), z.string()),
});
export type FarmFile = z.infer<typeof FarmFile>;

const fileOf = (dir: string): string => path.join(dir, "farm.json");

/** Replaced in one step, so that a reader never sees half a file. */
export async function writeFarmFile(dir: string, farm: FarmFile): Promise<void> {
  const temporary = `${fileOf(dir)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(farm, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, fileOf(dir));
}

/** Of this process alone: another farm may have taken the directory first. */
export async function removeFarmFile(dir: string): Promise<void> {
  const text = await readFile(fileOf(dir), "utf8").catch(() => null);
  if (text !== null && parsed(text)?.pid === process.pid) await rm(fileOf(dir), { force: true });
}

/**
 * The farm that runs on this directory, or null: a file whose process is gone does not count.
 * @throws ConfigurationInvalid when the file is not a farm's
 */
export async function readFarmFile(dir: string): Promise<FarmFile | null> {
  const text = await readFile(fileOf(dir), "utf8").catch(() => null);
  if (text === null) return null;
  const farm = parsed(text);
  if (!farm) {
    throw new DroverError("ConfigurationInvalid", `${fileOf(dir)} was not written by a farm.`, {
      advice: ["Stop the farm that runs on this directory, if one does, then delete the file."],
    });
  }
  return (await isRunning(farm.pid, farm.processStart)) ? farm : null;
}

function parsed(text: string): FarmFile | undefined {
  try {
    return FarmFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
