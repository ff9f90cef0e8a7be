import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { type Entry, type Options, open, type ZipFile } from "yauzl";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { ExportManifest } from "#shared/contracts/result/export.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { manifestName, pathOfKey } from "#shared/rules/export/zip-export.ts";
import type { RunFile } from "./run-file.ts";
import { unsafeName } from "./safe-entry-name.ts";
import { unreadableFile } from "./unreadable-file.ts";

/** A job of 1,000 steps has some 6,000 files. */
export const zipBounds = {
  entries: 200_000,
  entryBytes: 64 * 1_048_576,
  allBytes: 8 * 1_024 ** 3,
  /** Trees pack to a fortieth; what packs to a five-hundredth was made to fill a disk. */
  ratio: 500,
} as const;

const openFile = promisify<string, Options, ZipFile>(open);
const link = 0o120000;
const kindOfFile = 0o170000;

/** An exported zip, every name, size and sum of it checked against its manifest before or when it is read. */
export async function openZip(file: string): Promise<RunFile> {
  const zip = await openFile(file, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    (error: unknown) => {
      throw unreadableFile(file, error);
    },
  );
  try {
    const entries = await entriesOf(zip);
    const listed = entries.get(manifestName);
    if (listed === undefined) throw new Error(`it has no ${manifestName}`);
    const manifest = ExportManifest.parse(JSON.parse((await read(zip, listed)).toString()));
    return runFile(zip, entries, manifest);
  } catch (error) {
    zip.close();
    throw unreadableFile(file, error);
  }
}

function runFile(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: ExportManifest): RunFile {
  const files = new Map(manifest.files.map((listed) => [listed.path, listed]));
  const missing = manifest.files.find(({ path }) => !entries.has(path));
  if (missing !== undefined) throw new Error(`its manifest lists ${missing.path}, which is missing`);
  const unlisted = [...entries.keys()].find((path) => path !== manifestName && !files.has(path));
  if (unlisted !== undefined) throw new Error(`its manifest does not list ${unlisted}`);
  if (files.size !== manifest.files.length) throw new Error("its manifest lists a file twice");
  const content = async (path: string): Promise<Buffer | null> => {
    const [entry, listed] = [entries.get(path), files.get(path)];
    if (entry === undefined || listed === undefined) return null;
    const bytes = await read(zip, entry);
    if (bytes.byteLength !== listed.bytes || hash("sha256", bytes) !== listed.sha256)
      throw new Error(`${path} does not match its checksum or size in the manifest`);
    return bytes;
  };
  const { of } = manifest;
  return {
    kind: "zip",
    ...(of.kind === "batch" ? { batch: { batchId: of.batchId, name: of.name } } : {}),
    files: [...files.keys()],
    jobs: manifest.jobs.map(({ jobId, outcome, steps }) => ({ jobId, outcome, steps })),
    async trajectory(jobId: JobId) {
      const job = manifest.jobs.find((one) => one.jobId === jobId);
      const bytes = job === undefined ? null : await content(job.trajectory);
      return bytes === null ? null : Trajectory.parse(JSON.parse(bytes.toString()));
    },
    artifact: (key) => content(pathOfKey(key)),
    async close() {
      zip.close();
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const folded = new Set<string>();
  let bytes = 0;
  if (zip.entryCount > zipBounds.entries) throw new Error(`it has more than ${zipBounds.entries} entries`);
  await new Promise<void>((resolve, reject) => {
    zip.once("error", reject).once("end", resolve);
    zip.on("entry", (entry: Entry) => {
      const wrong = wrongEntry(entry) ?? (folded.has(entry.fileName.toLowerCase()) ? "occurs twice" : null);
      bytes += entry.uncompressedSize;
      if (wrong !== null) return reject(new Error(`an entry ${wrong}`));
      if (bytes > zipBounds.allBytes) return reject(new Error("it is too large unpacked"));
      folded.add(entry.fileName.toLowerCase());
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

function wrongEntry(entry: Entry): string | null {
  const { fileName, uncompressedSize, compressedSize, externalFileAttributes } = entry;
  if (entry.isEncrypted()) return "is encrypted";
  if (((externalFileAttributes >>> 16) & kindOfFile) === link) return "is a link";
  if (uncompressedSize > zipBounds.entryBytes) return "is too large unpacked";
  if (uncompressedSize > 1_048_576 && uncompressedSize > compressedSize * zipBounds.ratio)
    return "has an implausible compression ratio";
  return unsafeName(fileName);
}

/** As many bytes as the entry says, no more: yauzl ends a stream that continues. */
async function read(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (opened ? resolve(opened) : reject(error)));
  });
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > zipBounds.entryBytes) throw new Error(`${manifestName} or a file of it is too large`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
