import type { Job } from "#shared/contracts/job/job.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import { stepsOf } from "../job/build-trajectory.ts";
import type { Runtime } from "../runtime/services.ts";
import { closedPart } from "./close-part.ts";
import { endedPartJob } from "./part-jobs.ts";

type NextRuntime = Runtime<"next-subtask">;

/** The workflow with this part as it is now, stored. */
export async function savePart(job: Job, part: TaskStep, { repositories }: NextRuntime): Promise<Job> {
  const taskSteps = (job.taskSteps ?? []).map((step) => (step.index === part.index ? part : step));
  await repositories.jobs.saveTaskSteps(job.tenantId, job.jobId, { taskSteps });
  return { ...job, taskSteps };
}

/** Notes what came of a part whose execution has ended, with this error or none. */
export async function closePart(
  job: Job,
  part: TaskStep,
  error: string | null,
  runtime: NextRuntime,
): Promise<Job> {
  const child = await endedPartJob(job, part, error, runtime);
  const closed = closedPart(part, child, await stepsOf(child, runtime));
  runtime.logger.info("a part ended", { part: part.index, partJobId: child.jobId, outcome: child.outcome });
  return savePart(job, closed, runtime);
}
