import { readFile } from "node:fs/promises";
import type { ReadStream } from "node:tty";
import { CommandFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-codes.ts";

/** Where a secret is typed, or comes through a pipe. */
export type SecretInput = Pick<ReadStream, "isTTY" | "setRawMode"> & AsyncIterable<Buffer | string>;

/**
 * A secret from a file, a pipe or the keyboard, where nothing of it is shown. Never from the command line, which every process
 * of the machine can read and the shell's history keeps.
 */
export async function askForSecret(
  file: string | undefined,
  input: SecretInput,
  ask: (text: string) => void,
): Promise<string> {
  const text =
    file !== undefined ? await fromFile(file) : input.isTTY ? await typed(input, ask) : await whole(input);
  // Editors and echo end with a line feed that is no part of it.
  const value = text.replace(/\r?\n$/, "");
  if (value !== "") return value;
  throw new CommandFailure(exitCodes.usage, "The secret is empty.", [
    "Type it, pipe it in, or give --from-file.",
  ]);
}

async function fromFile(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new CommandFailure(exitCodes.usage, `${file} cannot be read: ${code}.`);
  });
}

async function whole(input: SecretInput): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

const endOfInput = "\u0004";
const interrupt = "\u0003";
const erase = /[\b\u007f]/;

async function typed(input: SecretInput, ask: (text: string) => void): Promise<string> {
  ask("The secret (it is not shown): ");
  input.setRawMode(true);
  try {
    let line: readonly string[] = [];
    for await (const chunk of input) {
      for (const character of chunk.toString()) {
        if (character === interrupt) throw new CommandFailure(exitCodes.interrupted, "Nothing was stored.");
        if (character === "\r" || character === "\n" || character === endOfInput) return line.join("");
        line = erase.test(character) ? line.slice(0, -1) : [...line, character];
      }
    }
    return line.join("");
  } finally {
    input.setRawMode(false);
    ask("\n");
  }
}
