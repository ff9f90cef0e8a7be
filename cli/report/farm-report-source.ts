import type { JobTimeline } from "#shared/contracts/api/timeline.ts";
import type { ExportedJob, ExportSource } from "#shared/rules/export/export-source.ts";
import { defined } from "#shared/values/defined.ts";
import { type ApiAddress, callRoute } from "../call-route.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import type { ReportedJob, ReportSource } from "./report-source.ts";

/** Two screens a step, of which the one after is mostly the one before the next. */
const picturesPerStep = 1.1;

/** A farm's job or batch, as a report shows it: with its times, and what its batch came to. */
export async function farmReportSource(source: ExportSource, address: ApiAddress): Promise<ReportSource> {
  const { batch } = source;
  async function* jobs(): AsyncGenerator<ReportedJob> {
    for await (const job of source.jobs()) {
      yield await reported(job, address);
      for await (const part of job.parts()) yield await reported(part, address);
    }
  }
  if (batch === undefined) return { pictures: 0, jobs };
  const { batchId, name } = batch;
  const [statistics, causes, pictures] = await Promise.all([
    callRoute(address, "batchStatistics", { id: batchId }).catch(nothingOf),
    callRoute(address, "batchCauses", { id: batchId }).catch(nothingOf),
    picturesOf(source),
  ]);
  return { batch: { batchId, name, statistics, causes }, pictures, jobs };
}

async function picturesOf(source: ExportSource): Promise<number> {
  let steps = 0;
  for await (const { attempts } of source.items()) steps += attempts.at(-1)?.steps ?? 0;
  return Math.ceil(steps * picturesPerStep);
}

async function reported(
  { trajectory, item, read, keys }: ExportedJob,
  address: ApiAddress,
): Promise<ReportedJob> {
  const timeline: JobTimeline | null = await callRoute(address, "jobTimeline", {
    id: trajectory.job.jobId,
  }).catch(nothingOf);
  const place = item && defined({ taskId: item.taskId, variant: item.variant, repeat: item.epoch });
  return { trajectory, timeline, read, keys, ...(place === undefined ? {} : { place }) };
}

/** A farm of before it had them is reported on without. */
function nothingOf(error: unknown): null {
  if (error instanceof CommandFailure) return null;
  throw error;
}
