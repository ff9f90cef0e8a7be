import type { Job } from "#shared/contracts/job/job.ts";
import { isUnclosed } from "#shared/contracts/workflow/turn.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";
import type { Services } from "../runtime/services.ts";

/** The loop is over, whoever's turn it was: nobody is to take it any more. */
export async function closeTurn(job: Job, { repositories }: Pick<Services, "repositories">): Promise<void> {
  if (outsideAgent(job) === null) return;
  const latest = await repositories.turns.latest(job.tenantId, job.jobId);
  if (latest !== null && isUnclosed(latest)) await repositories.turns.expire(latest);
}
