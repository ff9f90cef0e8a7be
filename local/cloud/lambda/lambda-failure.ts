/** What a failed function answers: Step Functions matches `ErrorEquals` on `errorType`. */
export interface LambdaFailure {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** As Lambda's Node.js runtime writes what a handler threw. */
export function lambdaFailure(thrown: unknown): LambdaFailure {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  }
  return {
    errorType: thrown.name,
    errorMessage: thrown.message,
    trace: (thrown.stack ?? "").split("\n"),
  };
}

/** As the Lambda service writes it when the function has not answered in time. */
export const timedOut = (requestId: string, timeoutSeconds: number): LambdaFailure => ({
  errorType: "Sandbox.Timedout",
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
});

/** As the Lambda service refuses an invocation beyond what may run at once. */
export const throttled: LambdaFailure = {
  errorType: "TooManyRequestsException",
  errorMessage: "Rate Exceeded.",
};
