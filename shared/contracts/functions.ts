import type { JobState } from "./workflow/job-state.ts";

/** What a function's code reads of its environment, by name. */
export type FunctionVariable =
  | "DROVER_TABLE_NAME"
  | "DROVER_BUCKET_NAME"
  /** The provider of roles for which nobody names one. */
  | "DROVER_DEFAULT_PROVIDER"
  /** Its model, when nobody names that either. */
  | "DROVER_DEFAULT_MODEL"
  /** JSON (contracts/provider-settings.ts). It says where a key is: the key itself is in no template. */
  | "DROVER_MODEL_PROVIDERS"
  | "DROVER_JOB_STATE_MACHINE_ARN";

/** What a function may do beside writing its log. */
export type FunctionPermission =
  | "read-table"
  | "write-table"
  | "read-artifacts"
  | "write-artifacts"
  | "read-model-key"
  | "run-jobs"
  | "send-commands"
  | "write-secrets"
  | "fail-tasks";

interface FunctionRecord {
  /** Module that exports `handler`, from the top of the project. */
  readonly entry: `functions/${string}.ts`;
  /** The state of the job machine that calls it; absent: it has an event source of its own. */
  readonly state?: JobState;
  /** Below the TimeoutSeconds of the state that calls it, so that the function's own error is the one that is seen. */
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: readonly FunctionVariable[];
  readonly permissions: readonly FunctionPermission[];
  /** It has the project's config: DROVER_CONFIG_FILE names it when there is one. */
  readonly readsConfig?: true;
}

const storage = ["DROVER_TABLE_NAME", "DROVER_BUCKET_NAME"] as const;
const model = ["DROVER_DEFAULT_PROVIDER", "DROVER_DEFAULT_MODEL", "DROVER_MODEL_PROVIDERS"] as const;

/** Every Lambda function: `infra/` deploys them and the local cloud hosts them from this one record. */
export const functions = {
  "prepare-job": {
    entry: "functions/prepare-job.ts",
    state: "PrepareJob",
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: [...storage, ...model],
    permissions: ["read-table", "read-model-key"],
    readsConfig: true,
  },
  "predict-action": {
    entry: "functions/predict-action.ts",
    state: "PredictAction",
    // Two model calls of up to 30 s each by default and 120 s at most, and the reading and writing around them.
    timeoutSeconds: 170,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "read-model-key"],
    readsConfig: true,
  },
  "verify-step": {
    entry: "functions/verify-step.ts",
    state: "VerifyStep",
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: storage,
    permissions: ["read-table", "write-table", "read-artifacts"],
  },
  "map-error": {
    entry: "functions/map-error.ts",
    state: "MapError",
    timeoutSeconds: 25,
    memoryMegabytes: 512,
    environment: storage,
    permissions: ["read-table", "write-table", "read-artifacts"],
  },
  "finish-job": {
    entry: "functions/finish-job.ts",
    state: "FinishJob",
    // Reads every step of the job to write its trajectory. When the job has ended, a model may be asked about new apps.
    timeoutSeconds: 55,
    memoryMegabytes: 1_024,
    environment: [...storage, ...model],
    permissions: ["read-table", "write-table", "read-artifacts", "write-artifacts", "read-model-key"],
    readsConfig: true,
  },
  "fail-dead-letters": {
    entry: "functions/fail-dead-letters.ts",
    timeoutSeconds: 25,
    memoryMegabytes: 256,
    environment: storage,
    permissions: ["fail-tasks"],
  },
  api: {
    entry: "functions/api.ts",
    // An HTTP API waits 30 s at most.
    timeoutSeconds: 29,
    memoryMegabytes: 512,
    // A job whose model cannot be asked is refused at once; the keys themselves are not read.
    environment: [...storage, ...model, "DROVER_JOB_STATE_MACHINE_ARN"],
    permissions: [
      "read-table",
      "write-table",
      "read-artifacts",
      "write-artifacts",
      "run-jobs",
      "send-commands",
      "write-secrets",
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

type CallingState = Extract<Functions[FunctionName], { readonly state: JobState }>["state"];
/** The functions that states call. */
export const stateFunctionNames = functionNames.filter((name) => "state" in functions[name]) as readonly {
  [Name in FunctionName]: Functions[Name] extends { readonly state: JobState } ? Name : never;
}[FunctionName][];

/** `${…}` names in state-machines/job.asl.json. */
export type JobMachineSubstitutions = Readonly<Record<`${CallingState}FunctionArn`, string>>;
export const jobMachineSubstitutions = (
  arnOf: (name: (typeof stateFunctionNames)[number]) => string,
): JobMachineSubstitutions =>
  Object.fromEntries(
    stateFunctionNames.map((name) => [`${functions[name].state}FunctionArn`, arnOf(name)]),
  ) as JobMachineSubstitutions;
