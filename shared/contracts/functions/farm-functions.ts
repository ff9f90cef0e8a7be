import type { FunctionRecord } from "./function-record.ts";
import { modelVariableNames, storageVariableNames } from "./function-sets.ts";

/** The functions that no state calls: the API, and what events and timers call. */
export const farmFunctions = {
  "sweep-executions": {
    entry: "functions/sweep-executions.ts",
    concurrencyShare: 1,
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [
      ...storageVariableNames,
      "DROVER_JOB_STATE_MACHINE_ARN",
      "DROVER_WORKFLOW_STATE_MACHINE_ARN",
      "DROVER_ROLES_STATE_MACHINE_ARN",
      "DROVER_BATCH_STATE_MACHINE_ARN",
      "DROVER_WEBHOOK_QUEUE_URL",
    ],
    // It ends jobs and batches whose execution broke off.
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-executions",
      "list-executions",
      "look-at-host-queues",
      "send-webhooks",
    ],
  },
  "run-schedule": {
    entry: "functions/run-schedule.ts",
    concurrencyShare: 1,
    // It settles a run that nobody settled, as finish-batch does.
    timeoutSeconds: 290,
    memoryMegabytes: 1_024,
    environment: [...storageVariableNames, "DROVER_BATCH_STATE_MACHINE_ARN", "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-kept-manifests",
      "accept-uploads",
      "start-batches",
      "send-webhooks",
    ],
  },
  "retire-hosts": {
    entry: "functions/retire-hosts.ts",
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: storageVariableNames,
    permissions: ["read-table", "write-table", "remove-host-queues"],
  },
  "end-execution": {
    entry: "functions/end-execution.ts",
    concurrencyShare: 2,
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    // It ends the job or batch of an execution that broke off.
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-executions",
      "send-webhooks",
    ],
  },
  "fail-dead-letters": {
    entry: "functions/fail-dead-letters.ts",
    concurrencyShare: 2,
    timeoutSeconds: 25,
    memoryMegabytes: 256,
    environment: storageVariableNames,
    permissions: ["fail-tasks"],
  },
  "deliver-webhooks": {
    entry: "functions/deliver-webhooks.ts",
    concurrencyShare: 3,
    // A receiver has 10 s.
    timeoutSeconds: 30,
    memoryMegabytes: 256,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL", "DROVER_WEBHOOK_REACH"],
    permissions: ["read-table", "write-table", "send-webhooks", "read-webhook-secrets"],
  },
  // Called by a user pool, which waits 5 s. Deployed where the issuer is a pool of Drover's own.
  "add-tenant-claim": {
    entry: "functions/add-tenant-claim.ts",
    timeoutSeconds: 5,
    memoryMegabytes: 256,
    environment: [],
    permissions: [],
  },
  api: {
    entry: "functions/api.ts",
    concurrencyShare: 15,
    // An HTTP API waits 30 s at most.
    timeoutSeconds: 29,
    memoryMegabytes: 512,
    // A job whose model cannot be asked is refused at once; the keys themselves are not read.
    environment: [
      ...storageVariableNames,
      ...modelVariableNames,
      "DROVER_TOKEN_RULES",
      "DROVER_JOB_STATE_MACHINE_ARN",
      "DROVER_WORKFLOW_STATE_MACHINE_ARN",
      "DROVER_ROLES_STATE_MACHINE_ARN",
      "DROVER_BATCH_STATE_MACHINE_ARN",
      "DROVER_SCHEDULE_TARGET",
      "DROVER_WEBHOOK_QUEUE_URL",
      "DROVER_WEBHOOK_REACH",
    ],
    permissions: [
      "read-table",
      "write-table",
      "accept-uploads",
      "read-artifacts",
      "write-artifacts",
      "delete-artifacts",
      "run-jobs",
      "read-executions",
      "steer-rounds",
      "send-commands",
      "make-pools",
      "write-secrets",
      "make-schedules",
      "keep-manifests",
      "read-callbacks",
      "write-callbacks",
      "answer-tasks",
      "send-webhooks",
      "write-webhook-secrets",
    ],
    readsConfig: true,
  },
} as const satisfies Record<string, FunctionRecord>;
