import {
  manifestContentType,
  maxInlineLines,
  maxManifestBytes,
} from "#shared/contracts/batch/batch-manifest.ts";
import type { UploadId } from "#shared/contracts/values/ids.ts";
import type { SentLine } from "../tasks/expand-tasks.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import type { BatchClient } from "./batch-client.ts";

/** A request's body; the rest is for what stands around the lines. */
const maxInlineBytes = 4_500_000;
const uploadMilliseconds = 300_000;

type Sent = { readonly lines: SentLine[] } | { readonly uploadId: UploadId };

/** The lines themselves, or where they were uploaded when they are too many for a request. */
export async function sendLines(client: BatchClient, lines: readonly SentLine[]): Promise<Sent> {
  const manifest = new Blob(manifestLines(lines), { type: manifestContentType });
  if (lines.length <= maxInlineLines && manifest.size <= maxInlineBytes) return { lines: [...lines] };
  if (manifest.size > maxManifestBytes)
    throw new CommandFailure(
      exitCodes.usage,
      `The jobs take ${manifest.size} bytes, more than a manifest may have.`,
      ["Split them into several batches, or shorten the tasks."],
    );
  const { uploadId, url, fields } = await client.upload();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", manifest);
  const signal = AbortSignal.timeout(uploadMilliseconds);
  const response = await fetch(url, { method: "POST", body: form, signal }).catch((error: unknown) => {
    throw notUploaded(because(error));
  });
  if (!response.ok) throw notUploaded(`${response.status} ${(await response.text()).slice(0, 300)}`);
  return { uploadId };
}

/** In pieces, so that a manifest of 100,000 lines is not one text beside its lines. */
function manifestLines(lines: readonly SentLine[]): string[] {
  const pieces: string[] = [];
  const perPiece = 1_000;
  for (let from = 0; from < lines.length; from += perPiece)
    pieces.push(
      `${lines
        .slice(from, from + perPiece)
        .map((line) => JSON.stringify(line))
        .join("\n")}\n`,
    );
  return pieces;
}

const notUploaded = (why: string): CommandFailure =>
  new CommandFailure(exitCodes.error, `The manifest could not be uploaded: ${why}.`, [
    "Run the same command again.",
  ]);
