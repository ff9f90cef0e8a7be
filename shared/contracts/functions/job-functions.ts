import type { FunctionRecord } from "./function-record.ts";
import {
  asksAndEnds,
  asksModel,
  endsJobs,
  keepsRecords,
  modelVariableNames,
  storageVariableNames,
  wakingPermissions,
} from "./function-sets.ts";

/** The functions of one agent's job, its plan and its recovery. */
export const jobFunctions = {
  "prepare-job": {
    states: [["job", "PrepareJob"]],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: [...storageVariableNames, ...modelVariableNames],
    // The tools that the job's agent may call are listed once, and kept with the job.
    // A spoken task is kept as it was said until then.
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-model-key",
      "read-tool-keys",
    ],
    readsConfig: true,
  },
  "predict-action": {
    // It waits for the model nearly all the time: pictures come as the device made them.
    ...asksAndEnds,
    concurrencyShare: 40,
    states: [["job", "PredictAction"]],
    // What one role tells, another may wait for.
    permissions: [...asksAndEnds.permissions, ...wakingPermissions],
  },
  "verify-step": { ...keepsRecords, states: [["job", "VerifyStep"]], permissions: ["read-artifacts"] },
  "map-error": { ...keepsRecords, concurrencyShare: 8, states: [["job", "MapError"]] },
  "finish-job": {
    // Reads every step of the job to write its trajectory. When the job has ended, a model may be asked about new apps.
    ...asksAndEnds,
    concurrencyShare: 8,
    states: [["job", "FinishJob"]],
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
  },
  "make-plan": { ...asksModel, states: [["planning", "MakePlan"]], memoryMegabytes: 1_024 },
  "check-progress": { ...asksModel, states: [["job", "CheckProgress"]] },
  "check-completion": { ...asksModel, states: [["job", "CheckCompletion"]] },
  "open-callback": {
    ...keepsRecords,
    states: [
      ["job", "AskUser"],
      ["job", "AwaitChecks"],
      ["job", "AwaitTurn"],
      ["job", "AwaitRoles"],
    ],
    permissions: ["read-table", "write-table", ...wakingPermissions],
  },
  "call-tool": {
    ...keepsRecords,
    states: [["job", "CallTool"]],
    timeoutSeconds: 170,
    permissions: ["read-table", "write-table", "read-tool-keys"],
    readsConfig: true,
  },
  "plan-recovery": { ...asksModel, states: [["recovery", "PlanRecovery"]], memoryMegabytes: 1_024 },
  "act-recovery": { ...asksModel, states: [["recovery", "ActRecovery"]], memoryMegabytes: 1_024 },
  "report-recovery": { ...asksModel, states: [["recovery", "ReportRecovery"]] },
  "end-recovery": { ...endsJobs, states: [["recovery", "EndRecovery"]] },
} as const satisfies Record<string, FunctionRecord>;
