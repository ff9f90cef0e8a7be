import type { FunctionRecord } from "./function-record.ts";
import { modelVariableNames, storageVariableNames } from "./function-sets.ts";

/** The functions of batches. */
export const batchFunctions = {
  "check-manifest": {
    entry: "functions/check-manifest.ts",
    states: [["batch", "CheckManifest"]],
    // Reads 100,000 lines in some 30 s.
    timeoutSeconds: 890,
    memoryMegabytes: 2_048,
    // Every line is checked as a request that comes to the API.
    environment: [...storageVariableNames, ...modelVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-uploads",
      "send-webhooks",
    ],
    readsConfig: true,
  },
  "prepare-round": {
    entry: "functions/prepare-round.ts",
    states: [["batch", "PrepareRound"]],
    // Reads the whole manifest's index and all items of the batch: of 100,000 lines in some 20 s.
    timeoutSeconds: 890,
    memoryMegabytes: 2_048,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
  "take-item": {
    entry: "functions/take-item.ts",
    states: [["batch", "TakeItem"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, ...modelVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    // A line's request is checked as one that comes to the API; what a job does again is stored before the job.
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
  "settle-item": {
    entry: "functions/settle-item.ts",
    states: [["batch", "SettleItem"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    // It ends the job whose execution broke off.
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
  "finish-batch": {
    entry: "functions/finish-batch.ts",
    states: [
      ["batch", "FinishBatch"],
      ["batch", "FailBatch"],
    ],
    timeoutSeconds: 290,
    memoryMegabytes: 2_048,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
} as const satisfies Record<string, FunctionRecord>;
