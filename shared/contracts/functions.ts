import { type MachineName, type MachineState, nestedMachines, pascalCase } from "./machines.ts";

/** What a function's code reads of its environment, by name. */
export type FunctionVariable =
  | "DROVER_TABLE_NAME"
  | "DROVER_BUCKET_NAME"
  /** JSON (contracts/retention.ts). */
  | "DROVER_RETENTION"
  /** The provider of roles for which nobody names one. */
  | "DROVER_DEFAULT_PROVIDER"
  /** Its model, when nobody names that either. */
  | "DROVER_DEFAULT_MODEL"
  /** JSON (contracts/provider-settings.ts). It says where a key is: the key itself is in no template. */
  | "DROVER_MODEL_PROVIDERS"
  /** Of the deployment (contracts/stage.ts). */
  | "DROVER_STAGE"
  /** JSON (contracts/token-rules.ts). */
  | "DROVER_TOKEN_RULES"
  | "DROVER_JOB_STATE_MACHINE_ARN"
  | "DROVER_WORKFLOW_STATE_MACHINE_ARN"
  | "DROVER_ROLES_STATE_MACHINE_ARN"
  | "DROVER_BATCH_STATE_MACHINE_ARN"
  /** JSON (ScheduleTarget of contracts/schedule-event.ts). */
  | "DROVER_SCHEDULE_TARGET"
  /** Of a function that records events: it hands deliveries over at once, without it the sweep does. */
  | "DROVER_WEBHOOK_QUEUE_URL"
  /** contracts/webhook-reach.ts */
  | "DROVER_WEBHOOK_REACH";

/** What a function may do beside writing its log. */
export type FunctionPermission =
  | "read-table"
  | "write-table"
  | "read-artifacts"
  | "write-artifacts"
  | "delete-artifacts"
  | "read-model-key"
  | "run-jobs"
  | "steer-rounds"
  | "read-executions"
  | "list-executions"
  | "send-commands"
  | "read-callbacks"
  | "write-callbacks"
  | "read-tool-keys"
  | "answer-tasks"
  | "write-secrets"
  | "fail-tasks"
  | "accept-uploads"
  | "read-uploads"
  | "make-pools"
  | "remove-host-queues"
  | "start-batches"
  | "make-schedules"
  | "keep-manifests"
  | "read-kept-manifests"
  | "send-webhooks"
  | "write-webhook-secrets"
  | "read-webhook-secrets";

interface FunctionRecord {
  /** Module that exports `handler`, from the top of the project. */
  readonly entry: `functions/${string}.ts`;
  /** The states that call it; absent: it has an event source of its own. */
  readonly states?: readonly MachineState[];
  /** Below the TimeoutSeconds of the states that call it, so that the function's own error is the one that is seen. */
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: readonly FunctionVariable[];
  readonly permissions: readonly FunctionPermission[];
  /**
   * In percent of what the account may run at once and lets reserve: nobody else gets that, and the function gets no more
   * (docs/decisions/0136-nobody-starves.md). Absent: it shares the rest.
   */
  readonly concurrencyShare?: number;
  /** It has the project's config: DROVER_CONFIG_FILE names it when there is one. */
  readonly readsConfig?: true;
}

const storage = ["DROVER_STAGE", "DROVER_TABLE_NAME", "DROVER_BUCKET_NAME", "DROVER_RETENTION"] as const;
const model = ["DROVER_DEFAULT_PROVIDER", "DROVER_DEFAULT_MODEL", "DROVER_MODEL_PROVIDERS"] as const;

const askingModels = [
  "read-table",
  "write-table",
  "read-artifacts",
  "write-artifacts",
  "read-model-key",
] as const;

const wakingRoles = ["read-callbacks", "write-callbacks", "answer-tasks"] as const;

