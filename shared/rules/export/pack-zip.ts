import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { ExportFile } from "./export-source.ts";
import { pictureType } from "./picture-file.ts";

/** A zip of the files as its pieces come; a file is made when those before it were taken, so that no more than one is held. */
export async function* packZip(
  files: AsyncIterable<ExportFile>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // yazl's type knows less of its stream than yazl does.
  const pieces = zip.outputStream as PassThrough;
  zip.on("error", (error: Error) => pieces.destroy(error));
  const filled = fill(zip, files, modifiedAt).catch((error: unknown) => {
    pieces.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  for await (const piece of pieces) yield piece;
  await filled;
}

async function fill(zip: ZipFile, files: AsyncIterable<ExportFile>, mtime: Date): Promise<void> {
  for await (const { path, body } of files) {
    const bytes = Buffer.from(body);
    // A picture is compressed already.
    const options = { mtime, mode: 0o100644, compress: pictureType(bytes) === null, size: bytes.byteLength };
    await new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(path, options, (take) => {
        const stream = Readable.from([bytes]);
        stream.once("end", resolve).once("error", reject);
        take(null, stream);
      });
    });
  }
  zip.end();
}
