import type { Job } from "#shared/contracts/job/job.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import type { NextSubtaskInput, NextSubtaskOutput } from "#shared/contracts/workflow/subtasks.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Runtime } from "../runtime/services.ts";
import { cancelledEnd } from "../turn-state/loop-end.ts";
import { closePart, savePart } from "./keep-part.ts";
import { partJob } from "./part-job.ts";
import { partJobs, spentBy } from "./part-jobs.ts";
import { splitTurn } from "./split-parts.ts";

type NextRuntime = Runtime<"next-subtask">;

/**
 * Notes what came of the part that ended, and says which is next. Asked again for the same end it answers the same part: its
 * job's id is stored before the job is.
 */
export async function nextSubtask(input: NextSubtaskInput, runtime: NextRuntime): Promise<NextSubtaskOutput> {
  const { tenantId, jobId, ended, alreadySatisfied } = input;
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job?.taskSteps === undefined) throw new DroverError("NotFound", `There is no workflow ${jobId}.`);
  const split = job.workflow?.split;
  if (split !== undefined) return splitTurn(job, split, { input, farm }, runtime);
  const running = job.taskSteps.find(({ status }) => status === "running");
  const again = running?.jobIds.at(-1);
  if (running !== undefined && again !== undefined && again !== ended?.jobId)
    return begin(job, running, again, runtime);
  const closed = running === undefined ? job : await closePart(job, running, ended?.error ?? null, runtime);
  if (cancelledEnd(closed, farm) !== null) return { route: "release" };
  if (ended === null && alreadySatisfied && !job.allowAlreadySatisfied) return { route: "judge" };
  const next = nextPart(closed);
  if (next === "none") return { route: "judge" };
  if (next === "failed") return { route: "release" };
  return begin(closed, next, JobId.parse(runtime.newId()), runtime);
}

/** A part that failed is tried again as often as it may be; the parts after it wait for it. */
function nextPart({ taskSteps = [], workflow }: Job): TaskStep | "none" | "failed" {
  const next = taskSteps.find(({ status }) => status !== "complete");
  if (next === undefined) return "none";
  const attempts = workflow?.subtasks?.[next.index - 1]?.attempts ?? 1;
  return next.attempts < attempts ? next : "failed";
}

async function begin(
  job: Job,
  part: TaskStep,
  partJobId: JobId,
  runtime: NextRuntime,
): Promise<NextSubtaskOutput> {
  const isNew = !part.jobIds.includes(partJobId);
  const begun: TaskStep = isNew
    ? { ...part, status: "running", attempts: part.attempts + 1, jobIds: [...part.jobIds, partJobId] }
    : part;
  const saved = isNew ? await savePart(job, begun, runtime) : job;
  const spent = spentBy([saved, ...(await partJobs(saved, runtime))]);
  await runtime.repositories.jobs.create(partJob(saved, begun, partJobId, { spent, now: runtime.now() }));
  return { route: "run", jobId: partJobId };
}
