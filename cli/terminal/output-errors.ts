import { exitCodes } from "./exit-codes.ts";

let told = false;

/**
 * What is written to a reader that has gone (`drover jobs | head -1`) is dropped, and the command ends with the exit code
 * that it would have ended with. A full disk is told once: a job's outcome is still the exit code, but a list that is cut
 * short must not look like a whole one.
 */
export function surviveOutputErrors(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.exitCode ??= exitCodes.error;
    if (told) return;
    told = true;
    process.stderr.write(`error: The output could not be written: ${error.code}.\n`);
  });
  // There is no place left to say it.
  process.stderr.on("error", () => undefined);
}
