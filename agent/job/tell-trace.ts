import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";

/** Tells the spans of a job that has ended. Without a trace nothing is loaded for it. */
export async function tellTrace(
  ended: Job,
  known: Pick<Trajectory, "steps" | "recoveries" | "questions">,
  runtime: Services,
): Promise<void> {
  if (!runtime.tracing.isOn || ended.trace?.sampled !== true) return;
  const { tellJobTrace } = await import("../tracing/tell-job-trace.ts");
  const { tenantId, batch: place } = ended;
  const batch = place && (await runtime.repositories.batches.get(tenantId, place.batchId));
  tellJobTrace(ended, { ...known, ...defined({ batch }) }, runtime);
}
