import type { RuntimeServices } from "#functions/runtime/runtime.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Trajectory } from "#shared/contracts/result/trajectory.ts";
import { defined } from "#shared/values/defined.ts";

/** Tells the spans of a job that has ended. Without a trace nothing is loaded for it. */
export async function tellTrace(
  ended: Job,
  known: Pick<Trajectory, "steps" | "recoveries" | "questions">,
  runtime: RuntimeServices,
): Promise<void> {
  if (!runtime.tracing.isOn || ended.trace?.sampled !== true) return;
  const { tellJobTrace } = await import("../tracing/tell-job-trace.ts");
  const { tenantId, batch: place } = ended;
  const batch = place && (await runtime.repositories.batches.get(tenantId, place.batchId));
  tellJobTrace(ended, { ...known, ...defined({ batch }) }, runtime);
}
