import type { Job } from "#shared/contracts/job.ts";
import { outcomeMetrics, poolDimension } from "#shared/contracts/metrics.ts";
import { heldInAll } from "#shared/domain/held-time.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/** Counts a job that has just ended. A part's figures are in its workflow's, a role's in its whole's. `steps`: those of its parts too. */
export function tellEnd(ended: Job, steps: number, { metrics, now }: RuntimeServices): void {
  const { tenantId, pool, parentJobId, roleOf, outcome, usage } = ended;
  if (parentJobId !== undefined || roleOf !== undefined || outcome === undefined) return;
  metrics.tell(
    {
      [outcomeMetrics[outcome]]: 1,
      Steps: steps,
      QueueSeconds: (ended.metrics?.queuedMilliseconds ?? 0) / 1_000,
      DeviceSeconds: heldInAll(ended, now()) / 1_000,
      ModelDollars: usage.costUsd ?? 0,
    },
    poolDimension(tenantId, pool),
  );
}
