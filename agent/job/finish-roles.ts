import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { FinishRolesInput, FinishRolesOutput } from "#shared/contracts/workflow/run-roles.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Runtime } from "../runtime/services.ts";
import { endOfParts } from "./end-of-parts.ts";
import { rolesEnding } from "./roles-ending.ts";
import { completeEnd, endingOf, writeEnd } from "./write-end.ts";

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
  const end = { ...ending, ...(await endOfParts(job, parts, runtime)) };
  return outputOf(await writeEnd(job, end, runtime));
}

const outputOf = ({ jobId, outcome, outcomeReason }: Job): FinishRolesOutput => ({
  jobId,
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
});
