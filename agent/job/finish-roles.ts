import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { FinishRolesInput, FinishRolesOutput } from "#shared/contracts/workflow/run-roles.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Runtime } from "../runtime/services.ts";
import { stepsOf } from "./build-trajectory.ts";
import { rolesEnding } from "./roles-ending.ts";
import { usageWithParts } from "./usage-with-parts.ts";
import { allVerified, completeEnd, endingOf, writeEnd } from "./write-end.ts";

/** Ends a job with roles. The first end stands: a repeated invocation answers it again. */
export async function finishRoles(
  input: FinishRolesInput,
  runtime: Runtime<"finish-roles">,
): Promise<FinishRolesOutput> {
  const { tenantId, jobId } = input;
  const { jobs, farmSwitch, roleBoards } = runtime.repositories;
  const [job, farm, board] = await Promise.all([
    jobs.get(tenantId, jobId),
    farmSwitch.get(tenantId),
    roleBoards.get(tenantId, jobId),
  ]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  if (job.trajectoryKey !== undefined) {
    await completeEnd(job, runtime);
    return outputOf(job);
  }
  const ids = board === null ? [] : board.roles.map((role) => role.jobId);
  const parts = (await Promise.all(ids.map((id) => jobs.get(tenantId, id)))).filter((part) => part !== null);
  const ending = job.status === "finished" ? endingOf(job) : rolesEnding(job, board, input.failure, farm);
  const recoveries = parts.reduce((sum, { metrics }) => sum + (metrics?.recoveries ?? 0), 0);
  const steps = (await Promise.all(parts.map((part) => stepsOf(part, runtime)))).flat();
  const questions = parts.flatMap(({ metrics }) => metrics?.questions ?? []);
  const end = {
    ...ending,
    recoveries,
    parts: { steps, questions, isVerified: allVerified(parts), ...usageWithParts(job, parts) },
  };
  return outputOf(await writeEnd(job, end, runtime));
}

const outputOf = ({ jobId, outcome, outcomeReason }: Job): FinishRolesOutput => ({
  jobId,
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
});
