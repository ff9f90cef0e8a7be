import type { FunctionRecord } from "./function-record.ts";
import {
  modelPermissions,
  modelVariableNames,
  storageVariableNames,
  wakingPermissions,
} from "./function-sets.ts";

/** The functions of workflows and of tasks with roles, which have jobs as their parts. */
export const groupFunctions = {
  "decompose-task": {
    entry: "functions/decompose-task.ts",
    states: [["workflow", "DecomposeTask"]],
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, ...modelVariableNames],
    permissions: modelPermissions,
    readsConfig: true,
  },
  "next-subtask": {
    entry: "functions/next-subtask.ts",
    states: [
      ["workflow", "NextSubtask"],
      ["workflow", "JoinWindows"],
    ],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    // It ends the job of a part whose execution broke off.
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
  "finish-workflow": {
    entry: "functions/finish-workflow.ts",
    concurrencyShare: 2,
    states: [["workflow", "FinishWorkflow"]],
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
  "begin-roles": {
    entry: "functions/begin-roles.ts",
    states: [["roles", "BeginRoles"]],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, ...modelVariableNames],
    permissions: ["read-table", "write-table"],
    readsConfig: true,
  },
  "settle-role": {
    entry: "functions/settle-role.ts",
    concurrencyShare: 2,
    states: [["roles", "SettleRole"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    // It ends the job of a role whose execution broke off.
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "send-webhooks",
      ...wakingPermissions,
    ],
  },
  "finish-roles": {
    entry: "functions/finish-roles.ts",
    concurrencyShare: 2,
    states: [["roles", "FinishRoles"]],
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
    environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
} as const satisfies Record<string, FunctionRecord>;
