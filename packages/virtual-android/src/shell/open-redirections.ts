import { closeSync, readSync, writeSync } from "node:fs";
import { type ExpansionContext, expandSingle } from "./expand-words.ts";
import { onPhone, PhoneError } from "./phone-error.ts";
import type { PhoneFiles } from "./phone-files.ts";
import type { ShellStreams } from "./shell-session.ts";
import { emptyInput, type Input, nullOutput, type Output } from "./streams.ts";
import type { Redirection } from "./syntax.ts";

export type OpenedRedirections =
  | { readonly ok: true; readonly streams: ShellStreams; close(): void }
  | { readonly ok: false; readonly message: string };

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
    for (const descriptor of descriptors) closeSync(descriptor);
  };
  let opened = streams;
  for (const redirection of redirections) {
    const target = await expandSingle(redirection.target, expansion);
    const path = target.startsWith("/") ? target : `${expansion.state.directory}/${target}`;
    try {
      opened = apply(redirection, target, path, opened, files, descriptors);
    } catch (error) {
      close();
      if (!(error instanceof PhoneError)) throw error;
      const doing = redirection.operator === "<" ? "open" : "create";
      return { ok: false, message: `can't ${doing} ${target}: ${error.message}` };
    }
  }
  return { ok: true, streams: opened, close };
}

function apply(
  { operator, descriptor }: Redirection,
  target: string,
  path: string,
  streams: ShellStreams,
  files: PhoneFiles,
  descriptors: number[],
): ShellStreams {
  if (operator === ">&") return withOutput(streams, descriptor, joined(target, streams));
  if (operator === "<") {
    if (target === "/dev/null") return { ...streams, stdin: emptyInput };
    const file = files.open(path, "r");
    descriptors.push(file);
    return { ...streams, stdin: fileInput(file) };
  }
  const standing = deviceOutput(path, streams);
  if (standing !== null) return withOutput(streams, descriptor, standing);
  const file = files.open(path, operator === ">>" ? "a" : "w");
  descriptors.push(file);
  return withOutput(streams, descriptor, fileOutput(file));
}

function withOutput(streams: ShellStreams, descriptor: number, output: Output): ShellStreams {
  if (descriptor === 1) return { ...streams, stdout: output };
  return descriptor === 2 ? { ...streams, stderr: output } : streams;
}

function joined(target: string, streams: ShellStreams): Output {
  if (target === "1") return streams.stdout;
  if (target === "2") return streams.stderr;
  if (target === "-") return nullOutput;
  throw new PhoneError("EINVAL");
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

const fileInput = (descriptor: number): Input => ({
  read: async () => {
    const chunk = Buffer.alloc(64 * 1024);
    const length = onPhone(() => readSync(descriptor, chunk));
    return length === 0 ? null : chunk.subarray(0, length);
  },
});
