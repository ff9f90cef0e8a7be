import type { FunctionRecord } from "./function-record.ts";
import { asksAndEnds, endsJobs, modelVariableNames } from "./function-sets.ts";

/** The functions of batches. */
export const batchFunctions = {
  "check-manifest": {
    ...asksAndEnds,
    states: [["batch", "CheckManifest"]],
    // Reads 100,000 lines in some 30 s, and checks every one as a request that comes to the API.
    timeoutSeconds: 890,
    memoryMegabytes: 2_048,
    permissions: [...asksAndEnds.permissions, "read-uploads"],
  },
  "prepare-round": {
    ...endsJobs,
    states: [["batch", "PrepareRound"]],
    // Reads the whole manifest's index and all items of the batch: of 100,000 lines in some 20 s.
    timeoutSeconds: 890,
    memoryMegabytes: 2_048,
    readsConfig: true,
  },
  "take-item": {
    // A line's request is checked as one that comes to the API; what a job does again is stored before the job.
    ...endsJobs,
    states: [["batch", "TakeItem"]],
    environment: [...endsJobs.environment, ...modelVariableNames],
    readsConfig: true,
  },
  "settle-item": { ...endsJobs, states: [["batch", "SettleItem"]], readsConfig: true },
  "finish-batch": {
    ...endsJobs,
    states: [
      ["batch", "FinishBatch"],
      ["batch", "FailBatch"],
    ],
    timeoutSeconds: 290,
    memoryMegabytes: 2_048,
    readsConfig: true,
  },
} as const satisfies Record<string, FunctionRecord>;
