import type { FunctionName } from "./deployment.ts";

interface FunctionSettings {
  /** Module that exports `handler`, from the top of the project. */
  readonly entry: string;
  /** Below the TimeoutSeconds of the state that calls it, so that the function's own error is the one that is seen. */
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
}

/** How each function runs, in AWS and on one machine. */
export const functionSettings: Readonly<Record<FunctionName, FunctionSettings>> = {
  "prepare-job": { entry: "functions/prepare-job.ts", timeoutSeconds: 25, memoryMegabytes: 512 },
  // Two model calls of up to 60 s each by default, and the reading and writing around them.
  "predict-action": { entry: "functions/predict-action.ts", timeoutSeconds: 170, memoryMegabytes: 1_024 },
  "verify-step": { entry: "functions/verify-step.ts", timeoutSeconds: 25, memoryMegabytes: 512 },
  "map-error": { entry: "functions/map-error.ts", timeoutSeconds: 25, memoryMegabytes: 512 },
  // Reads every step of the job to write its trajectory.
  "finish-job": { entry: "functions/finish-job.ts", timeoutSeconds: 55, memoryMegabytes: 1_024 },
  // An HTTP API waits 30 s at most.
  api: { entry: "functions/api.ts", timeoutSeconds: 29, memoryMegabytes: 512 },
};
