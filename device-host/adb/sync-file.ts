import { Readable } from "node:stream";
import { DroverError } from "#shared/errors/drover-error.ts";
import { readCapped } from "./read-stream.ts";
import { type AdbEndpoint, withConnection } from "./single-connection.ts";

const deadlineMilliseconds = 30_000;

/** The file's bytes; null when it does not exist. Throws when it is larger than `maximumBytes` or came cut. */
export function pullFile(
  endpoint: AdbEndpoint,
  serial: string,
  path: string,
  maximumBytes: number,
): Promise<Buffer | null> {
  const target = { serial, service: `sync:pull ${path}` };
  return withConnection(endpoint, target, { deadlineMilliseconds }, async (client) => {
    const sync = await client.getDevice(serial).syncService();
    const size = await sizeOf(sync, path);
    if (size === null) return null;
    if (size > maximumBytes) throw sizeError(path, `is ${size} bytes; at most ${maximumBytes} are read`);
    const { bytes } = await readCapped(sync.pull(path), maximumBytes);
    // A file that grew meanwhile is whole as far as it was asked for; a shorter one was cut on the way.
    if (bytes.length < size) throw sizeError(path, `had ${bytes.length} of ${size} bytes`);
    return bytes;
  });
}

/** A transfer that makes no progress for so long is given up: the next one may go through, within the time a caller waits. */
const stalledMilliseconds = 5_000;

/** Writes the file and compares its size on the device with what was sent. */
export function pushFile(
  endpoint: AdbEndpoint,
  serial: string,
  path: string,
  contents: Buffer,
): Promise<void> {
  const target = { serial, service: `sync:push ${path}` };
  const limits = { deadlineMilliseconds, idleMilliseconds: stalledMilliseconds };
  return withConnection(endpoint, target, limits, async (client) => {
    const sync = await client.getDevice(serial).syncService();
    await new Promise<void>((resolve, reject) => {
      const transfer = sync.push(Readable.from([contents], { objectMode: false }), path);
      // adbkit 3.3.9 emits `error` and then `end`: whichever comes first settles it.
      transfer.once("error", reject);
      transfer.once("end", () => resolve());
    });
    const size = await sizeOf(sync, path);
    if (size !== contents.length)
      throw sizeError(path, `holds ${size ?? "no"} bytes; ${contents.length} were sent`);
  });
}

type Sync = Awaited<
  ReturnType<ReturnType<import("@devicefarmer/adbkit").Client["getDevice"]>["syncService"]>
>;

async function sizeOf(sync: Sync, path: string): Promise<number | null> {
  try {
    return Number((await sync.stat(path)).size);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function sizeError(path: string, problem: string): DroverError {
  return new DroverError("AdbCommandFailed", `File '${path}' ${problem}.`, { details: { path } });
}
