import { SplitWindow } from "#shared/contracts/device/split-screen.ts";
import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import type { NextSubtaskInput, NextSubtaskOutput } from "#shared/contracts/workflow/subtasks.ts";
import type { Runtime } from "../runtime/services.ts";
import { cancelledEnd } from "../turn-state/loop-end.ts";
import { closePart, savePart } from "./keep-part.ts";
import { partJob } from "./part-job.ts";
import { spentBy } from "./part-jobs.ts";

type NextRuntime = Runtime<"next-subtask">;
type Split = NonNullable<NonNullable<Job["workflow"]>["split"]>;

/**
 * What comes next of two parts in one split screen (docs/spec.md R10): the split itself, a job in each window, then, when
 * both have ended, the judgement of the whole or nothing. Asked again it answers the same: the jobs' ids are stored before
 * the jobs are.
 */
export async function splitTurn(
  job: Job,
  { first, second }: Split,
  { input, farm }: { readonly input: NextSubtaskInput; readonly farm: FarmSwitch | null },
  runtime: NextRuntime,
): Promise<NextSubtaskOutput> {
  if (input.windows !== undefined) return joined(await closeBoth(job, input.windows, runtime), farm);
  const begun = job.taskSteps?.some(({ status }) => status !== "pending");
  if (!begun && cancelledEnd(job, farm) !== null) return { route: "release" };
  if (!begun && input.alreadySatisfied && !job.allowAlreadySatisfied) return { route: "judge" };
  if (!input.split) return { route: "split", apps: { first: first.app, second: second.app } };
  const jobIds = await beginBoth(job, runtime);
  return { route: "windows", ...jobIds };
}

function joined(job: Job, farm: FarmSwitch | null): NextSubtaskOutput {
  const both = job.taskSteps?.every(({ status }) => status === "complete");
  return { route: both && cancelledEnd(job, farm) === null ? "judge" : "release" };
}

const stepIn = ({ taskSteps = [] }: Job, window: SplitWindow): TaskStep | undefined =>
  taskSteps.find((step) => step.window === window);

async function closeBoth(
  job: Job,
  windows: NonNullable<NextSubtaskInput["windows"]>,
  runtime: NextRuntime,
): Promise<Job> {
  let closed = job;
  for (const window of SplitWindow.options) {
    const step = stepIn(closed, window);
    if (step?.status === "running") closed = await closePart(closed, step, windows[window].error, runtime);
  }
  return closed;
}

/** Each may spend half of what is left, because neither waits to see what the other spends. */
async function beginBoth(job: Job, runtime: NextRuntime): Promise<{ first: JobId; second: JobId }> {
  const { jobs } = runtime.repositories;
  const now = runtime.now();
  let saved = job;
  for (const step of job.taskSteps ?? []) {
    if (step.jobIds.length > 0) continue;
    const jobIds = [JobId.parse(runtime.newId())];
    saved = await savePart(saved, { ...step, status: "running", attempts: 1, jobIds }, runtime);
  }
  const spent = spentBy([saved]);
  const [first, second] = await Promise.all(
    SplitWindow.options.map(async (window) => {
      const step = stepIn(saved, window);
      const jobId = step?.jobIds.at(-1);
      if (step === undefined || jobId === undefined)
        throw new Error(`workflow ${job.jobId} has no part for its ${window} window`);
      await jobs.create(partJob(saved, step, jobId, { spent, now, among: 2 }));
      return jobId;
    }),
  );
  return { first: JobId.parse(first), second: JobId.parse(second) };
}
