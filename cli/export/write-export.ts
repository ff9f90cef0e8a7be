import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFile } from "#shared/rules/export/export-source.ts";
import { packZip } from "#shared/rules/export/pack-zip.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

export type Packing = "file" | "folder" | "zip";

interface Written {
  readonly files: number;
  /** Puts it where it was asked for. */
  readonly keep: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

export const writeExport = (
  out: string,
  packing: Packing,
  files: AsyncIterable<ExportFile>,
  at: Date,
): Promise<Written> => writeBeside(out, packing, (partial) => writers[packing](partial, files, at));

/**
 * Writes beside `out` first: nothing stands there before all of it is written and found fit to be handed on. `write` answers how
 * much there is.
 */
export async function writeBeside(
  out: string,
  packing: Packing,
  write: (partial: string) => Promise<number>,
): Promise<Written> {
  await checkFree(out, packing);
  const partial = `${out.replace(/[/\\]+$/, "")}.partial-${process.pid}`;
  const discard = (): Promise<void> => rm(partial, { recursive: true, force: true });
  try {
    await mkdir(path.dirname(path.resolve(partial)), { recursive: true });
    const written = await write(partial);
    const keep = async (): Promise<void> => {
      // An empty folder is in the way of a rename.
      if (packing === "folder") await rm(out, { recursive: true, force: true });
      await rename(partial, out);
    };
    return { files: written, keep, discard };
  } catch (error) {
    await discard();
    if (error instanceof Error && "syscall" in error)
      throw new CommandFailure(exitCodes.error, `${out} cannot be written: ${because(error)}.`);
    throw error;
  }
}

type Write = (partial: string, files: AsyncIterable<ExportFile>, at: Date) => Promise<number>;

const writers: { readonly [Kind in Packing]: Write } = {
  async file(partial, files) {
    let count = 0;
    for await (const { body } of files) {
      count += 1;
      if (count === 1) await writeFile(partial, body);
    }
    return count;
  },
  async folder(partial, files) {
    let count = 0;
    await mkdir(partial, { recursive: true });
    for await (const { path: name, body } of files) {
      const file = path.join(partial, ...name.split("/"));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body, { flag: "wx" });
      count += 1;
    }
    return count;
  },
  async zip(partial, files, at) {
    let count = 0;
    const counted = async function* (): AsyncGenerator<ExportFile> {
      for await (const file of files) {
        count += 1;
        yield file;
      }
    };
    await pipeline(Readable.from(packZip(counted(), at)), createWriteStream(partial));
    return count;
  },
};

/** A folder with something in it is not written into: what was there before would pass for a part of the export. */
async function checkFree(out: string, packing: Packing): Promise<void> {
  const found = await stat(out).catch(() => null);
  if (found === null) return;
  const isFolder = found.isDirectory();
  if (packing === "folder" && isFolder && (await readdir(out)).length === 0) return;
  if (packing !== "folder" && !isFolder) return;
  const what = isFolder ? "a folder that is not empty" : "a file";
  throw new CommandFailure(exitCodes.usage, `${out} is ${what}.`, ["Give --out another name, or remove it."]);
}
