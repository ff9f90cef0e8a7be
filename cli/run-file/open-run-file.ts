import { open, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { AtifTrajectory } from "#shared/contracts/result/atif.ts";
import { pictureType } from "#shared/rules/export/picture-file.ts";
import { atifAsTrajectory } from "./atif-as-trajectory.ts";
import { openZip } from "./open-zip.ts";
import type { RunFile } from "./run-file.ts";
import { unsafeName } from "./safe-entry-name.ts";
import { unreadableFile } from "./unreadable-file.ts";

const mostJsonBytes = 256 * 1_048_576;
const mostPictureBytes = 64 * 1_048_576;

/**
 * A zip that `drover export` wrote, a trajectory of Drover's, or one in the Agent Trajectory Interchange Format with its pictures
 * beside it: the file or its folder.
 * @throws CommandFailure that says what is wrong with it
 */
export async function openRunFile(named: string): Promise<RunFile> {
  const file = await fileOf(named);
  if (await isZip(file)) return openZip(file);
  try {
    if ((await stat(file)).size > mostJsonBytes) throw new Error("it is larger than 256 MB");
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return isAtif(value)
      ? oneJob("atif", atifAsTrajectory(AtifTrajectory.parse(value)), file)
      : oneJob("json", Trajectory.parse(value), file);
  } catch (error) {
    throw unreadableFile(file, error);
  }
}

/** `drover export --as atif` makes a folder: what is in it is meant. */
async function fileOf(named: string): Promise<string> {
  const found = await stat(named).catch(() => null);
  return found?.isDirectory() ? path.join(named, "trajectory.json") : named;
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadableFile(file, error);
  });
  try {
    const start = Buffer.alloc(4);
    const { bytesRead } = await handle.read(start, 0, 4, 0);
    return bytesRead === 4 && start.readUInt32LE(0) === 0x04034b50;
  } catch (error) {
    throw unreadableFile(file, error);
  } finally {
    await handle.close();
  }
}

const isAtif = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "schema_version" in value;

const oneJob = (kind: "atif" | "json", trajectory: Trajectory, file: string): RunFile => ({
  kind,
  files: [],
  jobs: [{ jobId: trajectory.job.jobId, outcome: trajectory.job.outcome, steps: trajectory.steps.length }],
  trajectory: async (jobId) => (jobId === trajectory.job.jobId ? trajectory : null),
  artifact: (key) => pictureBeside(file, key),
  close: async () => {},
});

/** A picture in the file's own folder, by no way out of it: not by its name, not by a link. Nothing is fetched. */
async function pictureBeside(file: string, name: string): Promise<Uint8Array | null> {
  if (unsafeName(name) !== null) return null;
  try {
    const folder = await realpath(path.dirname(path.resolve(file)));
    const found = await realpath(path.join(folder, ...name.split("/")));
    if (!found.startsWith(folder + path.sep)) return null;
    const { size } = await stat(found);
    if (size > mostPictureBytes) return null;
    const bytes = await readFile(found);
    return pictureType(bytes) === null ? null : bytes;
  } catch {
    return null;
  }
}
