import type { FunctionRecord } from "./function-record.ts";
import { endsJobs, keepsRecords, modelVariableNames, storageVariableNames } from "./function-sets.ts";

const machineVariableNames = [
  "DROVER_JOB_STATE_MACHINE_ARN",
  "DROVER_WORKFLOW_STATE_MACHINE_ARN",
  "DROVER_ROLES_STATE_MACHINE_ARN",
  "DROVER_BATCH_STATE_MACHINE_ARN",
] as const;

/** The functions that no state calls: the API, and what events and timers call. */
export const farmFunctions = {
  "sweep-executions": {
    ...endsJobs,
    concurrencyShare: 1,
    timeoutSeconds: 170,
    environment: [...endsJobs.environment, ...machineVariableNames],
    permissions: [...endsJobs.permissions, "read-executions", "list-executions", "look-at-host-queues"],
  },
  "run-schedule": {
    ...endsJobs,
    concurrencyShare: 1,
    // It settles a run that nobody settled, as finish-batch does.
    timeoutSeconds: 290,
    memoryMegabytes: 1_024,
    environment: [...endsJobs.environment, "DROVER_BATCH_STATE_MACHINE_ARN"],
    permissions: [...endsJobs.permissions, "read-kept-manifests", "accept-uploads", "start-batches"],
  },
  "retire-hosts": {
    ...keepsRecords,
    timeoutSeconds: 170,
    permissions: ["read-table", "write-table", "remove-host-queues"],
  },
  "end-execution": {
    ...endsJobs,
    concurrencyShare: 2,
    permissions: [...endsJobs.permissions, "read-executions"],
  },
  "fail-dead-letters": {
    concurrencyShare: 2,
    timeoutSeconds: 25,
    memoryMegabytes: 256,
    environment: storageVariableNames,
    permissions: ["fail-tasks"],
  },
  "deliver-webhooks": {
    concurrencyShare: 3,
    // A receiver has 10 s.
    timeoutSeconds: 30,
    memoryMegabytes: 256,
    environment: [...endsJobs.environment, "DROVER_WEBHOOK_REACH"],
    permissions: ["read-table", "write-table", "send-webhooks", "read-webhook-secrets"],
  },
  // Called by a user pool, which waits 5 s. Deployed where the issuer is a pool of Drover's own.
  "add-tenant-claim": {
    timeoutSeconds: 5,
    memoryMegabytes: 256,
    environment: [],
    permissions: [],
  },
  api: {
    concurrencyShare: 15,
    // An HTTP API waits 30 s at most.
    timeoutSeconds: 29,
    memoryMegabytes: 512,
    // A job whose model cannot be asked is refused at once; a stored prompt is asked again.
    environment: [
      ...endsJobs.environment,
      ...modelVariableNames,
      ...machineVariableNames,
      "DROVER_TOKEN_RULES",
      "DROVER_SCHEDULE_TARGET",
      "DROVER_WEBHOOK_REACH",
    ],
    permissions: [
      ...endsJobs.permissions,
      "read-model-key",
      "accept-uploads",
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
      "write-webhook-secrets",
    ],
    readsConfig: true,
  },
} as const satisfies Record<string, FunctionRecord>;
