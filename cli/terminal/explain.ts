import { CommanderError, InvalidArgumentError } from "commander";
import { DroverError } from "#shared/errors/drover-error.ts";
import { CommandFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { json, plain, plainLines, progress } from "./terminal.ts";

/** What went wrong, as `--json` prints it: `{ error: … }`, the same of every command. */
interface Explained {
  /** Of the error catalogue, else what the exit code stands for. */
  readonly code: string;
  readonly message: string;
  readonly advice: readonly string[];
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  readonly exitCode: number;
}

/** Says what went wrong and what to do about it, on stderr, and with `asJson` on stdout too. Answers the exit code. */
export function explain(error: unknown, asJson: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const told = explained(error);
  if (asJson) json({ error: told });
  // Commander has told of its own.
  if (error instanceof CommanderError && !(error instanceof InvalidArgumentError)) return told.exitCode;
  progress(`error: ${plainLines(told.message)}`);
  for (const advice of told.advice) progress(`  ${plain(advice)}`);
  return told.exitCode;
}

const nameOf = (exitCode: number): string =>
  Object.entries(exitCodes).find(([, code]) => code === exitCode)?.[0] ?? "error";

function explained(error: unknown): Explained {
  const none = { advice: [], fields: [] };
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, "");
    return { ...none, code: "usage", message, exitCode: exitCodes.usage };
  }
  if (error instanceof CommandFailure) {
    const { code, message, advice, fields, exitCode } = error;
    return { code: code || nameOf(exitCode), message, advice, fields, exitCode };
  }
  const { error: exitCode } = exitCodes;
  if (error instanceof DroverError)
    return { ...none, code: error.code, message: error.message, advice: error.advice, exitCode };
  // A stack only for what nobody foresaw.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ...none, code: "unexpected", message, exitCode };
}
