import { S3Client } from "@aws-sdk/client-s3";
import { handler as checkManifest } from "#functions/check-manifest.ts";
import { handler as finishBatch } from "#functions/finish-batch.ts";
import { handler as prepareRound } from "#functions/prepare-round.ts";
import { handler as settleItem } from "#functions/settle-item.ts";
import { handler as takeItem } from "#functions/take-item.ts";
import type { Job, JobOutcome } from "#shared/contracts/job/job.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { defined } from "#shared/values/defined.ts";
import { type BatchUnderTest, tenantId } from "../batches/items/batch-world.ts";
import { invoke } from "../functions/start-functions.ts";
import { workingWorld } from "./job-scripts.ts";
import { type FunctionScript, type JobRun, named, runJob, type Start, type World } from "./job-world.ts";
import { ManualClock } from "./manual-clock.ts";
import type { Sent } from "./read-executions.ts";

/** How a job comes to its end. `breaks`: FinishJob cannot be written, so its execution fails. */
export type JobEnd = JobOutcome | "breaks";

type Handler = Parameters<typeof invoke>[0];

/** A Lambda's error as the engine hears it. */
const called =
  (handler: Handler): FunctionScript =>
  (payload) =>
    invoke(handler, payload);

/** The real machine over the real functions of a batch; what happens inside a job is a script. */
export function batchWorld(
  batch: BatchUnderTest,
  end: (job: Job) => JobEnd = () => "succeeded",
  changes: Parameters<typeof workingWorld>[0] = {},
): World {
  return workingWorld({
    commands: changes.commands ?? {},
    functions: {
      CheckManifest: called(checkManifest),
      PrepareRound: called(prepareRound),
      TakeItem: called(takeItem),
      SettleItem: called(settleItem),
      FinishBatch: called(finishBatch),
      FinishJob: async ({ jobId }: Sent) => {
        const job = await batch.functions.repositories.jobs.get(tenantId, JobId.parse(jobId));
        if (job === null) throw named("NotFound");
        const outcome = end(job);
        if (outcome === "breaks") throw named("InternalError");
        await batch.endJob(jobId, outcome);
        return { jobId, outcome };
      },
      ...changes.functions,
    },
  });
}

interface BatchStart extends Pick<Start, "redriven" | "name" | "started"> {
  readonly clock?: ManualClock;
  /** A manifest that it reads first. */
  readonly uploadId?: string;
}

export function runBatch(
  batch: BatchUnderTest,
  world: World = batchWorld(batch),
  { clock = new ManualClock(), uploadId, ...start }: BatchStart = {},
): Promise<JobRun> {
  const { region, credentials, endpoints } = batch.functions.storage.config;
  return runJob(world, clock, {
    machine: "batch",
    name: `${batch.batchId}-1`,
    input: { tenantId, batchId: batch.batchId, run: 1, ...defined({ uploadId }) },
    // The SDK's alone, as a farm's engine has it.
    s3: new S3Client({ region, credentials, endpoint: endpoints.s3, forcePathStyle: true }),
    ...start,
  });
}