/** Every Lambda function: `infra/` deploys them and the local cloud hosts them from this one record. */
export const functions = {
  "prepare-job": {
    entry: "functions/prepare-job.ts",
    states: [["job", "PrepareJob"]],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    // The tools that the job's agent may call are listed once, and kept with the job.
    permissions: ["read-table", "write-table", "write-artifacts", "read-model-key", "read-tool-keys"],
    readsConfig: true,
  },
  "predict-action": {
    entry: "functions/predict-action.ts",
    concurrencyShare: 40,
    states: [["job", "PredictAction"]],
    // Two model calls of up to 30 s each by default and 120 s at most, and the reading and writing around them.
    timeoutSeconds: 170,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-model-key",
      "send-webhooks",
      // What one role tells, another may wait for.
      ...wakingRoles,
    ],
    readsConfig: true,
  },
  "verify-step": {
    entry: "functions/verify-step.ts",
    states: [["job", "VerifyStep"]],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: storage,
    permissions: ["read-table", "write-table", "read-artifacts"],
  },
  "map-error": {
    entry: "functions/map-error.ts",
    concurrencyShare: 8,
    states: [["job", "MapError"]],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: storage,
    permissions: ["read-table", "write-table", "read-artifacts"],
  },
  "finish-job": {
    entry: "functions/finish-job.ts",
    concurrencyShare: 8,
    states: [["job", "FinishJob"]],
    // Reads every step of the job to write its trajectory. When the job has ended, a model may be asked about new apps.
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "read-model-key",
      "send-webhooks",
    ],
    readsConfig: true,
  },
  "make-plan": {
    entry: "functions/make-plan.ts",
    states: [["planning", "MakePlan"]],
    timeoutSeconds: 170,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model],
    permissions: askingModels,
    readsConfig: true,
  },
  "check-progress": {
    entry: "functions/check-progress.ts",
    states: [["job", "CheckProgress"]],
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    permissions: askingModels,
    readsConfig: true,
  },
  "check-completion": {
    entry: "functions/check-completion.ts",
    states: [["job", "CheckCompletion"]],
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    permissions: askingModels,
    readsConfig: true,
  },
  "open-callback": {
    entry: "functions/open-callback.ts",
    states: [
      ["job", "AskUser"],
      ["job", "AwaitChecks"],
      ["job", "AwaitTurn"],
      ["job", "AwaitRoles"],
    ],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: storage,
    permissions: ["read-table", "write-table", "read-callbacks", "write-callbacks", "answer-tasks"],
  },
  "call-tool": {
    entry: "functions/call-tool.ts",
    states: [["job", "CallTool"]],
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: storage,
    permissions: ["read-table", "write-table", "read-tool-keys"],
    readsConfig: true,
  },
  "plan-recovery": {
    entry: "functions/plan-recovery.ts",
    states: [["recovery", "PlanRecovery"]],
    timeoutSeconds: 170,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model],
    permissions: askingModels,
    readsConfig: true,
  },
  "act-recovery": {
    entry: "functions/act-recovery.ts",
    states: [["recovery", "ActRecovery"]],
    timeoutSeconds: 170,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model],
    permissions: askingModels,
    readsConfig: true,
  },
  "report-recovery": {
    entry: "functions/report-recovery.ts",
    states: [["recovery", "ReportRecovery"]],
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    permissions: askingModels,
    readsConfig: true,
  },
  "end-recovery": {
    entry: "functions/end-recovery.ts",
    states: [["recovery", "EndRecovery"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
  "decompose-task": {
    entry: "functions/decompose-task.ts",
    states: [["workflow", "DecomposeTask"]],
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    permissions: askingModels,
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
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    // It ends the job of a part whose execution broke off.
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
  "finish-workflow": {
    entry: "functions/finish-workflow.ts",
    concurrencyShare: 2,
    states: [["workflow", "FinishWorkflow"]],
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
  "begin-roles": {
    entry: "functions/begin-roles.ts",
    states: [["roles", "BeginRoles"]],
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    permissions: ["read-table", "write-table"],
    readsConfig: true,
  },
  "settle-role": {
    entry: "functions/settle-role.ts",
    concurrencyShare: 2,
    states: [["roles", "SettleRole"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    // It ends the job of a role whose execution broke off.
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "send-webhooks",
      ...wakingRoles,
    ],
  },
  "finish-roles": {
    entry: "functions/finish-roles.ts",
    concurrencyShare: 2,
    states: [["roles", "FinishRoles"]],
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
  },
  "check-manifest": {
    entry: "functions/check-manifest.ts",
    states: [["batch", "CheckManifest"]],
    // Reads 100,000 lines in some 30 s.
    timeoutSeconds: 890,
    memoryMegabytes: 2_048,
    // Every line is checked as a request that comes to the API.
    environment: [...storage, ...model, "DROVER_WEBHOOK_QUEUE_URL"],
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
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
  "take-item": {
    entry: "functions/take-item.ts",
    states: [["batch", "TakeItem"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storage, ...model, "DROVER_WEBHOOK_QUEUE_URL"],
    // A line's request is checked as one that comes to the API; what a job does again is stored before the job.
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
  "settle-item": {
    entry: "functions/settle-item.ts",
    states: [["batch", "SettleItem"]],
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
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
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "send-webhooks"],
    readsConfig: true,
  },
  "sweep-executions": {
    entry: "functions/sweep-executions.ts",
    concurrencyShare: 1,
    timeoutSeconds: 170,
    memoryMegabytes: 512,
    environment: [
      ...storage,
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
      "send-webhooks",
    ],
  },
  "run-schedule": {
    entry: "functions/run-schedule.ts",
    concurrencyShare: 1,
    // It settles a run that nobody settled, as finish-batch does.
    timeoutSeconds: 290,
    memoryMegabytes: 1_024,
    environment: [...storage, "DROVER_BATCH_STATE_MACHINE_ARN", "DROVER_WEBHOOK_QUEUE_URL"],
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
    environment: storage,
    permissions: ["read-table", "write-table", "remove-host-queues"],
  },
  "end-execution": {
    entry: "functions/end-execution.ts",
    concurrencyShare: 2,
    timeoutSeconds: 55,
    memoryMegabytes: 512,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL"],
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
    environment: storage,
    permissions: ["fail-tasks"],
  },
  "deliver-webhooks": {
    entry: "functions/deliver-webhooks.ts",
    concurrencyShare: 3,
    // A receiver has 10 s.
    timeoutSeconds: 30,
    memoryMegabytes: 256,
    environment: [...storage, "DROVER_WEBHOOK_QUEUE_URL", "DROVER_WEBHOOK_REACH"],
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
      ...storage,
      ...model,
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

type Functions = typeof functions;
export type FunctionName = keyof Functions;
export const functionNames = Object.keys(functions) as readonly FunctionName[];

export type EnvironmentOf<Name extends FunctionName> = Readonly<
  Record<Functions[Name]["environment"][number], string>
>;

/** The variables of one function, out of values for these and others. */
export const environmentOf = <Name extends FunctionName>(
  name: Name,
  values: EnvironmentOf<Name>,
): EnvironmentOf<Name> => {
  const needed: readonly FunctionVariable[] = functions[name].environment;
  const given: Readonly<Partial<Record<FunctionVariable, string>>> = values;
  return Object.fromEntries(needed.map((variable) => [variable, given[variable]])) as EnvironmentOf<Name>;
};

/** The states that call a function. */
export function callersOf(name: FunctionName): readonly MachineState[] {
  const record: FunctionRecord = functions[name];
  return record.states ?? [];
}

type CalledFunctionName = {
  [Name in FunctionName]: Functions[Name] extends { readonly states: readonly MachineState[] } ? Name : never;
}[FunctionName];
/** The functions that states call. */
export const calledFunctionNames = functionNames.filter(
  (name) => callersOf(name).length > 0,
) as readonly CalledFunctionName[];

/** The functions that the states of a machine call. */
const functionsCalledBy = (machine: MachineName): readonly FunctionName[] =>
  functionNames.filter((name) => callersOf(name).some(([caller]) => caller === machine));

export interface MachineArns {
  readonly functionArn: (name: FunctionName) => string;
  readonly machineArn: (name: MachineName) => string;
}

/** Values of the `${…}` names in a machine's file: its functions, and the machines whose executions it starts. */
export const machineSubstitutions = (
  machine: MachineName,
  { functionArn, machineArn }: MachineArns,
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...functionsCalledBy(machine).map((name) => [`${pascalCase(name)}FunctionArn`, functionArn(name)]),
    ...nestedMachines[machine].map((name) => [`${pascalCase(name)}MachineArn`, machineArn(name)]),
  ]);
