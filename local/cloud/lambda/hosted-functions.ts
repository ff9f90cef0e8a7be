import path from "node:path";
import {
  type FunctionEnvironments,
  functionNames,
  type JobMachineSubstitutions,
} from "#shared/contracts/deployment.ts";
import { functionSettings } from "#shared/contracts/function-settings.ts";
import type { HostedFunction } from "./lambda-host.ts";

const projectDirectory = path.resolve(import.meta.dirname, "../../..");

/** Every function of the deployment, as the Lambda host takes it. */
export const hostedFunctions = (environments: FunctionEnvironments): readonly HostedFunction[] =>
  functionNames.map((name) => ({
    name,
    ...functionSettings[name],
    entry: path.join(projectDirectory, functionSettings[name].entry),
    environment: environments[name],
  }));

interface EnvironmentParts {
  readonly tableName: string;
  readonly bucketName: string;
  readonly defaultModel: string;
  readonly modelBaseUrl: string;
  readonly modelKeySource: string;
  readonly stateMachineArn: string;
}

export function functionEnvironments(parts: EnvironmentParts): FunctionEnvironments {
  const storage = { DROVER_TABLE_NAME: parts.tableName, DROVER_BUCKET_NAME: parts.bucketName };
  const model = {
    DROVER_DEFAULT_MODEL: parts.defaultModel,
    DROVER_MODEL_BASE_URL: parts.modelBaseUrl,
    DROVER_MODEL_KEY_SOURCE: parts.modelKeySource,
  };
  return {
    "prepare-job": { ...storage, ...model },
    "predict-action": { ...storage, ...model },
    "verify-step": storage,
    "map-error": storage,
    "finish-job": storage,
    api: {
      ...storage,
      DROVER_JOB_STATE_MACHINE_ARN: parts.stateMachineArn,
    },
  };
}

export const jobSubstitutions = (arnOf: (name: string) => string): JobMachineSubstitutions => ({
  PrepareJobFunctionArn: arnOf("prepare-job"),
  PredictActionFunctionArn: arnOf("predict-action"),
  VerifyStepFunctionArn: arnOf("verify-step"),
  MapErrorFunctionArn: arnOf("map-error"),
  FinishJobFunctionArn: arnOf("finish-job"),
});
