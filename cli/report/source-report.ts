import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { Step } from "#shared/contracts/step/step.ts";

type Line = (name: string, value: string) => void;

/** What a job with a source does again, and where that went another way; nothing for any other job. */
export function reportSource({ source, divergence, start }: JobResponse, line: Line): void {
  if (source === undefined) return;
  const { kind, jobId, trajectoryId, at, steps } = source;
  const from = jobId === undefined ? `trajectory ${trajectoryId}` : `job ${jobId}`;
  const said = {
    resume: `resumes ${from}: repeats its ${steps} steps, then uses its model`,
    replay: `replays ${from}: repeats its ${steps} steps without a model`,
    fork:
      source.snapshotId === undefined
        ? `forks ${from} after step ${at}: repeats ${steps} steps, then uses its model`
        : `forks ${from} after step ${at}, then uses its model`,
    script: `runs a script of ${steps} lines without a model`,
  } satisfies Record<typeof kind, string>;
  line("source", said[kind]);
  if (source.snapshotId !== undefined) line("", snapshotWords(source.snapshotId, start));
  if (divergence === undefined) return;
  const { step, action, expected, found } = divergence;
  line(
    "diverged",
    `${kind === "script" ? "line" : "its step"} ${step} (${action}): expected ${expected}, but ${found}`,
  );
  if (kind === "resume") line("", `from there on, at step ${divergence.stepNumber}, the model chose`);
}

/** Which of the two ways a fork went. */
function snapshotWords(snapshotId: string, start: JobResponse["start"]): string {
  if (start === undefined) return `to restore snapshot ${snapshotId} instead of repeating steps`;
  return start.restored
    ? `restored snapshot ${snapshotId}: no step was repeated`
    : `repeated the steps instead of restoring snapshot ${snapshotId}: ${start.reason ?? "the reason is unknown"}`;
}

/** What of the source a step did, in a few words; "" for a step that a model chose. */
export function sourceWords({ recorded, chosenBy }: Pick<Step, "recorded" | "chosenBy">): string {
  if (recorded === undefined) return "";
  const { step, look, healed } = recorded;
  const what = chosenBy === "script" ? `line ${step}` : `step ${step} again`;
  if (look) return `looked again for ${what.replace(/ again$/, "")}`;
  return healed === undefined ? what : `${what}, healed by the model: ${JSON.stringify(healed.now)}`;
}
