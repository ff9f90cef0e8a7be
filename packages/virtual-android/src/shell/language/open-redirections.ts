import { readSync, writeSync } from "node:fs";
import type { HereDoc, HereString, Redirect, Redirection } from "unbash";
import { onPhone, PhoneError } from "../../system/storage/phone-error.ts";
import type { PhoneFiles } from "../../system/storage/phone-files.ts";
import type { ShellStreams } from "../shell-session.ts";
import { bufferInput, emptyInput, type Input, inputOf, nullOutput, type Output } from "../streams.ts";
import { expandHereDoc, expandSingle } from "./expand-words.ts";
import type { ExpansionContext } from "./expansion-context.ts";

export type OpenedRedirections =
  | { readonly ok: true; readonly streams: ShellStreams; close(): void }
  | { readonly ok: false; readonly message: string };

/** A redirection that cannot be: the message follows the shell's name. */
class BadRedirection extends Error {}

/** Opens what a command's redirections name, in their order, on top of the streams it would have. */
export async function openRedirections(
  redirections: readonly Redirection[],
  streams: ShellStreams,
  expansion: ExpansionContext,
  files: PhoneFiles,
): Promise<OpenedRedirections> {
  if (redirections.length === 0) return { ok: true, streams, close: () => {} };
  const descriptors: number[] = [];
  const close = () => {
    for (const descriptor of descriptors) files.close(descriptor);
  };
  let opened = streams;
  for (const redirection of redirections) {
    try {
      opened =
        redirection.type === "Redirect"
          ? await applyFile(redirection, opened, expansion, { files, descriptors })
          : withStream(opened, numberOf(redirection, 0), await hereInput(redirection, expansion));
    } catch (error) {
      close();
      if (error instanceof BadRedirection) return { ok: false, message: error.message };
      throw error;
    }
  }
  return { ok: true, streams: opened, close };
}

const numberOf = ({ descriptor }: Redirection, standard: number): number =>
  descriptor?.type === "FileDescriptor" ? descriptor.value : standard;

async function hereInput(redirection: HereDoc | HereString, expansion: ExpansionContext): Promise<Input> {
  if (redirection.type === "HereDoc")
    return bufferInput(Buffer.from(await expandHereDoc(redirection, expansion)));
  const text = redirection.target === undefined ? "" : await expandSingle(redirection.target, expansion);
  return bufferInput(Buffer.from(`${text}\n`));
}

async function applyFile(
  redirection: Redirect,
  streams: ShellStreams,
  expansion: ExpansionContext,
  opening: Opening,
): Promise<ShellStreams> {
  const { operator } = redirection;
  const number = numberOf(redirection, operator.startsWith("<") ? 0 : 1);
  const target = redirection.target === undefined ? "" : await expandSingle(redirection.target, expansion);
  if (operator === ">&" || operator === "<&") return joined(streams, number, target, operator);
  const path = target.startsWith("/") ? target : `${expansion.state.directory}/${target}`;
  try {
    if (operator === "<") return withStream(streams, number, inputFrom(path, opening));
    const output = outputTo(path, operator.endsWith(">>"), streams, opening);
    const first = withStream(streams, operator.startsWith("&") ? 1 : number, output);
    return operator.startsWith("&") ? withStream(first, 2, output) : first;
  } catch (error) {
    if (!(error instanceof PhoneError)) throw error;
    const doing = operator === "<" ? "open" : "create";
    throw new BadRedirection(`can't ${doing} ${target}: ${error.message}`);
  }
}

interface Opening {
  readonly files: PhoneFiles;
  readonly descriptors: number[];
}

function inputFrom(path: string, { files, descriptors }: Opening): Input {
  if (path === "/dev/null") return emptyInput;
  const file = files.open(path, "r");
  descriptors.push(file);
  return fileInput(file);
}

function outputTo(
  path: string,
  appends: boolean,
  streams: ShellStreams,
  { files, descriptors }: Opening,
): Output {
  const standing = deviceOutput(path, streams);
  if (standing !== null) return standing;
  const file = files.open(path, appends ? "a" : "w");
  descriptors.push(file);
  return fileOutput(file);
}

function withStream(streams: ShellStreams, number: number, stream: Input | Output): ShellStreams {
  if (number === 0 && "read" in stream) return { ...streams, stdin: stream };
  if (number === 1 && "write" in stream) return { ...streams, stdout: stream };
  if (number === 2 && "write" in stream) return { ...streams, stderr: stream };
  if (number < 3 || number > 9) throw new BadRedirection(`${number}: bad file descriptor`);
  return { ...streams, others: new Map([...(streams.others ?? []), [number, stream]]) };
}

function joined(streams: ShellStreams, number: number, target: string, operator: string): ShellStreams {
  if (target === "-") {
    if (number >= 3) {
      const others = new Map(streams.others);
      others.delete(number);
      return { ...streams, others };
    }
    return withStream(streams, number, number === 0 ? emptyInput : nullOutput);
  }
  const stream =
    [streams.stdin, streams.stdout, streams.stderr][Number(target)] ?? streams.others?.get(Number(target));
  const fits = stream !== undefined && /^\d$/.test(target) && (number !== 0 || "read" in stream);
  if (!fits || ((number === 1 || number === 2) && !("write" in stream)))
    throw new BadRedirection(`${operator}${target} : bad file descriptor`);
  return withStream(streams, number, stream);
}

/** The device files a command writes to; null for a plain path. */
export function deviceOutput(path: string, streams: Pick<ShellStreams, "stdout" | "stderr">): Output | null {
  if (path === "/dev/null" || path === "/dev/zero") return nullOutput;
  if (path === "/dev/tty" || path === "/dev/stdout") return streams.stdout;
  return path === "/dev/stderr" ? streams.stderr : null;
}

const fileOutput = (descriptor: number): Output => ({
  write: (data) => {
    const bytes = Buffer.from(data as string);
    onPhone(() => {
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    });
  },
  drained: async () => {},
});

const fileInput = (descriptor: number): Input =>
  inputOf(async () => {
    const chunk = Buffer.alloc(64 * 1024);
    const length = onPhone(() => readSync(descriptor, chunk));
    return length === 0 ? null : chunk.subarray(0, length);
  });
