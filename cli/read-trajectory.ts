import { readFile } from "node:fs/promises";
import * as z from "zod";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { because } from "./terminal/because.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/** A job of the farm by its id, or an exported trajectory by its file. */
export type RunOrigin =
  | { readonly jobId: JobId }
  | { readonly file: string; readonly trajectory: Trajectory };

/** @throws CommandFailure that says what is wrong with the file */
export async function readOrigin(given: string): Promise<RunOrigin> {
  const jobId = JobId.safeParse(given);
  if (jobId.success) return { jobId: jobId.data };
  return { file: given, trajectory: await readTrajectoryFile(given) };
}

async function readTrajectoryFile(file: string): Promise<Trajectory> {
  const unusable = (why: string): CommandFailure =>
    new CommandFailure(exitCodes.usage, `There is no job or trajectory '${file}' (${why}).`, [
      "'drover jobs' lists jobs; 'drover export <job> --as json --out <file>' exports one.",
    ]);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw unusable(because(error));
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(`it is not JSON: ${because(error)}`);
  }
  const parsed = Trajectory.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unusable(`${issue?.path.join(".") || "it"}: ${issue?.message ?? z.prettifyError(parsed.error)}`);
}
