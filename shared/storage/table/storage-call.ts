import { DroverError } from "../../errors/drover-error.ts";

/** The chain of causes, outermost first. */
function* causes(error: unknown): Generator<Error> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) yield at;
}

const named = (error: unknown, ...names: readonly string[]): boolean =>
  [...causes(error)].some((cause) => names.includes(cause.name));

/** A missing table, bucket or queue and a missing permission are mistakes of the deployment: no retry helps. */
const deploymentMistakes = [
  "ResourceNotFoundException",
  "NoSuchBucket",
  "AccessDenied",
  "AccessDeniedException",
  "QueueDoesNotExist",
  "AWS.SimpleQueueService.NonExistentQueue",
  "StateMachineDoesNotExist",
];

/** Whatever an AWS client threw, in our terms; `operation` completes "Could not …"; what the client said stays in the details. */
export function storageError(operation: string, error: unknown): DroverError {
  if (error instanceof DroverError) return error;
  const last = [...causes(error)].at(-1);
  const code = named(error, ...deploymentMistakes) ? "ConfigurationInvalid" : "StorageUnavailable";
  return new DroverError(code, `Could not ${operation}.`, {
    details: { operation, errorName: last?.name ?? null, reason: last?.message ?? String(error) },
    cause: error,
  });
}

export async function storageCall<Result>(operation: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw storageError(operation, error);
  }
}

/** As storageCall; null when the write's condition did not hold, which is an answer and no error. */
export async function conditionalCall<Result>(
  operation: string,
  call: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await call();
  } catch (error) {
    if (named(error, "ConditionalCheckFailedException")) return null;
    throw storageError(operation, error);
  }
}
