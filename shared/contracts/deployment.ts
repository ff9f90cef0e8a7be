/**
 * What a deployment must supply, cloud or local: functions, their environment and the state machine's substitutions.
 * `infra/` and `local/farm.ts` are typed against these lists, so a missing one does not compile.
 */
export const functionNames = [
  "prepare-job",
  "predict-action",
  "verify-step",
  "map-error",
  "finish-job",
  "api",
] as const;
export type FunctionName = (typeof functionNames)[number];

const storage = ["DROVER_TABLE_NAME", "DROVER_BUCKET_NAME"] as const;
/** `DROVER_MODEL_KEY_SOURCE` is `env:<variable>` or `secret:<Secrets Manager ARN>`: the key itself is in no template. */
const model = ["DROVER_DEFAULT_MODEL", "DROVER_MODEL_BASE_URL", "DROVER_MODEL_KEY_SOURCE"] as const;
export const functionEnvironment = {
  "prepare-job": [...storage, ...model],
  "predict-action": [...storage, ...model],
  "verify-step": [...storage],
  "map-error": [...storage],
  "finish-job": [...storage],
  api: [...storage, "DROVER_JOB_STATE_MACHINE_ARN"],
} as const satisfies Record<FunctionName, readonly string[]>;

export type EnvironmentOf<Name extends FunctionName> = Readonly<
  Record<(typeof functionEnvironment)[Name][number], string>
>;
export type FunctionEnvironments = { readonly [Name in FunctionName]: EnvironmentOf<Name> };

/** `${…}` names in state-machines/job.asl.json. */
export const jobMachineSubstitutions = [
  "PrepareJobFunctionArn",
  "PredictActionFunctionArn",
  "VerifyStepFunctionArn",
  "MapErrorFunctionArn",
  "FinishJobFunctionArn",
] as const;
export type JobMachineSubstitutions = Readonly<Record<(typeof jobMachineSubstitutions)[number], string>>;
