/**
 * The bounds of one expression, as the service documents (one second) or as they were measured on it
 * (100 levels, 6,990,256 bytes with 8 bytes a number and one a character, 360,145 numbers out of `$range`).
 */
export const evaluationLimits = {
  timeMs: 1_000,
  depth: 100,
  valueBytes: 6_990_256,
  rangeItems: 360_145,
} as const;

/** A bound was hit. The message is the service's; it carries no JSONata code. */
export class EvaluationLimitError extends Error {
  override readonly name = "EvaluationLimitError";
}

export function memoryLimitExceeded(): EvaluationLimitError {
  return new EvaluationLimitError(
    "Expression evaluation memory limit exceeded: Check for excessive memory usage",
  );
}

export function timeLimitExceeded(): EvaluationLimitError {
  return new EvaluationLimitError("Expression evaluation timeout: Check for infinite loop");
}

export function depthLimitExceeded(): EvaluationLimitError {
  return new EvaluationLimitError(
    "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive",
  );
}
