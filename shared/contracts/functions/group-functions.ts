import type { FunctionRecord } from "./function-record.ts";
import { asksModel, endsJobs, wakingPermissions } from "./function-sets.ts";

/** The functions of workflows and of tasks with roles, which have jobs as their parts. */
export const groupFunctions = {
  "decompose-task": { ...asksModel, states: [["workflow", "DecomposeTask"]] },
  "next-subtask": {
    ...endsJobs,
    states: [
      ["workflow", "NextSubtask"],
      ["workflow", "JoinWindows"],
    ],
    timeoutSeconds: 25,
  },
  "finish-workflow": {
    ...endsJobs,
    concurrencyShare: 2,
    states: [["workflow", "FinishWorkflow"]],
    memoryMegabytes: 1_024,
  },
  "begin-roles": {
    ...asksModel,
    states: [["roles", "BeginRoles"]],
    timeoutSeconds: 25,
    permissions: ["read-table", "write-table"],
  },
  "settle-role": {
    ...endsJobs,
    concurrencyShare: 2,
    states: [["roles", "SettleRole"]],
    permissions: [...endsJobs.permissions, ...wakingPermissions],
  },
  "finish-roles": {
    ...endsJobs,
    concurrencyShare: 2,
    states: [["roles", "FinishRoles"]],
    memoryMegabytes: 1_024,
  },
} as const satisfies Record<string, FunctionRecord>;
