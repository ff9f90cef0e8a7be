import { createWriteStream } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LinkProblem, type OpenedLink, openLink } from "@drover/client";
import { because } from "./terminal/because.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/** More than anything is that is read whole. */
const mostBytes = 128 * 1_048_576;

/** What a link of the API leads to, whole. `what` begins a sentence: "The results". @throws CommandFailure */
export const readLink = (link: string | undefined, what: string): Promise<Buffer> =>
  wholeLink(link).catch((error: unknown) => {
    throw failureOf(what, error);
  });

/** As readLink, null when it is not stored. */
export const readLinkIfThere = (link: string, what: string): Promise<Buffer | null> =>
  wholeLink(link).catch((error: unknown) => {
    if (error instanceof LinkProblem && error.isGone) return null;
    throw failureOf(what, error);
  });

async function wholeLink(link: string | undefined): Promise<Buffer> {
  const { body } = await opened(link);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new LinkProblem(`It is larger than ${mostBytes / 1_048_576} MB.`, {});
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Sends what a link of the API leads to into a file as it comes, or to standard output. @throws CommandFailure */
export async function saveLink(
  link: string | undefined,
  what: string,
  file: string | undefined,
): Promise<void> {
  const { body } = await opened(link).catch((error: unknown) => {
    throw failureOf(what, error);
  });
  // The stream's two types, of the web and of Node, do not know of each other.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  const target: Writable = file === undefined ? process.stdout : createWriteStream(file);
  await pipeline(source, target, { end: file !== undefined }).catch((error: unknown) => {
    if (error instanceof LinkProblem) throw failureOf(what, error);
    throw new CommandFailure(
      exitCodes.usage,
      `${file ?? "Standard output"} cannot be written: ${because(error)}.`,
    );
  });
}

const opened = (link: string | undefined): Promise<OpenedLink> =>
  link === undefined ? Promise.reject(new LinkProblem("The API gave no link.", {})) : openLink(link);

function failureOf(what: string, error: unknown): unknown {
  if (!(error instanceof LinkProblem)) return error;
  const why = error.isGone
    ? "it is not stored"
    : error.cause === undefined
      ? error.message.replace(/\.$/, "")
      : because(error.cause);
  const advice = error.isPassing || error.isOver ? ["Run the same command again."] : [];
  return new CommandFailure(exitCodes.error, `${what} cannot be read: ${why}.`, advice);
}
