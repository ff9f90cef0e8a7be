import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import { dataNote } from "#shared/rules/steps/data-lines.ts";
import { traceError } from "#shared/rules/steps/trace-error.ts";

/** An error as a prompt for a coding agent: what failed, what is known of it, how to see more, what is wanted. */
export const errorPrompt = (error: ErrorSnapshot): string =>
  [
    `A job on Drover, a farm of Android devices for agents, had an error. Find the cause and propose a change.`,
    dataNote,
    "",
    ...traceError(error),
    "",
    "Commands that show more:",
    `  drover show ${error.jobId} --why`,
    ...(error.stepNumber > 0
      ? ["step", "tree", "screen"].map((part) => `  drover show ${error.jobId} --${part} ${error.stepNumber}`)
      : []),
    "",
  ].join("\n");
