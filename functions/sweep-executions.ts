import { paginateListExecutions } from "@aws-sdk/client-sfn";
import type { Context } from "aws-lambda";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { endBroken } from "#api/executions/end-broken.ts";
import { endLostBatches } from "#api/executions/end-lost-batches.ts";
import { endLostJobs } from "#api/executions/end-lost-jobs.ts";
import { readTenant, readTenants } from "#api/executions/read-tenant.ts";
import { tellGauges } from "#api/executions/tell-gauges.ts";
import { unreadCommands } from "#api/executions/unread-commands.ts";
import { sendOverdue } from "#api/webhooks/send-overdue.ts";
import { BrokenStatus } from "#shared/contracts/farm/execution-event.ts";
import { inTrace } from "./runtime/in-trace.ts";
import { runtimeFor } from "./runtime/runtime.ts";

type SweepRuntime = Runtime<"sweep-executions">;

/** How long to leave a recently ended execution to the waiter that normally handles its end. */
const graceMilliseconds = 60_000;
/** The last started executions of each machine and status. */
const mostListed = 300;
/** Executions that this process already checked. */
const settled = new Set<string>();
const mostSettled = 20_000;

/**
 * The safety net for end-execution, every minute: cleans up after executions that failed unnoticed, ends jobs that were never started
 * and jobs whose execution no longer exists, records the state of each pool, and sends overdue webhook deliveries. It leaves properly ended jobs unchanged.
 */
export async function handler(_event: unknown, context: Context): Promise<{ readonly ended: number }> {
  const shared = runtimeFor("sweep-executions");
  const logger = withContext(shared.logger, {
    function: "sweep-executions",
    requestId: context.awsRequestId,
  });
  const runtime = { ...shared, logger };
  const ended = await inTrace(
    "sweep-executions",
    undefined,
    runtime,
    async () => (await sweepExecutions(runtime)) + (await sweepTenants(runtime)),
  );
  return { ended };
}

async function sweepExecutions(runtime: SweepRuntime): Promise<number> {
  const { environment } = runtime;
  let ended = 0;
  if (settled.size > mostSettled) settled.clear();
  for (const stateMachineArn of [
    environment.DROVER_BATCH_STATE_MACHINE_ARN,
    environment.DROVER_WORKFLOW_STATE_MACHINE_ARN,
    environment.DROVER_ROLES_STATE_MACHINE_ARN,
    environment.DROVER_JOB_STATE_MACHINE_ARN,
  ])
    for (const status of BrokenStatus.options)
      for (const executionArn of await brokenExecutions(stateMachineArn, status, runtime)) {
        // A failure here does not block the others; the next sweep tries again.
        const end = await endBroken(executionArn, runtime).catch((error: unknown) => {
          runtime.logger.error("a failed execution could not be cleaned up", {
            executionArn,
            ...errorFields(error),
          });
          return "later" as const;
        });
        if (end !== "later") settled.add(executionArn);
        if (end === "ended") ended += 1;
      }
  return ended;
}

async function brokenExecutions(
  stateMachineArn: string,
  statusFilter: BrokenStatus,
  { clients, now }: SweepRuntime,
): Promise<readonly string[]> {
  const before = now().getTime() - graceMilliseconds;
  const found: string[] = [];
  let listed = 0;
  for await (const { executions = [] } of paginateListExecutions(
    { client: await clients.sfn(), pageSize: 100 },
    { stateMachineArn, statusFilter },
  )) {
    for (const { executionArn = "", stopDate } of executions)
      if (!settled.has(executionArn) && (stopDate?.getTime() ?? 0) <= before) found.push(executionArn);
    listed += executions.length;
    if (listed >= mostListed) break;
  }
  return found;
}

/** A failure of one tenant does not block the others. */
async function sweepTenants(runtime: SweepRuntime): Promise<number> {
  let ended = 0;
  for (const { tenantId, pools } of await readTenants(runtime))
    try {
      const tenant = await readTenant({ tenantId, pools }, runtime);
      tellGauges(tenant, await unreadCommands(tenant, runtime), runtime);
      ended += await endLostJobs(tenant, runtime);
      ended += await endLostBatches(tenantId, runtime);
      await sendOverdue(tenantId, runtime);
    } catch (error) {
      runtime.logger.error("a tenant was not swept", { tenantId, ...errorFields(error) });
    }
  return ended;
}
