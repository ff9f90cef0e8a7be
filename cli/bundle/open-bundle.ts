import { Bundle, bundleName } from "#shared/contracts/result/bundle.ts";
import { pathOfKey } from "#shared/rules/export/zip-export.ts";
import { openRunFile } from "../run-file/open-run-file.ts";
import type { RunFile } from "../run-file/run-file.ts";
import { unreadableFile } from "../run-file/unreadable-file.ts";
import { CommandFailure } from "../terminal/command-failure.ts";

export interface OpenBundle {
  readonly bundle: Bundle;
  readonly run: RunFile;
}

/**
 * A bundle whose names, sizes and sums hold and whose recipe fits what lies beside it. It was written by anybody.
 * @throws CommandFailure that says what is wrong with it
 */
export async function openBundle(file: string): Promise<OpenBundle> {
  const run = await openRunFile(file).catch((error: unknown) => {
    throw error instanceof CommandFailure
      ? new CommandFailure(error.exitCode, error.message, [bundled])
      : error;
  });
  try {
    const bytes = run.kind === "zip" ? await run.artifact(bundleName) : null;
    if (bytes === null) throw new Error(`it is not a bundle: ${bundleName} is missing`);
    const bundle = Bundle.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    const beside = new Set(run.jobs.map(({ jobId }) => jobId));
    const stranger = bundle.jobs.find(({ jobId }) => !beside.has(jobId));
    if (stranger !== undefined) throw new Error(`its job ${stranger.jobId} has no trajectory in it`);
    return { bundle, run };
  } catch (error) {
    await run.close();
    throw unreadableFile(file, error, bundled);
  }
}

const bundled =
  "'drover export <job|batch> --as bundle' writes one. If somebody sent it to you, ask for it again.";

/** Reads all of it, one file at a time, and each trajectory as what it is. @throws CommandFailure */
export async function checkAll(file: string, { run }: OpenBundle): Promise<void> {
  try {
    for (const path of run.files) await run.artifact(pathOfKey(path));
    for (const { jobId } of run.jobs)
      if ((await run.trajectory(jobId)) === null) throw new Error(`its job ${jobId} has no trajectory`);
  } catch (error) {
    throw unreadableFile(file, error, bundled);
  }
}
