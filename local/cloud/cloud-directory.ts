import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isRunning, processStart } from "../process-start.ts";
import { CloudPorts } from "./cloud-ports.ts";

const AccessKey = z.strictObject({ accessKeyId: z.string(), secretAccessKey: z.string() });

/**
 * Of all that lies beside `cloud.json`: tables, queues, executions, objects. Raised when an older Drover could not continue with what this one
 * wrote. 1: queues without a stage in their names, which forward-old-queues.ts reads. 2: histories of executions that have ended
 * are not compressed.
 */
export const currentState = 3;

const Kept = z.strictObject({
  schemaVersion: z.literal(1),
  /** Absent in what an older farm wrote. */
  stateVersion: z.int().min(1).default(1),
  ports: CloudPorts.nullable(),
  credentials: AccessKey,
  /** Absent in what an older farm wrote. */
  linkCredentials: AccessKey.default(() => newAccessKey()),
});
type Kept = z.infer<typeof Kept>;

export interface CloudDirectory {
  /** From the last start; null on the first. */
  readonly ports: CloudPorts | null;
  /** Made on first start; who knows them may use the stand-ins. */
  readonly credentials: Kept["credentials"];
  /** Signs links, and may only read objects. */
  readonly linkCredentials: Kept["linkCredentials"];
  pathOf(name: string): string;
  keepPorts(ports: CloudPorts): Promise<void>;
  /** Lets another process have the directory. */
  release(): Promise<void>;
}

/**
 * Takes a directory for this process, making it when only its last part is missing.
 * @throws ConfigurationInvalid when its parent is missing, it cannot be written, or another process has it
 */
export async function openCloudDirectory(dir: string): Promise<CloudDirectory> {
  const pathOf = (name: string): string => path.join(dir, name);
  await made(dir);
  await lock(dir, pathOf("lock"));
  try {
    const file = pathOf("cloud.json");
    const kept = await readKept(file);
    return {
      ports: kept.ports,
      credentials: kept.credentials,
      linkCredentials: kept.linkCredentials,
      pathOf,
      keepPorts: (ports) => write(file, { ...kept, stateVersion: currentState, ports }),
      release: () => rm(pathOf("lock"), { force: true }),
    };
  } catch (error) {
    await rm(pathOf("lock"), { force: true });
    throw error;
  }
}

async function made(dir: string): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "EEXIST") return;
    throw new DroverError(
      "ConfigurationInvalid",
      code === "ENOENT"
        ? `The directory ${path.dirname(dir)} does not exist, so ${dir} cannot be created in it.`
        : `The directory ${dir} cannot be created: ${code ?? cause}.`,
      { advice: ["Create it, or use another one with --dir."], cause },
    );
  }
}

async function lock(dir: string, file: string): Promise<void> {
  const mine = `${file}.${process.pid}`;
  const startedAt = await processStart(process.pid);
  await writeFile(mine, JSON.stringify({ pid: process.pid, startedAt }), { mode: 0o600 }).catch((cause) => {
    throw unwritable(dir, cause);
  });
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      // A link appears with its content, so nobody takes a lock that is just being written for an abandoned one.
      const taken = await link(mine, file).catch(codeOf);
      if (taken === undefined) return;
      if (taken !== "EEXIST") throw unwritable(dir, new Error(`its lock cannot be created: ${taken}`));
      const holder = await holderOf(file);
      if (holder !== null) {
        throw new DroverError("ConfigurationInvalid", `Process ${holder} already runs a cloud on ${dir}.`, {
          advice: ["Use it, stop it, or use another directory with --dir."],
        });
      }
      await rm(file, { force: true });
    }
    throw unwritable(dir, new Error("its lock returns"));
  } finally {
    await rm(mine, { force: true });
  }
}

const Lock = z.object({ pid: z.int(), startedAt: z.string().nullable() });

/** Process id of the one that has the lock, null when it is gone: a lock outlives a process that was killed. */
async function holderOf(file: string): Promise<number | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  const holder = Lock.safeParse(parsed(text));
  if (!holder.success) return null;
  return (await isRunning(holder.data.pid, holder.data.startedAt)) ? holder.data.pid : null;
}

const newAccessKey = (): z.infer<typeof AccessKey> => ({
  accessKeyId: `DROVER${randomBytes(7).toString("hex").toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString("base64url"),
});

async function readKept(file: string): Promise<Kept> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) {
    const kept: Kept = {
      schemaVersion: 1,
      stateVersion: currentState,
      ports: null,
      credentials: newAccessKey(),
      linkCredentials: newAccessKey(),
    };
    await write(file, kept);
    return kept;
  }
  const kept = Kept.safeParse(parsed(text));
  if (kept.success && kept.data.stateVersion <= currentState) return kept.data;
  if (kept.success)
    throw new DroverError(
      "ConfigurationInvalid",
      `${path.dirname(file)} was written by a newer Drover: its state has version ${kept.data.stateVersion}, and this Drover reads up to ${currentState}.`,
      { advice: ["Start it with that version of Drover, or use another directory with --dir."] },
    );
  throw new DroverError("ConfigurationInvalid", `${file} was not written by a farm.`, {
    advice: ["Delete it: the farm chooses new ports and credentials, and keeps everything else."],
    cause: kept.error,
  });
}

async function write(file: string, kept: Kept): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  try {
    await writeFile(temporary, JSON.stringify(kept, null, 2), { mode: 0o600 });
    await rename(temporary, file);
  } catch (cause) {
    throw unwritable(path.dirname(file), cause);
  }
}

const unwritable = (dir: string, cause: unknown): DroverError =>
  new DroverError(
    "ConfigurationInvalid",
    `The directory ${dir} cannot be written: ${codeOf(cause) ?? cause}.`,
    {
      advice: ["Check its permissions and the disk space, or use another one with --dir."],
      cause,
    },
  );

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
