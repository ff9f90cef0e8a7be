import { readFileSync, statfsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where Linux mounts a file system in memory for everybody. */
const memory = "/dev/shm";
const runFolder = /^drover-(\d+)-/;
/** Far more than the farms and phones of a few files at once have written. */
const roomBytes = 4 * 1024 ** 3;
/** A run of a container that shares the memory has numbers of its own, and writes all the time. */
const anHourMilliseconds = 3_600_000;

/** Whether files there are kept in memory, may be run (a container's may not) and have room. */
function isUsable(): boolean {
  try {
    const [, , type, options = ""] =
      readFileSync("/proc/mounts", "utf8")
        .split("\n")
        .map((line) => line.split(" "))
        .findLast(([, at]) => at === memory) ?? [];
    const { bavail, bsize } = statfsSync(memory);
    return type === "tmpfs" && !options.split(",").includes("noexec") && bavail * bsize > roomBytes;
  } catch {
    return false;
  }
}

/** A run that was killed leaves its folder, which holds memory until the next run. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(memory)) {
    const [, pid] = runFolder.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = path.join(memory, name);
    const found = await stat(folder).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > anHourMilliseconds)
      await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * All that tests and what they start write to the temporary folder goes to one of the run's own, in memory where there is room: they make
 * hundreds of thousands of small files and databases, and a third of the processor's time on those was the disk's. It is removed at the
 * end.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const before = process.env.TMPDIR;
  // Each project of a run asks.
  if (before !== undefined && runFolder.test(path.basename(before))) return undefined;
  const isInMemory = isUsable();
  if (isInMemory) await removeLeft();
  // Short: addresses of local sockets are at most 107 characters.
  const folder = await mkdtemp(path.join(isInMemory ? memory : tmpdir(), `drover-${process.pid}-`));
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    // What a test stopped may write its compile cache until its end.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
