import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { SettleRoleInput, SettleRoleOutput } from "#shared/contracts/workflow/run-roles.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { endedJob } from "../job/end-lost-job.ts";
import { changeBoard } from "../role-board/change-board.ts";
import type { Runtime } from "../runtime/services.ts";
import { whatPoolLacks } from "./what-pool-lacks.ts";

type SettleRuntime = Runtime<"settle-role">;

/**
 * Notes on the board what became of a role, and lets the others continue: one that can do its part no more ends them too. Each part may be
 * done again.
 * @throws NotFound, StorageUnavailable
 */
export async function settleRole(input: SettleRoleInput, runtime: SettleRuntime): Promise<SettleRoleOutput> {
  const { tenantId, jobId, roleJobId, error } = input;
  const found = await runtime.repositories.jobs.get(tenantId, roleJobId);
  if (found?.roleOf === undefined) throw new DroverError("NotFound", `There is no role's job ${roleJobId}.`);
  const job = await endedJob(found, error, runtime);
  const outcome = JobOutcome.parse(job.outcome);
  const reason = [job.outcomeReason ?? "", await whatPoolLacks(job, runtime)].filter(Boolean).join(" ");
  const at = runtime.now().toISOString();
  const { role } = found.roleOf;
  const board = await changeBoard({ tenantId, jobId }, { kind: "end", role, at, outcome, reason }, runtime);
  if (board.over !== undefined) await endWaiting(board, runtime);
  runtime.logger.info("a role ended", { role, roleJobId, outcome });
  return { outcome };
}

/** What still waits for a device is wanted no more: its request is refused when a host takes it, or is over with its time. */
async function endWaiting(
  { tenantId, roles }: RoleBoard,
  { repositories, now }: SettleRuntime,
): Promise<void> {
  const waiting = roles.filter(({ state }) => state === "gathering");
  const at = now().toISOString();
  await Promise.all(
    waiting.map(async ({ jobId }): Promise<void> => {
      const job: Job | null = await repositories.jobs.get(tenantId, jobId);
      if (job?.status === "queued") await repositories.jobs.cancel(tenantId, jobId, at);
    }),
  );
}
